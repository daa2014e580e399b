import { ActionIcon, Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { DayField } from '@/kit/fields/day-field'
import { isDay } from '@/shared/domain/time/days'
import { dayAfter } from '@/shared/domain/time/days'

type DayBarProps = { day: string; today: string; onChange: (day: string) => void }

/** Which day is shown: a step back, a step on, today, or any other. */
export const DayBar = ({ day, today, onChange }: DayBarProps) => (
  <Group gap={6} role="group" aria-label="Day" wrap="nowrap" align="end">
    <ActionIcon
      variant="default"
      size="input-sm"
      flex="none"
      aria-label="Day before"
      onClick={() => onChange(dayAfter(day, -1))}
    >
      <IconChevronLeft size={18} aria-hidden />
    </ActionIcon>
    <DayField label="Day" value={day} onChange={(next) => (isDay(next) ? onChange(next) : undefined)} />
    <ActionIcon
      variant="default"
      size="input-sm"
      flex="none"
      aria-label="Day after"
      onClick={() => onChange(dayAfter(day, 1))}
    >
      <IconChevronRight size={18} aria-hidden />
    </ActionIcon>
    <Button variant="default" flex="none" px="sm" disabled={day === today} onClick={() => onChange(today)}>
      Today
    </Button>
  </Group>
)
