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
      /** The tab is closed and opened again: what the server knows is what is left. */
      | { type: 'reopen' }
      | { type: 'colleagueMarks' }
  },
  id: 'readyUndoModel',
  initial: 'notReady',
  states: {
    notReady: { on: { mark: 'undoable', markInVain: 'markFailed', reopen: 'notReady', colleagueMarks: 'notReady' } },
    markFailed: { on: { mark: 'undoable', markInVain: 'markFailed', reopen: 'notReady' } },
    undoable: {
      on: {
        undo: 'notReady',
        undoInVain: 'undoFailed',
        waitTenSeconds: 'ready',
        otherTabTakesItBack: 'notReady',
        reopen: 'undoable',
        colleagueMarks: 'undoable',
      },
    },
    undoFailed: {
      on: { undo: 'notReady', undoInVain: 'undoFailed', waitTenSeconds: 'ready', reopen: 'undoable' },
    },
    ready: { on: { otherTabTakesItBack: 'notReady', reopen: 'ready', colleagueMarks: 'ready' } },
  },
})
