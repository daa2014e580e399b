import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { calendarDayText, weekdayText } from '@/shared/domain/text/formats'
import { wallClock } from '@/shared/domain/time/zoned'
import type { Absence, Shift, Week } from '../api/schedule.query'
import { hoursText, isAwayOn, sumOfMinutes } from '../week'
import { AbsenceBlock, ShiftBlock, type ShiftActions } from './shift-block'
import type { Person } from './week-grid'
import classes from './schedule.module.css'

type DayListProps = {
  people: readonly Person[]
  days: readonly string[]
  today: string
  zone: string
  week: Week
  me: string
  actions: (ShiftActions & { onAddOn: (day: string) => void }) | null
  onAbsence: ((absence: Absence) => void) | null
}

/** The week as a list, day by day: for phones, and for one's own shifts. */
export function DayList({ people, days, today, zone, week, me, actions, onAbsence }: DayListProps) {
  const nameOf = (id: string) => people.find(({ value }) => value === id)?.label ?? 'Former colleague'
  const isOfOne = people.length === 1
  const shown = (user_id: string) => !isOfOne || user_id === people[0]?.value
  const shiftsOn = (day: string): Shift[] =>
    week.shifts.filter((shift) => shown(shift.user_id) && wallClock(zone, shift.starts_at).day === day)
  return (
    <div className={classes.days}>
      {days.map((day) => {
        const shifts = shiftsOn(day)
        const away = week.absences.filter((absence) => shown(absence.user_id) && isAwayOn(absence, day))
        return (
          <section
            key={day}
            className={classes.day}
            data-today={day === today || undefined}
            aria-label={weekdayText(day)}
          >
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Group gap="xs" wrap="nowrap">
                <Title order={2} size="h5">
                  {weekdayText(day)}
                </Title>
                {day === today ? <Badge size="sm">Today</Badge> : null}
              </Group>
              <Text span size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                {shifts.length === 0 ? '' : hoursText(sumOfMinutes(shifts))}
              </Text>
            </Group>
            {away.map((absence) =>
              isOfOne ? (
                <AbsenceBlock key={absence.id} absence={absence} person={nameOf(absence.user_id)} onOpen={onAbsence} />
              ) : (
                <div key={absence.id} className={classes.awayLine}>
                  <Text size="sm" fw={600}>
                    {nameOf(absence.user_id)}
                  </Text>
                  <AbsenceBlock
                    absence={absence}
                    person={nameOf(absence.user_id)}
                    onOpen={actions || absence.user_id === me ? onAbsence : null}
                  />
                </div>
              ),
            )}
            {shifts.map((shift) => (
              <ShiftBlock
                key={shift.id}
                shift={shift}
                person={nameOf(shift.user_id)}
                zone={zone}
                actions={actions}
                showsPerson={!isOfOne}
              />
            ))}
            {shifts.length === 0 && away.length === 0 ? (
              <Text size="sm" c="dimmed">
                {isOfOne ? 'Free' : 'Nobody works'}
              </Text>
            ) : null}
            {actions ? (
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<IconPlus size={16} aria-hidden />}
                aria-label={`Add shift on ${calendarDayText(day)}`}
                onClick={() => actions.onAddOn(day)}
                style={{ alignSelf: 'start' }}
              >
                Add shift
              </Button>
            ) : null}
          </section>
        )
      })}
    </div>
  )
}
