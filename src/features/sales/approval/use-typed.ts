import { useState } from 'react'
import type { SheetName } from '@/machines/approval/approval.machine'
import { fields, text } from '@/shared/domain/records/mini-schema'
import { memoryOfTab } from '@/shared/lib/memory'

/** The typed text of the sheets. The screen holds it and the tab keeps it, so closing or a reload loses nothing. */
export type Typed = { name: string; words: Record<SheetName, string> }
export const nothingTyped: Typed = { name: '', words: { approve: '', reject: '', change: '', ask: '' } }

const schema = fields({ name: text, words: fields({ approve: text, reject: text, change: text, ask: text }) })

/** The typed text for the link with this uuid, until the tab is closed. */
export function useTyped(uuid: string) {
  const kept = memoryOfTab(`answer:${uuid}`, schema)
  const [typed, setTyped] = useState<Typed>(() => kept.read() ?? nothingTyped)
  const type = (toNext: (now: Typed) => Typed) => {
    const next = toNext(typed)
    kept.keep(next)
    setTyped(next)
  }
  return [typed, type] as const
}
