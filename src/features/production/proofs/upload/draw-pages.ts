import { endingOf, type FileKind, kindOf } from './file-kind'
import { sha256Of } from './sha256'

/** The longer edge of a page and of its thumbnail, in pixels. */
const pageEdge = 2600
const thumbEdge = 240
export const mostPages = 60
const largest = 50 * 1024 * 1024

export type DrawnPage = { picture: Blob; thumb: Blob; width: number; height: number }
export type DrawnFile = { name: string; type: FileKind; bytes: number; sha256: string; blob: Blob; ending: string }
export type Drawn = { files: DrawnFile[]; pages: DrawnPage[] }

/**
 * Draws every page of these files as a picture, in their order, so that clients load pictures only.
 * @throws Error in words for a file that is neither a picture nor a PDF, is damaged, locked or too large, or has too many pages
 */
export async function drawPages(chosen: readonly File[], tell: (words: string) => void): Promise<Drawn> {
  const drawn: Drawn = { files: [], pages: [] }
  for (const file of chosen) {
    tell(`Reading ${file.name}`)
    if (file.size > largest) throw new Error(`${file.name} is larger than 50 MB. Please send a smaller file.`)
    const bytes = new Uint8Array(await file.arrayBuffer())
    const type = kindOf(bytes)
    if (type === null) throw new Error(`${file.name} is neither a picture (PNG, JPEG, WebP, GIF) nor a PDF.`)
    drawn.files.push({
      name: file.name.slice(-255),
      type,
      bytes: file.size,
      sha256: await sha256Of(bytes),
      blob: new Blob([bytes], { type }),
      ending: endingOf[type],
    })
    if (type === 'application/pdf') await drawPdf(bytes, file.name, drawn.pages, tell)
    else drawn.pages.push(await drawPicture(new Blob([bytes], { type }), file.name))
    if (drawn.pages.length > mostPages) throw tooMany(file.name, drawn.pages.length)
  }
  return drawn
}

const tooMany = (name: string, pages: number) =>
  new Error(`A mockup has ${mostPages} pages at most. With ${name} it has ${pages}.`)

async function drawPicture(blob: Blob, name: string): Promise<DrawnPage> {
  const picture = await createImageBitmap(blob).catch(() => {
    throw new Error(`${name} is damaged: it cannot be shown as a picture.`)
  })
  try {
    const scale = Math.min(1, pageEdge / Math.max(picture.width, picture.height))
    const canvas = canvasOf(picture.width * scale, picture.height * scale)
    contextOf(canvas).drawImage(picture, 0, 0, canvas.width, canvas.height)
    return await finished(canvas)
  } finally {
    picture.close()
  }
}

async function drawPdf(
  data: Uint8Array,
  name: string,
  pages: DrawnPage[],
  tell: (words: string) => void,
): Promise<void> {
  const [pdf, { default: worker }] = await Promise.all([
    import('pdfjs-dist'),
    import('pdfjs-dist/build/pdf.worker.min.mjs?url'),
  ])
  pdf.GlobalWorkerOptions.workerSrc = worker
  const loading = pdf.getDocument({ data, useWasm: false, wasmUrl: '/pdfjs/', standardFontDataUrl: '/pdfjs/' })
  try {
    const document = await loading.promise.catch((error: unknown) => {
      const kind = error instanceof Error ? error.name : ''
      if (kind === 'PasswordException')
        throw new Error(`${name} is locked with a password. Please save it without one.`, { cause: error })
      if (kind === 'InvalidPDFException')
        throw new Error(`${name} is damaged: it cannot be read as a PDF.`, { cause: error })
      throw new Error(`${name} could not be read here. Reload the page and try again.`, { cause: error })
    })
    if (pages.length + document.numPages > mostPages) throw tooMany(name, pages.length + document.numPages)
    for (let number = 1; number <= document.numPages; number++) {
      tell(`Drawing page ${number} of ${document.numPages}`)
      const page = await document.getPage(number)
      const size = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: Math.min(8, pageEdge / Math.max(size.width, size.height)) })
      const canvas = canvasOf(viewport.width, viewport.height)
      await page.render({ canvas, viewport, background: '#ffffff' }).promise
      pages.push(await finished(canvas))
      page.cleanup()
    }
  } finally {
    await loading.destroy()
  }
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  return canvas
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw the pages. Please close other tabs and try again.')
  context.imageSmoothingQuality = 'high'
  return context
}

async function finished(canvas: HTMLCanvasElement): Promise<DrawnPage> {
  const scale = Math.min(1, thumbEdge / Math.max(canvas.width, canvas.height))
  const small = canvasOf(canvas.width * scale, canvas.height * scale)
  contextOf(small).drawImage(canvas, 0, 0, small.width, small.height)
  const page = {
    picture: await blobOf(canvas, 0.92),
    thumb: await blobOf(small, 0.8),
    width: canvas.width,
    height: canvas.height,
  }
  // Browsers free the memory of a canvas late otherwise; sixty pages would not fit on a tablet.
  canvas.width = small.width = 0
  return page
}

/** WebP; a browser that cannot write it gives a PNG. */
const blobOf = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('A page is too large to be drawn here.'))),
      'image/webp',
      quality,
    ),
  )
