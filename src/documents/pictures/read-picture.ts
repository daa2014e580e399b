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

/** What a file says it is by its first bytes; null for everything else. Twelve bytes suffice. */
export function signOf(bytes: Uint8Array): PictureType | null {
  const text = String.fromCharCode(...bytes.subarray(0, 12))
  return signs.find(([, sign]) => sign.test(text))?.[0] ?? null
}

/**
 * Reads a picture to its end, whatever its name says, and tells what it is. The work is bounded by the size of the file and
 * by `mostPixels`, and no picture is held in memory.
 * @throws BadPicture in words
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
