import { assertPixels, Bytes, type PictureFacts, unreadable } from './picture.ts'

/** A GIF, block by block to its trailer. The codes of each frame are followed until all its pixels are complete. */
export function readGif(all: Uint8Array): PictureFacts {
  const bytes = new Bytes(all)
  bytes.skip(6)
  const [width, height, flags] = [bytes.u16le(), bytes.u16le(), bytes.u8()]
  assertPixels(width, height)
  bytes.skip(2)
  bytes.skip(paletteBytes(flags))
  let frames = 0
  for (let kind = bytes.u8(); kind !== 0x3b; kind = bytes.u8()) {
    if (kind === 0x21) {
      bytes.skip(1)
      partsOf(bytes)
    } else if (kind === 0x2c) {
      readFrame(bytes)
      frames++
    } else throw unreadable()
  }
  if (frames === 0) throw unreadable()
  return { type: 'image/gif', width, height }
}

const paletteBytes = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)

function readFrame(bytes: Bytes): void {
  bytes.skip(4)
  const [width, height, flags] = [bytes.u16le(), bytes.u16le(), bytes.u8()]
  assertPixels(width, height)
  bytes.skip(paletteBytes(flags))
  const codeBits = bytes.u8()
  if (codeBits < 2 || codeBits > 8 || !tellsPoints(partsOf(bytes), codeBits, width * height)) throw unreadable()
}

/** The sub-blocks of a block, up to the empty one at its end. */
function partsOf(bytes: Bytes): Uint8Array[] {
  const parts: Uint8Array[] = []
  for (let size = bytes.u8(); size !== 0; size = bytes.u8()) parts.push(bytes.take(size))
  return parts
}

/** True when these LZW codes encode exactly this many pixels. The pixels are counted, not decoded. */
function tellsPoints(parts: readonly Uint8Array[], codeBits: number, points: number): boolean {
  const clear = 1 << codeBits
  const lengths = new Uint32Array(4096).fill(1, 0, clear)
  let [size, next, before, told, held, bits] = [codeBits + 1, clear + 2, 0, 0, 0, 0]
  for (const part of parts) {
    for (const byte of part) {
      held |= byte << bits
      bits += 8
      while (bits >= size) {
        const code = held & ((1 << size) - 1)
        held >>>= size
        bits -= size
        if (code === clear) {
          ;[size, next, before] = [codeBits + 1, clear + 2, 0]
          continue
        }
        if (code === clear + 1) return told >= points
        if (code > next || (before === 0 && code > clear) || (code === next && before === 0)) return false
        const length = code === next ? before + 1 : (lengths[code] ?? 0)
        told += length
        if (told >= points) return true
        if (before > 0 && next < 4096) {
          lengths[next++] = before + 1
          if (next === 1 << size && size < 12) size++
        }
        before = length
      }
    }
  }
  return told >= points
}
