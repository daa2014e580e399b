import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { invoicesKey } from '../../shared/keys'
import { notTakenBack } from '../../shared/not-taken-back'

/** The write-offs of an invoice without the reversed ones. Amounts are decimal text. */
export const writeOffsQuery = (id: string) =>
  queryOptions({
    queryKey: [...invoicesKey, 'one', id, 'write-offs'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('write_offs')
        .select('id, amount::text, reason, written_off_on, reverses_id')
        .eq('invoice_id', id)
        .order('created_at')
        .abortSignal(signal)
        .throwOnError()
      return notTakenBack(data)
    },
  })

/** How much of an invoice who may change invoices can write off, as decimal text. */
export const smallRestQuery = queryOptions({
  queryKey: ['company-settings', 'small-rest'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('company_settings')
      .select('small_rest::text')
      .abortSignal(signal)
      .maybeSingle()
      .throwOnError()
    return data?.small_rest ?? '0.00'
  },
})
