// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Todo } from '@/shared/domain/text/task-description'
import { completeBrowser, show } from './testing'
import { TodosField } from './todos-field'

let held: readonly Todo[] = []
const Field = () => {
  const [todos, setTodos] = useState<readonly Todo[]>([])
  const change = (next: readonly Todo[]) => {
    held = next
    setTodos(next)
  }
  return <TodosField todos={todos} disabled={false} onChange={change} />
}
const newItem = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'New checklist item' })
const rows = () => screen.queryAllByRole('textbox', { name: /^Checklist item/ }).map((row) => row.getAttribute('value'))
const texts = () => held.map(({ text }) => text)

beforeEach(() => {
  completeBrowser()
  held = []
  show(<Field />)
})
afterEach(cleanup)

test('what is being typed belongs to the draft before Enter ends its line', async () => {
  const user = userEvent.setup()
  await user.type(newItem(), 'Measure')
  expect([texts(), rows(), newItem().value]).toEqual([['Measure'], [], 'Measure'])
  await user.keyboard('{Enter}Cut')
  expect([texts(), rows(), newItem().value]).toEqual([['Measure', 'Cut'], ['Measure'], 'Cut'])
  fireEvent.blur(newItem())
  expect([rows(), newItem().value]).toEqual([['Measure', 'Cut'], ''])
})

test('a line of which nothing is left is none', async () => {
  const user = userEvent.setup()
  await user.type(newItem(), 'x{Backspace}  {Enter}')
  expect([texts(), newItem().value]).toEqual([[], ''])
})
