import postgres from 'postgres'
import type { Rows } from '../contracts.ts'

/** One connection of one's own to PostgreSQL, with its locks and what it listens to. */
export type Session = {
  query: <Row = Record<string, unknown>>(sql: string, parameters?: readonly string[]) => Promise<Rows<Row>>
  close: () => Promise<void>
}

/**
 * Opens a session that lives as long as its line. After a lost line a statement goes over a new one: who has locks or
 * listens looks at `pg_backend_pid()`. The server itself ends a session whose client has been silent for half a minute.
 */
export function openSession(databaseUrl: string, notified: (payload: string) => void): Session {
  // The driver passes `onnotify` to its connections, as its own `listen` does, which takes a connection more.
  const heard = { onnotify: (_channel: string, payload: string) => notified(payload) }
  const sql = postgres(databaseUrl, {
    ...heard,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    connection: {
      TimeZone: 'UTC',
      application_name: 'signwright cluster',
      tcp_keepalives_idle: 15,
      tcp_keepalives_interval: 5,
      tcp_keepalives_count: 3,
    },
  })
  return {
    query: async <Row>(text: string, parameters: readonly string[] = []) => {
      const rows = await sql.unsafe<Row[] & postgres.Row[]>(text, [...parameters])
      return { rows: [...rows] as Row[] }
    },
    close: () => sql.end({ timeout: 2 }),
  }
}
