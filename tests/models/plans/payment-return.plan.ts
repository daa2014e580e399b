import { returnModel } from '../payment.model.ts'
import { plan } from './plan.ts'

export const paymentReturnPlan = plan({
  machine: 'src/machines/payment/payment-return.machine.ts',
  source: 'payment',
  model: returnModel,
  title: 'A payer comes back from the bank',
  begin: 'Pay by card with the test bank and let the request that asks the bank wait.',
  events: {
    bankPaid: 'Decide at the test bank that it is paid, and let the request go.',
    bankRefused: 'Refuse the payment at the test bank, and let the request go.',
    bankSlow: 'Let the request go before the test bank has decided.',
    bankUnknown: 'Change the transaction in the address, and let the request go.',
    networkGone: 'Let the request fail.',
    booksChange: 'As staff, book the payment by hand.',
    askAgain: 'Press “Ask again”.',
  },
  states: {
    asking: '“One moment, we ask the bank”.',
    undecided: '“The bank has not decided yet”; it is asked again every four seconds.',
    unreachable: '“The bank cannot be asked just now”; it is asked again every four seconds.',
    paid: '“Thank you, your payment is here”.',
    refused: '“The payment was not made”.',
    unknown: '“We do not know this payment”.',
  },
})
