import { expect, test } from 'vitest'
import { heldRows } from './held-rows'

const rows = (...names: string[]) => names.map((name) => ({ id: name.charAt(0), name }))
const seen = (shown: { id: string; name: string }[], fresh: { id: string; name: string }[]) => {
  const { rows: calm, waiting } = heldRows(shown, fresh)
  return [calm.map(({ row, isGone }) => (isGone ? `(${row.name})` : row.name)).join(' '), waiting]
}

test('a change shows in its place, whatever order it would have now', () => {
  expect(seen(rows('a', 'b', 'c'), rows('c', 'b2', 'a'))).toEqual(['a b2 c', 0])
})

test('what is new above waits and is counted', () => {
  expect(seen(rows('b', 'c'), rows('z', 'a', 'b', 'c'))).toEqual(['b c', 2])
})

test('what is gone keeps its place', () => {
  expect(seen(rows('a', 'b', 'c'), rows('a', 'c'))).toEqual(['a (b) c', 0])
})

test('the next page is added below', () => {
  expect(seen(rows('b', 'c'), rows('a', 'b', 'c', 'd', 'e'))).toEqual(['b c d e', 1])
})
