import { assertPictureSize } from '@/shared/domain/web/picture'

/** Width and height of an avatar, in pixels: sharp on every screen at the sizes that are shown. */
const avatarSize = 256

/**
 * The middle square of a picture as a small WebP (PNG if the browser cannot write WebP). Throws a sentence for a file
 * that is no picture. Place and camera (EXIF) are dropped.
 */
export async function resizePicture(file: Blob): Promise<Blob> {
  assertPictureSize(file)
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('This file is not a picture that the browser can read.')
  })
  const side = Math.min(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = avatarSize
  canvas.height = avatarSize
  const pen = canvas.getContext('2d')
  if (!pen || side === 0) throw new Error('The picture could not be made smaller.')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(
    picture,
    (picture.width - side) / 2,
    (picture.height - side) / 2,
    side,
    side,
    0,
    0,
    avatarSize,
    avatarSize,
  )
  picture.close()
  const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.85))
  if (!small) throw new Error('The picture could not be made smaller.')
  return small
}
