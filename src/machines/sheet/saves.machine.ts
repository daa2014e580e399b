import { assign, enqueueActions, setup } from 'xstate'
import { promiseSlot } from '../slots'

/**
 * A change that is not stored yet. `refused`: the database refuses it. `both`: another person wrote the same cells, and
 * the person decides.
 */
export type Save = {
  key: string
  change: object
  state: 'waiting' | 'refused' | 'both'
  /** Why it was refused, as a sentence. */
  reason: string | null
  /** The other person's values and name. */
  theirs: object | null
  by: string | null
}

/** The result of one try. `unreachable`: no answer, so it is repeated. */
export type SaveOutcome =
  | { kind: 'stored' }
  | { kind: 'both'; theirs: object; by: string | null }
  | { kind: 'refused'; reason: string }
  | { kind: 'unreachable' }

export type SavesInput = { saves: readonly Save[]; isOnline: boolean }

export type SavesEvent =
  /** The stored rows are loaded, so the changes can be applied. */
  | { type: 'rows.read' }
  | { type: 'change.add'; saves: readonly Save[] }
  /** Sends the refused changes again. */
  | { type: 'save.again' }
  | { type: 'save.forget'; key: string }
  /** Overwrites the others' values: the change, now over theirs. */
  | { type: 'save.insist'; key: string; change: object }
  | { type: 'network.changed'; isOnline: boolean }

/** `saves.changed`: they have to be kept. `change.stored`: the database has it. */
export type SavesEmitted = { type: 'saves.changed'; saves: readonly Save[] } | { type: 'change.stored'; change: object }

export type SavesContext = {
  /** In order of creation. */
  saves: readonly Save[]
  isOnline: boolean
  /** The number of tries in a row without an answer. */
  failures: number
}

const rests = [1_000, 2_000, 5_000, 10_000]

const waiting = ({ saves }: Pick<SavesContext, 'saves'>) => saves.find(({ state }) => state === 'waiting')

/**
 * Changes that are stored one after another without a save button. A change without an answer is repeated, at once when
 * the network returns. A refused or conflicting change stays until the person decides; the others continue.
 */
export const savesMachine = setup({
  types: {
    input: {} as SavesInput,
    context: {} as SavesContext,
    events: {} as SavesEvent,
    emitted: {} as SavesEmitted,
  },
  actors: { store: promiseSlot<SaveOutcome, object>('store') },
  guards: {
    maySend: ({ context }) => context.isOnline && waiting(context) !== undefined,
    mustWait: ({ context }) => !context.isOnline && waiting(context) !== undefined,
    mayLeave: ({ context }) => context.isOnline || waiting(context) === undefined,
    isBack: ({ event }) => event.type === 'network.changed' && event.isOnline,
    isUnreachable: (_, outcome: SaveOutcome) => outcome.kind === 'unreachable',
  },
  actions: {
    add: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'change.add') return
      const saves = [...context.saves, ...event.saves]
      enqueue.assign({ saves })
      enqueue.emit({ type: 'saves.changed', saves })
    }),
    tryAgain: enqueueActions(({ context, enqueue }) => {
      const saves = context.saves.map((save) =>
        save.state === 'refused' ? { ...save, state: 'waiting' as const, reason: null } : save,
      )
      enqueue.assign({ saves })
      enqueue.emit({ type: 'saves.changed', saves })
    }),
    forget: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'save.forget') return
      const saves = context.saves.filter(({ key, state }) => key !== event.key || state === 'waiting')
      enqueue.assign({ saves })
      enqueue.emit({ type: 'saves.changed', saves })
    }),
    insist: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'save.insist') return
      const saves = context.saves.map((save) =>
        save.key === event.key && save.state === 'both'
          ? { ...save, change: event.change, state: 'waiting' as const, theirs: null, by: null }
          : save,
      )
      enqueue.assign({ saves })
      enqueue.emit({ type: 'saves.changed', saves })
    }),
    noteNetwork: assign(({ context, event }) => ({
      isOnline: event.type === 'network.changed' ? event.isOnline : context.isOnline,
    })),
    noteFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    settle: enqueueActions(({ context, enqueue }, outcome: SaveOutcome) => {
      const sent = waiting(context)
      if (!sent || outcome.kind === 'unreachable') return
      const saves =
        outcome.kind === 'stored'
          ? context.saves.filter((save) => save !== sent)
          : context.saves.map((save) => (save === sent ? after(save, outcome) : save))
      enqueue.assign({ saves, failures: 0 })
      enqueue.emit({ type: 'saves.changed', saves })
      if (outcome.kind === 'stored') enqueue.emit({ type: 'change.stored', change: sent.change })
    }),
  },
  delays: {
    answerTimeout: 12_000,
    rest: ({ context }) => rests[Math.min(context.failures, rests.length) - 1] ?? 1_000,
  },
}).createMachine({
  id: 'saves',
  context: ({ input }) => ({ saves: input.saves, isOnline: input.isOnline, failures: 0 }),
  initial: 'reading',
  on: {
    'change.add': { actions: 'add' },
    'save.again': { actions: 'tryAgain' },
    'save.forget': { actions: 'forget' },
    'save.insist': { actions: 'insist' },
    'network.changed': { actions: 'noteNetwork' },
  },
  states: {
    reading: { on: { 'rows.read': 'standing' } },
    /** Everything that can be sent is stored. */
    standing: {
      always: [
        { guard: 'maySend', target: 'sending' },
        { guard: 'mustWait', target: 'offline' },
      ],
    },
    sending: {
      invoke: {
        src: 'store',
        input: ({ context }) => {
          const save = waiting(context)
          if (!save) throw new Error('Nothing is being sent')
          return save.change
        },
        onDone: [
          {
            guard: { type: 'isUnreachable', params: ({ event }) => event.output },
            target: 'resting',
            actions: 'noteFailure',
          },
          { target: 'standing', actions: { type: 'settle', params: ({ event }) => event.output } },
        ],
        onError: { target: 'resting', actions: 'noteFailure' },
      },
      // The server may have it: a change that is stored already succeeds again.
      after: { answerTimeout: { target: 'resting', actions: 'noteFailure' } },
    },
    /** Nobody answered. */
    resting: {
      after: { rest: 'standing' },
      on: { 'network.changed': { guard: 'isBack', target: 'standing', actions: 'noteNetwork' } },
    },
    offline: { always: { guard: 'mayLeave', target: 'standing' } },
  },
})

function after(save: Save, outcome: Exclude<SaveOutcome, { kind: 'stored' | 'unreachable' }>): Save {
  return outcome.kind === 'both'
    ? { ...save, state: 'both', theirs: outcome.theirs, by: outcome.by }
    : { ...save, state: 'refused', reason: outcome.reason }
}
