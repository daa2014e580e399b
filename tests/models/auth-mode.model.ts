import { createMachine } from 'xstate'

const switches = { toSignIn: 'signIn', toSignUp: 'signUp', toReset: 'reset' } as const

/** What a person sees of the sign-in page: the mode, and the answer to what they sent. */
export const authModeModel = createMachine({
  types: {} as {
    events:
      | { type: 'toSignIn' }
      | { type: 'toSignUp' }
      | { type: 'toReset' }
      | { type: 'submitAccepted' }
      | { type: 'submitRefused' }
      /** The password was given by the office and has to be changed. */
      | { type: 'submitTemporary' }
      /** By a mailed link instead of the password. */
      | { type: 'askForLink' }
      | { type: 'askForLinkRefused' }
      | { type: 'openByRefusedLink' }
      | { type: 'openAfterReset' }
      | { type: 'waitEightSeconds' }
  },
  id: 'authMode',
  initial: 'signIn',
  states: {
    signIn: {
      on: {
        ...switches,
        submitAccepted: 'inside',
        submitRefused: 'signInRefused',
        submitTemporary: 'insideWithTemporary',
        askForLink: 'linkMailed',
        askForLinkRefused: 'linkNotMailed',
        openByRefusedLink: 'linkRefused',
        openAfterReset: 'passwordUpdated',
      },
    },
    linkRefused: { on: { waitEightSeconds: 'signIn', toReset: 'resetBesideLinkRefused', submitAccepted: 'inside' } },
    resetBesideLinkRefused: { on: { waitEightSeconds: 'reset' } },
    passwordUpdated: { on: { toSignIn: 'signIn', submitAccepted: 'inside' } },
    signInRefused: {
      on: { ...switches, submitAccepted: 'inside', submitRefused: 'signInRefused', askForLink: 'linkMailed' },
    },
    linkMailed: { on: { ...switches, submitAccepted: 'inside', askForLink: 'linkMailed' } },
    linkNotMailed: { on: { ...switches, submitAccepted: 'inside', askForLink: 'linkMailed' } },
    signUp: { on: { ...switches, submitAccepted: 'askedToConfirm', submitRefused: 'signUpRefused' } },
    signUpRefused: { on: { ...switches, submitAccepted: 'askedToConfirm', submitRefused: 'signUpRefused' } },
    askedToConfirm: { on: { ...switches, submitAccepted: 'askedToConfirm' } },
    reset: { on: { ...switches, submitAccepted: 'linkSent', submitRefused: 'resetRefused' } },
    resetRefused: { on: { ...switches, submitAccepted: 'linkSent', submitRefused: 'resetRefused' } },
    linkSent: { on: { ...switches, submitAccepted: 'linkSent' } },
    inside: { type: 'final' },
    insideWithTemporary: { type: 'final' },
  },
})
