import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { billedLineSchema, companySchema, siteSchema } from '@/documents/paper/read'
import { db } from '@/shared/db/client'
import { uuidOf } from '@/shared/domain/records/uuid'
import { ownDeliverySchema, ownInvoiceSchema, ownOrderSchema, portalKey } from './portal.query'

const text = z.string().nullable()
const schema = ownOrderSchema.omit({ delivered_pct: true, quotation: true }).extend({
  contact_id: text.optional(),
  /** The language that the client chose, and that of the company. */
  client_language: text.optional(),
  language: text.optional(),
  company: companySchema,
  /** Given of a delivered order: its net of today where that can be said, and when they asked for it again. */
  again: z.object({ net: text, asked_at: text }).nullable().default(null),
  net: z.string(),
  vat: z.string(),
  site: siteSchema.nullable(),
  quotation: z
    .object({
      public_uuid: z.string(),
      number_with_version: text,
      has_proofs: z.boolean(),
      proof_waits: z.boolean().default(false),
    })
    .nullable(),
  lines: z.array(billedLineSchema.and(z.object({ qty_delivered: z.string() }))),
  deliveries: z.array(ownDeliverySchema),
  invoices: z.array(ownInvoiceSchema),
})

/** One order of the client who is signed in. Amounts and quantities are decimal text. */
export type OrderOfAccount = z.infer<typeof schema>
export type OrderedLine = OrderOfAccount['lines'][number]

/** Reads by the uuid of its papers; null for another client's order. It is read again with the portal. */
export const ownOrderQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...portalKey, 'order', uuid],
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<OrderOfAccount | null> => {
      if (uuidOf(uuid) === null) return null
      const { data } = await db.rpc('own_order', { p_uuid: uuid }).abortSignal(signal).throwOnError()
      return schema.nullable().parse(data)
    },
  })
