import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { charts, clientsAccounts } from '@/shared/domain/money/charts-of-accounts'
import { todayOf } from '@/shared/domain/time/today'
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
          'country, state, language, currency, time_zone, number_style, date_style, hour_style, first_weekday, paper_size, length_unit, tax_kind, tax_name, tax_id_name, bank_fields, electronic_invoices, payment_terms_days, rounding, iban, account_number',
        )
        .abortSignal(signal)
        .single()
        .throwOnError(),
      db
        .from('vat_rates')
        .select('code, label, is_default, valid_to')
        .order('sort')
        .limit(1000)
        .abortSignal(signal)
        .throwOnError(),
      booksOf(signal),
    ])
    const today = todayOf(Date.now())
    const known = { ...untouched }
    for (const setting of settings) known[setting] = String(company.data[setting] ?? '')
    return {
      settings: known,
      rates: rates.data.map(({ code, label, valid_to }) => ({
        code,
        label,
        isOffered: valid_to === null || valid_to >= today,
      })),
      hasDefaultRate: rates.data.some(({ is_default }) => is_default),
      hasAccount: company.data.iban !== null || company.data.account_number !== null,
      ...books,
    }
  },
})

/** The chart of accounts in use, whether something is booked by it, and whether there are papers with amounts. */
async function booksOf(signal: AbortSignal): Promise<Pick<Known, 'chart' | 'isBooked' | 'hasPapers'>> {
  const first = (table: 'payments' | 'supplier_invoices' | 'invoices' | 'quotations' | 'orders' | 'purchase_orders') =>
    db.from(table).select('id').limit(1).abortSignal(signal).throwOnError()
  const [papers, rules, ...booked] = await Promise.all([
    Promise.all((['quotations', 'orders', 'invoices', 'purchase_orders'] as const).map(first)),
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
    hasPapers: [...papers, ...booked].some(({ data }) => data.length > 0),
  }
}
