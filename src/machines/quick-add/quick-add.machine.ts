import { audience } from './audience.state'
import { quickAddSetup } from './quick-add.setup'
import { saving } from './saving.state'

/**
 * One visit to the quick-add dialog. Its regions: the drafts, the assignees, and whether it may be saved (spec 2 §4,
 * §5).
 */
export const quickAddMachine = quickAddSetup.createMachine({
  id: 'quickAdd',
  context: ({ input }) => ({ ...input, drafts: [], assignees: [], kept: null }),
  initial: 'closed',
  on: {
    'xstate.snapshot.*': { actions: 'note' },
    'kept.elsewhere': { actions: 'followOtherTab' },
  },
  states: {
    closed: {
      on: { 'dialog.open': { target: 'editing', actions: ['stopDrafts', 'startWithOneBlankDraft'] } },
    },
    editing: {
      tags: 'open',
      type: 'parallel',
      on: { 'dialog.close': 'closed' },
      states: {
        drafts: {
          on: {
            'draft.add': { actions: 'addDraft' },
            'draft.remove': { guard: 'hasSeveralDrafts', actions: 'removeDraft' },
            'kept.discard': { actions: 'discardKept' },
          },
        },
        audience,
        asLeft: { type: 'history', history: 'deep' },
      },
    },
    saving,
  },
})
