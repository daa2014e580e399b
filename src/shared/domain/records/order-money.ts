import { z } from 'zod'
import { announcedSchema } from '../money/announced-transfer'

/** An issued invoice of an order that is not paid, as the order's client reads it. */
export const openInvoiceSchema = z.object({
  number: z.string(),
  kind: z.string(),
  balance: z.string(),
  due_date: z.string().nullable(),
  is_overdue: z.boolean(),
  /** Its link; null for an invoice of several orders, and where the link was withdrawn. */
  public_uuid: z.string().nullable(),
  announced: announcedSchema,
})
export type OpenInvoice = z.infer<typeof openInvoiceSchema>

/** The end of the rest of an order of which a part was delivered: its day, and what the order came to before, as decimal text. */
export const endedSchema = z.object({ on: z.string(), gross_before: z.string() })
export type OrderEnded = z.infer<typeof endedSchema>

/** What became of the money that came for a cancelled order, or for one that comes to less. Amounts are decimal text. */
export const cancelledMoneySchema = z.object({
  /** What settles nothing yet. */
  credit: z.string(),
  /** What other invoices and orders took. */
  used: z.array(z.object({ number: z.string(), amount: z.string() })),
  paid_back: z.string(),
  paid_back_on: z.string().nullable(),
})
export type CancelledMoney = z.infer<typeof cancelledMoneySchema>

/** What the database tells the client of an order about its money, on each of their pages. Amounts are decimal text. */
export const orderMoneySchema = z.object({
  deposit_amount: z.string(),
  deposit_paid: z.string(),
  gross: z.string(),
  /** What can still be paid before its invoice. */
  ahead: z.string().optional(),
  /** An invoice of it is being written. */
  invoice_follows: z.boolean().optional(),
  paid: z.string().optional(),
  paid_on: z.string().nullish(),
  money: cancelledMoneySchema.nullish(),
  /** The day on which its rest ended, and what it came to before. */
  ended: endedSchema.nullish(),
  /** The day on which it was lowered to what is made, and what it came to before; null where its rest ended. */
  lowered: endedSchema.nullish(),
  /** What of their credit can pay the deposit that is due. */
  credit: z.string().nullish(),
  /** Transfers that they announced for the deposit and that are not recorded yet. */
  announced: announcedSchema,
  open_invoices: z.array(openInvoiceSchema).optional(),
})
