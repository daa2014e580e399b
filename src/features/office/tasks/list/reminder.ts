/** Hours before a task is due (by the end of its day) at which its people are reminded; null for never. */
const reminders = [
  { hours: 18, label: 'In the morning of that day' },
  { hours: 42, label: 'The day before' },
  { hours: 90, label: 'Three days before' },
  { hours: 186, label: 'A week before' },
] as const

const never = 'never'

export const reminderChoices = [
  ...reminders.map(({ hours, label }) => ({ value: String(hours), label })),
  { value: never, label: 'No reminder' },
]

/** A choice of the select as hours, and hours as the choice that shows them. */
export const reminderHours = (choice: string): number | null => (choice === never ? null : Number(choice))
export const reminderChoice = (hours: number | null): string => (hours === null ? never : String(hours))

export function reminderText(hours: number | null): string {
  if (hours === null) return 'No reminder'
  const known = reminders.find((reminder) => reminder.hours === hours)
  return known ? `Reminder: ${known.label.toLowerCase()}` : `Reminder: ${hours} hours before`
}
