import { assertEvent, assign, setup } from 'xstate'
import { promiseSlot } from '../slots'

/**
 * The facts of a job's mockups that decide how the client can answer. `current`: the version that is not
 * superseded; null while the office works on the next one. Null as a whole: the link opens nothing (any more).
 */
export type MockupStanding = {
  current: { id: string; version: number; status: string } | null
  /** The job was cancelled or is finished. */
  isOver: boolean
} | null

export type MockupAnswerKind = 'approved' | 'rejected' | 'revision_requested'

/** `signature`: a PNG as data address, or null for the typed name. `words`: the reason, or the wished changes. */
export type MockupAnswer = { kind: MockupAnswerKind; name: string; words: string; signature: string | null }

export type MockupVisitEvent =
  | { type: 'standing.read'; standing: MockupStanding }
  | { type: 'sheet.open'; sheet: MockupAnswerKind }
  | { type: 'sheet.close' }
  | { type: 'answer.give'; answer: MockupAnswer }
  | { type: 'notice.close' }

export type MockupVisitInput = { standing: MockupStanding }

type Context = MockupVisitInput & {
  sheet: MockupAnswerKind | null
  /** Id of the version that the open sheet answers. */
  answers: string | null
  answer: MockupAnswer | null
  problem: unknown
  /** `newer`: another version arrived. `decided`: another person answered while the sheet was open. */
  notice: 'newer' | 'decided' | null
}

const isOpen = (standing: MockupStanding): boolean =>
  standing !== null && !standing.isOver && standing.current?.status === 'sent'

/**
 * A client's visit to the mockups of one job. The database holds their status: changes by the office and other tabs
 * arrive as `standing.read`. An answer is for one version; when another version arrives, the sheet closes with a
 * notice.
 */
export const mockupVisitMachine = setup({
  types: {
    input: {} as MockupVisitInput,
    context: {} as Context,
    events: {} as MockupVisitEvent,
    tags: {} as 'open' | 'busy' | 'sheet',
  },
  actors: {
    giveAnswer: promiseSlot<void, { mockupId: string; answer: MockupAnswer }>('giveAnswer'),
    readStanding: promiseSlot<MockupStanding, Record<string, never>>('readStanding'),
  },
  guards: {
    isGone: ({ context }) => context.standing === null,
    isOpen: ({ context }) => isOpen(context.standing),
    isDecided: ({ context }) =>
      !context.standing?.isOver && context.standing?.current !== null && context.standing?.current.status !== 'sent',
    answersAnotherOne: ({ context }) => !isOpen(context.standing) || context.standing?.current?.id !== context.answers,
  },
  actions: {
    takeStanding: assign(({ context, event }) => {
      assertEvent(event, 'standing.read')
      return { standing: event.standing, ...noticeOf(context.standing, event.standing, context.notice) }
    }),
    openSheet: assign(({ context, event }) => {
      assertEvent(event, 'sheet.open')
      return { sheet: event.sheet, answers: context.standing?.current?.id ?? null, problem: null, notice: null }
    }),
    closeSheet: assign({ sheet: null, answers: null, answer: null, problem: null }),
    closeNotice: assign({ notice: null }),
    keepAnswer: assign({ answer: ({ event }) => (assertEvent(event, 'answer.give'), event.answer), problem: null }),
    keepProblem: assign((_, params: { problem: unknown }) => params),
    foldAnswer: assign(({ context: { standing, answer } }) =>
      standing?.current && answer
        ? { standing: { ...standing, current: { ...standing.current, status: answer.kind } }, notice: null }
        : {},
    ),
    sayWhyClosed: assign({
      notice: ({ context: { standing, answers } }) =>
        standing?.current && standing.current.id !== answers ? ('newer' as const) : ('decided' as const),
    }),
  },
}).createMachine({
  id: 'mockupVisit',
  context: ({ input }) => ({ ...input, sheet: null, answers: null, answer: null, problem: null, notice: null }),
  initial: 'standing',
  on: { 'notice.close': { actions: 'closeNotice' } },
  states: {
    standing: {
      always: [
        { guard: 'isGone', target: 'gone' },
        { guard: 'isOpen', target: 'open' },
        { guard: 'isDecided', target: 'decided' },
        { target: 'waiting' },
      ],
    },
    gone: { on: { 'standing.read': { target: 'standing', actions: 'takeStanding' } } },
    open: {
      tags: 'open',
      on: {
        'standing.read': { target: 'standing', actions: 'takeStanding' },
        'sheet.open': { target: 'sheet', actions: 'openSheet' },
      },
    },
    decided: { on: { 'standing.read': { target: 'standing', actions: 'takeStanding' } } },
    waiting: { on: { 'standing.read': { target: 'standing', actions: 'takeStanding' } } },
    sheet: {
      tags: 'sheet',
      initial: 'form',
      states: {
        form: {
          always: {
            guard: 'answersAnotherOne',
            target: '#mockupVisit.standing',
            actions: ['sayWhyClosed', 'closeSheet'],
          },
          on: {
            'standing.read': { actions: 'takeStanding' },
            'sheet.close': { target: '#mockupVisit.standing', actions: 'closeSheet' },
            'answer.give': { target: 'sending', actions: 'keepAnswer' },
          },
        },
        sending: {
          tags: 'busy',
          // A status that is read while an answer is being sent is used after it.
          on: { 'standing.read': { actions: 'takeStanding' } },
          invoke: {
            src: 'giveAnswer',
            input: ({ context }) => ({
              mockupId: context.answers ?? '',
              answer: context.answer ?? { kind: 'rejected', name: '', words: '', signature: null },
            }),
            onDone: [
              {
                guard: ({ context }) => context.standing?.current?.id === context.answers,
                target: '#mockupVisit.standing',
                actions: ['foldAnswer', 'closeSheet'],
              },
              { target: '#mockupVisit.standing', actions: 'closeSheet' },
            ],
            onError: {
              target: 'looking',
              actions: { type: 'keepProblem', params: ({ event }) => ({ problem: event.error }) },
            },
          },
        },
        looking: {
          tags: 'busy',
          on: { 'standing.read': { actions: 'takeStanding' } },
          invoke: {
            src: 'readStanding',
            input: {},
            onDone: { target: 'form', actions: assign({ standing: ({ event }) => event.output }) },
            onError: 'form',
          },
        },
      },
    },
  },
})

/** A version that comes into the open tab is announced; the first one is not, nor is its disappearance. */
const noticeOf = (before: MockupStanding, after: MockupStanding, notice: Context['notice']): Partial<Context> =>
  after?.current && before?.current && after.current.id !== before.current.id
    ? { notice: 'newer' }
    : before !== null && before.current === null && after?.current
      ? { notice: 'newer' }
      : { notice }
