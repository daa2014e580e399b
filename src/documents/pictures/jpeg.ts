import { assertPixels, Bytes, cutOff, type PictureFacts, unreadable } from './picture.ts'

type Frame = { width: number; height: number; isBaseline: boolean; isArithmetic: boolean; blocks: number }

/** Markers inside a scan's data: stuffed bytes and restart marks. */
const isInScan = (next: number): boolean => next === 0 || (next >= 0xd0 && next <= 0xd7)

/**
 * A JPEG, read segment by segment through each scan to its end. The points themselves are not computed. What phones write
 * behind the end (a moving picture) is not looked at.
 */
export function readJpeg(all: Uint8Array): PictureFacts {
  const bytes = new Bytes(all)
  bytes.skip(2)
  let frame: Frame | null = null
  let [hasQuantisation, hasCodes, scanned] = [false, false, 0]
  for (let marker = markerOf(bytes); marker !== 0xd9; marker = markerOf(bytes)) {
    const length = bytes.u16()
    if (length < 2) throw unreadable()
    const body = new Bytes(bytes.take(length - 2))
    if (marker === 0xdb) hasQuantisation = true
    else if (marker === 0xc4) hasCodes = true
    else if (isFrame(marker)) {
      if (frame !== null) throw unreadable()
      frame = frameOf(marker, body)
    } else if (marker === 0xda) {
      if (!frame || !hasQuantisation || (!hasCodes && !frame.isArithmetic)) throw unreadable()
      const components = body.u8()
      if (components < 1 || components > 4 || body.left !== components * 2 + 3) throw unreadable()
      scanned += scanOf(bytes)
    } else if (marker < 0xc0 || marker === 0xc8 || (marker >= 0xd0 && marker <= 0xd8)) throw unreadable()
  }
  // A block takes two bits at least where every block is written.
  if (!frame || scanned === 0 || (frame.isBaseline && scanned * 4 < frame.blocks)) throw unreadable()
  return { type: 'image/jpeg', width: frame.width, height: frame.height }
}

function markerOf(bytes: Bytes): number {
  if (bytes.u8() !== 0xff) throw unreadable()
  let marker = bytes.u8()
  while (marker === 0xff) marker = bytes.u8()
  return marker
}

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function frameOf(marker: number, body: Bytes): Frame {
  const [precision, height, width, count] = [body.u8(), body.u16(), body.u16(), body.u8()]
  if (![8, 12].includes(precision) || count < 1 || count > 4 || body.left !== count * 3) throw unreadable()
  assertPixels(width, height)
  const shares = Array.from({ length: count }, () => {
    body.u8()
    const sampling = body.u8()
    body.u8()
    return { across: sampling >> 4, down: sampling & 15 }
  })
  if (shares.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4)) throw unreadable()
  const widest = Math.max(...shares.map(({ across }) => across))
  const tallest = Math.max(...shares.map(({ down }) => down))
  const blocks = shares.reduce(
    (sum, { across, down }) =>
      sum + Math.ceil((width * across) / widest / 8) * Math.ceil((height * down) / tallest / 8),
    0,
  )
  return { width, height, blocks, isBaseline: marker === 0xc0 || marker === 0xc1, isArithmetic: marker >= 0xc9 }
}

/** Steps to the marker after a scan; how many bytes the scan has. */
function scanOf(bytes: Bytes): number {
  const { all, at: from } = bytes
  let at = from
  for (; ; at++) {
    if (at + 1 >= all.length) throw cutOff()
    const next = all[at + 1] ?? 0
    if (all[at] === 0xff && next !== 0xff && !isInScan(next)) break
  }
  bytes.at = at
  return at - from
}
