/** The outcomes of an appointment. */
export const outcomes = [
  { value: 'confirmed', label: 'Confirmed', colour: 'process' },
  { value: 'done', label: 'Done', colour: 'gray' },
  { value: 'no_show', label: 'Nobody came', colour: 'red' },
  { value: 'cancelled', label: 'Cancelled', colour: 'gray' },
] as const
