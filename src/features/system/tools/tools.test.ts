import { expect, test } from 'vitest'
import { groupCalls } from './calls'
import { clockWords, latencyText } from './words'

const call = (url: string, ms: number, status = 200) => ({ url: `http://backend.test${url}`, ms, status, bytes: 100 })

test('calls to one address are one group, whatever record and filter they asked for', () => {
  const one = '0b6f8a52-3f0e-4d0a-9a53-0d7a1c5b2e11'
  const other = '9c1d2e3f-4a5b-4c6d-8e7f-0a1b2c3d4e5f'
  expect(
    groupCalls([
      call('/rest/v1/tasks?status=eq.open', 12),
      call('/rest/v1/tasks?id=eq.7', 30, 403),
      call('/rest/v1/tasks', 20),
      call(`/storage/v1/object/sign/task-images/${one}/a.png`, 8),
      call(`/storage/v1/object/sign/task-images/${other}/a.png`, 4),
    ]),
  ).toEqual([
    expect.objectContaining({
      path: '/rest/v1/tasks',
      service: 'Data',
      count: 3,
      median: 20,
      slowest: 30,
      failed: 1,
      bytes: 300,
    }),
    expect.objectContaining({
      path: '/storage/v1/object/sign/task-images/…/a.png',
      service: 'Files',
      count: 2,
      failed: 0,
    }),
  ])
})

test('a clock is said to be wrong from one second on, and in which direction', () => {
  expect([400, -1500, 600_000].map(clockWords)).toEqual([
    'The clock of this device agrees with the server.',
    'The clock of this device is 2 s behind the server.',
    'The clock of this device is 10 min ahead of the server.',
  ])
  expect([0.2, 81.6, 1440].map(latencyText)).toEqual(['1 ms', '82 ms', '1.4 s'])
})
