import { createMachine } from 'xstate'

/**
 * What a person sees of the session in one tab. `signIn` and `signOut` are done in this tab, `signInElsewhere`
 * and `signOutElsewhere` in another tab of the same browser. `endOnServer` is nobody's wish.
 */
export const sessionModel = createMachine({
  types: {} as {
    events:
      | { type: 'signIn' }
      | { type: 'signOut' }
      | { type: 'signInElsewhere' }
      | { type: 'signOutElsewhere' }
      | { type: 'endOnServer' }
      | { type: 'closeAccount' }
      | { type: 'askToSignIn' }
  },
  id: 'session',
  initial: 'signedOut',
  states: {
    signedOut: { on: { signIn: 'signedIn', signInElsewhere: 'signedIn' } },
    signedIn: {
      on: {
        signOut: 'signedOutAgain',
        signOutElsewhere: 'signedOutAgain',
        endOnServer: 'ended',
        closeAccount: 'ended',
      },
    },
    ended: { on: { askToSignIn: 'signedOutAgain', signIn: 'signedInAgain', signInElsewhere: 'signedInAgain' } },
    signedOutAgain: { on: { signIn: 'signedInAgain', signInElsewhere: 'signedInAgain' } },
    signedInAgain: {},
  },
})
