import { createMachine } from 'xstate'

/** What a person sees and does with the timer bar: one timer of theirs, and a second one that may run elsewhere. */
export const timerModel = createMachine({
  types: {} as {
    events:
      | { type: 'startElsewhere' }
      | { type: 'pause' }
      | { type: 'pauseInVain' }
      | { type: 'pauseElsewhere' }
      | { type: 'resume' }
      | { type: 'resumeRefused' }
      | { type: 'resumeElsewhere' }
      | { type: 'stop' }
      | { type: 'cancel' }
      | { type: 'confirm' }
      | { type: 'confirmInVain' }
      | { type: 'confirmWithoutEnd' }
      | { type: 'confirmEnd' }
      | { type: 'completeElsewhere' }
      | { type: 'hide' }
      | { type: 'hideElsewhere' }
  },
  id: 'timer',
  initial: 'nothing',
  states: {
    nothing: { on: { startElsewhere: 'running' } },
    running: {
      on: {
        pause: 'paused',
        pauseInVain: 'running',
        pauseElsewhere: 'paused',
        stop: 'askedWhileRunning',
        completeElsewhere: 'nothing',
      },
    },
    paused: {
      on: {
        resume: 'running',
        resumeRefused: 'refused',
        resumeElsewhere: 'running',
        stop: 'askedWhilePaused',
        hide: 'hidden',
        hideElsewhere: 'hidden',
        completeElsewhere: 'nothing',
      },
    },
    refused: {
      on: {
        resume: 'running',
        stop: 'askedWhilePaused',
        hide: 'hidden',
        hideElsewhere: 'hidden',
        completeElsewhere: 'nothing',
      },
    },
    hidden: { on: { resumeElsewhere: 'running', completeElsewhere: 'nothing' } },
    askedWhileRunning: {
      on: {
        cancel: 'running',
        confirm: 'completed',
        confirmInVain: 'running',
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
