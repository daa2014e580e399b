import type { SupabaseClient } from '@supabase/supabase-js'
import { type Billed, isElectronic, madeOf } from '../../../src/documents/electronic/billed.ts'
import { ciiText } from '../../../src/documents/electronic/cii.ts'
import type { ElectronicInvoice } from '../../../src/documents/electronic/invoice.ts'
import { ublText } from '../../../src/documents/electronic/ubl.ts'
import { noteAsPaper, readNote } from '../../../src/documents/paper/delivery-note.ts'
import { statementPaper } from '../../../src/documents/paper/delivery-papers.ts'
import type { PaperKind } from '../../../src/documents/paper/paper-kind.ts'
import type { Paper } from '../../../src/documents/paper/paper.ts'
import {
  creditNotePaper,
  invoicePaper,
  orderConfirmationPaper,
  quotationPaper,
} from '../../../src/documents/paper/papers.ts'
import { purchasePaper, readPurchase } from '../../../src/documents/paper/purchase-paper.ts'
import {
  accountSchema,
  creditNoteSchema,
  invoiceSchema,
  statementOf,
} from '../../../src/documents/paper/read-accounts.ts'
import { orderSchema } from '../../../src/documents/paper/read-order.ts'
import { quotationSchema } from '../../../src/documents/paper/read.ts'
import { withTexts } from '../../../src/documents/paper/texts.ts'
import { paperFonts } from '../../../src/documents/pdf/fonts.ts'
import { paperPdf } from '../../../src/documents/pdf/paper-pdf.ts'
import { linePictures } from '../_shared/line-pictures.ts'
import { logoOf } from '../_shared/logo.ts'
import { MailFailure } from '../_shared/mail-failure.ts'
import type { ReadyMail } from '../_shared/mail-sender.ts'
import { base64 } from './base64.ts'

/** A paper, and its electronic invoice where it is one that meets every rule. */
type Made = { paper: Paper; electronic: ElectronicInvoice | null }

/** The papers attached to mails, by kind of record, in the language of the document. Each reads the answer of `mail_paper`. */
const papers: Readonly<Record<PaperKind, (document: unknown) => Promise<Made>>> = {
  quotation: async (document) => plain(quotationPaper(await withTexts(quotationSchema.parse(document)))),
  order: async (document) => plain(orderConfirmationPaper(await withTexts(orderSchema.parse(document)))),
  invoice: async (given) => {
    const document = await withTexts(invoiceSchema.parse(given))
    return billed(invoicePaper(document), { kind: 'invoice', document })
  },
  credit_note: async (given) => {
    const document = await withTexts(creditNoteSchema.parse(given))
    return billed(creditNotePaper(document), { kind: 'credit note', document })
  },
  delivery: async (document) => plain(noteAsPaper(await withTexts(requireNote(document)))),
  purchase_order: async (document) => plain(purchasePaper(await withTexts(requirePurchase(document)))),
  statement: async (document) => plain(statementPaper(statementOf(await withTexts(accountSchema.parse(document))))),
}

const plain = (paper: Paper): Made => ({ paper, electronic: null })

function billed(paper: Paper, of: Billed): Made {
  const made = isElectronic(of) ? madeOf(of) : { obstacles: [] }
  return { paper, electronic: 'electronic' in made ? made.electronic : null }
}

function requireNote(document: unknown) {
  const note = readNote(document)
  if (!note) throw new Error('The delivery note was not read')
  return note
}

function requirePurchase(document: unknown) {
  const purchase = readPurchase(document)
  if (!purchase) throw new Error('The purchase order was not read')
  return purchase
}

const paperNamed: Readonly<Record<string, (document: unknown) => Promise<Made>>> = papers

/**
 * The PDF of a document as its link shows it. That of an invoice or credit note holds its data (Factur-X), and a business with a
 * tax number gets them as UBL beside it, and so does a client who wants XRechnung. Fails for good where the link opens nothing any
 * more.
 */
export async function filesOfPaper(
  service: SupabaseClient,
  kind: string,
  id: string,
): Promise<ReadyMail['attachments']> {
  const { data } = await service.rpc('mail_paper', { p_kind: kind, p_id: id }).throwOnError()
  const make = paperNamed[kind]
  if (!make || data === null) throw new MailFailure('The document is not open to the client: it has no PDF', true)
  const { paper, electronic } = await make(data)
  const bytes = await paperPdf(paper, {
    fonts: paperFonts,
    at: new Date(),
    logo: await logoOf(paper.company.logoUrl),
    pictures: await linePictures(service, paper),
    facturX: electronic ? ciiText(electronic) : null,
  })
  const name = (paper.number ?? kind).replace(/[^A-Za-z0-9._-]+/g, '-')
  const pdf = { filename: `${name}.pdf`, content: base64(new Uint8Array(bytes)), content_type: 'application/pdf' }
  if (!electronic || (electronic.buyer.vatNumber === null && electronic.profile !== 'xrechnung')) return [pdf]
  const xml = new TextEncoder().encode(ublText(electronic))
  return [pdf, { filename: `${name}.xml`, content: base64(xml), content_type: 'application/xml' }]
}
