import { Checkbox, Group } from '@mantine/core'
import type { Field, FieldInput, FieldOptions } from '../field'
import { shared } from '../text-fields'

const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const daysOf = (draft: string): number[] =>
  draft
    .split(',')
    .map(Number)
    .filter((day) => day >= 1 && day <= 7)
    .toSorted((a, b) => a - b)
const nameOf = (day: number | undefined): string => names[(day ?? 0) - 1] ?? ''

/** `Mon to Fri`, `Mon, Wed`, `every day` */
function wordsOf(days: readonly number[]): string {
  const [first, last] = [days[0], days.at(-1)]
  if (days.length === 7) return 'every day'
  if (first !== undefined && last !== undefined && days.length > 2 && last - first === days.length - 1)
    return `${nameOf(first)} to ${nameOf(last)}`
  return days.map(nameOf).join(', ')
}

/** Days of the week, saved as numbers: 1 is Monday, 7 is Sunday. */
export const weekdays = (label: string, options: FieldOptions = {}): Field<number[]> => ({
  wide: true,
  ...options,
  label,
  isEmpty: (draft) => daysOf(draft).length === 0,
  draftOf: (stored) => (Array.isArray(stored) ? daysOf(stored.join(',')).join(',') : ''),
  problem: () => null,
  valueOf: daysOf,
  words: (draft) => wordsOf(daysOf(draft)),
  Input: function WeekdaysInput({ onChange, value, disabled, ...input }: FieldInput) {
    const { autoComplete: _, autoFocus: __, ...group } = shared(input)
    return (
      <Checkbox.Group
        {...group}
        value={daysOf(value).map(String)}
        onChange={(days) => onChange(daysOf(days.join(',')).join(','))}
      >
        <Group gap="sm" mt={6}>
          {names.map((name, place) => (
            <Checkbox key={name} value={String(place + 1)} label={name} disabled={disabled} />
          ))}
        </Group>
      </Checkbox.Group>
    )
  },
})
