import { sentBy } from '../../../src/documents/mail/sent-by.ts'
import type { Mail, Mailer } from '../contracts.ts'

/** An HTTP mail service that speaks as `supabase/functions/_shared/mail.ts` does. */
export type MailService = { url: string; key: string; from: string }

/** Pauses before each further try, in ms. After the last one the mail is given up. */
const pauses = [1_000, 10_000, 60_000, 600_000]

/**
 * Sends each mail through a service and keeps none, because mails hold links that give access to an account. Nobody
 * waits for the service: a slower answer for an address with an account would reveal it (docs/decisions/0002). `report`
 * gets mails that were given up.
 */
export function createOutbox(service: MailService, report: (failure: string) => void): Mailer {
  const deliver = async (mail: Mail, tries = 0): Promise<void> => {
    const problem = await handOver(mail, service)
    if (problem === null) return
    const pause = pauses[tries]
    if (pause === undefined) return report(`The mail “${mail.subject}” to ${mail.to} was not sent: ${problem}`)
    setTimeout(() => void deliver(mail, tries + 1), pause).unref()
  }
  return { send: async (mail) => void deliver(mail) }
}

/** Null when the service took it, else why not. */
async function handOver({ company, ...mail }: Mail, { url, key, from }: MailService): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: sentBy(from, company), ...mail }),
      signal: AbortSignal.timeout(10_000),
    })
    await response.body?.cancel()
    return response.ok ? null : `the mail service answered ${response.status}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
