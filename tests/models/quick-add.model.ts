import { createMachine } from 'xstate'

/** What a person sees of the quick-add dialog: whether Create can be pressed, what a mention does, what a save leaves. */
export const quickAddModel = createMachine({
  types: {} as {
    events:
      | { type: 'open' }
      /** Drafts of an earlier visit are kept. */
      | { type: 'openWithKept' }
      | { type: 'openWithKeptPrivate' }
      | { type: 'restore' }
      | { type: 'discard' }
      /** Another tab created the kept drafts. */
      | { type: 'otherTabCreates' }
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
      /** The database refuses the first of the tasks. */
      | { type: 'createRefused' }
      /** The second of two tasks is refused. */
      | { type: 'createHalf' }
      | { type: 'createUnanswered' }
      /** A file is still on its way. */
      | { type: 'createWithFile' }
      | { type: 'fileArrives' }
      | { type: 'fileFails' }
      | { type: 'writeSecondTitle' }
  },
  id: 'quickAdd',
  initial: 'closed',
  states: {
    closed: { on: { open: 'blank', openWithKept: 'offered', openWithKeptPrivate: 'offeredPrivate' } },
    offered: {
      on: {
        restore: 'creatable',
        discard: 'blank',
        otherTabCreates: 'blank',
        makePrivate: 'offeredInPrivate',
        close: 'closed',
      },
    },
    offeredPrivate: { on: { restore: 'privateCreatable' } },
    offeredInPrivate: { on: { restore: 'privateCreatable' } },
    closedAgain: { on: { open: 'blank' } },
    blank: { on: { close: 'closedAgain', writeTitle: 'titled', makePrivate: 'privateBlank' } },
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
        createRefused: 'creatable',
        createUnanswered: 'creatable',
        createWithFile: 'uploading',
      },
    },
    privateBlank: { on: { writeTitle: 'privateCreatable', share: 'blank' } },
    privateCreatable: {
      on: { mention: 'creatable', share: 'titled', create: 'created', createInVain: 'privateCreatable' },
    },
    titledBesideBlank: { on: { removeDraft: 'titled', chooseAssignee: 'creatableBesideBlank' } },
    creatableBesideBlank: { on: { removeDraft: 'creatable', create: 'created', writeSecondTitle: 'twoCreatable' } },
    twoCreatable: { on: { createHalf: 'secondLeft', create: 'bothCreated' } },
    secondLeft: { on: { create: 'created' } },
    bothCreated: {},
    uploading: { on: { fileArrives: 'created', fileFails: 'creatable', close: 'creatable' } },
    created: { on: { open: 'blank' } },
  },
})
