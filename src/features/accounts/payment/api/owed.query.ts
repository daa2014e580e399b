import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { companySchema } from '@/documents/paper/read'
import { compared, exact, minus, written } from '@/shared/domain/decimal'
import { db } from '@/shared/db/client'
import { newId } from '@/shared/lib/new-id'

const quotation = z.object({
  project_title: z.string().nullable(),
  currency: z.string(),
  company: companySchema,
  order: z
    .object({ order_number: z.string(), deposit_amount: z.string(), deposit_paid: z.string(), gross: z.string() })
    .nullable(),
})

/** What is to be paid for a quotation, as decimal text; `order` is null until it is approved. */
export type Owed = z.infer<typeof quotation> & { deposit: string; whole: string }

/** One visit of the page of payment. */
export const visit = newId()
export const owedKey = (uuid: string) => ['owed', uuid] as const

const left = (amount: string, paid: string): string => {
  const rest = minus(exact(amount), exact(paid))
  return compared(rest, exact('0')) > 0 ? written(rest) : '0.00'
}

/** By the link of a quotation; null where it opens nothing. */
export const owedQuery = (uuid: string) =>
  queryOptions({
    queryKey: owedKey(uuid),
    queryFn: async ({ signal }): Promise<Owed | null> => {
      if (!z.guid().safeParse(uuid).success) return null
      const { data } = await db
        .rpc('get_public_quotation', { p_uuid: uuid, p_visit: visit })
        .abortSignal(signal)
        .throwOnError()
      const read = quotation.nullable().parse(data)
      return (
        read && {
          ...read,
          deposit: read.order ? left(read.order.deposit_amount, read.order.deposit_paid) : '0.00',
          whole: read.order ? left(read.order.gross, read.order.deposit_paid) : '0.00',
        }
      )
    },
  })
