import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { openStorageForTest } from './testing.ts'

const storage = await openStorageForTest()
afterAll(() => storage.close())
const { as, raw, filesOnDisk } = storage

describe('a private object', () => {
  test('is not there for anybody whom no policy lets see it', async () => {
    const name = `${randomUUID()}.txt`
    await as('anna').from('drawer').upload(name, 'mine')
    for (const other of ['boris', 'nobody']) {
      expect((await as(other).from('drawer').download(name)).error).not.toBeNull()
      expect((await as(other).from('drawer').info(name)).error?.toJSON()).toMatchObject({ statusCode: '404' })
      expect((await as(other).from('drawer').createSignedUrl(name, 60)).error?.toJSON()).toMatchObject({
        statusCode: '404',
      })
      expect((await as(other).from('drawer').list()).data).toEqual([])
      expect((await as(other).from('drawer').remove([name])).data).toEqual([])
      expect((await as(other).from('drawer').move(name, 'stolen.txt')).error?.toJSON()).toMatchObject({
        statusCode: '404',
      })
    }
    expect((await raw(`object/public/drawer/${name}`)).status).toBe(404)
  })

  test('cannot be removed or renamed by an owner without a policy for that', async () => {
    const name = `${randomUUID()}.txt`
    await as('anna').from('drawer').upload(name, 'mine')
    expect((await as('anna').from('drawer').remove([name])).data).toEqual([])
    expect((await as('anna').from('drawer').move(name, 'new.txt')).error?.toJSON()).toMatchObject({ statusCode: '403' })
    expect(await (await as('anna').from('drawer').download(name)).data?.text()).toBe('mine')
  })

  test('moves, is copied, is listed and goes away with its bytes where policies allow it', async () => {
    const folder = randomUUID()
    const desk = as('anna').from('desk')
    const before = await filesOnDisk()
    await desk.upload(`${folder}/b_1.txt`, 'one')
    await desk.upload(`${folder}/deep/c.txt`, 'two')
    expect((await desk.move(`${folder}/b_1.txt`, `${folder}/b.txt`)).error).toBeNull()
    expect((await desk.copy(`${folder}/b.txt`, `${folder}/a.txt`)).data).toEqual({ path: `desk/${folder}/a.txt` })
    expect((await desk.copy(`${folder}/b.txt`, `${folder}/a.txt`)).error?.toJSON()).toMatchObject({ statusCode: '409' })

    const listed = await desk.list(folder)
    expect(listed.data?.map(({ name, id }) => [name, id === null])).toEqual([
      ['deep', true],
      ['a.txt', false],
      ['b.txt', false],
    ])
    expect((await desk.list(folder, { search: '%' })).data).toEqual([])
    expect((await desk.list(folder, { limit: 1, offset: 1 })).data?.map(({ name }) => name)).toEqual(['a.txt'])
    expect((await desk.list('../')).data).toEqual([])
    const first = await desk.listV2({ prefix: `${folder}/`, with_delimiter: true, limit: 2 })
    expect(first.data).toMatchObject({
      hasNext: true,
      objects: [{ key: `${folder}/a.txt` }, { key: `${folder}/b.txt` }],
    })
    const second = await desk.listV2({ prefix: `${folder}/`, with_delimiter: true, cursor: first.data!.nextCursor! })
    expect(second.data).toEqual({
      hasNext: false,
      folders: [{ name: `${folder}/deep/`, key: `${folder}/deep` }],
      objects: [],
    })

    for (const order of ['asc', 'desc'] as const) {
      const oldestFirst = ['b.txt', 'deep/c.txt', 'a.txt']
      const keys: (string | undefined)[] = []
      let cursor: string | undefined
      do {
        const sortBy = { column: 'created_at' as const, order }
        const page = await desk.listV2({ prefix: `${folder}/`, limit: 1, sortBy, ...(cursor ? { cursor } : {}) })
        keys.push(...(page.data?.objects.map(({ key }) => key) ?? ['refused']))
        cursor = page.data?.nextCursor
      } while (cursor)
      const expected = oldestFirst.map((name) => `${folder}/${name}`)
      expect(keys).toEqual(order === 'asc' ? expected : expected.toReversed())
    }
    expect((await desk.listV2({ cursor: 'not one of ours' })).error?.message).toContain('cursor')

    const names = [`${folder}/a.txt`, `${folder}/b.txt`, `${folder}/deep/c.txt`]
    expect((await desk.remove(names)).data?.map(({ name }) => name).sort()).toEqual(names)
    expect((await filesOnDisk()).length).toBe(before.length)
  })
})

describe('buckets', () => {
  test('are made, found, changed, emptied and removed with the service key', async () => {
    const admin = as(storage.secretKey)
    const id = `bucket-${randomUUID()}`
    expect((await admin.createBucket(id, { public: false, fileSizeLimit: '10KB' })).data).toEqual({ name: id })
    expect((await admin.createBucket(id, { public: false })).error?.toJSON()).toMatchObject({ statusCode: '409' })
    await admin.updateBucket(id, { public: true, allowedMimeTypes: ['text/plain'] })
    expect((await admin.getBucket(id)).data).toMatchObject({
      id,
      public: true,
      file_size_limit: 10_000,
      allowed_mime_types: ['text/plain'],
    })
    await admin.from(id).upload('note.txt', new Blob(['x'], { type: 'text/plain' }))
    expect((await admin.deleteBucket(id)).error?.toJSON()).toMatchObject({ statusCode: '409' })
    await admin.emptyBucket(id)
    expect((await admin.deleteBucket(id)).error).toBeNull()
    expect((await admin.getBucket(id)).error?.toJSON()).toMatchObject({ statusCode: '404' })
  })

  test('are neither shown to nor made by anybody else', async () => {
    for (const caller of ['anna', 'nobody']) {
      expect((await as(caller).listBuckets()).data).toEqual([])
      expect((await as(caller).getBucket('drawer')).error?.toJSON()).toMatchObject({ statusCode: '404' })
      expect((await as(caller).createBucket('mine', { public: true })).error?.toJSON()).toMatchObject({
        statusCode: '403',
      })
    }
  })
})
