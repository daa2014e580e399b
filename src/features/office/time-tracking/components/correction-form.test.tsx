// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type TimeEntry, toTimeEntry } from '@/shared/domain/time/time-entry'
import { type Answer, serve, showTo } from '@/shared/ui/testing'
import { toField } from '@/kit/fields/moment'
import { CorrectionForm } from './correction-form'

const at = (clock: string) => `2026-11-20T${clock}.000Z`
const closed = (from: string, to: string) => ({
  startTime: at(from),
  endTime: at(to),
  duration: '01:00:00',
  isPaused: true,
  pausedAt: at(to),
})
const open = { startTime: at('12:00:00'), endTime: null, duration: '00:00:00', isPaused: false, pausedAt: null }
const [first, second] = [closed('08:00:00', '09:00:00'), closed('10:00:00', '11:00:00')]

const row = (sessions: unknown[], status = 'paused') => ({
  id: 'fascia',
  user_id: 'me',
  user_email: 'me@company.test',
  status,
  client_name: 'Anna Borg',
  business_name: null,
  sessions,
  total_duration: '02:00:00',
  created_at: at('08:00:00'),
  touched_at: at('11:00:00'),
})

function correct(entry: TimeEntry, answer: Answer = { body: row([]) }) {
  const calls = serve(({ path }) => (path.includes('server_now') ? { body: at('18:00:00') } : answer))
  const onDone = vi.fn()
  const user = showTo('team_member', <CorrectionForm entry={entry} onDone={onDone} />)
  return {
    user,
    onDone,
    saved: () => calls.filter(({ path }) => path.includes('correct_timer')).map(({ body }) => body),
  }
}
const body = (sessions: unknown[], names: object = {}) => ({
  p_entry: 'fascia',
  p_client_name: 'Anna Borg',
  p_business_name: '',
  p_sessions: sessions,
  p_seen: at('11:00:00'),
  ...names,
})
const field = (name: string) => screen.getByLabelText(name)
const save = () => screen.getByRole('button', { name: 'Save correction' })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const clockOf = (moment: string) => toField(moment).split('T')[1]

test('a session that was removed is not saved, and one that is kept after all is', async () => {
  const { user, saved, onDone } = correct(toTimeEntry(row([first, second])))
  await user.click(screen.getByRole('button', { name: 'Remove session 1' }))
  await user.click(screen.getByRole('button', { name: 'Remove session 2' }))
  await user.click(screen.getAllByRole('button', { name: 'Keep it' })[1] ?? save())
  await user.click(save())
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  expect(saved()).toEqual([body([second])])
})

test('Enter saves what was typed last', async () => {
  const { user, saved } = correct(toTimeEntry(row([first])))
  await user.type(field('Business'), 'Bakery Ltd{Enter}')
  await waitFor(() => expect(saved()).toEqual([body([first], { p_business_name: 'Bakery Ltd' })]))
})

test('an end for the running session says that the timer is paused by it', async () => {
  const { user, saved } = correct(toTimeEntry(row([first, open], 'active')))
  fireEvent.change(field('Session 2, to (runs now), time'), { target: { value: clockOf(at('17:00:00')) } })
  expect(screen.getByText(/^Saving pauses this timer/)).toBeTruthy()
  await user.click(save())
  await waitFor(() => expect(saved()).toEqual([body([first, { ...open, endTime: at('17:00:00') }])]))
})

test('what cannot be is said under its field and not sent', async () => {
  const { user, saved } = correct(toTimeEntry(row([first, second])))
  fireEvent.change(field('Session 2, from, time'), { target: { value: clockOf(at('08:30:00')) } })
  await user.click(save())
  expect(screen.getByText('It overlaps with the one before.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Session 2, from'))
  expect(saved()).toEqual([])
})

test('a refusal is told in its words, and nothing typed is lost', async () => {
  const message = 'The timer has moved meanwhile. Look at it and save again.'
  const { user, onDone } = correct(toTimeEntry(row([first])), { status: 409, body: { code: 'PT409', message } })
  fireEvent.change(field('Session 1, to, time'), { target: { value: clockOf(at('08:20:00')) } })
  await user.click(save())
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByDisplayValue(/^\d\d:20:00$/)).toBe(field('Session 1, to, time'))
  expect(onDone).not.toHaveBeenCalled()
})
