import { withTax } from '@/shared/domain/text/formats'
import { roles } from '@/shared/domain/people/role'

/** The first letter large, underscores and hyphens as spaces: `manage_brands` is `Manage brands`. */
export const inWords = (name: string): string => {
  const words = name.replaceAll(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `width_mm` keeps millimetres. */
export const isLengthColumn = (column: string): boolean => column.endsWith('_mm')

/** `account_manager_id` is a person, not an id; `can_view` is a right. A length is said in the unit of the reader. */
export const columnText = (column: string): string =>
  withTax(columnWords[column] ?? '') ||
  (isLengthColumn(column)
    ? withTax(`${inWords(column.slice(0, -'_mm'.length))}, {unit}`)
    : inWords(column.replace(/^(can|is)_/, '').replace(/_(id|at|on)$/, '')))

const columnWords: Readonly<Record<string, string>> = {
  vat: '{Tax}',
  vat_table: '{Tax} by rate',
  vat_number: '{Tax} number',
  vat_rate_id: '{Tax} rate',
  iban: 'IBAN',
  account_iban: 'IBAN',
  bic: 'BIC',
  gross: 'Total with {tax}',
  open: 'Left',
  provider: 'Paid by',
  provider_ref: 'Number at the bank',
  client_po: 'Number of the client’s order',
  due_date: 'Due',
  invoiced_pct: 'Invoiced, per cent',
  drafted_pct: 'On a draft invoice, per cent',
  delivered_pct: 'Delivered, per cent',
  discount_pct: 'Discount, per cent',
  cash_discount_pct: 'Cash discount, per cent',
  cash_discount_days: 'Cash discount within, days',
  small_rest: 'Small rests that may be written off',
  cash_discounted: 'Cash discount',
  given_on: 'Given on',
  qty: 'Quantity',
  charged_qty: 'Charged quantity',
  unit_price: 'Unit price',
  vat_rate: '{Tax} rate',
  vat_treatment: '{Tax} treatment',
  route_seq: 'Place in the route',
  has_recorded: 'Made a payment',
  known: 'Entries that were here before',
}

/** Columns without meaning for a person: keys, creation times, and copies in issued papers. */
export const silentColumns = new Set([
  'id',
  'user_id',
  'created_at',
  'contact_id',
  'public_uuid',
  'snapshot',
  'request_id',
  'last_drop_id',
  'content_hash',
  'provider_session',
])
/** Codes that are translated in every column. */
export const codeWords = new Set<string>([...roles, 'pending_verification', 'verified', 'rejected', 'archived'])
/** Columns whose values are words of ours: `partly_paid`. */
export const codeColumns = new Set([
  'status',
  'kind',
  'method',
  'direction',
  'purpose',
  'format',
  'every',
  'priority',
  'read_from',
  'vat_treatment',
])

/** The names of a table's records. */
export const things: Record<string, string> = {
  user_roles: 'Role',
  permissions: 'Named permission',
  contacts: 'Contact',
  accounts: 'Account',
  exports: 'Export of everything',
  sign_in_settings: 'Sign-in',
  contact_relations: 'Relation',
  contact_bank_accounts: 'Bank account',
  contact_notes: 'Note on a contact',
  electronic_receivers: 'Electronic address',
  network_settings: 'Network for electronic invoices',
  contact_types: 'Type of contacts',
  locations: 'Location',
  credit_applications: 'Credit application',
  company_settings: 'Company',
  website_metadata_settings: 'Website setting',
  system_notes: 'Note',
  invoices: 'Invoice',
  credit_notes: 'Credit note',
  payments: 'Payment',
  payment_allocations: 'Allocation of a payment',
  payment_refunds: 'Refund',
  kept_deposits: 'Deposit kept for an order',
  payment_requests: 'Request to pay',
  refund_requests: 'Refund to a card',
  credit_allocations: 'Allocation of a credit note',
  write_offs: 'Write-off',
  cash_discounts: 'Cash discount',
  cash_counts: 'Count of the till',
  statements: 'Statement',
  statement_runs: 'Run of statements',
  bank_imports: 'Bank statement',
  bank_bookings: 'Entry of the bank or the till',
  book_entries: 'Entry by hand',
  fixed_assets: 'Fixed asset',
  fixed_asset_lives: 'Useful life of a fixed asset',
  moved_accounts: 'Account that moved to another chart',
  book_entry_lines: 'Line of an entry by hand',
  bank_rules: 'Rule for bank entries',
  bank_entries: 'Line of a bank statement',
  recurring_payments: 'Recurring payment',
  cost_accounts: 'Cost account',
  ledger_accounts: 'Account',
  account_rules: 'Rule of an account',
  hand_over_settings: 'Settings of hand-overs',
  hand_overs: 'Hand-over',
  vat_returns: 'Filed tax return',
  personal_accounts: 'Account of a client or supplier',
  supplier_invoices: 'Invoice of a supplier',
  supplier_payments: 'Payment to a supplier',
  payment_runs: 'Payment run',
  payment_run_items: 'Payment of a run',
  bank_entry_payouts: 'Debit of the bank',
  purchase_orders: 'Purchase order',
  inventory_items: 'Item of the stock',
  inventory_item_costs: 'Cost of an item',
  tax_places: 'Place of sales tax',
  exemption_certificates: 'Exemption certificate',
  vat_rates: '{Tax} rate',
  wage_rates: 'Wage',
  running_costs: 'Running cost',
  email_templates: 'Mail template',
  policy_texts: 'Text of a policy',
  site_versions: 'Page of the site',
  deliveries: 'Delivery',
  partial_deliveries: 'Part of a delivery',
  quotations: 'Quotation',
  quotation_items: 'Line of a quotation',
  invoice_items: 'Line of an invoice',
  orders: 'Order',
  jobs: 'Job',
}
