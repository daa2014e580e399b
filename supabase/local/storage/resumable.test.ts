import { createHash, randomBytes } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStorageForTest } from './testing.ts'

let storage: Awaited<ReturnType<typeof openStorageForTest>>
beforeAll(async () => {
  storage = await openStorageForTest()
})
afterAll(() => storage.close())

const mebibyte = 1024 * 1024
const spoken = { 'tus-resumable': '1.0.0' }
const said = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
type Wanted = {
  bucket?: string
  name: string
  length: number
  type?: string
  token?: string
  headers?: Record<string, string>
}

const begin = ({ bucket = 'desk', name, length, type = 'application/pdf', token = 'anna', headers = {} }: Wanted) =>
  storage.raw(
    'upload/resumable',
    {
      method: 'POST',
      headers: {
        ...{ ...spoken, 'upload-length': String(length) },
        'upload-metadata': said({ bucketName: bucket, objectName: name, contentType: type, cacheControl: '60' }),
        ...headers,
      },
    },
    token,
  )
const begun = async (wanted: Wanted): Promise<string> => {
  const answer = await begin(wanted)
  expect(answer.status).toBe(201)
  return (answer.headers.get('location') ?? '').replace('/storage/v1/', '')
}
const piece = (
  place: string,
  offset: number,
  body: Uint8Array<ArrayBuffer>,
  token = 'anna',
  headers: Record<string, string> = {},
) =>
  storage.raw(
    place,
    {
      method: 'PATCH',
      headers: {
        ...spoken,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        ...headers,
      },
      body,
    },
    token,
  )
const state = (place: string, token = 'anna') => storage.raw(place, { method: 'HEAD', headers: spoken }, token)
const offsetOf = async (place: string) => Number((await state(place)).headers.get('upload-offset'))
const refusal = async (answer: Response) => [
  answer.status,
  (await answer.json()).code,
  answer.headers.get('tus-resumable'),
]
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const stored = async (name: string) => {
  const { data, error } = await storage.as('anna').from('desk').download(name)
  if (!data) throw error
  return new Uint8Array(await data.arrayBuffer())
}

/** Sends a piece, says it is all that is left, and cuts the line after so many bytes; `stalls` leaves it open and silent. */
function cutPiece(place: string, offset: number, rest: Uint8Array, after: number, stalls = false) {
  const line = request(`${storage.url()}/storage/v1/${place}`, {
    method: 'PATCH',
    agent: false,
    headers: {
      ...{ ...spoken, authorization: 'Bearer anna', 'content-type': 'application/offset+octet-stream' },
      ...{ 'upload-offset': String(offset), 'content-length': String(rest.length) },
    },
  })
  line.on('error', () => {})
  const sent = new Promise<void>((resolve) => line.write(rest.subarray(0, after), () => resolve()))
  return sent.then(async () => {
    if (stalls) return line
    // Long enough that something of it arrives.
    await new Promise((resolve) => setTimeout(resolve, 30))
    line.destroy()
    return line
  })
}

describe('an upload in pieces', () => {
  test('comes back byte for byte, with its type, its headers and its owner', async () => {
    const bytes = randomBytes(3 * mebibyte)
    const place = await begun({ name: 'pieces.pdf', length: bytes.length })
    expect(await offsetOf(place)).toBe(0)
    expect((await storage.as('anna').from('desk').info('pieces.pdf')).error).not.toBeNull()
    for (let at = 0; at < bytes.length; at += mebibyte) {
      const answer = await piece(place, at, bytes.subarray(at, at + mebibyte))
      expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, String(at + mebibyte)])
    }
    expect(hash(await stored('pieces.pdf'))).toBe(hash(bytes))
    const { data } = await storage.as('anna').from('desk').info('pieces.pdf')
    expect(data).toMatchObject({ contentType: 'application/pdf', cacheControl: 'max-age=60', size: bytes.length })
    const { rows } = await storage.engine.query(`select owner_id from storage.objects where name = 'pieces.pdf'`)
    expect(rows).toEqual([{ owner_id: storage.anna }])
    // The answer to the last piece may be lost: whoever asks hears that it is whole.
    expect(await offsetOf(place)).toBe(bytes.length)
    expect((await piece(place, bytes.length, new Uint8Array())).status).toBe(204)
  })

  test('survives ten cuts of its line and a restart of the server between them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 10, maxLength: 10 }),
        async (cuts) => {
          const bytes = randomBytes(24 * mebibyte)
          const name = `cut-${hash(bytes).slice(0, 8)}.pdf`
          const place = await begun({ name, length: bytes.length })
          let offset = 0
          let went = 0
          for (const [n, share] of cuts.entries()) {
            const rest = bytes.subarray(offset)
            await cutPiece(place, offset, rest, Math.floor(share * Math.min(rest.length - 1, 2.2 * mebibyte)))
            if (n === 4) await storage.restart()
            const now = await offsetOf(place)
            expect(now).toBeGreaterThanOrEqual(offset)
            if (now > offset) went += 1
            offset = now
          }
          expect(offset).toBeLessThan(bytes.length)
          expect(went).toBeGreaterThan(0)
          expect((await piece(place, offset, bytes.subarray(offset))).status).toBe(204)
          expect(hash(await stored(name))).toBe(hash(bytes))
        },
      ),
      { numRuns: 2 },
    )
  })

  test('goes on where it was certain after a crash that left half a piece', async () => {
    const bytes = randomBytes(mebibyte)
    const place = await begun({ name: 'crashed.pdf', length: bytes.length })
    await piece(place, 0, bytes.subarray(0, 1000))
    const id = place.split('/').at(-1) ?? ''
    await appendFile(join(storage.directory, 'resumable', `${id}.part`), 'what nobody knows to be whole')
    await storage.restart()
    expect(await offsetOf(place)).toBe(1000)
    expect((await piece(place, 1000, bytes.subarray(1000))).status).toBe(204)
    expect(hash(await stored('crashed.pdf'))).toBe(hash(bytes))
  })

  test('goes on from a new line while the old one hangs', async () => {
    const bytes = randomBytes(2 * mebibyte)
    const place = await begun({ name: 'hung.pdf', length: bytes.length })
    const old = await cutPiece(place, 0, bytes, mebibyte, true)
    await expect.poll(async () => (await storage.filesOnDisk()).length).toBeGreaterThan(0)
    const offset = await offsetOf(place)
    expect((await piece(place, offset, bytes.subarray(offset))).status).toBe(204)
    old.destroy()
    expect(hash(await stored('hung.pdf'))).toBe(hash(bytes))
  })

  test('of two that send the same piece at once one is taken, and the file is whole', async () => {
    const bytes = randomBytes(mebibyte)
    const place = await begun({ name: 'twice.pdf', length: bytes.length })
    const answers = await Promise.all([piece(place, 0, bytes), piece(place, 0, bytes)])
    expect(answers.map(({ status }) => status)).toContain(204)
    const offset = await offsetOf(place)
    if (offset < bytes.length) await piece(place, offset, bytes.subarray(offset))
    expect(hash(await stored('twice.pdf'))).toBe(hash(bytes))
  })

  test('may bring its first piece along, or be empty', async () => {
    const bytes = randomBytes(1000)
    const answer = await storage.raw(
      'upload/resumable',
      {
        method: 'POST',
        headers: {
          ...{ ...spoken, 'upload-length': '1000', 'content-type': 'application/offset+octet-stream' },
          'upload-metadata': said({ bucketName: 'desk', objectName: 'along.bin', metadata: '{"of":"anna"}' }),
        },
        body: bytes,
      },
      'anna',
    )
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([201, '1000'])
    expect(hash(await stored('along.bin'))).toBe(hash(bytes))
    expect((await storage.as('anna').from('desk').info('along.bin')).data?.metadata).toEqual({ of: 'anna' })
    await begun({ name: 'empty.txt', length: 0, type: 'text/plain' })
    expect(await stored('empty.txt')).toHaveLength(0)
  })

  test('replaces a file with x-upsert alone', async () => {
    const send = async (headers: Record<string, string>) => {
      const answer = await begin({ name: 'again.txt', length: 3, type: 'text/plain', headers })
      const place = (answer.headers.get('location') ?? '').replace('/storage/v1/', '')
      return answer.ok ? (await piece(place, 0, new Uint8Array(Buffer.from('two')))).status : answer.status
    }
    await storage.as('anna').from('desk').upload('again.txt', 'one')
    expect(await send({})).toBe(409)
    expect(await send({ 'x-upsert': 'true' })).toBe(204)
    expect(Buffer.from(await stored('again.txt')).toString()).toBe('two')
  })

  test('by a signed link becomes the file of who signed it', async () => {
    const { data } = await storage.as('anna').from('desk').createSignedUploadUrl('signed.txt')
    const sign = (signature: string) =>
      storage.raw('upload/resumable/sign', {
        method: 'POST',
        headers: {
          ...{ ...spoken, 'upload-length': '5', 'x-signature': signature },
          'upload-metadata': said({ bucketName: 'desk', objectName: 'signed.txt', contentType: 'text/plain' }),
        },
      })
    expect((await sign('no')).status).toBe(400)
    const answer = await sign(data?.token ?? '')
    const place = (answer.headers.get('location') ?? '').replace('/storage/v1/', '')
    expect((await piece(place, 0, new Uint8Array(Buffer.from('hallo')), '')).status).toBe(204)
    expect(Buffer.from(await stored('signed.txt')).toString()).toBe('hallo')
  })
})

describe('an upload in pieces is refused', () => {
  test('before a byte is taken: without a right, in no bucket, too long, without a length, twenty times unfinished', async () => {
    const before = await storage.filesOnDisk()
    expect(await refusal(await begin({ name: 'x.pdf', length: 10, token: '' }))).toEqual([403, 'AccessDenied', '1.0.0'])
    expect((await refusal(await begin({ bucket: 'none', name: 'x.pdf', length: 10 })))[1]).toBe('NoSuchBucket')
    expect((await refusal(await begin({ bucket: 'drawer', name: 'x.pdf', length: 1_000_001 })))[0]).toBe(413)
    expect((await refusal(await begin({ name: '../x.pdf', length: 10 })))[1]).toBe('InvalidKey')
    expect((await refusal(await begin({ name: 'x', length: 10, headers: { 'upload-length': '-1' } })))[0]).toBe(400)
    expect((await refusal(await begin({ name: 'x', length: 10, headers: { 'tus-resumable': '0.2.2' } })))[0]).toBe(412)
    expect(await storage.filesOnDisk()).toEqual(before)
    const statuses: number[] = []
    for (let n = 0; n < 21; n += 1)
      statuses.push((await begin({ bucket: 'drawer', name: `open-${n}`, length: 10, token: 'boris' })).status)
    expect(statuses.slice(0, 20).every((status) => status === 201)).toBe(true)
    expect(statuses[20]).toBe(429)
    storage.clock.now += 25 * 60 * 60 * 1000
    expect((await begin({ bucket: 'drawer', name: 'open-again', length: 10, token: 'boris' })).status).toBe(201)
  })

  test('at another place than where it goes on, beyond its length, in another form', async () => {
    const place = await begun({ name: 'strict.pdf', length: 10 })
    const bytes = new Uint8Array(Buffer.from('0123456789abc'))
    expect((await refusal(await piece(place, 5, bytes.subarray(0, 5))))[0]).toBe(409)
    expect((await refusal(await piece(place, 0, bytes)))[0]).toBe(413)
    expect((await refusal(await piece(place, 0, bytes, 'anna', { 'content-type': 'application/pdf' })))[0]).toBe(415)
    expect((await refusal(await piece(place, 0, bytes, 'anna', { 'tus-resumable': '' })))[0]).toBe(412)
    const offset = await offsetOf(place)
    expect((await piece(place, offset, bytes.subarray(offset, 10))).status).toBe(204)
    expect(Buffer.from(await stored('strict.pdf')).toString()).toBe('0123456789')
  })

  test('to anybody but who began it', async () => {
    const place = await begun({ name: 'mine.pdf', length: 3 })
    for (const token of ['boris', '', storage.secretKey]) {
      expect((await state(place, token)).status).toBe(404)
      expect((await piece(place, 0, new Uint8Array(3), token)).status).toBe(404)
      expect((await storage.raw(place, { method: 'DELETE', headers: spoken }, token)).status).toBe(404)
    }
    expect(await offsetOf(place)).toBe(0)
  })

  test('at its end, when the right is gone or the picture is none, and nothing stays', async () => {
    const lost = await begun({ bucket: 'drawer', name: 'lost.pdf', length: 4 })
    const picture = await begun({ bucket: 'board', name: 'no.png', length: 4, type: 'image/png' })
    const before = (await storage.filesOnDisk()).filter((name) => !/\.(part|json)$/.test(name))
    await storage.engine.exec(`alter policy "Everybody draws" on storage.objects with check (bucket_id = 'board')`)
    expect((await refusal(await piece(lost, 0, new Uint8Array(4))))[1]).toBe('AccessDenied')
    expect((await refusal(await piece(picture, 0, new Uint8Array(4))))[1]).toBe('InvalidPicture')
    expect((await state(lost)).status).toBe(404)
    expect((await storage.filesOnDisk()).filter((name) => !/\.(part|json)$/.test(name))).toEqual(before)
    await storage.engine.exec(`alter policy "Everybody draws" on storage.objects
      with check (bucket_id in ('drawer', 'board') and owner_id = (select auth.uid())::text)`)
  })

  test('after it was given up, and after a day', async () => {
    const given = await begun({ name: 'given-up.pdf', length: 10 })
    expect((await storage.raw(given, { method: 'DELETE', headers: spoken }, 'anna')).status).toBe(204)
    expect((await state(given)).status).toBe(404)
    const old = await begun({ name: 'old.pdf', length: 10 })
    await piece(old, 0, new Uint8Array(5))
    storage.clock.now += 23 * 60 * 60 * 1000
    expect(await offsetOf(old)).toBe(5)
    storage.clock.now += 2 * 60 * 60 * 1000
    expect((await piece(old, 5, new Uint8Array(5))).status).toBe(404)
    await storage.restart()
    await expect.poll(async () => (await storage.filesOnDisk()).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})
