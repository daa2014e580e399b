import { readInvoiceXml, type ReadInvoice, UnreadableInvoice } from './read-invoice.ts'

/** The used part of a PDF opened by pdf.js. */
export type OpenPdf = {
  getAttachments: () => Promise<Map<string, { filename: string }> | null>
  getAttachmentContent: (id: string) => Promise<Uint8Array | { content?: Uint8Array | null } | null | undefined>
}

/** The names under which Factur-X, ZUGFeRD and XRechnung keep the data of an invoice. */
const invoiceFile = /^(factur-x|zugferd-invoice|xrechnung|cii)\.xml$/i

/**
 * The invoice data inside a PDF (Factur-X); null for a PDF without data, such as a scan. Throws an UnreadableInvoice
 * for unreadable data.
 */
export async function invoiceInside(pdf: OpenPdf): Promise<ReadInvoice | null> {
  const files = [...((await pdf.getAttachments()) ?? new Map<string, { filename: string }>())]
  const named = files.find(([, { filename }]) => invoiceFile.test(filename))
  const [id] = named ?? files.find(([, { filename }]) => /\.xml$/i.test(filename)) ?? []
  if (id === undefined) return null
  const content = await pdf.getAttachmentContent(id)
  const bytes = content instanceof Uint8Array ? content : content?.content
  if (!bytes) throw new UnreadableInvoice('The data inside this PDF cannot be read.')
  return readInvoiceXml(new TextDecoder().decode(bytes))
}

/** `invoiceInside` for a file of the browser. pdf.js is loaded now, not before. */
export async function readInvoicePdf(file: Blob): Promise<ReadInvoice | null> {
  const [pdf, { default: worker }] = await Promise.all([
    import('pdfjs-dist'),
    import('pdfjs-dist/build/pdf.worker.min.mjs?url'),
  ])
  pdf.GlobalWorkerOptions.workerSrc = worker
  const loading = pdf.getDocument({ data: new Uint8Array(await file.arrayBuffer()), useWasm: false })
  try {
    const document = await loading.promise.catch((error: unknown) => {
      const kind = error instanceof Error ? error.name : ''
      throw new UnreadableInvoice(
        kind === 'PasswordException'
          ? 'This PDF is locked with a password.'
          : kind === 'InvalidPDFException'
            ? 'This PDF is damaged and cannot be read.'
            : 'This PDF could not be read here.',
      )
    })
    return await invoiceInside(document)
  } finally {
    await loading.destroy()
  }
}
