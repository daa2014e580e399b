import type { Paper } from '../paper/paper'
import type { PageSize } from './sheet'

/**
 * Saves a paper as PDF on the reader's device. The writer and its fonts are loaded now, not before. Rejects where they
 * cannot be loaded; a logo that cannot be read leaves the company's name in its place.
 */
export async function downloadPdf(paper: Paper, options: DownloadOptions = {}): Promise<void> {
  const bytes = await pdfOf(paper, options)
  saveFile(
    { number: options.name ?? paper.number, title: paper.title },
    new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }),
    'pdf',
  )
}

/** The name of a file: letters, digits, full stops, and hyphens in place of everything else. */
export const fileNameOf = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, '-')

/** Saves the file under the number of the paper. */
export function saveFile(paper: Pick<Paper, 'number' | 'title'>, file: Blob, ending: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = `${fileNameOf(paper.number ?? paper.title)}.${ending}`
  link.click()
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

type DownloadOptions = {
  /** What the file is called; default: the number of the paper, else its title. */
  name?: string
  size?: PageSize
  facturX?: string | null
  /** The addresses of the pictures of lines, by their paths. */
  pictures?: Readonly<Record<string, string>>
  /** The address of the picture that fills the sheet, of any kind that the browser can show. */
  filling?: string | null
}

/** The bytes of the PDF, for a preview or an attachment. */
export async function pdfOf(
  paper: Paper,
  { size, facturX = null, pictures: addresses = {}, filling = null }: DownloadOptions = {},
): Promise<Uint8Array> {
  const [{ paperPdf }, { paperFonts }, logo, pictures, large] = await Promise.all([
    import('./paper-pdf'),
    import('./fonts'),
    drawnAsPng(paper.company.logoUrl, mostPixels),
    bytesOf(addresses),
    drawnAsPng(filling, mostFillingPixels),
  ])
  const path = paper.filling?.picture?.path
  if (path && large) pictures.set(path, large)
  return paperPdf(paper, { fonts: paperFonts, at: new Date(), ...(size ? { size } : {}), logo, pictures, facturX })
}

/** The files at these addresses; unreadable ones are left out. */
async function bytesOf(addresses: Readonly<Record<string, string>>): Promise<Map<string, ArrayBuffer>> {
  const read = await Promise.all(
    Object.entries(addresses).map(async ([path, address]) => {
      try {
        const answer = await fetch(address)
        return answer.ok ? [[path, await answer.arrayBuffer()] as const] : []
      } catch {
        return []
      }
    }),
  )
  return new Map(read.flat())
}

/** The longer edge of a logo, and of a picture that fills a sheet. */
const mostPixels = 1200
const mostFillingPixels = 2000

/** Any picture that the browser can show, as PNG; null when it cannot be read. */
async function drawnAsPng(url: string | null, most: number): Promise<ArrayBuffer | null> {
  if (!url) return null
  const image = new Image()
  image.crossOrigin = 'anonymous'
  image.src = url
  try {
    await image.decode()
    const scale = Math.min(1, most / Math.max(image.naturalWidth, image.naturalHeight, 1))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const png = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/png'))
    return png && (await png.arrayBuffer())
  } catch {
    return null
  }
}
