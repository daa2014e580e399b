import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'

const counted = z.array(z.object({ name: z.union([z.string(), z.number()]).transform(String), count: z.number() }))
const days = z.array(z.object({ day: z.string(), visits: z.number(), visitors: z.number() }))

const visitsSchema = z.object({
  visits: z.number(),
  visitors: z.number(),
  now: z.number(),
  days,
  pages: counted,
  sources: counted,
  devices: counted,
  funnel: counted,
})

/** Visits of the site on days of the company, both included; read again every half minute for those who are there now. */
export const visitsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['website-analytics', from, to],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('website_analytics', { p_from: from, p_to: to }).abortSignal(signal).throwOnError()
      return visitsSchema.parse(data)
    },
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  })

const bookingsSchema = z.object({
  all: z.number(),
  done: z.number(),
  no_show: z.number(),
  cancelled: z.number(),
  confirmed: z.number(),
  moved: z.number(),
  from_site: z.number(),
  days_ahead: z.string(),
  types: z.array(
    z.object({ name: z.string(), all: z.number(), done: z.number(), no_show: z.number(), cancelled: z.number() }),
  ),
  weekdays: counted,
  hours: counted,
  days,
})

/** Appointments on days of the company, both included. */
export const bookingsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['booking-analytics', from, to],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('booking_analytics', { p_from: from, p_to: to }).abortSignal(signal).throwOnError()
      return bookingsSchema.parse(data)
    },
    placeholderData: keepPreviousData,
  })
