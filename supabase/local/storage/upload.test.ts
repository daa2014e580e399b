import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { openStorageForTest } from './testing.ts'

const storage = await openStorageForTest()
afterAll(() => storage.close())
const { as, raw, filesOnDisk } = storage

describe('an upload', () => {
  test('of a File comes back byte for byte, with its type and who owns it', async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(60_000))
    const name = `${randomUUID()}/sign one.png`
    const file = new File([bytes], 'sign one.png', { type: 'image/tiff' })
    const uploaded = await as('anna')
      .from('drawer')
      .upload(name, file, { metadata: { panel: 3 } })
    expect(uploaded).toEqual({ data: { path: name, id: expect.any(String), fullPath: `drawer/${name}` }, error: null })

    const { data } = await as('anna').from('drawer').download(name)
    expect(data?.type).toBe('image/tiff')
    expect(Buffer.from(await data!.arrayBuffer()).equals(bytes)).toBe(true)

    const info = await as('anna').from('drawer').info(name)
    expect(info.data).toEqual({
      id: uploaded.data?.id,
      name,
      version: expect.any(String),
      bucketId: 'drawer',
      size: 60_000,
      contentType: 'image/tiff',
      cacheControl: 'max-age=3600',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      metadata: { panel: 3 },
      lastModified: expect.any(String),
      createdAt: expect.any(String),
    })
    const { rows } = await storage.engine.query('select owner, owner_id from storage.objects where name = $1', [name])
    expect(rows).toEqual([{ owner: storage.anna, owner_id: storage.anna }])
  })

  test('of raw bytes, of text, of nothing at all and of a Blob all come back', async () => {
    const kinds = {
      bytes: new Uint8Array([0, 13, 10, 45, 45, 255]),
      text: 'Größe',
      empty: '',
      blob: new Blob(['\r\n--']),
    }
    for (const [kind, body] of Object.entries(kinds)) {
      const name = `${randomUUID()}/${kind}`
      expect((await as('anna').from('drawer').upload(name, body)).error).toBeNull()
      const { data } = await as('anna').from('drawer').download(name)
      expect(Buffer.from(await data!.arrayBuffer())).toEqual(Buffer.from(await new Blob([body]).arrayBuffer()))
    }
  })

  test('to a path that is taken is refused as a duplicate and leaves the first file as it was', async () => {
    const name = `${randomUUID()}.txt`
    await as('anna').from('drawer').upload(name, 'first')
    const before = await filesOnDisk()
    const { error } = await as('anna').from('drawer').upload(name, 'second')
    expect(error?.toJSON()).toMatchObject({ status: 409, statusCode: '409', message: 'The resource already exists' })
    const body = await (await raw(`object/drawer/${name}`, { method: 'POST', body: 'third' }, 'anna')).json()
    expect(body).toEqual({
      statusCode: '409',
      code: 'KeyAlreadyExists',
      error: 'Duplicate',
      message: 'The resource already exists',
    })
    expect(await (await as('anna').from('drawer').download(name)).data?.text()).toBe('first')
    expect(await filesOnDisk()).toEqual(before)
  })

  test('may not replace a file by upsert or update where no policy allows it', async () => {
    const name = `${randomUUID()}.txt`
    await as('anna').from('drawer').upload(name, 'first')
    for (const attempt of [
      await as('anna').from('drawer').upload(name, 'second', { upsert: true }),
      await as('anna').from('drawer').update(name, 'second'),
      await as('boris').from('drawer').upload(name, 'second', { upsert: true }),
    ])
      expect(attempt.error?.toJSON()).toMatchObject({ statusCode: '403' })
    expect(await (await as('anna').from('drawer').download(name)).data?.text()).toBe('first')
  })

  test('replaces a file and its bytes where a policy allows it', async () => {
    const name = `${randomUUID()}.txt`
    await as('anna').from('desk').upload(name, 'first')
    const before = await filesOnDisk()
    expect((await as('anna').from('desk').upload(name, 'second', { upsert: true })).error).toBeNull()
    expect(await (await as('anna').from('desk').download(name)).data?.text()).toBe('second')
    expect((await filesOnDisk()).length).toBe(before.length)
  })

  test('by a visitor, into a foreign bucket or into none is refused', async () => {
    const name = `${randomUUID()}.txt`
    const statuses = [
      await as('nobody').from('drawer').upload(name, 'x'),
      await as('nobody').from('desk').upload(name, 'x'),
      await as('anna').from('attic').upload(name, 'x'),
    ].map(({ error }) => error?.toJSON())
    expect(statuses).toMatchObject([{ statusCode: '403' }, { statusCode: '403' }, { statusCode: '404' }])
  })

  test('over the limit or of a type that the bucket does not take is refused and leaves nothing', async () => {
    const before = [await filesOnDisk(), await storage.engine.query('select count(*) from storage.objects')]
    const image = { type: 'image/png' }
    const announced = await as('anna')
      .from('board')
      .upload('big.png', new Blob(['x'.repeat(1_000_000)], image))
    const slightly = await as('anna')
      .from('board')
      .upload('big.png', new Blob(['x'.repeat(1001)], image))
    const page = await as('anna')
      .from('board')
      .upload('page.png', new Blob(['<script>'], { type: 'text/html' }))
    const odd = await as('anna').from('board').upload('odd.png', 'x', { contentType: 'image/png\u00e9' })
    expect([announced, slightly, page, odd].map(({ error }) => error?.toJSON())).toMatchObject([
      { statusCode: '413', message: 'The object exceeded the maximum allowed size' },
      { statusCode: '413' },
      { statusCode: '415', message: 'mime type text/html is not supported' },
      { statusCode: '415' },
    ])
    expect([await filesOnDisk(), await storage.engine.query('select count(*) from storage.objects')]).toEqual(before)
  })

  test('that breaks off leaves neither a row nor bytes', async () => {
    const before = await filesOnDisk()
    const name = `${randomUUID()}.txt`
    const body = '--b\r\ncontent-disposition: form-data; name=""; filename="x"\r\n\r\nhalf a file'
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const answer = await raw(`object/drawer/${name}`, { method: 'POST', body, headers }, 'anna')
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        statusCode: '400',
        code: 'InvalidRequest',
        error: 'InvalidRequest',
        message: 'The upload ended too early',
      },
    ])
    expect(await as('anna').from('drawer').exists(name)).toMatchObject({ data: false })
    expect(await filesOnDisk()).toEqual(before)
  })

  test.each(['ü.png', 'a\\b', '../x', 'a/../b', './x', 'a//b', 'a\u0000b', 'a%b', '💡', 'a/', '#'])(
    'under the name %j is refused, whether it comes plain or escaped',
    async (name) => {
      const answer = await raw(`object/drawer/${encodeURIComponent(name)}`, { method: 'POST', body: 'x' }, 'anna')
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'InvalidKey' }])
      const twice = encodeURIComponent(encodeURIComponent(name))
      if (twice !== name) {
        const again = await raw(`object/drawer/${twice}`, { method: 'POST', body: 'x' }, 'anna')
        expect([again.status, await again.json()]).toMatchObject([400, { code: 'InvalidKey' }])
      }
    },
  )
})
