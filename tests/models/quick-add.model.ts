import { createMachine } from 'xstate'

/** What a person sees of the quick-add dialog with one draft: whether Create can be pressed, and what it leaves. */
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
      | { type: 'create' }
      | { type: 'createInVain' }
  },
  id: 'quickAdd',
  initial: 'closed',
  states: {
    closed: { on: { open: 'blank' } },
    blank: { on: { close: 'closed', writeTitle: 'titled', makePrivate: 'privateBlank' } },
    titled: { on: { close: 'closed', chooseAssignee: 'creatable', makePrivate: 'privateCreatable' } },
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
    privateCreatable: { on: { share: 'titled', create: 'created', createInVain: 'privateCreatable' } },
    created: { on: { open: 'blank' } },
  },
})
