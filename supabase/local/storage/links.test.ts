import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { openStorageForTest } from './testing.ts'

const storage = await openStorageForTest()
afterAll(() => storage.close())
const { as, raw } = storage

describe('a signed link', () => {
  const signed = async (life = 3600) => {
    const name = `${randomUUID()}/plan 1.pdf`
    await as('anna')
      .from('drawer')
      .upload(name, new Blob(['plan'], { type: 'application/pdf' }))
    const { data } = await as('anna').from('drawer').createSignedUrl(name, life)
    return { name, link: data!.signedUrl }
  }

  test('spec 2 §7, §9: of 3600 s opens after 3599 s and not after 3601 s', async () => {
    const { link } = await signed()
    const made = storage.clock.now
    storage.clock.now = made + 3_599_000
    expect(await (await fetch(link)).text()).toBe('plan')
    storage.clock.now = made + 3_601_000
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
    storage.clock.now = made
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

  test('T31: for an upload ends with the right of who signed it, and with their account', async () => {
    const { engine, anna } = storage
    const link = async () => {
      const name = `${randomUUID()}.txt`
      const { data } = await as('anna').from('drawer').createSignedUploadUrl(name)
      const blob = new Blob(['late'], { type: 'text/plain' })
      return async () => (await as('nobody').from('drawer').uploadToSignedUrl(name, data!.token, blob)).error?.toJSON()
    }
    const withoutRight = await link()
    await engine.exec(`alter policy "Everybody draws" on storage.objects with check (false)`)
    expect(await withoutRight()).toMatchObject({ statusCode: '403' })
    await engine.exec(`alter policy "Everybody draws" on storage.objects
      with check (bucket_id in ('drawer', 'board') and owner_id = (select auth.uid())::text)`)
    const withoutAccount = await link()
    await engine.exec(`insert into auth.users (id, aud, role, email, banned_until)
      values ('${anna}', 'authenticated', 'authenticated', 'anna@example.com', now() + interval '1 day')`)
    expect(await withoutAccount()).toMatchObject({ statusCode: '403' })
    await engine.exec(`delete from auth.users where id = '${anna}'`)
    expect(await withoutAccount()).toBeUndefined()
  })
})
