import { painText, type RunDocument } from '@/documents/payment-files/pain'
import type { ReportedPayment } from '@/documents/payment-files/read-status-report'
import { saveFile } from '@/documents/pdf/download'
import { db } from '@/shared/db/client'

/** Puts invoices into a new run. `id` is chosen by the caller, so that a repeated call prepares one. */
export async function prepareRun(run: {
  id: string
  payOn: string
  invoices: readonly string[]
  note: string | null
}): Promise<string> {
  const { data } = await db
    .rpc('prepare_payment_run', {
      p_id: run.id,
      p_pay_on: run.payOn,
      p_invoices: [...run.invoices],
      ...(run.note ? { p_note: run.note } : {}),
    })
    .throwOnError()
  return data
}

/** Approves the version of the run that the person saw. */
export const approveRun = async (id: string, version: number) =>
  void (await db.rpc('approve_payment_run', { p_id: id, p_row_version: version }).throwOnError())

/** Saves the file of the bank on the reader's device. The first call marks the run as exported. */
export async function exportRun(id: string): Promise<void> {
  const { data } = await db.rpc('export_payment_run', { p_id: id }).throwOnError()
  const run = data as RunDocument
  saveFile({ number: run.number, title: 'Payment run' }, new Blob([painText(run)], { type: 'application/xml' }), 'xml')
}

/** The bank paid on that day, but for the payments that failed. */
export const settleRun = async (id: string, paidOn: string, failed: readonly { id: string; reason: string }[]) =>
  void (await db.rpc('settle_payment_run', { p_id: id, p_paid_on: paidOn, p_failed: [...failed] }).throwOnError())

/** Keeps what the bank says of the file: rejected payments failed, and their bills are approved again. Read twice it is once. */
export async function reportRun(
  id: string,
  messageId: string,
  payments: readonly ReportedPayment[],
): Promise<{ accepted: number; rejected: number }> {
  const { data } = await db
    .rpc('report_payment_run', { p_id: id, p_report: { message_id: messageId, payments: [...payments] } })
    .throwOnError()
  return data as { accepted: number; rejected: number }
}

export const cancelRun = async (id: string, reason: string) =>
  void (await db.rpc('cancel_payment_run', { p_id: id, p_reason: reason }).throwOnError())

export const removePayment = async (paymentId: string) =>
  void (await db.rpc('remove_run_payment', { p_item_id: paymentId }).throwOnError())

/** Decides which account is paid after it changed: the prepared one or the new one. */
export const decideAccount = async (paymentId: string, iban: string) =>
  void (await db.rpc('decide_run_account', { p_item_id: paymentId, p_iban: iban }).throwOnError())
