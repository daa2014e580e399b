import { useQuery } from '@tanstack/react-query'
import { choice } from '@/kit/fields/choice-fields'
import { date, time } from '@/kit/fields/date-fields'
import { readTime } from '@/kit/fields/read-time'
import { defineFields, type ValuesOf } from '@/kit/fields/field'
import { quantity, wholeNumber } from '@/kit/fields/number-fields'
import { rowChoice } from '@/kit/fields/row-choice'
import { longText, text } from '@/kit/fields/text-fields'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { absenceKinds, places } from './words'

export const useColleagues = () => useQuery(staffQuery).data ?? []

const workCentre = () => rowChoice('Work centre', { table: 'work_centres', key: ['work-centres'] })
const breakMinutes = (initial: number) =>
  wholeNumber('Break in minutes', { required: true, initial, most: '600', missing: 'Please enter 0 for no break' })

export const shiftFields = defineFields({
  user_id: choice('Person', useColleagues, { required: true, missing: 'Please choose a person' }),
  day: date('Day', { required: true }),
  from: time('From', { required: true }),
  to: time('To', { required: true, help: 'If it is before the start, the shift ends on the next day.' }),
  break_minutes: breakMinutes(30),
  place: choice('Place', places, { required: true, initial: 'workshop' }),
  work_centre_id: workCentre(),
  note: text('Note', { max: 500, wide: true }),
})
export type ShiftValues = ValuesOf<typeof shiftFields>

export const moveFields = defineFields({ user_id: shiftFields.user_id, day: shiftFields.day })

export const templateFields = defineFields({
  name: text('Name', { required: true, max: 60, duplicate: 'There is a template with this name already.' }),
  starts: { ...time('From', { required: true }), valueOf: (draft) => readTime(draft) },
  ends: time('To', { required: true }),
  break_minutes: breakMinutes(30),
  place: choice('Place', places, { required: true, initial: 'workshop' }),
  work_centre_id: workCentre(),
})

/** Minutes from one clock time to another, over midnight where the end is not later. */
export function clockMinutes(from: string, to: string): number | null {
  const [begin, end] = [readTime(from), readTime(to)]
  if (!begin || !end) return null
  const of = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
  const minutes = of(end) - of(begin)
  return minutes > 0 ? minutes : minutes + 1440
}

/** A break that is as long as the shift is a problem, under the field. */
export function breakProblem(from: string, to: string, pause: string): { break_minutes?: string } {
  const minutes = clockMinutes(from, to)
  return minutes !== null && Number(pause) >= minutes ? { break_minutes: 'The break is as long as the shift.' } : {}
}

export const leaveFields = defineFields({
  kind: choice('Kind', absenceKinds, { required: true, initial: 'holiday' }),
  starts_on: date('First day', { required: true }),
  ends_on: date('Last day', { required: true }),
  reason: longText('Reason', { max: 1000, help: 'Only you and those who plan shifts read it.' }),
})
export const absenceFields = defineFields({ user_id: shiftFields.user_id, ...leaveFields })

export const contractFields = defineFields({
  user_id: shiftFields.user_id,
  valid_from: date('From', {
    required: true,
    duplicate: 'This person has contract hours that begin on this day already.',
  }),
  hours_per_week: quantity('Hours a week', { required: true, places: 2, most: '100' }),
})
