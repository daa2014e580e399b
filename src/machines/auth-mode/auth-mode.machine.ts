import { assertEvent, assign, setup } from 'xstate'
import { promiseSlot } from '../slots'
import {
  type AuthProblem,
  callbackMessage,
  confirmationNotice,
  linkNotice,
  linkRefusal,
  passwordUpdatedNotice,
  resetNotice,
  resetRequestProblem,
  signInProblem,
  signUpProblem,
} from './auth-messages'
import { type Credentials, normalizeCredentials } from './credentials'

export type SignedIn = { hasTemporaryPassword: boolean }

export type AuthModeInput = {
  /** The `error` parameter of the address, from a mailed link. */
  callbackError: string | null
  passwordWasUpdated: boolean
}

export type AuthModeContext = {
  credentials: Credentials
  problem: AuthProblem | null
  notice: string | null
  callbackProblem: string | null
  signedIn: SignedIn | null
}

export type AuthModeEvent =
  | ({ type: 'form.submit' } & Credentials)
  /** The person signs in by a mailed link instead. */
  | { type: 'link.wanted'; email: string }
  | { type: 'mode.signIn' }
  | { type: 'mode.signUp' }
  | { type: 'mode.reset' }

/** A form that waits for a person: it may be sent, or changed for another. */
const writing = {
  on: {
    'mode.signIn': { target: '#authMode.form.signIn', actions: 'startClean' },
    'mode.signUp': { target: '#authMode.form.signUp', actions: 'startClean' },
    'mode.reset': { target: '#authMode.form.reset', actions: 'startClean' },
    'form.submit': { target: 'submitting', actions: 'takeCredentials' },
  },
} as const

const signingIn = {
  on: {
    ...writing.on,
    'link.wanted': { target: 'mailing', actions: 'takeAddress' },
  },
} as const

/** The sign-in page: three modes of one form, and the error of a mailed link beside it (spec 1 §2.7, §8). */
export const authModeMachine = setup({
  types: {
    input: {} as AuthModeInput,
    context: {} as AuthModeContext,
    events: {} as AuthModeEvent,
    tags: {} as 'busy' | 'signIn' | 'signUp' | 'reset' | 'callbackProblem',
  },
  actors: {
    signIn: promiseSlot<SignedIn, Credentials>('signIn'),
    signUp: promiseSlot<void, Credentials>('signUp'),
    requestReset: promiseSlot<void, { email: string }>('requestReset'),
    mailLink: promiseSlot<void, { email: string }>('mailLink'),
  },
  guards: {
    hasCallbackProblem: ({ context }) => context.callbackProblem !== null,
    hasTemporaryPassword: (_, signedIn: SignedIn) => signedIn.hasTemporaryPassword,
  },
  actions: {
    takeCredentials: assign(({ event }) => {
      assertEvent(event, 'form.submit')
      return { credentials: normalizeCredentials(event), problem: null, notice: null }
    }),
    takeAddress: assign(({ event }) => {
      assertEvent(event, 'link.wanted')
      return { credentials: normalizeCredentials({ email: event.email, password: '' }), problem: null, notice: null }
    }),
    startClean: assign({ problem: null, notice: null }),
    dropPassword: assign(({ context }) => ({ credentials: { ...context.credentials, password: '' } })),
    noteSignedIn: assign((_, signedIn: SignedIn) => ({ signedIn })),
    explainSignIn: assign((_, params: { error: unknown }) => ({ problem: signInProblem(params.error) })),
    explainSignUp: assign((_, params: { error: unknown }) => ({ problem: signUpProblem(params.error) })),
    explainReset: assign((_, params: { error: unknown }) => ({ problem: resetRequestProblem(params.error) })),
    explainLink: assign((_, params: { error: unknown }) => ({ problem: linkRefusal(params.error) })),
    sayLinkIsSent: assign({ notice: linkNotice }),
    askToConfirm: assign({ notice: confirmationNotice }),
    sayResetIsSent: assign({ notice: resetNotice }),
    forgetCallbackProblem: assign({ callbackProblem: null }),
    welcomeTemporaryPassword: () => {},
  },
  delays: {
    callbackErrorDisplay: 8_000,
  },
}).createMachine({
  id: 'authMode',
  context: ({ input }) => ({
    credentials: { email: '', password: '' },
    problem: null,
    notice: input.passwordWasUpdated ? passwordUpdatedNotice : null,
    callbackProblem: input.callbackError === null ? null : callbackMessage(input.callbackError),
    signedIn: null,
  }),
  type: 'parallel',
  states: {
    form: {
      initial: 'signIn',
      states: {
        signIn: {
          tags: 'signIn',
          initial: 'idle',
          states: {
            idle: signingIn,
            mailing: {
              tags: 'busy',
              invoke: {
                src: 'mailLink',
                input: ({ context }) => ({ email: context.credentials.email }),
                onDone: { target: 'mailed', actions: 'sayLinkIsSent' },
                onError: {
                  target: 'failed',
                  actions: { type: 'explainLink', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            mailed: signingIn,
            submitting: {
              tags: 'busy',
              exit: 'dropPassword',
              invoke: {
                src: 'signIn',
                input: ({ context }) => context.credentials,
                onDone: [
                  {
                    guard: { type: 'hasTemporaryPassword', params: ({ event }) => event.output },
                    target: 'done',
                    actions: [
                      { type: 'noteSignedIn', params: ({ event }) => event.output },
                      'welcomeTemporaryPassword',
                    ],
                  },
                  { target: 'done', actions: { type: 'noteSignedIn', params: ({ event }) => event.output } },
                ],
                onError: {
                  target: 'failed',
                  actions: { type: 'explainSignIn', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            failed: signingIn,
            done: {},
          },
        },
        signUp: {
          tags: 'signUp',
          initial: 'idle',
          states: {
            idle: writing,
            submitting: {
              tags: 'busy',
              exit: 'dropPassword',
              invoke: {
                src: 'signUp',
                input: ({ context }) => context.credentials,
                onDone: { target: 'done', actions: 'askToConfirm' },
                onError: {
                  target: 'failed',
                  actions: { type: 'explainSignUp', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            failed: writing,
            done: writing,
          },
        },
        reset: {
          tags: 'reset',
          initial: 'idle',
          states: {
            idle: writing,
            submitting: {
              tags: 'busy',
              invoke: {
                src: 'requestReset',
                input: ({ context }) => ({ email: context.credentials.email }),
                onDone: { target: 'done', actions: 'sayResetIsSent' },
                onError: {
                  target: 'failed',
                  actions: { type: 'explainReset', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            failed: writing,
            done: writing,
          },
        },
      },
    },
    arrival: {
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'hasCallbackProblem', target: 'showing' }, { target: 'quiet' }] },
        showing: {
          tags: 'callbackProblem',
          after: { callbackErrorDisplay: { target: 'quiet', actions: 'forgetCallbackProblem' } },
        },
        quiet: {},
      },
    },
  },
})
