import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLive } from '@/kit/live/use-live'
import { type TaxedPaper, vatProposalQuery } from '@/kit/record/vat/vat-proposal'
import { vatRatesQuery } from '../api/quotation.query'
import type { VatChoice } from './line-columns'

const ofRates = [{ page: 'quotations', tables: ['vat_rates'] }]

/** The rates of the company; the one that a new line of this paper begins with is the usual one. */
export function useVatChoices(contactId: string, paper: TaxedPaper): readonly VatChoice[] {
  const { data: rates } = useQuery(vatRatesQuery)
  const { value, workValue, siteValue } = useQuery(vatProposalQuery(contactId, paper)).data ?? {}
  // Where work has another rate than goods, the database knows which a line is.
  const proposed = value === workValue && value === siteValue ? value : undefined
  useLive(vatRatesQuery.queryKey, ofRates)
  useLive(['vat-proposal'], ofRates)
  return useMemo(() => (rates ?? []).map((rate) => ({ ...rate, isUsual: rate.value === proposed })), [rates, proposed])
}
