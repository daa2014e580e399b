import type { Identity } from '../identity.ts'
import type { Binding } from './bindings.ts'
import { changeTexts, filterable, problemOf } from './change-frames.ts'
import type { Subscriber } from './subscriber.ts'
import type { Change, ChangeLog } from './change-log.ts'
import type { Condition } from './conditions.ts'
import { concerns, type Published } from './published.ts'

type Delivery = {
  log: ChangeLog
  published: ReadonlyMap<string, Published>
  /** With what was committed before they listened. */
  subscribers: ReadonlyMap<Subscriber, (xid: string) => boolean>
  changes: readonly Change[]
}

/** How many callers are asked at a time what they see. */
const asksAtOnce = 4

/** One change with what has been found out about it. */
type Known = {
  change: Change
  published: Published
  texts: ReturnType<typeof changeTexts>
  /** Which filters it passes, by the filter's text. */
  passes: (binding: Binding) => boolean
}

/** Gives each change, in order, to those whose bindings it matches and who see its row. */
export async function deliver(delivery: Delivery): Promise<void> {
  const known = await findOut(delivery)
  if (known.length === 0) return
  const isSeen = sightOf(delivery.log, known)
  const waiting = [...delivery.subscribers.keys()]
  const askers = Array.from({ length: asksAtOnce }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await tell(delivery, next, known, isSeen)
  })
  await Promise.all(askers)
}

async function tell(delivery: Delivery, subscriber: Subscriber, known: readonly Known[], isSeen: Sight): Promise<void> {
  const identity = subscriber.identity()
  const { role } = identity.caller
  const isOlder = delivery.subscribers.get(subscriber) ?? (() => true)
  const matched = known.flatMap((one) => {
    if (isOlder(one.change.xid)) return []
    const bindings = subscriber.bindings.filter((binding) => matches(binding, one))
    return bindings.length > 0 ? [{ ...one, bindings }] : []
  })
  const seen = await Promise.all(matched.map((one) => isSeen(identity, one)))
  if (subscriber.identity().token !== identity.token) return tell(delivery, subscriber, known, isSeen)
  for (const [index, { texts, bindings }] of matched.entries()) {
    if (!seen[index]) continue
    if (!delivery.subscribers.has(subscriber)) return
    for (const [select, ids] of byColumns(bindings)) subscriber.change(ids, texts(role, select))
  }
}

const matches = (binding: Binding, { change, published, passes }: Known) =>
  (binding.event === '*' || binding.event === change.kind) && concerns(binding, published) && passes(binding)

/** The ids of the bindings that want the same columns. */
function byColumns(bindings: readonly Binding[]): Map<Binding['select'], number[]> {
  const groups = new Map<string, { select: Binding['select']; ids: number[] }>()
  for (const { select, id } of bindings) {
    const name = JSON.stringify(select)
    const group = groups.get(name) ?? { select, ids: [] }
    groups.set(name, group)
    group.ids.push(id)
  }
  return new Map([...groups.values()].map(({ select, ids }) => [select, ids]))
}

async function findOut({ log, published, subscribers, changes }: Delivery): Promise<Known[]> {
  const bindings = [...subscribers.keys()].flatMap((subscriber) => subscriber.bindings)
  const known = new Map<string, Known>()
  for (const [relation, ofTable] of Map.groupBy(changes, (change) => change.relation)) {
    const table = published.get(relation)
    if (!table) continue
    const filters = new Map<string, readonly Condition[]>(
      bindings
        .filter((binding) => concerns(binding, table))
        .map((binding) => [binding.filter ?? '', binding.conditions]),
    )
    const isPlain = table.rowFilter === null && [...filters.keys()].every((filter) => filter === '')
    const passed = isPlain ? null : await log.passed(table, ofTable, [...filters.values()])
    const place = new Map([...filters.keys()].map((filter, index) => [filter, index]))
    for (const change of ofTable.filter(({ kind }) => table.events.includes(kind)))
      known.set(change.position, {
        ...{ change, published: table, texts: changeTexts(change, table) },
        passes: ({ filter, conditions }) => {
          if (passed === null) return true
          const told = filterable(change.kind, table)
          if (!conditions.every(({ column }) => told.has(column))) return false
          return passed.get(change.position)?.[place.get(filter ?? '') ?? -1] ?? false
        },
      })
  }
  return changes.flatMap(({ position }) => known.get(position) ?? [])
}

type Sight = (identity: Identity, one: Known) => Promise<boolean>

/** Whether the identity's own `select` shows the row; asked once for all changes of a table. */
function sightOf(log: ChangeLog, known: readonly Known[]): Sight {
  const asked = new Map<string, Promise<ReadonlySet<string>>>()
  const needsSelect = ({ change, published }: Known) => published.isSecured && change.kind !== 'DELETE'
  return async (identity, one) => {
    if (problemOf(one.published, identity.caller.role) !== null || !needsSelect(one)) return true
    const { relation } = one.published
    const name = `${relation} ${identity.token}`
    const ofTable = () => known.filter((other) => other.published.relation === relation && needsSelect(other))
    const answer =
      asked.get(name) ??
      log.visible(
        identity.caller,
        one.published,
        ofTable().map((other) => other.change),
      )
    asked.set(name, answer)
    return (await answer).has(one.change.position)
  }
}
