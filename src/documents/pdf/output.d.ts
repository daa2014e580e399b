declare module 'pdfkit/output' {
  /** All bytes of a document; begin before `end()` is called. */
  export function toBytes(document: PDFKit.PDFDocument): Promise<Uint8Array>
}

declare namespace PDFKit.Mixins {
  /** A picture that was read; its sides are in pixels. */
  type OpenImage = { width: number; height: number }
  interface PDFImage {
    openImage(src: ImageSrc): OpenImage
    image(src: OpenImage, x: number, y: number, options?: ImageOption): this
  }
}
