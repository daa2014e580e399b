import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import type { QuotedJob } from '@/shared/domain/planning/quoted-work'
import type { Workload } from '@/shared/domain/planning/workload'
import { amount, fields, flag, listOf, orNull, text } from '@/shared/domain/records/mini-schema'

/** The root of what a plan is made of. */
export const workloadKey = ['workload'] as const
/** The root of plans: they are computed from it, and not read again with it. */
export const planKey = ['plan'] as const

const lack = fields({ name: text, qty: amount, unit: text, expected_on: orNull(text), is_ordered: flag })
const step = fields({
  id: text,
  name: text,
  centre: orNull(text),
  people: listOf(text),
  status: text,
  minutes: amount,
  after: listOf(text),
  wait: amount,
  early: flag,
  day: orNull(text),
  starts_at: orNull(text),
  mark: text,
  rests_until: orNull(text),
})
const workload = fields({
  today: text,
  centres: listOf(
    fields({ id: text, name: text, kind: text, capacity: amount, workDays: listOf(amount), colour: orNull(text) }),
  ),
  closures: listOf(fields({ work_centre_id: orNull(text), starts_on: text, ends_on: text, reason: text })),
  shifts: listOf(fields({ centre: orNull(text), person: text, day: text, minutes: amount })),
  away: listOf(fields({ person: text, starts_on: text, ends_on: text })),
  jobs: listOf(
    fields({
      id: text,
      number: orNull(text),
      title: orNull(text),
      status: text,
      due: orNull(text),
      is_late: flag,
      priority: text,
      order_id: orNull(text),
      order: orNull(text),
      promise: orNull(text),
      lead_day: orNull(text),
      waits_for_client: flag,
      lacks: listOf(lack),
      has_steps: flag,
      steps: listOf(step),
    }),
  ),
})
const quotedJobs = listOf(
  fields({
    id: text,
    title: text,
    waits_for_client: flag,
    lead_day: orNull(text),
    lacks: listOf(lack),
    steps: listOf(
      fields({
        id: text,
        name: text,
        centre: orNull(text),
        wait: amount,
        early: flag,
        minutes: amount,
        follows: flag,
      }),
    ),
  }),
)

/** Reads the open work of the shop, and its hours. */
export async function readWorkload(signal: AbortSignal | undefined): Promise<Workload> {
  const call = db.rpc('workload')
  const { data } = await (signal ? call.abortSignal(signal) : call).throwOnError()
  return workload.parse(data)
}

/** The open work of the shop, and its hours. */
export const workloadQuery = queryOptions({
  queryKey: workloadKey,
  queryFn: ({ signal }) => readWorkload(signal),
})

/** The root of what was read of the work of a quotation. */
export const quotedWorkKey = (id: string) => [...workloadKey, 'quotation', id] as const

/** The jobs that a quotation would make. `stamp` changes when its lines do. */
export const quotedWorkQuery = (id: string, stamp: number) =>
  queryOptions({
    queryKey: [...quotedWorkKey(id), stamp],
    queryFn: async ({ signal }): Promise<QuotedJob[]> => {
      const { data } = await db.rpc('work_of_quotation', { p_id: id }).abortSignal(signal).throwOnError()
      return quotedJobs.parse(data)
    },
  })
