import { expect, test } from 'vitest'
import { groupWork, hoursText, type WorkRow } from './work'

const row = (more: Partial<WorkRow>): WorkRow => ({
  day: '2026-11-20',
  user_id: 'u1',
  person: 'Karl',
  client: null,
  job_id: null,
  job: null,
  order_id: null,
  order: null,
  seconds: 60,
  is_running: false,
  cost: null,
  ...more,
})

test('time is summed by person, job, client and day; what has no job stands together', () => {
  const rows = [
    row({ seconds: 3600, cost: '10.10', job_id: 'j1', job: 'JOB-1 · Sign' }),
    row({ user_id: 'u2', person: 'Tony', seconds: 7200, cost: '20.20', day: '2026-11-21' }),
    row({ seconds: 1800 }),
  ]
  expect(groupWork(rows, 'person').map(({ label, seconds, cost }) => [label, seconds, cost])).toEqual([
    ['Tony', 7200, '20.20'],
    ['Karl', 5400, '10.10'],
  ])
  expect(groupWork(rows, 'job').map(({ label, seconds }) => [label, seconds])).toEqual([
    ['No job', 9000],
    ['JOB-1 · Sign', 3600],
  ])
  expect(groupWork(rows, 'day').map(({ key }) => key)).toEqual(['2026-11-21', '2026-11-20'])
})

test('a time is never rounded up', () => {
  expect(hoursText(3599)).toBe('0 h 59 min')
  expect(hoursText(25500)).toBe('7 h 05 min')
})
