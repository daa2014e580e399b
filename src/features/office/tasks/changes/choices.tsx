import { Menu, ScrollArea, TextInput } from '@mantine/core'
import { IconCalendarOff, IconCalendarPlus, IconCheck, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { dayText } from '@/shared/domain/text/formats'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import { statusLabels, taskStatuses } from '@/shared/domain/tasks/task'
import { dayAfter, weekdayOf } from '@/shared/domain/time/days'
import { startOfDay, todayOf } from '@/shared/domain/time/today'
import type { Colleague } from '../api/staff.query'
import { TaskStatus } from '@/kit/tasks/task-status'
import { endOfDay } from '../list/due'
import { useMinute } from '@/shared/hooks/use-minute'
import classes from './choices.module.css'

/** The statuses of a menu. `current`: the one that all have; null for several. */
export const StatusItems = ({ current, onPick }: { current: string | null; onPick: (status: string) => void }) =>
  taskStatuses.map((status) => (
    <Menu.Item
      key={status}
      aria-label={`Set to ${statusLabels[status] ?? status}`}
      rightSection={status === current ? <IconCheck size={16} aria-hidden /> : null}
      onClick={() => onPick(status)}
    >
      <TaskStatus status={status} />
    </Menu.Item>
  ))

type DueItemsProps = { onPick: (dueAt: string | null) => void; onOther: () => void }

/** Days that a task is often due on, another day, and none. */
export const DueItems = ({ onPick, onOther }: DueItemsProps) => (
  <>
    {dueDays(useMinute()).map(({ label, day }) => (
      <Menu.Item
        key={label}
        rightSection={<span className={classes.day}>{dayText(startOfDay(day))}</span>}
        onClick={() => onPick(endOfDay(day))}
      >
        {label}
      </Menu.Item>
    ))}
    <Menu.Divider />
    <Menu.Item leftSection={<IconCalendarPlus size={16} stroke={1.5} aria-hidden />} onClick={onOther}>
      Another day…
    </Menu.Item>
    <Menu.Item leftSection={<IconCalendarOff size={16} stroke={1.5} aria-hidden />} onClick={() => onPick(null)}>
      No due date
    </Menu.Item>
  </>
)

/** Today, tomorrow, and the end and the start of a week, each once. */
export function dueDays(now: number): { label: string; day: string }[] {
  const today = todayOf(now)
  const weekday = weekdayOf(today)
  return [
    { label: 'Today', day: today },
    { label: 'Tomorrow', day: dayAfter(today, 1) },
    ...(weekday < 4 ? [{ label: 'Friday', day: dayAfter(today, 5 - weekday) }] : []),
    { label: 'Next Monday', day: dayAfter(today, 8 - weekday) },
    { label: 'In two weeks', day: dayAfter(today, 14) },
  ].filter(({ day }, place, days) => days.findIndex((other) => other.day === day) === place)
}

type PeopleItemsProps = {
  staff: readonly Colleague[] | undefined
  /** The people whom every task has. */
  joined: readonly string[]
  onPick: (person: Colleague, joins: boolean) => void
}

/** A search appears with more people than fit. */
const mostUnsearched = 8

/** Colleagues to choose from; the menu stays open for several. */
export function PeopleItems({ staff = [], joined, onPick }: PeopleItemsProps) {
  const [typed, setTyped] = useState('')
  const wanted = foldAccents(typed).trim()
  const shown = staff.filter(({ name }) => foldAccents(name).includes(wanted))
  return (
    <>
      {staff.length > mostUnsearched ? (
        <TextInput
          aria-label="Search people"
          placeholder="Search people"
          size="sm"
          mb={4}
          data-autofocus
          leftSection={<IconSearch size={14} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = shown
            if (event.key !== 'Enter' || !first || wanted === '') return
            event.preventDefault()
            onPick(first, !joined.includes(first.userId))
          }}
        />
      ) : null}
      <ScrollArea.Autosize mah={280} type="auto">
        {shown.map((person) => (
          <Menu.CheckboxItem
            key={person.userId}
            checked={joined.includes(person.userId)}
            closeMenuOnClick={false}
            onChange={() => onPick(person, !joined.includes(person.userId))}
          >
            {person.name}
          </Menu.CheckboxItem>
        ))}
      </ScrollArea.Autosize>
      {shown.length === 0 ? <Menu.Label>Nobody found</Menu.Label> : null}
    </>
  )
}
