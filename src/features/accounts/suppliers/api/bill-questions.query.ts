import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { ibanProblem, plainIban } from '@/shared/domain/money/iban'
import { isDay } from '@/shared/domain/time/days'
import { db } from '@/shared/db/client'
import { suppliersKey } from './suppliers.query'

const other = z.object({ id: z.string(), number: z.string() }).nullable()
const questionsSchema = z.object({
  /** The bill of this supplier with this number, however it is written. */
  same_number: other,
  /** The bill of this supplier with the same day and total. */
  same_total: other,
  /** A sentence when the VAT is no rate of the net, with the nearest rates. */
  vat: z.string().nullable(),
  /** The value that is saved when the VAT is confirmed. */
  vat_as: z.string(),
  /** The day on which the books take it, where those of its own day are closed. */
  counts_from: z.string().nullish(),
})
/** The questions before a bill is saved; null without any. */
export type BillQuestions = z.infer<typeof questionsSchema>
export const noQuestions: BillQuestions = { same_number: null, same_total: null, vat: null, vat_as: '' }

/** Why the account on a bill may not be the supplier's, in words; null where nothing is wrong with it or the IBAN is not whole. */
export function useAccountDoubt(supplierId: string, iban: string): string | null {
  const plain = plainIban(iban)
  const isWhole = supplierId !== '' && plain !== '' && ibanProblem(iban) === null
  const { data } = useQuery({
    queryKey: [...suppliersKey, 'account', supplierId, plain],
    enabled: isWhole,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('account_doubt', { p_supplier_id: supplierId, p_iban: plain })
        .abortSignal(signal)
        .throwOnError()
      return data as string | null
    },
  })
  return (isWhole ? data : undefined) ?? null
}

type Head = { supplierId: string; number: string; day: string; net: string | null; vat: string | null }

/** The questions about a bill while it is typed. `except` is the bill itself. The answer is the same object until it changes. */
export function useBillQuestions({ supplierId, number, day, net, vat }: Head, except: string | null): BillQuestions {
  const isWhole = supplierId !== '' && isDay(day) && net !== null && vat !== null
  const { data } = useQuery({
    queryKey: [...suppliersKey, 'questions', supplierId, number, day, net, vat, except],
    enabled: isWhole,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('bill_questions', {
          p_supplier_id: supplierId,
          p_number: number,
          p_invoice_date: day,
          // Decimal text, which PostgreSQL takes for a number without losing a digit.
          p_net: net as unknown as number,
          p_vat: vat as unknown as number,
          ...(except === null ? {} : { p_except: except }),
        })
        .abortSignal(signal)
        .throwOnError()
      return questionsSchema.parse(data)
    },
  })
  return (isWhole ? data : undefined) ?? noQuestions
}
