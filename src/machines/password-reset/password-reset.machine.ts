import { assertEvent, assign, setup } from 'xstate'
import { type AuthProblem, newPasswordRefusal, resetNotice, resetRequestProblem } from '../auth-mode/auth-messages'
import { promiseSlot } from '../slots'

export type PasswordResetInput = { hasSession: boolean }

export type PasswordResetEvent =
  | { type: 'link.request'; email: string }
  | { type: 'password.submit'; password: string }
  /** The link was expired or belongs to another browser: the person requests a new one. */
  | { type: 'link.wanted' }
  /** The session arrived while the page asked for an address, for example from the mail in another tab. */
  | { type: 'session.arrived' }

/** The reset page: requests a link, or with a session sets the new password (spec 1 §2.1, §4). */
export const passwordResetMachine = setup({
  types: {
    input: {} as PasswordResetInput,
    context: {} as PasswordResetInput & {
      email: string
      password: string
      problem: AuthProblem | null
      notice: string | null
    },
    events: {} as PasswordResetEvent,
    tags: {} as 'busy' | 'requesting' | 'settingNew',
  },
  actors: {
    requestReset: promiseSlot<void, { email: string }>('requestReset'),
    updatePassword: promiseSlot<void, { password: string }>('updatePassword'),
    signOut: promiseSlot<void, undefined>('signOut'),
  },
  guards: {
    hasSession: ({ context }) => context.hasSession,
  },
  actions: {
    takeEmail: assign(({ event }) => {
      assertEvent(event, 'link.request')
      return { email: event.email.trim().toLowerCase(), problem: null, notice: null }
    }),
    takePassword: assign(({ event }) => {
      assertEvent(event, 'password.submit')
      return { password: event.password.trim(), problem: null }
    }),
    dropPassword: assign({ password: '' }),
    startClean: assign({ problem: null, notice: null }),
    sayLinkIsSent: assign({ notice: resetNotice }),
    explainRequest: assign((_, params: { error: unknown }) => ({ problem: resetRequestProblem(params.error) })),
    explainUpdate: assign((_, params: { error: unknown }) => ({ problem: newPasswordRefusal(params.error) })),
  },
}).createMachine({
  id: 'passwordReset',
  context: ({ input }) => ({ ...input, email: '', password: '', problem: null, notice: null }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [{ guard: 'hasSession', target: 'settingNew' }, { target: 'requesting' }],
    },
    requesting: {
      tags: 'requesting',
      initial: 'idle',
      on: { 'session.arrived': { target: 'settingNew', actions: 'startClean' } },
      states: {
        idle: { on: { 'link.request': { target: 'submitting', actions: 'takeEmail' } } },
        submitting: {
          tags: 'busy',
          invoke: {
            src: 'requestReset',
            input: ({ context }) => ({ email: context.email }),
            onDone: { target: 'sent', actions: 'sayLinkIsSent' },
            onError: {
              target: 'failed',
              actions: { type: 'explainRequest', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        failed: { on: { 'link.request': { target: 'submitting', actions: 'takeEmail' } } },
        sent: { on: { 'link.request': { target: 'submitting', actions: 'takeEmail' } } },
      },
    },
    settingNew: {
      tags: 'settingNew',
      initial: 'idle',
      states: {
        idle: {
          on: {
            'password.submit': { target: 'submitting', actions: 'takePassword' },
            'link.wanted': { target: '#passwordReset.requesting', actions: 'startClean' },
          },
        },
        submitting: {
          tags: 'busy',
          exit: 'dropPassword',
          invoke: {
            src: 'updatePassword',
            input: ({ context }) => ({ password: context.password }),
            onDone: '#passwordReset.signingOut',
            onError: {
              target: 'failed',
              actions: { type: 'explainUpdate', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        failed: {
          on: {
            'password.submit': { target: 'submitting', actions: 'takePassword' },
            'link.wanted': { target: '#passwordReset.requesting', actions: 'startClean' },
          },
        },
      },
    },
    signingOut: {
      tags: ['busy', 'settingNew'],
      invoke: { src: 'signOut', input: undefined, onDone: 'done', onError: 'done' },
    },
    done: { type: 'final' },
  },
})
