import type { Fault } from './fault.ts'

/** Faults that change nothing that anybody could see, and why. Each was thought through; a test cannot notice it. */
const reasons: readonly [name: string, reason: string][] = [
  [
    'private.write_credit_note: “if abs(v_net)[ > ]abs(',
    'where both are equal, the assignment gives the value that is there',
  ],
]

/** Why the fault changes nothing, or null. */
export const withoutEffect = ({ name }: Fault): string | null =>
  reasons.find(([of]) => name.startsWith(of))?.[1] ?? null
