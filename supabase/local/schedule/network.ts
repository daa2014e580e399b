import type { Keys, Queryable } from '../contracts.ts'
import { repeatedly, type Schedule } from './repeatedly.ts'

const everyMinutes = 1 / 20

/**
 * Wakes the function electronic-network at `url` when a paper waits to be sent or asked about, for as long as the server runs.
 * It looks every three seconds, in the database alone: nothing is called while nothing waits.
 */
export const scheduleNetwork = (
  engine: Pick<Queryable, 'query'>,
  url: string,
  keys: Keys,
  report: (failure: unknown) => void,
): Schedule =>
  repeatedly(
    async () => {
      const { rows } = await engine.query<{ due: boolean }>('select private.network_is_due() as due')
      if (!rows[0]?.due) return
      const answer = await fetch(`${url}/functions/v1/electronic-network`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${keys.secretKey}`,
          apikey: keys.secretKey,
          'content-type': 'application/json',
        },
        body: '{}',
      })
      if (!answer.ok) throw new Error(`The network was not reached: ${await answer.text()}`)
    },
    everyMinutes,
    report,
  )
