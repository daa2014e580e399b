import { describe, expect, test } from 'vitest'
import { keepRates, ratesKey, recallRates } from './stored-rates'

const cached = {
  rates: { base: 'EUR' as const, date: '2026-11-20', rates: { EUR: 1, USD: 1.25 } },
  readAt: 1_000,
}

/** A storage of one entry, which may refuse to write. */
function storageWith(text: string | null, { full = false } = {}) {
  const entries = new Map(text === null ? [] : [[ratesKey, text]])
  const storage: Storage = {
    get length() {
      return entries.size
    },
    key: () => null,
    clear: () => entries.clear(),
    getItem: (key) => entries.get(key) ?? null,
    removeItem: (key) => void entries.delete(key),
    setItem: (key, value) => {
      if (full) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      entries.set(key, value)
    },
  }
  return () => storage
}
const blocked = (): Storage => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test('rates come back as they were kept', () => {
  const storage = storageWith(null)
  keepRates(storage, cached)
  expect(recallRates(storage)).toEqual(cached)
})

describe('damaged storage is as if nothing was kept', () => {
  test.each([
    'not json',
    'null',
    '[]',
    '{}',
    JSON.stringify({ ...cached, readAt: 'yesterday' }),
    JSON.stringify({ ...cached, rates: { ...cached.rates, base: 'USD' } }),
    JSON.stringify({ ...cached, rates: { ...cached.rates, rates: { USD: 0 } } }),
  ])('%s', (text) => expect(recallRates(storageWith(text))).toBeNull())

  test('the rates of a strange table that are usable stay', () => {
    const strange = { ...cached, rates: { ...cached.rates, rates: { USD: 1.25, GBP: 'much', __proto__: null } } }
    expect(recallRates(storageWith(JSON.stringify(strange)))).toEqual(cached)
  })
})

test('a blocked storage gives nothing, and nothing breaks', () => {
  expect(recallRates(blocked)).toBeNull()
  expect(() => keepRates(blocked, cached)).not.toThrow()
})

test('a full storage keeps what it had', () => {
  const storage = storageWith(JSON.stringify(cached), { full: true })
  keepRates(storage, { ...cached, readAt: 2_000 })
  expect(recallRates(storage)).toEqual(cached)
})
