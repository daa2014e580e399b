import { withTax } from '../../shared/domain/text/formats.ts'
import type { WithTexts } from '../../shared/domain/texts/papers/load.ts'
import type { CreditNoteDocument, InvoiceDocument } from '../paper/source.ts'
import { type ElectronicInvoice, electronicCreditNote, electronicInvoice } from './invoice.ts'
import { brokenRules } from './rules.ts'

export type Billed =
  | { kind: 'invoice'; document: WithTexts<InvoiceDocument> }
  | { kind: 'credit note'; document: WithTexts<CreditNoteDocument> }

/** The paper as an electronic invoice, or the reasons why it cannot be one. */
type Made = { electronic: ElectronicInvoice } | { obstacles: readonly string[] }

const electronicOf = (billed: Billed): ElectronicInvoice =>
  billed.kind === 'invoice' ? electronicInvoice(billed.document) : electronicCreditNote(billed.document)

const isProForma = (billed: Billed): boolean => billed.kind === 'invoice' && billed.document.invoice_kind === 'proforma'

/** The electronic invoice of an issued paper. A pro forma is none. */
export function madeOf(billed: Billed): Made {
  if (isProForma(billed)) return { obstacles: ['A pro forma invoice is not an invoice.'] }
  const electronic = electronicOf(billed)
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
  if (!isElectronic(billed) || isProForma(billed)) return []
  return brokenRules(electronicOf(billed)).flatMap(({ id, says }) => (givenByIssue.has(id) ? [] : [withTax(says)]))
}
