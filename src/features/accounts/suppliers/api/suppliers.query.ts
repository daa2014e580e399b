import { queryOptions } from '@tanstack/react-query'
import type { PageRequest } from '@/kit/list/define-list'
import { pageOf } from '@/kit/list/keyset'
import { db } from '@/shared/db/client'
import { likeAnywhere } from '@/shared/db/like'
import { daysBetween } from '@/shared/domain/time/days'
import { storable } from '@/shared/domain/text/storable'
import { booksCurrency } from '../bill-worth'
import type { supplierFilters } from '../supplier-filters'
import { accountsKey } from '../../shared/keys'

export const suppliersKey = [...accountsKey, 'suppliers'] as const

const supplier = 'supplier:contacts!supplier_invoices_supplier_id_fkey(id, type, name, last_name, company)'
const columns = `id, supplier_number, status, invoice_date, due_date, scheduled_for, currency, gross::text, open::text, is_credit, paper_currency, paper_net::text, paper_vat::text, ${supplier}`

export type SupplierLine = {
  id: string
  supplier_number: string
  status: string
  invoice_date: string
  due_date: string | null
  scheduled_for: string | null
  currency: string
  gross: string
  open: string
  is_credit: boolean
  /** Of a bill in another currency whose worth is said: its own currency and amounts. */
  paper_currency: string | null
  paper_net: string | null
  paper_vat: string | null
  supplier: { id: string; type: string; name: string | null; last_name: string | null; company: string | null } | null
}

const toDo: Readonly<Record<string, readonly string[]>> = {
  inbox: ['received', 'disputed'],
  pay: ['approved', 'scheduled', 'part_paid'],
  paid: ['paid'],
}

/** One page of the inbox, filtered and sorted by the database. */
export function readSupplierInvoices({ filter, ...page }: PageRequest<typeof supplierFilters>) {
  const count = page.after === null ? { count: 'exact' as const } : {}
  let query =
    filter.show === 'no-account'
      ? db.rpc('bills_without_account', undefined, count).select(columns)
      : db.from('supplier_invoices').select(columns, count)
  const statuses = toDo[filter.show]
  if (statuses) query = query.in('status', [...statuses])
  if (filter.show === 'foreign') query = query.or(`paper_currency.not.is.null,currency.neq.${booksCurrency()}`)
  if (filter.show === 'credits') query = query.is('is_credit', true)
  if (filter.supplier) query = query.eq('supplier_id', filter.supplier)
  const text = storable(filter.q).trim()
  if (text !== '') query = query.ilike('supplier_number', likeAnywhere(text))
  return pageOf<SupplierLine>(query, page)
}

export const supplierInvoiceQuery = (id: string) =>
  queryOptions({
    queryKey: [...suppliersKey, 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('supplier_invoices')
        .select(
          `id, supplier_id, supplier_number, status, invoice_date, booked_on, due_date, scheduled_for, currency, net::text, vat::text,
          gross::text, paid::text, open::text, iban, payment_reference, discount_pct::text, discount_until, discount_taken::text, file_path, file_name, read_from, note, dispute_reason, another_bill_reason, vat_confirmed_as, is_credit, credited_number, paper_currency, paper_net::text, paper_vat::text,
          approved_at, row_version, ${supplier}, purchase:purchase_orders!supplier_invoices_purchase_order_id_fkey(id, purchase_number),
          lines:supplier_invoice_items(id, position, description, qty::text, unit_price::text, vat_rate::text, net::text, vat::text, vat_treatment, deductible_pct::text, own_vat::text, deducted::text,
            inventory_item_id, job_id, order_id, cost_account_id, account:cost_accounts(code, name, kind), asset:fixed_assets(id, asset_number), item:inventory_items(name), job:jobs(job_number), order:orders(order_number)),
          payments:supplier_payments(id, amount::text, discount::text, paper_amount::text, exchange::text, paid_on, method, reference, pair_id, reverses_id)`,
        )
        .eq('id', id)
        .order('position', { referencedTable: 'lines' })
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
export type SupplierInvoice = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof supplierInvoiceQuery>['queryFn']>>>
>

/** The cash discount that is left of a bill: `pays` settles it with the discount, until its last day. Amounts are decimal text. */
export type BillDiscount = { amount: string; pays: string; until: string; is_late: boolean }

/** The cash discount of a bill as of today; null where none is left. */
export const billDiscountQuery = (id: string) =>
  queryOptions({
    queryKey: [...suppliersKey, 'one', id, 'discount'],
    queryFn: async ({ signal }): Promise<BillDiscount | null> => {
      const { data } = await db.rpc('bill_discount', { p_id: id }).abortSignal(signal).throwOnError()
      return data[0] ?? null
    },
  })

/** Lines with a material, compared with the ordered, received and invoiced quantities; by line id. */
export const receiptMatchesQuery = (id: string) =>
  queryOptions({
    queryKey: [...suppliersKey, 'one', id, 'receipts'],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('receipt_matches', { p_invoice_id: id }).abortSignal(signal).throwOnError()
      return new Map(data.map((match) => [match.line_id, match]))
    },
  })
export type ReceiptMatch =
  Awaited<ReturnType<NonNullable<ReturnType<typeof receiptMatchesQuery>['queryFn']>>> extends Map<string, infer Match>
    ? Match
    : never

/** The invoices from which a credit note can be deducted: the one that it names first, then the earliest due. */
export const billsForCreditQuery = (id: string) =>
  queryOptions({
    queryKey: [...suppliersKey, 'one', id, 'bills'],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('bills_for_credit', { p_credit_id: id }).abortSignal(signal).throwOnError()
      return data
    },
  })
export type BillForCredit = Awaited<ReturnType<NonNullable<ReturnType<typeof billsForCreditQuery>['queryFn']>>>[number]

const bucket = 'supplier-invoices'

/** The file of an invoice as an address inside this page, and whether it is a PDF. */
export const supplierFileQuery = (path: string) =>
  queryOptions({
    queryKey: [...suppliersKey, 'file', path],
    staleTime: Infinity,
    queryFn: async () => {
      const { data, error } = await (await db.storage()).from(bucket).download(path)
      if (error) throw new Error(error.message)
      const isPdf = path.endsWith('.pdf')
      return { isPdf, address: URL.createObjectURL(isPdf ? new Blob([data], { type: 'application/pdf' }) : data) }
    },
  })

/** The supplier with the VAT number or name of an electronic invoice; null for none or several. */
export async function findSupplier(vat: string | null, name: string | null): Promise<string | null> {
  for (const [column, value] of [
    ['vat_number', vat],
    ['company', name],
  ] as const) {
    if (!value) continue
    const { data } = await db.from('contacts').select('id').eq(column, value).limit(2).throwOnError()
    const [only, second] = data
    if (only && !second) return only.id
  }
  return null
}

/** The VAT treatment that the next bill of a supplier probably has, and why; null at home. */
export const purchaseProposalQuery = (supplierId: string) =>
  queryOptions({
    queryKey: [...suppliersKey, 'proposal', supplierId],
    enabled: supplierId !== '',
    queryFn: async ({ signal }): Promise<PurchaseProposal | null> => {
      const { data } = await db
        .rpc('purchase_proposal', { p_supplier_id: supplierId })
        .abortSignal(signal)
        .throwOnError()
      return data[0] ?? null
    },
  })

/** `rate`: in percent, where the company owes the VAT itself. */
export type PurchaseProposal = { treatment: string; rate: string | null; deductible_pct: string; reason: string }

/** The supplier's payment days on the newest bill with a due day; null without one. */
export const usualDaysQuery = (supplierId: string) =>
  queryOptions({
    queryKey: [...suppliersKey, 'usual-days', supplierId],
    enabled: supplierId !== '',
    queryFn: async ({ signal }): Promise<number | null> => {
      const { data } = await db
        .from('supplier_invoices')
        .select('invoice_date, due_date')
        .eq('supplier_id', supplierId)
        .not('due_date', 'is', null)
        .order('invoice_date', { ascending: false })
        .limit(1)
        .abortSignal(signal)
        .throwOnError()
      const [bill] = data
      return bill?.due_date ? daysBetween(bill.invoice_date, bill.due_date) : null
    },
  })
