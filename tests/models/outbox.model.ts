import { createMachine } from 'xstate'

/** What a person sees of one thing that they did: gone to the server, on its way, waiting for the network, or refused. */
export const outboxModel = createMachine({
  types: {} as {
    events:
      | { type: 'act' }
      | { type: 'actWithoutNetwork' }
      | { type: 'serverTakesIt' }
      | { type: 'serverRefusesIt' }
      /** The network goes before an answer comes: the server may have it. */
      | { type: 'networkGoes' }
      /** Twelve seconds without an answer. */
      | { type: 'serverIsSilent' }
      | { type: 'sendingBreaks' }
      | { type: 'timePasses' }
      | { type: 'otherTabSends' }
      | { type: 'networkComes' }
      | { type: 'withdraw' }
      | { type: 'tryAgain' }
      /** The tab is closed, or killed, and opened again. */
      | { type: 'reopen' }
  },
  id: 'outboxModel',
  initial: 'nothing',
  states: {
    nothing: { on: { act: 'onItsWay', actWithoutNetwork: 'waiting', reopen: 'nothing' } },
    onItsWay: {
      on: {
        serverTakesIt: 'nothing',
        serverRefusesIt: 'refused',
        networkGoes: 'unanswered',
        serverIsSilent: 'resting',
        sendingBreaks: 'broken',
        withdraw: 'onItsWay',
        reopen: 'onItsWay',
      },
    },
    /** The network is there, the server is not: it is sent again without a button. */
    resting: {
      on: { timePasses: 'onItsWay', tryAgain: 'onItsWay', networkGoes: 'restingOffline', reopen: 'onItsWay' },
    },
    restingOffline: { on: { networkComes: 'onItsWay', timePasses: 'waiting' } },
    unanswered: { on: { networkComes: 'onItsWay', withdraw: 'nothing', reopen: 'waiting' } },
    broken: { on: { tryAgain: 'onItsWay' } },
    waiting: { on: { otherTabSends: 'nothing', networkComes: 'onItsWay', withdraw: 'nothing', reopen: 'waiting' } },
    refused: { on: { tryAgain: 'onItsWay', withdraw: 'nothing', reopen: 'refused' } },
  },
})
