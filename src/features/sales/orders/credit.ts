import { z } from 'zod'

const amount = z.string()

/** What crediting an order does: the papers with a credit note each, the totals by VAT rate, and what of it was paid. */
export const orderCreditSchema = z.object({
  net: amount,
  vat: amount,
  gross: amount,
  freed: amount,
  papers: z.array(z.object({ id: z.string(), invoice_number: z.string(), kind: z.string(), gross: amount })),
  rates: z.array(z.object({ vat_rate: amount, vat_treatment: z.string(), base: amount, vat: amount })),
})
export type OrderCredit = z.infer<typeof orderCreditSchema>

/** What an invoice of an order is called beside its number. */
export const paperKinds: Readonly<Record<string, string>> = {
  deposit: 'Deposit',
  progress: 'Part',
  final: 'Final',
}
