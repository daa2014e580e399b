/** The purposes of a job's files, in the order of the job page. */
export const fileKinds = [
  { value: 'artwork', label: 'Artwork' },
  { value: 'cut', label: 'Cut files' },
  { value: 'drawing', label: 'Drawings' },
  { value: 'other', label: 'Other files' },
] as const
export type FileKind = (typeof fileKinds)[number]['value']

/**
 * The stored content type by file ending. A type that a browser could run is stored as bytes, which it only downloads.
 */
const typeOf: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  pdf: 'application/pdf',
  ps: 'application/postscript',
  eps: 'application/postscript',
  zip: 'application/zip',
}
const bytes = 'application/octet-stream'
const others =
  'ai svg psd cdr dxf dwg plt hpgl nc tap cnc gcode ard artpro stl step stp skp lbrn lbrn2 txt csv xlsx docx'
const endings = new Set([...Object.keys(typeOf), ...others.split(' ')])

/** The file types that the file chooser accepts. */
export const acceptedJobFiles = [...endings].map((ending) => `.${ending}`).join(',')

const largest = 50 * 1024 ** 2

export const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
export const storedAs = (name: string): string => typeOf[endingOf(name)] ?? bytes

/** Why a file cannot go with a job, in words; null when it can. `size` in bytes. */
export function jobFileProblem({ name, size }: { name: string; size: number }): string | null {
  if (!endings.has(endingOf(name))) return 'Files of this type are not accepted.'
  if (name.trim().length > 255) return 'The name is longer than 255 letters.'
  if (size === 0) return 'The file is empty.'
  return size > largest ? 'The file is larger than 50 MB.' : null
}

/** How a file is shown: browsers draw these pictures and PDFs, other files are downloaded. */
export function shownAs(name: string): 'picture' | 'pdf' | null {
  const type = storedAs(name)
  if (type === 'application/pdf') return 'pdf'
  return type.startsWith('image/') && type !== 'image/tiff' ? 'picture' : null
}

/** `1.4 MB`, from bytes. */
export function sizeText(size: number): string {
  if (size < 1000) return `${size} bytes`
  return size < 1_000_000 ? `${Math.round(size / 1000)} kB` : `${(size / 1_000_000).toFixed(1)} MB`
}

type Versioned = { kind: string; name: string; version: number }

/** Each file once: its newest version, with the earlier ones, newest first. */
export function newestOf<Row extends Versioned>(rows: readonly Row[]): { newest: Row; earlier: Row[] }[] {
  const files = Map.groupBy(rows, ({ kind, name }) => `${kind} ${name.toLowerCase()}`)
  return [...files.values()].flatMap((versions) => {
    const [newest, ...earlier] = versions.toSorted((a, b) => b.version - a.version)
    return newest ? [{ newest, earlier }] : []
  })
}
