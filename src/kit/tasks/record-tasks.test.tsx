// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import type { PageName } from '@/shared/domain/people/permission'
import type { Role } from '@/shared/domain/people/role'
import { serve, showTo } from '@/shared/ui/testing'
import { RecordTasks } from './record-tasks'

afterEach(cleanup)

const id = '3e2c4b1a-6f0d-4c8e-9b7a-1d2e3f405162'
const task = {
  id: 't1',
  title: 'Ask for the logo',
  status: 'pending',
  due_at: null,
  assignees: ['u1'],
  created_by: 'me',
  created_at: '2026-11-20T10:00:00Z',
  job_id: 'j1',
  delivery_id: null,
  job: { job_number: 'J-12' },
  delivery: null,
}
const shown = (open: unknown[], role: Role, viewed?: PageName[]) => {
  const calls = serve(({ path }) => {
    if (path.includes('/contacts')) return { body: [{ user_id: 'u1', name: 'Maria', last_name: 'Vella' }] }
    return { body: path.includes('status=neq.completed') ? open : [] }
  })

  showTo(
    role,
    <MemoryRouter initialEntries={['/orders/o1?tab=papers']}>
      <RecordTasks kind="order" id={id} />
    </MemoryRouter>,
    viewed,
  )
  return calls
}
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('the open tasks of an order say whose they are and of which job, and open over the page', async () => {
  const calls = shown([task], 'admin')
  await screen.findByText('Ask for the logo')
  await screen.findByRole('img', { name: 'Maria Vella' })
  expect(screen.getByText('J-12')).toBeTruthy()
  expect(hrefOf('Ask for the logo')).toBe('/orders/o1?tab=papers&task=t1')
  expect(hrefOf('New task')).toBe(`/orders/o1?tab=papers&new-task=order.${id}`)
  expect(hrefOf('All tasks')).toBe(`/tasks?show=all&about=order.${id}`)
  expect(calls.filter(({ path }) => path.includes('tasks_of_record')).map(({ path }) => path.split('?')[1])).toEqual([
    expect.stringContaining(`p_kind=order&p_id=${id}`),
    expect.stringContaining(`p_kind=order&p_id=${id}`),
  ])
})

test('without an open task it says so, and whoever may make none is offered none', async () => {
  shown([], 'sales', ['tasks'])
  expect(await screen.findByText('Nothing is open.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'New task' })).toBeNull()
})

test('whoever sees no tasks has no such part', () => {
  const calls = shown([task], 'sales', ['orders'])
  expect([screen.queryByRole('region', { name: 'Tasks' }), calls]).toEqual([null, []])
})
