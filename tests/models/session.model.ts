import { createMachine } from 'xstate'

/**
 * What a person sees of the session in one tab. `signIn` and `signOut` are done in this tab, `signInElsewhere`
 * and `signOutElsewhere` in another tab of the same browser. `endOnServer` is nobody's wish.
 */
export const sessionModel = createMachine({
  types: {} as {
    events:
      /** The tab is opened with a stored token. */
      | { type: 'openWithToken' }
      | { type: 'tokenIsGood' }
      | { type: 'tokenIsGone' }
      | { type: 'readingFails' }
      /** Five seconds without an answer. */
      | { type: 'serverIsSilent' }
      | { type: 'signIn' }
      /** The first sign-in of an account: its contact and its role are made. */
      | { type: 'signInFirst' }
      | { type: 'signInFirstMailFails' }
      /** The role cannot be asked for. */
      | { type: 'signInFirstRoleFails' }
      /** Contact and role cannot be asked for. */
      | { type: 'signInWithoutContact' }
      | { type: 'signInTemporary' }
      | { type: 'changePassword' }
      /** The password was changed in another tab, and the token is renewed in this one. */
      | { type: 'renewAfterChange' }
      | { type: 'renew' }
      /** Another person signed in in another tab. */
      | { type: 'renewAsOther' }
      | { type: 'signInAsOther' }
      | { type: 'twoSecondsPass' }
      | { type: 'signOut' }
      | { type: 'signOutInVain' }
      | { type: 'signOutUnanswered' }
      | { type: 'signOutConfirmedFirst' }
      | { type: 'signInElsewhere' }
      | { type: 'signOutElsewhere' }
      | { type: 'leaveElsewhere' }
      | { type: 'endOnServer' }
      | { type: 'closeAccount' }
      | { type: 'closeAccountInVain' }
      | { type: 'closeAccountUnanswered' }
      | { type: 'closeAccountConfirmedFirst' }
      | { type: 'signOutWhileClosing' }
      | { type: 'askToSignIn' }
  },
  id: 'session',
  initial: 'signedOut',
  states: {
    signedOut: {
      on: {
        openWithToken: 'loading',
        signIn: 'signedIn',
        signInFirst: 'welcomed',
        signInFirstMailFails: 'welcomed',
        signInFirstRoleFails: 'welcomed',
        signInWithoutContact: 'signedIn',
        signInTemporary: 'temporary',
        signInElsewhere: 'signedIn',
        renew: 'signedIn',
      },
    },
    loading: {
      on: {
        tokenIsGood: 'signedIn',
        tokenIsGone: 'signedOut',
        readingFails: 'tokenDropped',
        serverIsSilent: 'signedOut',
        signIn: 'signedIn',
        signOut: 'signedOutAgain',
        leaveElsewhere: 'signedOut',
        endOnServer: 'signedOut',
      },
    },
    tokenDropped: { on: { signIn: 'signedIn' } },
    welcomed: { on: { signOut: 'signedOutAgain', signInAsOther: 'signedInAsOther', renewAsOther: 'signedInAsOther' } },
    temporary: {
      on: {
        changePassword: 'signedIn',
        renewAfterChange: 'signedIn',
        signInAsOther: 'signedInAsOther',
        renewAsOther: 'signedInAsOther',
        twoSecondsPass: 'temporarySettled',
        signOut: 'signedOutAgain',
        signOutInVain: 'signedOutAgain',
        signOutUnanswered: 'signedOutAgain',
        signOutConfirmedFirst: 'signedOutAgain',
        signOutElsewhere: 'signedOutAgain',
        endOnServer: 'ended',
        closeAccount: 'ended',
        closeAccountInVain: 'ended',
        closeAccountUnanswered: 'ended',
        closeAccountConfirmedFirst: 'ended',
      },
    },
    temporarySettled: { on: { signInAsOther: 'signedInAsOther' } },
    signedIn: {
      on: {
        renew: 'signedIn',
        renewAsOther: 'signedInAsOther',
        signIn: 'signedIn',
        signInAsOther: 'signedInAsOther',
        twoSecondsPass: 'settled',
        signOut: 'signedOutAgain',
        signOutInVain: 'signedOutAgain',
        signOutUnanswered: 'signedOutAgain',
        signOutConfirmedFirst: 'signedOutAgain',
        signOutElsewhere: 'signedOutAgain',
        endOnServer: 'ended',
        closeAccount: 'ended',
        closeAccountInVain: 'ended',
        closeAccountUnanswered: 'ended',
        closeAccountConfirmedFirst: 'ended',
        signOutWhileClosing: 'signedOutAgain',
      },
    },
    signedInAsOther: { on: { signOut: 'signedOutAgain' } },
    /** A sign-in now is a new one. */
    settled: { on: { signIn: 'signedIn', signInAsOther: 'signedInAsOther', renew: 'settled', endOnServer: 'ended' } },
    ended: {
      on: {
        askToSignIn: 'signedOutAgain',
        leaveElsewhere: 'signedOutAgain',
        signIn: 'signedInAgain',
        signInElsewhere: 'signedInAgain',
        renew: 'signedInAgain',
      },
    },
    signedOutAgain: { on: { signIn: 'signedInAgain', signInElsewhere: 'signedInAgain' } },
    signedInAgain: {},
  },
})
