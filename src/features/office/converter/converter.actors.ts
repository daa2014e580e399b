import { fromPromise } from 'xstate'
import { converterMachine } from '@/machines/converter/converter.machine'
import { readRates } from '@/shared/lib/exchange-rates'
import { keptRates } from './stored-rates'

/** The converter with its real effects: rates from that service, kept in this browser. */
export const liveConverter = (ratesUrl: string) =>
  converterMachine.provide({
    actors: {
      recallRates: fromPromise(async () => keptRates.read()),
      readRates: fromPromise(async ({ signal }) => {
        const cached = { rates: await readRates(signal, ratesUrl), readAt: Date.now() }
        keptRates.keep(cached)
        return cached
      }),
    },
  })
