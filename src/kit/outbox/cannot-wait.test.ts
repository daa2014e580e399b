import { afterEach, expect, test, vi } from 'vitest'
import { cannotWaitWords } from '@/shared/domain/web/network-words'
import { cannotWait } from './cannot-wait'

afterEach(() => vi.unstubAllGlobals())

test('without a network it is refused at once, and never tried', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const act = vi.fn(async () => 'paused')
  await expect(cannotWait(act)).rejects.toThrow(cannotWaitWords)
  expect(act).not.toHaveBeenCalled()
})

test('where nobody answers it says the same; a refusal keeps its own words', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  await expect(cannotWait(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow(cannotWaitWords)
  await expect(cannotWait(() => Promise.reject(new Error('Not yours')))).rejects.toThrow('Not yours')
  expect(await cannotWait(async () => 'paused')).toBe('paused')
})
