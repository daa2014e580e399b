import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { lineSchema, quotationSchema } from '@/documents/paper/read'
import type { Standing } from '@/machines/approval/approval.machine'
import { db } from '@/shared/db/client'
import { orderMoneySchema } from '@/shared/domain/records/order-money'
import { withTexts, type WithTexts } from '@/shared/domain/texts/papers/load'
import { newId } from '@/shared/lib/new-id'

const order = orderMoneySchema.extend({
  order_number: z.string(),
  public_uuid: z.string().optional(),
  /** The quotation was for extra work on this order. */
  is_amended: z.boolean().optional(),
  status: z.string(),
  promised_date: z.string().nullish(),
  day_before: z.string().nullish(),
  /** The lines and totals of an order whose rest ended or that was lowered. */
  stays: z.object({ net: z.string(), vat: z.string(), lines: z.array(lineSchema) }).nullish(),
})

/** The version that the client saw before this one, and the lines of this one as they were sent: what they choose of it is no change. */
const before = z.object({
  number: z.string(),
  gross: z.string(),
  terms: z.string().nullable(),
  client_note: z.string().nullable(),
  lines: z.array(lineSchema),
  sent: z.array(lineSchema),
})
export type VersionBefore = z.infer<typeof before>

/** The state of the link beside the quotation itself. */
const stateSchema = z.object({
  version: z.number(),
  status: z.string(),
  is_past: z.boolean(),
  being_revised: z.boolean(),
  /** A proof of it waits for the answer of the client. */
  proof_waits: z.boolean().default(false),
  decided_at: z.string().nullable(),
  decided_name: z.string().nullable(),
  order: order.nullable(),
  /** What cannot be read of an old version keeps nobody from the quotation. */
  before: before.nullish().catch(null),
  /** The client's own language; null where nobody chose one. */
  client_language: z.string().nullish(),
})
const clientQuotation = quotationSchema.and(stateSchema)
export type ClientQuotation = WithTexts<z.infer<typeof clientQuotation>>

/** One visit of this page: reading again does not count as another view. */
export const visit = newId()

export const quotationKey = (uuid: string) => ['client-quotation', uuid] as const

export async function readQuotation(uuid: string, signal?: AbortSignal): Promise<ClientQuotation | null> {
  if (!z.guid().safeParse(uuid).success) return null
  const call = db.rpc('get_public_quotation', { p_uuid: uuid, p_visit: visit })
  const { data } = await (signal ? call.abortSignal(signal) : call).throwOnError()
  return data === null ? null : withTexts(clientQuotation.parse(data))
}

/** The quotation behind a link; null where the link opens nothing. */
export const quotationQuery = (uuid: string) =>
  queryOptions({ queryKey: quotationKey(uuid), queryFn: ({ signal }) => readQuotation(uuid, signal) })

export const standingOf = (quotation: ClientQuotation | null): Standing =>
  quotation && {
    version: quotation.version,
    status: quotation.status,
    isPast: quotation.is_past || quotation.status === 'expired',
    beingRevised: quotation.being_revised,
    selected: quotation.lines.filter((line) => line.is_optional && line.is_selected).map(({ id }) => id),
  }
