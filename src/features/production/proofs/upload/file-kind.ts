/** The type of a file by its first bytes; its name and the browser's type are ignored. Null for other files. */
export type FileKind = 'application/pdf' | 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

const signs: readonly [FileKind, (text: string) => boolean][] = [
  ['application/pdf', (text) => text.slice(0, 1024).includes('%PDF-')],
  ['image/png', (text) => text.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (text) => text.startsWith('\xff\xd8\xff')],
  ['image/gif', (text) => text.startsWith('GIF87a') || text.startsWith('GIF89a')],
  ['image/webp', (text) => text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP'],
]

export function kindOf(bytes: Uint8Array): FileKind | null {
  const text = String.fromCharCode(...bytes.subarray(0, 1024))
  return signs.find(([, fits]) => fits(text))?.[0] ?? null
}

export const endingOf: Record<FileKind, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}
