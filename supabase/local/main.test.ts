import { spawn } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const script = (name: string) => fileURLToPath(new URL(`${name}.ts`, import.meta.url))

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'signwright-main-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

/** Runs a script as a person would; `ready` resolves with the address that it prints. */
function run(name: string, environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script(name)], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      SIGNWRIGHT_DATA_DIR: dataDir,
      SIGNWRIGHT_SEED: 'empty',
      ...environment,
    },
  })
  const printed = { text: '' }
  const address = Promise.withResolvers<string>()
  const hear = (chunk: Buffer) => {
    printed.text += chunk.toString()
    const url = /ready: (\S+)/.exec(printed.text)?.[1]
    if (url) address.resolve(url)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, said: printed.text.trim() })),
  )
  return { ready: address.promise, said: () => printed.text, ended, stop: () => child.kill('SIGTERM') }
}

describe('the server', () => {
  test('starts, is backed up while it runs, stops cleanly, and is restored', async () => {
    const server = run('main', { SIGNWRIGHT_ADMIN: ' Anna@Example.com ' })
    const url = await server.ready
    expect(server.said()).toContain(`Nobody is admin yet. anna@example.com becomes admin:`)
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'ok', engine: 'pglite' })
    expect((await stat(join(dataDir, 'keys.json'))).mode & 0o777).toBe(0o600)

    expect(await run('main').ended).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^The data directory .* is already open in process \d+ at http.*Stop that one first\.$/,
      ),
    })
    expect(await run('backup').ended).toEqual({ code: 0, said: expect.stringContaining('Backup written to') })
    expect((await run('restore').ended).code).toBe(1)

    server.stop()
    expect((await server.ended).code).toBe(0)
    expect(await stat(join(dataDir, 'lock.json')).catch(() => null)).toBeNull()
    expect(await run('restore').ended).toEqual({ code: 0, said: expect.stringContaining('Restored from') })

    const again = run('main')
    expect((await fetch(`${await again.ready}/health`)).status).toBe(200)
    again.stop()
    expect((await again.ended).code).toBe(0)
  })

  test('says in one sentence that a port is in use', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const address = taken.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    expect(await run('main', { PORT: port }).ended).toEqual({
      code: 1,
      said: `Port ${port} is in use. Stop what uses it, or choose another: PORT=3001 npm start`,
    })
    taken.close()
  })

  test('says in one sentence that the folder cannot be written', async () => {
    const file = join(dataDir, 'a-file')
    await writeFile(file, '')
    expect(await run('main', { SIGNWRIGHT_DATA_DIR: join(file, 'x') }).ended).toEqual({
      code: 1,
      said: `The data directory ${join(file, 'x')} cannot be written. Set SIGNWRIGHT_DATA_DIR to one that can.`,
    })
  })

  test.runIf(process.platform === 'linux')(
    'says so below a pseudo file system too, where nothing can be made',
    async () => {
      for (const folder of ['/proc/signwright', '/proc/signwright/data', '/sys/signwright'])
        expect(await run('main', { SIGNWRIGHT_DATA_DIR: folder }).ended).toEqual({
          code: 1,
          said: `The data directory ${folder} cannot be written. Set SIGNWRIGHT_DATA_DIR to one that can.`,
        })
    },
  )

  test('says which setting is wrong', async () => {
    for (const [name, value] of [
      ['SIGNWRIGHT_SEED', 'big'],
      ['SIGNWRIGHT_ADMIN', 'anna'],
    ] as const) {
      const { code, said } = await run('main', { [name]: value }).ended
      expect([code, said.startsWith(`The setting ${name} is not valid`)]).toEqual([1, true])
    }
  })
})
