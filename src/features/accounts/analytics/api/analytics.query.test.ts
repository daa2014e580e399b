// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { serve } from '@/shared/ui/testing'
import { readLedger } from './analytics.query'

afterEach(() => vi.unstubAllGlobals())

test('a ledger of more rows than the database answers at once is read to its end', async () => {
  const ledger = Array.from({ length: 2500 }, (_, at) => ({ number: `INV-${at}`, net: '1.00' }))
  serve(({ path }) => {
    const { searchParams } = new URL(path, 'http://backend.test')
    const begin = Number(searchParams.get('offset') ?? 0)
    return { body: ledger.slice(begin, begin + Math.min(Number(searchParams.get('limit') ?? 1000), 1000)) }
  })
  const rows = await readLedger('sales', '2026-01-01', '2026-12-31')
  expect(rows.map(({ number }) => number)).toEqual(ledger.map(({ number }) => number))
})
