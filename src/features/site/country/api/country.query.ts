import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { charts, clientsAccounts } from '@/shared/domain/money/charts-of-accounts'
import { companyKey } from '../../shared/api/company.query'
import { type Known, settings, untouched } from '../proposal'

export const countryKey = [...companyKey, 'country'] as const

/** What the company has of all that follows from a country. */
export const countryQuery = queryOptions({
  queryKey: countryKey,
  queryFn: async ({ signal }): Promise<Known> => {
    const [company, rates, books] = await Promise.all([
      db
        .from('company_settings')
        .select(
          'country, state, language, currency, time_zone, number_style, date_style, hour_style, first_weekday, paper_size, length_unit, tax_kind, tax_name, tax_id_name, bank_fields, electronic_invoices, payment_terms_days, iban, account_number',
        )
        .abortSignal(signal)
        .single()
        .throwOnError(),
      db.from('vat_rates').select('code, is_default').order('sort').limit(1000).abortSignal(signal).throwOnError(),
      booksOf(signal),
    ])
    const known = { ...untouched }
    for (const setting of settings) known[setting] = String(company.data[setting] ?? '')
    return {
      settings: known,
      rates: rates.data.map(({ code }) => code),
      hasDefaultRate: rates.data.some(({ is_default }) => is_default),
      hasAccount: company.data.iban !== null || company.data.account_number !== null,
      ...books,
    }
  },
})

/** The chart of accounts in use, and whether something is booked by it. */
async function booksOf(signal: AbortSignal): Promise<Pick<Known, 'chart' | 'isBooked'>> {
  const first = (table: 'payments' | 'supplier_invoices') =>
    db.from(table).select('id').limit(1).abortSignal(signal).throwOnError()
  const [rules, ...booked] = await Promise.all([
    db
      .from('account_rules')
      .select('account:ledger_accounts(code)')
      .eq('part', 'clients')
      .order('from_day', { ascending: false, nullsFirst: false })
      .limit(1)
      .abortSignal(signal)
      .throwOnError(),
    db.from('invoices').select('id').neq('status', 'draft').limit(1).abortSignal(signal).throwOnError(),
    first('payments'),
    first('supplier_invoices'),
  ])
  const code = rules.data[0]?.account.code
  return {
    chart: charts.find(({ value }) => clientsAccounts[value] === code)?.value ?? null,
    isBooked: booked.some(({ data }) => data.length > 0),
  }
}
