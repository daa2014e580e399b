import { assertPixels, BadPicture, Bytes, cutOff, type PictureFacts, unreadable } from './picture.ts'

type Header = { width: number; height: number; bits: number; colour: number; isInterlaced: boolean }

/** Samples of a point by kind of colour, and the bits that a sample may have. */
const colours: Readonly<Record<number, { samples: number; bits: readonly number[] }>> = {
  0: { samples: 1, bits: [1, 2, 4, 8, 16] },
  2: { samples: 3, bits: [8, 16] },
  3: { samples: 1, bits: [1, 2, 4, 8] },
  4: { samples: 2, bits: [8, 16] },
  6: { samples: 4, bits: [8, 16] },
}

/** First column and row of each pass of an interlaced picture, and the steps between its points. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (let at = 0; at < bytes.length; at++) crc = (crcTable[(crc ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/** A PNG, read as a program that draws it would: each chunk with its check sum, the points inflated to their exact count. */
export async function readPng(all: Uint8Array): Promise<PictureFacts> {
  const bytes = new Bytes(all)
  bytes.skip(8)
  let header: Header | null = null
  let hasPalette = false
  const data: Uint8Array[] = []
  for (let name = ''; name !== 'IEND';) {
    const length = bytes.u32()
    const from = bytes.at
    name = bytes.name()
    const body = bytes.take(length)
    if (bytes.u32() !== crcOf(all.subarray(from, from + 4 + length))) throw unreadable()
    if ((name === 'IHDR') !== (header === null)) throw unreadable()
    if (name === 'IHDR') header = headerOf(new Bytes(body))
    else if (name === 'PLTE') hasPalette = length > 0 && length <= 768 && length % 3 === 0
    else if (name === 'IDAT') data.push(body)
    else if (name !== 'IEND' && /^[A-Z]/.test(name)) throw unreadable()
  }
  if (header === null || (header.colour === 3 && !hasPalette)) throw unreadable()
  if (bytes.left > 0) throw new BadPicture('Something follows the end of this picture. Please save it again.')
  await inflateExactly(data, rowsOf(header))
  return { type: 'image/png', width: header.width, height: header.height }
}

function headerOf(bytes: Bytes): Header {
  const [width, height, bits, colour] = [bytes.u32(), bytes.u32(), bytes.u8(), bytes.u8()]
  const [compression, filter, interlace] = [bytes.u8(), bytes.u8(), bytes.u8()]
  if (!colours[colour]?.bits.includes(bits) || compression !== 0 || filter !== 0 || interlace > 1) throw unreadable()
  assertPixels(width, height)
  return { width, height, bits, colour, isInterlaced: interlace === 1 }
}

/** The number of rows and their bytes in the inflated data, for each pass. */
function rowsOf({ width, height, bits, colour, isInterlaced }: Header): { rows: number; bytes: number }[] {
  const pointBits = bits * (colours[colour]?.samples ?? 0)
  const grids = isInterlaced ? passes : ([[0, 0, 1, 1]] as const)
  return grids.flatMap(([left, top, across, down]) => {
    const [columns, rows] = [Math.ceil((width - left) / across), Math.ceil((height - top) / down)]
    return columns > 0 && rows > 0 ? [{ rows, bytes: 1 + Math.ceil((columns * pointBits) / 8) }] : []
  })
}

/** Inflates without keeping anything. No byte more than expected is waited for, so small files cannot become large work. */
async function inflateExactly(parts: readonly Uint8Array[], grids: { rows: number; bytes: number }[]): Promise<void> {
  const expected = grids.reduce((sum, { rows, bytes }) => sum + rows * bytes, 0)
  const inflater = new DecompressionStream('deflate')
  const writer = inflater.writable.getWriter()
  const written = (async () => {
    for (const part of parts) await writer.write(new Uint8Array(part))
    await writer.close()
  })()
  written.catch(() => {})
  const reader = inflater.readable.getReader()
  const isFilter = filterCheck(grids)
  let count = 0
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      const chunk = value ?? new Uint8Array()
      count += chunk.length
      if (count > expected || !isFilter(chunk)) throw unreadable()
    }
    await written
  } catch (failure) {
    await reader.cancel().catch(() => {})
    throw failure instanceof BadPicture ? failure : unreadable()
  }
  if (count < expected) throw cutOff()
}

/** Each row begins with the number of its filter, 0 to 4. */
function filterCheck(grids: { rows: number; bytes: number }[]): (chunk: Uint8Array) => boolean {
  let [grid, row, next] = [0, 0, 0]
  return (chunk) => {
    for (; next < chunk.length;) {
      const { rows = 0, bytes = 0 } = grids[grid] ?? {}
      if (bytes === 0) return true
      if ((chunk[next] ?? 0) > 4) return false
      next += bytes
      row++
      if (row === rows) [grid, row] = [grid + 1, 0]
    }
    next -= chunk.length
    return true
  }
}
