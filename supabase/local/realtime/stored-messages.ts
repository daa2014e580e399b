import type { Engine } from '../contracts.ts'
import type { Broadcast } from './protocol.ts'

export type StoredMessage = Broadcast & { id: string }

type Row = { id: string; topic: string; private: boolean; event: string; body: string }

const columns = `id::text as id, topic, coalesce(private, false) as private, coalesce(event, '') as event, coalesce(payload, 'null')::text as body`
const deliverable = `extension = 'broadcast'`

/**
 * The payload's text goes to the sockets as it is. Only private messages are kept to be replayed. Two messages may
 * carry the same time; `written_as` keeps them in the order of their writing. (A row's place in the table does not: a
 * deleted row's place is used again.)
 */
export const messageStore = (engine: Engine) => ({
  async byIds(ids: readonly string[]): Promise<StoredMessage[]> {
    const { rows } = await engine.query<Row>(
      `select ${columns} from realtime.messages where id = any(string_to_array($1::text, ',')::uuid[]) and ${deliverable}`,
      [ids.join(',')],
    )
    return rows.map((row) => stored(row, false))
  },

  /** The ids of everything since a moment of the database's clock, oldest first. */
  async idsSince(moment: string): Promise<string[]> {
    const { rows } = await engine.query<{ id: string }>(
      `select id::text as id from realtime.messages where inserted_at >= $1::text::timestamp and ${deliverable}
        order by inserted_at, written_as`,
      [moment],
    )
    return rows.map((row) => row.id)
  },

  /** The newest `limit` messages of a topic since a time in milliseconds, oldest first, marked as replayed. */
  async replay(topic: string, since: number, limit: number): Promise<StoredMessage[]> {
    const { rows } = await engine.query<Row>(
      `select ${columns} from realtime.messages
        where topic = $1 and inserted_at >= to_timestamp($2::text::float8 / 1000) at time zone 'utc' and ${deliverable} and private
        order by inserted_at desc, written_as desc limit $3::text::int`,
      [topic, String(since), String(limit)],
    )
    return rows.reverse().map((row) => stored(row, true))
  },

  /** The database's clock, `ago` seconds back. */
  async clock(ago = 0): Promise<string> {
    const { rows } = await engine.query<{ moment: string }>(
      `select ((now() at time zone 'utc') - make_interval(secs => $1::text::float8))::text as moment`,
      [String(ago)],
    )
    return rows[0]?.moment ?? '-infinity'
  },

  notify: (channel: string, payload: string) => engine.query('select pg_notify($1, $2)', [channel, payload]),

  /** Deletes what is older than three days, as hosted Supabase does. */
  forgetOld: () =>
    engine.exec(`delete from realtime.messages where inserted_at < (now() at time zone 'utc') - interval '3 days'`),
})

export type MessageStore = ReturnType<typeof messageStore>

const stored = ({ id, topic, private: isPrivate, event, body }: Row, replayed: boolean): StoredMessage => ({
  id,
  topic,
  isPrivate,
  event,
  body: { encoding: 'json', text: body },
  meta: replayed ? { id, replayed } : { id },
})
