import { createMachine } from 'xstate'

/** What a person sees of the quick-add dialog: whether Create can be pressed, what a mention does, what a save leaves. */
export const quickAddModel = createMachine({
  types: {} as {
    events:
      | { type: 'open' }
      | { type: 'close' }
      | { type: 'writeTitle' }
      | { type: 'chooseAssignee' }
      | { type: 'removeAssignee' }
      | { type: 'makePrivate' }
      | { type: 'share' }
      | { type: 'mention' }
      | { type: 'addDraft' }
      | { type: 'removeDraft' }
      | { type: 'create' }
      | { type: 'createInVain' }
  },
  id: 'quickAdd',
  initial: 'closed',
  states: {
    closed: { on: { open: 'blank' } },
    blank: { on: { close: 'closed', writeTitle: 'titled', makePrivate: 'privateBlank' } },
    titled: {
      on: {
        mention: 'creatable',
        addDraft: 'titledBesideBlank',
        close: 'closed',
        chooseAssignee: 'creatable',
        makePrivate: 'privateCreatable',
      },
    },
    creatable: {
      on: {
        close: 'closed',
        removeAssignee: 'titled',
        makePrivate: 'privateCreatable',
        create: 'created',
        createInVain: 'creatable',
      },
    },
    privateBlank: { on: { writeTitle: 'privateCreatable', share: 'blank' } },
    privateCreatable: {
      on: { mention: 'creatable', share: 'titled', create: 'created', createInVain: 'privateCreatable' },
    },
    titledBesideBlank: { on: { removeDraft: 'titled', chooseAssignee: 'creatableBesideBlank' } },
    creatableBesideBlank: { on: { removeDraft: 'creatable', create: 'created' } },
    created: { on: { open: 'blank' } },
  },
})
