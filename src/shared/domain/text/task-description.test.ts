import { expect, test } from 'vitest'
import { canBeCreated, descriptionProblem, plainTextOf, storedDescription } from './task-description'

const todo = { id: 't', text: ' Measure <twice> ', completed: false }
const draft = { title: 'Shop front', description: '<p>by Friday</p>', todos: [todo], due: '' }

test('spec 2 §3: the checklist is appended to the description, without its blank lines', () => {
  expect(storedDescription({ ...draft, todos: [todo, { id: 'u', text: ' ', completed: true }] })).toBe(
    '<p>by Friday</p><ul class="todo-list" data-list="todo"><li data-list="unchecked" data-id="t">Measure &lt;twice&gt;</li></ul>',
  )
})

test('a description may hold 1 MiB and not one byte more', () => {
  const whole = { description: 'ż'.repeat(512 * 1024), todos: [] }
  expect(descriptionProblem(whole)).toBeNull()
  expect(descriptionProblem({ ...whole, description: `${whole.description}x` })).toBe(
    'The description is too long: at most 1 MB with its pictures (now 1.1 MB). Attach large pictures as files.',
  )
})

test('drafts without a title hold nothing up, whatever else is in them', () => {
  const untitled = { title: ' ', description: 'x'.repeat(2 * 1024 * 1024), todos: [], due: 'soon' }
  expect([canBeCreated([draft, untitled]), canBeCreated([untitled])]).toEqual([true, false])
})

test('a due day that is no day holds its draft up', () =>
  expect(['2026-02-30', 'soon', '2026-02-28', ''].map((due) => canBeCreated([{ ...draft, due }]))).toEqual([
    false,
    false,
    true,
    true,
  ]))

test('rich text is read line by line', () => {
  expect(plainTextOf('<p>a &lt; <strong>b</strong></p><ul><li><p>c</p></li></ul><p><br></p>')).toBe('a < b\nc')
  expect(plainTextOf('<p title="a>b">x</p> < y')).toBe('x\n < y')
})
