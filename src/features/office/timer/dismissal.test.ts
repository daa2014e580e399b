// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { forgetVisits, memoryOfPerson } from '@/shared/lib/memory'
import { dismissalOf } from './dismissal'

const fascia = { id: 'fascia', touchedAt: '2026-11-20T08:00:00+00:00' }

beforeEach(() => localStorage.clear())

test('nothing is put away at first', () => expect(dismissalOf('petra').read()).toBe(null))

test('what one person put away is remembered for that person only, and through a sign-out', () => {
  dismissalOf('petra').keep(fascia)
  forgetVisits()
  expect([dismissalOf('petra').read(), dismissalOf('mark').read()]).toEqual([fascia, null])
})

test.each([7, { id: 'fascia' }, 'fascia'])('a memory that reads %j is none', (content) => {
  memoryOfPerson('petra', 'timer-bar', z.unknown()).keep(content)
  expect(dismissalOf('petra').read()).toBe(null)
})
