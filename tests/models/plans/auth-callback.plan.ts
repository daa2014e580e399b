import { authCallbackModel } from '../auth-callback.model.ts'
import { plan } from './plan.ts'

export const authCallbackPlan = plan({
  machine: 'src/machines/auth-callback/auth-callback.machine.ts',
  source: 'auth-callback',
  model: authCallbackModel,
  title: 'A mailed link is followed',
  begin: 'Create an account at /auth?mode=sign-up and open the mail with its link at /mail. Nobody is signed in.',
  events: {
    openGoodLink: 'Open the link of the mail.',
    openUsedLink: 'Open the link a second time.',
    openBrokenAddress: 'Open /auth/callback without the part behind the question mark.',
    openWhileServerIsDown: 'Stop the server when the page is loaded, before it follows the link.',
    openWhileServerIsSilent: 'Hold the request in the developer tools and wait 20 seconds.',
    openGoodLinkSignedIn: 'Sign in as somebody else, then open the link.',
    follow: 'Press “Follow the link”.',
    decline: 'Press “Stay signed in”.',
  },
  states: {
    mail: 'The link was not opened yet.',
    asked: 'The page names the signed-in person and asks whether to follow the link. Nothing was sent.',
    confirmed: '“Email confirmed”, and the token is no longer in the address.',
    verificationFailed: 'The sign-in page says that the link was refused.',
    invalidCallback: 'The sign-in page says that the link is not complete.',
    callbackError: 'The sign-in page says that the link could not be followed.',
    sessionKept: 'The same person is still signed in.',
  },
})
