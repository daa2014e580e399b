import { passwordResetModel } from '../password-reset.model.ts'
import { plan } from './plan.ts'

export const passwordResetPlan = plan({
  machine: 'src/machines/password-reset/password-reset.machine.ts',
  source: 'password-reset',
  model: passwordResetModel,
  title: 'A password is reset',
  begin: 'Open /reset-password in a window where nobody is signed in.',
  events: {
    askForLink: 'Enter the email of an account and send.',
    askInVain: 'Let the next request fail and send.',
    openWithSession: 'Follow the link of the mail in this window.',
    followLink: 'Follow the link of the mail in another tab.',
    setPassword: 'Enter a new password twice and send.',
    setRefusedPassword: 'Enter a password that the server refuses.',
    setPasswordWithoutNetwork: 'Let the second of the two requests fail and set a new password.',
    wantNewLink: 'Press “Send me a new link instead”.',
  },
  states: {
    requesting: 'The form that asks for the email, without a message.',
    requestFailed: '“Failed to send reset email”.',
    linkSent: '“Check your email for the password reset link”.',
    settingNew: 'The form “Set a new password”, without a message.',
    passwordRefused: '“Failed to reset password”.',
    updated: 'The sign-in page says that the password was changed.',
  },
})
