import { expect, test } from 'vitest'
import { derivedId } from './derived-id'

const id = '00000000-0000-4000-8000-000000000007'

test('the same words give the same id, other words another', () => {
  const ids = ['old', 'old', 'new', 'old '].map((words) => derivedId(id, words))
  expect(ids[0]).toBe(ids[1])
  expect(new Set([id, ...ids]).size).toBe(4)
  for (const one of ids) expect(one).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})
