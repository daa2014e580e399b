import { expect, test } from 'vitest'
import { dotsOf } from './invoice-dots'

const invoice = {
  status: 'issued',
  state: 'issued',
  issue_date: '2026-11-01',
  sent_at: '2026-11-02T09:00:00Z',
  first_viewed_at: null,
  due_date: '2026-12-01',
  gross: '1200.00',
  paid: '0.00',
  currency: 'EUR',
}
const states = (changes: Partial<typeof invoice>, today: string, settledOn: string | null = null) =>
  dotsOf({ ...invoice, ...changes }, { today, settledOn }).map(({ label, state }) => `${label} ${state}`)

test('an invoice is overdue the day after it is due, and no longer once it is paid', () => {
  expect(states({}, '2026-12-01')).toEqual(['Issued done', 'Sent done', 'Seen open', 'Due open', 'Paid open'])
  expect(states({}, '2026-12-02')).toContain('Overdue late')
  expect(states({ status: 'paid', state: 'paid' }, '2026-12-02', '2026-12-02')).toEqual([
    'Issued done',
    'Sent done',
    'Seen open',
    'Due done',
    'Paid done',
  ])
})

test('an invoice that is paid early is not past its day', () => {
  const paid = { status: 'paid', state: 'paid' }
  expect(states(paid, '2026-11-25', '2026-11-25').slice(-2)).toEqual(['Due open', 'Paid done'])
  expect(states(paid, '2026-12-01', '2026-11-25').slice(-2)).toEqual(['Due done', 'Paid done'])
})

test('a settled invoice names no day on which it is due', () => {
  const due = (status: string) =>
    dotsOf({ ...invoice, status, state: status }, { today: '2026-11-25', settledOn: '2026-11-25' })[3]?.at
  expect(due('issued')).toBe('1 Dec 2026')
  expect(due('paid')).toBe('')
})

test('the last dot of an open invoice is its payment, with what was paid so far', () => {
  const last = (status: string, state: string, paid = '0.00') =>
    dotsOf({ ...invoice, status, state, paid }, { today: '2026-11-20', settledOn: null }).at(-1)
  const open = { label: 'Paid', state: 'open', at: 'Not yet' }
  expect(last('issued', 'issued')).toEqual(open)
  expect(last('partly_paid', 'partly_paid', '600.00')).toEqual({ ...open, at: 'Not yet, €600.00 so far' })
  expect(last('partly_paid', 'partly_credited')).toEqual(open)
  expect(last('partly_paid', 'part_written_off')).toEqual(open)
})

test('the last dot of a written-off or credited invoice does not say that it was paid', () => {
  const last = (status: string, state: string) => states({ status, state }, '2026-12-02', '2026-12-01').at(-1)
  expect(last('paid', 'part_written_off')).toBe('Partly written off done')
  expect(last('credited', 'written_off')).toBe('Written off done')
})

test('an invoice over 0.00 ends in nothing to pay, with neither a due day nor a payment', () => {
  const free = { gross: '0.00', status: 'paid', state: 'paid' }
  expect(states(free, '2026-12-05')).toEqual(['Issued done', 'Sent done', 'Seen open', 'Nothing to pay done'])
})
