import { createMachine } from 'xstate'

/**
 * What a person sees of the session in one tab. `signIn` and `signOut` are done in this tab, `signInElsewhere`
 * and `signOutElsewhere` in another tab of the same browser.
 */
export const sessionModel = createMachine({
  types: {} as {
    events: { type: 'signIn' } | { type: 'signOut' } | { type: 'signInElsewhere' } | { type: 'signOutElsewhere' }
  },
  id: 'session',
  initial: 'signedOut',
  states: {
    signedOut: { on: { signIn: 'signedIn', signInElsewhere: 'signedIn' } },
    signedIn: { on: { signOut: 'signedOutAgain', signOutElsewhere: 'signedOutAgain' } },
    signedOutAgain: { on: { signIn: 'signedInAgain', signInElsewhere: 'signedInAgain' } },
    signedInAgain: {},
  },
})
