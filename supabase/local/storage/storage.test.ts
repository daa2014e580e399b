import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Engine } from '../contracts.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { createStorage } from './storage.ts'
import { serveForTest } from './testing.ts'

const keys = { publishableKey: 'publishable', secretKey: 'secret', jwtSecret: 'a secret of thirty-two characters' }
const anna = randomUUID()
const boris = randomUUID()
const person = (userId: string): Caller => ({
  role: 'authenticated',
  userId,
  claims: { sub: userId, role: 'authenticated' },
})
const callers = new Map<string, Caller>([
  ['anna', person(anna)],
  ['boris', person(boris)],
  [keys.secretKey, { role: 'service_role', userId: null, claims: null }],
])

let engine: Engine
let directory: string
let url: string
let stop: () => Promise<void>
let clock = Date.now()

const clients = new Map<string, SupabaseClient>()
const as = (token: string) => {
  const known = clients.get(token)
  if (known) return known.storage
  const client = createClient(url, keys.publishableKey, {
    auth: { persistSession: false },
    accessToken: async () => token,
  })
  clients.set(token, client)
  return client.storage
}
const raw = (path: string, init: RequestInit = {}, token = '') =>
  fetch(`${url}/storage/v1/${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })

const filesOnDisk = async () => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

beforeAll(async () => {
  engine = await openTestDatabase()
  await engine.exec(`
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
      ('drawer', 'drawer', false, 1000000, null),
      ('board', 'board', true, 1000, '{image/*}'),
      ('desk', 'desk', false, null, null);
    create policy "Own drawings" on storage.objects for select to authenticated
      using (bucket_id = 'drawer' and owner_id = (select auth.uid())::text);
    create policy "Everybody draws" on storage.objects for insert to authenticated
      with check (bucket_id in ('drawer', 'board') and owner_id = (select auth.uid())::text);
    create policy "The desk is its owner's" on storage.objects for all to authenticated
      using (bucket_id = 'desk' and owner_id = (select auth.uid())::text)
      with check (bucket_id = 'desk' and owner_id = (select auth.uid())::text);
  `)
  directory = await mkdtemp(join(tmpdir(), 'storage-'))
  const server = await serveForTest(createStorage({ engine, keys, directory, now: () => clock }), callers)
  url = server.url
  stop = server.close
})

afterAll(async () => {
  await stop()
  await engine.close()
  await rm(directory, { recursive: true, force: true })
})

describe('an upload', () => {
  test('of a File comes back byte for byte, with its type and who owns it', async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(60_000))
    const name = `${randomUUID()}/sign one.png`
    const file = new File([bytes], 'sign one.png', { type: 'image/png' })
    const uploaded = await as('anna')
      .from('drawer')
      .upload(name, file, { metadata: { panel: 3 } })
    expect(uploaded).toEqual({ data: { path: name, id: expect.any(String), fullPath: `drawer/${name}` }, error: null })

    const { data } = await as('anna').from('drawer').download(name)
    expect(data?.type).toBe('image/png')
    expect(Buffer.from(await data!.arrayBuffer()).equals(bytes)).toBe(true)

    const info = await as('anna').from('drawer').info(name)
    expect(info.data).toEqual({
      id: uploaded.data?.id,
      name,
      version: expect.any(String),
      bucketId: 'drawer',
      size: 60_000,
      contentType: 'image/png',
      cacheControl: 'max-age=3600',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      metadata: { panel: 3 },
      lastModified: expect.any(String),
      createdAt: expect.any(String),
    })
    const { rows } = await engine.query('select owner, owner_id from storage.objects where name = $1', [name])
    expect(rows).toEqual([{ owner: anna, owner_id: anna }])
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
    const before = [await filesOnDisk(), await engine.query('select count(*) from storage.objects')]
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
    expect([await filesOnDisk(), await engine.query('select count(*) from storage.objects')]).toEqual(before)
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
      folders: [{ name: `${folder}/deep/`, key: `${folder}/deep/` }],
      objects: [],
    })

    const names = [`${folder}/a.txt`, `${folder}/b.txt`, `${folder}/deep/c.txt`]
    expect((await desk.remove(names)).data?.map(({ name }) => name).sort()).toEqual(names)
    expect((await filesOnDisk()).length).toBe(before.length)
  })
})

describe('a signed link', () => {
  const signed = async (life = 3600) => {
    const name = `${randomUUID()}/plan 1.pdf`
    await as('anna')
      .from('drawer')
      .upload(name, new Blob(['plan'], { type: 'application/pdf' }))
    const { data } = await as('anna').from('drawer').createSignedUrl(name, life)
    return { name, link: data!.signedUrl }
  }

  test('of 3600 s opens after 3599 s and not after 3601 s', async () => {
    const { link } = await signed()
    const made = clock
    clock = made + 3_599_000
    expect(await (await fetch(link)).text()).toBe('plan')
    clock = made + 3_601_000
    const late = await fetch(link)
    expect([late.status, await late.json()]).toEqual([
      400,
      {
        statusCode: '400',
        code: 'InvalidJWT',
        error: 'InvalidJWT',
        message: '"exp" claim timestamp check failed',
      },
    ])
    clock = made
  })

  test('opens nothing else, and not with any other last or first character', async () => {
    const { link } = await signed()
    const other = await signed()
    const token = new URL(link).searchParams.get('token')!
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_='
    const forged = [...alphabet].flatMap((letter) => [
      token.slice(0, -1) + letter,
      letter + token.slice(1),
      token + letter,
    ])
    const links = [
      link.replace(/drawer/, 'desk'),
      `${new URL(other.link).origin}${new URL(other.link).pathname}?token=${token}`,
      link.split('?')[0]!,
      ...forged.filter((text) => text !== token).map((text) => link.replace(token, text)),
    ]
    const statuses = await Promise.all(links.map(async (text) => (await fetch(text)).status))
    expect(new Set(statuses)).toEqual(new Set([400]))
  })

  test('for an upload does not read, and one for reading does not upload', async () => {
    const { name, link } = await signed()
    const upload = await as('anna').from('drawer').createSignedUploadUrl(`${randomUUID()}.txt`)
    const read = upload.data!.signedUrl.replace('/object/upload/sign/', '/object/sign/')
    expect((await fetch(read)).status).toBe(400)
    const token = new URL(link).searchParams.get('token')!
    const answer = await raw(`object/upload/sign/drawer/${name}?token=${token}`, { method: 'PUT', body: 'x' })
    expect(answer.status).toBe(400)
  })

  test.each([0, -1, 1.5, 1_000_000_000])('cannot live for %d seconds', async (life) => {
    const { name } = await signed()
    const { error } = await as('anna').from('drawer').createSignedUrl(name, life)
    expect(error?.toJSON()).toMatchObject({ statusCode: '400' })
  })

  test('comes in numbers, each only for what the caller sees', async () => {
    const { name } = await signed()
    const { data } = await as('anna').from('drawer').createSignedUrls([name, 'no/such.pdf'], 60)
    expect(data).toEqual([
      { error: null, path: name, signedURL: expect.any(String), signedUrl: expect.stringContaining('token=') },
      {
        error: 'Either the object does not exist or you do not have access to it',
        path: 'no/such.pdf',
        signedURL: null,
        signedUrl: null,
      },
    ])
    expect(await (await fetch(data![0]!.signedUrl!)).text()).toBe('plan')
  })

  test('for an upload stores the file in the name of who signed it, once', async () => {
    const name = `${randomUUID()}.txt`
    const { data } = await as('anna').from('drawer').createSignedUploadUrl(name)
    const blob = new Blob(['by link'], { type: 'text/plain' })
    expect((await as('nobody').from('drawer').uploadToSignedUrl(name, data!.token, blob)).error).toBeNull()
    expect(await (await as('anna').from('drawer').download(name)).data?.text()).toBe('by link')
    expect(
      (await as('nobody').from('drawer').uploadToSignedUrl(name, data!.token, blob)).error?.toJSON(),
    ).toMatchObject({ statusCode: '409' })
    expect((await as('nobody').from('drawer').createSignedUploadUrl('x.txt')).error?.toJSON()).toMatchObject({
      statusCode: '403',
    })
  })
})

describe('every object that is served', () => {
  const stored = async (type: string, name = randomUUID(), body = '0123456789') => {
    await as('anna')
      .from('drawer')
      .upload(name, new Blob([body], { type }))
    return `object/drawer/${name}`
  }

  test.each([
    ['image/png', 'inline'],
    ['application/pdf', 'inline'],
    ['video/mp4', 'inline'],
    ['image/svg+xml', 'attachment'],
    ['text/html;charset=utf-8', 'attachment'],
    ['application/xhtml+xml', 'attachment'],
    ['text/javascript', 'attachment'],
    ['text/plain', 'attachment'],
  ])('as %s is %s and can never run as a page', async (type, kind) => {
    const { headers } = await raw(await stored(type, `${randomUUID()}.png`), {}, 'anna')
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': type,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=3600',
      vary: 'Authorization',
      'content-disposition': expect.stringMatching(new RegExp(`^${kind}; filename="`)),
    })
  })

  test('takes the name of a download from the link, with nothing but a name in it', async () => {
    const path = await stored('image/png')
    const disposition = async (download: string) => {
      const answer = await raw(`${path}?download=${encodeURIComponent(download)}`, {}, 'anna')
      return answer.headers.get('content-disposition')
    }
    expect(await disposition('')).toBe(
      `attachment; filename="${path.split('/').at(-1)}"; filename*=UTF-8''${path.split('/').at(-1)}`,
    )
    expect(await disposition('Schild "ü"\r\nset-cookie: a=b')).toBe(
      `attachment; filename="Schild ___set-cookie: a=b"; filename*=UTF-8''Schild%20%22%C3%BC%22set-cookie%3A%20a%3Db`,
    )
  })

  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-4', 206, '6789', 'bytes 6-9/10'],
    ['bytes=5-999', 206, '56789', 'bytes 5-9/10'],
    ['bytes=3-1', 200, '0123456789', null],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
  ])('answers the range %s with %d', async (range, status, text, contentRange) => {
    const answer = await raw(await stored('video/mp4'), { headers: { range } }, 'anna')
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      status,
      text,
      contentRange,
    ])
  })

  test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('answers the range %s outside of it with 416', async (range) => {
    const answer = await raw(await stored('video/mp4'), { headers: { range } }, 'anna')
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  })

  test('is not sent again to who has it, and HEAD tells its size alone', async () => {
    const path = await stored('image/png')
    const head = await raw(path, { method: 'HEAD' }, 'anna')
    const etag = head.headers.get('etag')!
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
    expect((await raw(path, { headers: { 'if-none-match': `"other", W/${etag}` } }, 'anna')).status).toBe(304)
    expect((await raw(path, { headers: { 'if-none-match': '"other"' } }, 'anna')).status).toBe(200)
    const part = { range: 'bytes=0-0', 'if-range': '"other"' }
    expect((await raw(path, { headers: part }, 'anna')).status).toBe(200)
  })

  test('of a public bucket opens to everybody by its address, though not even its owner may list it', async () => {
    const name = `${anna}/${randomUUID()}.png`
    await as('anna')
      .from('board')
      .upload(name, new Blob(['face'], { type: 'image/png' }))
    const { data } = as('nobody').from('board').getPublicUrl(name)
    const answer = await fetch(data.publicUrl)
    expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([
      200,
      'face',
      'max-age=3600',
    ])
    expect((await as('anna').from('board').list(anna)).data).toEqual([])
    expect((await fetch(`${data.publicUrl}x`)).status).toBe(404)
  })
})

describe('buckets', () => {
  test('are made, found, changed, emptied and removed with the service key', async () => {
    const admin = as(keys.secretKey)
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
