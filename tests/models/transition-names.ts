import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
  InspectionEvent,
} from 'xstate'

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)]

const ownTransitions = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

/** `loading`, `signedIn.settled`; the machine itself is `*`. */
export const placeOf = (node: AnyStateNode): string => node.path.join('.') || '*'

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
export function takenIn(inspected: InspectionEvent): { machine: string; name: string }[] {
  if (inspected.type !== '@xstate.microstep') return []
  return inspected._transitions
    .filter(({ source }) => ownTransitions(source).length > 0)
    .map((transition) => ({ machine: transition.source.machine.id, name: nameOf(transition) }))
}

/** The states that an inspected actor is in, or that its step led through, with the id of its machine. */
export function statesIn(inspected: InspectionEvent): { machine: string; name: string }[] {
  const passed = inspected.type === '@xstate.microstep' ? inspected._transitions : []
  const hasNodes = inspected.type === '@xstate.microstep' || inspected.type === '@xstate.snapshot'
  const nodes: AnyStateNode[] = [
    ...(hasNodes && '_nodes' in inspected.snapshot ? (inspected.snapshot as AnyMachineSnapshot)._nodes : []),
    ...passed.flatMap(({ source, target = [] }) => [source, ...target]),
  ]
  return nodes.flatMap(withParents).map((node) => ({ machine: node.machine.id, name: placeOf(node) }))
}

const withParents = (node: AnyStateNode): AnyStateNode[] => [node, ...(node.parent ? withParents(node.parent) : [])]
