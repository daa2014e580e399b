import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import type { WorkJob, WorkRow } from '../work'

/** The root key of queries about colleagues' work. */
export const staffWorkKey = ['staff-work'] as const
/** Timers and document events, for people who manage time. */
export const staffWorkLive = [{ topic: 'page:time-tracking' }] as const

const text = z.string().nullable()
const activitiesSchema = z.object({
  day: z.string(),
  people: z.array(
    z.object({
      user_id: z.string(),
      person: text,
      role: z.string(),
      entry_id: text,
      status: text,
      since: text,
      client: text,
      job_id: text,
      job: text,
      step: text,
      seconds: z.number(),
    }),
  ),
  story: z.array(
    z.object({
      at: z.string(),
      person: text,
      kind: z.string(),
      record_id: z.string(),
      type: z.string(),
      meta: z.record(z.string(), z.unknown()),
      record: text,
    }),
  ),
})
export type Activities = z.infer<typeof activitiesSchema>

/** The running work of everybody, and the events of a day (`2026-11-20`; null is today). */
export const activitiesQuery = (day: string | null) =>
  queryOptions({
    queryKey: [...staffWorkKey, 'activities', day],
    queryFn: async ({ signal }): Promise<Activities & { readAt: number }> => {
      const { data } = await db
        .rpc('staff_activities', day === null ? {} : { p_day: day })
        .abortSignal(signal)
        .throwOnError()
      return { ...activitiesSchema.parse(data), readAt: Date.now() }
    },
  })

const timeSchema = z.object({
  rows: z.array(
    z.object({
      day: z.string(),
      user_id: z.string(),
      person: text,
      client: text,
      job_id: text,
      job: text,
      order_id: text,
      order: text,
      seconds: z.number(),
      is_running: z.boolean(),
      cost: text,
    }),
  ),
  jobs: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      title: z.string(),
      planned_minutes: z.number().nullable(),
      effort: z.object({
        seconds: z.number(),
        labour: text.optional(),
        material: text.optional(),
        quoted: text.optional(),
      }),
    }),
  ),
})

/** Time of everybody from one day to another, both counted. Costs are decimal text, null for who may not see them. */
export const staffTimeQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...staffWorkKey, 'time', from, to],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ rows: WorkRow[]; jobs: WorkJob[] }> => {
      const { data } = await db.rpc('staff_time', { p_from: from, p_to: to }).abortSignal(signal).throwOnError()
      return timeSchema.parse(data)
    },
  })
