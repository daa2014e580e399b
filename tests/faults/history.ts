import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

type Entry = { at: number; what: string } & Readonly<Record<string, unknown>>

export type History = {
  /** Records an event, in ms since the start. */
  note: (what: string, details?: Readonly<Record<string, unknown>>) => void
  count: (what: string) => number
  /** Writes one JSON line an entry. */
  save: (file: string) => void
}

export function startHistory(): History {
  const began = performance.now()
  const entries: Entry[] = []
  return {
    note: (what, details = {}) => void entries.push({ at: Math.round(performance.now() - began), what, ...details }),
    count: (what) => entries.filter((entry) => entry.what === what).length,
    save: (file) => {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    },
  }
}
