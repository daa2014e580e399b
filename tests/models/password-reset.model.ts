import { createMachine } from 'xstate'

/** What a person sees of the reset page, from asking for a link to signing in with the new password. */
export const passwordResetModel = createMachine({
  types: {} as {
    events:
      | { type: 'askForLink' }
      | { type: 'askInVain' }
      | { type: 'followLink' }
      | { type: 'setPassword' }
      | { type: 'setRefusedPassword' }
      | { type: 'wantNewLink' }
  },
  id: 'passwordReset',
  initial: 'requesting',
  states: {
    requesting: { on: { askForLink: 'linkSent', askInVain: 'requestFailed' } },
    requestFailed: { on: { askForLink: 'linkSent', askInVain: 'requestFailed' } },
    linkSent: { on: { followLink: 'settingNew' } },
    settingNew: { on: { setPassword: 'updated', setRefusedPassword: 'passwordRefused' } },
    passwordRefused: { on: { setPassword: 'updated', wantNewLink: 'requesting' } },
    updated: { type: 'final' },
  },
})
