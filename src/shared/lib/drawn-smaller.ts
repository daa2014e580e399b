import { assertPictureSize } from '@/shared/domain/web/picture'

/**
 * The points of a picture.
 * @throws a sentence when the file is no picture or too large
 */
export function bitmapOf(file: Blob): Promise<ImageBitmap> {
  assertPictureSize(file)
  return createImageBitmap(file).catch(() => {
    throw new Error('This file is not a picture that the browser can read. Use a JPEG, PNG or WebP picture.')
  })
}

/** A picture drawn in this size, on white where it is transparent. Place and camera (EXIF) are dropped. */
export function canvasOf(bitmap: ImageBitmap, width: number, height: number) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(bitmap, 0, 0, width, height)
  }
  return { canvas, context }
}

/** What a canvas shows as a file; null where the browser cannot make one. */
export const fileOf = (canvas: HTMLCanvasElement, type: string, quality: number) =>
  new Promise<Blob | null>((made) => canvas.toBlob(made, type, quality))

export const notSmaller = 'This picture cannot be made smaller here.'

/**
 * A picture as a JPEG of at most `longest` pixels on its longer side, on white where it is transparent. Place and camera (EXIF)
 * are dropped. `quality`: 0 to 1.
 * @throws a sentence when the file is no picture or too large
 */
export async function drawnSmaller(file: Blob, longest: number, quality = 0.85): Promise<Blob> {
  const bitmap = await bitmapOf(file)
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const inside = (side: number) => Math.max(1, Math.round(side * scale))
  const { canvas } = canvasOf(bitmap, inside(bitmap.width), inside(bitmap.height))
  bitmap.close()
  const small = await fileOf(canvas, 'image/jpeg', quality)
  if (!small) throw new Error(notSmaller)
  return small
}
