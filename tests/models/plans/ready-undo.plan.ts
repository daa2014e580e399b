import { readyUndoModel } from '../ready-undo.model.ts'
import { plan } from './plan.ts'

export const readyUndoPlan = plan({
  machine: 'src/machines/ready-undo/ready-undo.machine.ts',
  source: 'ready-undo',
  model: readyUndoModel,
  title: 'A person marks themselves ready',
  begin:
    'Open a task of several people as one of them; open it in a second tab as the same person, and in another window as a colleague.',
  events: {
    mark: 'Press “Mark me Ready”.',
    markInVain: 'Let the next request fail and press “Mark me Ready”.',
    markUnanswered: 'Hold the requests, press “Mark me Ready”, and wait 15 seconds.',
    markOffline: 'Switch the network off and press “Mark me Ready”.',
    markBesideRead: 'Press “Mark me Ready” and change the title in the other window at the same moment.',
    markInVainBesideOther:
      'Let the next request fail, press “Mark me Ready”, and press it in the other tab at the same moment.',
    undo: 'Press “Undo Ready”.',
    undoInVain: 'Let the next request fail and press “Undo Ready”.',
    undoUnanswered: 'Hold the requests, press “Undo Ready”, and wait 15 seconds.',
    undoOffline: 'Switch the network off and press “Undo Ready”.',
    undoInVainBesideOther:
      'Let the next request fail, press “Undo Ready”, and undo it in the other tab at the same moment.',
    waitTenSeconds: 'Wait ten seconds.',
    otherTabMarks: 'Press “Mark me Ready” in the other tab.',
    otherTabTakesItBack: 'Press “Undo Ready” in the other tab.',
    reopen: 'Close the task and open it again.',
    colleagueMarks: 'Press “Mark me Ready” as the colleague.',
  },
  states: {
    notReady: '“Mark me Ready” is offered.',
    markFailedElsewhere: '“Failed to mark as ready. Please try again.”, and “Undo Ready” is offered.',
    takenBack: '“Mark me Ready” is offered.',
    undone: '“Mark me Ready” is offered.',
    markFailed: '“Failed to mark as ready. Please try again.”, and “Mark me Ready” is offered.',
    undoable: 'The person is ready; “Undo Ready” is offered.',
    undoFailed: '“Failed to unmark as ready. Please try again.”, and “Undo Ready” is offered.',
    undoFailedLate: '“Failed to unmark as ready. Please try again.”; the person is ready and nothing is offered.',
    undoFailedElsewhere: '“Failed to unmark as ready. Please try again.”, and “Mark me Ready” is offered.',
    ready: 'The person is ready; nothing is offered.',
  },
})
