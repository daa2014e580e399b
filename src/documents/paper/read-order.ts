import { z } from 'zod'
import { approvalSchema, decimalText, quotationFields } from './read.ts'
import type { OrderDocument } from './source.ts'

/** The answer of `order_document`. */
export const orderSchema: z.ZodType<OrderDocument> = z.object({
  ...quotationFields,
  ordered_at: z.string(),
  due_date: z.string().nullable(),
  day_before: z.string().nullish(),
  client_po: z.string().nullable(),
  quotation_number: z.string().nullable(),
  client_note: z.string().nullable(),
  deposit_required: decimalText,
  deposit_paid: decimalText,
  approval: approvalSchema.nullish(),
})
