import { z } from 'zod'

/** Whom a task is for. Apart from the words about them, so that lists load no zod. */
export const clientSchema = z.object({ id: z.string(), name: z.string(), company: z.string().nullable() })

export const relatedQuotationSchema = z.object({ id: z.string(), number: z.string() })

/** The job, order or delivery that a task is about, with its number. */
export const aboutSchema = z.object({ kind: z.enum(['job', 'order', 'delivery']), id: z.string(), number: z.string() })

/** A site of a client. Coordinates in degrees, both or none. */
export const siteSchema = z.object({
  id: z.string(),
  label: z.string(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
})
