import { readAs, text } from '@/shared/domain/records/mini-schema'
import { db } from '@/shared/db/client'
import { type Behavior, behavior } from './behavior'
import { serverSeconds } from './server-clock'

const answerSchema = readAs(text, (told) => {
  const time = Date.parse(told)
  return Number.isNaN(time) ? null : time
})

async function askServer(): Promise<number> {
  const { data } = await db.rpc('server_now').abortSignal(AbortSignal.timeout(10_000)).throwOnError()
  return answerSchema.parse(data)
}

/** The server's time in ms, in whole seconds, null until it is known. All ticking parts share this clock. */
export const serverSecond: Behavior<number | null> = behavior<number | null>(
  serverSeconds({ steady: () => performance.now(), wall: Date.now, ask: askServer }),
  null,
  60_000,
)
