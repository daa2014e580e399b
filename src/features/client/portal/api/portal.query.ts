import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { companySchema } from '@/documents/paper/read'
import { cashDiscountSchema } from '@/documents/paper/read-accounts'
import { db } from '@/shared/db/client'
import { memoryOfVisit } from '@/shared/lib/memory'
import { announcedSchema } from '@/shared/domain/money/announced-transfer'
import { orderMoneySchema } from '@/shared/domain/records/order-money'

const text = z.string().nullable()

const quotation = z.object({
  public_uuid: z.string(),
  number: text,
  project_title: text,
  status: z.string(),
  valid_until: text,
  sent_at: text,
  currency: z.string(),
  gross: z.string(),
  order: orderMoneySchema.extend({ status: z.string() }).nullable(),
})
/** How far the work for an order is; null where the company does not tell, and of an order without work. */
const stageSchema = z.object({
  is_held: z.boolean(),
  ready: z.number(),
  of: z.number(),
  works: z.array(
    z.object({
      work: z.enum(['artwork', 'printing', 'finishing']),
      done: z.number(),
      running: z.number(),
      of: z.number(),
    }),
  ),
})
export type OrderStage = z.infer<typeof stageSchema>

export const ownOrderSchema = orderMoneySchema.extend({
  public_uuid: z.string(),
  order_number: z.string(),
  project_title: text,
  status: z.string(),
  ordered_at: z.string(),
  due_date: text,
  day_before: text.default(null),
  client_po: text,
  currency: z.string(),
  delivered_pct: z.string(),
  stage: stageSchema.nullable().default(null),
  quotation: z.object({ public_uuid: z.string(), number_with_version: text }).nullable(),
})
export const ownInvoiceSchema = z.object({
  id: z.string(),
  public_uuid: z.string(),
  has_link: z.boolean(),
  cash_discount: cashDiscountSchema.nullish(),
  number: z.string(),
  kind: z.string(),
  status: z.string(),
  project_title: text,
  client_po: text,
  issue_date: text,
  due_date: text,
  is_overdue: z.boolean().nullable(),
  currency: z.string(),
  gross: z.string(),
  balance: z.string(),
  state: z.string(),
  written_off: z.string().default('0.00'),
})
const creditNote = z.object({
  public_uuid: z.string(),
  number: z.string(),
  issue_date: text,
  currency: z.string(),
  gross: z.string(),
  open: z.string(),
})
export const ownDeliverySchema = z.object({
  public_uuid: z.string(),
  number: z.string(),
  project_title: text,
  method: z.string(),
  status: z.string(),
  scheduled_at: text,
  /** False when only the day is planned. */
  scheduled_has_time: z.boolean(),
  delivered_at: text,
  received_by: text,
  drops: z.array(z.object({ id: z.string(), number: z.string(), delivered_at: text, received_by: text })),
})
const statement = z.object({
  public_uuid: z.string(),
  number: z.string(),
  date_from: z.string(),
  date_to: z.string(),
  currency: z.string(),
  closing: z.string(),
})
const proof = z.object({
  public_uuid: z.string(),
  job_id: z.string(),
  number: text,
  title: z.string(),
  version: z.number(),
  /** It waits for the client's answer. */
  waits: z.boolean(),
  is_approved: z.boolean(),
  sent_at: z.string(),
  decided_at: text,
})
const message = z.object({
  kind: z.enum(['quotation', 'order', 'invoice']),
  public_uuid: z.string(),
  number: text,
  is_ours: z.boolean(),
  name: text,
  words: text,
  at: z.string(),
  /** An answer of the company that nobody has read yet. */
  is_new: z.boolean(),
})
const payment = z.object({
  number: text,
  received_on: z.string(),
  method: z.string(),
  currency: z.string(),
  amount: z.string(),
  refunded: z.string(),
  open: z.string(),
  order_number: text,
  invoices: z.array(z.object({ number: z.string(), public_uuid: text })),
})
const brief = z.object({
  public_uuid: z.string(),
  reference: text,
  sent_at: z.string(),
  what: text,
  pictures: z.array(z.string()),
})
const portal = z.object({
  /** Whose papers these are: the client, or a business whose contact person they are. */
  contact_id: text.optional(),
  contacts: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
  name: z.string(),
  currency: z.string(),
  company: companySchema,
  /** The language that the client chose, and that of the company. */
  client_language: text.optional(),
  language: text.optional(),
  money: z.object({ balance: z.string(), overdue: z.string(), credit: z.string() }),
  credit_limit: text,
  terms_days: z.number().nullable(),
  announced: announcedSchema,
  quotations: z.array(quotation),
  orders: z.array(ownOrderSchema),
  invoices: z.array(ownInvoiceSchema),
  credit_notes: z.array(creditNote),
  deliveries: z.array(ownDeliverySchema),
  statements: z.array(statement),
  proofs: z.array(proof).default([]),
  messages: z.array(message).default([]),
  payments: z.array(payment).default([]),
  briefs: z.array(brief).default([]),
})

/** The signed-in client's own data. Amounts are decimal text. */
export type Portal = z.infer<typeof portal>
export type OwnQuotation = Portal['quotations'][number]
export type OwnOrder = Portal['orders'][number]
export type OwnInvoice = Portal['invoices'][number]
export type OwnProof = Portal['proofs'][number]
export type OwnMessage = Portal['messages'][number]
export type OwnPayment = Portal['payments'][number]
export type OwnBrief = Portal['briefs'][number]

/** The tables whose changes are sent on the client's own topic. */
export const ownTables = [
  'contact_relations',
  'quotations',
  'orders',
  'invoices',
  'credit_notes',
  'payments',
  'payment_requests',
  'deliveries',
  'statements',
  'mockups',
  'document_events',
] as const

export const portalKey = ['client-portal'] as const

/** All data of a signed-in client, or of that business of theirs; null for an account without a contact with papers. */
export const portalQuery = (contactId: string | null) =>
  queryOptions({
    queryKey: [...portalKey, contactId],
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<Portal | null> => {
      const { data } = await db
        .rpc('client_portal', contactId === null ? {} : { p_contact_id: contactId })
        .abortSignal(signal)
        .throwOnError()
      return portal.nullable().parse(data)
    },
  })

/** Whose papers this person looked at last. */
export const keptContact = (userId: string) => memoryOfVisit(userId, 'portal-contact', z.guid())
