import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { beforeFirstSchedule, seriesOf } from '../../supabase/tests/nightly-seed.ts'

const configured = fc.readConfigureGlobal()
afterEach(() => {
  vi.unstubAllEnvs()
  fc.configureGlobal(configured)
})

test('each night plays other ledgers and schedules, a run by day the same, and a named seed plays that one again', () => {
  const played = (seed: number) => {
    fc.configureGlobal({ ...configured, seed })
    return [seriesOf('ledger'), beforeFirstSchedule()]
  }
  vi.stubEnv('LEDGER_SEED', undefined)
  vi.stubEnv('RACE_SEED', undefined)
  vi.stubEnv('FC_SEED', '20261124')
  expect([played(7), played(8)]).toEqual([
    ['ledger', 0],
    ['ledger', 0],
  ])
  vi.stubEnv('FC_SEED', 'random')
  expect([played(7), played(8)]).toEqual([
    ['ledger 7', 7],
    ['ledger 8', 8],
  ])
  vi.stubEnv('LEDGER_SEED', 'ledger 7')
  vi.stubEnv('RACE_SEED', '9000')
  expect(played(8)).toEqual(['ledger 7', 9000])
})
