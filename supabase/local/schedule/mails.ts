import type { Keys, Queryable } from '../contracts.ts'
import { repeatedly, type Schedule } from './repeatedly.ts'

const everyMinutes = 1 / 20

/**
 * Wakes the function send-mail at `url` when a mail is due, for as long as the server runs. It looks every three seconds,
 * in the database alone: nothing is called while no mail waits.
 */
export const scheduleMails = (
  engine: Pick<Queryable, 'query'>,
  url: string,
  keys: Keys,
  report: (failure: unknown) => void,
): Schedule =>
  repeatedly(
    async () => {
      const { rows } = await engine.query<{ due: boolean }>('select private.mail_is_due() as due')
      if (!rows[0]?.due) return
      const answer = await fetch(`${url}/functions/v1/send-mail`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keys.secretKey}`, apikey: keys.secretKey },
      })
      if (!answer.ok) throw new Error(`The mails that are due could not be sent: ${await answer.text()}`)
    },
    everyMinutes,
    report,
  )
