import type { Billed } from '@/documents/electronic/billed'
import { creditNoteSchema, invoiceSchema } from '@/documents/paper/read-accounts'
import type { CreditNoteDocument, InvoiceDocument } from '@/documents/paper/source'
import { db } from '@/shared/db/client'
import { withTexts, type WithTexts } from '@/shared/domain/texts/papers/load'

/** The current paper of an invoice, also of a draft. Null when it is missing. */
export async function readInvoicePaper(id: string, signal?: AbortSignal): Promise<WithTexts<InvoiceDocument> | null> {
  const asked = db.rpc('preview_invoice', { p_id: id })
  const { data } = await (signal ? asked.abortSignal(signal) : asked).throwOnError()
  return data === null ? null : withTexts(invoiceSchema.parse(data))
}

/** The current paper of a credit note, also of a draft. Null when it is missing. */
export async function readCreditNotePaper(
  id: string,
  signal?: AbortSignal,
): Promise<WithTexts<CreditNoteDocument> | null> {
  const asked = db.rpc('preview_credit_note', { p_id: id })
  const { data } = await (signal ? asked.abortSignal(signal) : asked).throwOnError()
  return data === null ? null : withTexts(creditNoteSchema.parse(data))
}

/** A paper to read, by its kind. */
export type PaperToRead = { kind: Billed['kind']; id: string }

/** Papers one after the other; those that are gone are left out. `onRead` hears how many were read. */
export async function* papersInTurn(
  papers: AsyncIterable<PaperToRead> | readonly PaperToRead[],
  onRead: (count: number) => void,
): AsyncGenerator<Billed> {
  let count = 0
  for await (const { kind, id } of papers) {
    const billed = kind === 'invoice' ? await invoiceOf(id) : await creditNoteOf(id)
    if (billed) yield billed
    onRead(++count)
  }
}

async function invoiceOf(id: string): Promise<Billed | null> {
  const document = await readInvoicePaper(id)
  return document && { kind: 'invoice', document }
}

async function creditNoteOf(id: string): Promise<Billed | null> {
  const document = await readCreditNotePaper(id)
  return document && { kind: 'credit note', document }
}

const size = 200
type Numbered = { id: string; number: string | null }

/** The issued invoices and credit notes of these days, by number, a page at a time. */
export async function* papersOfDays(from: string, to: string): AsyncGenerator<PaperToRead> {
  for await (const { id } of inPages((after) => invoicesAfter(after, from, to))) yield { kind: 'invoice', id }
  for await (const { id } of inPages((after) => creditNotesAfter(after, from, to))) yield { kind: 'credit note', id }
}

async function* inPages(read: (after: string) => Promise<Numbered[]>): AsyncGenerator<Numbered> {
  for (let after: string | null = ''; after !== null;) {
    const rows: Numbered[] = await read(after)
    yield* rows
    after = rows.length < size ? null : (rows.at(-1)?.number ?? null)
  }
}

async function invoicesAfter(after: string, from: string, to: string): Promise<Numbered[]> {
  const { data } = await db
    .from('invoices')
    .select('id, number:invoice_number')
    .gte('issue_date', from)
    .lte('issue_date', to)
    .not('status', 'in', '(draft,void)')
    .neq('kind', 'proforma')
    .is('opening_on', null)
    .gt('invoice_number', after)
    .order('invoice_number')
    .limit(size)
    .throwOnError()
  return data
}

async function creditNotesAfter(after: string, from: string, to: string): Promise<Numbered[]> {
  const { data } = await db
    .from('credit_notes')
    .select('id, number:credit_number')
    .gte('issue_date', from)
    .lte('issue_date', to)
    .not('status', 'in', '(draft,void)')
    .gt('credit_number', after)
    .order('credit_number')
    .limit(size)
    .throwOnError()
  return data
}
