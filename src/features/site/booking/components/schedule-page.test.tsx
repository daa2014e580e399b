// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answer, serve, showTo } from '@/shared/ui/testing'
import { SchedulePage } from './schedule-page'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const type = { slug: 'samples', name: 'See samples', summary: 'Touch them', place: 'here', minutes: 45 }
const link = '99999999-9999-4999-8999-999999999999'
const slots = ['2030-01-02T08:00:00Z', '2030-01-02T09:00:00Z']
const booking = (status: string, startsAt: string) => ({
  holder: link,
  reference: status === 'held' ? null : 'BK-1',
  status,
  held_until: status === 'held' ? new Date(Date.now() + 300_000).toISOString() : null,
  starts_at: startsAt,
  ends_at: startsAt,
  name: null,
  email: null,
  address: null,
  note: null,
  moved: 0,
  is_past: false,
  zone: 'Europe/Malta',
  type,
})
const Where = () => <p>{useLocation().pathname + useLocation().search}</p>

function open(answers: Record<string, (body: unknown) => Answer>) {
  const calls = serve(({ path, body }) => {
    const name = path.split('/rpc/')[1]?.split('?')[0] ?? ''
    if (path.includes('/rpc/get_company')) return { body: [{ time_zone: 'Europe/Malta' }] }
    if (name === 'get_booking_types') return { body: [type] }
    if (name === 'free_slots')
      return { body: { zone: 'Europe/Malta', today: '2030-01-01', last_day: '2030-02-12', slots } }
    return answers[name]?.(body) ?? { body: [] }
  })
  const user = showTo(
    'client',
    <MemoryRouter initialEntries={['/schedule-appointment']}>
      <SchedulePage />
      <Where />
    </MemoryRouter>,
  )
  return { user, sent: (name: string) => calls.filter(({ path }) => path.endsWith(`/rpc/${name}`)) }
}

const startOf = (body: unknown) => String(Reflect.get(Object(body), 'p_starts_at'))

test('a visitor chooses a time by the clock of the company, fills in the form and has the appointment', async () => {
  const { user, sent } = open({
    hold_slot: (body) => ({ body: booking('held', startOf(body)) }),
    confirm_booking: () => ({ body: booking('confirmed', slots[0] ?? '') }),
  })
  await user.click(await screen.findByRole('button', { name: '09:00' }))
  await user.click(await screen.findByRole('button', { name: 'Book this time' }))
  expect(screen.getByText('Please enter your name')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Anna Vella')
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'anna@example.com')
  await user.click(screen.getByRole('button', { name: 'Book this time' }))
  expect(await screen.findByText(`/appointment-confirmed?booking=${link}`)).toBeTruthy()
  expect(sent('confirm_booking')).toHaveLength(1)
  expect(sessionStorage.getItem('signwright-form:booking')).toBeNull()
})

test('a time that somebody else has just taken is refused in words, and another can be chosen', async () => {
  const { user } = open({
    hold_slot: (body) =>
      startOf(body) === slots[0]
        ? { status: 409, body: { code: 'PT409', message: 'Somebody has just taken this time.' } }
        : { body: booking('held', startOf(body)) },
  })
  await user.click(await screen.findByRole('button', { name: '09:00' }))
  expect(await screen.findByText('Somebody has just taken this time.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '10:00' }))
  expect(await screen.findByRole('form', { name: 'Your details' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '10:00' }).getAttribute('aria-pressed')).toBe('true')
})

test('an appointment at the place of the client asks for the address, and one by telephone for the number', async () => {
  const hold = { hold_slot: (body: unknown) => ({ body: booking('held', startOf(body)) }) }
  const book = async ({ user }: ReturnType<typeof open>) => {
    await user.click(await screen.findByRole('button', { name: '09:00' }))
    const name = await screen.findByRole('textbox', { name: 'Name' })
    expect(document.activeElement).toBe(name)
    await user.click(screen.getByRole('button', { name: 'Book this time' }))
  }
  const here = type.place
  try {
    type.place = 'client'
    await book(open(hold))
    expect(screen.getByText('Please enter the address that we shall visit')).toBeTruthy()
    cleanup()
    sessionStorage.clear()
    type.place = 'call'
    await book(open(hold))
    expect(screen.getByText('Please enter the number that we shall call')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Address' })).toBeNull()
  } finally {
    type.place = here
  }
})
