import { assertPictureSize } from '@/shared/domain/web/picture'

/**
 * A picture as a JPEG of at most `longest` pixels on its longer side, on white where it is transparent. Place and camera (EXIF)
 * are dropped. `quality`: 0 to 1.
 * @throws a sentence when the file is no picture or too large
 */
export async function drawnSmaller(file: Blob, longest: number, quality = 0.85): Promise<Blob> {
  assertPictureSize(file)
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('This file is not a picture that the browser can read. Use a JPEG, PNG or WebP picture.')
  })
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.max(1, Math.round(bitmap.width * scale)),
    height: Math.max(1, Math.round(bitmap.height * scale)),
  })
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  }
  bitmap.close()
  const small = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/jpeg', quality))
  if (!small) throw new Error('This picture cannot be made smaller here.')
  return small
}
