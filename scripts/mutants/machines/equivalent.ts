import type { MachineFault } from './faults.ts'

const offline = 'with a network, offline leads to standing at once; without one, standing leads to offline'

/** Faults that change nothing, by a part of their line, with the reason. */
const reasons: Readonly<Record<string, string>> = {
  "draft.machine.ts:110 'note'": 'an event that is named and does nothing is heard in any case',
  'saves.machine.ts:157 standing, now offline': offline,
}

export const withoutEffect = ({ file, line, what }: MachineFault): string | null =>
  Object.entries(reasons).find(([part]) => `${file}:${line} ${what}`.includes(part))?.[1] ?? null
