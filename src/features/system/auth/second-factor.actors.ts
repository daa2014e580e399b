import { fromPromise } from 'xstate'
import { type Factor, secondFactorMachine } from '@/machines/second-factor/second-factor.machine'
import { checkCode, enrol, readFactors } from './api/factors.query'

/** The second factor with its real effects. */
export const liveSecondFactor = secondFactorMachine.provide({
  actors: {
    readFactors: fromPromise((): Promise<readonly Factor[]> => readFactors()),
    enrol: fromPromise(({ input }) => enrol(input)),
    check: fromPromise(({ input }) => checkCode(input)),
  },
})
