import { payingModel } from '../payment.model.ts'
import { plan } from './plan.ts'

export const paymentPlan = plan({
  machine: 'src/machines/payment/payment.machine.ts',
  source: 'payment',
  model: payingModel,
  title: 'A payer chooses how to pay',
  begin: 'Open the link of an approved quotation with a deposit and press “Pay”.',
  events: {
    pay: 'Press the button that pays by card; press twice.',
    payInVain: 'Switch the network off and press the button that pays by card. Switch it on again.',
    back: 'Press the Back key of the browser.',
    backInVain: 'Let the next request fail and press the Back key of the browser.',
    chooseAll: 'Choose “All of it”.',
    choosePart: 'On the page of an invoice choose “Another amount” and enter 10.00.',
    tell: 'Press “I have paid”; press twice.',
    tellInVain: 'Switch the network off and press “I have paid”. Switch it on again.',
  },
  states: {
    choosing: 'The amount and the ways to pay.',
    all: 'The whole amount is chosen.',
    part: '10.00 is chosen.',
    refused: 'The amount and the ways to pay, with a sentence that says why.',
    atBank: 'The page of the bank with the chosen amount.',
    told: '“Your transfer is announced”.',
  },
})
