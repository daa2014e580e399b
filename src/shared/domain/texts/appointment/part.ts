import type { Part } from '../part.ts'
import { english } from './en.ts'

/** The page of an appointment: English with the code, each other language as a file of its own. */
export const appointmentPart: Part<typeof english> = {
  name: 'appointment',
  english,
  others: async () => (await import('../others.ts')).appointment,
}
