import { createMachine } from 'xstate'

/** What a person sees after a click on a mailed link, alone or while somebody is signed in (T24). */
export const authCallbackModel = createMachine({
  types: {} as {
    events:
      | { type: 'openGoodLink' }
      | { type: 'openUsedLink' }
      | { type: 'openBrokenAddress' }
      | { type: 'openWhileServerIsDown' }
      | { type: 'openWhileServerIsSilent' }
      | { type: 'openGoodLinkSignedIn' }
      | { type: 'follow' }
      | { type: 'decline' }
  },
  id: 'authCallback',
  initial: 'mail',
  states: {
    mail: {
      on: {
        openGoodLink: 'confirmed',
        openUsedLink: 'verificationFailed',
        openBrokenAddress: 'invalidCallback',
        openWhileServerIsDown: 'callbackError',
        openWhileServerIsSilent: 'callbackError',
        openGoodLinkSignedIn: 'asked',
      },
    },
    asked: { on: { follow: 'confirmed', decline: 'sessionKept' } },
    confirmed: { type: 'final' },
    verificationFailed: { type: 'final' },
    invalidCallback: { type: 'final' },
    callbackError: { type: 'final' },
    sessionKept: { type: 'final' },
  },
})
