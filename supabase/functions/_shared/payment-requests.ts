import type { PostgrestError, SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { Refusal } from './answers.ts'
import { asService, type Caller } from './caller.ts'
import { readVivaTransaction, type VivaSettings } from './viva.ts'

export const provider = 'viva'

/** The used part of a payment request from `get_payment_request`. `amount` is decimal text. */
const requestSchema = z.looseObject({
  id: z.string(),
  purpose: z.string(),
  status: z.string(),
  amount: z.string(),
  currency: z.string(),
  document_number: z.string().nullable(),
  project_title: z.string().nullable(),
  company: z.looseObject({ name: z.string() }),
})
export type PaymentRequest = z.infer<typeof requestSchema>

/** The sentences of the database's own refusals go on to the person, with their status. */
function refusalOf({ code, message }: PostgrestError): Error {
  // "You may not refund payments".
  if (code === '42501' && message.startsWith('You may not')) return new Refusal(403, 'forbidden', message)
  const status = /^PT(4\d\d)$/.exec(code)?.[1]
  if (code === '22023') return new Refusal(400, 'refused', message)
  return status ? new Refusal(Number(status), 'refused', message) : new Error(message)
}

/** Calls a function of the database; its own refusals go on in their words. */
export async function callDatabase(database: SupabaseClient, name: string, values: object): Promise<unknown> {
  const { data, error } = await database.rpc(name, values)
  if (error) throw refusalOf(error)
  return data
}

/**
 * Opens the payment request for the document of a link, or for `amount` of an invoice. Refuses (400, 404, 409) with a
 * sentence when it cannot be paid.
 */
export const openRequest = async (uuid: string, whole: boolean, amount: string | null): Promise<PaymentRequest> =>
  requestSchema.parse(
    await callDatabase(asService(), 'open_payment_request', { p_uuid: uuid, p_whole: whole, p_amount: amount }),
  )

/** The request to pay ticked invoices of the statement behind a link; refuses (404, 409) in words. */
export const openStatementRequest = async (uuid: string, invoices: string[]): Promise<PaymentRequest> =>
  requestSchema.parse(
    await callDatabase(asService(), 'open_statement_request', { p_uuid: uuid, p_invoice_ids: invoices }),
  )

/** The request of a signed-in client to pay these invoices of theirs; refuses (403, 404, 409) in words. */
export const openClientRequest = async ({ asCaller }: Caller, invoices: string[]): Promise<PaymentRequest> =>
  requestSchema.parse(await callDatabase(asCaller, 'open_client_request', { p_invoice_ids: invoices }))

export const readRequest = async (id: string): Promise<PaymentRequest | null> =>
  requestSchema.nullable().parse(await callDatabase(asService(), 'get_payment_request', { p_id: id }))

/** The bank's order for a request: the one of the last `minutes`, else `session`. Null without either. */
export const startPayment = async (id: string, session: string | null, minutes: number): Promise<string | null> =>
  z
    .string()
    .nullable()
    .parse(
      await callDatabase(asService(), 'start_payment', {
        p_request_id: id,
        p_provider: provider,
        p_session: session,
        p_minutes: minutes,
      }),
    )

/** The payment was refused or left: the request is open for another try. */
export const failRequest = async (id: string, failure: string): Promise<void> =>
  void (await callDatabase(asService(), 'fail_payment_request', { p_request_id: id, p_failure: failure }))

/** The bank's state of a transaction, after our books were updated. `request` is null when it is not one of ours. */
export type Settled = { state: 'paid' | 'undecided' | 'refused' | 'unknown'; request: string | null }

const settledSchema = z.object({ request_id: z.string().nullable(), settled: z.boolean() })

/** Asks the bank for a transaction and updates the books. A transaction counts once, even when this runs again. */
export async function settleTransaction(settings: VivaSettings, id: string): Promise<Settled> {
  const transaction = await readVivaTransaction(settings, id)
  if (!transaction) return { state: 'unknown', request: null }
  const database = asService()
  if (transaction.statusId === 'F') {
    const { request_id, settled } = settledSchema.parse(
      await callDatabase(database, 'settle_session', {
        p_provider: provider,
        p_session: transaction.orderCode,
        p_provider_ref: transaction.id,
        p_amount: transaction.amount,
        p_currency: transaction.currencyCode === '978' ? 'EUR' : transaction.currencyCode,
      }),
    )
    return { state: settled ? 'paid' : 'unknown', request: request_id }
  }
  const request = z
    .string()
    .nullable()
    .parse(
      await callDatabase(database, 'request_of_session', { p_provider: provider, p_session: transaction.orderCode }),
    )
  if (transaction.statusId === 'A') return { state: 'undecided', request }
  await callDatabase(database, 'report_reversal', { p_provider: provider, p_provider_ref: transaction.id })
  if (request) await failRequest(request, 'The bank did not accept this card.')
  return { state: 'refused', request }
}
