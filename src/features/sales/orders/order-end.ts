import { z } from 'zod'

/** What ending the rest of an order does: amounts and quantities as decimal text. */
export const orderEndSchema = z.object({
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
