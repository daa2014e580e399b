import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createRowReader, withRead } from './row-reader'
import { rowOf } from './use-live-rows'

type Line = { id: string; place: number; words: string }
const line = (id: string, place: number, words = id): Line => ({ id, place, words })
const byPlace = (a: Line, b: Line) => a.place - b.place
const lines = [line('a', 0), line('b', 1), line('c', 2)]

test('a row that was read takes its new place, a new one comes in, and one that was not found is gone', () => {
  const read = [line('a', 9, 'Moved'), line('d', 1.5)]
  expect(withRead(lines, ['a', 'b', 'd'], read, byPlace).map(({ words }) => words)).toEqual(['d', 'c', 'Moved'])
})

test('rows are read one read after another: what changes during one is read by the next, all together', async () => {
  const client = new QueryClient()
  client.setQueryData(['lines'], lines)
  const answers: ((read: Line[]) => void)[] = []
  const readLines = vi.fn<(ids: readonly string[]) => Promise<Line[]>>(
    () => new Promise((resolve) => answers.push(resolve)),
  )
  const read = createRowReader(client, { queryKey: ['lines'], read: readLines, inOrder: byPlace })
  const first = read(['a'])
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  const second = Promise.all([read(['a']), read(['b'])])
  answers[0]?.([line('a', 0, 'Older')])
  await first
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  expect(readLines.mock.lastCall?.[0]).toEqual(['a', 'b'])
  answers[1]?.([line('a', 0, 'Newer'), line('b', 1, 'New')])
  await second
  expect(client.getQueryData<Line[]>(['lines'])?.map(({ words }) => words)).toEqual(['Newer', 'New', 'c'])
})

test('a signal about one row names it; one about several, or for a crowd, does not', () => {
  const nudge = (payload: object) =>
    rowOf({ kind: 'message', event: 'changed', payload: { table: 'quotation_items', op: 'UPDATE', ...payload } })
  expect(nudge({ id: 'a' })).toBe('a')
  expect(nudge({ id: null })).toBeNull()
  expect(nudge({ id: 'a', spread: 500 })).toBeNull()
  expect(rowOf({ kind: 'live' })).toBeNull()
})
