import type { MachineFault } from './faults.ts'

const heard = 'an event that is named and does nothing is heard in any case'
const offline = 'with a network, offline leads to standing at once; without one, standing leads to offline'

/** Faults that change nothing, by a part of their line, with the reason. */
const reasons: Readonly<Record<string, string>> = {
  "draft.machine.ts:110 'note'": heard,
  "quick-add.machine.ts:14 'note'": heard,
  'saves.machine.ts:135 standing, now offline': offline,
  'saves.machine.ts:166 standing, now offline': offline,
  "password-reset.machine.ts:88 'startClean'": 'there is no message before a password was sent',
  "payment.machine.ts:90 'forgetProblem'": 'an announced transfer leaves no problem',
  'draft.machine.ts:186 improved, now asBefore': 'an improved text has an original, so it leads there at once',
  'saves.machine.ts:157 standing, now offline': offline,
  'saves.machine.ts:167 standing, now offline': offline,
}

export const withoutEffect = ({ file, line, what }: MachineFault): string | null =>
  Object.entries(reasons).find(([part]) => `${file}:${line} ${what}`.includes(part))?.[1] ?? null
