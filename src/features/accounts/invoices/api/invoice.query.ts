import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { readInvoicePaper } from '../../shared/api/billed-paper.query'
import { invoicesKey } from '../../shared/keys'
import { settledOn } from '../settled-on'

const headColumns = `id, invoice_number, public_uuid, link_revoked_at, kind, status, state, contact_id, order_id, project_title, client_po, issue_date,
  supply_from, supply_date, due_date, is_collected, currency, rate::text, worth::text, terms, note, issued_at, sent_at, first_viewed_at, row_version, network_status, gross::text, paid::text,
  cash_discount_pct::text, cash_discount_days, credited::text, written_off::text, cash_discounted::text, balance::text,
  contact:contacts!invoices_contact_id_fkey(id, type, name, last_name, company),
  order:orders!invoices_order_id_fkey(id, order_number)`

/** An invoice without its lines. Amounts are decimal text. Null when it is not there or may not be seen. */
export const invoiceQuery = (id: string) =>
  queryOptions({
    queryKey: [...invoicesKey, 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('invoices')
        .select(headColumns)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
export type Invoice = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof invoiceQuery>['queryFn']>>>>

/** The current paper of an invoice, also of a draft. Null when it is missing. */
export const invoicePaperQuery = (id: string) =>
  queryOptions({
    queryKey: [...invoicesKey, 'one', id, 'paper'],
    queryFn: ({ signal }) => readInvoicePaper(id, signal),
  })

export type Settlement = {
  id: string
  what: 'payment' | 'credit_note'
  on: string
  number: string
  detail: string
  amount: string
  recordId: string
}

/** The payments (for people who may see them) and credit notes that lowered the balance of an invoice, oldest first. */
export const settlementsQuery = (id: string) =>
  queryOptions({
    queryKey: [...invoicesKey, 'one', id, 'settlements'],
    queryFn: async ({ signal }): Promise<Settlement[]> => {
      const [payments, credits] = await Promise.all([
        db
          .from('payment_allocations')
          .select(
            'id, amount::text, allocated_on, created_at, payment:payments(id, payment_number, method, received_on, created_at)',
          )
          .eq('invoice_id', id)
          .limit(500)
          .abortSignal(signal)
          .throwOnError(),
        db
          .from('credit_allocations')
          .select(
            'id, amount::text, allocated_on, note:credit_notes(id, credit_number, reason, invoice_id, is_billed_again)',
          )
          .eq('invoice_id', id)
          .limit(500)
          .abortSignal(signal)
          .throwOnError(),
      ])
      return [
        ...payments.data.map(({ id: key, amount, allocated_on, created_at, payment }): Settlement => ({
          id: key,
          what: 'payment',
          on: settledOn({ amount, allocated_on, created_at, payment }),
          number: payment.payment_number ?? 'Payment',
          detail: payment.method,
          amount,
          recordId: payment.id,
        })),
        ...credits.data.map(({ id: key, amount, allocated_on, note }): Settlement => ({
          id: key,
          what: 'credit_note',
          on: allocated_on,
          number: note.credit_number ?? 'Credit note',
          detail:
            note.is_billed_again && note.invoice_id === id ? `${note.reason} · Back to be billed again` : note.reason,
          amount,
          recordId: note.id,
        })),
      ].toSorted((one, other) => one.on.localeCompare(other.on) || one.number.localeCompare(other.number))
    },
  })

/** Credit notes of an invoice that are not issued yet. */
export const draftCreditsQuery = (id: string) =>
  queryOptions({
    queryKey: [...invoicesKey, 'one', id, 'draft-credits'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('credit_notes')
        .select('id, reason, gross::text')
        .eq('invoice_id', id)
        .eq('status', 'draft')
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** The lines of an invoice with their credited quantities, as decimal text. */
export const creditableQuery = (id: string) =>
  queryOptions({
    queryKey: [...invoicesKey, 'one', id, 'creditable'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('invoice_items')
        .select(
          'id, order_item_id, description, qty::text, unit, width_mm::text, height_mm::text, vat::text, vat_rate::text, vat_treatment, net::text, credit_note_items(qty::text, net::text, by_amount, note:credit_notes(status))',
        )
        .eq('invoice_id', id)
        // Discounts and deducted deposits are left out: they follow from the lines.
        .eq('kind', 'item')
        .order('position')
        .limit(1000)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
