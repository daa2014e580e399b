import { askFirst, type Unusual } from '../save/ask-first'
import { db } from '@/shared/db/client'

/** Days of reminders: after the sending of a quotation; after (negative: before) the due date of an invoice. */
export type Sending = {
  kind: string
  id: string
  /** Chosen by the caller, so that a repeated call sends one mail. */
  mailId: string
  to: readonly string[]
  cc: readonly string[]
  template: string
  note: string | null
  /** ISO 8601; null is now. */
  sendAt: string | null
  reminders: readonly number[]
  /** What the person agreed to on the screen. */
  said: readonly Unusual[]
}

/** Sends a document by mail with its link and PDF. A draft quotation is frozen. Refused in words by the database. */
export async function sendDocument(sending: Sending): Promise<void> {
  await askFirst(
    () =>
      db.rpc('send_document', {
        p_kind: sending.kind,
        p_id: sending.id,
        p_mail_id: sending.mailId,
        p_to: [...sending.to],
        p_cc: [...sending.cc],
        p_template: sending.template,
        p_reminders: [...sending.reminders],
        ...(sending.note ? { p_note: sending.note } : {}),
        ...(sending.sendAt ? { p_send_at: sending.sendAt } : {}),
      }),
    sending.said,
  )
}

export async function cancelMail(id: string): Promise<void> {
  await db.rpc('cancel_mail', { p_id: id }).throwOnError()
}

/** Sends a mail again, to the same or other people. `newId`: the id of the copy when the mail was already sent. */
export async function resendMail(id: string, newId: string, to?: readonly string[]): Promise<void> {
  await db.rpc('resend_mail', { p_id: id, p_new_id: newId, ...(to ? { p_to: [...to] } : {}) }).throwOnError()
}

export async function rescheduleMail(id: string, sendAt: string): Promise<void> {
  await db.rpc('reschedule_mail', { p_id: id, p_send_at: sendAt }).throwOnError()
}
