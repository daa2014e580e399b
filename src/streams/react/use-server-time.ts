import { useState } from 'react'
import type { Behavior } from '../behavior'
import { serverSecond } from '../server-clock-live'
import { useBehavior } from './use-behavior'

/** The server's time in ms, updated every `every` ms; the device's time until the server's is known. */
export function useServerTime(every: number): number {
  const [opened] = useState(Date.now)
  return useBehavior(stepsOf(every)) ?? opened
}

/** The server's time in steps of so many ms, so that drawings change once a step. */
const stepsOf = (every: number): Behavior<number | null> => ({
  subscribe: serverSecond.subscribe,
  getSnapshot: () => {
    const now = serverSecond.getSnapshot()
    return now === null ? null : now - (now % every)
  },
})
