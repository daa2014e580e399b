// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answer, serve, showTo } from '@/shared/ui/testing'
import { StartTimerForm } from './start-timer-form'

const contacts = [
  {
    id: '1',
    type: 'Person',
    name: 'Anna',
    last_name: 'Borg',
    company: 'Harbour Hotel',
    city: null,
    on_stop: false,
    roles: [],
  },
  {
    id: '2',
    type: 'Business',
    name: 'Harbour Hotel',
    last_name: null,
    company: 'Harbour Hotel',
    city: null,
    on_stop: false,
    roles: [],
  },
]
const started = {
  id: 'fascia',
  user_id: 'me',
  user_email: 'me@company.test',
  status: 'active',
  client_name: null,
  business_name: 'Harbour Hotel',
  sessions: [],
  total_duration: '00:00:00',
  created_at: '2026-11-20T08:00:00+00:00',
  touched_at: '2026-11-20T08:00:00+00:00',
}

function showForm({ hasActive = false, answer = { body: started } }: { hasActive?: boolean; answer?: Answer } = {}) {
  const calls = serve(({ path }) => (path.includes('search_contacts') ? { body: contacts } : answer))
  const user = showTo('team_member', <StartTimerForm hasActive={hasActive} />)
  return { user, starts: () => calls.filter(({ path }) => path.includes('start_timer')).map(({ body }) => body) }
}
const client = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Client' })
const business = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Business' })
const start = () => screen.getByRole('button', { name: 'Start timer' })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['Anna Borg · Harbour Hotel', { p_client_name: 'Anna Borg', p_business_name: 'Harbour Hotel' }],
  ['Harbour Hotel', { p_client_name: '', p_business_name: 'Harbour Hotel' }],
])('a timer is started for %s, and the form is empty again', async (choice, asked) => {
  const { user, starts } = showForm()
  await user.type(client(), 'har')
  await user.click(await screen.findByRole('option', { name: choice }))
  await user.click(start())
  await waitFor(() => expect(starts()).toEqual([asked]))
  await waitFor(() => expect([client().value, business().value]).toEqual(['', '']))
})

test('a name that is nobody’s is as good', async () => {
  const { user, starts } = showForm()
  await user.type(business(), 'Stall at the fair{Enter}')
  await waitFor(() => expect(starts()).toEqual([{ p_client_name: '', p_business_name: 'Stall at the fair' }]))
})

test('a refusal is told, and what was typed stays', async () => {
  const message = 'Please pause or stop your active timer before starting another one.'
  const { user } = showForm({ answer: { status: 409, body: { code: '23505', message } } })
  await user.type(business(), 'Fair{Enter}')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(business().value).toBe('Fair')
})

test('while one runs, one press pauses that and starts this', async () => {
  const { user, starts } = showForm({ hasActive: true })
  await user.clear(business())
  await user.type(business(), 'Stand')
  expect(screen.queryByRole('button', { name: 'Start timer' })).toBe(null)
  await user.click(screen.getByRole('button', { name: 'Pause that and start this' }))
  await waitFor(() => expect(starts()).toEqual([{ p_client_name: '', p_business_name: 'Stand', p_pause_other: true }]))
})
