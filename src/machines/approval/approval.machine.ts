import { assertEvent, assign, setup } from 'xstate'
import { promiseSlot } from '../slots'

/** The facts of a quotation that decide how the client can answer. Null: the link opens nothing (any more). */
export type Standing = {
  version: number
  /** `sent`, `change_requested`, `converted`, `rejected`, `expired` … */
  status: string
  /** Its last valid day has passed. */
  isPast: boolean
  /** The office writes the next version. */
  beingRevised: boolean
  /** Ids of the chosen options. */
  selected: readonly string[]
} | null

export type SheetName = 'approve' | 'reject' | 'change' | 'ask'

/** `signature`: a PNG as data address, or null for the typed name. */
export type Answer =
  | { kind: 'approve'; name: string; terms: boolean; signature: string | null }
  | { kind: 'reject' | 'change' | 'ask'; name: string; words: string }

export type ApprovalEvent =
  | { type: 'row.read'; row: Standing }
  | { type: 'option.choose'; selected: readonly string[] }
  | { type: 'sheet.open'; sheet: SheetName }
  | { type: 'sheet.close' }
  | { type: 'answer.give'; answer: Answer }

export type ApprovalInput = { uuid: string; row: Standing }

type Context = ApprovalInput & {
  selected: readonly string[]
  sheet: SheetName | null
  /** The version that the open sheet answers. */
  answers: number | null
  answer: Answer | null
  problem: unknown
  /** The event that closed the sheet: `newer` for another version, `decided` for an answer from elsewhere. */
  notice: 'newer' | 'decided' | 'asked' | null
}

const isOpen = (row: Standing): boolean =>
  row !== null && !row.isPast && !row.beingRevised && (row.status === 'sent' || row.status === 'change_requested')

/** The quotation's status after the client's answer, until it is read again. */
const answered = { approve: 'converted', reject: 'rejected', change: 'change_requested' } as const

/**
 * A client's visit to a quotation. The database holds its status: changes by the office and other tabs arrive as
 * `row.read`. An answer is for one version; when another version arrives, the sheet closes with a notice. A choice of
 * options shows at once and is stored in parallel.
 */
export const approvalMachine = setup({
  types: {
    input: {} as ApprovalInput,
    context: {} as Context,
    events: {} as ApprovalEvent,
    tags: {} as 'open' | 'busy' | 'sheet',
  },
  actors: {
    storeChoice: promiseSlot<void, { uuid: string; version: number; selected: readonly string[] }>('storeChoice'),
    giveAnswer: promiseSlot<void, { uuid: string; version: number; selected: readonly string[]; answer: Answer }>(
      'giveAnswer',
    ),
    readRow: promiseSlot<Standing, { uuid: string }>('readRow'),
  },
  guards: {
    isGone: ({ context }) => context.row === null,
    isApproved: ({ context }) => context.row?.status === 'converted' || context.row?.status === 'approved',
    isRejected: ({ context }) => context.row?.status === 'rejected' && !context.row.beingRevised,
    isOpen: ({ context }) => isOpen(context.row),
    mayOpen: ({ context, event }) =>
      event.type === 'sheet.open' && (event.sheet === 'ask' || isOpen(context.row)) && context.row !== null,
    mayChoose: ({ context }) => isOpen(context.row),
  },
  actions: {
    takeRow: assign(({ context, event }) => {
      assertEvent(event, 'row.read')
      const { row } = event
      return row && context.row && row.version > context.row.version ? { row, notice: 'newer' as const } : { row }
    }),
    takeChoice: assign({ selected: ({ context }) => context.row?.selected ?? [] }),
    choose: assign({ selected: ({ event }) => (assertEvent(event, 'option.choose'), event.selected), problem: null }),
    openSheet: assign(({ context, event }) => {
      assertEvent(event, 'sheet.open')
      return { sheet: event.sheet, answers: context.row?.version ?? null, problem: null, notice: null }
    }),
    closeSheet: assign({ sheet: null, answers: null, answer: null, problem: null }),
    keepAnswer: assign({ answer: ({ event }) => (assertEvent(event, 'answer.give'), event.answer), problem: null }),
    keepProblem: assign((_, params: { problem: unknown }) => params),
    foldAnswer: assign(({ context }) => {
      const kind = context.answer?.kind
      if (!context.row || !kind) return {}
      if (kind === 'ask') return { notice: 'asked' as const }
      return { row: { ...context.row, status: answered[kind], selected: context.selected } }
    }),
    sayWhyClosed: assign({
      notice: ({ context }) =>
        context.row && context.answers !== null && context.row.version !== context.answers
          ? ('newer' as const)
          : ('decided' as const),
    }),
  },
}).createMachine({
  id: 'approval',
  context: ({ input }) => ({
    ...input,
    selected: input.row?.selected ?? [],
    sheet: null,
    answers: null,
    answer: null,
    problem: null,
    notice: null,
  }),
  type: 'parallel',
  states: {
    visit: {
      initial: 'standing',
      states: {
        standing: {
          always: [
            { guard: 'isGone', target: 'gone' },
            { guard: 'isApproved', target: 'approved' },
            { guard: 'isRejected', target: 'rejected' },
            { guard: 'isOpen', target: 'open' },
            { target: 'closed' },
          ],
        },
        gone: { on: { 'row.read': { target: 'standing', actions: 'takeRow' } } },
        open: {
          tags: 'open',
          on: {
            'row.read': { target: 'standing', actions: 'takeRow' },
            'sheet.open': { target: 'sheet', actions: 'openSheet' },
          },
        },
        closed: {
          on: {
            'row.read': { target: 'standing', actions: 'takeRow' },
            'sheet.open': { guard: 'mayOpen', target: 'sheet', actions: 'openSheet' },
          },
        },
        rejected: {
          on: {
            'row.read': { target: 'standing', actions: 'takeRow' },
            'sheet.open': { guard: 'mayOpen', target: 'sheet', actions: 'openSheet' },
          },
        },
        approved: {
          on: {
            'row.read': { target: 'standing', actions: 'takeRow' },
            'sheet.open': { guard: 'mayOpen', target: 'sheet', actions: 'openSheet' },
          },
        },
        sheet: {
          tags: 'sheet',
          initial: 'form',
          states: {
            form: {
              always: {
                guard: ({ context }) =>
                  context.row === null ||
                  (context.sheet !== 'ask' && !(isOpen(context.row) && context.row.version === context.answers)),
                target: '#approval.visit.standing',
                actions: ['sayWhyClosed', 'closeSheet'],
              },
              on: {
                'row.read': { actions: 'takeRow' },
                'sheet.close': { target: '#approval.visit.standing', actions: 'closeSheet' },
                'answer.give': { target: 'sending', actions: 'keepAnswer' },
              },
            },
            sending: {
              tags: 'busy',
              on: { 'row.read': { actions: 'takeRow' } },
              invoke: {
                src: 'giveAnswer',
                input: ({ context }) => ({
                  uuid: context.uuid,
                  version: context.answers ?? 0,
                  selected: context.selected,
                  answer: context.answer ?? { kind: 'ask', name: '', words: '' },
                }),
                onDone: { target: '#approval.visit.standing', actions: ['foldAnswer', 'closeSheet'] },
                onError: {
                  target: 'looking',
                  actions: { type: 'keepProblem', params: ({ event }) => ({ problem: event.error }) },
                },
              },
            },
            looking: {
              tags: 'busy',
              on: { 'row.read': { actions: 'takeRow' } },
              invoke: {
                src: 'readRow',
                input: ({ context }) => ({ uuid: context.uuid }),
                onDone: { target: 'form', actions: assign({ row: ({ event }) => event.output }) },
                onError: 'form',
              },
            },
          },
        },
      },
    },
    choice: {
      initial: 'stored',
      states: {
        stored: {
          on: {
            'row.read': { actions: 'takeChoice' },
            'option.choose': { guard: 'mayChoose', target: 'storing', actions: 'choose' },
          },
        },
        storing: {
          on: {
            'option.choose': { guard: 'mayChoose', target: 'storing', reenter: true, actions: 'choose' },
          },
          invoke: {
            src: 'storeChoice',
            input: ({ context }) => ({
              uuid: context.uuid,
              version: context.row?.version ?? 0,
              selected: context.selected,
            }),
            onDone: 'stored',
            onError: {
              target: 'looking',
              actions: { type: 'keepProblem', params: ({ event }) => ({ problem: event.error }) },
            },
          },
        },
        looking: {
          on: {
            'option.choose': { guard: 'mayChoose', target: 'storing', actions: 'choose' },
          },
          invoke: {
            src: 'readRow',
            input: ({ context }) => ({ uuid: context.uuid }),
            onDone: {
              target: 'stored',
              actions: assign({
                row: ({ event }) => event.output,
                selected: ({ event }) => event.output?.selected ?? [],
              }),
            },
            // The choice stays on the screen: the approval carries it.
            onError: 'stored',
          },
        },
      },
    },
  },
})
