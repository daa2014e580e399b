import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import type { Day } from '../days'
import { type Entry, type EntryRow, isEntryKind, toEntry } from '../entry'

export const calendarKey = ['calendar'] as const
export const entriesKey = [...calendarKey, 'entries'] as const
export const waitingKey = [...calendarKey, 'waiting'] as const

/** The time zone of the company: the calendar goes by its clock. */
export const zoneQuery = queryOptions({
  queryKey: [...calendarKey, 'zone'],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('company_settings')
      .select('time_zone')
      .abortSignal(signal)
      .maybeSingle()
      .throwOnError()
    return data?.time_zone ?? 'UTC'
  },
})

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

/** What waits for a time: the list beside the calendar. */
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
            vehicle: row.vehicle_id,
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

export type Place = { id: string; name: string; kind: string; capacity: number; colour: string | null }

/** Machines, benches and vans, in their order. */
export const placesQuery = queryOptions({
  queryKey: [...calendarKey, 'places'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Place[]> => {
    const { data } = await db
      .from('work_centres')
      .select('id, name, kind, capacity_minutes_day, colour')
      .is('archived_at', null)
      .order('sort')
      .order('name')
      .abortSignal(signal)
      .throwOnError()
    return data.map(({ capacity_minutes_day: capacity, ...place }) => ({ ...place, capacity }))
  },
})
