import { openPglite } from '../../supabase/local/engine/pglite-engine.ts'
import { openThreadedPglite } from '../../supabase/local/engine/threaded-pglite.ts'
import { startTestServer } from '../../supabase/local/testing/test-server.ts'

// A process for `thread.ts`: the backend over the files of a booted database, with or without the engine's thread.
const [kind, dataDir = ''] = process.argv.slice(2)

const openThread = async () => {
  const engine = await openThreadedPglite({ dataDir })
  engine.limit(10_000)
  return engine
}

const engine = kind === 'thread' ? await openThread() : await openPglite({ dataDir })
const server = await startTestServer({ engine, seed: 'demo' })
process.stdout.write(`${JSON.stringify({ url: server.url, keys: server.keys })}\n`)
process.on('SIGTERM', () => void server.close().then(() => process.exit()))
