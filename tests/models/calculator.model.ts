import { createMachine } from 'xstate'

/** What a person sees when they save a calculation that a colleague may have saved first. */
export const calculatorModel = createMachine({
  types: {} as {
    events:
      | { type: 'type' }
      | { type: 'save' }
      | { type: 'saveInVain' }
      | { type: 'saveTooLate' }
      | { type: 'saveCopy' }
      | { type: 'saveCopyInVain' }
      | { type: 'takeTheirs' }
  },
  id: 'calculatorModel',
  initial: 'typing',
  states: {
    typing: {
      on: { type: 'typing', save: 'saved', saveInVain: 'failed', saveTooLate: 'conflict', saveCopy: 'copied' },
    },
    failed: { on: { type: 'typing', save: 'saved', saveInVain: 'failed' } },
    conflict: { on: { takeTheirs: 'theirs', saveCopy: 'copied', saveCopyInVain: 'failed' } },
    saved: {},
    copied: {},
    theirs: { on: { save: 'saved' } },
  },
})
