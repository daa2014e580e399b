import type { SupabaseClient } from '@supabase/supabase-js'
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

/** The papers attached to mails, by kind of record, in the language of the document. Each reads the answer of `mail_paper`. */
const papers: Readonly<Record<PaperKind, (document: unknown) => Promise<Paper>>> = {
  quotation: async (document) => quotationPaper(await withTexts(quotationSchema.parse(document))),
  order: async (document) => orderConfirmationPaper(await withTexts(orderSchema.parse(document))),
  invoice: async (document) => invoicePaper(await withTexts(invoiceSchema.parse(document))),
  credit_note: async (document) => creditNotePaper(await withTexts(creditNoteSchema.parse(document))),
  delivery: async (document) => noteAsPaper(await withTexts(requireNote(document))),
  purchase_order: async (document) => purchasePaper(await withTexts(requirePurchase(document))),
  statement: async (document) => statementPaper(statementOf(await withTexts(accountSchema.parse(document)))),
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

const paperNamed: Readonly<Record<string, (document: unknown) => Promise<Paper>>> = papers

/** The PDF of a document as its link shows it. Fails for good where the link opens nothing any more. */
export async function paperOf(
  service: SupabaseClient,
  kind: string,
  id: string,
): Promise<ReadyMail['attachments'][number]> {
  const { data } = await service.rpc('mail_paper', { p_kind: kind, p_id: id }).throwOnError()
  const make = paperNamed[kind]
  if (!make || data === null) throw new MailFailure('The document is not open to the client: it has no PDF', true)
  const paper = await make(data)
  const bytes = await paperPdf(paper, {
    fonts: paperFonts,
    at: new Date(),
    logo: await logoOf(paper.company.logoUrl),
    pictures: await linePictures(service, paper),
  })
  return {
    filename: `${(paper.number ?? kind).replace(/[^A-Za-z0-9._-]+/g, '-')}.pdf`,
    content: base64(new Uint8Array(bytes)),
    content_type: 'application/pdf',
  }
}
