import { expect, test } from 'vitest'
import { dotsOf } from './invoice-dots'

const invoice = {
  status: 'issued',
  state: 'issued',
  issue_date: '2026-11-01',
  sent_at: '2026-11-02T09:00:00Z',
  first_viewed_at: null,
  due_date: '2026-12-01',
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
  expect(states({ status: 'partly_paid', state: 'partly_paid' }, '2026-11-20')).toContain('Partly paid open')
})

test('the last dot of a written-off or credited invoice does not say that it was paid', () => {
  const last = (status: string, state: string) => states({ status, state }, '2026-12-02', '2026-12-01').at(-1)
  expect(last('paid', 'part_written_off')).toBe('Partly written off done')
  expect(last('credited', 'written_off')).toBe('Written off done')
  expect(last('partly_paid', 'partly_credited')).toBe('Partly credited open')
})
