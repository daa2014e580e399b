import { createMachine } from 'xstate'

/** What a visitor sees of a time while others choose theirs and the minutes run. */
export const bookingModel = createMachine({
  types: {} as {
    events:
      | { type: 'choose' }
      | { type: 'chooseTaken' }
      | { type: 'chooseAnother' }
      | { type: 'chooseAnotherTaken' }
      | { type: 'giveBack' }
      /** The network is gone: the hold ends by itself. */
      | { type: 'giveBackInVain' }
      | { type: 'reload' }
      | { type: 'reloadWithoutNetwork' }
      | { type: 'waitTooLong' }
      | { type: 'loseToOther' }
      | { type: 'send' }
      | { type: 'sendWrong' }
      | { type: 'sendTooLate' }
  },
  id: 'bookingModel',
  initial: 'choosing',
  states: {
    choosing: { on: { choose: 'filling', chooseTaken: 'refused' } },
    refused: { on: { choose: 'filling' } },
    filling: {
      on: {
        chooseAnother: 'filling',
        chooseAnotherTaken: 'fillingRefused',
        giveBack: 'choosing',
        giveBackInVain: 'choosing',
        reload: 'filling',
        reloadWithoutNetwork: 'choosing',
        waitTooLong: 'overtime',
        send: 'booked',
        sendWrong: 'fillingRefused',
      },
    },
    fillingRefused: { on: { send: 'booked', giveBack: 'choosingAfterRefusal' } },
    choosingAfterRefusal: { on: { choose: 'filling' } },
    overtime: { on: { send: 'booked', loseToOther: 'lost', chooseAnother: 'filling' } },
    lost: { on: { sendTooLate: 'refused', reload: 'choosing' } },
    booked: { on: { reload: 'booked' } },
  },
})
