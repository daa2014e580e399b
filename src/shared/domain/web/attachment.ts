/** The file types that the file chooser of a comment accepts (spec 2 §5). */
export const acceptedFiles = 'image/*,video/*,audio/*,.pdf,.doc,.docx,.xls,.xlsx,.txt,.csv,.mp4,.ogg,.opus,.m4a'

const acceptedExtensions = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'txt', 'csv', 'mp4', 'ogg', 'opus', 'm4a']

const images = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'svg', 'bmp', 'tiff']
const videos = ['mp4', 'webm', 'ogg', 'mov', 'avi', 'wmv', 'flv', 'm4v', 'mkv', '3gp']
const audios = ['mp3', 'wav', 'ogg', 'm4a', 'aac', 'flac', 'wma', 'opus']

/** The bucket takes files of up to 50 MiB. */
export const largestFile = 50 * 1024 * 1024
export const mostFiles = 100

export type Preview = 'image' | 'video' | 'audio' | 'pdf' | 'download'

const extensionOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The kind of preview for a file name (spec 2 §5). An ogg file may be audio or video: a video player plays both. */
export function previewOf(name: string): Preview {
  const extension = extensionOf(name)
  if (images.includes(extension)) return 'image'
  if (videos.includes(extension)) return 'video'
  if (audios.includes(extension)) return 'audio'
  return extension === 'pdf' ? 'pdf' : 'download'
}

/** Why a file cannot be attached, in words; null when it can. `size` in bytes, `type` a media type or empty. */
export function fileProblem({ name, size, type }: { name: string; size: number; type: string }): string | null {
  const isMedia = /^(image|video|audio)\//.test(type) || previewOf(name) !== 'download'
  if (!isMedia && !acceptedExtensions.includes(extensionOf(name))) return 'This type of file is not accepted'
  if (size === 0) return 'The file is empty'
  if (size > largestFile) return 'The file is larger than 50 MB'
  return null
}

const longestName = 100

/**
 * The name of an upload of a comment: `task-comments/{timestamp}-{slug}` (spec 2 §7). `at` in ms. Letters that storage
 * refuses become plain ones; see docs/decisions/0007.
 */
export function commentFilePath(fileName: string, at: number): string {
  const extension = plain(extensionOf(fileName))
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 20)
  const stem = plain(extension ? fileName.slice(0, fileName.lastIndexOf('.')) : fileName)
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
    .slice(0, longestName)
  return `task-comments/${Math.floor(at)}-${stem || 'file'}${extension ? `.${extension}` : ''}`
}

/** Letters that are not an accented base letter. */
const plainLetters: Readonly<Record<string, string>> = {
  ħ: 'h',
  Ħ: 'H',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ħĦøØłŁđĐßæÆœŒ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^A-Za-z0-9._-]+/g, '-')

export const isFileUrl = (stored: string): boolean => /^https?:\/\//i.test(stored)

/** The name of a stored file without folder and timestamp. */
export function fileNameOf(stored: string): string {
  const last = (isFileUrl(stored) ? stored.replace(/[?#].*$/, '') : stored).split('/').at(-1) ?? ''
  return last.replace(/^\d{10,17}[-_]/, '') || last || 'file'
}

/**
 * The name of a stored file: the one that it had on its device, where it is known. `names`: what `ownNames` gave, as
 * the database answers it. Characters that are not seen are left out: they can make one ending look like another.
 */
export function nameOfFile(stored: string, names: unknown): string {
  const known: unknown = typeof names === 'object' && names !== null ? Reflect.get(names, stored) : undefined
  const seen = typeof known === 'string' ? known.replace(/[\p{Cc}\p{Cf}]/gu, '').trim() : ''
  return seen || fileNameOf(stored)
}

const longestShown = 16

/** A name as a list shows it: longer than 16 characters it loses its middle and keeps its extension (spec 2 §5). */
export function shortName(name: string): string {
  const characters = [...name]
  if (characters.length <= longestShown) return name
  return `${characters.slice(0, 8).join('')}…${characters.slice(-7).join('')}`
}
