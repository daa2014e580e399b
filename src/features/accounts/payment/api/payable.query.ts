import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { companySchema } from '@/documents/paper/read'
import { cashDiscountSchema } from '@/documents/paper/read-accounts'
import { db } from '@/shared/db/client'
import { announcedSchema } from '@/shared/domain/money/announced-transfer'
import { uuidOf } from '@/shared/domain/records/uuid'
import { visit } from './owed.query'

const payableSchema = z.object({
  number: z.string(),
  currency: z.string(),
  company: companySchema,
  credit: z.string(),
  announced: announcedSchema,
  payable: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      due_date: z.string().nullable(),
      project_title: z.string().nullable(),
      is_overdue: z.boolean().nullable(),
      balance: z.string(),
      cash_discount: cashDiscountSchema.nullish(),
    }),
  ),
})
/** The open invoices of a statement. Amounts are decimal text. */
export type Payable = z.infer<typeof payableSchema>

export const payableKey = (uuid: string) => ['payable', uuid] as const

/** The open invoices of a statement's client, by its link; null for an invalid link. */
export const payableQuery = (uuid: string) =>
  queryOptions({
    queryKey: payableKey(uuid),
    queryFn: async ({ signal }): Promise<Payable | null> => {
      if (uuidOf(uuid) === null) return null
      const { data } = await db
        .rpc('get_public_statement', { p_uuid: uuid, p_visit: visit })
        .abortSignal(signal)
        .throwOnError()
      return data === null ? null : payableSchema.parse(data)
    },
  })
