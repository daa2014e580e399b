import { z } from 'zod'
import { quotationPaper } from '../../../src/documents/paper/papers.ts'
import { paperFonts } from '../../../src/documents/pdf/fonts.ts'
import { paperPdf } from '../../../src/documents/pdf/paper-pdf.ts'
import { file, Refusal } from '../_shared/answers.ts'
import { takeCall, takeGuess } from '../_shared/call-limit.ts'
import { asService, identify } from '../_shared/caller.ts'
import { serveOpenJson } from '../_shared/serve-json.ts'
import { linePictures } from '../_shared/line-pictures.ts'
import { logoOf } from '../_shared/logo.ts'
import { quotationById, quotationByLink } from './quotation.ts'

const size = z.enum(['A4', 'LETTER']).optional()
const bodySchema = z.union([
  z.object({ kind: z.literal('quotation'), id: z.guid(), size }),
  z.object({ kind: z.literal('quotation'), uuid: z.guid(), visit: z.string().max(100).optional(), size }),
])

/**
 * `{ kind: 'quotation', id }` for people who may read it, `{ kind: 'quotation', uuid }` for the holder of its link: the
 * document as PDF, by default in the size of the company's paper. A missing document and one without the right give the same answer (404).
 */
serveOpenJson({ maximumBytes: 4 * 1024 }, async (body, request) => {
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) throw new Refusal(400, 'invalid_body', 'Please name the kind of document and its id or link.')
  const asked = parsed.data
  const byLink = 'uuid' in asked
  // The link is the right to read, and get_public_quotation shows no more to the service key. Reads as a visitor would all
  // count for the address of this function.
  const caller = byLink ? { id: asked.uuid.toLowerCase(), asCaller: asService() } : await identify(request)
  if (byLink) await takeGuess('document-pdf', request)
  const document = byLink
    ? await quotationByLink(caller.asCaller, asked.uuid, asked.visit ?? null)
    : await quotationById(caller.asCaller, asked.id)
  if (!document) throw new Refusal(404, 'not_found', 'This document does not exist or is not open to you.')
  await takeCall('document-pdf', caller, { perMinute: 30, perDay: 1000 })
  const paper = quotationPaper(document)
  const [logo, pictures] = await Promise.all([logoOf(paper.company.logoUrl), linePictures(asService(), paper)])
  const bytes = await paperPdf(paper, {
    fonts: paperFonts,
    at: new Date(),
    ...(asked.size ? { size: asked.size } : {}),
    logo,
    pictures,
  })
  return file(new Uint8Array(bytes), 'application/pdf', `${document.number ?? 'quotation'}.pdf`)
})
