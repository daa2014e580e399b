// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { OwnHours } from './own-hours'

/** The offset of the server's clock to the device's, in ms. */
let ahead = 0
vi.mock('@/streams/server-clock-live', () => ({
  serverSecond: {
    getSnapshot: () => Math.floor((Date.now() + ahead) / 1000) * 1000,
    subscribe: (heard: () => void) => {
      const ticking = setInterval(heard, 1000)
      return () => clearInterval(ticking)
    },
  },
}))

afterEach(() => {
  ahead = 0
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const hours = (day: string, seconds: number) => ({
  day,
  user_id: 'me',
  person: 'Me',
  client_name: 'Bakery',
  business_name: null,
  seconds,
  is_running: true,
})
const sums = () => [/^Today/, /^This week/].map((name) => screen.getByText(name).nextElementSibling?.textContent)

test('a page that stays open over midnight begins a new day', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 23, 59, 50) })
  let rows = [hours('2026-11-20', 3590)]
  serve(({ path }) => ({ body: path.includes('time_summary') ? rows : [] }))
  showTo('team_member', <OwnHours userId="me" />)
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(sums()[0]).toMatch(/^00:59:5\d$/)

  rows = [{ ...hours('2026-11-20', 3600), is_running: false }, hours('2026-11-21', 10)]
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(sums()[0]).toMatch(/^00:00:[12]\d$/)
  expect(sums()[1]).toMatch(/^01:00:[12]\d$/)
})

test('R13: today is the day of the server, on a device that is a day ahead', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') })
  ahead = -24 * 3_600_000
  serve(({ path }) => ({
    body: path.includes('time_summary') ? [{ ...hours('2026-11-20', 600), is_running: false }] : [],
  }))
  showTo('team_member', <OwnHours userId="me" />)
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(sums()[0]).toBe('00:10:00')
})
