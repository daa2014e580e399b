import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { createByteStore } from './byte-store.ts'
import { openStorageForTest } from './testing.ts'

const storage = await openStorageForTest()
afterAll(() => storage.close())

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.record(
    {
      prefix: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('../', '%', '\u0000', '\ud800', 7)),
      search: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('%', '_', '\u0000')),
      limit: fc.oneof(fc.double(), fc.constantFrom(0, -1, 1e9, '1e3', null)),
      offset: fc.oneof(fc.double(), fc.constantFrom(-1, 1e308)),
      cursor: fc.string({ unit: 'binary' }),
      sortBy: fc.record({ column: fc.constantFrom('name', 'name; drop table x', 'metadata'), order: fc.string() }),
      expiresIn: fc.oneof(fc.double(), fc.constantFrom(0, -1, 1e9, 60)),
      paths: fc.array(fc.string({ unit: 'binary' })),
      prefixes: fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\u0000', '\ud800'))),
      bucketId: fc.constantFrom('desk', 'attic', '', '../desk'),
      sourceKey: fc.string({ unit: 'binary' }),
      destinationKey: fc.string({ unit: 'binary' }),
      name: fc.string({ unit: 'binary' }),
      file_size_limit: fc.oneof(fc.double(), fc.string()),
    },
    { requiredKeys: [] },
  ),
)

const routes = [
  ['POST', 'object/list/desk'],
  ['POST', 'object/list-v2/desk'],
  ['POST', 'object/sign/desk'],
  ['POST', 'object/sign/desk/a.txt'],
  ['POST', 'object/move'],
  ['POST', 'object/copy'],
  ['DELETE', 'object/desk'],
  ['POST', 'bucket'],
  ['PUT', 'bucket/desk'],
] as const

describe('whatever is sent', () => {
  test.each(routes)('as JSON by %s to %s, the answer is no server error', async (method, path) => {
    await fc.assert(
      fc.asyncProperty(anything, async (body) => {
        const answer = await storage.raw(path, { method, body: JSON.stringify(body) }, 'anna')
        expect(answer.status).toBeLessThan(500)
      }),
      { numRuns: 60 },
    )
  })

  test.each(['', '{', 'null', '[', '"x"', '\u0000', 'x'.repeat(2 ** 20 + 1), '['.repeat(50_000)])(
    'as a body that is no proper JSON, it is refused in words',
    async (body) => {
      const answer = await storage.raw('object/list/desk', { method: 'POST', body }, 'anna')
      expect([answer.status, (await answer.json()).message]).toEqual([
        body.length > 2 ** 20 ? 413 : 400,
        expect.stringMatching(/\w{3}/),
      ])
    },
  )

  test('as a name, the file comes back under that name or the name is refused', async () => {
    const folder = randomUUID()
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 300 })), async (text) => {
        const path = `object/desk/${folder}/${encodeURIComponent(text.toWellFormed())}`
        const uploaded = await storage.raw(path, { method: 'PUT', body: text }, 'anna')
        if (uploaded.status === 200)
          expect(await (await storage.raw(path, {}, 'anna')).text()).toBe(text.toWellFormed())
        else expect(await uploaded.json()).toMatchObject({ statusCode: '400', code: 'InvalidKey' })
      }),
      { numRuns: 150 },
    )
  })

  test('to a path that does not exist, there is no such route', async () => {
    for (const path of ['', 'object', 'bucket/a/b', 'upload/whole', 's3/desk/a'])
      expect((await storage.raw(path, { method: 'POST', body: '{}' }, 'anna')).status).toBe(404)
  })
})

describe('uploads', () => {
  test('of twenty people at once to one path leave one row and one file', async () => {
    const before = await storage.filesOnDisk()
    const name = `${randomUUID()}.txt`
    const bytes = 'x'.repeat(100_000)
    const uploads = Array.from({ length: 20 }, () => storage.as('anna').from('drawer').upload(name, bytes))
    const codes = (await Promise.all(uploads)).map(({ error }) => (error ? Reflect.get(error, 'statusCode') : 'stored'))
    expect(codes.sort()).toEqual([...Array.from({ length: 19 }, () => '409'), 'stored'])
    const { rows } = await storage.engine.query('select from storage.objects where name = $1', [name])
    expect([rows.length, (await storage.filesOnDisk()).length - before.length]).toEqual([1, 1])
  })

  test('that a crash left half written are gone after the next start', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'bytes-'))
    await mkdir(join(directory, 'incoming'))
    await writeFile(join(directory, 'incoming', randomUUID()), 'half a fi')
    await createByteStore(directory).prepare()
    expect(await readdir(join(directory, 'incoming'))).toEqual([])
    await rm(directory, { recursive: true })
  })
})
