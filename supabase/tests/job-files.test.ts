import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { tradeIn, type Trade, type Worker } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const key = (number: number) => `59000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const path = (number: number) => `${row.job}/${key(number)}.dxf`
const add = (number: number, name: string, kind = 'cut') =>
  `select public.add_job_file('${key(number)}', '${row.job}', '${kind}', '${name}', '${path(number)}')`

const withFiles = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    for (const number of [1, 2, 3])
      await trade.server.run(
        `insert into storage.objects (bucket_id, name, metadata) values ('job-files', '${path(number)}', '{"size": 2048}')`,
      )
    return work(trade, tx)
  })

async function refusal(tx: Queryable, worker: Worker, sql: string): Promise<string> {
  await tx.exec('savepoint tried')
  try {
    await worker.run(sql)
  } catch (error) {
    await tx.exec('rollback to savepoint tried')
    return error instanceof Error ? error.message.replace(/ ← .*/s, '') : String(error)
  }
  return 'nothing was refused'
}

test('the same name and kind again is the next version; a repeated call adds one', async () => {
  await withFiles(async ({ workshop }) => {
    expect(await workshop.value(add(1, 'Fascia.dxf'))).toBe(1)
    expect(await workshop.value(add(1, 'Fascia.dxf'))).toBe(1)
    expect(await workshop.value(add(2, 'fascia.DXF'))).toBe(2)
    expect(await workshop.value(add(3, 'Fascia.dxf', 'drawing'))).toBe(1)
    expect(
      await workshop.value(`select string_agg(kind || ' ' || version || ' ' || bytes, ', ' order by kind, version)
        from public.job_files where job_id = '${row.job}'`),
    ).toBe('cut 1 2048, cut 2 2048, drawing 1 2048')
    expect(
      await workshop.value(
        `select count(*)::int from public.document_events where record_id = '${row.job}' and type = 'file_added'`,
      ),
    ).toBe(3)
  })
})

test('a file that did not arrive, of another job or of no kind is refused in words', async () => {
  await withFiles(async ({ workshop, accounts }, tx) => {
    expect(await refusal(tx, workshop, add(4, 'lost.dxf'))).toBe('The file did not arrive. Please upload it again.')
    expect(await refusal(tx, workshop, add(1, 'a.dxf', 'song'))).toBe(
      'A file is artwork, a cut file, a drawing or something else',
    )
    expect(await refusal(tx, workshop, add(1, ' '))).toBe('The name of a file has between 1 and 255 letters')
    expect(await refusal(tx, workshop, add(1, 'a.dxf').replace(`'${row.job}', 'cut'`, `'${key(99)}', 'cut'`))).toBe(
      'This job is not there any more',
    )
    expect(await refusal(tx, accounts, add(1, 'a.dxf'))).toBe('You may not add files to jobs')
  })
})

test('a job holds 300 files, and the one after them waits until an earlier one is removed', async () => {
  await withFiles(async ({ workshop, server }, tx) => {
    await server.run(`insert into public.job_files (id, job_id, kind, name, version, path, bytes)
      select gen_random_uuid(), '${row.job}', 'cut', 'Part ' || n, 1, '${row.job}/' || gen_random_uuid() || '.dxf', 1 from generate_series(1, 299) as n`)
    expect(await workshop.value(add(1, 'Fascia.dxf'))).toBe(1)
    expect(await refusal(tx, workshop, add(2, 'Tray.dxf'))).toBe(
      'A job holds 300 files at most. Remove earlier versions first.',
    )
    await server.run(`delete from public.job_files where job_id = '${row.job}' and name = 'Part 7'`)
    expect(await workshop.value(add(2, 'Tray.dxf'))).toBe(1)
  })
})

test('a file that a job names cannot be taken from storage; once it is removed it can', async () => {
  await withFiles(async ({ workshop, server }) => {
    await workshop.run(add(1, 'Fascia.dxf'))
    const me = await workshop.value<string>('select auth.uid()')
    await server.run(`update storage.objects set owner_id = '${me}' where name = '${path(1)}'`)
    const taken = `with gone as (delete from storage.objects where name = '${path(1)}' returning 1) select count(*)::int from gone`
    expect(await workshop.value(taken)).toBe(0)
    await workshop.run(`delete from public.job_files where id = '${key(1)}'`)
    expect(await workshop.value(taken)).toBe(1)
  })
})
