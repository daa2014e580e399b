import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '../../contracts.ts'
import type { Identity } from '../identity.ts'
import type { Limits } from '../limits.ts'
import { type Binding, inWords } from './bindings.ts'
import { changeLog } from './change-log.ts'
import { deliver } from './deliver.ts'
import type { Subscriber } from './subscriber.ts'
import { concerns, type Published, readPublished, refusal, tryConditions } from './published.ts'

type FeedOptions = {
  engine: Engine
  limits: Limits
  report: (problem: string, error: unknown) => void
  /** False where other servers may still have to read what this one leaves in the log. */
  isAlone?: boolean
}

const channel = 'realtime_changes'
const lockTries = 10
const lockPauseMs = 100

/**
 * `postgres_changes`. Tables are watched while somebody listens. Transactions say their numbers when they commit; their
 * changes are read together, at most a fifth of the time, so that writers stay ahead of readers.
 */
export function changeFeed({ engine, limits, report, isAlone = true }: FeedOptions) {
  const log = changeLog(engine)
  const listener = randomUUID()
  /** With what was committed before they listened. */
  const subscribers = new Map<Subscriber, (xid: string) => boolean>()
  const told = new Set<string>()
  let published: ReadonlyMap<string, Published> = new Map()
  let watched = new Set<string>()
  let reading: Promise<void> | null = null
  let watching: Promise<unknown> = Promise.resolve()
  let stopListening: (() => Promise<void>) | null = null
  let hasLog = true
  let isClosed = false

  const miss = (reason: string, relations?: ReadonlySet<string>) => {
    for (const subscriber of [...subscribers.keys()])
      if (!relations || tablesOf(subscriber.bindings).some(({ relation }) => relations.has(relation)))
        subscriber.missed(reason)
  }

  const tablesOf = (bindings: readonly Binding[]): Published[] =>
    [...published.values()].filter((table) => bindings.some((binding) => concerns(binding, table)))

  /** The tables that the subscribers ask for get triggers; the others lose theirs. One at a time. */
  const watch = () => {
    const watchNow = async () => {
      const wanted = tablesOf([...subscribers.keys()].flatMap(({ bindings }) => bindings))
      const relations = new Set(wanted.map(({ relation }) => relation))
      const lapsed = await inTries(() => log.listen(listener, [...relations]))
      const missedIn = new Set(lapsed.filter((relation) => watched.has(relation)))
      watched = relations
      if (missedIn.size > 0) miss('Changes were missed: read anew', missedIn)
    }
    const after = watching.then(watchNow, watchNow)
    watching = after.catch(() => {})
    return after
  }

  const readBatch = async () => {
    published = await readPublished(engine)
    const xids = [...told]
    told.clear()
    const changes = await log.read(xids, [...watched], {
      most: limits.changesQueued,
      mostBytes: limits.changesBytes,
    })
    if (typeof changes === 'string') return miss(`${changes}: read anew`)
    for (let from = 0; from < changes.length; from += limits.changesAtOnce) {
      const some = changes.slice(from, from + limits.changesAtOnce)
      await deliver({ log, published, subscribers, changes: some })
      await nextTurn()
    }
  }

  const readTold = async () => {
    while (told.size > 0 && !isClosed) {
      const began = performance.now()
      try {
        await readBatch()
      } catch (error) {
        report('Changes could not be read', error)
        miss('Changes could not be read: read anew')
      }
      const rest = Math.min(limits.changesRestMs, (performance.now() - began) * limits.changesRest)
      await pause(rest, undefined, { ref: false })
    }
  }

  const onNotification = (xid: string) => {
    hasLog = true
    if (subscribers.size === 0) return
    told.add(xid)
    reading ??= readTold().finally(() => (reading = null))
  }

  const listen = async () => {
    await stopListening?.().catch(() => {})
    stopListening = await engine.listen(channel, onNotification)
  }
  let listening: Promise<void> | null = null

  return {
    /** Null when the subscriber hears of changes from now on; otherwise why it does not. */
    async subscribe(subscriber: Subscriber): Promise<string | null> {
      try {
        await (listening ??= listen())
        published = await readPublished(engine)
        for (const binding of subscriber.bindings) {
          const problem = await problemOf(engine, binding, published, subscriber.identity())
          if (problem !== null) return problem
        }
        subscribers.set(subscriber, () => true)
        await watch()
        subscribers.set(subscriber, await log.committed())
        return null
      } catch (error) {
        subscribers.delete(subscriber)
        report('Changes could not be subscribed to', error)
        return 'Realtime was unable to connect to the project database'
      }
    },

    unsubscribe: (subscriber: Subscriber) => subscribers.delete(subscriber),

    /** Renews what the database knows of the listeners, and takes in tables that were published since. */
    async renew(): Promise<void> {
      if (subscribers.size === 0 && watched.size === 0) return
      try {
        published = await readPublished(engine)
        await watch()
      } catch (error) {
        report('Listeners to changes could not be renewed', error)
      }
    },

    /** Empties the log, while there may be something in it. */
    async sweep(): Promise<void> {
      if (!hasLog) return
      hasLog = false
      const isEmpty = await log.forget(limits.changesKeptMs).catch((error: unknown) => {
        report('Changes were kept', error)
        return false
      })
      hasLog ||= !isEmpty
    },

    /** The connection that listens was lost, and with it what was said meanwhile. */
    async lost(): Promise<void> {
      if (!listening) return
      listening = listen()
      await listening
      miss('The database was away: read anew')
    },

    async close(): Promise<void> {
      isClosed = true
      subscribers.clear()
      await listening?.catch(() => {})
      await stopListening?.().catch(() => {})
      await reading
      if (watched.size > 0) await watch().catch(() => {})
      await log.forget(isAlone ? 0 : limits.changesKeptMs).catch(() => {})
    },
  }
}

export type ChangeFeed = ReturnType<typeof changeFeed>

/** Why nobody can listen so, in Supabase's words. */
async function problemOf(
  engine: Engine,
  binding: Binding,
  published: ReadonlyMap<string, Published>,
  { caller }: Identity,
): Promise<string | null> {
  if (binding.problem !== null) return binding.problem
  const unable = (reason: string) =>
    `Unable to subscribe to changes with given parameters. ${reason}: ${inWords(binding)}`
  const tables = [...published.values()].filter((table) => concerns(binding, table))
  if (tables.length === 0) return unable('Please check Realtime is enabled for the given connect parameters')
  for (const table of tables) {
    const refused = refusal(binding, table, caller.role)
    if (refused !== null) return unable(refused)
    if (binding.conditions.length === 0) continue
    const misread = await tryConditions(engine, table, binding.conditions).then(() => null, messageOf)
    if (misread !== null) return unable(misread)
  }
  return null
}

/** A lock that somebody holds is waited for in small portions, so that writers do not queue behind the wait. */
async function inTries<T>(work: () => Promise<T>): Promise<T> {
  for (let left = lockTries; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === '55P03'
      if (!isLocked || left <= 1) throw error
      await pause(lockPauseMs)
    }
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
