import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { type Mentionable, mentionedForSure } from '@/shared/domain/text/mention'

/** After this pause in typing, in ms, a name counts as complete. */
const pause = 500

type TypedMentions = {
  title: string
  description: string
  /** Undefined while they are being read. */
  people: readonly Mentionable[] | undefined
  onMention: (userId: string) => void
}

/**
 * Handles typed mentions as if the person had been picked from the list, a moment after typing (spec 2 §5). Returns a
 * function that records a picked person, so that they are not added twice.
 */
export function useTypedMentions({ title, description, people, onMention }: TypedMentions): (userId: string) => void {
  const [calmTitle] = useDebouncedValue(title, pause)
  const [calmDescription] = useDebouncedValue(description, pause)
  const known = useRef<readonly string[] | null>(null)
  const tell = useRef(onMention)
  useEffect(() => void (tell.current = onMention))

  useEffect(() => {
    if (people === undefined) return
    const meant = mentionedForSure({ title: calmTitle, description: calmDescription }, people)
    const before = known.current ?? meant
    known.current = meant
    for (const userId of meant) if (!before.includes(userId)) tell.current(userId)
  }, [calmTitle, calmDescription, people])

  return (userId) => void (known.current = [...(known.current ?? []), userId])
}
