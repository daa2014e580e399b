import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Starts the product as `npm start` does, in a folder of its own, and hands its address to the workers. */
export default async function startProduct() {
  const directory = mkdtempSync(join(tmpdir(), 'signwright-e2e-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let output = ''
  const server = spawn(process.execPath, ['supabase/local/main.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      SIGNWRIGHT_DATA_DIR: directory,
      SIGNWRIGHT_SEED: 'demo',
      SIGNWRIGHT_RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000))
  server.stdout.on('data', keep)
  server.stderr.on('data', keep)

  const stop = async () => {
    if (server.exitCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
    }
    rmSync(directory, { recursive: true, force: true })
  }

  const deadline = Date.now() + 90_000
  while (!(await answers(`${url}/health`))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`The product did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }

  const keys: { publishableKey: string; secretKey: string } = JSON.parse(
    readFileSync(join(directory, 'keys.json'), 'utf8'),
  )
  process.env.SIGNWRIGHT_E2E_URL = url
  process.env.SIGNWRIGHT_E2E_PUBLISHABLE_KEY = keys.publishableKey
  process.env.SIGNWRIGHT_E2E_SECRET_KEY = keys.secretKey
  return stop
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
