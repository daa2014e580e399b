import { productRequestModel } from '../product-request.model.ts'
import { plan } from './plan.ts'

export const productRequestPlan = plan({
  machine: 'src/machines/product-request/product-request.machine.ts',
  source: 'product-request',
  model: productRequestModel,
  title: 'A visitor asks for the price of a product',
  begin: 'Open a product of the public site and choose its options.',
  events: {
    openForm: 'Press “Ask for this”.',
    closeForm: 'Close the form.',
    send: 'Fill in the form and send it; press twice.',
    sendInVain: 'Switch the network off, send the form, and switch it on again.',
    sendAgain: 'Send the form again.',
  },
  states: {
    choosing: 'The options and the price, no form.',
    form: 'The form is open.',
    refused: 'The form with a sentence that says why; what was typed is there.',
    asked: '“We have your request”, with its number. The office has it once.',
  },
})
