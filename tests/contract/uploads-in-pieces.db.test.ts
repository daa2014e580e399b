import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pieceBytes, sendInPieces } from '@/shared/db/pieces'
import { openStorageForTest } from '../../supabase/local/storage/testing.ts'

// The product's own uploads, as a page sends them, against the server.
let storage: Awaited<ReturnType<typeof openStorageForTest>>
beforeAll(async () => {
  storage = await openStorageForTest()
})
afterAll(() => storage.close())

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const stored = async (name: string) => {
  const { data, error } = await storage.as('anna').from('desk').download(name)
  if (!data) throw error
  return new Uint8Array(await data.arrayBuffer())
}
/** Anna's `fetch`; `fails` says of each request, by its number, whether its way there or its answer is lost. */
function line(fails: (n: number) => 'there' | 'back' | null = () => null) {
  let n = 0
  const sent: string[] = []
  const send: typeof fetch = async (input, init = {}) => {
    n += 1
    sent.push(init.method ?? 'GET')
    const how = fails(n)
    if (how === 'there') throw new TypeError('Failed to fetch')
    const headers = { ...Object.fromEntries(new Headers(init.headers)), authorization: 'Bearer anna' }
    const answer = await fetch(input, { ...init, headers })
    if (how === 'back') throw new TypeError('Failed to fetch')
    return answer
  }
  return { send, sent }
}
const paused: number[] = []
const upload = (
  bytes: Uint8Array<ArrayBuffer>,
  path: string,
  send: typeof fetch,
  told?: (share: number) => void,
  bucket = 'desk',
) =>
  sendInPieces(
    `${storage.url()}/storage/v1`,
    send,
    { bucket, path, file: new Blob([bytes], { type: 'application/pdf' }), keeps: 60 },
    told,
    async (ms) => void paused.push(ms),
  )

describe('a large file of a page', () => {
  test('goes up in pieces, says how far it is, and is what it was', async () => {
    const bytes = randomBytes(2 * pieceBytes + 1000)
    const shares: number[] = []
    const { send, sent } = line()
    await upload(bytes, 'own/Plan (2).pdf', send, (share) => shares.push(share))
    expect(sent).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH'])
    expect(shares).toEqual([pieceBytes / bytes.length, (2 * pieceBytes) / bytes.length, 1])
    expect(hash(await stored('own/Plan (2).pdf'))).toBe(hash(bytes))
    const { data } = await storage.as('anna').from('desk').info('own/Plan (2).pdf')
    expect(data).toMatchObject({ contentType: 'application/pdf', cacheControl: 'max-age=60' })
  })

  test('arrives whole over any line that fails less than seven times on end', async () => {
    const loss = fc.constantFrom('there' as const, 'back' as const, null)
    await fc.assert(
      fc.asyncProperty(fc.array(loss, { maxLength: 14 }), async (losses) => {
        const bytes = randomBytes(pieceBytes + 5000)
        const name = `lost-${hash(bytes).slice(0, 12)}.pdf`
        const most = losses.map((how, n) => (n % 6 === 5 ? null : how))
        const { send } = line((n) => most[n - 1] ?? null)
        await upload(bytes, name, send)
        expect(hash(await stored(name))).toBe(hash(bytes))
      }),
      { numRuns: 8 },
    )
  })

  test('begins anew where the server knows of it no more', async () => {
    const bytes = randomBytes(2 * pieceBytes)
    let pieces = 0
    const { send } = line()
    const forgetful: typeof fetch = async (input, init) => {
      if (init?.method === 'PATCH' && (pieces += 1) === 2) storage.clock.now += 25 * 60 * 60 * 1000
      return send(input, init)
    }
    await upload(bytes, 'forgotten.pdf', forgetful)
    expect(hash(await stored('forgotten.pdf'))).toBe(hash(bytes))
  })

  test('is given up in the server’s words, and after seven failures on end', async () => {
    const bytes = randomBytes(pieceBytes + 1)
    await expect(upload(bytes, 'x.pdf', line().send, undefined, 'drawer')).rejects.toThrow('maximum allowed size')
    await expect(upload(bytes, '../x.pdf', line().send)).rejects.toThrow('Invalid key')
    paused.length = 0
    const { send, sent } = line((n) => (n > 1 ? 'there' : null))
    await expect(upload(bytes, 'never.pdf', send)).rejects.toThrow('Failed to fetch')
    expect([sent.length, paused]).toEqual([8, [500, 1000, 2000, 4000, 8000, 15_000]])
    await storage.as('anna').from('desk').upload('taken.pdf', 'first')
    await expect(upload(bytes, 'taken.pdf', line().send)).rejects.toThrow('already exists')
  })
})
