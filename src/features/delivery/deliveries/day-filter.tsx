import { Chip, Group } from '@mantine/core'
import type { Filter } from '@/kit/list/filter'
import { dayAfter } from '@/shared/domain/time/days'
import { todayOf } from '@/shared/domain/time/today'

const dayOf = (offset: number): string => dayAfter(todayOf(Date.now()), offset)

/** Today or tomorrow, or every day. The address names the day itself, so that a link shows the same tomorrow. */
export const dayFilter = (label: string): Filter<string | null> => ({
  label,
  read: (text) => (text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null),
  write: (value) => value,
  Control: ({ value, onChange, ...shown }) => (
    <Group gap={4} role="group" aria-label={shown.label} wrap="nowrap">
      {[
        { day: dayOf(0), words: 'Today' },
        { day: dayOf(1), words: 'Tomorrow' },
      ].map(({ day, words }) => (
        <Chip key={day} checked={value === day} onChange={(isOn) => onChange(isOn ? day : null)}>
          {words}
        </Chip>
      ))}
    </Group>
  ),
})
