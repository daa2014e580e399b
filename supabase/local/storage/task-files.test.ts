import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deflateSync } from 'node:zlib'
import { goodPictures, pngOf } from '../../../src/documents/pictures/testing.ts'
import { quickHash } from '../testing/quick-hash.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

/** The buckets and policies of this product, behind the whole gateway. */

const mebibyte = 1024 * 1024

let backend: TestServer
type Person = { id: string; client: SupabaseClient; token: string }
const people = new Map<string, Person>()
const as = (name: string) => {
  const person = people.get(name)
  if (!person) throw new Error(`Nobody is called ${name}`)
  return person
}
const files = (name: string) => as(name).client.storage.from('task-images')
const plan = (name = 'plan.png') => `${Date.now()}${Math.floor(Math.random() * 1000)}-${name}`
const picture = (bytes: Uint8Array, type = 'image/png') => new Blob([new Uint8Array(bytes)], { type })
/** Bytes that only claim to be a picture. */
const png = (size = 4) => new Blob([new Uint8Array(size)], { type: 'image/png' })

async function addTask(creator: string, images: string[], assignees: string[]): Promise<void> {
  const task = { title: 'Shop front', images, assignees: assignees.map((name) => as(name).id) }
  await as(creator).client.from('tasks').insert(task).throwOnError()
}

beforeAll(async () => {
  backend = await startTestServer()
  const withoutSession = { auth: { persistSession: false, autoRefreshToken: false } }
  const admin = createClient(backend.url, backend.keys.secretKey, withoutSession)
  for (const [name, role] of Object.entries({
    sara: 'sales',
    petra: 'team_member',
    adam: 'admin',
    paul: 'pending',
    clara: 'client',
  })) {
    const email = `${name}-${randomUUID()}@company.test`
    const { data } = await admin.auth.admin.createUser({
      email,
      password_hash: quickHash('signwright'),
      email_confirm: true,
    })
    await backend.engine.query('insert into public.user_roles (user_id, role) values ($1, $2)', [data.user!.id, role])
    const client = createClient(backend.url, backend.keys.publishableKey, withoutSession)
    const session = await client.auth.signInWithPassword({ email, password: 'signwright' })
    people.set(name, { id: data.user!.id, client, token: session.data.session!.access_token })
  }
  people.set('visitor', {
    id: randomUUID(),
    client: createClient(backend.url, backend.keys.publishableKey, withoutSession),
    token: '',
  })
})

afterAll(() => backend.close())

describe('a file of a task', () => {
  test('is stored by staff alone', async () => {
    const outcomes: Record<string, unknown> = {}
    for (const name of people.keys()) {
      const { error } = await files(name).upload(plan(), png())
      outcomes[name] = error ? Reflect.get(error, 'statusCode') : 'stored'
    }
    expect(outcomes).toEqual({
      sara: 'stored',
      petra: 'stored',
      adam: 'stored',
      paul: '403',
      clara: '403',
      visitor: '403',
    })
  })

  test('is seen by its owner, then by colleagues as soon as a task that they see names it', async () => {
    const name = plan()
    await files('sara').upload(name, png())
    const signers = async () => {
      const seen = []
      for (const person of people.keys()) {
        const { data } = await files(person).createSignedUrl(name, 3600)
        if (data) seen.push(`${person} ${(await fetch(data.signedUrl)).status}`)
      }
      return seen
    }
    expect(await signers()).toEqual(['sara 200'])
    await addTask('sara', [name], [])
    expect(await signers()).toEqual(['sara 200'])
    await addTask('sara', [name], ['petra'])
    expect(await signers()).toEqual(['sara 200', 'petra 200', 'adam 200'])
  })

  test('cannot be brought to light by a task of somebody who does not see it', async () => {
    const name = plan()
    await files('sara').upload(name, png())
    const { error } = await as('petra')
      .client.from('tasks')
      .insert({ title: 'Fishing', images: [name] })
    expect(error).not.toBeNull()
    expect((await files('petra').createSignedUrl(name, 60)).data).toBeNull()
  })

  test('is listed only to who sees it, and guessing finds nothing', async () => {
    const name = `task-comments/${plan('quote.pdf')}`
    await files('sara').upload(name, png())
    const listed = async (person: string) => (await files(person).list('task-comments')).data?.map((file) => file.name)
    expect(await listed('sara')).toContain(name.split('/')[1])
    for (const person of ['petra', 'paul', 'clara', 'visitor']) expect(await listed(person)).toEqual([])
    const guesses = Array.from({ length: 1000 }, (_, index) => `task-comments/${Date.now() - index}-quote.pdf`)
    const { data } = await files('petra').createSignedUrls([...guesses.slice(1), name], 60)
    expect(data?.filter(({ signedUrl }) => signedUrl !== null)).toEqual([])
  })

  test('spec 2 §7: is never overwritten, moved or removed, not even by who stored it', async () => {
    const name = plan()
    await files('sara').upload(name, png())
    const attempts = [
      await files('sara').upload(name, png()),
      await files('sara').upload(name, png(), { upsert: true }),
      await files('sara').update(name, png()),
      await files('sara').move(name, plan()),
    ].map(({ error }) => error && Reflect.get(error, 'statusCode'))
    expect(attempts).toEqual(['409', '403', '403', '403'])
    expect((await files('sara').remove([name])).data).toEqual([])
    expect((await files('sara').exists(name)).data).toBe(true)
  })

  test('may be 50 MiB large and not one byte more, and the sender hears why', async () => {
    const [largest, tooLarge] = [png(50 * mebibyte), png(50 * mebibyte + 1)]
    expect((await files('sara').upload(plan('large.png'), largest)).error).toBeNull()
    const { error } = await files('sara').upload(plan('large.png'), tooLarge)
    expect(error?.toJSON()).toMatchObject({
      statusCode: '413',
      message: 'The object exceeded the maximum allowed size',
    })
    expect((await files('sara').upload(plan('small.png'), png())).error).toBeNull()
  })

  test('carries its safe headers through the gateway', async () => {
    const name = plan('page.svg')
    await files('sara').upload(name, new Blob(['<svg onload="alert(1)"/>'], { type: 'image/svg+xml' }))
    const { data } = await files('sara').createSignedUrl(name, 60)
    const answer = await fetch(data!.signedUrl)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
    })
    expect(answer.headers.has('set-cookie')).toBe(false)
  })
})

describe('a picture', () => {
  const upload = (bucket: string, path: string, file: Blob) => as('sara').client.storage.from(bucket).upload(path, file)
  const face = (ending: string) => `${as('sara').id}/${randomUUID()}.${ending}`
  const script = Buffer.from('<html><script>alert(1)</script></html>')
  const wordsOf = async (bucket: string, path: string, file: Blob) => (await upload(bucket, path, file)).error?.message

  test.each(Object.entries(goodPictures))('that is a good %s is kept', async (type, bytes) => {
    const name = face(type.slice(6))
    expect((await upload('avatars', name, picture(bytes, type))).error).toBeNull()
    const answer = await fetch(as('visitor').client.storage.from('avatars').getPublicUrl(name).data.publicUrl)
    expect([answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer())]).toEqual([type, bytes])
  })

  test('is known by reading it to its end: what only begins as one is refused in words', async () => {
    const noPicture = 'This file is not a picture that can be read. Please save it again as PNG, JPEG, WebP or GIF.'
    const [png, jpeg] = [goodPictures['image/png'], goodPictures['image/jpeg']]
    const polyglot = Buffer.concat([png.subarray(0, 8), script])
    expect(await wordsOf('avatars', face('png'), picture(polyglot))).toMatch(/cut off|not a picture/)
    expect(await wordsOf('avatars', face('png'), picture(pngOf(2, 2, script)))).toBe(noPicture)
    expect(await wordsOf('avatars', face('png'), picture(script))).toBe(
      'This file is not a picture. Please choose a PNG, JPEG, WebP or GIF picture.',
    )
    expect(await wordsOf('avatars', face('jpg'), picture(jpeg.subarray(0, jpeg.length - 40), 'image/jpeg'))).toBe(
      'This picture is cut off: its end is missing. Please send it again.',
    )
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    expect(await wordsOf('avatars', face('svg'), new Blob([drawing], { type: 'image/svg+xml' }))).toMatch(
      'not supported',
    )
    expect(await wordsOf('avatars', face('png'), new Blob([drawing], { type: 'image/png' }))).toMatch('not a picture')
  })

  test('of 60,000 × 60,000 points is refused wherever and under whatever name it comes', async () => {
    const bomb = pngOf(60_000, 60_000, deflateSync(Buffer.alloc(1_000_000)))
    const words = 'This picture has 60,000 × 60,000 points. 100 million are the most: please make it smaller.'
    expect(await wordsOf('avatars', face('png'), picture(bomb))).toBe(words)
    expect(await wordsOf('task-images', plan(), picture(bomb))).toBe(words)
    expect(await wordsOf('task-images', plan(), picture(bomb, 'application/octet-stream'))).toBe(words)
  })

  test('that is named as another kind is kept as what it is', async () => {
    const name = face('jpg')
    expect((await upload('avatars', name, picture(goodPictures['image/webp'], 'image/jpeg'))).error).toBeNull()
    const answer = await fetch(as('visitor').client.storage.from('avatars').getPublicUrl(name).data.publicUrl)
    expect(answer.headers.get('content-type')).toBe('image/webp')
  })

  test('that cannot be read is kept with a task as a file that browsers only save', async () => {
    const name = plan('page.png')
    expect((await upload('task-images', name, picture(script))).error).toBeNull()
    const { data } = await files('sara').createSignedUrl(name, 60)
    const answer = await fetch(data!.signedUrl)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
  })
})

describe('an avatar', () => {
  const avatars = (name: string) => as(name).client.storage.from('avatars')

  test('goes into the own folder, as a small image, and is open to everybody who has its address', async () => {
    const name = `${as('sara').id}/face.png`
    expect((await avatars('sara').upload(name, picture(pngOf(2, 2)))).error).toBeNull()
    expect((await fetch(avatars('visitor').getPublicUrl(name).data.publicUrl)).status).toBe(200)
    const refused = [
      await avatars('petra').upload(`${as('sara').id}/other.png`, png()),
      await avatars('paul').upload(`${as('paul').id}/face.png`, png()),
      await avatars('sara').upload(`${as('sara').id}/page.svg`, new Blob(['<svg/>'], { type: 'image/svg+xml' })),
      await avatars('sara').upload(`${as('sara').id}/large.png`, png(5 * mebibyte + 1)),
    ].map(({ error }) => error && Reflect.get(error, 'statusCode'))
    expect(refused).toEqual(['403', '403', '415', '413'])
  })

  test('is never listed', async () => {
    for (const person of people.keys()) {
      expect((await avatars(person).list()).data).toEqual([])
      expect((await avatars(person).list(as('sara').id)).data).toEqual([])
    }
  })
})
