import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { type Mentionable, mentionedForSure } from '@/shared/domain/text/mention'

/** A name is taken as it stands when nothing was typed for this long, in ms. */
const pause = 500

type TypedMentions = {
  title: string
  description: string
  /** Undefined while they are being read. */
  people: readonly Mentionable[] | undefined
  onMention: (userId: string) => void
}

/**
 * Whoever is mentioned by hand is mentioned as if picked from the list, a moment after the name was typed (spec 2 §5).
 * Returns what takes note of somebody who was picked: they are not mentioned a second time.
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
