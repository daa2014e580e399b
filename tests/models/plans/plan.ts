import type { AnyStateMachine, EventFrom } from 'xstate'

/** A model in a person's words: what to do for each of its events, and what is seen in each of its states. */
export type Plan = {
  /** The source of the machine. */
  machine: string
  /** The file of the model in `tests/models`, without its ending. */
  source: string
  model: AnyStateMachine
  title: string
  /** How to begin. */
  begin: string
  events: Readonly<Record<string, string>>
  states: Readonly<Record<string, string>>
}

type Words<Model extends AnyStateMachine> = Omit<Plan, 'model' | 'events'> & {
  model: Model
  events: Readonly<Record<EventFrom<Model>['type'], string>>
}

export const plan = <Model extends AnyStateMachine>(words: Words<Model>): Plan => words
