import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { vatProposalQuery } from '@/kit/record/vat-proposal'
import { vatRatesQuery } from '../api/quotation.query'
import type { VatChoice } from './line-columns'

/** The rates of the company; the one that a new line of this client begins with is the usual one. */
export function useVatChoices(contactId: string): readonly VatChoice[] {
  const { data: rates } = useQuery(vatRatesQuery)
  const proposed = useQuery(vatProposalQuery(contactId)).data?.value
  return useMemo(() => (rates ?? []).map((rate) => ({ ...rate, isUsual: rate.value === proposed })), [rates, proposed])
}
