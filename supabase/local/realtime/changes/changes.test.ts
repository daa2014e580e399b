import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newUser, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ limits: { publicChannels: true } })
  await server.engine.exec(`
    create type public.mood as enum ('calm', 'loud');
    create table public.notes (
      id bigint primary key, owner uuid, body text, tags text[], price numeric(10, 2), mood public.mood, data jsonb,
      made_at timestamptz, file bytea, secret text
    );
    alter table public.notes enable row level security;
    create policy "own notes" on public.notes for select to authenticated using (owner = (select auth.uid()));
    revoke all on public.notes from anon, authenticated;
    grant select (id, owner, body, tags, price, mood, data, made_at, file) on public.notes to authenticated;
    create table public.prices (id int primary key, name text, amount int);
    create table public.unpublished (id int primary key);
    create table public.keyless (name text);
    create table public.pairs (one int, two text, owner uuid, primary key (one, two));
    alter table public.pairs enable row level security;
    create policy "own pairs" on public.pairs for select to authenticated using (owner = (select auth.uid()));
    grant select on public.pairs to authenticated;
    grant select on public.prices, public.unpublished, public.keyless to anon, authenticated;
    alter publication supabase_realtime add table public.notes, public.prices, public.keyless, public.pairs`)
})
afterAll(() => server.close())

type Told = { eventType: string; new: object; old: object; errors: unknown }

/** Joins a channel that listens so, and waits until the database is listened to. */
async function listen(client: SupabaseClient, bindings: object[], config: object = {}) {
  const told: Told[][] = bindings.map(() => [])
  const channel = client.channel(`any-${newUser()}`, { config })
  bindings.forEach((binding, index) =>
    channel.on('postgres_changes', binding as { event: '*'; schema: string }, (payload) =>
      told[index]?.push(payload as Told),
    ),
  )
  const system = new Promise<object>((resolve) => channel.on('system', {}, resolve))
  const status = await subscribed(channel)
  return { channel, told, status, system: status === 'SUBSCRIBED' ? await system : null }
}

const subscribed = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) => {
    channel.subscribe((status, error) => resolve(error ? `${status}: ${error.message}` : status))
  })

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000 })
const sql = (text: string) => server.engine.exec(text)

/**
 * Resolves when everything that was committed before has been read and told. Changes are read in portions, one after the
 * other, and those who listen hear a portion in any order: so the second change that is heard comes after all of them.
 */
async function untilTold() {
  const { told, channel } = await listen(await server.client(), [
    { event: 'INSERT', schema: 'public', table: 'prices' },
  ])
  for (const heard of [1, 2]) {
    await sql(`insert into public.prices select coalesce(max(id), 0) + 1000 from public.prices`)
    await eventually(() => expect(told[0]).toHaveLength(heard))
  }
  await channel.unsubscribe()
}

beforeEach(() => sql('delete from public.notes; delete from public.prices'))

describe('a change of a table', () => {
  test('reaches a person who sees the row, with the types of its columns', async () => {
    const user = newUser()
    const client = await server.client(await server.token(user))
    const { told, system } = await listen(client, [{ event: 'INSERT', schema: 'public', table: 'notes' }])
    expect(system).toEqual({
      extension: 'postgres_changes',
      status: 'ok',
      message: 'Subscribed to PostgreSQL',
      channel: expect.stringMatching(/^any-/),
    })

    await sql(`insert into public.notes (id, owner) values (1, '${newUser()}')`)
    await sql(`insert into public.notes values
      (2, '${user}', 'mine', '{a,"b c"}', 12.50, 'loud', '{"deep": [1]}', '2026-01-02 03:04:05+02', '\\x0102', 'hidden')`)

    await eventually(() => expect(told[0]).toHaveLength(1))
    expect(told[0]).toEqual([
      {
        schema: 'public',
        table: 'notes',
        commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        eventType: 'INSERT',
        new: {
          id: 2,
          owner: user,
          body: 'mine',
          tags: ['a', 'b c'],
          price: 12.5,
          mood: 'loud',
          data: { deep: [1] },
          made_at: '2026-01-02T01:04:05+00:00',
          file: '0102',
        },
        old: {},
        errors: null,
      },
    ])
  })

  test('has the row before by the replica identity, and only the key of a deleted row', async () => {
    const user = newUser()
    const { told } = await listen(await server.client(await server.token(user)), [
      { event: '*', schema: 'public', table: 'notes' },
    ])
    await sql(`insert into public.notes (id, owner, body) values (3, '${user}', 'first')`)
    await sql(`update public.notes set body = 'second'`)
    await eventually(() => expect(told[0]).toHaveLength(2))
    await sql(`update public.notes set id = 4`)
    await eventually(() => expect(told[0]).toHaveLength(3))
    await sql(`alter table public.notes replica identity full`)
    await sql(`update public.notes set body = 'third'`)
    await eventually(() => expect(told[0]).toHaveLength(4))
    await sql(`delete from public.notes`)
    await eventually(() => expect(told[0]).toHaveLength(5))
    await sql(`alter table public.notes replica identity default`)

    expect(told[0]?.map(({ eventType, new: now, old }) => ({ eventType, now, old }))).toMatchObject([
      { eventType: 'INSERT', now: { id: 3, body: 'first' }, old: {} },
      { eventType: 'UPDATE', now: { id: 3, body: 'second' }, old: { id: 3 } },
      { eventType: 'UPDATE', now: { id: 4, body: 'second' }, old: { id: 3 } },
      { eventType: 'UPDATE', now: { id: 4, body: 'third' }, old: { id: 4, owner: user, body: 'second' } },
      { eventType: 'DELETE', now: {}, old: { id: 4 } },
    ])
    expect(told[0]?.map(({ old }) => Object.keys(old).length)).toEqual([0, 1, 1, 9, 1])
  })

  test('of a table without row level security is told whole to all, also a deleted row with a full identity', async () => {
    const { told } = await listen(await server.client(), [{ event: 'DELETE', schema: 'public', table: 'prices' }])
    await sql(`insert into public.prices values (1, 'one', 10); delete from public.prices`)
    await eventually(() => expect(told[0]).toHaveLength(1))
    await sql(`alter table public.prices replica identity full`)
    await sql(`insert into public.prices values (2, 'two', 20); delete from public.prices`)
    await eventually(() =>
      expect(told[0]?.map(({ old }) => old)).toEqual([{ id: 1 }, { id: 2, name: 'two', amount: 20 }]),
    )
    await sql(`alter table public.prices replica identity default`)
  })

  test('is told in the order of the commits, a thousand at once, and once', async () => {
    const { told } = await listen(await server.client(), [{ event: 'INSERT', schema: 'public', table: 'prices' }])
    await sql(`insert into public.prices select n, 'a', 0 from generate_series(1, 1000) n`)
    for (let n = 1001; n <= 1050; n += 1) await sql(`insert into public.prices values (${n}, 'b', 0)`)
    await eventually(() => expect(told[0]).toHaveLength(1_050))
    expect(told[0]?.map((one) => (one.new as { id: number }).id)).toEqual(
      Array.from({ length: 1_050 }, (_, n) => n + 1),
    )
  })

  test('is not told when its transaction rolls back', async () => {
    const { told } = await listen(await server.client(), [{ event: '*', schema: 'public', table: 'prices' }])
    await server.engine
      .transaction(async (tx) => {
        await tx.exec(`insert into public.prices values (1, 'undone', 0)`)
        throw new Error('undo')
      })
      .catch(() => {})
    await sql(`insert into public.prices values (2, 'done', 0)`)
    await eventually(() => expect(told[0]?.map((one) => one.new)).toMatchObject([{ id: 2 }]))
  })

  test('that is larger than 1 MiB is told without its row', async () => {
    const user = newUser()
    const { told } = await listen(await server.client(await server.token(user)), [
      { event: '*', schema: 'public', table: 'notes' },
    ])
    await sql(`insert into public.notes (id, owner, body) select 5, '${user}', string_agg(md5(n::text), '')
      from generate_series(1, 40000) n`)
    await eventually(() =>
      expect(told[0]).toMatchObject([{ eventType: 'INSERT', new: {}, errors: ['Error 413: Payload Too Large'] }]),
    )
    expect(told[0]?.[0]?.new).toEqual({})
  })

  test('of a table without a key is told without its row', async () => {
    const { told } = await listen(await server.client(), [{ event: '*', schema: 'public', table: 'keyless' }])
    await sql(`insert into public.keyless values ('a')`)
    await eventually(() =>
      expect(told[0]).toMatchObject([{ new: {}, errors: ['Error 400: Bad Request, no primary key'] }]),
    )
  })
})

describe('bindings', () => {
  test('hear their own events, several in a channel, by protocol 1.0.0 just the same', async () => {
    const client = await server.client(null, { vsn: '1.0.0' })
    const prices = { schema: 'public', table: 'prices' }
    const { told } = await listen(client, [
      { event: 'INSERT', ...prices },
      { event: 'UPDATE', ...prices },
      { event: 'DELETE', ...prices },
      { event: '*', ...prices },
      { event: '*', schema: 'public' },
      { event: 'INSERT', ...prices, filter: 'amount=gt.100' },
    ])
    await sql(`insert into public.prices values (1, 'one', 10); update public.prices set amount = 20;
      delete from public.prices; insert into public.prices values (2, 'two', 200)`)
    await eventually(() => expect(told.map((list) => list.length)).toEqual([2, 1, 1, 4, 4, 1]))
    expect(told[5]?.[0]?.new).toEqual({ id: 2, name: 'two', amount: 200 })
  })

  test('with a list of columns get these and the key', async () => {
    const { told } = await listen(await server.client(), [
      { event: 'INSERT', schema: 'public', table: 'prices', select: ['name'] },
      { event: 'INSERT', schema: 'public', table: 'prices' },
    ])
    await sql(`insert into public.prices values (1, 'one', 10)`)
    await eventually(() => expect(told[1]).toHaveLength(1))
    expect(told[0]?.[0]?.new).toEqual({ id: 1, name: 'one' })
    expect(told[1]?.[0]?.new).toEqual({ id: 1, name: 'one', amount: 10 })
  })

  test('get the ids that the answer to the join names', async () => {
    const client = await server.raw()
    const asked = { event: '*', schema: 'public', table: 'prices', filter: 'id=gt.0' }
    const reply = await client.join('1', 'raw', null, { private: false, postgres_changes: [asked] })
    expect(reply).toEqual({
      status: 'ok',
      response: { postgres_changes: [{ ...asked, id: expect.any(Number) }] },
    })
    await client.event('system')
    await sql(`insert into public.prices values (1, 'one', 10)`)
    const { id } = (reply as { response: { postgres_changes: { id: number }[] } }).response.postgres_changes[0]!
    expect(await client.event('postgres_changes')).toMatchObject({
      payload: {
        ids: [id],
        data: {
          type: 'INSERT',
          columns: [
            { name: 'id', type: 'int4' },
            { name: 'name', type: 'text' },
            { name: 'amount', type: 'int4' },
          ],
          record: { id: 1 },
          errors: null,
        },
      },
    })
  })

  const prices = { event: 'INSERT', schema: 'public', table: 'prices' }
  test.each([
    ['name=eq.b', [2]],
    ['name=neq.b', [1, 3, 4]],
    ['amount=lt.20', [1]],
    ['amount=lte.20', [1, 2]],
    ['amount=gt.20', [3]],
    ['amount=gte.20', [2, 3]],
    ['name=in.(a,"c")', [1, 3]],
    ['name=not.in.(a,b)', [3, 4]],
    ['name=like.b%', [2]],
    ['name=ilike.B', [2]],
    ['name=match.^[ab]$', [1, 2]],
    ['name=imatch.^[AB]$', [1, 2]],
    ['amount=is.null', [4]],
    ['amount=not.is.null', [1, 2, 3]],
    ['amount=isdistinct.20', [1, 3, 4]],
    ['amount=gt.5,name=eq.a', [1]],
    ['name=eq."a,b"', [4]],
  ])('with the filter %s hear rows %j', async (filter, rows) => {
    const { told } = await listen(await server.client(), [{ ...prices, filter }, prices])
    await sql(`insert into public.prices values (1, 'a', 10), (2, 'b', 20), (3, 'c', 30), (4, 'a,b', null)`)
    await eventually(() => expect(told[1]).toHaveLength(4))
    expect(told[0]?.map((one) => (one.new as { id: number }).id)).toEqual(rows)
  })

  test('with a filter on what a deleted row does not tell hear nothing of it', async () => {
    const { told } = await listen(await server.client(), [
      { event: 'DELETE', schema: 'public', table: 'prices', filter: 'name=eq.a' },
      { event: 'DELETE', schema: 'public', table: 'prices', filter: 'id=eq.1' },
      { event: 'DELETE', schema: 'public', table: 'prices' },
    ])
    await sql(`insert into public.prices values (1, 'a', 10), (2, 'a', 10); delete from public.prices`)
    await eventually(() => expect(told.map((list) => list.length)).toEqual([0, 1, 2]))
  })

  test.each([
    [{ schema: 'public', table: 'unpublished' }, 'Please check Realtime is enabled'],
    [{ schema: 'public', table: 'nowhere' }, 'Please check Realtime is enabled'],
    [{ schema: 'private' }, 'Please check Realtime is enabled'],
    [{ schema: 'public', table: 'prices', filter: 'nothing' }, 'Error parsing `filter` params'],
    [{ schema: 'public', table: 'prices', filter: 'id=fts.1' }, 'Error parsing `filter` params'],
    [{ schema: 'public', table: 'prices', filter: 'nothing=eq.1' }, 'invalid column for filter nothing'],
    [{ schema: 'public', table: 'prices', filter: "id=eq.1'; drop table public.prices" }, 'invalid input syntax'],
    [{ schema: 'public', table: 'prices', select: ['nothing'] }, 'invalid column for select nothing'],
    [{ schema: 'public', table: 'notes', filter: 'secret=eq.x' }, 'invalid column for filter secret'],
    [{}, 'No subscription params provided'],
  ])('to %j are refused in words, and the channel stays', async (binding, reason) => {
    const { system, channel } = await listen(await server.client(), [{ event: '*', ...binding }])
    expect(system).toMatchObject({ extension: 'postgres_changes', status: 'error' })
    expect(system).toHaveProperty('message', expect.stringContaining(reason))
    expect(channel.state).toBe('joined')
  })

  test('that the join waits for are refused with it', async () => {
    const client = await server.client()
    const wait = { postgres_changes_options: { wait: true } }
    const asked = async (table: string) => {
      const channel = client.channel(`wait-${table}`, { config: wait })
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, () => {})
      return subscribed(channel)
    }
    expect(await asked('prices')).toBe('SUBSCRIBED')
    expect(await asked('unpublished')).toContain('RealtimeDisabledForConfiguration')
  })
})

describe('who hears a change', () => {
  const notes = { event: '*', schema: 'public', table: 'notes' }

  test('is who sees the row now, each for themselves', async () => {
    const [one, other] = [newUser(), newUser()]
    const [ofOne, ofOther, ofVisitor] = await Promise.all([
      listen(await server.client(await server.token(one)), [notes]),
      listen(await server.client(await server.token(other)), [notes]),
      listen(await server.client(), [notes]),
    ])
    await sql(`insert into public.notes (id, owner, secret) values (1, '${one}', 's'), (2, '${other}', 's')`)
    const ids = (list: Told[] | undefined) => list?.map((told) => [told.eventType, (told.new as { id?: number }).id])
    await eventually(() =>
      expect([ids(ofOne.told[0]), ids(ofOther.told[0])]).toEqual([[['INSERT', 1]], [['INSERT', 2]]]),
    )
    await sql(`update public.notes set owner = '${other}' where id = 1`)
    await sql(`delete from public.notes where id = 2`)
    await eventually(() =>
      expect(ids(ofOther.told[0])).toEqual([
        ['INSERT', 2],
        ['UPDATE', 1],
        ['DELETE', undefined],
      ]),
    )
    expect(ids(ofOne.told[0])).toEqual([
      ['INSERT', 1],
      ['DELETE', undefined],
    ])
    expect(JSON.stringify([ofOne.told, ofOther.told])).not.toContain('secret')
    expect(ofVisitor.told[0]?.every(({ errors, new: now, old }) => JSON.stringify([errors, now, old]) === denied)).toBe(
      true,
    )
  })
  const denied = '[["Error 401: Unauthorized"],{},{}]'

  test('is found by a key of several columns', async () => {
    const user = newUser()
    const { told } = await listen(await server.client(await server.token(user)), [
      { event: '*', schema: 'public', table: 'pairs' },
    ])
    await sql(`insert into public.pairs values (1, 'a', '${user}'), (1, 'b', '${newUser()}'), (2, 'a', '${user}')`)
    await eventually(() => expect(told[0]).toHaveLength(2))
    expect(told[0]?.map((one) => one.new)).toMatchObject([
      { one: 1, two: 'a' },
      { one: 2, two: 'a' },
    ])
  })

  test('changes with the token, the policies and the grants', async () => {
    const [one, other] = [newUser(), newUser()]
    const client = await server.client()
    await client.realtime.setAuth(await server.token(one))
    const { told } = await listen(client, [notes])
    const insert = (id: number, owner: string) =>
      sql(`insert into public.notes (id, owner, body) values (${id}, '${owner}', 'b')`)
    const heard = () => told[0]?.map((one) => one.new)

    await insert(1, one)
    await eventually(() => expect(heard()).toMatchObject([{ id: 1 }]))
    await client.realtime.setAuth(await server.token(other))
    let probe = 100
    await eventually(async () => {
      await insert((probe += 1), other)
      expect(heard()?.length).toBeGreaterThan(1)
    })
    await untilTold()
    told[0]?.splice(0)
    await insert(2, one)
    await insert(3, other)
    await eventually(() => expect(heard()).toMatchObject([{ id: 3 }]))

    await sql('revoke select (body) on public.notes from authenticated')
    await insert(4, other)
    await eventually(() => expect(heard()).toHaveLength(2))
    await sql('grant select (body) on public.notes to authenticated')
    expect(heard()?.[1]).not.toHaveProperty('body')

    await sql(`alter policy "own notes" on public.notes using (false)`)
    await insert(5, other)
    await untilTold()
    await sql(`alter policy "own notes" on public.notes using (owner = (select auth.uid()))`)
    await insert(6, other)
    await eventually(() => expect(heard()?.slice(2)).toMatchObject([{ id: 6 }]))
  })

  test('ends when the token does', async () => {
    const user = newUser()
    const client = await server.client()
    await client.realtime.setAuth(await server.token(user, { seconds: 2 }))
    const { told, channel } = await listen(client, [notes])
    await eventually(() => expect(channel.state).toBe('closed'))
    await sql(`insert into public.notes (id, owner) values (1, '${user}')`)
    await untilTold()
    expect(told[0]).toEqual([])
  })

  test('is told nothing in the moment after the token ended, before anybody looks', async () => {
    const late = await startTestServer({ limits: { publicChannels: true, sweepMs: 600_000 } })
    await late.engine
      .exec(`create table public.prices (id int primary key); grant select on public.prices to authenticated;
      alter publication supabase_realtime add table public.prices`)
    const client = await late.client()
    await client.realtime.setAuth(await late.token(newUser(), { seconds: 2 }))
    const { told, channel } = await listen(client, [{ event: '*', schema: 'public', table: 'prices' }])
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    await late.engine.exec('insert into public.prices values (1)')
    await eventually(() => expect(channel.state).toBe('closed'))
    expect(told[0]).toEqual([])
    await late.close()
  })

  test('is on a private channel only where the policies open its topic', async () => {
    const user = newUser()
    await server.allow(user, 'room:1', 'hear')
    const client = await server.client(await server.token(user))
    const join = (topic: string) => {
      const channel = client.channel(topic, { config: { private: true } })
      const heard = new Promise((resolve) =>
        channel.on('postgres_changes', notes as { event: '*'; schema: string }, resolve),
      )
      return { heard, status: subscribed(channel), ready: new Promise((resolve) => channel.on('system', {}, resolve)) }
    }
    const allowed = join('room:1')
    expect(await allowed.status).toBe('SUBSCRIBED')
    expect(await join('room:2').status).toContain('Unauthorized')
    await allowed.ready
    await sql(`insert into public.notes (id, owner) values (1, '${user}')`)
    expect(await allowed.heard).toMatchObject({ new: { id: 1 } })
  })
})

describe('the log of changes', () => {
  const triggers = async () => {
    const { rows } = await server.engine.query<{ name: string }>(
      `select tgrelid::regclass::text as name from pg_trigger where tgname = '0_realtime_changes' order by 1`,
    )
    return rows.map((row) => row.name)
  }
  const logged = async () => (await server.engine.query('select from realtime.changes')).rows.length

  test('is written for tables with listeners alone, and emptied within seconds', async () => {
    const quiet = await startTestServer({
      limits: { publicChannels: true, changesKeptMs: 100, changesSweepMs: 50, listenersMs: 100 },
    })
    const count = async (text: string) => (await quiet.engine.query<{ n: string }>(text)).rows[0]?.n
    const triggersNow = () => count(`select count(*)::text as n from pg_trigger where tgname = '0_realtime_changes'`)
    await quiet.engine
      .exec(`create table public.prices (id int primary key); create table public.others (id int primary key);
      grant select on public.prices to anon; alter publication supabase_realtime add table public.prices, public.others`)
    expect(await triggersNow()).toBe('0')
    const { channel, told } = await listen(await quiet.client(), [{ event: '*', schema: 'public', table: 'prices' }])
    expect(await triggersNow()).toBe('1')
    await quiet.engine.exec('insert into public.prices values (1); insert into public.others values (1)')
    await eventually(() => expect(told[0]).toHaveLength(1))
    await vi.waitFor(
      async () => expect(await count(`select pg_relation_size('realtime.changes')::text as n`)).toBe('0'),
      5_000,
    )
    await channel.unsubscribe()
    await vi.waitFor(async () => expect(await triggersNow()).toBe('0'), 5_000)
    await quiet.close()
  })

  test('is not written for a server that is gone', async () => {
    await listen(await server.client(), [{ event: '*', schema: 'public', table: 'prices' }])
    expect(await triggers()).toContain('prices')
    await sql(`update realtime.listeners set expires_at = now() - interval '1 second'`)
    await sql(`delete from realtime.changes; insert into public.prices values (1, 'a', 1)`)
    expect(await logged()).toBe(0)
  })

  test('is nothing that anybody but the server reads or fills', async () => {
    for (const role of ['anon', 'authenticated', 'service_role'])
      for (const statement of [
        'select from realtime.changes',
        'select from realtime.listeners',
        'select realtime.published()',
        `select realtime.forget_changes('0')`,
        `select realtime.listen(gen_random_uuid(), '{}')`,
      ])
        await expect(
          server.engine.transaction(async (tx) => {
            await tx.exec(`set local role ${role}`)
            await tx.exec(statement)
          }),
        ).rejects.toThrow('permission denied')
  })

  test('that is too long, or was emptied before it was read, ends the channels, which join again', async () => {
    const small = await startTestServer({ limits: { publicChannels: true, changesQueued: 10 } })
    await small.engine.exec(`create table public.prices (id int primary key); grant select on public.prices to anon;
      alter publication supabase_realtime add table public.prices`)
    const client = await small.client()
    const channel = client.channel('any').on('postgres_changes', { event: '*', schema: 'public' }, () => {})
    const systems: object[] = []
    channel.on('system', {}, (payload: object) => systems.push(payload))
    await subscribed(channel)
    await eventually(() => expect(systems).toHaveLength(1))
    await small.engine.exec('insert into public.prices select generate_series(1, 11)')
    await eventually(() => expect(systems).toHaveLength(3))
    // As after a transaction that was open for longer than changes are kept.
    await small.engine.exec('insert into public.prices values (12); delete from realtime.changes')
    await eventually(() => expect(systems).toHaveLength(5))
    expect(systems.map((one) => (one as { message: string }).message)).toEqual([
      'Subscribed to PostgreSQL',
      'Too many changes at once: read anew',
      'Subscribed to PostgreSQL',
      'Changes were missed: read anew',
      'Subscribed to PostgreSQL',
    ])
    await small.close()
  })
})
