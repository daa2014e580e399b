import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { tries, triesAll, undone, word } from './act.ts'
import { emailOf, idOf } from './people.ts'
import { openGrantedWorld } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openGrantedWorld()
})
afterAll(() => engine.close())

const start = (columns: string, values: string) => `insert into public.time_entries (${columns}) values (${values})`
const mine = `insert into public.time_entries (user_id, user_email, status) values ('${idOf('sales')}', '${emailOf('sales')}', 'active')`

describe('T12: a time entry', () => {
  test('belongs by default to whoever starts it', async () => {
    const sql = `insert into public.time_entries default values returning user_id, user_email, status, sessions, total_duration`
    expect(await tries(engine, 'sales', sql)).toMatchObject({
      rows: [
        {
          user_id: idOf('sales'),
          user_email: emailOf('sales'),
          status: 'active',
          sessions: [],
          total_duration: '00:00:00',
        },
      ],
    })
  })

  test.each([
    ['for somebody else', 'user_id', `'${idOf('accounts')}'`],
    ['under another address', 'user_email', `'${emailOf('accounts')}'`],
  ])('is not started %s', async (_, columns, values) => {
    expect(word(await tries(engine, 'sales', start(columns, values)))).toBe('42501')
  })

  const sessions = (count: number) =>
    `(select jsonb_agg(jsonb_build_object('startTime', '2026-03-02T08:00:00Z', 'endTime', '2026-03-02T08:00:00Z', 'duration', '00:00:00'))
       from generate_series(1, ${count}))`

  test('of thousands of sessions is refused before any of them is read: by right to who has none, by number to others', async () => {
    const write = (count: number) => start('status, sessions', `'completed', ${sessions(count)}`)
    const began = performance.now()
    expect(await tries(engine, 'pending', write(7500))).toMatchObject({ refused: '42501' })
    expect(await tries(engine, 'client', write(7500))).toMatchObject({ refused: '42501' })
    expect(await tries(engine, 'sales', write(7500))).toEqual({
      refused: '23514',
      because: 'An entry holds at most 2000 sessions. Please begin a new one.',
    })
    expect(await tries(engine, 'sales', write(201))).toEqual({
      refused: '23514',
      because: 'At most 200 sessions can be changed at a time',
    })
    expect(performance.now() - began).toBeLessThan(2500)
    expect(word(await tries(engine, 'sales', write(200)))).toBe('done')
  })

  test('is the only active one of a person: two tabs cannot both resume', async () => {
    expect(word(await tries(engine, 'sales', start('status', `'active'`), mine))).toBe('23505')
    expect(word(await tries(engine, 'sales', start('status', `'paused'`), mine))).toBe('done')
    expect(word(await tries(engine, 'accounts', start('status', `'active'`), mine))).toBe('done')
  })

  test.each([
    ['id', 'gen_random_uuid()'],
    ['user_id', `'${idOf('accounts')}'`],
    ['user_email', `'${emailOf('accounts')}'`],
    ['created_at', `'2020-01-01'`],
  ])('keeps its %s', async (column, value) => {
    expect(word(await tries(engine, 'sales', `update public.time_entries set ${column} = ${value}`, mine))).toBe(
      '42501',
    )
  })

  test('may be written back whole, as the specification does', async () => {
    const whole = `update public.time_entries set id = id, user_id = user_id, user_email = user_email, created_at = created_at,
      status = 'paused', total_duration = '101:00:00', sessions = '[{"startTime": "2026-03-02T08:00:00Z",
        "endTime": "2026-03-06T13:00:00Z", "duration": "101:00:00", "isPaused": true, "pausedAt": "2026-03-06T13:00:00Z"}]'`
    expect(word(await tries(engine, 'sales', whole, mine))).toBe('done')
  })

  test('stays completed', async () => {
    const outcome = await triesAll(engine, 'sales', [
      start('status', `'active'`),
      `update public.time_entries set status = 'completed'`,
      `update public.time_entries set status = 'active'`,
    ])
    expect(word(outcome)).toBe('no row')
  })

  test('is read but not changed by who manages time', async () => {
    const manages = `${mine}; insert into public.role_permissions
      select 'accounts', id from public.permissions where name = 'manage_time_tracking'`
    expect([
      word(await tries(engine, 'accounts', `select 1 from public.time_entries`, manages)),
      word(await tries(engine, 'accounts', `update public.time_entries set client_name = 'x'`, manages)),
      word(await tries(engine, 'team_member', `select 1 from public.time_entries`, manages)),
    ]).toEqual(['done', 'no row', 'no row'])
  })

  test('follows its owner to a new address', async () => {
    const rows = await undone(engine, async (tx) => {
      await tx.exec(`${mine}; update auth.users set email = 'New@People.example' where id = '${idOf('sales')}'`)
      return (await tx.query(`select user_id, user_email from public.time_entries`)).rows
    })
    expect(rows).toEqual([{ user_id: idOf('sales'), user_email: 'new@people.example' }])
  })

  test.each([
    ['status', `'ACTIVE'`],
    ['sessions', `'{}'`],
    ['sessions', `'null'`],
    ['total_duration', `'24:60:00'`],
    ['total_duration', `'1:00:00'`],
    ['total_duration', `'-00:00:01'`],
    ['total_duration', `'NaN'`],
  ])('has no %s of %s', async (column, value) => {
    expect(word(await tries(engine, 'sales', `update public.time_entries set ${column} = ${value}`, mine))).toBe(
      '23514',
    )
  })
})
