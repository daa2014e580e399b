// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { ShortPieces } from './short-pieces'

afterEach(cleanup)

const short = {
  job_id: 'j1',
  job_number: 'JOB-1-A',
  title: 'Boards',
  qty: 40,
  short: 2,
  why: 'The client takes 38',
  cancelled: null,
}

test('fewer that are enough are asked of sales, and one press lowers the order', async () => {
  let rows: object[] = [short, { ...short, job_id: 'j2', title: 'Frames', why: null }]
  const calls = serve(({ path }) => {
    if (path.includes('short_of_order')) return { body: rows }
    if (path.includes('lower_to_made')) rows = []
    return { body: {} }
  })
  const user = showTo(
    'admin',
    <MemoryRouter>
      <ShortPieces orderId="o1" />
    </MemoryRouter>,
  )
  const told = await screen.findByRole('alert', { name: 'Fewer are enough, and the order still says more' })
  expect(told.textContent).toContain('38 of 40 were made: Boards')
  expect(told.textContent).toContain('The client takes 38')
  expect(screen.getByRole('alert', { name: 'Pieces are short, and nobody makes them' }).textContent).toContain('Frames')
  await user.click(within(told).getByRole('button', { name: 'Lower the order to 38' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(calls.find(({ path }) => path.includes('lower_to_made'))?.body).toEqual({ p_job_id: 'j1', p_short: 2 })
})

test('a job that was cancelled is said with its reason, and a reason lowers the order', async () => {
  let rows: object[] = [{ ...short, qty: 12, short: 12, why: null, cancelled: 'The client drops it.' }]
  const calls = serve(({ path }) => {
    if (path.includes('short_of_order')) return { body: rows }
    if (path.includes('lower_to_made')) rows = []
    return { body: {} }
  })
  const user = showTo(
    'admin',
    <MemoryRouter>
      <ShortPieces orderId="o1" />
    </MemoryRouter>,
  )
  const told = await screen.findByRole('alert', { name: 'A job was cancelled, and nobody makes its pieces' })
  expect(told.textContent).toContain('12 of 12: Boards, JOB-1-A. The client drops it. The job can begin again.')
  await user.click(within(told).getByRole('button', { name: 'Lower the order to 0…' }))
  await user.type(await screen.findByLabelText(/^Why/), 'No boards')
  await user.click(screen.getByRole('button', { name: 'Lower the order' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(calls.find(({ path }) => path.includes('lower_to_made'))?.body).toEqual({
    p_job_id: 'j1',
    p_short: 12,
    p_reason: 'No boards',
  })
})
