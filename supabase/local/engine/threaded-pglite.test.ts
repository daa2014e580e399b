import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openThreadedPglite, type ThreadedPglite } from './threaded-pglite.ts'

const mebibyte = 1024 * 1024
let dataDir: string
let engine: ThreadedPglite
const reported: string[] = []

const open = async (memory: { statement: number; atRest: number }) => {
  const report = (_: string, error: unknown) => reported.push(error instanceof Error ? error.message : String(error))
  engine = await openThreadedPglite({ dataDir: join(dataDir, 'db'), memory, report })
  await engine.exec('create table kept (word text)')
  engine.limit(60_000)
}

beforeEach(async () => {
  reported.length = 0
  dataDir = await mkdtemp(join(tmpdir(), 'signwright-thread-'))
})
afterEach(async () => {
  await engine.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Holds some 100 MiB for each million, for some seconds where it is ten of them. */
const greedy = (millions: number) =>
  `select cardinality(array_agg(md5(n::text))) as count from generate_series(1, ${millions}000000) as n`

describe('T32: a statement that takes too much memory', () => {
  test('is stopped alone; what was acknowledged before is there, and the next is answered', async () => {
    await open({ statement: 64 * mebibyte, atRest: 4096 * mebibyte })
    await engine.query(`insert into kept values ('before')`)
    const stopped = engine.transaction(async (tx) => {
      await tx.query(`insert into kept values ('with it')`)
      return tx.query(greedy(10))
    })
    const behind = engine.query(`insert into kept values ('behind it')`)
    await expect(stopped).rejects.toMatchObject({
      code: '57014',
      message: 'This took too much memory and was stopped. Please ask for less at a time.',
    })
    await behind
    expect((await engine.query('select word from kept')).rows).toEqual([{ word: 'before' }, { word: 'behind it' }])
    expect(reported).toEqual(['This took too much memory and was stopped. Please ask for less at a time.'])
  })

  test('is answered where the limit allows it, and its memory is given back before the next', async () => {
    await open({ statement: 4096 * mebibyte, atRest: 256 * mebibyte })
    expect((await engine.query<{ count: number }>(greedy(4))).rows).toEqual([{ count: 4_000_000 }])
    expect((await engine.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(reported).toEqual([expect.stringMatching(/^It held \d+ MiB$/)])
  })
})
