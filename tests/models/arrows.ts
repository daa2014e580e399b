import type { TestModel, TestPath } from '@xstate/test'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'

/** The arrows of a behaviour model (state, event, next state) that these paths walk, sorted and without repetition. */
export function arrows<Event extends AnyEventObject>(paths: TestPath<AnyMachineSnapshot, Event>[]): string[] {
  const walked = paths.flatMap(({ steps }) =>
    steps.slice(1).map((step, index) => {
      const from = steps[index]?.state.value
      return `${JSON.stringify(from)} ${step.event.type} ${JSON.stringify(step.state.value)}`
    }),
  )
  return [...new Set(walked)].toSorted()
}

/** Shortest walks that take every arrow of a model, also those that end where they began. */
export const everyArrow = <Event extends AnyEventObject>(model: TestModel<AnyMachineSnapshot, Event, unknown>) =>
  model.getShortestPaths({
    limit: 10_000,
    serializeState: (state, event, before) => JSON.stringify([before?.value, event?.type, state.value]),
  })
