import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Caller } from '../../contracts.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

/** Signwright publishes no table. If it did, nobody would hear of a row that they cannot select. */
const roles = ['pending', 'client', 'team_member', 'sales', 'accounts', 'account_manager', 'admin'] as const
type Actor = (typeof roles)[number] | 'anon'
const actors: readonly Actor[] = ['anon', ...roles]
const tables = ['contacts', 'quotations', 'tasks', 'user_roles', 'company_settings'] as const
const people = Object.fromEntries(actors.map((actor) => [actor, randomUUID()])) as Record<Actor, string>

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    ownPolicies: false,
    limits: { publicChannels: true, recheckMs: 100, sweepMs: 50, changesRestMs: 20 },
  })
  const { engine } = server
  for (const role of roles) {
    await engine.query('insert into auth.users (id, aud, role, email) values ($1, $2, $2, $3)', [
      ...[people[role], 'authenticated', `${role}@sign.example`],
    ])
    await engine.query('insert into public.user_roles (user_id, role) values ($1, $2::text::public.app_role)', [
      ...[people[role], role],
    ])
  }
  await engine.query(
    `with mine as (insert into public.contacts (type, name, user_id) values ('Person', 'Mine', $1) returning id),
       other as (insert into public.contacts (type, name) values ('Person', 'Of another client') returning id)
     insert into public.quotations (quotation_number, status, contact_id)
     select number, 'sent', id from (select 'Q-1', id from mine union all select 'Q-2', id from other) as q (number, id)`,
    [people.client],
  )
  await engine.query(
    `insert into public.tasks (title, created_by, assignees)
     values ('Shared', $1, array[$2::text::uuid]), ('Private', $3, '{}')`,
    [people.sales, people.team_member, people.accounts],
  )
  await engine.exec(
    `alter publication supabase_realtime add table ${tables.map((name) => `public.${name}`).join(', ')}`,
  )
})
afterAll(() => server.close())

const callerOf = (actor: Actor): Caller =>
  actor === 'anon'
    ? { role: 'anon', userId: null, claims: null }
    : { role: 'authenticated', userId: people[actor], claims: { role: 'authenticated', sub: people[actor] } }

const clientOf = async (actor: Actor) => server.client(actor === 'anon' ? null : await server.token(people[actor]))

type Told = { table: string; eventType: string; new: Record<string, unknown>; old: object; errors: string[] | null }

async function listen(client: SupabaseClient, names: readonly string[]) {
  const told: Told[] = []
  const channel = client.channel(`changes-${randomUUID()}`)
  for (const table of names)
    channel.on('postgres_changes', { event: '*', schema: 'public', table }, (payload) => told.push(payload as never))
  const ready = new Promise((resolve) => channel.on('system', {}, resolve))
  channel.subscribe()
  expect(await ready).toMatchObject({ status: 'ok' })
  return { told, channel }
}

/** Each row as that person selects it, without the columns that they may not read. */
async function readable(actor: Actor, table: string): Promise<Record<string, unknown>[]> {
  const { rows: columns } = await server.engine.query<{ name: string }>(
    `select attname::text as name from pg_attribute
      where attrelid = $1::text::regclass and attnum > 0 and not attisdropped
        and has_column_privilege($2::text, attrelid, attnum, 'select')`,
    [`public.${table}`, callerOf(actor).role],
  )
  if (columns.length === 0) return []
  const list = columns.map(({ name }) => `"${name}"`).join(', ')
  const { rows } = await server.engine.asCaller(callerOf(actor), (tx) =>
    tx.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from (select ${list} from public.${table}) as t`,
    ),
  )
  return rows.map(({ row }) => row)
}

describe('changes of the tables of Signwright', () => {
  test.each(actors)('tell %s the rows that they select, and no other', async (actor) => {
    const { told } = await listen(await clientOf(actor), tables)
    const witness = await server.raw({ apikey: server.keys.secretKey })
    const bindings = tables.map((table) => ({ event: '*', schema: 'public', table }))
    await witness.join('1', 'witness', null, { private: false, postgres_changes: bindings })
    await witness.event('system')
    let rows = 0
    for (const table of tables) {
      const { rows: keys } = await server.engine.query<{ key: string }>(
        `select a.attname::text as key from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
          where i.indrelid = $1::text::regclass and i.indisprimary`,
        [`public.${table}`],
      )
      const { affectedRows = 0 } = await server.engine.query(
        `update public.${table} set ${keys[0]?.key} = ${keys[0]?.key}`,
      )
      rows += affectedRows
    }
    const whole = () => witness.frames.filter((frame) => /"errors":null/.test(JSON.stringify(frame)))
    await vi.waitFor(() => expect(whole().length).toBeGreaterThanOrEqual(rows), 10_000)
    expect(rows).toBeGreaterThan(10)

    const agreed = async () => {
      for (const table of tables) {
        const heard = told.filter((one) => one.table === table)
        const shown = heard.filter(({ errors }) => errors === null).map((one) => one.new)
        const sorted = (list: readonly object[]) =>
          list.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort()
        expect([table, [...new Set(sorted(shown))]]).toEqual([table, sorted(await readable(actor, table))])
        for (const { errors, new: now, old } of heard.filter((one) => one.errors !== null))
          expect([errors, now, old]).toEqual([['Error 401: Unauthorized'], {}, {}])
      }
    }
    await vi.waitFor(agreed, { timeout: 10_000, interval: 200 })
  })

  test('end with a role that is lost while somebody listens, and begin with one that is won', async () => {
    const { told } = await listen(await clientOf('sales'), ['contacts'])
    const change = () => server.engine.exec(`update public.contacts set name = name`)
    await change()
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(0), 10_000)
    const become = (role: string) =>
      server.engine.query('update public.user_roles set role = $2::text::public.app_role where user_id = $1', [
        ...[people.sales, role],
      ])
    await become('pending')
    const before = told.length
    await change()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(told.slice(before).map((one) => one.new)).toEqual([])
    await become('sales')
    await change()
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(before), 10_000)
  })
})

test('the publication of Signwright is empty', async () => {
  const own = await startTestServer({ ownPolicies: false })
  const { rows } = await own.engine.query(`select * from pg_publication_tables where pubname = 'supabase_realtime'`)
  expect(rows).toEqual([])
  const client = await own.client()
  const channel = client.channel('any')
  const refused = new Promise((resolve) => channel.subscribe((_, error) => resolve(error?.message)))
  expect(await refused).toContain('only allows private channels')
  await own.close()
})
