import { type Actor, type ActorOptions, type AnyActorLogic, createActor as create, type InspectionEvent } from 'xstate'
import { statesIn, takenIn } from '../../models/transition-names.ts'
import { type MachineNote, noteName } from './note.ts'

// The app that is built for walks finds this file under the name `xstate` (vite.config.ts beside it). It is XState
// itself, whose actors tell the walk what they do. The product's build knows nothing of it.

export * from 'xstate'

/** XState's `createActor` with an inspection of the actor and of all that it spawns. */
export const createActor = <Logic extends AnyActorLogic>(logic: Logic, options?: ActorOptions<Logic>): Actor<Logic> =>
  Reflect.apply(create, undefined, [logic, { ...options, inspect: tell }])

const told = new Set<string>()

function tell(inspected: InspectionEvent): void {
  for (const step of takenIn(inspected)) note({ kind: 'transition', ...step })
  for (const state of statesIn(inspected)) note({ kind: 'state', ...state })
}

function note(what: MachineNote): void {
  const listen: unknown = Reflect.get(globalThis, noteName)
  const key = JSON.stringify(what)
  if (typeof listen !== 'function' || told.has(key)) return
  told.add(key)
  Reflect.apply(listen, undefined, [what])
}
