import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { type ColumnOf, drawn } from './column'

type Row = { at: string | null; gross: string | null }
const shown = (column: ColumnOf<Row>, row: Row) => [
  drawn(column).cell(row),
  drawn(column).csv?.(row, new QueryClient()),
]

test('a day of the calendar is the same one west of Greenwich; a moment is a day where the person is', async () => {
  const zone = process.env.TZ
  process.env.TZ = 'America/Los_Angeles'
  vi.resetModules()
  try {
    const { drawn } = await import('./column')
    const { cell, csv } = drawn<Row>({ name: 'at', label: 'At', day: ({ at }) => at })
    const texts = ['2026-11-20', '2026-11-20T03:00:00Z', null].map((at) => [
      cell({ at, gross: null }),
      csv?.({ at, gross: null }, new QueryClient()),
    ])
    expect(texts).toEqual([
      ['20 Nov 2026', '2026-11-20'],
      ['19 Nov 2026', '2026-11-19'],
      ['', null],
    ])
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
    vi.resetModules()
  }
})

test('an amount stands right, in the company’s currency or its own, and is exported as it is stored', () => {
  const total: ColumnOf<Row> = { name: 'gross', label: 'Total', money: ({ gross }) => gross }
  expect(drawn(total).align).toBe('right')
  expect(shown(total, { at: null, gross: '1250.50' })).toEqual(['€1,250.50', '1250.50'])
  expect(shown({ ...total, currency: () => 'GBP' }, { at: null, gross: '3' })).toEqual(['£3.00', '3'])
  expect(shown(total, { at: null, gross: null })).toEqual(['', null])
})

test('a status is exported in the words of the screen', () => {
  const status: ColumnOf<Row> = { name: 'status', label: 'Status', kind: 'quotation', status: () => 'sent' }
  expect(shown(status, { at: null, gross: null })[1]).toBe('Sent')
})
