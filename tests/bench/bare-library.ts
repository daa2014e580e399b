import { createServer } from 'node:http'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp'
import { App } from '@supabase/lite'
import { PgliteConnection } from '@supabase/lite/pglite'
import { PostgresConnection } from '@supabase/lite/postgres'

// A process for `server.ts`: the REST library as it comes, behind node's own server, over the same database:
// its files, or its address on a PostgreSQL server.
const [place = '', jwtSecret = '', publishableKey = '', secretKey = ''] = process.argv.slice(2)

const connection = place.startsWith('postgres:')
  ? new PostgresConnection({ url: place })
  : new PgliteConnection({
      url: place,
      pgliteOptions: { extensions: { btree_gist, citext, pg_trgm, unaccent, uuid_ossp } },
    })
const app = new App({
  connection,
  api: { enabled: true, schemas: ['public'], max_rows: 1000 },
  auth: { enabled: true, jwt_secret: jwtSecret, publishable_key: publishableKey, secret_key: secretKey },
  storage: { enabled: false },
  studio: { enabled: false },
  options: { server: { disableStudio: true, disableFallback: true } },
})
const http = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    const headers = new Headers()
    for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
    const body = chunks.length > 0 ? Buffer.concat(chunks) : null
    const request = new Request(`http://127.0.0.1${incoming.url}`, { method: incoming.method ?? 'GET', headers, body })
    void app
      .fetch(request)
      .then(async (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers))
        outgoing.end(Buffer.from(await response.arrayBuffer()))
      })
      .catch(() => outgoing.writeHead(500).end())
  })
})
http.listen(0, '127.0.0.1', () => {
  const bound = http.address()
  process.stdout.write(
    `${JSON.stringify({ url: `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}` })}\n`,
  )
})
// Transactions of requests at once mix on its one session, and some of them fail.
process.on('unhandledRejection', () => {})
process.on('SIGTERM', () => process.exit())
