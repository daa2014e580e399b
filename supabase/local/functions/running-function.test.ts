import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startFunction } from './running-function.ts'

let directory: string
let entrypoint: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'function-'))
  const file = join(directory, 'index.ts')
  await writeFile(
    file,
    `Deno.serve(async (request) => (await request.text()) ? new Promise(() => {}) : new Response('ok'))`,
  )
  entrypoint = pathToFileURL(file).href
})
afterAll(() => rm(directory, { recursive: true, force: true }))
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const message = { url: 'http://backend.test/functions/v1/one', method: 'POST', headers: [] as [string, string][] }

test('T32: a function that nobody calls for two minutes gives its memory back; each call begins them anew', async () => {
  const running = startFunction(entrypoint, {}, { timeLimit: 300_000, idleLimit: 120_000 })
  expect(await running.call({ ...message, body: null })).toMatchObject({ kind: 'answered' })
  vi.advanceTimersByTime(119_000)
  expect(await running.call({ ...message, body: null })).toMatchObject({ kind: 'answered' })
  vi.advanceTimersByTime(119_000)
  expect(running.alive).toBe(true)
  vi.advanceTimersByTime(1000)
  expect(running.alive).toBe(false)
})

test('a function is not ended while it works on a call', async () => {
  const running = startFunction(entrypoint, {}, { timeLimit: 300_000, idleLimit: 120_000 })
  const working = running.call({ ...message, body: new TextEncoder().encode('"long"').buffer })
  vi.advanceTimersByTime(200_000)
  expect(running.alive).toBe(true)
  vi.advanceTimersByTime(100_000)
  expect(await working).toEqual({ kind: 'timeout' })
  await running.stop()
})
