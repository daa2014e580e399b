import { expect, test } from 'vitest'
import { readTasksSearch, withTasksSearch } from './tasks-search'

const read = (search: string) => readTasksSearch(new URLSearchParams(search))

test('/tasks shows what is assigned to me, in every state', () => {
  expect(read('')).toEqual({ scope: 'mine', status: null, taskId: null })
})

test('the address says which tasks, which state and which one is open', () => {
  expect(read('show=created&status=pending&task=t')).toEqual({ scope: 'created', status: 'pending', taskId: 't' })
})

test('an address that asks for something unknown shows mine', () => {
  expect(read('show=everything').scope).toBe('mine')
})

test('changing one filter keeps the others and what is not ours', () => {
  const search = new URLSearchParams('show=all&status=pending&theme=dark')
  expect(withTasksSearch(search, { status: 'completed' }).toString()).toBe('show=all&status=completed&theme=dark')
  expect(withTasksSearch(search, { status: null, scope: 'mine' }).toString()).toBe('theme=dark')
  expect(withTasksSearch(search, { taskId: 't' }).toString()).toBe('show=all&status=pending&theme=dark&task=t')
})
