import { sentBy } from '../../../src/documents/mail/sent-by.ts'
import { Refusal } from './answers.ts'
import { environment } from './environment.ts'
import { MailFailure } from './mail-failure.ts'
import type { ReadyMail } from './mail-sender.ts'

export type Mail = { to: string; subject: string; text: string; html: string }

/**
 * Sends one mail through an HTTP mail service: `POST MAIL_API_URL` with `Authorization: Bearer MAIL_API_KEY` and the
 * JSON `{ from, to, subject, text, html }`. Resend (`https://api.resend.com/emails`) speaks exactly that, and many
 * others can be reached by a small relay. On Supabase set the three as function secrets; the embedded backend sets
 * them itself, to a loopback address that hands the mail to its own mailer. Refuses (502) when the service does.
 */
export async function sendMail(mail: Mail, company: string | null): Promise<void> {
  const response = await fetch(environment('MAIL_API_URL'), {
    method: 'POST',
    headers: { authorization: `Bearer ${environment('MAIL_API_KEY')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: sentBy(environment('MAIL_FROM'), company), ...mail }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null)
  if (!response?.ok) throw new Refusal(502, 'mail_not_sent', 'The mail could not be sent. Please try again later.')
}

/**
 * Sends a queued mail through the same service, with its attachments (`[{ filename, content, content_type }]`, base64)
 * and its key as `Idempotency-Key`. Throws a MailFailure, final when the service says that this mail is wrong.
 */
export async function deliverMail({ key, company, replyTo, cc, attachments, ...mail }: ReadyMail): Promise<void> {
  const response = await fetch(environment('MAIL_API_URL'), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${environment('MAIL_API_KEY')}`,
      'content-type': 'application/json',
      'idempotency-key': key.slice(0, 256),
    },
    body: JSON.stringify({
      from: sentBy(environment('MAIL_FROM'), company),
      ...mail,
      ...(cc.length > 0 ? { cc } : {}),
      ...(replyTo ? { reply_to: replyTo } : {}),
      ...(attachments.length > 0 ? { attachments } : {}),
    }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null)
  if (!response) throw new MailFailure('The mail service cannot be reached', false)
  const words = await response.text().catch(() => '')
  // The service took a mail with this key before: its answer was lost.
  if (response.ok || (response.status === 409 && words.includes('invalid_idempotent_request'))) return
  throw new MailFailure(
    `The mail service answered ${response.status}${saidBy(words)}`,
    [400, 413, 422].includes(response.status),
  )
}

/** The message in the service's refusal, when it is one short sentence. */
function saidBy(body: string): string {
  const message = /"message"\s*:\s*"([^"\\]{1,200})"/.exec(body)?.[1]
  return message ? `: ${message}` : ''
}

/** One line of text: no line breaks or other control characters, no surrounding space. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text for inside an HTML element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
