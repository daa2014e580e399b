import { queryOptions } from '@tanstack/react-query'
import type { CompanyFacts } from '@/documents/paper/source'
import { db } from '@/shared/db/client'
import { readFormats } from '@/shared/domain/text/formats'

/** The company's data on its papers, without the bank account: nobody should pay a sample. */
export const companyFactsQuery = queryOptions({
  queryKey: ['company', 'facts'],
  queryFn: async ({ signal }): Promise<CompanyFacts> => {
    const { data } = await db
      .from('company_settings')
      .select(
        'name, email, phone, address, postcode, city, state, country, vat_number, registration_number, logo_url, brand_color, number_style, date_style, hour_style',
      )
      .abortSignal(signal)
      .single()
      .throwOnError()
    const { number_style, date_style } = readFormats(data)
    return { ...data, number_style, date_style, iban: null, bic: null, bank_name: null }
  },
})
