import { db } from '@/shared/db/client'
import { drawnSmaller } from '@/shared/lib/drawn-smaller'
import { newId } from '@/shared/lib/new-id'

/** The longer edge of a picture, in pixels: sharp on a screen, and over 300 dpi on paper. */
const longest = 1400

/**
 * Scales a picture down, on white where it is transparent, and uploads it. Returns its path.
 * @throws a sentence: no picture, too large, or no connection
 */
export async function uploadPicture(quotationId: string, file: File): Promise<string> {
  const small = await drawnSmaller(file, longest)
  const path = `${quotationId}/${newId()}.jpg`
  const { error } = await (
    await db.storage()
  )
    .from('line-pictures')
    .upload(path, small, { contentType: small.type, cacheControl: '31536000' })
  if (error) throw new Error('The picture could not be uploaded. Nothing changed. Please try again.')
  return path
}
