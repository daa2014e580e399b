import { assertEvent, assign, setup } from 'xstate'
import { promiseSlot } from '../slots'
import { codeOf, codeProblem } from './codes'

/** A device that makes codes for an account. */
export type Factor = { id: string; name: string }

/** A device that is being added: what its app scans, and the same as text. */
export type NewFactor = { id: string; uri: string; secret: string }

export type SecondFactorInput = {
  /** `code`: of a device that the account has. `enrol`: of a new one, which counts from its first code on. */
  wants: 'code' | 'enrol'
  /** What a new device is called. */
  name: string
}

export type SecondFactorEvent =
  | { type: 'code.submit'; code: string }
  | { type: 'factor.choose'; id: string }
  | { type: 'again' }

/** The second step of a sign-in, and adding a device for it: a six-digit code that the server checks. */
export const secondFactorMachine = setup({
  types: {
    input: {} as SecondFactorInput,
    context: {} as SecondFactorInput & {
      factors: readonly Factor[]
      /** The device whose code is asked for. */
      factorId: string | null
      added: NewFactor | null
      code: string
      problem: string | null
    },
    events: {} as SecondFactorEvent,
    tags: {} as 'preparing' | 'busy' | 'asking',
  },
  actors: {
    /** The devices of the account, the one that was used last first. */
    readFactors: promiseSlot<readonly Factor[], undefined>('readFactors'),
    enrol: promiseSlot<NewFactor, { name: string }>('enrol'),
    check: promiseSlot<void, { factorId: string; code: string }>('check'),
  },
  guards: {
    isNew: ({ context }) => context.wants === 'enrol',
    hasDevice: (_, params: { factors: readonly Factor[] }) => params.factors.length > 0,
    isWhole: ({ event }) => event.type === 'code.submit' && codeOf(event.code) !== null,
  },
  actions: {
    noteFactors: assign((_, params: { factors: readonly Factor[] }) => ({
      factors: params.factors,
      factorId: params.factors[0]?.id ?? null,
    })),
    noteAdded: assign((_, added: NewFactor) => ({ added, factorId: added.id })),
    choose: assign(({ event }) => {
      assertEvent(event, 'factor.choose')
      return { factorId: event.id, problem: null }
    }),
    takeCode: assign(({ event }) => {
      assertEvent(event, 'code.submit')
      return { code: codeOf(event.code) ?? '', problem: null }
    }),
    dropCode: assign({ code: '' }),
    askForSixDigits: assign({ problem: 'Type the six digits that your app shows.' }),
    explain: assign((_, params: { error: unknown }) => ({ problem: codeProblem(params.error) })),
    startClean: assign({ problem: null, added: null }),
    sayNoDevice: assign({ problem: 'This account has no second factor any more. Please reload the page.' }),
  },
}).createMachine({
  id: 'secondFactor',
  context: ({ input }) => ({ ...input, factors: [], factorId: null, added: null, code: '', problem: null }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isNew', target: 'enrolling' }, { target: 'reading' }] },
    reading: {
      tags: 'preparing',
      invoke: {
        src: 'readFactors',
        input: undefined,
        onDone: [
          {
            guard: { type: 'hasDevice', params: ({ event }) => ({ factors: event.output }) },
            target: 'asking',
            actions: { type: 'noteFactors', params: ({ event }) => ({ factors: event.output }) },
          },
          { target: 'failed', actions: 'sayNoDevice' },
        ],
        onError: { target: 'failed', actions: { type: 'explain', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    enrolling: {
      tags: 'preparing',
      invoke: {
        src: 'enrol',
        input: ({ context }) => ({ name: context.name }),
        onDone: { target: 'asking', actions: { type: 'noteAdded', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: { type: 'explain', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    failed: { on: { again: { target: 'deciding', actions: 'startClean' } } },
    asking: {
      tags: 'asking',
      on: {
        'factor.choose': { actions: 'choose' },
        'code.submit': [{ guard: 'isWhole', target: 'checking', actions: 'takeCode' }, { actions: 'askForSixDigits' }],
      },
    },
    checking: {
      tags: ['asking', 'busy'],
      exit: 'dropCode',
      invoke: {
        src: 'check',
        input: ({ context }) => ({ factorId: context.factorId ?? '', code: context.code }),
        onDone: 'done',
        onError: { target: 'asking', actions: { type: 'explain', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    done: { type: 'final' },
  },
})
