import { z } from 'zod'

/** What ending the rest of an order does: amounts and quantities as decimal text. */
export const orderEndSchema = z.object({
  /** The lines of which something is not delivered: a person says what stays of each. */
  choices: z.array(
    z.object({
      id: z.string(),
      position: z.string(),
      description: z.string(),
      unit: z.string().nullable(),
      ordered: z.string(),
      delivered: z.string(),
      stays: z.string(),
      /** Work that delivery notes do not count, such as fitting: all of it is proposed to stay. */
      is_uncounted: z.boolean(),
      net: z.string(),
    }),
  ),
  lines: z.array(
    z.object({
      position: z.string(),
      description: z.string(),
      kind: z.string(),
      ordered: z.string(),
      left: z.string(),
      net_before: z.string(),
      net: z.string(),
    }),
  ),
  deliveries: z.array(z.object({ number: z.string(), is_cancelled: z.boolean() })),
  jobs: z.array(z.object({ number: z.string(), has_begun: z.boolean() })),
  gross_before: z.string(),
  gross: z.string(),
  freed: z.string(),
})
export type OrderEnd = z.infer<typeof orderEndSchema>

/** What stays of a line: its id and a quantity as decimal text. */
export type Stays = readonly { id: string; qty: string }[]
