import type { Keys, Queryable } from '../contracts.ts'
import { repeatedly, type Schedule, together } from './repeatedly.ts'

const everyMinutes = 1 / 20

/** The functions that send what waits in the database, each with the question whether something is due. */
export const senders = {
  'electronic-network': 'private.network_is_due()',
  'send-mail': 'private.mail_is_due()',
  'web-push': 'private.push_is_due()',
} as const

/**
 * Wakes each sender at `url` when something of it is due, for as long as the server runs. It looks every three seconds, in the
 * database alone: nothing is called while nothing waits. One that fails does not hold the other up.
 */
export function scheduleDueFunctions(
  engine: Pick<Queryable, 'query'>,
  url: string,
  keys: Keys,
  report: (failure: unknown) => void,
): Schedule {
  const schedules = Object.entries(senders).map(([name, isDue]) =>
    repeatedly(
      async () => {
        const { rows } = await engine.query<{ due: boolean }>(`select ${isDue} as due`)
        if (!rows[0]?.due) return
        const answer = await fetch(`${url}/functions/v1/${name}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${keys.secretKey}`,
            apikey: keys.secretKey,
            'content-type': 'application/json',
          },
          body: '{}',
        })
        if (!answer.ok) throw new Error(`${name} could not send what is due: ${await answer.text()}`)
      },
      everyMinutes,
      report,
    ),
  )
  return together(schedules)
}
