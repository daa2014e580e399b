import type { Engine, Queryable } from '../contracts.ts'
import { actAs, actingAs } from './caller-settings.ts'
import { copyDatabase } from './database-files.ts'
import { DatabaseThread } from './database-thread.ts'
import type { PgliteEngine } from './pglite-engine.ts'
import { sendable } from './pglite-session.ts'
import type { Asked } from './session-messages.ts'
import { watchOver } from './statement-watch.ts'

const mebibyte = 1024 * 1024
/** The memory limits of the engine, in bytes. */
type MemoryLimits = {
  /** The most that one statement may add to the process before it is stopped. */
  statement: number
  /** An engine with more than this between two statements is reopened, because it never releases memory. */
  atRest: number
}
const usualMemory: MemoryLimits = { statement: 1024 * mebibyte, atRest: 512 * mebibyte }

export type ThreadedPglite = PgliteEngine & {
  /** Sets the time limit of a statement, in ms, from now on. */
  limit: (statementMs: number) => void
}

/**
 * PGlite in its own thread, over the files of `dataDir`. A statement over its time or memory limit is stopped by ending
 * the thread; the files are reopened as after a kill, so all acknowledged writes are there. Only that statement's
 * transaction is refused (57014); all others wait some seconds. `report` gets the reason.
 *
 * There is no limit before `limit` is called, because migrations and the first data take long.
 */
export async function openThreadedPglite(options: {
  dataDir: string
  memory?: MemoryLimits
  report?: (problem: string, error: unknown) => void
}): Promise<ThreadedPglite> {
  const { dataDir, memory = usualMemory, report } = options
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const heard = (channel: string, payload: string) => {
    for (const listener of listeners.get(channel) ?? []) listener(payload)
  }
  let thread = await DatabaseThread.open(dataDir, heard)
  let statementMs = Infinity
  let line: Promise<unknown> = Promise.resolve()
  let isClosed = false

  const living = async (): Promise<DatabaseThread> => {
    if (!thread.lostBy || isClosed) return thread
    report?.('The database was stopped and is opened anew', thread.lostBy)
    thread = await DatabaseThread.open(dataDir, heard)
    for (const channel of listeners.keys()) await thread.ask({ kind: 'listen', channel })
    return thread
  }
  /** One piece of work after the other: the engine has one session. */
  const inTurn = <Result>(work: (current: DatabaseThread) => Promise<Result>): Promise<Result> => {
    const turn = line.then(async () => {
      const current = await living()
      try {
        return await work(current)
      } finally {
        if (current.memory > memory.atRest && !isClosed)
          await current.end(new Error(`It held ${Math.round(current.memory / mebibyte)} MiB`))
      }
    })
    line = turn.catch(() => {})
    return turn
  }
  const ask = async (current: DatabaseThread, asked: Asked) => {
    const watch = watchOver(
      (reason) => void current.end(reason),
      () => statementMs,
      memory.statement,
    )
    try {
      return await current.ask(asked)
    } finally {
      watch.stop()
    }
  }

  /** `send`: how a request reaches the thread; usually within the limits of a statement. */
  const on = (current: DatabaseThread, begins: () => boolean, send = ask): Queryable => ({
    query: async <Row>(sql: string, parameters: readonly unknown[] = []) => {
      const asked = { kind: 'query', begins: begins(), sql, parameters: parameters.map(sendable) } as const
      const { rows = [], affectedRows } = await send(current, asked)
      return affectedRows === undefined ? { rows: rows as Row[] } : { rows: rows as Row[], affectedRows }
    },
    exec: async (sql) => {
      await send(current, { kind: 'exec', begins: begins(), sql })
    },
  })
  /** A checkpoint takes as long as there is to write. */
  const unlimited = (current: DatabaseThread): Queryable =>
    on(
      current,
      () => false,
      (thread, asked) => thread.ask(asked),
    )
  const transaction: Engine['transaction'] = (work) =>
    inTurn(async (current) => {
      let state: 'new' | 'begun' | 'over' = 'new'
      const tx = on(current, () => {
        if (state === 'over') throw new Error('Transaction is closed')
        const isFirst = state === 'new'
        state = 'begun'
        return isFirst
      })
      const end = async (how: 'commit' | 'rollback') => {
        const hasBegun = state === 'begun'
        state = 'over'
        if (hasBegun) await ask(current, { kind: 'exec', begins: false, sql: how })
      }
      const result = await work(tx).catch(async (error: unknown) => {
        // A thread that was ended has nothing to undo; the first error is the one to tell.
        await end('rollback').catch(() => {})
        throw error
      })
      await end('commit')
      return result
    })
  const alone = <Result>(work: (session: Queryable) => Promise<Result>) =>
    inTurn((current) => work(on(current, () => false)))
  const { rows } = await alone((session) =>
    session.query<{ version: string }>(`select current_setting('server_version') as version`),
  )

  return {
    kind: 'pglite',
    version: rows[0]?.version ?? 'unknown',
    query: (sql, parameters) => alone((session) => session.query(sql, parameters)),
    exec: (sql) => alone((session) => session.exec(sql)),
    transaction,
    asCaller: (caller, work, settings) =>
      transaction(async (tx) => {
        await actAs(tx, caller, settings)
        return work(tx)
      }),
    asCallerOnce: (caller, { settings, ...statement }) =>
      inTurn(async (current) => {
        const { texts = [] } = await ask(current, { kind: 'once', statements: [actingAs(caller, settings), statement] })
        return texts
      }),
    listen: async (channel, listener) => {
      const known = listeners.get(channel)
      if (!known) {
        listeners.set(channel, new Set())
        await inTurn((current) => current.ask({ kind: 'listen', channel }))
      }
      listeners.get(channel)?.add(listener)
      return async () => {
        listeners.get(channel)?.delete(listener)
      }
    },
    asReader: (role, settings, sent) =>
      inTurn(async (current) => {
        const { raw = [] } = await ask(current, { kind: 'read', role, settings, sent })
        return raw
      }),
    copyFiles: (folder) => inTurn((current) => copyDatabase(unlimited(current), dataDir, folder)),
    limit: (ms) => {
      statementMs = ms
    },
    close: async () => {
      await inTurn(async (current) => {
        isClosed = true
        if (!current.lostBy) await current.ask({ kind: 'close' }).catch(() => {})
        await current.end(new Error('The database is closed'))
      })
    },
  }
}
