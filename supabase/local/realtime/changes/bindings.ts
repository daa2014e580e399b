import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Condition, readFilter } from './conditions.ts'

export type Event = 'INSERT' | 'UPDATE' | 'DELETE'

/** What one `channel.on('postgres_changes', …)` asks for. */
export type Binding = {
  id: number
  /** As it came, with the id: the client compares it with what it asked. */
  echo: object
  event: Event | '*'
  /** `*` for all. */
  schema: string
  table: string | null
  filter: string | null
  conditions: readonly Condition[]
  select: readonly string[] | null
  /** Why it cannot be listened to. */
  problem: string | null
}

const name = z.string().min(1).max(63)
const parameters = z.looseObject({
  event: z.string().max(20),
  schema: name.nullish(),
  table: name.nullish(),
  filter: z.string().max(8_192).nullish(),
  select: z.array(name).min(1).max(1_600).nullish(),
})

export const bindingsSchema = z.array(parameters)

const events: readonly string[] = ['INSERT', 'UPDATE', 'DELETE', '*']
const isEvent = (text: string): text is Binding['event'] => events.includes(text)

export function readBinding(asked: z.infer<typeof parameters>): Binding {
  const { schema, table, filter, select } = asked
  const event = asked.event.toUpperCase()
  const conditions = readFilter(filter ?? '')
  const id = idOf(asked)
  const problem = () => {
    if (!isEvent(event)) return `Unknown event: ${asked.event}`
    if (!schema && !table) return 'No subscription params provided. Please provide at least a `schema` or `table`'
    if (!conditions) return `Error parsing \`filter\` params: ${JSON.stringify(filter)}`
    if ((filter || select) && (!table || table === '*')) return 'A filter or a list of columns needs a `table`'
    return null
  }
  return {
    id,
    echo: { ...asked, id },
    event: isEvent(event) ? event : '*',
    schema: schema ?? 'public',
    table: table === '*' ? null : (table ?? null),
    filter: filter || null,
    conditions: conditions ?? [],
    select: select ?? null,
    problem: problem(),
  }
}

/** A binding in the words in which Supabase names it in its messages. */
export function inWords({ event, schema, table, conditions }: Binding): string {
  const filters = conditions.map(({ column, operator, values }) => JSON.stringify([column, operator, values.join(',')]))
  const parts = [`event: ${event}`, `schema: ${schema}`, ...(table ? [`table: ${table}`] : [])]
  return `[${[...parts, `filters: [${filters.join(', ')}]`].join(', ')}]`
}

/** The same for the same parameters, as on Supabase: a number of 27 bits. */
function idOf(asked: object): number {
  const sorted = Object.entries(asked).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest().readUInt32BE() >>> 5
}
