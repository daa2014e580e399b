import { Menu } from '@mantine/core'
import { IconBeach, IconCalendarPlus, IconClockPlus, IconListCheck } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { weekdayText } from '@/shared/domain/text/formats'
import { can, hasPermission } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { type Entry, keyOf, kindLabels, type Slot } from '../entry'
import { clockOfMinutes, instantOf } from '../zone'
import { useCalendar } from './calendar-context'

/** How many waiting entries are offered. The list beside the calendar has all of them. */
const mostWaiting = 5
const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const

type NewHereProps = {
  slot: Slot
  /** The entries without a time. */
  waiting: readonly Entry[]
  onPlan: (entry: Entry, slot: Slot) => void
  onTask: (slot: Slot) => void
  onClose: () => void
}

/** The choices at an empty place: a new entry, or a waiting one. A time that is over takes shifts and leave only. */
export function NewHere({ slot, waiting, onPlan, onTask, onClose }: NewHereProps) {
  const { id: me, rights } = useCurrentUser()
  const { zone, today, nowMinutes } = useCalendar()
  const { day, minutes } = slot
  const at = new Date(instantOf({ day, minutes }, zone)).toISOString()
  const isOver = day < today || (day === today && minutes < nowMinutes)
  const plannable = isOver ? [] : waiting.filter(({ mayMove }) => mayMove).slice(0, mostWaiting)
  return (
    <Menu opened onClose={onClose} position="bottom-start" withinPortal width={300} returnFocus={false}>
      <Menu.Target>
        <div aria-hidden style={{ position: 'fixed', top: slot.y, left: slot.x, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{`${weekdayText(day)}, ${clockOfMinutes(minutes)}`}</Menu.Label>
        {hasPermission(rights, 'manage_bookings') && !isOver ? (
          <Menu.Item
            component={Link}
            to={`${linkTo('/booking-list')}?dialog=new&at=${at}`}
            leftSection={<IconCalendarPlus {...icon} />}
          >
            Take an appointment
          </Menu.Item>
        ) : null}
        {can(rights, 'tasks', 'create') && day >= today ? (
          <Menu.Item leftSection={<IconListCheck {...icon} />} onClick={() => onTask(slot)}>
            Add a task that is due this day
          </Menu.Item>
        ) : null}
        {hasPermission(rights, 'manage_shifts') ? (
          <Menu.Item
            component={Link}
            to={`${linkTo('/staff-scheduling')}?date=${day}&dialog=new-shift.~${day}~${clockOfMinutes(minutes)}`}
            leftSection={<IconClockPlus {...icon} />}
          >
            Add a shift
          </Menu.Item>
        ) : null}
        {me ? (
          <Menu.Item
            component={Link}
            to={`${linkTo('/staff-scheduling')}?dialog=ask-leave.${day}`}
            leftSection={<IconBeach {...icon} />}
          >
            Ask for leave
          </Menu.Item>
        ) : null}
        {plannable.length > 0 ? <Menu.Label>Plan a waiting entry here</Menu.Label> : null}
        {plannable.map((entry) => (
          <Menu.Item key={keyOf(entry)} onClick={() => onPlan(entry, slot)}>
            {`${kindLabels[entry.kind].one}: ${entry.title}`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
