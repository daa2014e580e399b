import { useState } from 'react'
import type { Reader } from '@/shared/domain/records/mini-schema'
import { useCurrentUser } from './current-user'
import { draftOf } from './draft'

type DraftOptions<Value> = {
  /** Identifies the form, and the record when there are several. */
  name: string
  schema: Reader<Value>
  /** The form's value before anything is typed. */
  blank: Value
  /** True for a value that need not be kept. */
  isBlank: (value: Value) => boolean
}

/** The unsaved input of a form. It survives a reload, for this person, until it is saved or cancelled. */
export function useDraft<Value>(options: DraftOptions<Value>) {
  const userId = useCurrentUser().id
  const place = `${userId}:${options.name}`
  const [opened, setOpened] = useState(() => open(userId, place, options))
  if (opened.place !== place) setOpened(open(userId, place, options))
  const { held, draft } = opened

  const keep = (next: Value) => {
    held.put(next)
    setOpened({ place, held, draft: next })
  }
  return {
    draft,
    keep,
    /** For several changes in one go. */
    change: (toNext: (current: Value) => Value) => keep(toNext(held.now())),
    /** It is saved: the browser forgets it, and the form shows it until it goes. */
    forget: held.forget,
    clear: () => keep(options.blank),
  }
}

function open<Value>(userId: string, place: string, { name, schema, blank, isBlank }: DraftOptions<Value>) {
  const kept = draftOf(userId, name, schema)
  let value = kept.read() ?? blank
  const held = {
    now: () => value,
    put: (next: Value) => {
      value = next
      if (isBlank(next)) kept.forget()
      else kept.keep(next)
    },
    forget: kept.forget,
  }
  return { place, held, draft: value }
}
