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

/** A driver's last read day, shown without a network. It is removed at sign-out. */
export const keptDayOf = (driver: string) => memoryOfVisit(driver, 'drivers-day', keptSchema)
