import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { ciiText } from '../electronic/cii.ts'
import { electronicInvoice } from '../electronic/invoice.ts'
import { invoicePaper } from '../paper/papers'
import { exampleLines, invoiceOf } from '../paper/testing'
import { paperFonts } from '../pdf/fonts'
import { paperPdf } from '../pdf/paper-pdf'
import { invoiceInside, type OpenPdf } from './read-pdf'

const document = invoiceOf(exampleLines)
const at = new Date('2026-11-22T10:00:00Z')

async function inside(facturX: string | null) {
  const bytes = await paperPdf(invoicePaper(document), { fonts: paperFonts, at, facturX })
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  try {
    return await invoiceInside(await loading.promise)
  } finally {
    await loading.destroy()
  }
}

test('the invoice inside a PDF is read: number, totals and every line', async () => {
  const sent = electronicInvoice(document)
  const read = await inside(ciiText(sent))
  expect(read).toMatchObject({ readFrom: 'cii', number: document.number, net: document.net, vat: document.vat })
  expect(read?.lines.length).toBe(exampleLines.filter(({ kind }) => kind === 'item').length)
})

test('a PDF without data holds no invoice, and one with broken data says so', async () => {
  expect(await inside(null)).toBeNull()
  const broken = (xml: string): OpenPdf => ({
    getAttachments: async () => new Map([['1', { filename: 'factur-x.xml' }]]),
    getAttachmentContent: async () => new TextEncoder().encode(xml),
  })
  await expect(invoiceInside(broken('<!DOCTYPE a><a/>'))).rejects.toThrow('declares a document type')
  await expect(invoiceInside(broken('<a/>'))).rejects.toThrow('no UBL or Factur-X')
})
