import { createMachine } from 'xstate'

/** What a person sees of the reset page, from asking for a link to signing in with the new password. */
export const passwordResetModel = createMachine({
  types: {} as {
    events:
      | { type: 'askForLink' }
      | { type: 'askInVain' }
      | { type: 'openWithSession' }
      | { type: 'followLink' }
      | { type: 'setPassword' }
      | { type: 'setRefusedPassword' }
      /** The password is stored; ending the session fails. */
      | { type: 'setPasswordWithoutNetwork' }
      | { type: 'wantNewLink' }
  },
  id: 'passwordReset',
  initial: 'requesting',
  states: {
    requesting: { on: { askForLink: 'linkSent', askInVain: 'requestFailed', openWithSession: 'settingNew' } },
    requestFailed: { on: { askForLink: 'linkSent', askInVain: 'requestFailed' } },
    linkSent: { on: { followLink: 'settingNew', askForLink: 'linkSent', askInVain: 'requestFailed' } },
    settingNew: {
      on: {
        setPassword: 'updated',
        setRefusedPassword: 'passwordRefused',
        setPasswordWithoutNetwork: 'updated',
        wantNewLink: 'requesting',
      },
    },
    passwordRefused: {
      on: { setPassword: 'updated', setRefusedPassword: 'passwordRefused', wantNewLink: 'requesting' },
    },
    updated: { type: 'final' },
  },
})
