import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '../contracts.ts'
import type { MessageStore, StoredMessage } from './stored-messages.ts'

const channel = 'realtime_messages'
const probePrefix = 'probe '
const idsPerRead = 500
const retryMs = 1_000
/** A transaction this old may still commit a message behind the clock of a catch-up. */
const overlapSeconds = 60
const rememberMs = 180_000

type FeedOptions = {
  engine: Engine
  store: MessageStore
  /** Called once for each message, in the order of the commits. */
  heard: (message: StoredMessage) => void
  /** False while nobody is on any topic: then nothing is read. */
  isWanted: () => boolean
  /** The connection that listens was lost and listens again. */
  lost?: () => void
  report: (problem: string, error: unknown) => void
}

/**
 * The messages that transactions commit, told by notifications that carry ids only. `probe` proves that the listening
 * connection is alive, listens anew when it is not, and reads what was missed meanwhile.
 */
export function messageFeed({ engine, store, heard, isWanted, lost, report }: FeedOptions) {
  const told: string[] = []
  const seen = new Map<string, number>()
  const firstListening = Promise.withResolvers<void>()
  let reading: Promise<void> | null = null
  let stopListening: (() => Promise<void>) | null = null
  let awaited: { probe: string; catchUpFrom: string } | null = null
  let startedAt: string | null = null
  let catchUpFrom: string | null = null
  let isClosed = false

  const readOnce = async (ids: readonly string[]) => {
    const place = new Map(ids.map((id, index) => [id, index]))
    const messages = isWanted() ? await store.byIds(ids) : []
    messages.sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
    for (const id of ids) seen.set(id, Date.now())
    for (const message of messages) heard(message)
  }

  const readTold = async () => {
    while (told.length > 0 && !isClosed) {
      const ids = [...new Set(told.splice(0, idsPerRead))].filter((id) => !seen.has(id))
      try {
        await readOnce(ids)
      } catch (error) {
        report('Messages could not be read; they are read again', error)
        told.unshift(...ids)
        await pause(retryMs, undefined, { ref: false })
      }
    }
    forgetSeen()
  }

  const tell = (ids: readonly string[]) => {
    told.push(...ids)
    reading ??= readTold().finally(() => (reading = null))
  }

  const onNotification = (payload: string) => {
    if (!payload.startsWith(probePrefix)) return tell([payload])
    if (payload !== awaited?.probe) return
    if (startedAt !== null) catchUpFrom = awaited.catchUpFrom > startedAt ? awaited.catchUpFrom : startedAt
    awaited = null
  }

  /** While a probe is unanswered, a long catch-up may lie ahead, which needs to know what was delivered. */
  const forgetSeen = () => {
    if (awaited) return
    const horizon = Date.now() - rememberMs
    for (const [id, at] of seen) {
      if (at >= horizon) break
      seen.delete(id)
    }
  }

  const listen = async () => {
    startedAt ??= catchUpFrom = await store.clock()
    await stopListening?.().catch(() => {})
    stopListening = await engine.listen(channel, onNotification)
    firstListening.resolve()
  }
  const listened = listen().catch((error: unknown) => report('Realtime could not listen; it tries again', error))

  return {
    /** Settles when the first notification can be heard; never rejects. */
    listening: firstListening.promise,

    /** One round of proof; never rejects. */
    async probe(): Promise<void> {
      try {
        if (awaited || !stopListening) {
          await listen()
          lost?.()
        }
        if (isWanted() && catchUpFrom !== null) tell(await store.idsSince(catchUpFrom))
        awaited = { probe: probePrefix + randomUUID(), catchUpFrom: await store.clock(overlapSeconds) }
        await store.notify(channel, awaited.probe)
      } catch (error) {
        report('Realtime lost the database; it tries again', error)
      }
    },

    async close(): Promise<void> {
      isClosed = true
      await listened
      await stopListening?.().catch(() => {})
      await reading
    },
  }
}

export type MessageFeed = ReturnType<typeof messageFeed>
