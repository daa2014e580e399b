import { createMachine } from 'xstate'

/** What a person sees of one change of a cell: stored, on its way, waiting for the line, refused, or written by two. */
export const savesModel = createMachine({
  types: {} as {
    events:
      | { type: 'write' }
      | { type: 'writeWithoutNetwork' }
      | { type: 'serverTakesIt' }
      | { type: 'serverRefusesIt' }
      /** A colleague wrote the same cell. */
      | { type: 'colleagueWasFirst' }
      /** Nobody answers: the server may have it or not. */
      | { type: 'nobodyAnswers' }
      /** Twelve seconds without an answer. */
      | { type: 'serverIsSilent' }
      | { type: 'storingBreaks' }
      | { type: 'timePasses' }
      | { type: 'networkGoes' }
      | { type: 'networkComes' }
      | { type: 'tryAgain' }
      | { type: 'forget' }
      | { type: 'insist' }
      /** The tab is closed, or killed, or somebody signs out in another one; and it is opened again. */
      | { type: 'reopen' }
  },
  id: 'savesModel',
  initial: 'stored',
  states: {
    stored: { on: { write: 'onItsWay', writeWithoutNetwork: 'waiting', reopen: 'stored' } },
    onItsWay: {
      on: {
        serverTakesIt: 'stored',
        serverRefusesIt: 'refused',
        colleagueWasFirst: 'writtenByTwo',
        nobodyAnswers: 'resting',
        serverIsSilent: 'resting',
        storingBreaks: 'resting',
        forget: 'onItsWay',
        reopen: 'onItsWay',
      },
    },
    /** The network is there, the server is not: no button is needed. */
    resting: {
      on: { timePasses: 'onItsWay', networkComes: 'onItsWay', networkGoes: 'restingOffline', reopen: 'onItsWay' },
    },
    restingOffline: { on: { networkComes: 'onItsWay' } },
    waiting: { on: { networkComes: 'onItsWay', timePasses: 'waiting', reopen: 'waiting' } },
    refused: { on: { tryAgain: 'onItsWay', forget: 'stored', reopen: 'refused' } },
    writtenByTwo: { on: { insist: 'onItsWay', forget: 'stored', reopen: 'writtenByTwo' } },
  },
})
