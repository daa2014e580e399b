import { notifications } from '@mantine/notifications'
import { forgetKey, keysFrom, memory } from '@/shared/lib/memory'
import { fields, finite, type Reader } from '@/shared/domain/records/mini-schema'

/** A person's unsaved input in this browser. It survives a reload, a failed save and a sign-out. */
export type Draft<Value> = {
  /** Null where nothing is kept, or nothing that can be read. */
  read: () => Value | null
  keep: (value: Value) => void
  /** Forgets the value that this form read or kept. A newer value of another tab stays. */
  forget: () => void
  /** Forgets the kept value, of any tab, when it equals the sent one. */
  forgetSent: (isSent: (value: Value) => boolean) => void
  /** Calls back with each value that another tab keeps, or null when it forgot it. Returns the function that stops it. */
  onKeptElsewhere: (heard: (value: Value | null) => void) => () => void
  /** Calls back when another tab forgets it: it was sent or thrown away there. Returns how to stop. */
  onForgottenElsewhere: (heard: () => void) => () => void
}

/** A draft that nobody touched for so long is forgotten, in ms. */
const longestLife = 30 * 24 * 60 * 60 * 1000

const prefix = 'signwright-draft:'
const dated = fields({ keptAt: finite })
const isOld = ({ keptAt }: { keptAt: number }) => Date.now() - keptAt > longestLife

/** A draft by person and name. The name identifies the form, and the record when there are several. */
export function draftOf<Value>(userId: string, name: string, schema: Reader<Value>): Draft<Value> {
  const stored = memory(`${prefix}${userId}:${name}`, fields({ keptAt: finite, value: schema }))
  let mine: number | null = null
  return {
    read: () => {
      const known = stored.read()
      if (known === null || isOld(known)) return null
      mine = known.keptAt
      return known.value
    },
    keep: (value) => {
      const keptAt = Date.now()
      if (stored.keep({ keptAt, value })) mine = keptAt
      else sayNotKept()
    },
    forget: () => {
      if (stored.read()?.keptAt === mine) stored.forget()
    },
    forgetSent: (isSent) => {
      const known = stored.read()
      if (known !== null && isSent(known.value)) stored.forget()
    },
    onKeptElsewhere: (heard) => stored.onKeptElsewhere((known) => heard(known?.value ?? null)),
    onForgottenElsewhere: (heard) =>
      stored.onKeptElsewhere((value) => {
        if (value === null) heard()
      }),
  }
}

/** Forgets old drafts of every person who used this browser, also of those who never come back. */
export function forgetOldDrafts(): void {
  for (const key of keysFrom(prefix)) {
    const known = memory(key, dated).read()
    if (known === null || isOld(known)) forgetKey(key)
  }
}

let wasSaid = false

/** Shown once a page, because it stays true while the person types on. */
export function sayNotKept(): void {
  if (wasSaid) return
  wasSaid = true
  notifications.show({
    color: 'yellow',
    title: 'This browser cannot keep what you type',
    message: 'Its storage is full or blocked. Save before you leave or reload this page.',
    autoClose: false,
  })
}
