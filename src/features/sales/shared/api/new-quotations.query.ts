import { queryOptions } from '@tanstack/react-query'
import { NotSaved } from '@/kit/save/not-saved'
import { db } from '@/shared/db/client'

export type NewQuotationSettings = { quotation_valid_days: number; deposit_percent: string; lead_days: number }

export const newQuotationsKey = ['new-quotations'] as const

/**
 * The defaults of a new quotation: its validity in days, the deposit in percent as decimal text, the lead time in
 * working days.
 */
export const newQuotationsQuery = queryOptions({
  queryKey: newQuotationsKey,
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('company_settings')
      .select('quotation_valid_days, deposit_percent::text, lead_days')
      .abortSignal(signal)
      .single()
      .throwOnError()
    return data
  },
})

/** Saves the defaults of new quotations. @throws NotSaved when the person may not change them */
export async function saveNewQuotations(values: NewQuotationSettings): Promise<void> {
  const { data } = await db
    .from('company_settings')
    .update({ ...values, deposit_percent: values.deposit_percent as unknown as number })
    .eq('id', 1)
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new NotSaved('refused', 'You may not change the usual values of new quotations.')
}
