import { assertPixels, BadPicture, Bytes, cutOff, type PictureFacts, unreadable } from './picture.ts'

type Size = { width: number; height: number }

/** A WebP, chunk by chunk, with the head of each picture in it. The points themselves are not computed. */
export function readWebp(all: Uint8Array): PictureFacts {
  const bytes = new Bytes(all)
  bytes.skip(4)
  const length = bytes.u32le()
  if (length > bytes.left) throw cutOff()
  if (length < bytes.left) throw new BadPicture('Something follows the end of this picture. Please save it again.')
  bytes.skip(4)
  const { canvas, drawn } = readChunks(bytes)
  if (drawn === null) throw unreadable()
  return { type: 'image/webp', ...(canvas ?? drawn) }
}

function readChunks(bytes: Bytes): { canvas: Size | null; drawn: Size | null } {
  let canvas: Size | null = null
  let drawn: Size | null = null
  while (bytes.left > 0) {
    const name = bytes.name()
    const size = bytes.u32le()
    const body = new Bytes(bytes.take(size))
    if (size % 2 === 1 && bytes.left > 0) bytes.skip(1)
    if (name === 'VP8X') {
      body.skip(4)
      canvas = { width: body.u24le() + 1, height: body.u24le() + 1 }
      assertPixels(canvas.width, canvas.height)
    } else if (name === 'VP8 ') drawn = lossySize(body)
    else if (name === 'VP8L') drawn = losslessSize(body)
    else if (name === 'ANMF') {
      body.skip(16)
      drawn = readChunks(body).drawn
      if (drawn === null) throw unreadable()
    }
  }
  return { canvas, drawn }
}

function lossySize(body: Bytes): Size {
  const tag = body.u24le()
  if ((tag & 1) !== 0 || body.name(3) !== '\x9d\x01\x2a') throw unreadable()
  const [width, height] = [body.u16le() & 0x3fff, body.u16le() & 0x3fff]
  assertPixels(width, height)
  if (tag >>> 5 > body.left) throw cutOff()
  return { width, height }
}

function losslessSize(body: Bytes): Size {
  if (body.u8() !== 0x2f) throw unreadable()
  const packed = body.u32le()
  if (packed >>> 29 !== 0 || body.left === 0) throw unreadable()
  const size = { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
  assertPixels(size.width, size.height)
  return size
}
