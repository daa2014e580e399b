import type { WrittenMail } from '../../../src/documents/mail/render.ts'
import { MailFailure } from './mail-failure.ts'
import type { ClaimedMail } from './mail-queue.ts'

/** A mail ready for the mail service. `content` of an attachment is base64. */
export type ReadyMail = WrittenMail & {
  to: readonly string[]
  cc: readonly string[]
  replyTo: string | null
  /** Whose mail it is, for its `From`. */
  company: string
  attachments: readonly { filename: string; content: string; content_type: string }[]
  /** The service sends one mail for each key, even when asked again. */
  key: string
}

export type SenderParts = {
  claim: (most: number) => Promise<ClaimedMail[]>
  /** Throws a MailFailure with `isFinal` for a template or record that cannot be written. */
  write: (mail: ClaimedMail) => Promise<ReadyMail>
  /** Throws a MailFailure. */
  deliver: (mail: ReadyMail) => Promise<void>
  settle: (id: string, outcome: { subject: string; html: string } | MailFailure) => Promise<void>
  now: () => number
}

const atOnce = 5
/** A call of a function may take 20 s. A new handful is begun only before this time, in ms. */
const beginsBefore = 10_000

/**
 * Sends due mails in small batches until none is left or the time is over; the next call continues. A failed mail does
 * not block the others.
 */
export async function sendDueMails(parts: SenderParts): Promise<{ sent: number; failed: number }> {
  const count = { sent: 0, failed: 0 }
  const start = parts.now()
  while (parts.now() - start < beginsBefore) {
    const claimed = await parts.claim(atOnce)
    for (const mail of claimed) count[await sendOne(mail, parts)] += 1
    if (claimed.length < atOnce) break
  }
  return count
}

async function sendOne(mail: ClaimedMail, { write, deliver, settle }: SenderParts): Promise<'sent' | 'failed'> {
  try {
    const ready = await write(mail)
    await deliver(ready)
    await settle(mail.id, ready)
    return 'sent'
  } catch (problem) {
    const failure = problem instanceof MailFailure ? problem : new MailFailure('The mail could not be written', false)
    await settle(mail.id, failure)
    return 'failed'
  }
}
