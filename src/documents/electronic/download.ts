import type { CreditNoteDocument, InvoiceDocument } from '../paper/source'
import { creditNotePaper, invoicePaper } from '../paper/papers'
import { downloadPdf, saveFile } from '../pdf/download'
import { ciiText } from './cii'
import { type ElectronicInvoice, electronicCreditNote, electronicInvoice } from './invoice'
import { brokenRules } from './rules'
import { ublText } from './ubl'

export type Billed =
  { kind: 'invoice'; document: InvoiceDocument } | { kind: 'credit note'; document: CreditNoteDocument }

/** The paper as an electronic invoice, or the sentences that say why it cannot be one. */
type Made = { electronic: ElectronicInvoice } | { obstacles: readonly string[] }

function madeOf(billed: Billed): Made {
  if (billed.kind === 'invoice' && billed.document.invoice_kind === 'proforma')
    return { obstacles: ['A pro forma invoice is not an invoice.'] }
  const electronic =
    billed.kind === 'invoice' ? electronicInvoice(billed.document) : electronicCreditNote(billed.document)
  const broken = brokenRules(electronic)
  return broken.length > 0 ? { obstacles: broken.map(({ says }) => says) } : { electronic }
}

/** Saves the paper as UBL. Throws an error in words where a rule is broken. */
export async function downloadUbl(billed: Billed): Promise<void> {
  const made = madeOf(billed)
  if ('obstacles' in made) throw new Error(made.obstacles.join(' '))
  saveFile(paperOf(billed), new Blob([ublText(made.electronic)], { type: 'application/xml' }), 'xml')
}

/** Saves the paper as PDF, with its data inside (Factur-X) where every rule holds. */
export async function downloadBilledPdf(billed: Billed): Promise<void> {
  const made = madeOf(billed)
  await downloadPdf(paperOf(billed), { facturX: 'electronic' in made ? ciiText(made.electronic) : null })
}

const paperOf = (billed: Billed) =>
  billed.kind === 'invoice' ? invoicePaper(billed.document) : creditNotePaper(billed.document)
