import { assign, setup } from 'xstate'
import { promiseSlot } from '../slots'

/** The visitor's details. `trap`: a field invisible to people, which only programs fill in. */
export type Asker = { name: string; email: string; phone: string; message: string; trap: string }

export type ProductRequestEvent = { type: 'ask.open' } | { type: 'ask.close' } | { type: 'ask.send'; asker: Asker }

type Context = { asker: Asker | null; number: string | null; problem: unknown }

/** A visitor chooses options, then asks for a price. After a failure the same request is sent again and counts once. */
export const productRequestMachine = setup({
  types: { context: {} as Context, events: {} as ProductRequestEvent, tags: {} as 'form' },
  actors: { ask: promiseSlot<string, Asker>('ask') },
}).createMachine({
  id: 'productRequest',
  context: { asker: null, number: null, problem: null },
  initial: 'choosing',
  states: {
    choosing: { on: { 'ask.open': 'asking' } },
    asking: {
      tags: 'form',
      on: {
        'ask.close': 'choosing',
        'ask.send': { target: 'sending', actions: assign({ asker: ({ event }) => event.asker, problem: null }) },
      },
    },
    sending: {
      tags: 'form',
      invoke: {
        src: 'ask',
        input: ({ context }) => context.asker ?? { name: '', email: '', phone: '', message: '', trap: '' },
        onDone: { target: 'asked', actions: assign({ number: ({ event }) => event.output }) },
        onError: { target: 'asking', actions: assign({ problem: ({ event }) => event.error }) },
      },
    },
    asked: {},
  },
})
