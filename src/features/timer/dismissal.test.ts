// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { dismissalsElsewhere, readDismissal, rememberDismissal } from './dismissal'

const fascia = { id: 'fascia', touchedAt: '2026-11-20T08:00:00+00:00' }

beforeEach(() => localStorage.clear())

test('nothing is put away at first', () => expect(readDismissal('petra')).toBe(null))

test('what one person put away is remembered for that person only', () => {
  rememberDismissal('petra', fascia)
  expect([readDismissal('petra'), readDismissal('mark')]).toEqual([fascia, null])
})

test.each(['{', '7', '{"id":"fascia"}', '"fascia"'])('a memory that reads %s is none', (stored) => {
  rememberDismissal('petra', fascia)
  const [key = ''] = Object.keys(localStorage)
  localStorage.setItem(key, stored)
  expect(readDismissal('petra')).toBe(null)
})

test('a browser that keeps nothing forgets it, and does not fail', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: full, setItem: full })
  rememberDismissal('petra', fascia)
  expect(readDismissal('petra')).toBe(null)
  vi.unstubAllGlobals()
})

test('what is put away in another tab is heard, by the same person only, until nobody listens', () => {
  const heard: unknown[] = []
  const subscriptions = ['petra', 'mark'].map((person) =>
    dismissalsElsewhere(person).subscribe((dismissal) => heard.push([person, dismissal])),
  )
  rememberDismissal('petra', fascia)
  const [key = ''] = Object.keys(localStorage)
  const tell = (newValue: string | null) => window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  tell(JSON.stringify(fascia))
  tell('{')
  tell(null)
  for (const subscription of subscriptions) subscription.unsubscribe()
  tell(JSON.stringify(fascia))
  expect(heard).toEqual([['petra', fascia]])
})
