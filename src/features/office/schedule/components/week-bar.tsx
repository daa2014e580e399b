import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconCopy,
  IconDots,
  IconFileSpreadsheet,
  IconPlus,
  IconPrinter,
} from '@tabler/icons-react'
import { dayAfter } from '@/shared/domain/time/days'
import { calendarDayText } from '@/shared/domain/text/formats'
import { saveCsv } from '@/shared/lib/save-file'
import { weekCsv } from '../schedule-csv'
import { weekNumber } from '../week'
import classes from './schedule.module.css'
import type { WeekHere } from './use-week-panel'

/** The way from week to week, and what a planner does with the whole week. */
export const WeekBar = ({ of }: { of: WeekHere }) => (
  <div className={classes.bar}>
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="Previous week"
        onClick={() => of.go(dayAfter(of.chosenDay, -7))}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <Button variant="default" size="sm" onClick={() => of.go(of.today)}>
        This week
      </Button>
      <ActionIcon variant="default" size="lg" aria-label="Next week" onClick={() => of.go(dayAfter(of.chosenDay, 7))}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Group>
    <Text fw={600} role="status">
      {`Week ${weekNumber(of.monday)}: ${calendarDayText(of.monday)} – ${calendarDayText(of.days.at(-1) ?? of.monday)}`}
    </Text>
    {of.mayPlan ? <PlanWeek of={of} /> : null}
  </div>
)

function PlanWeek({ of: { isPhone, chosenDay, days, today, monday, adding, planning, ...of } }: { of: WeekHere }) {
  const day = isPhone ? chosenDay : days.includes(today) ? today : monday
  return (
    <Group gap="xs" ml={isPhone ? 0 : 'auto'}>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => adding.open(`~${day}`)}>
        Add shift
      </Button>
      {isPhone ? null : (
        <Button
          variant="default"
          leftSection={<IconCopy size={18} aria-hidden />}
          loading={planning.copying.isPending}
          onClick={() => planning.copying.mutate()}
        >
          Copy last week
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label="More">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isPhone ? (
            <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => planning.copying.mutate()}>
              Copy last week
            </Menu.Item>
          ) : null}
          <Menu.Item
            leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
            disabled={!of.week}
            onClick={() =>
              of.week ? saveCsv(`hours-${monday}.csv`, weekCsv(of.people, days, of.week, of.zone)) : undefined
            }
          >
            Hours as CSV file
          </Menu.Item>
          <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            Print
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
