import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconArrowsMove, IconDots, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { wallClockText, weekdayText } from '@/shared/domain/text/formats'
import { wallClock } from '@/shared/domain/time/zoned'
import type { Absence, Shift } from '../api/schedule.query'
import { kindLabel, placeLabel } from '../words'
import classes from './schedule.module.css'

export type ShiftActions = {
  onEdit: (shift: Shift) => void
  onMove: (shift: Shift) => void
  onRemove: (shift: Shift) => void
}

/** A clock time such as `09:30`, as the company writes times. */
export const clockWords = (clock: string): string => wallClockText(clock)

/** `06:00 – 14:30`, by the clock of the company. */
export const timesOf = (shift: Pick<Shift, 'starts_at' | 'ends_at'>, zone: string): string =>
  [shift.starts_at, shift.ends_at].map((at) => clockWords(wallClock(zone, at).clock)).join(' – ')

/** The label of a shift for screen readers. */
export const shiftName = (shift: Shift, person: string, zone: string): string =>
  `${person}, ${weekdayText(wallClock(zone, shift.starts_at).day)}, ${timesOf(shift, zone)}`

type ShiftBlockProps = {
  shift: Shift
  person: string
  zone: string
  actions: ShiftActions | null
  grip?: ReactNode
  /** Shows the person's name, for blocks outside the person's row. */
  showsPerson?: boolean
}

/** One shift: its times, place, work centre and note, in the colour of the place. */
export function ShiftBlock({ shift, person, zone, actions, grip, showsPerson = false }: ShiftBlockProps) {
  const name = shiftName(shift, person, zone)
  return (
    <article className={classes.shift} data-place={shift.place} aria-label={name}>
      <div className={classes.shiftHead}>
        {grip}
        <div className={classes.shiftTimes}>
          {showsPerson ? <strong>{person}</strong> : null}
          <span>{timesOf(shift, zone)}</span>
        </div>
        {actions ? (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon
                className={classes.dots ?? ''}
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={`Change ${name}`}
              >
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => actions.onEdit(shift)}>
                Edit…
              </Menu.Item>
              <Menu.Item leftSection={<IconArrowsMove size={16} aria-hidden />} onClick={() => actions.onMove(shift)}>
                Move to…
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => actions.onRemove(shift)}
              >
                Remove
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </div>
      <Text size="xs" className={classes.shiftPlace ?? ''}>
        {[placeLabel(shift.place), shift.work_centre?.name].filter(Boolean).join(' · ')}
      </Text>
      {shift.note ? (
        <Text size="xs" fs="italic" className={classes.shiftPlace ?? ''}>
          {shift.note}
        </Text>
      ) : null}
    </article>
  )
}

export const GripIcon = () => <IconGripVertical size={14} stroke={1.5} aria-hidden />

type AbsenceBlockProps = { absence: Absence; person: string; onOpen: ((absence: Absence) => void) | null }

/** A day of an absence; a request has a dashed edge. It can be opened by people who may see more of it. */
export function AbsenceBlock({ absence, person, onOpen }: AbsenceBlockProps) {
  const isRequest = absence.status === 'requested'
  const words = `${kindLabel(absence.kind)}${isRequest ? '?' : ''}`
  return onOpen ? (
    <button
      type="button"
      className={classes.absence}
      data-request={isRequest || undefined}
      aria-label={`${person}: ${kindLabel(absence.kind)}${isRequest ? ', requested' : ''}`}
      onClick={() => onOpen(absence)}
    >
      {words}
    </button>
  ) : (
    <p className={classes.absence}>{words}</p>
  )
}
