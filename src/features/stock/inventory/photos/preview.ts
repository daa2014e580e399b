import { drawnSmaller } from '@/shared/lib/drawn-smaller'

/** The database's limit, in characters. */
const most = 16_000

/** A photo as a JPEG data address of some kilobytes. @throws a sentence when the file is no picture */
export async function previewOf(photo: Blob): Promise<string> {
  for (const [longest, quality] of [
    [240, 0.7],
    [160, 0.6],
    [96, 0.5],
  ] as const) {
    const address = await dataAddress(await drawnSmaller(photo, longest, quality))
    if (address.length <= most) return address
  }
  throw new Error('This picture stays too large. Please choose another one.')
}

const dataAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('This picture could not be read.'))
    reader.readAsDataURL(blob)
  })
