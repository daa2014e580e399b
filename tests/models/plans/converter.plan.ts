import { converterModel } from '../converter.model.ts'
import { plan } from './plan.ts'

export const converterPlan = plan({
  machine: 'src/machines/converter/converter.machine.ts',
  source: 'converter',
  model: converterModel,
  title: 'The currency converter',
  begin: 'Sign in as staff, empty the storage of the browser, and let the requests for rates fail.',
  events: {
    toggle: 'Press the button of the currency converter.',
    toggleWithBrokenStorage: 'Block the storage of the browser and press the button of the currency converter.',
    close: 'Press “Close the converter”.',
    swap: 'Press “Swap the currencies”.',
    typeAmount: 'Type 25 as the amount.',
    chooseCurrencies: 'Choose GBP and USD.',
    retryInVain: 'Press “Try again”.',
    retryUnanswered: 'Hold the requests, press “Try again”, and wait ten seconds.',
    retry: 'Let the requests through and press “Try again”.',
    hourPasses: 'Wait an hour.',
    hourPassesInVain: 'Let the requests fail and wait an hour.',
  },
  states: {
    closed: 'The converter is closed.',
    withoutRates: '“There are no rates yet”.',
    typedWithoutRates: '25 can be typed although there are no rates.',
    converting: '1 USD in EUR, and the day of the rates.',
    typed: '25 USD in EUR.',
    chosen: '1 GBP in USD.',
    chosenSwapped: '1 USD in GBP.',
    oldRates: 'The amount by the old rates, and a message that new ones could not be read.',
    swapped: '1 EUR in USD.',
    closedWithRates: 'The converter is closed.',
    closedSwapped: 'The converter is closed.',
  },
})
