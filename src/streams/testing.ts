import { type RunHelpers, TestScheduler } from 'rxjs/testing'
import { expect } from 'vitest'

/** Runs a drawing of time (marbles, one frame a millisecond) and compares whole timelines. */
export const expectTimeline = (draw: (helpers: RunHelpers) => void): void =>
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(draw)
