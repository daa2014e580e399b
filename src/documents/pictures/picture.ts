/** The pictures that browsers draw and that can be read here to their end. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
export type PictureFacts = { type: PictureType; width: number; height: number }

/** More pixels than any camera makes. A larger picture would only block the program that draws it. */
export const mostPixels = 100_000_000

/** Why a picture is not taken, in words for the person who sent it. */
export class BadPicture extends Error {
  /** True when decoding would need too much memory. */
  readonly isTooLarge: boolean

  constructor(message: string, isTooLarge = false) {
    super(message)
    this.isTooLarge = isTooLarge
  }
}

export const cutOff = () => new BadPicture('This picture is cut off: its end is missing. Please send it again.')
export const unreadable = () =>
  new BadPicture('This file is not a picture that can be read. Please save it again as PNG, JPEG, WebP or GIF.')

/** Refuses a size before anything of that size is made. */
export function assertPixels(width: number, height: number): void {
  if (width < 1 || height < 1) throw unreadable()
  if (width * height <= mostPixels) return
  const size = `${width.toLocaleString('en')} × ${height.toLocaleString('en')}`
  throw new BadPicture(`This picture has ${size} points. 100 million are the most: please make it smaller.`, true)
}

/** Reads numbers and names from bytes in their order; past the end the picture is cut off. */
export class Bytes {
  at = 0
  readonly all: Uint8Array
  readonly #view: DataView

  constructor(all: Uint8Array) {
    this.all = all
    this.#view = new DataView(all.buffer, all.byteOffset, all.byteLength)
  }

  get left(): number {
    return this.all.length - this.at
  }

  /** Skips so many bytes and returns the former position. */
  skip(count: number): number {
    if (count > this.left) throw cutOff()
    const from = this.at
    this.at += count
    return from
  }

  u8 = (): number => this.#view.getUint8(this.skip(1))
  u16 = (): number => this.#view.getUint16(this.skip(2))
  u32 = (): number => this.#view.getUint32(this.skip(4))
  u16le = (): number => this.#view.getUint16(this.skip(2), true)
  u24le = (): number => this.u8() | (this.u8() << 8) | (this.u8() << 16)
  u32le = (): number => this.#view.getUint32(this.skip(4), true)
  name = (length = 4): string => String.fromCharCode(...this.take(length))
  take = (count: number): Uint8Array => this.all.subarray(this.skip(count), this.at)
}
