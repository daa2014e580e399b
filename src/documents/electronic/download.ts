import { withTax } from '@/shared/domain/text/formats'
import type { WithTexts } from '../../shared/domain/texts/papers/load'
import type { CreditNoteDocument, InvoiceDocument } from '../paper/source'
import { creditNotePaper, invoicePaper } from '../paper/papers'
import { downloadPdf, saveFile } from '../pdf/download'
import { ciiText } from './cii'
import { type ElectronicInvoice, electronicCreditNote, electronicInvoice } from './invoice'
import { brokenRules } from './rules'
import { ublText } from './ubl'

export type Billed =
  | { kind: 'invoice'; document: WithTexts<InvoiceDocument> }
  | { kind: 'credit note'; document: WithTexts<CreditNoteDocument> }

/** The paper as an electronic invoice, or the reasons why it cannot be one. */
type Made = { electronic: ElectronicInvoice } | { obstacles: readonly string[] }

function madeOf(billed: Billed): Made {
  if (billed.kind === 'invoice' && billed.document.invoice_kind === 'proforma')
    return { obstacles: ['A pro forma invoice is not an invoice.'] }
  const electronic =
    billed.kind === 'invoice' ? electronicInvoice(billed.document) : electronicCreditNote(billed.document)
  const broken = brokenRules(electronic)
  return broken.length > 0 ? { obstacles: broken.map(({ says }) => withTax(says)) } : { electronic }
}

/** False for a company of a country without electronic invoices: its papers are PDFs alone. */
export const isElectronic = ({ document }: Billed): boolean => document.company.electronic_invoices !== 'none'

/** Rules that a draft cannot meet, because issuing assigns number and date. */
const givenByIssue = new Set(['BR-02', 'BR-03', 'BR-CO-25', 'PEPPOL-EN16931-R003'])

/**
 * The reasons why a draft, once issued, could not be sent as an electronic invoice, as sentences. Checked before a
 * number is assigned, because an issued invoice never changes.
 */
export function obstaclesOfDraft(billed: Billed): string[] {
  if (!isElectronic(billed) || (billed.kind === 'invoice' && billed.document.invoice_kind === 'proforma')) return []
  const electronic =
    billed.kind === 'invoice' ? electronicInvoice(billed.document) : electronicCreditNote(billed.document)
  return brokenRules(electronic).flatMap(({ id, says }) => (givenByIssue.has(id) ? [] : [withTax(says)]))
}

/** Saves the paper as UBL. Throws an error in words where a rule is broken. */
export async function downloadUbl(billed: Billed): Promise<void> {
  const made = madeOf(billed)
  if ('obstacles' in made) throw new Error(made.obstacles.join(' '))
  saveFile(paperOf(billed), new Blob([ublText(made.electronic)], { type: 'application/xml' }), 'xml')
}

/**
 * Saves the paper as PDF, with its data inside (Factur-X) when every rule holds. Returns the reasons why the data is
 * missing; empty when it is inside.
 */
export async function downloadBilledPdf(billed: Billed): Promise<readonly string[]> {
  if (!isElectronic(billed)) {
    await downloadPdf(paperOf(billed))
    return []
  }
  const made = madeOf(billed)
  await downloadPdf(paperOf(billed), { facturX: 'electronic' in made ? ciiText(made.electronic) : null })
  return 'obstacles' in made ? made.obstacles : []
}

const paperOf = (billed: Billed) =>
  billed.kind === 'invoice' ? invoicePaper(billed.document) : creditNotePaper(billed.document)
