import { db } from '@/shared/db/client'
import { assertPictureSize } from '@/shared/domain/picture'
import { newId } from '@/shared/lib/new-id'

/** The longer edge of a picture, in pixels: sharp on a screen, and over 300 dpi on paper. */
const longest = 1400

/**
 * Draws a picture smaller, on white where it is transparent, and uploads it. Answers its path.
 * @throws in words: no picture, too large, or no way to the server
 */
export async function uploadPicture(quotationId: string, file: File): Promise<string> {
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
  const small = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/jpeg', 0.85))
  if (!small) throw new Error('This picture cannot be made smaller here.')
  const path = `${quotationId}/${newId()}.jpg`
  const { error } = await (
    await db.storage()
  )
    .from('line-pictures')
    .upload(path, small, { contentType: small.type, cacheControl: '31536000' })
  if (error) throw new Error('The picture could not be uploaded. Nothing changed. Please try again.')
  return path
}
