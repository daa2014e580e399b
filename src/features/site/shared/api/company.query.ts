import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { companyOf } from '../company'

export const companyKey = ['company'] as const

/** The company of this installation: its data for the site and papers. */
export const companyQuery = () =>
  queryOptions({
    queryKey: companyKey,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('company_settings')
        .select(
          'name, email, phone, address, postcode, city, country, map_point, vat_number, registration_number, logo_url, brand_color, currency, number_style, date_style, hour_style, time_zone',
        )
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return companyOf(data ?? {})
    },
  })
