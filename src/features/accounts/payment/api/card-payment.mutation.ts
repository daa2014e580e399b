import { z } from 'zod'
import type { Begun } from '@/machines/payment/payment.machine'
import type { PaidRequest, Verdict } from '@/machines/payment/payment-return.machine'
import { db } from '@/shared/db/client'
import { refusalsReady } from '@/shared/db/fetch/before-refusals'
import type { Purpose } from './owed.query'

const refusal = z.object({ error: z.string() })
const request = z
  .object({
    id: z.string(),
    purpose: z.string(),
    status: z.string(),
    amount: z.string(),
    currency: z.string(),
    document_number: z.string().nullable(),
    document_uuid: z.string().nullable(),
    company: z.object({ name: z.string() }),
    left: z.string().nullish(),
    credit: z.string().nullish(),
  })
  .transform((row): PaidRequest => ({
    id: row.id,
    purpose: row.purpose,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    documentNumber: row.document_number,
    documentUuid: row.document_uuid,
    companyName: row.company.name,
    left: row.left ?? null,
    credit: row.credit ?? null,
  }))

/** Calls the server function `card-payment`. Throws its sentence when it refuses. */
async function ask(body: object): Promise<unknown> {
  const { data, error } = await db.functions.invoke<unknown>('card-payment', {
    body,
    // The bank's page is in the language of the page before it.
    headers: { 'accept-language': document.documentElement.lang },
  })
  if (!error) return data
  await refusalsReady()
  const response: unknown = error instanceof Error && 'context' in error ? error.context : null
  const said = refusal.safeParse(response instanceof Response ? await response.json().catch(() => null) : null)
  throw new Error(said.success ? said.data.error : 'The server cannot be reached. Please try again.')
}

/**
 * Opens a payment request and an order at the bank: for an invoice or `amount` of it, for a quotation's deposit or its
 * whole sum.
 */
export async function beginPayment(
  purpose: Purpose,
  uuid: string,
  whole: boolean,
  amount: string | null,
): Promise<Begun> {
  const answer = z
    .object({ request, checkout: z.string() })
    .parse(await ask({ purpose, uuid, whole, ...(amount ? { amount } : {}) }))
  return { request: answer.request.id, checkout: answer.checkout }
}

/** Opens the request for these invoices of a statement, and an order at the bank. */
export async function beginStatementPayment(uuid: string, invoices: string[]): Promise<Begun> {
  const answer = z.object({ request, checkout: z.string() }).parse(await ask({ purpose: 'statement', uuid, invoices }))
  return { request: answer.request.id, checkout: answer.checkout }
}

/** As the signed-in client: opens a payment request for these own invoices, and an order at the bank. */
export async function beginAccountPayment(invoices: string[]): Promise<Begun> {
  const answer = z.object({ request, checkout: z.string() }).parse(await ask({ purpose: 'account', invoices }))
  return { request: answer.request.id, checkout: answer.checkout }
}

/** Announces a transfer for these invoices of the signed-in client. */
export async function tellAccountTransfer(invoices: string[]): Promise<void> {
  await db.rpc('tell_client_transfer', { p_invoice_ids: invoices }).throwOnError()
}

/** Announces a transfer for these invoices of a statement. */
export async function tellStatementTransfer(uuid: string, invoices: string[]): Promise<void> {
  await db.rpc('tell_statement_transfer', { p_uuid: uuid, p_invoice_ids: invoices }).throwOnError()
}

/** Asks the bank for the state of a transaction. Our books follow it. */
export const verifyPayment = async (transaction: string): Promise<Verdict> =>
  z
    .object({ state: z.enum(['paid', 'undecided', 'refused', 'unknown']), request: request.nullable() })
    .parse(await ask({ transaction }))

/** The payer turned back without paying. */
export const leavePayment = async (id: string): Promise<PaidRequest | null> =>
  z.object({ request: request.nullable() }).parse(await ask({ left: id })).request

/** Announces a transfer. */
export async function tellTransfer(uuid: string, whole: boolean, amount: string | null): Promise<void> {
  await db
    .rpc('tell_bank_transfer', {
      p_uuid: uuid,
      p_whole: whole,
      ...(amount ? { p_amount: amount as unknown as number } : {}),
    })
    .throwOnError()
}

/** Withdraws an announced transfer that was not sent. The amount is asked for again. */
export async function withdrawTransfer(id: string): Promise<void> {
  await db.rpc('withdraw_transfer', { p_id: id }).throwOnError()
}

/** Credit of the client lowers the invoice behind a link. How much was used, as decimal text. */
export async function spendCredit(uuid: string): Promise<string> {
  const { data } = await db.rpc('use_credit', { p_uuid: uuid }).throwOnError()
  return z.object({ used: z.string() }).parse(data).used
}

/** Credit of the client pays the deposit that is due behind a link. How much was used, as decimal text. */
export async function spendCreditOnDeposit(uuid: string): Promise<string> {
  const { data } = await db.rpc('pay_deposit_from_credit', { p_uuid: uuid }).throwOnError()
  return z.object({ used: z.string() }).parse(data).used
}

const steps = z.array(z.object({ name: z.string(), works: z.boolean(), words: z.string().nullable() }))
export const checkProvider = async () => z.object({ steps }).parse(await ask({ check: true })).steps
