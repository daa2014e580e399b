// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayFieldText } from '@/kit/fields/day-text'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { AddTime } from './add-time'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const job = '5c000000-0000-4000-8000-000000000001'
const handedOver = { id: 'done', job_number: 'JOB-2026-0001-A', title: 'Plate', status: 'delivered' }
const open = (answer: Answer, jobId: string | null = job) => {
  const calls = serve(({ path }: Call) => {
    if (path.includes('add_time')) return answer
    if (path.includes('/job_steps')) return { body: [{ id: 's1', name: 'Print', status: 'todo' }] }
    if (path.includes('status=in.')) return { body: [handedOver] }
    if (path.includes('/jobs'))
      return { body: [{ id: job, job_number: 'JOB-2026-0007-A', title: 'Fascia', status: 'new' }] }
    return { body: [] }
  })
  const user = showTo(
    'team_member',
    <MemoryRouter>
      <AddTime isOpen jobId={jobId} onClose={() => undefined} />
    </MemoryRouter>,
  )
  return { user, calls }
}

test('work without a timer is added for the job with its minutes and a note; a refusal keeps what was typed', async () => {
  const { user, calls } = open({
    status: 409,
    body: { code: 'PT409', message: 'The hours up to 5 Mar 2026 are closed.' },
  })
  await user.type(await screen.findByLabelText(/^From/), '0:01')
  await user.click(screen.getByRole('button', { name: 'Add time' }))
  expect(await screen.findByText('Please enter when it ended, or the minutes')).toBeTruthy()
  expect(screen.getByText('Please say why no timer ran')).toBeTruthy()
  await user.type(screen.getByLabelText('Or minutes'), '1')
  await user.type(screen.getByLabelText(/^Note/), 'Phone was flat')
  const day = screen.getByLabelText<HTMLInputElement>(/^Day/)
  await user.clear(day)
  await user.type(day, dayFieldText('2026-11-20'))
  await user.click(screen.getByRole('button', { name: 'Add time' }))
  expect(await screen.findByText('The hours up to 5 Mar 2026 are closed.')).toBeTruthy()
  const asked = calls.find(({ path }) => path.includes('add_time'))?.body as Record<string, string>
  expect(asked).toMatchObject({ p_job_id: job, p_reason: 'Phone was flat' })
  expect(Date.parse(asked['p_until'] ?? '') - Date.parse(asked['p_from'] ?? '')).toBe(60_000)
  expect(screen.getByLabelText(/^Note/)).toHaveProperty('value', 'Phone was flat')
  await waitFor(() => expect(screen.getByLabelText('Step')).toBeTruthy())
})

test('a job that was handed over in the last weeks is found for its time, below the open ones', async () => {
  const { user } = open({ body: 'requested' }, null)
  await user.click(await screen.findByLabelText('Job'))
  const found = await screen.findAllByRole('option')
  expect(found.map(({ textContent }) => textContent)).toEqual([
    'JOB-2026-0007-A · Fascia',
    'JOB-2026-0001-A · Plate (delivered)',
  ])
})
