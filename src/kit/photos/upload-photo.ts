import { uploadOnce, year } from '@/shared/db/bucket-files'
import { db } from '@/shared/db/client'
import { bitmapOf, canvasOf, fileOf, notSmaller } from '@/shared/lib/drawn-smaller'
import { newId } from '@/shared/lib/new-id'

/** Widths for phones and for desks; the largest file has the width of the photograph, `widest` at most. */
const usualWidths = [480, 960]
const widest = 1920

/** The widths of the files that a photograph of this width gets, ascending. */
export function widthsOf(width: number): number[] {
  const most = Math.min(width, widest)
  return [...usualWidths.filter((one) => one < most), most]
}

/**
 * Uploads a photograph of the site in several widths and returns its id. Place and camera are dropped, because only its
 * points are drawn.
 * @throws a sentence when the file is no picture or too large
 */
export async function uploadPhoto(file: Blob): Promise<string> {
  const bitmap = await bitmapOf(file)
  try {
    const id = newId()
    const widths = widthsOf(bitmap.width)
    const files = []
    for (const width of widths) files.push(await drawn(bitmap, width))
    const type = files.every((one) => one.type === 'image/webp') ? 'webp' : 'jpg'
    for (const [place, small] of files.entries())
      await uploadOnce('site-photos', `${id}/${widths[place]}.${type}`, small, year)
    const width = widths.at(-1) ?? bitmap.width
    await db
      .rpc('add_site_photo', {
        p_id: id,
        p_file_type: type,
        p_width: width,
        p_height: heightAt(bitmap, width),
        p_widths: widths,
        p_tone: toneOf(bitmap),
      })
      .throwOnError()
    return id
  } finally {
    bitmap.close()
  }
}

const heightAt = ({ width, height }: ImageBitmap, wide: number): number =>
  Math.max(1, Math.round((height * wide) / width))

/** As WebP; a browser that cannot write it makes a JPEG. */
async function drawn(bitmap: ImageBitmap, width: number): Promise<Blob> {
  const { canvas } = canvasOf(bitmap, width, heightAt(bitmap, width))
  const small = await fileOf(canvas, 'image/webp', 0.8)
  const file = small?.type === 'image/webp' ? small : await fileOf(canvas, 'image/jpeg', 0.84)
  if (!file) throw new Error(notSmaller)
  return file
}

/** The average colour: what one point of the whole picture looks like. */
function toneOf(bitmap: ImageBitmap): string {
  const { context } = canvasOf(bitmap, 1, 1)
  const [red = 216, green = 221, blue = 226] = context?.getImageData(0, 0, 1, 1).data ?? []
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
