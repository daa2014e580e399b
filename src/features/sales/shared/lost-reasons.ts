/** Why an offer was lost, as the database stores it. */
export const lostReasons = [
  { value: 'price', label: 'Price' },
  { value: 'time', label: 'Time: we could not do it when they need it' },
  { value: 'competitor', label: 'Another company' },
  { value: 'no_answer', label: 'No answer' },
  { value: 'changed_plans', label: 'Their plans changed' },
  { value: 'other', label: 'Another reason' },
] as const

const short: Readonly<Record<string, string>> = { time: 'Time', other: 'Another reason' }

/** `Another company` for `competitor`; `Nobody said` without a reason. */
export const lostReason = (reason: string | null): string =>
  reason === null
    ? 'Nobody said'
    : (short[reason] ?? lostReasons.find(({ value }) => value === reason)?.label ?? reason)
