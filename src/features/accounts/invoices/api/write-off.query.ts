import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
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

const balances = z.array(z.object({ credit: z.coerce.string() }))

/** A client's unused credit, from payments and credit notes, as decimal text. */
export const creditQuery = (contactId: string) =>
  queryOptions({
    queryKey: [...invoicesKey, 'credit', contactId],
    queryFn: async ({ signal }): Promise<string> => {
      const { data } = await db
        .rpc('client_balances', { p_contact_id: contactId })
        .select('credit::text')
        .abortSignal(signal)
        .throwOnError()
      return balances.parse(data)[0]?.credit ?? '0.00'
    },
  })
