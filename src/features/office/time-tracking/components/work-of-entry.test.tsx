// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { WorkOfEntry } from './work-of-entry'

afterEach(cleanup)

const entry = '11111111-1111-4111-8111-111111111111'
const job = { id: '22222222-2222-4222-8222-222222222222', job_number: 'JOB-1', title: 'Tray fascia' }
const named = {
  job_id: job.id,
  order_id: null,
  step_id: null,
  named_step_id: null,
  job,
  order: null,
  step: null,
  named_step: null,
}

function open(work: object, isMine = true) {
  const calls = serve(({ path }) => {
    if (path.includes('/rest/v1/time_entries')) return { body: { ...named, ...work } }
    if (path.includes('/rest/v1/job_steps')) return { body: [{ id: 's1', name: 'Print', status: 'done' }] }
    return { body: path.includes('/rest/v1/jobs') ? job : null }
  })
  const user = showTo(
    'team_member',
    <MemoryRouter>
      <WorkOfEntry entryId={entry} isMine={isMine} />
    </MemoryRouter>,
  )
  return { user, calls }
}

test('the person of an entry names its step; only the names are sent', async () => {
  const { user, calls } = open({})
  await user.click(await screen.findByRole('button', { name: 'Change job or order' }))
  await user.click(await screen.findByRole('combobox', { name: 'Step' }))
  await user.click(await screen.findByRole('option', { name: 'Print' }))
  await user.click(screen.getByRole('button', { name: 'Save job or order' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('name_work'))?.body).toEqual({
      p_entry: entry,
      p_job_id: job.id,
      p_step_id: 's1',
    }),
  )
})

test('a timer of a step keeps its step, and an entry of a colleague is not named', async () => {
  open({ step_id: 's1', step: { name: 'Print' } })
  const group = await screen.findByRole('group', { name: 'Worked for' })
  expect(group.textContent).toContain('The timer was started for this step.')
  expect(within(group).queryByRole('button')).toBeNull()
  cleanup()
  open({}, false)
  expect(within(await screen.findByRole('group', { name: 'Worked for' })).queryByRole('button')).toBeNull()
})
