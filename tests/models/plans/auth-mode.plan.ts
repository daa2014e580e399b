import { authModeModel } from '../auth-mode.model.ts'
import { plan } from './plan.ts'

export const authModePlan = plan({
  machine: 'src/machines/auth-mode/auth-mode.machine.ts',
  source: 'auth-mode',
  model: authModeModel,
  title: 'The sign-in page',
  begin: 'Open /auth in a window where nobody is signed in.',
  events: {
    toSignIn: 'Choose “Sign in”.',
    toSignUp: 'Choose to create an account.',
    toReset: 'Choose the forgotten password.',
    submitAccepted: 'Fill in the form correctly and send it; press twice.',
    submitRefused: 'Send the form with a wrong password. To create an account or reset, let the request fail.',
    submitTemporary: 'Send the form as a person whose password was set by the office.',
    openByRefusedLink: 'Open /auth?error=verification_failed.',
    openAfterReset: 'Open /auth?reset=true.',
    waitEightSeconds: 'Wait eight seconds.',
  },
  states: {
    signIn: 'The form for signing in, without a message.',
    signInRefused: '“Invalid email or password”; the email stays, the password is empty.',
    signUp: 'The form for a new account, without a message.',
    signUpRefused: '“Unable to create account”.',
    askedToConfirm: '“Please check your email to confirm your account”.',
    reset: 'The form that asks for the email, without a message.',
    resetRefused: '“Failed to send reset email”.',
    linkSent: '“Check your email for the password reset link”.',
    linkRefused: 'The form for signing in, with the message about the link.',
    resetBesideLinkRefused: 'The form that asks for the email, with the message about the link.',
    passwordUpdated: 'The form for signing in says that the password was changed.',
    inside: 'The dashboard.',
    insideWithTemporary: 'The own profile asks for a new password.',
  },
})
