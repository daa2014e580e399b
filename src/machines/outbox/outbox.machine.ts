import { assign, enqueueActions, setup } from 'xstate'
import { isOver, type OutboxEntry, type SendOutcome } from '@/shared/domain/records/outbox'
import { promiseSlot } from '../slots'

export type OutboxInput = { entries: readonly OutboxEntry[]; isOnline: boolean }

export type OutboxEvent =
  /** This tab did something. `replaces` names a waiting entry that it makes pointless. */
  | { type: 'entry.add'; entry: OutboxEntry; replaces?: string }
  | { type: 'entry.withdraw'; id: string }
  /** Sends a refused entry again. */
  | { type: 'entry.again'; id: string }
  /** Another tab changed an entry, or ended it. */
  | { type: 'entry.heard'; entry: OutboxEntry }
  /** Whether this tab sends. */
  | { type: 'turn.changed'; isMine: boolean }
  | { type: 'network.changed'; isOnline: boolean }

/** `changed`: this tab changed an entry, which has to be kept. `told`: another tab did. */
export type OutboxEmitted = { type: 'entry.changed' | 'entry.told'; entry: OutboxEntry }

type OutboxContext = {
  /** In order of creation. */
  entries: readonly OutboxEntry[]
  isOnline: boolean
  isMine: boolean
  /** The entry that this tab is sending. */
  sending: string | null
  /** The number of tries in a row without an answer. */
  failures: number
}

const steps = [2_000, 5_000, 10_000, 30_000]

/**
 * A person's actions that the server has not confirmed. One tab at a time sends, entry by entry. An entry without an
 * answer waits and is sent again; a refused one stays with its reason until the person decides.
 */
export const outboxMachine = setup({
  types: {
    input: {} as OutboxInput,
    context: {} as OutboxContext,
    events: {} as OutboxEvent,
    emitted: {} as OutboxEmitted,
    tags: {} as 'sending' | 'resting',
  },
  actors: {
    send: promiseSlot<SendOutcome, OutboxEntry>('send'),
  },
  guards: {
    maySend: ({ context }) => context.isMine && context.isOnline && next(context) !== undefined,
    isBack: ({ event }) => event.type === 'network.changed' && event.isOnline,
    isSent: (_, params: SendOutcome) => params.kind === 'sent',
    isRefused: (_, params: SendOutcome) => params.kind === 'refused',
  },
  actions: {
    add: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'entry.add') return
      const old = context.entries.find(({ id, state }) => id === event.replaces && state !== 'sending')
      const left = old ? put(context.entries, { ...old, state: 'withdrawn' }) : context.entries
      enqueue.assign({ entries: put(left, event.entry) })
      if (old) enqueue.emit({ type: 'entry.changed', entry: { ...old, state: 'withdrawn' } })
      enqueue.emit({ type: 'entry.changed', entry: event.entry })
    }),
    withdraw: enqueueActions(({ context, event, enqueue }) => {
      const entry = event.type === 'entry.withdraw' && context.entries.find(({ id }) => id === event.id)
      if (!entry || entry.state === 'sending') return
      enqueue.assign({ entries: put(context.entries, { ...entry, state: 'withdrawn' }) })
      enqueue.emit({ type: 'entry.changed', entry: { ...entry, state: 'withdrawn' } })
    }),
    takeAgain: enqueueActions(({ context, event, enqueue }) => {
      const entry = event.type === 'entry.again' && context.entries.find(({ id }) => id === event.id)
      if (!entry || entry.state !== 'refused') return
      const waiting: OutboxEntry = { ...entry, state: 'waiting', reason: null }
      enqueue.assign({ entries: put(context.entries, waiting) })
      enqueue.emit({ type: 'entry.changed', entry: waiting })
    }),
    hear: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'entry.heard') return
      enqueue.assign({ entries: put(context.entries, event.entry) })
      enqueue.emit({ type: 'entry.told', entry: event.entry })
    }),
    takeTurn: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'turn.changed') return
      enqueue.assign({ isMine: event.isMine })
      if (!event.isMine || context.isMine) return
      // The tab that was sending these is closed, so it is unknown whether they arrived.
      for (const entry of context.entries.filter(({ state }) => state === 'sending')) {
        const waiting: OutboxEntry = { ...entry, state: 'waiting', isTried: true }
        enqueue.assign(({ context: now }) => ({ entries: put(now.entries, waiting) }))
        enqueue.emit({ type: 'entry.changed', entry: waiting })
      }
    }),
    noteNetwork: assign(({ context, event }) => ({
      isOnline: event.type === 'network.changed' ? event.isOnline : context.isOnline,
    })),
    begin: enqueueActions(({ context, enqueue }) => {
      const entry = next(context)
      if (!entry) return
      enqueue.assign({ entries: put(context.entries, { ...entry, state: 'sending' }), sending: entry.id })
      enqueue.emit({ type: 'entry.changed', entry: { ...entry, state: 'sending' } })
    }),
    settle: enqueueActions(({ context, enqueue }, outcome: SendOutcome) => {
      const entry = current(context)
      if (!entry) return
      const settled = after(entry, outcome)
      enqueue.assign({
        entries: put(context.entries, settled),
        sending: null,
        failures: outcome.kind === 'unreachable' ? context.failures + 1 : 0,
      })
      enqueue.emit({ type: 'entry.changed', entry: settled })
    }),
  },
  delays: {
    // Shorter than the 15 s after which a waiting screen gives up, so that it is told that the entry waits.
    answerTimeout: 12_000,
    rest: ({ context }) => steps[Math.min(context.failures, steps.length) - 1] ?? 2_000,
  },
}).createMachine({
  id: 'outbox',
  context: ({ input }) => ({
    entries: input.entries.toSorted(byAge),
    isOnline: input.isOnline,
    isMine: false,
    sending: null,
    failures: 0,
  }),
  initial: 'standing',
  on: {
    'entry.add': { actions: 'add' },
    'entry.withdraw': { actions: 'withdraw' },
    'entry.again': { actions: 'takeAgain' },
    'entry.heard': { actions: 'hear' },
    'turn.changed': { actions: 'takeTurn' },
    'network.changed': { actions: 'noteNetwork' },
  },
  states: {
    /** Nothing to send, not this tab's turn, or no network. */
    standing: {
      always: { guard: 'maySend', target: 'sending', actions: 'begin' },
    },
    sending: {
      tags: 'sending',
      invoke: {
        src: 'send',
        input: ({ context }) => {
          const entry = current(context)
          if (!entry) throw new Error('Nothing is being sent')
          return entry
        },
        onDone: [
          {
            guard: { type: 'isSent', params: ({ event }) => event.output },
            target: 'standing',
            actions: { type: 'settle', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'standing',
            actions: { type: 'settle', params: ({ event }) => event.output },
          },
          { target: 'resting', actions: { type: 'settle', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'standing',
          actions: {
            type: 'settle',
            params: ({ event }) => ({
              kind: 'refused',
              reason: event.error instanceof Error ? event.error.message : 'Something went wrong',
            }),
          },
        },
      },
      after: {
        answerTimeout: { target: 'resting', actions: { type: 'settle', params: { kind: 'unreachable' } } },
      },
    },
    /** Nobody answered: a little later, or as soon as the network is back. */
    resting: {
      tags: 'resting',
      after: { rest: 'standing' },
      on: {
        'network.changed': [
          { guard: 'isBack', target: 'standing', actions: 'noteNetwork' },
          { actions: 'noteNetwork' },
        ],
        'entry.again': { target: 'standing', actions: 'takeAgain' },
      },
    },
  },
})

const byAge = (one: OutboxEntry, other: OutboxEntry): number => one.madeAt - other.madeAt

const next = ({ entries }: OutboxContext): OutboxEntry | undefined => entries.find(({ state }) => state === 'waiting')

const current = ({ entries, sending }: OutboxContext): OutboxEntry | undefined =>
  entries.find(({ id }) => id === sending)

/** The entries with this one updated; a final one is removed. */
function put(entries: readonly OutboxEntry[], entry: OutboxEntry): OutboxEntry[] {
  const others = entries.filter(({ id }) => id !== entry.id)
  return isOver(entry) ? others : [...others, entry].toSorted(byAge)
}

function after(entry: OutboxEntry, outcome: SendOutcome): OutboxEntry {
  switch (outcome.kind) {
    case 'sent':
      return { ...entry, state: 'sent', reason: null }
    case 'refused':
      return { ...entry, state: 'refused', reason: outcome.reason }
    case 'unreachable':
      return { ...entry, state: 'waiting', isTried: true }
  }
}
