import { distinctUntilChanged, of } from 'rxjs'
import { type Actor, createActor, fromPromise } from 'xstate'
import { outboxMachine } from '@/machines/outbox/outbox.machine'
import { serverBackoff } from '@/shared/db/fetch/server-backoff'
import type { OutboxEntry, SendOutcome } from '@/shared/domain/records/outbox'
import { newId } from '@/shared/lib/new-id'
import type { CurrentUser } from '@/shared/hooks/current-user'
import { pollTurn } from '@/streams/realtime/poll-turn'
import type { OutboxKind } from './outbox-kind'
import { outboxMemory } from './outbox-memory'

/** The result of an action. `waiting`: no answer came; it is kept and sent later. */
export type Settled =
  | {
      kind: 'sent'
      /** The server's answer; undefined when another tab sent it. */
      answer: unknown
    }
  | { kind: 'waiting' }
  | { kind: 'withdrawn' }
  | { kind: 'refused'; reason: string; error: Error }

export type Performed = { kind: 'sent'; answer: unknown } | { kind: 'waiting' }

/** The result of one try to send, with the answer or the error of this tab. */
export type Sending = SendOutcome & { answer?: unknown; error?: Error }

export type Action<Payload> = {
  /** The new record's id, if the client chooses it; otherwise the entry gets an id of its own. */
  id?: string
  about: string
  label: string
  payload: Payload
}

export type Outbox = {
  subscribe: (onChange: () => void) => () => void
  getSnapshot: () => readonly OutboxEntry[]
  /** Keeps an action and sends it as soon as the server is reachable. Resolves when the result is known. */
  add: <Payload>(kind: OutboxKind<Payload>, action: Action<Payload>) => Promise<Settled>
  /**
   * The same for an action that the screen undoes when it is refused. It answers `sent` or `waiting`. It rejects with the
   * refusal of the server, and then the action is not kept.
   */
  perform: <Payload>(kind: OutboxKind<Payload>, action: Action<Payload>) => Promise<Performed>
  /** Takes back an action that is not being sent. */
  withdraw: (id: string) => void
  /** Sends a refused action once more. */
  again: (id: string) => void
  /** True where an action would wait now: there is no network, or nobody answered the last try. */
  isAway: () => boolean
  /** Sets the person, whose current name and rights go with each sending. */
  sendAs: (user: CurrentUser) => void
  start: () => () => void
}

type OutboxOptions = {
  userId: string
  send: (entry: OutboxEntry, as: CurrentUser) => Promise<Sending>
  /** This browser cannot keep it: it is sent, but not again after a reload. */
  onUnkept: () => void
  /** The server refused, or took, something that nobody waits for any more. */
  onSettledLater: (entry: OutboxEntry) => void
  /** Called when another tab sent the entry or had it refused: its record must be read again. */
  onEndedElsewhere: (entry: OutboxEntry) => unknown
  /** Called when this tab withdrew the entry: data kept beside it can go. */
  onWithdrawn: (entry: OutboxEntry) => unknown
}

let lastMoment = 0
/** The time in ms, never twice the same: it gives the order. */
const moment = (): number => (lastMoment = Math.max(Date.now(), lastMoment + 1))

/** The outbox of one person in this tab: the machine with a memory, an election among the tabs, and the network. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { userId } = options
  const memory = outboxMemory(userId)
  const awaited = new Map<string, (settled: Settled) => void>()
  const listeners = new Set<() => void>()
  let actor: Actor<typeof outboxMachine> | null = null
  let shown: readonly OutboxEntry[] = memory.read()

  let user: CurrentUser | null = null
  let last: Sending | null = null

  function heardOf(entry: OutboxEntry, sending: Sending | null) {
    const settled = settledBy(entry, sending)
    const waiter = awaited.get(entry.id)
    if (settled && waiter) {
      awaited.delete(entry.id)
      waiter(settled)
    } else if (entry.state === 'refused' || entry.state === 'sent') options.onSettledLater(entry)
  }

  /** Nothing is sent for now: who waits for the answer about an entry is told that it waits. */
  function sayWaiting(entries: readonly OutboxEntry[]) {
    for (const { id, state } of entries) {
      if (state !== 'waiting') continue
      awaited.get(id)?.({ kind: 'waiting' })
      awaited.delete(id)
    }
  }

  function start() {
    const machine = outboxMachine.provide({
      actors: {
        send: fromPromise(async ({ input }) => {
          last = null
          last = user ? await options.send(input, user) : { kind: 'unreachable' }
          return last
        }),
      },
    })
    const running = createActor(machine, { input: { entries: memory.read(), isOnline: navigator.onLine } })
    running.on('entry.changed', ({ entry }) => {
      if (!memory.keep(entry) && !isEnd(entry)) options.onUnkept()
      if (entry.state === 'withdrawn') void options.onWithdrawn(entry)
      heardOf(entry, last)
    })
    running.on('entry.told', ({ entry }) => {
      if (entry.state === 'sent' || entry.state === 'refused') void options.onEndedElsewhere(entry)
      heardOf(entry, null)
      // The tab that sends has to wait itself.
      if (entry.state === 'waiting' && entry.isTried) sayWaiting(running.getSnapshot().context.entries)
    })
    const follow = running.subscribe((now) => {
      const { entries, isOnline } = now.context
      if (!isOnline || now.hasTag('resting')) sayWaiting(entries)
      if (entries === shown) return
      shown = entries
      for (const told of listeners) told()
    })
    running.start()
    actor = running

    const network = () => running.send({ type: 'network.changed', isOnline: navigator.onLine })
    window.addEventListener('online', network)
    window.addEventListener('offline', network)
    const stopRest = serverBackoff.onFailing((isFailing) => {
      if (!isFailing) network()
    })
    const stopHearing = memory.onChangedElsewhere((entry) => running.send({ type: 'entry.heard', entry }))
    const turns = pollTurn(`outbox of ${userId}`, { shown$: of(true) })
      .pipe(distinctUntilChanged())
      .subscribe((isMine) => running.send({ type: 'turn.changed', isMine }))
    return () => {
      actor = null
      turns.unsubscribe()
      stopHearing()
      stopRest()
      window.removeEventListener('online', network)
      window.removeEventListener('offline', network)
      follow.unsubscribe()
      running.stop()
    }
  }

  const add: Outbox['add'] = (kind, { id = newId(), about, label, payload }) => {
    const outbox = actor
    if (!outbox) return Promise.reject(new Error('The outbox is closed'))
    const { entries } = outbox.getSnapshot().context
    const earlier =
      kind.merge && entries.find((one) => isMergeable(one) && one.kind === kind.name && one.about === about)
    const known = earlier ? kind.schema.safeParse(earlier.payload).data : undefined
    const { promise, resolve } = Promise.withResolvers<Settled>()
    const isTaken = entries.some((one) => one.id === id)
    const entry: OutboxEntry = {
      // Two tabs may send one draft with different words: these are two.
      id: isTaken ? newId() : id,
      kind: kind.name,
      about,
      label,
      payload: known !== undefined && kind.merge ? kind.merge(known, payload) : payload,
      madeAt: moment(),
      state: 'waiting',
      isTried: false,
      reason: null,
    }
    awaited.set(entry.id, resolve)
    outbox.send({ type: 'entry.add', entry, ...(earlier ? { replaces: earlier.id } : {}) })
    return promise
  }

  const withdraw = (id: string) => actor?.send({ type: 'entry.withdraw', id })

  return {
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    getSnapshot: () => shown,
    add,
    perform: async (kind, action) => {
      const id = action.id ?? newId()
      const settled = await add(kind, { ...action, id })
      if (settled.kind === 'waiting' || settled.kind === 'sent') return settled
      if (settled.kind === 'withdrawn') throw new Error('It was withdrawn')
      withdraw(id)
      throw settled.error
    },
    withdraw,
    isAway: () => {
      const now = actor?.getSnapshot()
      return !navigator.onLine || now?.context.isOnline === false || now?.hasTag('resting') === true
    },
    sendAs: (known) => {
      user = known
    },
    again: (id) => actor?.send({ type: 'entry.again', id }),
    start,
  }
}

const isMergeable = ({ state }: OutboxEntry): boolean => state === 'waiting' || state === 'refused'

const isEnd = ({ state }: OutboxEntry): boolean => state === 'sent' || state === 'withdrawn'

/** The result of an entry by its state; null while it is undecided. */
function settledBy({ state, reason, isTried }: OutboxEntry, sending: Sending | null): Settled | null {
  switch (state) {
    case 'sending':
      return null
    case 'waiting':
      return isTried ? { kind: 'waiting' } : null
    case 'refused':
      return { kind: 'refused', reason: reason ?? '', error: sending?.error ?? new Error(reason ?? '') }
    case 'sent':
      return { kind: 'sent', answer: sending?.answer }
    case 'withdrawn':
      return { kind: 'withdrawn' }
  }
}
