import { ActionIcon, Button, Group, Menu, SegmentedControl, Select, Title, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDots, IconLayoutSidebarRight, IconRss } from '@tabler/icons-react'
import { ViewsMenu } from '@/kit/list/views/views-menu'
import type { Colleague } from '@/shared/db/reads/staff.query'
import type { Place } from '../api/entries.query'
import { calendarViews, groupingLabels, groupings, periodText, viewLabels } from '../calendar-place'
import type { Day } from '../days'
import type { ShownPlace } from '../use-calendar-place'
import { CalendarFilters } from './calendar-filters'
import classes from './calendar.module.css'
import type { WaitingPanelState } from './use-waiting-panel'

type CalendarBarProps = CalendarToolsProps & { today: Day }

/** The head of the calendar: the period with its steps, and the tools that choose what is shown of it. */
export function CalendarBar({ today, ...tools }: CalendarBarProps) {
  const { shown, change, step } = tools.place
  return (
    <header className={classes.bar}>
      <Group gap={6} wrap="nowrap">
        <Button variant="default" onClick={() => change({ day: today })} className={classes.todayButton ?? ''}>
          Today
        </Button>
        <ActionIcon variant="subtle" size="lg" aria-label="Before" onClick={() => step(-1)}>
          <IconChevronLeft size={20} stroke={1.5} />
        </ActionIcon>
        <ActionIcon variant="subtle" size="lg" aria-label="After" onClick={() => step(1)}>
          <IconChevronRight size={20} stroke={1.5} />
        </ActionIcon>
        <Title order={1} className={classes.period ?? ''}>
          <VisuallyHidden>Calendar </VisuallyHidden>
          {periodText(shown)}
        </Title>
      </Group>
      <CalendarTools {...tools} />
    </header>
  )
}

type CalendarToolsProps = {
  place: ShownPlace
  people: readonly Colleague[]
  places: readonly Place[]
  seesPayments: boolean
  waiting: WaitingPanelState
  onFeeds: () => void
}

function CalendarTools({ place, people, places, seesPayments, waiting, onFeeds }: CalendarToolsProps) {
  const { shown, change } = place
  return (
    <div className={classes.tools}>
      <Select
        aria-label="Rows"
        className={classes.grouping ?? ''}
        data={[
          { value: '', label: 'Everything' },
          ...groupings.map((by) => ({ value: by, label: groupingLabels[by] })),
        ]}
        value={shown.by ?? ''}
        allowDeselect={false}
        onChange={(by) => change({ by: groupings.find((one) => one === by) ?? null })}
      />
      <SegmentedControl
        aria-label="View"
        data={calendarViews.map((view) => ({ value: view, label: viewLabels[view] }))}
        value={shown.view}
        onChange={(view) => change({ view: calendarViews.find((one) => one === view) ?? 'week' })}
      />
      <CalendarFilters place={shown} people={people} places={places} seesPayments={seesPayments} onChange={change} />
      <ViewsMenu list="calendar" many="the calendar" places={viewPlaces} />
      <ActionIcon
        variant={waiting.isShown ? 'light' : 'default'}
        size="lg"
        aria-label="Without a time"
        title="Without a time"
        aria-expanded={waiting.isShown}
        onClick={() => waiting.show(!waiting.isShown)}
      >
        <IconLayoutSidebarRight size={18} stroke={1.5} />
      </ActionIcon>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label="More of the calendar">
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRss size={16} aria-hidden />} onClick={onFeeds}>
            Calendar in other programs
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>T today · ← → pages · D W M A views · Space moves</Menu.Label>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

/** The parameters that a saved view leaves out. */
const viewPlaces = ['day', 'task']
