import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition, InspectionEvent } from 'xstate'
import { coverageFolder } from './coverage-folder.ts'

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)]

const ownTransitions = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

/** `loading`, `signedIn.settled`; the machine itself is `*`. */
const placeOf = (node: AnyStateNode): string => node.path.join('.') || '*'

/** `session.left`, `done(readSession)`, `after(loadingLimit)`, `always`. */
function eventOf({ eventType, source }: AnyTransitionDefinition): string {
  const invoked = source.invoke.find(({ id }) => eventType.endsWith(`.actor.${id}`))
  if (eventType.startsWith('xstate.done.actor.')) return `done(${String(invoked?.src ?? '')})`
  if (eventType.startsWith('xstate.error.actor.')) return `error(${String(invoked?.src ?? '')})`
  if (eventType.startsWith('xstate.done.state.')) return 'done'
  if (eventType.startsWith('xstate.after.'))
    return `after(${eventType.slice('xstate.after.'.length).replace(`.${source.id}`, '')})`
  return eventType === '' || eventType === 'xstate.always' ? 'always' : eventType
}

/** A transition by its state, its event, its place among those of the event, and its targets. */
export function nameOf(transition: AnyTransitionDefinition): string {
  const { source, eventType, target } = transition
  const among = source.transitions.get(eventType) ?? source.always ?? []
  const place = among.length > 1 ? ` ${among.indexOf(transition) + 1}/${among.length}` : ''
  const targets = target?.map(placeOf).join(', ') ?? 'no change of state'
  return `${placeOf(source)}: ${eventOf(transition)}${place} → ${targets}`
}

/** All transitions of a machine, by name. */
export const transitionsOf = (machine: AnyStateMachine): string[] =>
  nodesOf(machine.root).flatMap(ownTransitions).map(nameOf)

/** The number of states of a machine. One without states inside is in one state. */
export const statesOf = (machine: AnyStateMachine): string[] => {
  const inside = nodesOf(machine.root).slice(1)
  return inside.length > 0 ? inside.map(placeOf) : [placeOf(machine.root)]
}

/** The transitions that an inspected actor just took, with the id of its machine. */
function takenIn(inspected: InspectionEvent): { machine: string; name: string }[] {
  if (inspected.type !== '@xstate.microstep') return []
  return inspected._transitions
    .filter(({ source }) => ownTransitions(source).length > 0)
    .map((transition) => ({ machine: transition.source.machine.id, name: nameOf(transition) }))
}

/** Notes which transitions of a machine are taken by actors that are created with its `inspect`. */
export function watch(machine: AnyStateMachine) {
  const taken = new Set<string>()
  return {
    machine,
    taken,
    inspect: (inspected: InspectionEvent) => {
      for (const step of takenIn(inspected)) if (step.machine === machine.id) taken.add(step.name)
    },
  }
}

/** The last test of a model: its paths walked every transition of the machine, not only every arrow of the model. */
export function testEveryTransition({ machine, taken }: ReturnType<typeof watch>): void {
  test(`every transition of the machine ${machine.id} is walked`, () => {
    const all = transitionsOf(machine)
    const missing = all.filter((name) => !taken.has(name))
    mkdirSync(coverageFolder, { recursive: true })
    writeFileSync(
      `${coverageFolder}/${machine.id}.json`,
      JSON.stringify({ states: statesOf(machine).length, transitions: all.length, missing }),
    )
    expect(missing).toEqual([])
  })
}
