// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { memoryOfBrowser } from '@/shared/lib/memory'
import { keptRates } from './stored-rates'

const cached = {
  rates: { base: 'EUR' as const, date: '2026-11-20', rates: { EUR: 1, USD: 1.25 } },
  readAt: 1_000,
}
const stored = (content: unknown) => memoryOfBrowser('exchange-rates', z.unknown()).keep(content)

beforeEach(() => localStorage.clear())

test('rates come back as they were kept', () => {
  keptRates.keep(cached)
  expect(keptRates.read()).toEqual(cached)
})

describe('damaged rates are as if nothing was kept', () => {
  test.each([
    null,
    [],
    {},
    { ...cached, readAt: 'yesterday' },
    { ...cached, rates: { ...cached.rates, base: 'USD' } },
    { ...cached, rates: { ...cached.rates, rates: { USD: 0 } } },
  ])('%j', (content) => {
    stored(content)
    expect(keptRates.read()).toBeNull()
  })

  test('those of a strange table that are usable stay', () => {
    stored({ ...cached, rates: { ...cached.rates, rates: { USD: 1.25, GBP: 'much' } } })
    expect(keptRates.read()).toEqual(cached)
  })
})
