// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import type { Role } from '@/shared/domain/people/role'
import { toField } from '@/kit/fields/moment'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { EntryDialog } from './entry-dialog'

const at = (clock: string) => `2026-11-20T${clock}.000Z`
const session = { startTime: at('08:00:00'), endTime: at('12:00:00'), duration: '04:00:00', isPaused: true }
const entry = {
  id: 'f1000000-0000-4000-a000-000000000001',
  user_id: 'me',
  user_email: 'me@company.test',
  status: 'completed',
  client_name: 'Anna Borg',
  business_name: null,
  sessions: [session],
  total_duration: '04:00:00',
  created_at: at('08:00:00'),
  touched_at: at('12:00:00'),
}
const correction = (change: object = {}) => ({
  id: 'c1',
  entry_id: entry.id,
  status: 'requested',
  reason: 'Forgot lunch',
  answer: null,
  total_before: '04:00:00',
  total_after: '03:00:00',
  person: 'Petra Zammit',
  is_mine: false,
  may_decide: true,
  created_at: at('13:00:00'),
  decided_by: null,
  decided_at: null,
  client: 'Anna Borg',
  job: null,
  after: [{ startTime: at('08:00:00'), endTime: at('11:00:00') }],
  ...change,
})

function open(role: Role, userId: string, corrections: object[]) {
  const calls = serve(({ path }: Call) => {
    if (path.includes('server_now')) return { body: at('18:00:00') }
    if (path.includes('rpc/time_corrections')) return { body: corrections }
    if (path.includes('ask_time_correction')) return { body: 'requested' }
    if (path.includes('time_entries')) return { body: path.includes('job:') ? null : entry }
    return { body: null }
  })
  const user = showTo(
    role,
    <MemoryRouter>
      <EntryDialog entryId={entry.id} userId={userId} onClose={() => {}} />
    </MemoryRouter>,
  )
  return { user, asked: (name: string) => calls.filter(({ path }) => path.includes(name)).map(({ body }) => body) }
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('completed time is corrected with a reason, and asked for with all sessions that stay', async () => {
  const { user, asked } = open('team_member', 'me', [])
  await user.click(await screen.findByRole('button', { name: 'Correct this time' }))
  const send = screen.getByRole('button', { name: 'Ask for this correction' })
  expect(send.getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(screen.getByLabelText('Session 1, to, time'), {
    target: { value: toField(at('11:00:00')).split('T')[1] },
  })
  expect(await screen.findByText('04:00:00 becomes 03:00:00')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ask for this correction' }))
  expect(screen.getByText('Please say why the time is wrong.')).toBeTruthy()
  expect(asked('ask_time_correction')).toEqual([])
  await user.type(screen.getByRole('textbox', { name: 'Why is the time wrong?' }), 'Forgot lunch')
  await user.click(screen.getByRole('button', { name: 'Ask for this correction' }))
  await waitFor(() =>
    expect(asked('ask_time_correction')).toMatchObject([
      { p_entry_id: entry.id, p_sessions: [{ ...session, endTime: at('11:00:00') }], p_reason: 'Forgot lunch' },
    ]),
  )
})

test('a correction that waits is shown with its reason, can be withdrawn, and no second one is asked for', async () => {
  const { user, asked } = open('team_member', 'me', [correction({ is_mine: true, may_decide: false })])
  const history = await screen.findByRole('region', { name: 'Corrections' })
  expect(history.textContent).toContain('04:00:00 → 03:00:00')
  expect(history.textContent).toContain('Waits for approval')
  expect(history.textContent).toContain('“Forgot lunch”')
  expect(screen.queryByRole('button', { name: 'Correct this time' })).toBe(null)
  await user.click(within(history).getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(asked('withdraw_time_correction')).toEqual([{ p_id: 'c1' }]))
})

test('whoever manages time approves it, or refuses it with an answer', async () => {
  const { user, asked } = open('admin', 'admin', [correction()])
  const history = await screen.findByRole('region', { name: 'Corrections' })
  expect(within(history).getByRole('button', { name: 'Refuse' }).getAttribute('aria-disabled')).toBe('true')
  await user.type(within(history).getByRole('textbox', { name: 'Answer' }), 'You were on the ladder')
  await user.click(within(history).getByRole('button', { name: 'Refuse' }))
  await waitFor(() =>
    expect(asked('decide_time_correction')).toEqual([
      { p_id: 'c1', p_status: 'refused', p_answer: 'You were on the ladder' },
    ]),
  )
})

test('a decided correction says by whom', async () => {
  open('team_member', 'me', [
    correction({ status: 'approved', may_decide: false, decided_by: 'Anna Vella', decided_at: at('15:00:00') }),
  ])
  const history = await screen.findByRole('region', { name: 'Corrections' })
  expect(history.textContent).toMatch(/Approved by Anna Vella, 20 Nov 2026/)
})
