import type { QueryClient } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { doubtsOfWords, type OrderPromise } from '@/shared/domain/planning/text-doubts'
import type { Workload } from '@/shared/domain/planning/workload'
import { currentFormats } from '@/shared/domain/text/formats'
import { chosenLanguage } from '@/shared/domain/texts/languages'
import { todayOf } from '@/shared/domain/time/today'
import { workloadKey } from '../planning/workload.query'
import { mailKey } from './mail.query'

type Order = { order_number: string; promised_date: string | null } | null

/** The order that a record is about, as far as this person sees orders; null for records of none, or of several. */
async function orderOf(kind: string, id: string, signal: AbortSignal): Promise<Order> {
  const columns = 'order_number, promised_date'
  if (kind === 'order')
    return (await db.from('orders').select(columns).eq('id', id).abortSignal(signal).maybeSingle().throwOnError()).data
  const { data } =
    kind === 'delivery'
      ? await db
          .from('deliveries')
          .select(`order:orders!deliveries_order_id_fkey(${columns})`)
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError()
      : await db
          .from('invoices')
          .select(`order:orders!invoices_order_id_fkey(${columns})`)
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError()
  return data?.order ?? null
}

/** The promise of the order that a mail is about; null without one. */
const promiseQuery = (kind: string, id: string) => ({
  queryKey: [...mailKey, 'promise', kind, id],
  staleTime: 30_000,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<OrderPromise | null> => {
    const order = await orderOf(kind, id, signal)
    return order?.promised_date ? { number: order.order_number, day: order.promised_date } : null
  },
})

/**
 * What is doubtful about the days in a person's own words of a mail: a date on the wrong day of the week, and a day of delivery that is
 * not the promised one of its order. Null for nothing. The days that a text counts are read where the page knows the closed days.
 */
export async function doubtOfOwnWords(
  queryClient: QueryClient,
  { kind, id, words, language }: { kind: string; id: string; words: string; language: string | undefined },
): Promise<string | null> {
  const isOfOrder = ['order', 'delivery', 'invoice'].includes(kind)
  const promise = isOfOrder ? await queryClient.fetchQuery(promiseQuery(kind, id)) : null
  const closures = queryClient.getQueryData<Workload>(workloadKey)?.closures ?? null
  const style = currentFormats().date_style
  const reading = { today: todayOf(Date.now()), language: chosenLanguage(language), style, closures }
  return doubtsOfWords(words, promise, reading).join(' ') || null
}
