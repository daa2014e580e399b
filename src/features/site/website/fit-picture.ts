import { assertPictureSize } from '@/shared/domain/web/picture'

/** The box of a logo, in pixels: sharp, and small enough for every page. */
const logoBox = { width: 720, height: 240 }

/** The size of a picture that fits a box and keeps its proportions; a smaller one stays unchanged. */
export function fitted(picture: { width: number; height: number }, box = logoBox): { width: number; height: number } {
  const scale = Math.min(1, box.width / picture.width, box.height / picture.height)
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  }
}

/**
 * A logo as a PNG that fits its box. Drawings (SVG) are drawn here, so that nothing which could run a script is ever
 * stored. Throws words for the person when the file is no picture.
 */
export async function fitPicture(file: Blob): Promise<Blob> {
  assertPictureSize(file)
  const address = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode().catch(() => {
      throw new Error('This file is not a picture that the browser can read.')
    })
    const natural = { width: picture.naturalWidth || logoBox.width, height: picture.naturalHeight || logoBox.height }
    const canvas = Object.assign(document.createElement('canvas'), fitted(natural))
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('The picture could not be made smaller.')
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    if (!small) throw new Error('The picture could not be made smaller.')
    return small
  } finally {
    URL.revokeObjectURL(address)
  }
}
