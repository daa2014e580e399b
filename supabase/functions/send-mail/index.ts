import { answer, forbidden, Refusal } from '../_shared/answers.ts'
import { asService, hasServiceKey } from '../_shared/caller.ts'
import { deliverMail } from '../_shared/mail.ts'
import { claimMails, settleMail } from '../_shared/mail-queue.ts'
import { sendDueMails } from '../_shared/mail-sender.ts'
import { writeMail } from './write.ts'

/**
 * `POST → { sent, failed }` for the service key alone: sends the mails of the queue that are due. The clock of a hosted
 * database calls it each minute (docs/hosting.md), the embedded server whenever a mail is due.
 */
Deno.serve(async (request) => {
  try {
    if (request.method !== 'POST') throw new Refusal(405, 'method_not_allowed', 'Only POST is answered here.')
    if (!(await hasServiceKey(request))) throw forbidden()
    const service = asService()
    return answer(
      await sendDueMails({
        claim: (most) => claimMails(service, most),
        write: (mail) => writeMail(service, mail),
        deliver: deliverMail,
        settle: (id, outcome) => settleMail(service, id, outcome),
        now: () => Date.now(),
      }),
    )
  } catch (failure) {
    if (failure instanceof Refusal) return failure.toResponse()
    return new Refusal(500, 'internal_error', 'The mails could not be sent.').toResponse()
  }
})
