import type { CreditNoteDocument, InvoiceDocument } from '../paper/source'
import { creditNotePaper, invoicePaper } from '../paper/papers'
import { downloadPdf, saveFile } from '../pdf/download'
import { ciiText } from './cii'
import { electronicCreditNote, electronicInvoice } from './invoice'
import { brokenRules, type Rule } from './rules'
import { ublText } from './ubl'

export type Billed =
  { kind: 'invoice'; document: InvoiceDocument } | { kind: 'credit note'; document: CreditNoteDocument }

/** Why no electronic invoice can be made of this paper, in the words of the rules; empty where one can. */
export const obstaclesOf = (billed: Billed): readonly Rule[] =>
  isProforma(billed)
    ? [{ id: 'PROFORMA', says: 'A pro forma invoice is not an invoice.', breaks: () => true }]
    : brokenRules(electronicOf(billed))

/** Saves the paper as UBL. Throws an error in words where a rule is broken. */
export async function downloadUbl(billed: Billed): Promise<void> {
  const obstacles = obstaclesOf(billed)
  if (obstacles.length > 0) throw new Error(obstacles.map(({ says }) => says).join(' '))
  saveFile(paperOf(billed), new Blob([ublText(electronicOf(billed))], { type: 'application/xml' }), 'xml')
}

/** Saves the paper as PDF, with its data inside (Factur-X) where every rule holds. */
export async function downloadBilledPdf(billed: Billed): Promise<void> {
  const facturX = obstaclesOf(billed).length === 0 ? ciiText(electronicOf(billed)) : null
  await downloadPdf(paperOf(billed), { facturX })
}

const isProforma = ({ kind, document }: Billed): boolean => kind === 'invoice' && document.invoice_kind === 'proforma'
const electronicOf = (billed: Billed) =>
  billed.kind === 'invoice' ? electronicInvoice(billed.document) : electronicCreditNote(billed.document)
const paperOf = (billed: Billed) =>
  billed.kind === 'invoice' ? invoicePaper(billed.document) : creditNotePaper(billed.document)
