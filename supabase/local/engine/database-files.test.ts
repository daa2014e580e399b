import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDump, writeDump } from './database-files.ts'
import { openPglite } from './pglite-engine.ts'
import { keepSnapshots } from './snapshots.ts'
import { openThreadedPglite, type ThreadedPglite } from './threaded-pglite.ts'

let place: string
let engine: ThreadedPglite
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'signwright-files-'))
  engine = await openThreadedPglite({ dataDir: join(place, 'db') })
  await engine.exec(`create table kept (id int primary key, words text);
    insert into kept select n, repeat('sign ', 20) from generate_series(1, 20000) n`)
})
afterAll(async () => {
  await engine.close()
  await rm(place, { recursive: true, force: true })
})

/** What a folder holds, and the archive of it that an earlier version would have written. */
async function opened(folder: string): Promise<{ n: number; most: number; dump: Buffer }> {
  const found = await openPglite({ dataDir: folder })
  try {
    const { rows } = await found.query<{ n: number; most: number }>(
      'select count(*)::int as n, max(id) as most from kept',
    )
    return { n: 0, most: 0, ...rows[0], dump: Buffer.from(await (await found.dump()).arrayBuffer()) }
  } finally {
    await found.close()
  }
}

test('an archive opens as it was at one moment, without old log; one of an earlier version too', async () => {
  const file = join(place, 'copies', 'one.tar.gz')
  const writing = writeDump(engine, file)
  for (let id = 20_001; id <= 20_020; id += 1) await engine.exec(`insert into kept values (${id}, 'later')`)
  await writing
  expect(await readdir(join(place, 'copies'))).toEqual(['one.tar.gz'])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await readDump(file, join(place, 'restored'))
  expect((await readdir(join(place, 'restored', 'pg_wal'))).filter((name) => name.length === 24)).toHaveLength(1)
  const { n, most, dump } = await opened(join(place, 'restored'))
  expect(n).toBe(most)
  expect(n).toBeGreaterThanOrEqual(20_000)

  const earlier = join(place, 'earlier.tar.gz')
  await writeFile(earlier, gzipSync(dump, { level: 1 }))
  await readDump(earlier, join(place, 'earlier'))
  expect(await opened(join(place, 'earlier'))).toMatchObject({ n, most })
})

test('a snapshot is written when something changed; what a killed server left is removed', async () => {
  const folder = join(place, 'snapshots')
  await writeDump(engine, join(folder, 'first.tar.gz'))
  await writeFile(join(folder, 'torn.tar.gz.unfinished'), 'torn')
  const snapshots = await keepSnapshots(engine, folder)
  expect(await readdir(folder)).toEqual(['first.tar.gz'])
  expect(await snapshots.take()).toBeNull()
  await engine.exec(`update kept set words = 'new' where id = 1`)
  expect(await snapshots.take()).toContain(folder)
  expect(await readdir(folder)).toHaveLength(2)
  snapshots.stop()
})
