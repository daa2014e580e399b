import { Refusal } from './answers.ts'
import { environment } from './environment.ts'

export type Mail = { to: string; subject: string; text: string; html: string }

/**
 * Sends one mail through an HTTP mail service: `POST MAIL_API_URL` with `Authorization: Bearer MAIL_API_KEY` and the
 * JSON `{ from, to, subject, text, html }`. Resend (`https://api.resend.com/emails`) speaks exactly that, and many
 * others can be reached by a small relay. On Supabase set the three as function secrets; the embedded backend sets
 * them itself, to a loopback address that hands the mail to its own mailer. Refuses (502) when the service does.
 */
export async function sendMail(mail: Mail): Promise<void> {
  const response = await fetch(environment('MAIL_API_URL'), {
    method: 'POST',
    headers: { authorization: `Bearer ${environment('MAIL_API_KEY')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: environment('MAIL_FROM'), ...mail }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null)
  if (!response?.ok) throw new Refusal(502, 'mail_not_sent', 'The mail could not be sent. Please try again later.')
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
