import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { newLine, type QuotationItem } from './line'
import { createLineReader, withRead } from './line-reader'
import { lineOf } from './use-live-lines'

const { readLines } = vi.hoisted(() => ({ readLines: vi.fn() }))
vi.mock('../api/quotation.query', () => ({ readLines, linesQuery: (id: string) => ({ queryKey: ['lines', id] }) }))

const line = (id: string, position: string, description = id): QuotationItem => ({
  ...newLine(id, position, {}),
  description,
})
const lines = [line('a', 'a0'), line('b', 'a1'), line('c', 'a2')]

test('a line that was read takes its new place, a new one comes in, and one that was not found is gone', () => {
  const read = [line('a', 'a9', 'Moved'), line('d', 'a1V')]
  expect(withRead(lines, ['a', 'b', 'd'], read).map(({ description }) => description)).toEqual(['d', 'c', 'Moved'])
})

test('lines are read one read after another: what changes during one is read by the next, all together', async () => {
  const client = new QueryClient()
  client.setQueryData(['lines', 'q'], lines)
  const answers: ((read: QuotationItem[]) => void)[] = []
  readLines.mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
  const read = createLineReader(client, 'q')
  const first = read(['a'])
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  const second = Promise.all([read(['a']), read(['b'])])
  answers[0]?.([line('a', 'a0', 'Older')])
  await first
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  expect(readLines.mock.lastCall?.[1]).toEqual(['a', 'b'])
  answers[1]?.([line('a', 'a0', 'Newer'), line('b', 'a1', 'New')])
  await second
  expect(client.getQueryData<QuotationItem[]>(['lines', 'q'])?.map((each) => each.description)).toEqual([
    'Newer',
    'New',
    'c',
  ])
})

test('a signal about one line names it; one about several, or for a crowd, does not', () => {
  const nudge = (payload: object) =>
    lineOf({ kind: 'message', event: 'changed', payload: { table: 'quotation_items', op: 'UPDATE', ...payload } })
  expect(nudge({ id: 'a' })).toBe('a')
  expect(nudge({ id: null })).toBeNull()
  expect(nudge({ id: 'a', spread: 500 })).toBeNull()
  expect(lineOf({ kind: 'live' })).toBeNull()
})
