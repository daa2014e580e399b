import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { dayAfter } from '@/shared/domain/time/days'
import { instantOf } from '@/shared/domain/time/zoned'
import type { Contract } from '../week'

/** The root of everything that the working schedule reads. */
export const scheduleKey = ['schedule'] as const
export const scheduleTables = ['shifts', 'shift_templates', 'absences', 'contract_hours']

async function readShifts(from: string, until: string, signal: AbortSignal) {
  const { data } = await db
    .from('shifts')
    .select(
      'id, row_version, user_id, starts_at, ends_at, break_minutes, place, work_centre_id, note, work_centre:work_centres (name)',
    )
    .gte('starts_at', from)
    .lt('starts_at', until)
    .order('starts_at')
    .limit(1000)
    .abortSignal(signal)
    .throwOnError()
  return data.map((shift) => ({
    ...shift,
    starts_at: new Date(shift.starts_at).toISOString(),
    ends_at: new Date(shift.ends_at).toISOString(),
  }))
}
export type Shift = Awaited<ReturnType<typeof readShifts>>[number]

type Details = { kind: string; reason: string | null; answer: string | null } | null
const absenceColumns =
  'id, user_id, starts_on, ends_on, status, created_at, decided_by, decided_at, details:absence_details (kind, reason, answer)'

const flat = <Row extends { details: Details }>({ details, ...row }: Row) => ({
  ...row,
  kind: details?.kind ?? null,
  reason: details?.reason ?? null,
  answer: details?.answer ?? null,
})

async function readAbsences(from: string, until: string, signal: AbortSignal) {
  const { data } = await db
    .from('absences')
    .select(absenceColumns)
    .in('status', ['requested', 'approved'])
    .lte('starts_on', until)
    .gte('ends_on', from)
    .order('starts_on')
    .abortSignal(signal)
    .throwOnError()
  return data.map(flat)
}
export type Absence = Awaited<ReturnType<typeof readAbsences>>[number]

async function readContracts(signal: AbortSignal): Promise<Contract[]> {
  const { data } = await db
    .from('contract_hours')
    .select('user_id, valid_from, hours_per_week::text')
    .order('valid_from')
    .abortSignal(signal)
    .throwOnError()
  return data
}

export type Week = { shifts: Shift[]; absences: Absence[]; contracts: Contract[] }

/** The shifts that begin in the week of that Monday, absences that touch it, and contract hours that the person may read. */
export const weekQuery = (zone: string, monday: string) =>
  queryOptions({
    queryKey: [...scheduleKey, 'week', zone, monday],
    queryFn: async ({ signal }): Promise<Week> => {
      const bound = (day: string) => new Date(instantOf(zone, day, '00:00')).toISOString()
      const [shifts, absences, contracts] = await Promise.all([
        readShifts(bound(monday), bound(dayAfter(monday, 7)), signal),
        readAbsences(monday, dayAfter(monday, 6), signal),
        readContracts(signal),
      ])
      return { shifts, absences, contracts }
    },
  })

/** Requests that wait first, then all others by day, the latest before; planners read everybody's. */
export const leaveQuery = queryOptions({
  queryKey: [...scheduleKey, 'leave'],
  queryFn: async ({ signal }): Promise<Absence[]> => {
    const { data } = await db
      .from('absences')
      .select(absenceColumns)
      .order('starts_on', { ascending: false })
      .limit(300)
      .abortSignal(signal)
      .throwOnError()
    const waits = ({ status }: { status: string }) => (status === 'requested' ? 0 : 1)
    return data.map(flat).toSorted((one, other) => waits(one) - waits(other))
  },
})

export const templatesQuery = queryOptions({
  queryKey: [...scheduleKey, 'templates'],
  queryFn: async ({ signal }): Promise<Template[]> => {
    const { data } = await db
      .from('shift_templates')
      .select('id, name, starts, ends, break_minutes, place, work_centre_id')
      .order('sort')
      .order('starts')
      .abortSignal(signal)
      .throwOnError()
    return data.map((template) => ({
      ...template,
      starts: template.starts.slice(0, 5),
      ends: template.ends.slice(0, 5),
    }))
  },
})
export type Template = {
  id: string
  name: string
  /** `06:00`, by the clock of the company. */
  starts: string
  ends: string
  break_minutes: number
  place: string
  work_centre_id: string | null
}
