import { z } from 'zod'
import { calendarDayText } from '@/shared/domain/formats'
import { fullTime } from '@/shared/domain/relative-time'
import { roles } from '@/shared/domain/role'

/** One line of the trail, as the database keeps it. */
export type AuditLine = {
  id: number
  at: string
  actor_label: string | null
  table_name: string
  record_id: string
  record_label: string | null
  action: string
  /** `{column: [before, after]}` */
  changed: unknown
  /** `{key: name}` of the people, contacts and rights among the values. */
  labels: unknown
}

export type Change = { column: string; before: string; after: string }

const changesSchema = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]))
const labelsSchema = z.record(z.string(), z.string()).catch({})

/** Columns that say nothing to a person: keys, when a row was made, and what an issued paper keeps of other records. */
const silent = new Set([
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
/** The key of these is in the heading of the line, so it is not repeated below. */
const inHeading: Record<string, readonly string[]> = {
  page_permissions: ['role', 'page_name'],
  role_permissions: ['role', 'permission_id'],
}

/** What changed in a line, by column. What has no value is a dash, keys are the names that they had then. */
export function changesOf({
  table_name,
  changed,
  labels,
}: Pick<AuditLine, 'table_name' | 'changed' | 'labels'>): Change[] {
  const parsed = changesSchema.safeParse(changed)
  if (!parsed.success) return []
  const names = labelsSchema.parse(labels)
  const hidden = new Set([...silent, ...(inHeading[table_name] ?? [])])
  return Object.entries(parsed.data)
    .filter(([column]) => !hidden.has(column))
    .map(([column, [before, after]]) => ({
      column: columnText(column),
      before: valueText(before, names, codeColumns.has(column)),
      after: valueText(after, names, codeColumns.has(column)),
    }))
    .filter(({ before, after }) => before !== after)
    .toSorted((a, b) => a.column.localeCompare(b.column))
}

/** The first letter large, underscores and hyphens as spaces: `manage_brands` is `Manage brands`. */
const inWords = (name: string): string => {
  const words = name.replaceAll(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `account_manager_id` is a person, not an id; `can_view` is a right. */
const columnText = (column: string): string =>
  columnWords[column] ?? inWords(column.replace(/^(can|is)_/, '').replace(/_(id|at|on)$/, ''))

const columnWords: Readonly<Record<string, string>> = {
  vat: 'VAT',
  vat_table: 'VAT by rate',
  vat_number: 'VAT number',
  vat_rate_id: 'VAT rate',
  iban: 'IBAN',
  account_iban: 'IBAN',
  bic: 'BIC',
  gross: 'Total with VAT',
  open: 'Left',
  provider: 'Paid by',
  provider_ref: 'Number at the bank',
  client_po: 'Number of the client’s order',
  due_date: 'Due',
  invoiced_pct: 'Invoiced, per cent',
  delivered_pct: 'Delivered, per cent',
  discount_pct: 'Discount, per cent',
  route_seq: 'Place in the route',
  has_recorded: 'Made a payment',
  known: 'Entries that were here before',
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const moment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}(:?\d{2})?)$/
const calendarDay = /^\d{4}-\d{2}-\d{2}$/
const codeWords = new Set<string>([...roles, 'pending_verification', 'verified', 'rejected', 'archived'])
/** Columns whose values are words of ours: `partly_paid`. */
const codeColumns = new Set([
  'status',
  'kind',
  'method',
  'direction',
  'purpose',
  'format',
  'every',
  'priority',
  'read_from',
])

function valueText(value: unknown, names: Readonly<Record<string, string>>, isCode = false): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map((one) => valueText(one, names)).join(', ')
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([key, part]) => `${inWords(key)}: ${valueText(part, names)}`)
    return parts.length === 0 ? '–' : parts.join('; ')
  }
  const text = String(value)
  if (moment.test(text)) return fullTime(text)
  if (calendarDay.test(text)) return calendarDayText(text)
  if (uuid.test(text)) return names[text] ?? 'no longer known'
  return isCode || codeWords.has(text) ? inWords(text) : text
}

const things: Record<string, string> = {
  user_roles: 'Role',
  permissions: 'Named permission',
  contacts: 'Contact',
  accounts: 'Account',
  contact_relations: 'Relation',
  contact_bank_accounts: 'Bank account',
  contact_notes: 'Note on a contact',
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
  payment_requests: 'Request to pay',
  refund_requests: 'Refund to a card',
  credit_allocations: 'Allocation of a credit note',
  write_offs: 'Write-off',
  statements: 'Statement',
  statement_runs: 'Run of statements',
  bank_imports: 'Bank statement',
  bank_entries: 'Line of a bank statement',
  recurring_payments: 'Recurring payment',
  supplier_invoices: 'Invoice of a supplier',
  supplier_payments: 'Payment to a supplier',
  payment_runs: 'Payment run',
  payment_run_items: 'Payment of a run',
  bank_entry_payouts: 'Debit of the bank',
  purchase_orders: 'Purchase order',
  inventory_items: 'Item of the stock',
  inventory_item_costs: 'Cost of an item',
  vat_rates: 'VAT rate',
  wage_rates: 'Wage',
  running_costs: 'Running cost',
  email_templates: 'Mail template',
  policy_texts: 'Text of a policy',
  deliveries: 'Delivery',
  partial_deliveries: 'Part of a delivery',
  quotations: 'Quotation',
  orders: 'Order',
  jobs: 'Job',
}
const happenings: Record<string, string> = {
  INSERT: 'added',
  UPDATE: 'changed',
  DELETE: 'removed',
  invited_again: 'invited again',
  temporary_password: 'given a temporary password',
}
const rightHappenings: Record<string, string> = { INSERT: 'given', UPDATE: 'changed', DELETE: 'taken' }

/** What happened, in words: `Role changed`, `Sales: rights on Quotations changed`. */
export function happeningText({
  table_name,
  action,
  record_label,
}: Pick<AuditLine, 'table_name' | 'action' | 'record_label'>): string {
  const [role = '', right = 'no longer known'] = record_label?.split(' · ') ?? []
  if (table_name === 'page_permissions')
    return `${inWords(role)}: rights on ${inWords(right)} ${rightHappenings[action] ?? action}`
  if (table_name === 'role_permissions')
    return `${inWords(role)}: the right “${inWords(right)}” ${rightHappenings[action] ?? action}`
  return `${things[table_name] ?? inWords(table_name)} ${happenings[action] ?? action}`
}

/** Whom or what the trail of a record is about, by what it was called last. */
export function subjectOf(lines: readonly AuditLine[], id: string): string | null {
  if (isRole(id)) return `${inWords(id)}: all rights`
  const label = lines.find(({ record_label }) => record_label !== null)?.record_label
  // A name of ours is read as words; a number keeps its hyphens: INV-2026-0270.
  const isOurs = (part: string) => /^[a-z]+([_-][a-z]+)*$/.test(part)
  return label
    ? label
        .split(' · ')
        .map((part) => (isOurs(part) ? inWords(part) : part))
        .join(' · ')
    : null
}

/** A role has a trail too: of every right that it was given and lost. */
export const isRole = (id: string): boolean => roles.some((role) => role === id)
