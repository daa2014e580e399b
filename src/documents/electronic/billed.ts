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

/** The same of an invoice, whose day of supply issuing fills in (`private.issue_invoice`). A credit note has that of its invoice. */
const givenToInvoice = new Set([...givenByIssue, 'BR-IC-11'])

/** Rules about what the card of the client says of the network. */
const ofReceiver = new Set(['BR-63', 'BR-DE-15', 'LEITWEG-ID', 'PEPPOL-EN16931-R010', 'PEPPOL-EN16931-CL008'])

/** Whether the client wants XRechnung and the Leitweg-ID is missing. The database asks the same (`private.must_mean_plain`). */
export const lacksLeitweg = (billed: Billed): boolean =>
  isElectronic(billed) &&
  !isProForma(billed) &&
  billed.document.receiver?.profile === 'xrechnung' &&
  billed.document.receiver.reference === null

type Lack = { says: string; isOfReceiver: boolean }

/**
 * The reasons why a draft, once issued, could not be sent as an electronic invoice. Checked before a number is assigned,
 * because an issued invoice never changes. `isOfReceiver`: the client's address and kind of file mend it.
 */
export function lacksOfDraft(billed: Billed): Lack[] {
  if (!isElectronic(billed) || isProForma(billed)) return []
  const given = billed.kind === 'invoice' ? givenToInvoice : givenByIssue
  return brokenRules(electronicOf(billed)).flatMap(({ id, says }) =>
    given.has(id) ? [] : [{ says: withTax(says), isOfReceiver: ofReceiver.has(id) }],
  )
}

/** The same as sentences. */
export const obstaclesOfDraft = (billed: Billed): string[] => lacksOfDraft(billed).map(({ says }) => says)
