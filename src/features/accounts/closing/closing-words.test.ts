import { expect, test } from 'vitest'
import type { Closing } from './api/closing.query'
import { closingText, endOfMonth, newestOf, nextToClose, proposedDay } from './closing-words'

const closing = (closedTo: string | null, scope: Closing['scope'] = 'everybody'): Closing => ({
  id: `${scope} ${closedTo}`,
  scope,
  closedTo,
  reason: null,
  by: null,
  at: '2026-11-03T09:00:00Z',
})

test('the month after the closed days is proposed once it is over, and never days that are closed', () => {
  expect(proposedDay(null, '2026-11-25')).toBe('2026-10-31')
  expect(proposedDay('2026-08-31', '2026-11-25')).toBe('2026-09-30')
  expect(proposedDay('2026-10-31', '2026-11-25')).toBe('')
  expect(proposedDay('2026-10-31', '2026-11-30')).toBe('')
  expect(proposedDay('2026-10-31', '2026-12-01')).toBe('2026-11-30')
  expect(proposedDay('2026-11-10', '2026-11-25')).toBe('')
  expect(nextToClose('2026-11-10', '2026-11-25')).toBe('2026-11-30')
  expect(proposedDay('2025-12-31', '2026-03-01')).toBe('2026-01-31')
  expect(endOfMonth('2028-02-01')).toBe('2028-02-29')
})

test('a closing says up to when and for whom, and whether days were opened again', () => {
  expect(closingText(closing('2026-10-31'), closing('2026-09-30'))).toBe('Closed up to 31 Oct 2026')
  expect(closingText(closing('2026-08-31'), closing('2026-10-31'))).toBe('Opened again after 31 Aug 2026')
  expect(closingText(closing(null), closing('2026-10-31'))).toBe('All days opened')
  expect(closingText(closing('2026-10-31', 'others'), undefined)).toBe(
    'Closed up to 31 Oct 2026 for everybody but accounts',
  )
  expect(newestOf([closing('2026-10-31', 'others'), closing('2026-09-30')], 'everybody')?.closedTo).toBe('2026-09-30')
})
