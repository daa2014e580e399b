import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const signs = 22
const contents = z.tuple([z.number(), z.number(), z.string(), z.unknown()])

export type Envelope = { number: number; from: number; kind: string; body: unknown }

/**
 * How servers write to each other. Whoever may sign in at the database may notify, so each note is signed with a secret
 * that is not in the database. Their numbers rise, so that what is told again is heard once.
 */
export function envelopes(secret: string, me: number) {
  let written = 0
  const sign = (text: string) =>
    createHmac('sha256', secret).update(`a note between servers ${text}`).digest('base64url').slice(0, signs)
  return {
    write(kind: string, body: unknown): string {
      written += 1
      const text = JSON.stringify([written, me, kind, body ?? null])
      return sign(text) + text
    },
    /** Null for what is not signed. */
    read(payload: string): Envelope | null {
      const text = payload.slice(signs)
      const [given, expected] = [Buffer.from(payload.slice(0, signs)), Buffer.from(sign(text))]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const [number, from, kind, body] = contents.parse(JSON.parse(text))
      return { number, from, kind, body }
    },
  }
}
