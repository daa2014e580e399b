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
