import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { companyFields, type CompanyValues, emptyCompany } from '../company-fields'
import { companyKey } from '../../shared/api/company.query'

const companySettingsKey = [...companyKey, 'settings'] as const

/** Every setting of the company as text, for the form; empty when not set. Null without a company row. */
export const companySettingsQuery = queryOptions({
  queryKey: companySettingsKey,
  queryFn: async ({ signal }): Promise<CompanyValues | null> => {
    const { data } = await db
      .from('company_settings')
      .select(
        'name, legal_form, represented_by, register_court, registration_number, legal_notice, exemption_note, vat_number, email, phone, address, postcode, city, state, country, map_point, domain, account_holder, iban, bic, bank_name, payment_terms_days, cash_discount_pct, cash_discount_days, small_rest::text, brand_color, currency, time_zone, number_style, date_style, hour_style, tax_kind, tax_name, tax_id_name, bank_fields, bank_code, account_number, first_weekday, paper_size, length_unit, electronic_invoices, language, rounding',
      )
      .abortSignal(signal)
      .maybeSingle()
      .throwOnError()
    if (data === null) return null
    const values = { ...emptyCompany }
    for (const field of companyFields) values[field] = String(data[field] ?? '')
    return values
  },
})
