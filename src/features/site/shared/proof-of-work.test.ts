import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { stampOf, withWork } from './proof-of-work'

test('a stamp is the time, a salt and a count whose digest begins with as many zeros as are asked for', async () => {
  const stamp = await stampOf('leave_review', { bits: 12, now: 1_800_000_000.7 })
  expect(stamp).toMatch(/^1800000000\.[0-9a-f]{32}\.\d+$/)
  expect(createHash('sha256').update(`leave_review.${stamp}`).digest().readUInt32BE() >>> 20).toBe(0)
})

test('a refusal that asks for more is answered once, by the clock of the database', async () => {
  const refusal = { code: 'PT428', details: '{"bits": 8, "now": 1900000000}' }
  const send = vi.fn<(stamp: string) => Promise<string>>().mockRejectedValueOnce(refusal).mockResolvedValueOnce('sent')
  expect(await withWork('leave_review', send)).toBe('sent')
  expect(send.mock.calls[1]?.[0]).toMatch(/^1900000000\./)

  const busy = { code: 'PT429', details: '' }
  await expect(withWork('leave_review', () => Promise.reject(busy))).rejects.toBe(busy)
})
