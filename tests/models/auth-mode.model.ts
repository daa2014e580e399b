import { createMachine } from 'xstate'

const switches = { toSignIn: 'signIn', toSignUp: 'signUp', toReset: 'reset' } as const
const { toSignIn: _signIn, ...awayFromSignIn } = switches
const { toSignUp: _signUp, ...awayFromSignUp } = switches
const { toReset: _reset, ...awayFromReset } = switches

/** What a person sees of the sign-in page: the mode, and the answer to what they sent. */
export const authModeModel = createMachine({
  types: {} as {
    events:
      | { type: 'toSignIn' }
      | { type: 'toSignUp' }
      | { type: 'toReset' }
      | { type: 'submitAccepted' }
      | { type: 'submitRefused' }
  },
  id: 'authMode',
  initial: 'signIn',
  states: {
    signIn: { on: { ...awayFromSignIn, submitAccepted: 'inside', submitRefused: 'signInRefused' } },
    signInRefused: { on: { ...awayFromSignIn, submitAccepted: 'inside', submitRefused: 'signInRefused' } },
    signUp: { on: { ...awayFromSignUp, submitAccepted: 'askedToConfirm', submitRefused: 'signUpRefused' } },
    signUpRefused: { on: { ...awayFromSignUp, submitAccepted: 'askedToConfirm', submitRefused: 'signUpRefused' } },
    askedToConfirm: { on: awayFromSignUp },
    reset: { on: { ...awayFromReset, submitAccepted: 'linkSent', submitRefused: 'resetRefused' } },
    resetRefused: { on: { ...awayFromReset, submitAccepted: 'linkSent', submitRefused: 'resetRefused' } },
    linkSent: { on: awayFromReset },
    inside: { type: 'final' },
  },
})
