import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { goodPictures } from '../../../src/documents/pictures/testing.ts'
import { openStorageForTest } from './testing.ts'

const storage = await openStorageForTest()
afterAll(() => storage.close())
const { as, raw } = storage

describe('every object that is served', () => {
  const png = new Uint8Array(goodPictures['image/png'])
  const stored = async (type: string, name = randomUUID(), body: BlobPart = '0123456789') => {
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
    const body = type === 'image/png' ? png : '0123456789'
    const { headers } = await raw(await stored(type, `${randomUUID()}.png`, body), {}, 'anna')
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
    const name = `${storage.anna}/${randomUUID()}.png`
    await as('anna')
      .from('board')
      .upload(name, new Blob([png], { type: 'image/png' }))
    const { data } = as('nobody').from('board').getPublicUrl(name)
    const answer = await fetch(data.publicUrl)
    expect([answer.status, new Uint8Array(await answer.arrayBuffer()), answer.headers.get('cache-control')]).toEqual([
      200,
      png,
      'max-age=3600',
    ])
    expect((await as('anna').from('board').list(storage.anna)).data).toEqual([])
    expect((await fetch(`${data.publicUrl}x`)).status).toBe(404)
  })
})
