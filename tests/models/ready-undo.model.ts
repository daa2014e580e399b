import { createMachine } from 'xstate'

/** What a person sees of their own ready mark: a button, another for ten seconds, or a word that it did not work. */
export const readyUndoModel = createMachine({
  types: {} as {
    events:
      | { type: 'mark' }
      | { type: 'markInVain' }
      /** The server does not answer for 15 seconds. */
      | { type: 'markUnanswered' }
      /** There is no network: the mark is kept and sent later. */
      | { type: 'markOffline' }
      /** The old row is read while the mark is on its way. */
      | { type: 'markBesideRead' }
      /** Another tab marks the person ready before this one fails. */
      | { type: 'markInVainBesideOther' }
      | { type: 'undo' }
      | { type: 'undoInVain' }
      | { type: 'undoUnanswered' }
      | { type: 'undoOffline' }
      /** Another tab took it back before this one failed. */
      | { type: 'undoInVainBesideOther' }
      | { type: 'waitTenSeconds' }
      | { type: 'otherTabMarks' }
      | { type: 'otherTabTakesItBack' }
      /** The tab is closed and opened again: what the server knows is what is left. */
      | { type: 'reopen' }
      | { type: 'colleagueMarks' }
  },
  id: 'readyUndoModel',
  initial: 'notReady',
  states: {
    notReady: {
      on: {
        mark: 'undoable',
        markInVain: 'markFailed',
        markUnanswered: 'markFailed',
        markOffline: 'notReady',
        markBesideRead: 'undoable',
        markInVainBesideOther: 'markFailedElsewhere',
        otherTabMarks: 'undoable',
        reopen: 'notReady',
        colleagueMarks: 'notReady',
      },
    },
    markFailed: { on: { mark: 'undoable', markInVain: 'markFailed', reopen: 'notReady' } },
    markFailedElsewhere: { on: { undo: 'undone' } },
    takenBack: { on: { mark: 'undoable', markInVain: 'markFailed', reopen: 'notReady' } },
    undone: { on: { mark: 'undoable', markInVain: 'markFailed', reopen: 'notReady' } },
    undoable: {
      on: {
        undo: 'undone',
        undoInVain: 'undoFailed',
        undoUnanswered: 'undoFailedLate',
        undoOffline: 'undoable',
        undoInVainBesideOther: 'undoFailedElsewhere',
        waitTenSeconds: 'ready',
        otherTabTakesItBack: 'takenBack',
        reopen: 'undoable',
        colleagueMarks: 'undoable',
      },
    },
    undoFailed: {
      on: { undo: 'undone', undoInVain: 'undoFailed', waitTenSeconds: 'ready', reopen: 'undoable' },
    },
    /** The ten seconds are over. */
    undoFailedLate: { on: { reopen: 'ready' } },
    undoFailedElsewhere: { on: { mark: 'undoable' } },
    ready: { on: { otherTabTakesItBack: 'takenBack', reopen: 'ready', colleagueMarks: 'ready' } },
  },
})
