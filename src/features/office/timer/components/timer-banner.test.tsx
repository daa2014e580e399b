// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fromField, toField } from '@/kit/fields/moment'
import { timerTexts } from '@/shared/domain/time/time-entry'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { TimerBanner } from './timer-banner'

const day = 86_400_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const hours = (count: number) => count * 3_600_000
/** The clock of the bar shows whole seconds of the server, so up to a second less. */
const past = (ms: number) => ms + 5000
const closed = { startTime: ago(hours(30)), endTime: ago(hours(29)), duration: '01:00:00', isPaused: true }
const open = (since: number) => ({ startTime: ago(since), endTime: null, duration: '00:00:00', isPaused: false })

const row = (change: object = {}) => ({
  id: 'fascia',
  user_id: 'me',
  user_email: 'me@company.test',
  status: 'paused',
  client_name: 'Anna Borg',
  business_name: 'Bakery Ltd',
  sessions: [closed],
  total_duration: '01:00:00',
  created_at: ago(hours(30)),
  touched_at: '2026-11-20T08:00:00+00:00',
  ...change,
})
const running = (since: number) => row({ status: 'active', sessions: [closed, open(since)] })

/** The bar over a database with this timer. A move answers with the changed timer. */
function showBar(timer: object | null, moved: object = {}) {
  let stored = timer
  const calls = serve(({ path }: Call) => {
    if (path.includes('server_now')) return { body: new Date().toISOString() }
    if (/(pause|resume|stop)_timer/.test(path)) {
      stored = null
      return { body: row(moved) }
    }
    return { body: stored ? [stored] : [] }
  })
  const user = showTo(
    'team_member',
    <MemoryRouter>
      <TimerBanner />
    </MemoryRouter>,
  )
  return { user, calls, moves: () => calls.filter(({ path }) => /rpc\/\w+_timer/.test(path)) }
}

const bar = () => screen.findByRole('region', { name: 'Work timer' })
const buttons = async () =>
  within(await bar())
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))

// A clock that jumps back is noticed with its next tick, a second later.
configure({ asyncUtilTimeout: 5000 })
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the bar of a running timer', () => {
  test('says for whom, leads to the entry, and can be paused and stopped', async () => {
    showBar(running(hours(1)))
    expect(await buttons()).toEqual(['Pause', 'Stop'])
    expect((await bar()).textContent).toContain('Running')
    expect(screen.getByRole('link', { name: 'Anna Borg · Bakery Ltd' }).getAttribute('href')).toBe(
      '/time-tracking?entry=fascia',
    )
  })

  test('R13: counts by the clock of the server on a device that is a day ahead, and ticks without asking it for the time', async () => {
    const right = Date.now
    const timer = running(past(hours(1)))
    vi.spyOn(Date, 'now').mockImplementation(() => right() + day)
    const { calls } = showBar(timer)
    await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/^02:00:[01]\d$/))
    // While the live channel is down the timer is read each second; the server's time is read once.
    const clocks = () => calls.filter(({ path }) => path.includes('server_now')).length
    const [shown, asked] = [screen.getByRole('timer').textContent, clocks()]
    await waitFor(() => expect(screen.getByRole('timer').textContent).not.toBe(shown))
    expect(clocks()).toBe(asked)
  })

  test('says nothing of a run of nine hours', async () => {
    showBar(running(past(hours(9))))
    await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/^10:00:/))
    expect((await bar()).textContent).not.toContain('more than 10 hours')
  })

  test('says so gently when it has been running for ten hours', async () => {
    showBar(running(past(hours(10))))
    expect(await screen.findByText(/^Running for more than 10 hours/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'correct when it ended' }).getAttribute('href')).toBe(
      '/time-tracking?entry=fascia',
    )
  })

  test('that is double-clicked pauses once, and says so', async () => {
    const { user, moves } = showBar(running(hours(1)), { touched_at: '2026-11-20T09:00:00+00:00' })
    await user.dblClick(within(await bar()).getByRole('button', { name: 'Pause' }))
    expect(await screen.findByText('Timer Paused')).toBeTruthy()
    expect(moves()).toEqual([{ method: 'POST', path: '/rest/v1/rpc/pause_timer', body: { p_entry: 'fascia' } }])
  })
})

describe('a forgotten timer', () => {
  test('is asked when the work ended before it pauses', async () => {
    const { user, moves } = showBar(running(past(hours(12))), { touched_at: '2026-11-20T09:00:00+00:00' })
    await screen.findByText(/^Running for more than 10 hours/)
    await user.click(within(await bar()).getByRole('button', { name: 'Pause' }))
    const question = await screen.findByRole('dialog', { name: 'When did the work end?' })
    expect(moves()).toEqual([])
    const pause = within(question).getByRole('button', { name: 'Pause' })
    expect(pause).toHaveProperty('disabled', true)
    const clock = within(question).getByRole('textbox', { name: /time/i })
    await user.type(clock, '23:59')
    await user.click(pause)
    expect(moves()).toEqual([
      {
        method: 'POST',
        path: '/rest/v1/rpc/pause_timer',
        body: { p_entry: 'fascia', p_ended: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:59:00/) },
      },
    ])
  })
})

describe('the bar of a paused timer', () => {
  test('shows its total, and can be resumed, stopped and hidden', async () => {
    showBar(row())
    expect(await buttons()).toEqual(['Resume', 'Stop', 'Hide timer'])
    expect(screen.getByRole('timer').textContent).toBe('01:00:00')
  })

  test('that is hidden stays hidden in the next visit', async () => {
    const { user } = showBar(row())
    await user.click(within(await bar()).getByRole('button', { name: 'Hide timer' }))
    expect(screen.queryByRole('region', { name: 'Work timer' })).toBe(null)
    cleanup()
    const { calls } = showBar(row())
    await waitFor(() => expect(calls.some(({ path }) => path.includes('time_entries'))).toBe(true))
    expect(screen.queryByRole('region', { name: 'Work timer' })).toBe(null)
  })

  test('goes when another tab hides it', async () => {
    showBar(row())
    await bar()
    const newValue = JSON.stringify({ id: 'fascia', touchedAt: '2026-11-20T08:00:00+00:00' })
    window.dispatchEvent(new StorageEvent('storage', { key: 'signwright-person:me:timer-bar', newValue }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Work timer' })).toBe(null))
  })
})

describe('stopping', () => {
  test('spec 2 §8: asks in the words of the specification, and Cancel changes nothing', async () => {
    const { user, moves } = showBar(running(hours(1)))
    await user.click(within(await bar()).getByRole('button', { name: 'Stop' }))
    const question = await screen.findByRole('dialog', { name: 'Complete order' })
    expect(question.textContent).toContain(timerTexts.confirmStop)
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
    expect([moves(), (await bar()).textContent?.includes('Running')]).toEqual([[], true])
  })

  test('spec 2 §8: completes the timer, tells the total, and the bar goes', async () => {
    const { user, moves } = showBar(running(hours(1)), {
      status: 'completed',
      total_duration: '02:00:05',
      touched_at: '2026-11-20T09:00:00+00:00',
    })
    await user.click(within(await bar()).getByRole('button', { name: 'Stop' }))
    await user.click(await screen.findByRole('button', { name: 'Yes, Complete Order' }))
    expect(await screen.findByText('Timer Completed')).toBeTruthy()
    expect(screen.getByText('Total duration: 02:00:05')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Work timer' })).toBe(null))
    expect(moves().map(({ path }) => path)).toEqual(['/rest/v1/rpc/stop_timer'])
  })
})

describe('the timer of a step', () => {
  const ofStep = {
    ...running(hours(1)),
    client_name: null,
    job: { job_number: 'JOB-2026-0211-B', title: 'Car wrap' },
    step: { name: 'Template' },
    named_step: null,
    order: null,
  }

  test('names the job and the step', async () => {
    showBar(ofStep)
    expect(await screen.findByRole('link', { name: 'Bakery Ltd · Template · JOB-2026-0211-B' })).toBeTruthy()
  })

  test('is stopped with a question about the step, not about the order', async () => {
    const { user, moves } = showBar(ofStep, { status: 'completed', touched_at: '2026-11-20T09:00:00+00:00' })
    await user.click(within(await bar()).getByRole('button', { name: 'Stop' }))
    const question = await screen.findByRole('dialog', { name: 'Stop timer' })
    expect(question.textContent).toContain('stop the timer for Template of JOB-2026-0211-B?')
    expect(question.textContent).not.toContain('order')
    await user.click(within(question).getByRole('button', { name: 'Stop timer' }))
    await waitFor(() => expect(moves().map(({ path }) => path)).toEqual(['/rest/v1/rpc/stop_timer']))
  })
})

describe('stopping a timer that ran for longer than the company says', () => {
  const asked = async () => {
    const shown = showBar(running(past(hours(14))), { status: 'completed', touched_at: '2026-11-20T09:00:00+00:00' })
    await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/^15:00:/))
    await shown.user.click(within(await bar()).getByRole('button', { name: 'Stop' }))
    const question = await screen.findByRole('dialog', { name: 'Complete order' })
    await within(question).findByText(/This timer has been running without a pause since/)
    return { ...shown, question }
  }
  const confirm = (question: HTMLElement) =>
    within(question).getByRole<HTMLButtonElement>('button', { name: 'Yes, Complete Order' })

  test('asks when the work ended, beside the words of the specification', async () => {
    const { question } = await asked()
    expect(question.textContent).toContain(timerTexts.confirmStop)
    expect(confirm(question).disabled).toBe(true)
  })

  test('sends that moment', async () => {
    const { user, moves, question } = await asked()
    const ended = toField(new Date(Date.now() - hours(13)).toISOString())
    const [day = '', clock = ''] = ended.split('T')
    fireEvent.change(within(question).getByLabelText('The work ended'), { target: { value: day } })
    fireEvent.change(within(question).getByLabelText('The work ended, time'), { target: { value: clock } })
    await waitFor(() => expect(confirm(question).disabled).toBe(false))
    await user.click(confirm(question))
    await waitFor(() =>
      expect(moves()).toMatchObject([{ body: { p_entry: 'fascia', p_ended: fromField(ended, null) } }]),
    )
  })

  test('takes no moment outside of the session', async () => {
    const { question } = await asked()
    const before = toField(new Date(Date.now() - hours(15)).toISOString())
    const [day = '', clock = ''] = before.split('T')
    fireEvent.change(within(question).getByLabelText('The work ended'), { target: { value: day } })
    fireEvent.change(within(question).getByLabelText('The work ended, time'), { target: { value: clock } })
    expect(await within(question).findByText(/^It ended between/)).toBeTruthy()
    expect(confirm(question).disabled).toBe(true)
  })
})

test('a person without a timer sees no bar', async () => {
  const { calls } = showBar(null)
  await waitFor(() => expect(calls.length).toBeGreaterThan(0))
  expect(screen.queryByRole('region', { name: 'Work timer' })).toBe(null)
})

test('a bar that was seen last keeps its room until the timer is read', async () => {
  const rooms = () => document.querySelectorAll('[data-room]').length
  showBar(running(hours(1)))
  expect(rooms()).toBe(0)
  await bar()
  cleanup()
  showBar(running(hours(1)))
  expect(rooms()).toBe(1)
  await bar()
  expect(rooms()).toBe(0)
  cleanup()
  showBar(null)
  expect(rooms()).toBe(1)
  await waitFor(() => expect(rooms()).toBe(0))
  cleanup()
  showBar(null)
  expect(rooms()).toBe(0)
})
