import { readPicture } from '../pictures/read-picture.ts'

/** The pixels of a full page at 600 dpi. A larger picture would use too much memory. */
const mostPixels = 35_000_000

/** The bytes of a readable PNG or JPEG; null for a damaged one, which would stop the PDF writer. */
export async function drawable(bytes: ArrayBuffer | null): Promise<ArrayBuffer | null> {
  if (bytes === null) return null
  try {
    const { type, width, height } = await readPicture(new Uint8Array(bytes))
    return (type === 'image/png' || type === 'image/jpeg') && width * height <= mostPixels ? bytes : null
  } catch {
    return null
  }
}

/** Those pictures that can be drawn. */
export async function drawableOnes(pictures: ReadonlyMap<string, ArrayBuffer>): Promise<Map<string, ArrayBuffer>> {
  const read = await Promise.all(
    [...pictures].map(async ([path, bytes]) => ((await drawable(bytes)) ? [[path, bytes] as const] : [])),
  )
  return new Map(read.flat())
}
