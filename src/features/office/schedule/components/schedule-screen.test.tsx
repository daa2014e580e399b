// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import type { Role } from '@/shared/domain/people/role'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { ScheduleScreen } from './schedule-screen'

afterEach(cleanup)

const shift = (id: string, user_id: string, day: string, more: object = {}) => ({
  id,
  row_version: 1,
  user_id,
  starts_at: `${day}T05:00:00+00:00`,
  ends_at: `${day}T13:30:00+00:00`,
  break_minutes: 30,
  place: 'workshop',
  work_centre_id: null,
  note: null,
  work_centre: null,
  ...more,
})
const request = {
  id: 'leave-1',
  user_id: 'anna',
  starts_on: '2026-11-26',
  ends_on: '2026-11-26',
  status: 'requested',
  created_at: '2026-11-20T08:00:00Z',
  decided_by: null,
  decided_at: null,
  details: { kind: 'holiday', reason: 'Wedding', answer: null },
}

function open(at: string, role: Role = 'admin', answers: (call: Call) => Answer | null = () => null) {
  const calls = serve((call) => {
    const answer = answers(call)
    if (answer) return answer
    const table = /\/rest\/v1\/(\w+)/.exec(call.path)?.[1]
    if (call.path.includes('/rpc/get_company')) return { body: [{ time_zone: 'Europe/Malta' }] }
    if (table === 'contacts')
      return {
        body: [
          { user_id: 'anna', name: 'Anna', last_name: 'Vella' },
          { user_id: 'mark', name: 'Mark', last_name: 'Borg' },
        ],
      }
    if (table === 'shifts') return { body: [shift('s1', 'mark', '2026-11-23'), shift('s2', 'mark', '2026-11-24')] }
    if (table === 'absences') return { body: [request] }
    if (table === 'contract_hours')
      return { body: [{ user_id: 'mark', valid_from: '2026-01-01', hours_per_week: '12.00' }] }
    return { body: [] }
  })
  const user = showTo(
    role,
    <MemoryRouter initialEntries={[at]}>
      <ScheduleScreen />
    </MemoryRouter>,
  )
  return { user, calls }
}
const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name: new RegExp(name) })).closest('tr')
const week = '/staff-scheduling?date=2026-11-25'

test('the week of the address shows each person by day, by the clock of the company, with hours against contract', async () => {
  const { calls } = open(week)
  const mark = await rowOf('Mark Borg')
  expect(within(mark as HTMLElement).getAllByText('06:00 – 14:30')).toHaveLength(2)
  expect(mark?.textContent).toContain('16 h of 12 h')
  expect(screen.getByText(/^Week 48: 23 Nov 2026/)).toBeTruthy()
  expect((await rowOf('Anna Vella'))?.textContent).toContain('Holiday?')
  expect(calls.find(({ path }) => path.includes('/shifts'))?.path).toContain('starts_at=gte.2026-11-22T23:00:00.000Z')
})

test('a clash is said in the dialog in the words of the database, and what was typed stays', async () => {
  const words = 'Mark Borg already works on Mon 23 Nov, 06:00–14:30'
  const { user, calls } = open(`${week}&dialog=new-shift.mark~2026-11-23`, 'admin', ({ method, path }) =>
    method === 'POST' && path.includes('/shifts') ? { status: 409, body: { code: 'PT409', message: words } } : null,
  )
  const form = await screen.findByRole('form', { name: 'Add shift' })
  await user.type(within(form).getByLabelText(/^From/), '7')
  await user.type(within(form).getByLabelText(/^To/), '15:30')
  await user.click(within(form).getByRole('button', { name: 'Add shift' }))
  expect(await within(form).findByText(words)).toBeTruthy()
  expect((within(form).getByLabelText(/^To/) as HTMLInputElement).value).toBe('15:30')
  expect(calls.find(({ method, path }) => method === 'POST' && path.includes('/shifts'))?.body).toMatchObject({
    user_id: 'mark',
    starts_at: '2026-11-23T06:00:00.000Z',
    ends_at: '2026-11-23T14:30:00.000Z',
    break_minutes: 30,
  })
})

test('a shift that a colleague removed while it was edited is kept, and can be added again', async () => {
  let isGone = false
  const { user, calls } = open(`${week}&dialog=shift.s1`, 'admin', ({ method, path }) => {
    if (!path.includes('/rest/v1/shifts')) return null
    if (method === 'PATCH') isGone = true
    if (method === 'POST') return { body: { id: 's9' } }
    return isGone ? { body: path.includes('id=eq.') && method === 'GET' ? null : [] } : null
  })
  const form = await screen.findByRole('form', { name: 'Edit shift' })
  await user.type(within(form).getByLabelText(/^Note/), 'Bring the ladder')
  await user.click(within(form).getByRole('button', { name: 'Save changes' }))
  await user.click(await within(form).findByRole('button', { name: 'Add as a new shift' }))
  await waitFor(() =>
    expect(calls.find(({ method, path }) => method === 'POST' && path.includes('/shifts'))?.body).toMatchObject({
      user_id: 'mark',
      starts_at: '2026-11-23T05:00:00.000Z',
      note: 'Bring the ladder',
    }),
  )
})

test('copying last week names the shifts that were skipped', async () => {
  const { user } = open(week, 'admin', ({ path }) =>
    path.includes('copy_week')
      ? {
          body: {
            copied: 4,
            there: 0,
            skipped: [
              { user_id: 'mark', starts_at: '2026-11-27T05:00:00Z', because: 'Mark Borg is away: Fri 27 Nov 2026' },
            ],
          },
        }
      : null,
  )
  await user.click(await screen.findByRole('button', { name: 'Copy last week' }))
  expect(await screen.findByText('4 shifts copied from last week, 1 shift skipped')).toBeTruthy()
  expect(screen.getByText('Fri, 27 Nov 2026: Mark Borg is away: Fri 27 Nov 2026')).toBeTruthy()
})

test('approving leave over shifts asks before it removes them', async () => {
  const { user, calls } = open('/staff-scheduling?tab=leave', 'admin', ({ path, body }) =>
    path.includes('decide_absence') && !Reflect.get(Object(body), 'p_clear_shifts')
      ? { status: 409, body: { code: 'PT409', message: 'Anna Vella has 2 shifts in these days', details: 'shifts' } }
      : null,
  )
  await user.click(await screen.findByRole('button', { name: 'Approve the leave of Anna Vella' }))
  await user.click(await screen.findByRole('button', { name: 'Approve and remove shifts' }))
  await waitFor(() =>
    expect(calls.filter(({ path }) => path.includes('decide_absence')).map(({ body }) => body)).toEqual([
      { p_id: 'leave-1', p_status: 'approved', p_clear_shifts: false },
      { p_id: 'leave-1', p_status: 'approved', p_clear_shifts: true },
    ]),
  )
})

test('who may not plan sees the own shifts first, and no button that changes the week', async () => {
  const { user } = open('/staff-scheduling?date=2026-11-25', 'sales')
  expect(await screen.findByRole('tab', { name: 'My shifts', selected: true })).toBeTruthy()
  expect((await screen.findAllByText('Free')).length).toBe(7)
  await user.click(screen.getByRole('tab', { name: 'Everybody' }))
  expect(within((await rowOf('Mark Borg')) as HTMLElement).getAllByText('06:00 – 14:30')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /Add|Copy last week|Change/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Ask for leave' })).toBeTruthy()
})
