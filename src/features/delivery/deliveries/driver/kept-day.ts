import { z } from 'zod'
import { memoryOfVisit } from '@/shared/lib/memory'
import type { Drop } from '../api/day.query'

const isDrop = (value: unknown): value is Drop =>
  typeof value === 'object' && value !== null && 'id' in value && 'items' in value && Array.isArray(value.items)

const keptSchema = z.object({
  day: z.string(),
  zone: z.string(),
  /** When it was read, in ms. */
  at: z.number(),
  drops: z.array(z.custom<Drop>(isDrop)),
})

/** The day of a driver as it was read last: shown where the network is away. A sign-out takes it. */
export const keptDayOf = (driver: string) => memoryOfVisit(driver, 'drivers-day', keptSchema)
