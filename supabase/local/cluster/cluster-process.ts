import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../../scripts/start-cluster.ts', import.meta.url))

/** `npm run start:cluster` on a booted database, for tests and measurements. */
export async function startCluster(databaseUrl: string, folder: string, count = 2) {
  const child = spawn(process.execPath, [program, '--built', String(count)], {
    env: {
      ...{ PATH: process.env['PATH'], DATABASE_URL: databaseUrl, PORT: '0' },
      ...{ SIGNWRIGHT_DATA_DIR: folder, SIGNWRIGHT_SEED: 'demo' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      const [, address] = /servers are ready behind: (\S+)/.exec(said) ?? []
      if (address) resolve(address)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then(() => reject(new Error(said)))
  })
  return {
    url,
    pids: [...said.matchAll(/process (\d+)/g)].map(([, pid]) => Number(pid)),
    said: () => said,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}
