// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { clockText, momentText } from '@/shared/domain/text/formats'
import { serve, showTo } from '@/shared/ui/testing'
import { CompletedEntries } from './completed-entries'
import { RunningNow } from './running-now'

afterEach(cleanup)

const session = { startTime: '2026-11-20T04:17:00Z', endTime: '2026-11-20T05:28:00Z', duration: '01:11:00' }
const entry = (change: object = {}) => ({
  id: 'fascia',
  user_id: 'me',
  user_email: 'me@company.test',
  status: 'completed',
  client_name: 'Sunbird Car Hire',
  business_name: 'Sunbird Car Hire',
  sessions: [session],
  total_duration: '01:11:00',
  created_at: '2026-11-20T04:16:00Z',
  touched_at: '2026-11-20T05:28:00Z',
  job: { job_number: 'JOB-2026-0211-B', title: 'Car wrap' },
  step: { name: 'Template' },
  named_step: null,
  order: null,
  ...change,
})

const show = (rows: object[], what: React.ReactNode) => {
  serve(({ path }) => ({ body: path.includes('time_entries') ? rows : [] }))
  showTo('admin', <MemoryRouter>{what}</MemoryRouter>)
}

test('a completed timer names its client once, its job and step, and the corrected time at which it began', async () => {
  show([entry()], <CompletedEntries userEmail="me@company.test" hrefOf={(id) => `?entry=${id}`} />)
  const list = await screen.findByRole('list', { name: 'Completed timers' })
  expect(within(list).getByRole('link').textContent).toBe('Sunbird Car Hire')
  expect(list.textContent).toContain(`JOB-2026-0211-B Car wrap · Template · ${momentText(session.startTime)}`)
})

test('time by hand that was refused or withdrawn is folded and has no duration; what waits stays in the list', async () => {
  const claimed = { startTime: '2026-11-20T04:00:00Z', endTime: '2026-11-20T05:15:00Z' }
  const byHand = (id: string, ...statuses: string[]) =>
    entry({
      id,
      by_hand: true,
      sessions: [],
      total_duration: '00:00:00',
      corrections: statuses.map((status) => ({ status, after: [claimed] })),
    })
  show(
    [entry(), byHand('a', 'requested'), byHand('b', 'refused'), byHand('c', 'refused', 'withdrawn')],
    <CompletedEntries userEmail="me@company.test" hrefOf={(id) => `?entry=${id}`} />,
  )
  const fold = (await screen.findByText('2 refused or withdrawn')).closest('details')!
  expect(fold.open).toBe(false)
  expect(fold.textContent).toContain('By hand, refused')
  expect(fold.textContent).not.toContain('00:00:00')
  const list = screen.getByRole('list', { name: 'Completed timers' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  expect(list.textContent).toContain('By hand, waits for approval')
  expect(list.textContent).toContain(`${momentText(claimed.startTime)}–${clockText(claimed.endTime)}`)
  expect(list.textContent).toContain('01:15:00')
  expect(list.textContent).not.toContain('00:00:00')
})

test('a running timer of a colleague names the job and the step', async () => {
  const open = { ...session, endTime: null, duration: '00:00:00' }
  show([entry({ status: 'active', sessions: [open] })], <RunningNow />)
  expect(await screen.findByText(/Sunbird Car Hire · JOB-2026-0211-B Car wrap · Template/)).toBeTruthy()
})
