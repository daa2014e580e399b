import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Seed } from '../supabase/local/engine/boot.ts'
import { openPglite, type PgliteEngine } from '../supabase/local/engine/pglite-engine.ts'
import { databaseImage } from '../supabase/local/testing/test-database.ts'

type Keys = { publishableKey: string; secretKey: string; jwtSecret: string }

export type Product = {
  url: string
  keys: Keys
  /** The key of `/mail` of the running product. */
  mailKey: string
  pid: number
  /** Ends it as Ctrl-C does, or at once with SIGKILL. The data stays. */
  end: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>
  /** Starts it again on the same port and data. */
  restart: () => Promise<void>
  /** Works in its database while it is not running, and starts it again: rows by the hundred thousand. */
  withDatabase: (work: (engine: PgliteEngine) => Promise<void>) => Promise<void>
  /** Ends it and removes its data. */
  remove: () => Promise<void>
}

/**
 * Starts the built product as `npm start` does: a process of its own, a free port, a folder of its own. The database in
 * it was booted before, from the copy that tests keep; a start from nothing is tested by `main.test.ts`. `program`
 * serves it: another than the product's may serve another build of the app.
 */
export async function startProduct(
  environment: Record<string, string> & { SIGNWRIGHT_SEED?: Seed } = {},
  program = 'supabase/local/main.ts',
): Promise<Product> {
  const directory = mkdtempSync(join(tmpdir(), 'signwright-product-'))
  await placeDatabase(join(directory, 'db'), environment.SIGNWRIGHT_SEED ?? 'demo')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    ...process.env,
    PORT: String(port),
    SIGNWRIGHT_DATA_DIR: directory,
    SIGNWRIGHT_SEED: 'demo',
    ...environment,
  }
  let server = await launch(program, url, settings)

  const end: Product['end'] = async (signal = 'SIGTERM') => {
    const { process: running } = server
    if (running.exitCode !== null || running.signalCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill(signal)
    await ended
  }
  return {
    url,
    keys: JSON.parse(readFileSync(join(directory, 'keys.json'), 'utf8')) satisfies Keys,
    get mailKey() {
      return server.mailKey
    },
    get pid() {
      return server.process.pid ?? -1
    },
    end,
    withDatabase: async (work) => {
      await end()
      const engine = await openPglite({ dataDir: join(directory, 'db') })
      await work(engine)
      await engine.close()
      server = await launch(program, url, settings)
    },
    restart: async () => {
      server = await launch(program, url, settings)
    },
    remove: async () => {
      await end()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Writes the files of a booted database into a folder, from the copy that tests keep. On PostgreSQL there is nothing to write. */
export async function placeDatabase(dataDir: string, seed: Seed): Promise<void> {
  if (process.env['TEST_DATABASE_URL']) return
  await (await openPglite({ dataDir, loadDataDir: await databaseImage(seed) })).close()
}

async function launch(
  program: string,
  url: string,
  env: NodeJS.ProcessEnv,
): Promise<{ process: ChildProcess; mailKey: string }> {
  const server = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000)
  }
  server.stdout.on('data', keep)
  server.stderr.on('data', keep)

  const deadline = Date.now() + 90_000
  while (!/ready: /.test(output) || !(await answers(`${url}/health`))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      server.kill('SIGKILL')
      throw new Error(`The product did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { process: server, mailKey: /mail\?key=(\S+)/.exec(output)?.[1] ?? '' }
}

const answers = (url: string) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  )

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
