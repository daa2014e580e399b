import { assign, emit, setup } from 'xstate'
import { asksForEnd, isRefusal, type TimeEntry, timerTexts } from '@/shared/domain/time/time-entry'
import { callbackSlot, promiseSlot } from '../slots'

/** A paused bar that was put away: it stays away until that timer moves again. */
export type Dismissal = { id: string; touchedAt: string }

export type TimerInput = { dismissed: Dismissal | null }

export type TimerEvent =
  | { type: 'row.read'; entry: TimeEntry | null }
  | { type: 'row.unreadable' }
  | { type: 'dismissal.heard'; dismissed: Dismissal }
  /** `ended`: when the work ended, for a timer that was probably forgotten. */
  | { type: 'timer.pause'; ended?: string }
  | { type: 'timer.resume' }
  | { type: 'timer.stop' }
  | { type: 'stop.confirm'; ended?: string }
  | { type: 'stop.cancel' }
  | { type: 'bar.dismiss' }

export type TimerEmitted =
  | { type: 'timer.moved'; title: string; totalDuration: string | null }
  | { type: 'timer.refused'; text: string }
  | { type: 'timer.failed'; title: string; reason: string }

type TimerContext = TimerInput & {
  entry: TimeEntry | null
  /** The newest state of a timer that was seen: an answer that is older than this is old news. */
  newest: Dismissal | null
  /** True when the last read failed; the last known state is shown. */
  isStale: boolean
  /** True after the first answer or failure. */
  isAnswered: boolean
  /** The end of the work as the person gave it; null: now, or at the pause. */
  ended: string | null
  /** True when the database asked for it, because the last session is longer than the company's limit. */
  isAskedForEnd: boolean
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const lateAnswer = 'The server did not answer in time'

const failed = (title: string) => ({
  type: 'announceFailure' as const,
  params: ({ event }: { event: { error: unknown } }) => ({ title, reason: reasonOf(event.error) }),
})
const late = (title: string) => ({ type: 'announceFailure' as const, params: { title, reason: lateAnswer } })
const moved = (title: string, withTotal = false) => [
  { type: 'takeMoved' as const, params: ({ event }: { event: { output: TimeEntry } }) => ({ entry: event.output }) },
  {
    type: 'announceMove' as const,
    params: ({ event }: { event: { output: TimeEntry } }) => ({
      title,
      totalDuration: withTotal ? event.output.totalDuration : null,
    }),
  },
]

/** The work timer of one person as the bar shows it (spec 2 §4, §5, §8). The rows decide; wishes go to the database. */
export const timerMachine = setup({
  types: {
    input: {} as TimerInput,
    context: {} as TimerContext,
    events: {} as TimerEvent,
    emitted: {} as TimerEmitted,
    tags: {} as 'shown' | 'busy' | 'paused' | 'confirming',
  },
  actors: {
    timerRows: callbackSlot('timerRows'),
    dismissals: callbackSlot('dismissals'),
    pauseTimer: promiseSlot<TimeEntry, { id: string; ended: string | null }>('pauseTimer'),
    resumeTimer: promiseSlot<TimeEntry, { id: string }>('resumeTimer'),
    stopTimer: promiseSlot<TimeEntry, { id: string; ended: string | null }>('stopTimer'),
  },
  guards: {
    isOldNews: ({ context, event }) => event.type === 'row.read' && isOlder(event.entry, context.newest),
    isSameSituation: ({ context, event }) =>
      event.type === 'row.read' &&
      event.entry?.id === context.entry?.id &&
      event.entry?.status === context.entry?.status &&
      event.entry?.touchedAt === context.entry?.touchedAt,
    isSameTimer: ({ context, event }) =>
      event.type === 'row.read' && event.entry !== null && event.entry.id === context.entry?.id,
    isNothing: ({ context }) => context.entry === null,
    isActive: ({ context }) => context.entry?.status === 'active',
    isDismissed: ({ context: { dismissed, entry } }) =>
      dismissed !== null && dismissed.id === entry?.id && dismissed.touchedAt === entry.touchedAt,
    isAboutThisBar: ({ context: { entry }, event }) =>
      event.type === 'dismissal.heard' &&
      event.dismissed.id === entry?.id &&
      event.dismissed.touchedAt === entry.touchedAt,
    isEndAsked: (_, params: { error: unknown }) => asksForEnd(params.error),
    isRefused: (_, params: { error: unknown }) => isRefusal(params.error),
  },
  actions: {
    takeRow: assign(({ event, context }) => {
      if (event.type !== 'row.read') return {}
      const { entry } = event
      return {
        entry,
        isStale: false,
        isAnswered: true,
        newest: entry ? { id: entry.id, touchedAt: entry.touchedAt } : context.newest,
      }
    }),
    takeMoved: assign((_, { entry }: { entry: TimeEntry }) => ({
      entry: entry.status === 'completed' ? null : entry,
      newest: { id: entry.id, touchedAt: entry.touchedAt },
    })),
    takeEnd: assign(({ event }) => ({
      ended: ((event.type === 'stop.confirm' || event.type === 'timer.pause') && event.ended) || null,
    })),
    askForEnd: assign({ isAskedForEnd: true }),
    forgetEnd: assign({ ended: null, isAskedForEnd: false }),
    markStale: assign({ isStale: true, isAnswered: true }),
    dismiss: assign(({ context: { entry } }) => ({
      dismissed: entry ? { id: entry.id, touchedAt: entry.touchedAt } : null,
    })),
    rememberDismissed: () => {},
    takeDismissal: assign(({ event }) => (event.type === 'dismissal.heard' ? { dismissed: event.dismissed } : {})),
    announceMove: emit((_, params: { title: string; totalDuration: string | null }): TimerEmitted => ({
      type: 'timer.moved',
      ...params,
    })),
    announceRefusal: emit({ type: 'timer.refused', text: timerTexts.refused }),
    announceFailure: emit((_, params: { title: string; reason: string }): TimerEmitted => ({
      type: 'timer.failed',
      ...params,
    })),
  },
  delays: {
    moveTimeout: 15_000,
  },
}).createMachine({
  id: 'timer',
  context: ({ input }) => ({
    ...input,
    entry: null,
    newest: null,
    isStale: false,
    isAnswered: false,
    ended: null,
    isAskedForEnd: false,
  }),
  invoke: [{ src: 'timerRows' }, { src: 'dismissals' }],
  initial: 'none',
  on: {
    'row.read': [
      { guard: 'isOldNews' },
      { guard: 'isSameSituation', actions: 'takeRow' },
      { target: '.settling', actions: 'takeRow' },
    ],
    'row.unreadable': { actions: 'markStale' },
    'dismissal.heard': { actions: 'takeDismissal' },
  },
  states: {
    /** The state follows from the rows. */
    settling: {
      entry: 'forgetEnd',
      always: [
        { guard: 'isNothing', target: 'none' },
        { guard: 'isActive', target: 'active' },
        { guard: 'isDismissed', target: 'dismissed' },
        { target: 'paused' },
      ],
    },
    none: {},
    active: {
      tags: 'shown',
      on: { 'timer.pause': { target: 'pausing', actions: 'takeEnd' }, 'timer.stop': 'confirmingStop' },
    },
    paused: {
      tags: ['shown', 'paused'],
      on: {
        'timer.resume': 'resuming',
        'timer.stop': 'confirmingStop',
        'bar.dismiss': { target: 'dismissed', actions: ['dismiss', 'rememberDismissed'] },
        'dismissal.heard': { guard: 'isAboutThisBar', target: 'dismissed', actions: 'takeDismissal' },
      },
    },
    refused: {
      tags: ['shown', 'paused'],
      entry: 'announceRefusal',
      on: {
        'timer.resume': 'resuming',
        'timer.stop': 'confirmingStop',
        'bar.dismiss': { target: 'dismissed', actions: ['dismiss', 'rememberDismissed'] },
        'dismissal.heard': { guard: 'isAboutThisBar', target: 'dismissed', actions: 'takeDismissal' },
      },
    },
    dismissed: {},
    confirmingStop: {
      tags: ['shown', 'confirming'],
      on: {
        'stop.cancel': 'settling',
        'stop.confirm': { target: 'stopping', actions: 'takeEnd' },
        'row.read': [
          { guard: 'isOldNews' },
          { guard: 'isSameTimer', actions: 'takeRow' },
          { target: 'settling', actions: 'takeRow' },
        ],
      },
    },
    pausing: {
      tags: ['shown', 'busy'],
      on: { 'row.read': [{ guard: 'isOldNews' }, { actions: 'takeRow' }] },
      invoke: {
        src: 'pauseTimer',
        input: ({ context }) => ({ id: idOf(context), ended: context.ended }),
        onDone: { target: 'settling', actions: moved(timerTexts.paused) },
        onError: { target: 'settling', actions: failed(timerTexts.pauseFailed) },
      },
      after: { moveTimeout: { target: 'settling', actions: late(timerTexts.pauseFailed) } },
    },
    resuming: {
      tags: ['shown', 'busy'],
      on: { 'row.read': [{ guard: 'isOldNews' }, { actions: 'takeRow' }] },
      invoke: {
        src: 'resumeTimer',
        input: ({ context }) => ({ id: idOf(context) }),
        onDone: { target: 'settling', actions: moved(timerTexts.resumed) },
        onError: [
          { guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) }, target: 'refused' },
          { target: 'settling', actions: failed(timerTexts.resumeFailed) },
        ],
      },
      after: { moveTimeout: { target: 'settling', actions: late(timerTexts.resumeFailed) } },
    },
    stopping: {
      tags: ['shown', 'busy', 'confirming'],
      on: { 'row.read': [{ guard: 'isOldNews' }, { actions: 'takeRow' }] },
      invoke: {
        src: 'stopTimer',
        input: ({ context }) => ({ id: idOf(context), ended: context.ended }),
        onDone: { target: 'settling', actions: moved(timerTexts.completed, true) },
        onError: [
          {
            guard: { type: 'isEndAsked', params: ({ event }) => ({ error: event.error }) },
            target: 'confirmingStop',
            actions: 'askForEnd',
          },
          { target: 'settling', actions: failed(timerTexts.stopFailed) },
        ],
      },
      after: { moveTimeout: { target: 'settling', actions: late(timerTexts.stopFailed) } },
    },
  },
})

const idOf = ({ entry }: TimerContext): string => entry?.id ?? ''

/** Moments of one timer, written by the database with one offset, compare as text, microseconds included. */
const isOlder = (entry: TimeEntry | null, newest: Dismissal | null): boolean =>
  entry !== null && newest !== null && entry.id === newest.id && entry.touchedAt < newest.touchedAt
