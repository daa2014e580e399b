// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import type { Subject } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { ConfirmedPage } from './confirmed-page'

const line = vi.hoisted(() => ({ heard: [] as string[], signals: null as unknown }))
vi.mock('@/streams/realtime/live-channels', async () => {
  const rx = await import('rxjs')
  const signals = new rx.Subject()
  line.signals = signals
  return {
    channel: (topic: string) => {
      line.heard.push(topic)
      return signals
    },
  }
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const link = '99999999-9999-4999-8999-999999999999'
const booking = (status: string) => ({
  holder: link,
  reference: 'BK-1',
  status,
  held_until: null,
  starts_at: '2030-01-02T08:00:00Z',
  ends_at: '2030-01-02T09:00:00Z',
  name: 'Anna Vella',
  email: null,
  address: null,
  note: null,
  moved: 0,
  is_past: false,
  zone: 'Europe/Malta',
  type: { slug: 'samples', name: 'See samples', summary: null, place: 'here', minutes: 60 },
})

test('the page of an appointment hears the office on the topic of its link', async () => {
  let status = 'confirmed'
  serve(({ path }) => ({ body: path.endsWith('/rpc/get_booking') ? booking(status) : [] }))
  showTo(
    'client',
    <MemoryRouter initialEntries={[`/appointment-confirmed?booking=${link}`]}>
      <ConfirmedPage />
    </MemoryRouter>,
  )
  expect(await screen.findByRole('heading', { name: 'See you then' })).toBeTruthy()
  await waitFor(() => expect(line.heard).toEqual([`doc:${link}`]))
  const signals = line.signals as Subject<unknown>
  signals.next({ kind: 'live' })
  status = 'cancelled'
  signals.next({ kind: 'message', event: 'changed', payload: {} })
  expect(await screen.findByRole('heading', { name: 'This appointment is cancelled' })).toBeTruthy()
})
