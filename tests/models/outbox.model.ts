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
        networkGoes: 'waiting',
        withdraw: 'onItsWay',
        reopen: 'onItsWay',
      },
    },
    waiting: { on: { networkComes: 'onItsWay', withdraw: 'nothing', reopen: 'waiting' } },
    refused: { on: { tryAgain: 'onItsWay', withdraw: 'nothing', reopen: 'refused' } },
  },
})
