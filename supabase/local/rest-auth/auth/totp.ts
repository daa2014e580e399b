import { createHmac } from 'node:crypto'

/** Time-based one-time passwords (RFC 6238) as every authenticator reads them: SHA-1, six digits, steps of 30 s. */
const stepMs = 30_000
export const stepAt = (ms: number): number => Math.floor(ms / stepMs)

/** The code of a step (RFC 4226, 5.3). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 15
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/** The step whose code this is, the one before and after included, so that clocks may differ a little; null for none. */
export function stepOfCode(secret: Buffer, code: string, now: number): number | null {
  return [0, -1, 1].map((away) => stepAt(now) + away).find((step) => codeAt(secret, step) === code) ?? null
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding, as authenticators read secrets. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => letters.charAt(parseInt(five.padEnd(5, '0'), 2))).join('')
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}
