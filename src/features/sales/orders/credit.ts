import { z } from 'zod'

const amount = z.string()

/** The effect of crediting an order: the invoices that get a credit note, the totals by VAT rate, and the paid amount. */
export const orderCreditSchema = z.object({
  net: amount,
  vat: amount,
  gross: amount,
  freed: amount,
  papers: z.array(z.object({ id: z.string(), invoice_number: z.string(), kind: z.string(), gross: amount })),
  rates: z.array(z.object({ vat_rate: amount, vat_treatment: z.string(), base: amount, vat: amount })),
})
export type OrderCredit = z.infer<typeof orderCreditSchema>

/** The name of an order's invoice beside its number. */
export const paperKinds: Readonly<Record<string, string>> = {
  deposit: 'Deposit',
  progress: 'Part',
  final: 'Final',
}
