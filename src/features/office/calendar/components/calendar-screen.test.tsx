// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { CalendarScreen } from './calendar-screen'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const step = {
  kind: 'step',
  id: 'step-1',
  title: 'Print',
  detail: 'Fascia',
  number: 'JOB-1',
  starts_at: '2026-11-24T09:00:00Z',
  ends_at: '2026-11-24T10:30:00Z',
  all_day: false,
  first_day: null,
  last_day: null,
  person_ids: [],
  work_centre_id: 'w1',
  vehicle_id: null,
  status: 'todo',
  is_done: false,
  may_move: true,
  may_resize: true,
  mark: 'mark-1',
  parent_id: 'job-1',
  amount: null,
}
const payment = {
  ...step,
  kind: 'payment',
  id: 'invoice-1',
  title: 'Nova',
  starts_at: null,
  ends_at: null,
  first_day: '2026-11-25',
  last_day: '2026-11-25',
  may_move: false,
  may_resize: false,
  amount: '€118.00',
}

function open(at: string, answers: (call: Call) => Answer | null = () => null) {
  const calls = serve((call) => {
    const answer = answers(call)
    if (answer) return answer
    if (call.path.includes('/rpc/get_company')) return { body: [{ time_zone: 'Europe/Malta' }] }
    if (call.path.includes('/rpc/calendar_entries')) return { body: [step, payment] }
    if (call.path.includes('/work_centres'))
      return {
        body: [
          {
            id: 'w1',
            name: 'Printer',
            kind: 'printer',
            capacity_minutes_day: 60,
            work_days: [1, 2, 3, 4, 5],
            colour: null,
          },
        ],
      }
    return { body: [] }
  })
  const user = showTo(
    'admin',
    <MemoryRouter initialEntries={[at]}>
      <CalendarScreen />
    </MemoryRouter>,
  )
  return { user, calls }
}
const moves = (calls: Call[]) => calls.filter(({ path }) => path.includes('/rpc/reschedule_step'))
const print = () => screen.findByRole('button', { name: /^Step, Print/ })

test('an entry stands at the hour of the company, and the keyboard moves it', async () => {
  const { user, calls } = open('/calendar?view=week&day=2026-11-24')
  const entry = await print()
  expect(entry.getAttribute('aria-label')).toContain('10:00 – 11:30')
  entry.focus()
  await user.keyboard(' ')
  expect(screen.getByRole('status').textContent).toContain('10:00')
  await user.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}')
  expect(screen.getByRole('status').textContent).toContain('10:30')
  expect(moves(calls)).toEqual([])
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(moves(calls).map(({ body }) => body)).toEqual([
      { p_id: 'step-1', p_mark: 'mark-1', p_starts_at: '2026-11-25T09:30:00.000Z' },
    ]),
  )
})

test('entries of one time stand one below the other in a week, and the count of the others opens their day', async () => {
  const many = ['Print', 'Cut', 'Weld', 'Pack', 'Load'].map((title, at) => ({ ...step, id: `step-${at}`, title }))
  const { user } = open('/calendar?view=week&day=2026-11-24', ({ path }) =>
    path.includes('/rpc/calendar_entries') ? { body: many } : null,
  )
  const first = await print()
  expect(first.style.width).toBe('calc(100% - 3px)')
  expect(first.textContent).toBe('Print10:00')
  expect(screen.queryByRole('button', { name: /^Step, Weld/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^3 more, / }))
  expect(await screen.findByRole('button', { name: /^Step, Weld/ })).toBeTruthy()
})

test('a move outside the shift of its person is said in the notice of the move', async () => {
  const shift = {
    ...step,
    kind: 'shift',
    id: 'shift-1',
    title: 'Workshop',
    person_ids: ['elena'],
    work_centre_id: null,
  }
  const ofElena = { ...step, person_ids: ['elena'] }
  const { user } = open('/calendar?view=week&day=2026-11-24', ({ path }) =>
    path.includes('/rpc/calendar_entries')
      ? { body: [ofElena, { ...shift, starts_at: '2026-11-24T07:00:00Z', ends_at: '2026-11-24T15:30:00Z' }] }
      : null,
  )
  ;(await print()).focus()
  await user.keyboard(' {ArrowRight}{Enter}')
  expect(await screen.findByText(/A colleague has no shift that day\./)).toBeTruthy()
})

test('Escape puts back what the keyboard holds', async () => {
  const { user, calls } = open('/calendar?view=week&day=2026-11-24')
  ;(await print()).focus()
  await user.keyboard(' {ArrowRight}{Escape}')
  expect(screen.getByRole('status').textContent).toBe('')
  expect(moves(calls)).toEqual([])
})

test('where somebody was quicker, the person is told who and where to', async () => {
  const { user, calls } = open('/calendar?view=week&day=2026-11-24', ({ path }) =>
    path.includes('/rpc/reschedule_step')
      ? {
          status: 409,
          body: { code: 'PT409', message: 'Anna Vella changed this meanwhile: it was moved to Fri 27 Nov 2026, 09:00' },
        }
      : null,
  )
  await user.click(await print())
  await user.click(await screen.findByRole('button', { name: 'Move…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move' })
  const time = within(dialog).getByRole('textbox', { name: 'Time' })
  await user.clear(time)
  await user.click(within(dialog).getByRole('button', { name: 'Move' }))
  expect(within(dialog).getByText('Please enter a time, for example 9:30')).toBeTruthy()
  await user.type(time, '14:15')
  await user.click(within(dialog).getByRole('button', { name: 'Move' }))
  expect(await screen.findByText(/Anna Vella changed this meanwhile/)).toBeTruthy()
  expect(moves(calls)[0]?.body).toMatchObject({ p_starts_at: '2026-11-24T13:15:00.000Z' })
  expect((await print()).getAttribute('aria-label')).toContain('10:00')
})

test('an entry that is moved again before its first move is answered has both moves, and no conflict with itself', async () => {
  let now = step
  const answers: (() => void)[] = []
  const { user, calls } = open('/calendar?view=week&day=2026-11-24', ({ path, body }) => {
    if (path.includes('/rpc/calendar_entries')) return { body: [now] }
    if (!path.includes('/rpc/reschedule_step')) return null
    const { p_mark: mark, p_starts_at: at } = Object(body) as Record<string, string>
    if (mark !== now.mark) return { status: 409, body: { code: 'PT409', message: 'You changed this meanwhile' } }
    const start = Date.parse(at ?? '')
    now = {
      ...now,
      mark: `mark of ${at}`,
      starts_at: new Date(start).toISOString(),
      ends_at: new Date(start + 5_400_000).toISOString(),
    }
    return { body: null, until: new Promise<void>((resolve) => answers.push(resolve)) }
  })
  ;(await print()).focus()
  await user.keyboard(' {ArrowRight}{Enter}')
  await waitFor(() => expect(answers).toHaveLength(1))
  ;(await print()).focus()
  await user.keyboard(' {ArrowRight}{Enter}')
  await waitFor(async () => expect((await print()).getAttribute('aria-label')).toContain('Thu, 26 Nov'))
  answers[0]?.()
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.()
  await waitFor(() =>
    expect(moves(calls).map(({ body }) => body)).toMatchObject([
      { p_starts_at: '2026-11-25T09:00:00.000Z' },
      { p_mark: 'mark of 2026-11-25T09:00:00.000Z', p_starts_at: '2026-11-26T09:00:00.000Z' },
    ]),
  )
  expect(await screen.findByText(/^Moved to Thu, 26 Nov/)).toBeTruthy()
  expect(screen.queryByText('You changed this meanwhile')).toBeNull()
})

test('keys turn pages and change the view; by machine, a day says what it takes of what it has', async () => {
  open('/calendar?view=week&day=2026-11-24')
  await print()
  const heading = () => screen.getByRole('heading', { level: 1 }).textContent
  expect(heading()).toBe('Calendar 23 – 29 Nov 2026')
  fireEvent.keyDown(document.body, { key: 'ArrowRight' })
  expect(heading()).toBe('Calendar 30 Nov – 6 Dec 2026')
  fireEvent.keyDown(document.body, { key: 'm' })
  expect(heading()).toBe('Calendar December 2026')
  cleanup()
  open('/calendar?view=week&day=2026-11-24&by=machine')
  expect(await screen.findByText('1 h 30 of 1 h')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Payment expected/ })).toBeNull()
})

test('a press on an empty hour offers what can begin there, with its day and time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T08:00:00Z') })
  const waiting = { ...step, id: 'step-2', title: 'Weeding', starts_at: null, ends_at: null, due_on: null, minutes: 60 }
  const { user, calls } = open('/calendar?view=week&day=2026-11-24', ({ path }) =>
    path.includes('/rpc/calendar_waiting') ? { body: [waiting] } : null,
  )
  await print()
  const column = document.querySelector<HTMLElement>('[data-drop="column"][data-day="2026-11-25"]')
  if (!column) throw new Error('The day is not shown')
  column.getBoundingClientRect = () => ({ ...new DOMRect(), top: 0, height: 1152 })
  fireEvent.click(column, { clientY: 14.6 * 48, clientX: 10 })
  const menu = await screen.findByRole('menu')
  expect(within(menu).getByText(/25 Nov.*14:30/)).toBeTruthy()
  const leads = (name: string) => within(menu).getByRole('menuitem', { name }).getAttribute('href')
  expect(leads('Take an appointment')).toBe('/booking-list?dialog=new&at=2026-11-25T13:30:00.000Z')
  expect(leads('Add a shift')).toBe('/staff-scheduling?date=2026-11-25&dialog=new-shift.~2026-11-25~14:30')
  expect(leads('Ask for leave')).toBe('/staff-scheduling?dialog=ask-leave.2026-11-25')
  await user.click(within(menu).getByRole('menuitem', { name: 'Step: Weeding' }))
  await waitFor(() => expect(moves(calls)).toHaveLength(1))
  expect(moves(calls)[0]?.body).toMatchObject({ p_id: 'step-2', p_starts_at: '2026-11-25T13:30:00.000Z' })
})

test('what has no time and is due on a day that is over is late', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T08:00:00Z') })
  const due = (id: string, day: string) => ({ ...step, id, title: id, starts_at: null, ends_at: null, due_on: day })
  open('/calendar?view=week&day=2026-11-24', ({ path }) =>
    path.includes('/rpc/calendar_waiting') ? { body: [due('Weed', '2026-11-23'), due('Wrap', '2026-11-24')] } : null,
  )
  const panel = await screen.findByRole('complementary', { name: 'Without a time' })
  expect(await within(panel).findByText(/due Mon, 23 Nov 2026/)).toBeTruthy()
  expect(panel.textContent?.match(/Late/g)).toHaveLength(1)
})

test('an hour that is over takes no appointment and no plan', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T08:00:00Z') })
  const waiting = { ...step, id: 'step-2', title: 'Weeding', starts_at: null, ends_at: null, due_on: null, minutes: 60 }
  open('/calendar?view=week&day=2026-11-24', ({ path }) =>
    path.includes('/rpc/calendar_waiting') ? { body: [waiting] } : null,
  )
  await print()
  const column = document.querySelector<HTMLElement>('[data-drop="column"][data-day="2026-11-25"]')
  if (!column) throw new Error('The day is not shown')
  column.getBoundingClientRect = () => ({ ...new DOMRect(), top: 0, height: 1152 })
  fireEvent.click(column, { clientY: 14.6 * 48, clientX: 10 })
  const menu = await screen.findByRole('menu')
  expect(
    within(menu)
      .queryAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Add a shift', 'Ask for leave'])
})

test('a done step that is dragged keeps its time and says why; no menu of a place opens', async () => {
  const done = { ...step, is_done: true, may_move: false, may_resize: false, status: 'done' }
  const { calls } = open('/calendar?view=week&day=2026-11-24', ({ path }) =>
    path.includes('/rpc/calendar_entries') ? { body: [done] } : null,
  )
  const entry = await print()
  fireEvent.pointerDown(entry, { button: 0, clientX: 10, clientY: 10 })
  fireEvent.pointerUp(window, { clientX: 10, clientY: 200 })
  const column = entry.closest<HTMLElement>('[data-drop="column"]')
  if (!column) throw new Error('The day is not shown')
  fireEvent.click(column, { clientX: 10, clientY: 200 })
  expect(await screen.findByText('It is done: what was done keeps its time.')).toBeTruthy()
  expect(screen.queryByRole('menu')).toBeNull()
  expect(moves(calls)).toEqual([])
})

test('a delivery of which only the day is known stands on the line of whole days, and moves without getting a time', async () => {
  const drop = {
    ...payment,
    ...{ kind: 'delivery', id: 'drop-1', title: 'Banner', may_move: true, amount: null, mark: 'mark-9' },
    ...{ work_centre_id: null, van_id: null },
  }
  const { user, calls } = open('/calendar?view=week&day=2026-11-24', ({ path }) =>
    path.includes('/rpc/calendar_entries') ? { body: [drop] } : null,
  )
  const entry = await screen.findByRole('button', { name: /^Delivery, Banner/ })
  expect(entry.getAttribute('aria-label')).not.toMatch(/\d:\d\d/)
  await user.click(entry)
  await user.click(await screen.findByRole('button', { name: 'Move…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move' }))
  const day = dialog.getByRole('textbox', { name: 'Day' })
  await user.clear(day)
  await user.type(day, '26 Nov 2026')
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  const sent = () => calls.filter(({ path }) => path.includes('/rpc/reschedule_delivery')).map(({ body }) => body)
  await waitFor(() => expect(sent()).toEqual([{ p_id: 'drop-1', p_mark: 'mark-9', p_day: '2026-11-26' }]))
})

test('an appointment that is moved tells the client only when the person says so, once', async () => {
  const appointment = {
    ...step,
    kind: 'booking',
    id: 'booking-1',
    title: 'Anna Vella',
    work_centre_id: null,
    may_resize: false,
  }
  const { user, calls } = open('/calendar?view=week&day=2026-11-24', ({ path }) =>
    path.includes('/rpc/calendar_entries') ? { body: [appointment] } : null,
  )
  const told = () => calls.filter(({ path }) => path.includes('/rpc/tell_booking_moved')).map(({ body }) => body)
  ;(await screen.findByRole('button', { name: /^Appointment, Anna Vella/ })).focus()
  await user.keyboard(' {ArrowRight}{Enter}')
  expect(await screen.findByText(/The client does not know yet\./)).toBeTruthy()
  expect(calls.filter(({ path }) => path.includes('/rpc/reschedule_booking'))).toHaveLength(1)
  expect(told()).toEqual([])
  await user.dblClick(screen.getByRole('button', { name: 'Tell the client' }))
  await waitFor(() => expect(told()).toEqual([{ p_id: 'booking-1' }]))
})

test('a week opens at working hours, with the hours before them above', async () => {
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(() => {})
  open('/calendar?view=week&day=2026-11-24')
  await print()
  // 48 px an hour: a little before seven.
  const tops = scrolled.mock.calls.map(([to]) => Number(Reflect.get(Object(to), 'top') ?? 0) / 48)
  expect(tops.filter((hour) => hour > 6 && hour < 8)).toHaveLength(1)
  scrolled.mockRestore()
})
