import { expect, test } from 'vitest'
import { whyNotCreated } from './why-not-created'

const draft = (title: string, due = '') => ({ title, description: '', todos: [], due })

test('spec 2 §5: a disabled Create says what is missing', () => {
  expect(whyNotCreated([draft(' ')], false, [])).toBe('Enter a title first.')
  expect(whyNotCreated([draft('Neon'), draft('')], false, [])).toBe('Choose an assignee, or make the task private.')
  expect(whyNotCreated([draft('x'.repeat(501))], true, [])).toBe('Correct the marked fields above.')
  expect([whyNotCreated([draft('Neon')], true, []), whyNotCreated([draft('Neon')], false, ['maria'])]).toEqual([
    null,
    null,
  ])
})

test('a due day that is no day keeps a task from being created', () => {
  expect(whyNotCreated([draft('Neon', '2026-02-30')], true, [])).toBe('Correct the marked fields above.')
  expect(whyNotCreated([draft('Neon', '2026-02-28')], true, [])).toBeNull()
})
