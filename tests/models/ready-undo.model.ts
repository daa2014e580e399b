import { createMachine } from 'xstate'

/** What a person sees of their own ready mark: a button, another for ten seconds, or a word that it did not work. */
export const readyUndoModel = createMachine({
  types: {} as {
    events:
      | { type: 'mark' }
      | { type: 'markInVain' }
      | { type: 'undo' }
      | { type: 'undoInVain' }
      | { type: 'waitTenSeconds' }
      | { type: 'otherTabTakesItBack' }
  },
  id: 'readyUndoModel',
  initial: 'notReady',
  states: {
    notReady: { on: { mark: 'undoable', markInVain: 'markFailed' } },
    markFailed: { on: { mark: 'undoable', markInVain: 'markFailed' } },
    undoable: {
      on: { undo: 'notReady', undoInVain: 'undoFailed', waitTenSeconds: 'ready', otherTabTakesItBack: 'notReady' },
    },
    undoFailed: { on: { undo: 'notReady', undoInVain: 'undoFailed', waitTenSeconds: 'ready' } },
    ready: { on: { otherTabTakesItBack: 'notReady' } },
  },
})
