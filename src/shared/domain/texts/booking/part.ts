import type { Part } from '../part.ts'
import { english } from './en.ts'

/** Booking of a visit, and the page of the appointment: English with the code, each other language as a file of its own. */
export const bookingPart: Part<typeof english> = {
  name: 'booking',
  english,
  others: async () => (await import('./others.ts')).others,
}
