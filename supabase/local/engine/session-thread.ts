import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import type { GuardedPglite } from './guarded-pglite.ts'
import { openSession, queryable } from './pglite-session.ts'
import type { Answer, FromThread, Refused, Request } from './session-messages.ts'

// The thread that holds the database. It answers one request after the other, in their order.
const place = z.object({ dataDir: z.string() }).parse(workerData)
const say = (message: FromThread) => parentPort?.postMessage(message)

type Done = {
  rows?: unknown[]
  texts?: (string | null)[][]
  affectedRows?: number
  raw?: Uint8Array[]
}

async function carryOut(session: GuardedPglite, request: Request): Promise<Done> {
  const { query, exec } = queryable(session)
  switch (request.kind) {
    case 'query':
      if (request.begins) await exec('begin')
      return query<unknown>(request.sql, request.parameters)
    case 'exec':
      if (request.begins) await exec('begin')
      await exec(request.sql)
      return {}
    case 'once':
      return { texts: await session.atOnce(request.statements) }
    case 'read':
      return { raw: await session.asReader(request.role, request.settings, request.sent) }
    case 'listen':
      await session.listen(request.channel, (payload) => say({ kind: 'notice', channel: request.channel, payload }))
      return {}
    case 'close':
      await session.close()
      return {}
  }
}

function refusedBy(error: unknown): Refused {
  if (!(error instanceof Error)) return { message: String(error), fields: {} }
  const fields = Object.entries(error).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { message: error.message, fields: Object.fromEntries(fields) }
}

const memoryOf = (session: GuardedPglite): number => session.Module.HEAPU8.byteLength

async function serve(): Promise<void> {
  const session = await openSession(place)
  let turn: Promise<void> = Promise.resolve()
  parentPort?.on('message', (request: Request) => {
    turn = turn.then(async () => {
      const { id } = request
      const answer = await carryOut(session, request).then(
        (done): Answer => ({ ...done, id, memory: memoryOf(session) }),
        (error: unknown): Answer => ({
          id,
          refused: refusedBy(error),
          isLost: session.isLost,
          memory: memoryOf(session),
        }),
      )
      say({ kind: 'answer', answer })
    })
  })
  say({ kind: 'ready', memory: memoryOf(session) })
}

serve().catch((error: unknown) => say({ kind: 'broken', refused: refusedBy(error) }))
