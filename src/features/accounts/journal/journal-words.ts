import type { LiveSource } from '@/kit/live/use-live'
import { exact, sum, truncated, written } from '@/shared/domain/money/decimal'
import { linkTo } from '@/shared/lib/address'
import type { Days } from '../shared/days'

/** What moves the journal. */
export const journalLive: readonly LiveSource[] = [
  { page: 'invoices', tables: ['invoices', 'credit_notes', 'write_offs', 'cash_discounts'] },
  {
    page: 'payments',
    tables: [
      'payments',
      'payment_refunds',
      'supplier_payments',
      'bank_bookings',
      'book_entries',
      'fixed_assets',
      'account_rules',
      'ledger_accounts',
    ],
  },
  { page: 'supplier-invoices', tables: ['supplier_invoices', 'supplier_invoice_items', 'cost_accounts'] },
]

/** `18 %`, `0 % reverse charge`; empty where a line has no VAT. */
export const vatText = ({
  vat_rate,
  vat_treatment,
}: {
  vat_rate: string | null
  vat_treatment: string | null
}): string =>
  [
    vat_rate === null ? '' : `${vat_rate} %`,
    vat_treatment === 'standard' ? '' : (vat_treatment?.replaceAll('_', ' ') ?? ''),
  ]
    .filter(Boolean)
    .join(' ')

export const kinds = [
  { value: 'asset', label: 'Asset' },
  { value: 'liability', label: 'Liability' },
  { value: 'equity', label: 'Equity' },
  { value: 'income', label: 'Income' },
  { value: 'cost', label: 'Cost' },
] as const

export const kindText = (kind: string): string => kinds.find(({ value }) => value === kind)?.label ?? kind

/** The address of the sheet of an account, on these days. */
export const sheetAddress = (id: string, { from, to }: Days): string =>
  `${linkTo('/trial-balance/:id', { id })}?days=${from}..${to}`

type Amounts = { opening: string; debit: string; credit: string; closing: string }

/** The sums of accounts, as decimal text. */
export function sumsOf(rows: readonly Amounts[]): Amounts {
  const of = (name: keyof Amounts) => written(truncated(sum(rows.map((row) => exact(row[name]))), 2))
  return { opening: of('opening'), debit: of('debit'), credit: of('credit'), closing: of('closing') }
}

export const parts = [
  { value: 'clients', label: 'What clients owe' },
  { value: 'suppliers', label: 'What suppliers get' },
  { value: 'sales', label: 'Sales' },
  { value: 'deposits', label: 'Deposits of clients' },
  { value: 'vat_sales', label: '{Tax} on sales' },
  { value: 'vat_waiting', label: '{Tax} of sales that are not paid' },
  { value: 'vat_purchases', label: '{Tax} on purchases' },
  { value: 'vat_purchases_waiting', label: '{Tax} on purchases that are not paid' },
  { value: 'vat_due', label: '{Tax} that you owe on purchases' },
  { value: 'costs', label: 'Costs without a cost account' },
  { value: 'money', label: 'Money' },
  { value: 'write_offs', label: 'Written off' },
  { value: 'cash_discounts', label: 'Cash discounts given' },
  { value: 'discounts', label: 'Discounts of suppliers' },
  { value: 'fees', label: 'Fees of the bank' },
  { value: 'exchange_gains', label: 'Gains by the exchange of currencies' },
  { value: 'exchange_losses', label: 'Losses by the exchange of currencies' },
  { value: 'depreciation', label: 'Depreciation of fixed assets' },
  { value: 'disposals', label: 'Money of sold fixed assets' },
  { value: 'disposal_gains', label: 'Gains on fixed assets' },
  { value: 'disposal_losses', label: 'Losses on fixed assets' },
  { value: 'opening', label: 'Opening balances of the former books' },
] as const

export const methods = [
  { value: 'bank', label: 'Bank' },
  { value: 'card', label: 'Card' },
  { value: 'cash', label: 'Cash' },
  { value: 'cheque', label: 'Cheque' },
  { value: 'other', label: 'Other' },
] as const
