import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import type { Day } from '../days'
import { type Entry, type EntryRow, isEntryKind, toEntry } from '../entry'
import type { Closure } from '@/shared/domain/records/work-centre'

export const calendarKey = ['calendar'] as const
export const entriesKey = [...calendarKey, 'entries'] as const
export const waitingKey = [...calendarKey, 'waiting'] as const

/** Everything that the person may see between two days, both included. The screen filters it. */
export const entriesQuery = (from: Day, to: Day, zone: string | undefined) =>
  queryOptions({
    queryKey: [...entriesKey, from, to, zone],
    enabled: zone !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Entry[]> => {
      const { data } = await db.rpc('calendar_entries', { p_from: from, p_to: to }).abortSignal(signal).throwOnError()
      // The generated types call no column of a function nullable.
      return (data as EntryRow[]).flatMap((row) => toEntry(row, zone ?? 'UTC') ?? [])
    },
  })

/** The entries without a time, for the list beside the calendar. */
export const waitingQuery = queryOptions({
  queryKey: waitingKey,
  queryFn: async ({ signal }): Promise<Entry[]> => {
    const { data } = await db.rpc('calendar_waiting').abortSignal(signal).throwOnError()
    return data.flatMap((row) =>
      isEntryKind(row.kind)
        ? {
            kind: row.kind,
            id: row.id,
            title: row.title,
            detail: row.detail,
            number: row.number,
            startsAt: null,
            endsAt: null,
            firstDay: '',
            lastDay: '',
            from: null,
            until: null,
            minutes: row.minutes,
            people: row.person_ids,
            workCentre: row.work_centre_id,
            van: row.van_id,
            status: row.status,
            isDone: false,
            mayMove: row.may_move,
            mayResize: false,
            mark: row.mark,
            parentId: row.parent_id,
            amount: null,
            dueOn: row.due_on,
          }
        : [],
    )
  },
})

export type Place = {
  id: string
  name: string
  kind: string
  /** Minutes a day; 0 without a limit. */
  capacity: number
  /** The working days of the week: 1 is Monday. Null for all days. */
  workDays: readonly number[] | null
  /** Days on which it or the whole workshop is closed. */
  closures: readonly Closure[]
  colour: string | null
}

/** Machines and benches in their order, then vans; without the right to deliveries there are no vans. */
export const placesQuery = queryOptions({
  queryKey: [...calendarKey, 'places'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Place[]> => {
    const [centres, vans, closures] = await Promise.all([
      db
        .from('work_centres')
        .select('id, name, kind, capacity_minutes_day, work_days, colour')
        .is('archived_at', null)
        .order('sort')
        .order('name')
        .abortSignal(signal)
        .throwOnError(),
      db.from('vans').select('id, name').order('name').abortSignal(signal).throwOnError(),
      db
        .from('work_centre_closures')
        .select('work_centre_id, starts_on, ends_on, reason')
        .order('starts_on', { ascending: false })
        .limit(1000)
        .abortSignal(signal)
        .throwOnError(),
    ])
    return [
      ...centres.data.map(({ capacity_minutes_day: capacity, work_days: workDays, ...place }) => ({
        ...place,
        capacity,
        workDays,
        closures: closures.data,
      })),
      ...vans.data.map((van) => ({ ...van, kind: 'van', capacity: 0, workDays: null, closures: [], colour: null })),
    ]
  },
})
