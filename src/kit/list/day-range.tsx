import { Button, CloseButton, Group, Popover, Stack } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useId } from 'react'
import { isDay } from '@/shared/domain/time/days'
import { DateInput } from '../fields/date-input'
import { dayFieldText } from '../fields/day-text'
import type { Filter } from './filter'

/** Both days belong to the range; null is open on that side. Days are `YYYY-MM-DD`. */
export type DayRange = { from: string | null; to: string | null }

const dayOrNull = (text: string | undefined): string | null => (text && isDay(text) ? text : null)

/** A filter for a range of days. In the address: `2026-11-01..2026-11-30`, `2026-11-01..` or `..2026-11-30`. */
export const dayRangeFilter = (label: string): Filter<DayRange> => ({
  label,
  read: (text) => {
    const [from, to] = (text ?? '').split('..')
    return { from: dayOrNull(from), to: dayOrNull(to) }
  },
  write: ({ from, to }) => (from === null && to === null ? null : `${from ?? ''}..${to ?? ''}`),
  Control: DayRangeControl,
})

/** A range in words: `1 Nov 2026 – 30 Nov 2026`, `from 1 Nov 2026`. */
export function dayRangeText({ from, to }: DayRange): string {
  if (from && to) return from === to ? dayFieldText(from) : `${dayFieldText(from)} – ${dayFieldText(to)}`
  return from ? `from ${dayFieldText(from)}` : to ? `until ${dayFieldText(to)}` : ''
}

type ControlProps = { label: string; value: DayRange; onChange: (value: DayRange) => void }

function DayRangeControl({ label, value, onChange }: ControlProps) {
  const id = useId()
  const words = dayRangeText(value)
  const field = (side: 'from' | 'to', name: string) => (
    <DateInput
      id={`${id}-${side}`}
      name={side}
      label={name}
      required={false}
      description={null}
      placeholder={undefined}
      autoComplete="off"
      disabled={false}
      autoFocus={false}
      error={null}
      value={value[side] ?? ''}
      onChange={(day) => onChange({ ...value, [side]: dayOrNull(day) })}
      onBlur={() => {}}
    />
  )
  return (
    <Group gap={4} wrap="nowrap">
      <Popover position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <Button variant="default" fw={400} leftSection={<IconCalendar size={16} aria-hidden />}>
            {words ? `${label}: ${words}` : label}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="xs">
            {field('from', 'From')}
            {field('to', 'To')}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {words ? <CloseButton aria-label={`Clear ${label}`} onClick={() => onChange({ from: null, to: null })} /> : null}
    </Group>
  )
}
