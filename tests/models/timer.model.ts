import { createMachine } from 'xstate'

/** What a person sees and does with the timer bar: one timer of theirs, and a second one that may run elsewhere. */
export const timerModel = createMachine({
  types: {} as {
    events:
      | { type: 'startElsewhere' }
      /** An answer arrives that is older than what is shown. */
      | { type: 'oldRowArrives' }
      | { type: 'readAgain' }
      | { type: 'readingFails' }
      | { type: 'pause' }
      /** The row is read while the pause is on its way. */
      | { type: 'pauseBesideRead' }
      /** The server does not answer for 15 seconds. */
      | { type: 'pauseUnanswered' }
      /** It is paused and put away in another tab; the dismissal is heard first. */
      | { type: 'pauseAndHideElsewhere' }
      | { type: 'pauseInVain' }
      | { type: 'pauseElsewhere' }
      | { type: 'resume' }
      | { type: 'resumeBesideRead' }
      | { type: 'resumeInVain' }
      | { type: 'resumeUnanswered' }
      | { type: 'resumeRefused' }
      | { type: 'resumeElsewhere' }
      | { type: 'stop' }
      | { type: 'cancel' }
      | { type: 'confirm' }
      | { type: 'confirmInVain' }
      | { type: 'confirmBesideRead' }
      | { type: 'confirmUnanswered' }
      | { type: 'confirmWithoutEnd' }
      | { type: 'confirmEnd' }
      | { type: 'completeElsewhere' }
      | { type: 'hide' }
      | { type: 'hideElsewhere' }
      /** The dismissal of an earlier timer arrives. */
      | { type: 'oldDismissalArrives' }
  },
  id: 'timer',
  initial: 'nothing',
  states: {
    nothing: { on: { startElsewhere: 'running' } },
    running: {
      on: {
        oldRowArrives: 'running',
        readAgain: 'running',
        readingFails: 'stale',
        pauseBesideRead: 'paused',
        pauseUnanswered: 'running',
        pauseAndHideElsewhere: 'hidden',
        hideElsewhere: 'running',
        pause: 'paused',
        pauseInVain: 'running',
        pauseElsewhere: 'paused',
        stop: 'askedWhileRunning',
        completeElsewhere: 'nothing',
      },
    },
    /** The last known state is shown. */
    stale: { on: { readAgain: 'running' } },
    paused: {
      on: {
        resume: 'running',
        resumeBesideRead: 'running',
        resumeInVain: 'paused',
        resumeUnanswered: 'paused',
        resumeRefused: 'refused',
        resumeElsewhere: 'running',
        stop: 'askedWhilePaused',
        hide: 'hidden',
        hideElsewhere: 'hidden',
        oldDismissalArrives: 'paused',
        completeElsewhere: 'nothing',
      },
    },
    refused: {
      on: {
        resume: 'running',
        stop: 'askedWhilePaused',
        hide: 'hidden',
        hideElsewhere: 'hidden',
        oldDismissalArrives: 'refused',
        completeElsewhere: 'nothing',
      },
    },
    hidden: { on: { resumeElsewhere: 'running', completeElsewhere: 'nothing' } },
    askedWhileRunning: {
      on: {
        cancel: 'running',
        confirm: 'completed',
        confirmInVain: 'running',
        confirmBesideRead: 'completed',
        confirmUnanswered: 'running',
        oldRowArrives: 'askedWhileRunning',
        readAgain: 'askedWhileRunning',
        pauseElsewhere: 'askedWhilePaused',
        confirmWithoutEnd: 'askedForEnd',
        completeElsewhere: 'nothing',
      },
    },
    /** The last session is longer than the company says: the question stays until it is said when the work ended. */
    askedForEnd: { on: { cancel: 'running', confirmEnd: 'completed', completeElsewhere: 'nothing' } },
    askedWhilePaused: { on: { cancel: 'paused', confirm: 'completed', confirmInVain: 'paused' } },
    completed: { on: { startElsewhere: 'running' } },
  },
})
