import { DragOverlay, useDraggable, useDroppable } from '@dnd-kit/core'
import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { DragPlace } from '@/kit/drag/drag-place'
import { calendarDayText, weekdayText } from '@/shared/domain/text/formats'
import { PersonAvatar } from '@/shared/ui/parts/person-avatar'
import { wallClock } from '@/shared/domain/time/zoned'
import type { Absence, Shift, Template, Week } from '../api/schedule.query'
import { balanceOf, hoursText, isAwayOn, sumOfMinutes } from '../week'
import { placeLabel } from '../words'
import type { Target } from '../use-planning'
import { BalanceLine } from './balance'
import { AbsenceBlock, GripIcon, ShiftBlock, type ShiftActions, shiftName } from './shift-block'
import classes from './schedule.module.css'
import { cellId, targetOf, byCell } from './grid-cells'
import { templateWords, TemplateChip } from './template-chip'

export type Person = { value: string; label: string }

export type GridActions = ShiftActions & {
  onDrop: (shift: Shift, to: Target) => void
  onTemplate: (template: Template, to: Target) => void
  onAdd: (to: Target) => void
}

type WeekGridProps = {
  people: readonly Person[]
  days: readonly string[]
  today: string
  zone: string
  week: Week
  templates: readonly Template[]
  me: string
  /** Null for who may only look. */
  actions: GridActions | null
  onAbsence: ((absence: Absence) => void) | null
}

const dayHead = (day: string) => weekdayText(day).split(', ')

/** People by days. Planners drag shifts and templates by mouse, touch and keyboard. */
export function WeekGrid(props: WeekGridProps) {
  const { people, days, zone, week, templates, actions } = props
  const [lifted, setLifted] = useState<string | null>(null)
  const nameOf = (id: string) => people.find(({ value }) => value === id)?.label ?? 'Former colleague'
  const shiftOf = (id: unknown) => week.shifts.find((shift) => shift.id === id)
  const templateOf = (id: unknown) => templates.find((template) => template.id === id)
  const liftedName = (id: unknown) => {
    const shift = shiftOf(id)
    return shift ? shiftName(shift, nameOf(shift.user_id), zone) : (templateOf(id)?.name ?? 'The shift')
  }
  const placeName = (id: unknown) => {
    const { user_id, day } = targetOf(id)
    return `${nameOf(user_id)}, ${weekdayText(day)}`
  }
  const drop = (id: unknown, place: unknown) => {
    const [shift, template] = [shiftOf(id), templateOf(id)]
    if (shift) actions?.onDrop(shift, targetOf(place))
    else if (template) actions?.onTemplate(template, targetOf(place))
  }
  const overlay = lifted === null ? null : (shiftOf(lifted) ?? null)
  const overlayTemplate = lifted === null ? null : (templateOf(lifted) ?? null)
  return (
    <DragPlace
      one="shift"
      arrows="The arrows choose a day and a person."
      byArrow={byCell}
      nameOf={liftedName}
      placeOf={placeName}
      onLift={(id) => setLifted(id === null ? null : String(id))}
      onDrop={drop}
    >
      {actions && templates.length > 0 ? (
        <div className={classes.strip} role="group" aria-label="Templates">
          <Text span size="sm" c="dimmed">
            Drag a template to a day:
          </Text>
          {templates.map((template) => (
            <TemplateChip key={template.id} template={template} />
          ))}
        </div>
      ) : null}
      <div className={classes.scroll} role="group" aria-label="Week" tabIndex={0}>
        <table className={classes.grid}>
          <thead>
            <tr>
              <th scope="col" className={classes.corner}>
                Person
              </th>
              {days.map((day) => (
                <th key={day} scope="col" data-today={day === props.today || undefined}>
                  <span className={classes.weekday}>{dayHead(day)[0]}</span> {dayHead(day)[1]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <PersonRow key={person.value} person={person} {...props} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">All</th>
              {days.map((day) => {
                const shifts = week.shifts.filter(({ starts_at }) => wallClock(zone, starts_at).day === day)
                const count = new Set(shifts.map(({ user_id }) => user_id)).size
                return (
                  <td key={day} data-today={day === props.today || undefined}>
                    {count === 0
                      ? '–'
                      : `${hoursText(sumOfMinutes(shifts))} · ${count} ${count === 1 ? 'person' : 'people'}`}
                  </td>
                )
              })}
            </tr>
          </tfoot>
        </table>
      </div>
      <DragOverlay>
        {overlay ? (
          <ShiftBlock shift={overlay} person={nameOf(overlay.user_id)} zone={zone} actions={null} />
        ) : overlayTemplate ? (
          <span className={classes.chip} data-place={overlayTemplate.place}>
            {overlayTemplate.name}
          </span>
        ) : null}
      </DragOverlay>
    </DragPlace>
  )
}

function PersonRow({
  person,
  days,
  today,
  zone,
  week,
  templates,
  me,
  actions,
  onAbsence,
}: WeekGridProps & { person: Person }) {
  const shifts = week.shifts.filter(({ user_id }) => user_id === person.value)
  const absences = week.absences.filter(({ user_id }) => user_id === person.value)
  return (
    <tr data-me={person.value === me || undefined}>
      <th scope="row">
        <div className={classes.person}>
          <PersonAvatar name={person.label} size="sm" />
          <div>
            <Text size="sm" fw={600}>
              {person.label}
            </Text>
            <BalanceLine of={balanceOf(person.value, days, week)} name={person.label} />
          </div>
        </div>
      </th>
      {days.map((day) => {
        const here = shifts.filter(({ starts_at }) => wallClock(zone, starts_at).day === day)
        const away = absences.filter((absence) => isAwayOn(absence, day))
        const to = { user_id: person.value, day }
        const isAway = away.some(({ status }) => status === 'approved')
        return (
          <Cell key={day} to={to} isToday={day === today} isOff={actions === null}>
            {away.map((absence) => (
              <AbsenceBlock
                key={absence.id}
                absence={absence}
                person={person.label}
                onOpen={actions || absence.user_id === me ? onAbsence : null}
              />
            ))}
            {here.map((shift) =>
              actions ? (
                <DraggableShift key={shift.id} shift={shift} person={person.label} zone={zone} actions={actions} />
              ) : (
                <ShiftBlock key={shift.id} shift={shift} person={person.label} zone={zone} actions={null} />
              ),
            )}
            {actions && !isAway ? (
              <AddMenu person={person.label} to={to} templates={templates} actions={actions} />
            ) : null}
          </Cell>
        )
      })}
    </tr>
  )
}

type CellProps = { to: Target; isToday: boolean; isOff: boolean; children: ReactNode }

function Cell({ to, isToday, isOff, children }: CellProps) {
  const { setNodeRef, isOver } = useDroppable({ id: cellId(to), disabled: isOff })
  return (
    <td ref={setNodeRef} data-today={isToday || undefined} data-over={isOver || undefined}>
      <div className={classes.cell}>{children}</div>
    </td>
  )
}

type DraggableShiftProps = { shift: Shift; person: string; zone: string; actions: ShiftActions }

function DraggableShift({ shift, person, zone, actions }: DraggableShiftProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = useDraggable({ id: shift.id })
  return (
    <div ref={setNodeRef} className={classes.draggable} data-lifted={isDragging || undefined} {...listeners}>
      <ShiftBlock
        shift={shift}
        person={person}
        zone={zone}
        actions={actions}
        grip={
          <button
            type="button"
            ref={setActivatorNodeRef}
            className={classes.grip}
            {...attributes}
            aria-label={`Lift ${shiftName(shift, person, zone)}`}
          >
            <GripIcon />
          </button>
        }
      />
    </div>
  )
}

type AddMenuProps = { person: string; to: Target; templates: readonly Template[]; actions: GridActions }

const AddMenu = ({ person, to, templates, actions }: AddMenuProps) =>
  templates.length === 0 ? (
    <ActionIcon
      className={classes.add ?? ''}
      variant="subtle"
      color="gray"
      aria-label={`Add a shift of ${person} on ${calendarDayText(to.day)}`}
      onClick={() => actions.onAdd(to)}
    >
      <IconPlus size={16} aria-hidden />
    </ActionIcon>
  ) : (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon
          className={classes.add ?? ''}
          variant="subtle"
          color="gray"
          aria-label={`Add a shift of ${person} on ${calendarDayText(to.day)}`}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{`${person}, ${weekdayText(to.day)}`}</Menu.Label>
        {templates.map((template) => (
          <Menu.Item
            key={template.id}
            leftSection={<span className={classes.dot} data-place={template.place} aria-hidden />}
            onClick={() => actions.onTemplate(template, to)}
          >
            {templateWords(template)}
            <Text span size="xs" c="dimmed">
              {' '}
              {placeLabel(template.place)}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => actions.onAdd(to)}>Other times…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
