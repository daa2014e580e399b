import { z } from 'zod'
import { exact, plus, written } from './decimal.ts'

/** A transfer that a client announced and that is not recorded yet, as the database tells it. The amount is decimal text. */
export const announcedSchema = z
  .array(
    z.object({
      id: z.string(),
      amount: z.string(),
      currency: z.string(),
      told_at: z.string(),
      /** The invoices it is for; empty for a deposit. */
      invoice_ids: z.array(z.string()),
    }),
  )
  .nullish()
  .transform((announced) => announced ?? [])
export type Announced = z.infer<typeof announcedSchema>

/** The sum of the announced transfers, as decimal text. */
export const announcedSum = (announced: Announced): string =>
  announced.reduce((sum, { amount }) => written(plus(exact(sum), exact(amount))), '0.00')
