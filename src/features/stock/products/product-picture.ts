import { assertPictureSize } from '@/shared/domain/web/picture'

const longestSide = 960
/** The database's limit for a data address, in characters. */
const mostCharacters = 480_000

/** A picture as a small data address. Throws words for the person when the file is no picture or stays too large. */
export async function smallPicture(file: Blob): Promise<string> {
  assertPictureSize(file)
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('This file is not a picture that the browser can read.')
  })
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.max(1, Math.round(bitmap.width * scale)),
    height: Math.max(1, Math.round(bitmap.height * scale)),
  })
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  for (const quality of [0.85, 0.7, 0.5]) {
    const address = canvas.toDataURL('image/jpeg', quality)
    if (address.length <= mostCharacters) return address
  }
  throw new Error('This picture stays too large. Please choose a smaller one.')
}
