import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/shared/db/database.types.ts'
import { startTestServer, type TestServer } from '../../supabase/local/testing/test-server.ts'
import { admin as adminOf, browserOf, newPerson } from './people.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const admin = () => adminOf(server)

/** Two browsers of one new person, with paused timers. */
async function openTwoTabs(paused: number) {
  const person = await newPerson(server, 'team_member')
  const userId = person.id
  const tabs = await Promise.all([1, 2].map(() => browserOf(server, person)))
  const timers = await Promise.all(
    Array.from({ length: paused }, async () => {
      const { data } = await admin()
        .from('time_entries')
        .insert({ user_id: userId, user_email: person.email, status: 'paused', client_name: 'Bakery' })
        .select('id')
        .single()
        .throwOnError()
      return data.id
    }),
  )
  const rows = async () => {
    const { data } = await admin()
      .from('time_entries')
      .select('id, status, sessions')
      .eq('user_id', userId)
      .throwOnError()
    return data.map(({ status, sessions }) => ({ status, sessions: Array.isArray(sessions) ? sessions.length : -1 }))
  }
  return { tabs, timers, rows }
}

const codeOf = ({ error }: { error: { code: string; message: string } | null }) =>
  error ? `${error.code} ${error.message}` : 'done'
const refused = '23505 Please pause or stop your active timer before resuming another one.'

describe('R15: two tabs at once', () => {
  test('spec 2 §4: resume two timers: exactly one is active, the other is refused in words and keeps its sessions', async () => {
    for (let round = 0; round < 5; round++) {
      const { tabs, timers, rows } = await openTwoTabs(2)
      const answers = await Promise.all(
        tabs.map((tab, place) => tab.rpc('resume_timer', { p_entry: timers[place] ?? '' })),
      )
      expect(answers.map(codeOf).sort()).toEqual([refused, 'done'])
      expect((await rows()).sort((a, b) => a.sessions - b.sessions)).toEqual([
        { status: 'paused', sessions: 0 },
        { status: 'active', sessions: 1 },
      ])
    }
  })

  test('R15: resume and pause the same timer with twenty clicks each: no session is lost or doubled', async () => {
    const { tabs, timers, rows } = await openTwoTabs(1)
    const id = timers[0] ?? ''
    const clicks = (move: 'resume_timer' | 'pause_timer') =>
      Promise.all(Array.from({ length: 20 }, (_, click) => tabs[click % 2]?.rpc(move, { p_entry: id })))
    const resumed = await clicks('resume_timer')
    expect(new Set(resumed.map((answer) => answer && codeOf(answer)))).toEqual(new Set(['done']))
    expect(await rows()).toEqual([{ status: 'active', sessions: 1 }])
    const paused = await clicks('pause_timer')
    expect(new Set(paused.map((answer) => answer && codeOf(answer)))).toEqual(new Set(['done']))
    expect(await rows()).toEqual([{ status: 'paused', sessions: 1 }])
  })

  test('start a timer with twenty clicks: one is started', async () => {
    const { tabs, rows } = await openTwoTabs(0)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, click) => tabs[click % 2]?.rpc('start_timer', { p_client_name: 'Bakery' })),
    )
    expect(answers.filter((answer) => answer?.error === null).length).toBe(1)
    expect(new Set(answers.flatMap((answer) => answer?.error?.code ?? []))).toEqual(new Set(['23505']))
    expect(await rows()).toEqual([{ status: 'active', sessions: 1 }])
  })

  test('set two timers active with direct updates: the index lets one through', async () => {
    const { tabs, timers, rows } = await openTwoTabs(2)
    const answers = await Promise.all(
      tabs.map((tab, place) =>
        tab
          .from('time_entries')
          .update({
            status: 'active',
            sessions: [
              {
                startTime: new Date().toISOString(),
                endTime: null,
                duration: '00:00:00',
                isPaused: false,
                pausedAt: null,
              },
            ],
          })
          .eq('id', timers[place] ?? ''),
      ),
    )
    expect(answers.map(({ error }) => error?.code ?? 'done').sort()).toEqual(['23505', 'done'])
    expect((await rows()).map(({ status }) => status).sort()).toEqual(['active', 'paused'])
  })
})

test('the server tells its time to staff, not to visitors', async () => {
  const { tabs } = await openTwoTabs(0)
  const asked = Date.now()
  const answer = await tabs[0]?.rpc('server_now')
  const told = Date.parse(answer?.data ?? '')
  expect([told >= asked - 1, told <= Date.now() + 1]).toEqual([true, true])
  const visitor = await createClient<Database>(server.url, server.keys.publishableKey).rpc('server_now')
  expect(visitor.error?.code).toBe('42501')
})

test('sessions and corrections arrive as they were sent', async () => {
  const { tabs, timers } = await openTwoTabs(1)
  const [tab, id] = [tabs[0], timers[0] ?? '']
  const session = {
    startTime: '2026-03-02T08:00:00.000Z',
    endTime: '2026-03-02T09:00:00.000Z',
    duration: '01:00:00',
    isPaused: true,
    pausedAt: '2026-03-02T09:00:00.000Z',
  }
  const whole = { status: 'paused', sessions: [session], total_duration: '01:00:00' }
  const updated = await tab?.from('time_entries').update(whole).eq('id', id).select('status, sessions, total_duration')
  expect(updated?.data).toEqual([whole])

  const shorter = { ...session, endTime: '2026-03-02T08:30:00.000Z' }
  const corrected = await tab?.rpc('correct_timer', {
    p_entry: id,
    p_client_name: 'Anna',
    p_business_name: '',
    p_sessions: [shorter],
  })
  expect([corrected?.error, corrected?.data?.total_duration, corrected?.data?.sessions]).toEqual([
    null,
    '00:30:00',
    [{ ...shorter, duration: '00:30:00', pausedAt: '2026-03-02T08:30:00.000Z' }],
  ])
})
