declare module 'pdfkit/output' {
  /** All bytes of a document; begin before `end()` is called. */
  export function toBytes(document: PDFKit.PDFDocument): Promise<Uint8Array>
}
