import type { Engine } from '../../supabase/local/contracts.ts'
import { openPglite } from '../../supabase/local/engine/pglite-engine.ts'
import { openThreadedPglite } from '../../supabase/local/engine/threaded-pglite.ts'
import { openPostgres } from '../../supabase/local/engine/postgres-engine.ts'
import { startTestServer } from '../../supabase/local/testing/test-server.ts'

// A process for `thread.ts` and `server.ts`: the backend over a booted database, by its files, with or without the
// engine's thread, or by the address of a PostgreSQL server.
const [kind, place = ''] = process.argv.slice(2)

const openThread = async () => {
  const engine = await openThreadedPglite({ dataDir: place })
  engine.limit(10_000)
  return engine
}

const openers: Record<string, () => Promise<Engine>> = {
  thread: openThread,
  postgres: () => openPostgres(place),
}
const engine = await (openers[kind ?? ''] ?? (() => openPglite({ dataDir: place })))()
const server = await startTestServer({ engine, seed: 'demo' })
process.stdout.write(`${JSON.stringify({ url: server.url, keys: server.keys })}\n`)
process.on('SIGTERM', () => void server.close().then(() => process.exit()))
