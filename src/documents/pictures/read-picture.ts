import { readGif } from './gif.ts'
import { readJpeg } from './jpeg.ts'
import { type PictureFacts, type PictureType, unreadable } from './picture.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

export { BadPicture, mostPixels, type PictureFacts, type PictureType } from './picture.ts'

const signs: readonly [PictureType, RegExp][] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
]

/** The type of a picture by its first twelve bytes; null for other files. */
export function signOf(bytes: Uint8Array): PictureType | null {
  const text = String.fromCharCode(...bytes.subarray(0, 12))
  return signs.find(([, sign]) => sign.test(text))?.[0] ?? null
}

/**
 * Reads a picture completely and returns its facts; the file name is ignored. The work is limited by the file size and
 * `mostPixels`, and no decoded picture is held in memory.
 * @throws BadPicture with a sentence
 */
export async function readPicture(bytes: Uint8Array): Promise<PictureFacts> {
  switch (signOf(bytes)) {
    case 'image/png':
      return readPng(bytes)
    case 'image/jpeg':
      return readJpeg(bytes)
    case 'image/gif':
      return readGif(bytes)
    case 'image/webp':
      return readWebp(bytes)
    default:
      throw unreadable()
  }
}
