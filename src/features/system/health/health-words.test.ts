import { expect, test } from 'vitest'
import { bytesText, lastingText, signsOf, timeText } from './health-words'

const now = Date.parse('2026-11-25T12:00:00Z')
const well = {
  started_at: '2026-11-25T07:00:00Z',
  memory_bytes: 310_000_000,
  database_bytes: 64_000_000,
  disk: { free_bytes: 40e9, total_bytes: 100e9 },
  sockets: 7,
  mails: { waiting: 2, failed: 0 },
  last_backup: '2026-11-24T12:00:00Z',
  last_snapshot: '2026-11-25T11:45:00Z',
}
const bad = (change: Partial<typeof well> & { last_backup?: string }) =>
  signsOf({ ...well, ...change }, now).flatMap(({ label, isBad }) => (isBad ? [label] : []))

test('sizes and times are as people read them', () => {
  expect([800_000, 64_000_000, 1_440_000_000].map(bytesText)).toEqual(['800 kB', '64 MB', '1.4 GB'])
  expect([3, 999, 1400].map(timeText)).toEqual(['3 ms', '999 ms', '1.4 s'])
  expect([10_000, 60_000, 3_600_000, 47 * 3_600_000, 12 * 86_400_000].map(lastingText)).toEqual([
    '1 minute',
    '1 minute',
    '1 hour',
    '47 hours',
    '12 days',
  ])
})

test('a server that is well has nothing to look after', () => {
  expect(bad({})).toEqual([])
  expect(signsOf(well, now).map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Running for: 5 hours',
    'Open pages: 7',
    'Database: 64 MB',
    'Memory: 310 MB',
    'Free disk: 40.0 GB',
    'Mails waiting: 2',
    'Failed mails: 0',
    'Last backup: 24 hours ago',
  ])
})

test('a full disk, failed mails and an old backup are', () => {
  expect(bad({ disk: { free_bytes: 9e9, total_bytes: 100e9 } })).toEqual(['Free disk'])
  expect(bad({ mails: { waiting: 101, failed: 1 } })).toEqual(['Mails waiting', 'Failed mails'])
  expect(bad({ last_backup: '2026-11-10T12:00:00Z' })).toEqual(['Last backup'])
  expect(signsOf({ ...well, last_backup: null }, now).at(-1)).toMatchObject({ value: 'Never', isBad: true })
})
