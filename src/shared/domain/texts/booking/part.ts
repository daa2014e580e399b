import type { Part } from '../part.ts'
import { english } from './en.ts'

/** Booking of a visit: English with the code, each other language as a file of its own. */
export const bookingPart: Part<typeof english> = {
  name: 'booking',
  english,
  others: async () => (await import('../others.ts')).booking,
}
