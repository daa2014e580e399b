import type { Caller, Engine } from '../contracts.ts'

export type Access = { read: boolean; write: boolean }
export type Rights = { broadcast: Access; presence: Access }

/** What the policies on `realtime.messages` let a caller do on each topic. Rejects when the database does not answer. */
export type Authorise = (caller: Caller, topics: readonly string[]) => Promise<ReadonlyMap<string, Rights>>

/** On a public channel everybody may do everything. */
export const allRights: Rights = { broadcast: { read: true, write: true }, presence: { read: true, write: true } }

export const noRights: Rights = { broadcast: { read: false, write: false }, presence: { read: false, write: false } }

type Row = { topic: string; reads: string[]; writes: string[] }

/**
 * Asks Postgres as the caller. The owner's role is needed to write the probe rows, so it is taken back for the call;
 * `realtime.rights` looks at them as the caller's role and rolls them back.
 */
export const authoriseBy =
  (engine: Engine): Authorise =>
  (caller, topics) =>
    engine.asCaller(caller, async (tx) => {
      await tx.query(`select set_config('role', 'none', true)`)
      const { rows } = await tx.query<Row>(
        'select topic, reads, writes from realtime.rights($1, array(select jsonb_array_elements_text($2::text::jsonb)))',
        [caller.role, JSON.stringify(topics)],
      )
      return new Map(rows.map((row) => [row.topic, rightsOf(row)]))
    })

function rightsOf({ reads, writes }: Row): Rights {
  const on = (extension: string): Access => ({ read: reads.includes(extension), write: writes.includes(extension) })
  return { broadcast: on('broadcast'), presence: on('presence') }
}

/** Questions about one caller that arrive in the same turn of the event loop become one transaction. */
export function batched(authorise: Authorise): (key: string, caller: Caller, topic: string) => Promise<Rights> {
  const waiting = new Map<string, { topics: Set<string>; answers: ReturnType<Authorise> }>()
  return async (key, caller, topic) => {
    let batch = waiting.get(key)
    if (!batch) {
      const topics = new Set<string>()
      const answers = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        waiting.delete(key)
        return authorise(caller, [...topics])
      })
      batch = { topics, answers }
      waiting.set(key, batch)
    }
    batch.topics.add(topic)
    return (await batch.answers).get(topic) ?? noRights
  }
}
