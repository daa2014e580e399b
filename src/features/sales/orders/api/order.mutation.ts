import { z } from 'zod'
import { askFirst } from '@/kit/save/ask-first'
import { db } from '@/shared/db/client'
import type { Stays } from '../order-end'

/** Stops an open order with a reason, until it is released. */
export async function holdOrder(id: string, reason: string): Promise<void> {
  await db.rpc('hold_order', { p_id: id, p_reason: reason }).throwOnError()
}

/** Releases an order on hold. Its deposit, jobs and deliveries determine the next status. */
export async function releaseOrder(id: string): Promise<void> {
  await db.rpc('release_order', { p_id: id }).throwOnError()
}

/** Cancels an order without deliveries or invoices, with its jobs and open payment requests. */
export async function cancelOrder(id: string, reason: string): Promise<void> {
  await db.rpc('cancel_order', { p_id: id, p_reason: reason }).throwOnError()
}

/**
 * Ends the rest of a part-delivered order. `shown` is the new total, gross, that the person saw: another one is refused. `stays`: what
 * stays of its lines.
 */
export async function endOrder(
  id: string,
  { reason, shown, stays }: { reason: string; shown: string; stays: Stays },
): Promise<void> {
  await db
    .rpc('end_order', { p_order_id: id, p_reason: reason, p_shown: shown, p_stays: stays.map((one) => ({ ...one })) })
    .throwOnError()
}

/**
 * The line of an order comes down to what the client takes of a job that is short, with its deliveries, deposit and total. `short` as the person
 * saw it. What is delivered or invoiced beyond it is refused in words. `reason`: where nobody said yet why fewer are enough.
 */
export async function lowerToMade(jobId: string, short: number, reason: string | null = null): Promise<void> {
  await db
    .rpc('lower_to_made', { p_job_id: jobId, p_short: short, ...(reason === null ? {} : { p_reason: reason }) })
    .throwOnError()
}

/**
 * Credits everything that was invoiced of an order. `shown` is the total that the person saw: another one is refused. `isAgain`: it is
 * invoiced again, and a deposit asked for again.
 */
export async function creditOrder(
  id: string,
  { reason, shown, isAgain }: { reason: string; shown: string; isAgain: boolean },
): Promise<void> {
  await db.rpc('credit_order', { p_order_id: id, p_reason: reason, p_shown: shown, p_again: isAgain }).throwOnError()
}

/** A draft quotation for extra work on an order; its approval adds to the order. `newId` is chosen here. Its id. */
export async function amendOrder(id: string, newId: string): Promise<string> {
  const { data } = await db.rpc('amend_order', { p_order_id: id, p_id: newId }).throwOnError()
  return data
}

/** The quotation is sent again and the order cancelled, while no deposit is paid and no job has begun. */
export async function undoApproval(quotationId: string, reason: string): Promise<void> {
  await db.rpc('undo_approval', { p_id: quotationId, p_reason: reason }).throwOnError()
}

/**
 * Issues the invoice over the open deposit of an order before the money comes, due on a day (`2026-12-09`), or at
 * once. A second call answers with the one that is open. Its id.
 */
export async function issueDepositInvoice(orderId: string, dueOn: string | null): Promise<string> {
  const { data } = await askFirst(() =>
    db.rpc('issue_deposit_invoice', { p_order_id: orderId, ...(dueOn ? { p_due_on: dueOn } : {}) }),
  )
  return data
}

/**
 * Credit of the client pays so much of the deposit of an order: it settles its deposit invoice, or one that is issued for it. `uuid`
 * is that of the order's link; `amount` and the answer, how much was used, are decimal text.
 */
export async function payDepositFromCredit(uuid: string, amount: string): Promise<string> {
  const { data } = await db
    .rpc('pay_deposit_from_credit', { p_uuid: uuid, p_amount: amount as unknown as number })
    .throwOnError()
  return z.object({ used: z.string() }).parse(data).used
}
