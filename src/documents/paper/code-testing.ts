import { decodeQR } from 'qr/decode.js'
import { qrPath } from './qr-path.ts'

/** Draws the code of a text and reads it back, as a banking app does: the modules on its side, and its words. */
export function codeOf(text: string): { side: number; words: string } {
  const { side, path } = qrPath(text)
  return { side, words: decodeQR(picture(side, path)) }
}

/** Black and white pixels, four to a module. */
function picture(side: number, path: string) {
  const scale = 4
  const width = side * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, left, top] of path.matchAll(/M(\d+) (\d+)h1/g))
    for (let row = Number(top) * scale; row < (Number(top) + 1) * scale; row += 1)
      for (let column = Number(left) * scale; column < (Number(left) + 1) * scale; column += 1)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
  return { width, height: width, data }
}
