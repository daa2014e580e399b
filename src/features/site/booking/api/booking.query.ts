import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import type { Language } from '@/shared/domain/texts/languages'
import { todayOf } from '@/shared/domain/time/today'
import { inLanguage } from '../../shared/api/in-language'
import { count, flag, list, maybe, record, text } from '../../shared/mini-schema'

export const bookingKey = ['booking'] as const

const typeShape = record({ slug: text, name: text, summary: maybe(text), place: text, minutes: count })
export type BookingType = ReturnType<typeof typeShape>

/** The kinds of appointments for visitors. */
export const bookingTypesQuery = (language: Language) =>
  queryOptions(inLanguage([...bookingKey, 'types'], language, () => db.rpc('get_booking_types'), list(typeShape)))

const slotsShape = record({ zone: text, today: text, last_day: text, slots: list(text) })

/** In ms: how often an open page reads the free times. A taken time disappears within it. */
const askEvery = 4000

/**
 * The free times of two weeks from that day on; null without a type. Times that `holder` holds count as free for them.
 */
export const freeSlotsQuery = (type: string, from: string | null, holder: string | null) =>
  queryOptions({
    queryKey: [...bookingKey, 'free', type, from, holder],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('free_slots', {
          p_type: type,
          p_from: from ?? todayOf(Date.now()),
          p_days: 14,
          ...(holder ? { p_holder: holder } : {}),
        })
        .abortSignal(signal)
        .throwOnError()
      return maybe(slotsShape)(data)
    },
    staleTime: 0,
    refetchInterval: askEvery,
  })

const bookingShape = record({
  holder: text,
  reference: maybe(text),
  status: text,
  held_until: maybe(text),
  starts_at: text,
  ends_at: text,
  name: maybe(text),
  email: maybe(text),
  address: maybe(text),
  note: maybe(text),
  moved: count,
  is_past: flag,
  zone: text,
  type: typeShape,
})
export type Booking = ReturnType<typeof bookingShape>
export const readBooking = bookingShape

const isLink = (link: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(link)

export async function fetchBooking(link: string, signal?: AbortSignal): Promise<Booking | null> {
  if (!isLink(link)) return null
  const call = db.rpc('get_booking', { p_holder: link })
  const { data } = await (signal ? call.abortSignal(signal) : call).throwOnError()
  return maybe(bookingShape)(data)
}

/** The appointment of a link, as the office and the visitor have it now; null where the link opens nothing. */
export const bookingQuery = (link: string) =>
  queryOptions({
    queryKey: [...bookingKey, 'one', link],
    queryFn: ({ signal }) => fetchBooking(link, signal),
    staleTime: 0,
  })
