import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newUser, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Resolves with the first status, and its reason. */
const subscribed = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) => {
    channel.subscribe((status, error) => resolve(error ? `${status}: ${error.message}` : status))
  })

const heard = (channel: RealtimeChannel, event: string) =>
  new Promise<unknown>((resolve) => channel.on('broadcast', { event }, resolve))

async function listener(topic: string, config: object = {}) {
  const user = newUser()
  await server.allow(user, topic)
  const client = await server.client(await server.token(user))
  return { user, client, channel: client.channel(topic, { config: { private: true, ...config } }) }
}

describe('a broadcast from the database', () => {
  test('reaches a person who may hear the topic, with the id of its message', async () => {
    const { channel } = await listener('user:1')
    const message = heard(channel, 'changed')
    expect(await subscribed(channel)).toBe(REALTIME_SUBSCRIBE_STATES.SUBSCRIBED)

    await server.send('user:1', 'changed', { id: 'row-1', table: 'tasks', op: 'INSERT' })

    expect(await message).toEqual({
      type: 'broadcast',
      event: 'changed',
      payload: { id: 'row-1', table: 'tasks', op: 'INSERT' },
      meta: { id: expect.any(String) },
    })
  })

  test('reaches a client of protocol 1.0.0 just the same', async () => {
    const user = newUser()
    await server.allow(user, 'user:old')
    const client = await server.client(await server.token(user), { vsn: '1.0.0' })
    const channel = client.channel('user:old', { config: { private: true } })
    const message = heard(channel, 'changed')
    expect(await subscribed(channel)).toBe('SUBSCRIBED')

    await server.send('user:old', 'changed', { id: 'é🖨️' })

    expect(await message).toMatchObject({ event: 'changed', payload: { id: 'é🖨️' } })
  })

  test('is told by broadcast_changes with operation, table and both rows', async () => {
    await server.engine.exec(`
      create table realtime_test.signs (id int primary key, name text);
      create function realtime_test.tell() returns trigger language plpgsql security definer as $$
        begin
          perform realtime.broadcast_changes('page:signs', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
          return null;
        end $$;
      create trigger tell after insert or update or delete on realtime_test.signs
        for each row execute function realtime_test.tell()`)
    const { channel } = await listener('page:signs')
    const message = heard(channel, 'UPDATE')
    await subscribed(channel)

    await server.engine.exec(
      `insert into realtime_test.signs values (1, 'Exit'); update realtime_test.signs set name = 'Way out'`,
    )

    expect(await message).toMatchObject({
      payload: {
        id: expect.any(String),
        operation: 'UPDATE',
        schema: 'realtime_test',
        table: 'signs',
        record: { id: 1, name: 'Way out' },
        old_record: { id: 1, name: 'Exit' },
      },
    })
  })

  test('arrives whole and in the order of the commits, however large', async () => {
    const { channel } = await listener('page:many')
    const numbers: number[] = []
    const last = new Promise<void>((resolve) =>
      channel.on('broadcast', { event: 'n' }, ({ payload }) => {
        numbers.push(payload.n)
        if (payload.n === 199) resolve()
      }),
    )
    await subscribed(channel)

    for (let n = 0; n < 200; n++) await server.send('page:many', 'n', { n, filler: 'x'.repeat(10_000) })
    await last

    expect(numbers).toEqual(Array.from({ length: 200 }, (_, n) => n))
  })

  test('is not sent when its transaction rolls back', async () => {
    const { channel } = await listener('page:rollback')
    const first = new Promise((resolve) => channel.on('broadcast', { event: '*' }, ({ payload }) => resolve(payload.n)))
    await subscribed(channel)

    await server.engine
      .transaction(async (tx) => {
        await tx.exec(`select realtime.send('{"n": 1}', 'n', 'page:rollback')`)
        throw new Error('undo')
      })
      .catch(() => {})
    await server.send('page:rollback', 'n', { n: 2 })

    expect(await first).toBe(2)
  })

  test('never fails the transaction that sends it', async () => {
    await expect(server.engine.exec(`select realtime.send('{}', 'e', null)`)).resolves.toBeUndefined()
  })

  test('of a person is sent where the policies let them speak, and never fails what they write', async () => {
    await server.engine.exec(`
      create table realtime_test.posts (id int primary key, topic text);
      grant all on realtime_test.posts to authenticated;
      create function realtime_test.post() returns trigger language plpgsql as $$
        begin
          perform realtime.broadcast_changes(new.topic, 'post', tg_op, tg_table_name, tg_table_schema, new, old);
          perform realtime.send(jsonb_build_object('n', new.id), 'sent', new.topic);
          perform realtime.broadcast_changes(new.topic, 'post', 'TRUNCATE', tg_table_name, tg_table_schema, new, old);
          return null;
        end $$;
      create trigger post after insert on realtime_test.posts for each row execute function realtime_test.post()`)
    const { channel, user } = await listener('task:posts')
    await server.allow(user, 'task:heard', 'hear')
    const told: unknown[] = []
    channel.on('broadcast', { event: '*' }, ({ event, payload }) => told.push([event, payload.record?.id ?? payload.n]))
    await subscribed(channel)
    const write = (id: number, topic: string) =>
      server.engine.asCaller({ role: 'authenticated', userId: user, claims: null }, async (tx) => {
        await tx.query('insert into realtime_test.posts values ($1, $2)', [String(id), topic])
        const { rows } = await tx.query<{ topic: string | null }>('select realtime.topic() as topic')
        return rows[0]?.topic
      })

    expect(await write(1, 'task:heard')).toBeNull()
    expect(await write(2, 'task:somebody-else')).toBeNull()
    expect(await write(3, 'task:posts')).toBeNull()

    await vi.waitFor(() => expect(told).toHaveLength(2))
    expect(told).toEqual([
      ['post', 3],
      ['sent', 3],
    ])
    const { rows } = await server.engine.query(
      `select from realtime.messages where topic in ('task:heard', 'task:somebody-else')`,
    )
    expect(rows).toEqual([])
    expect((await server.engine.query('select from realtime_test.posts')).rows).toHaveLength(3)
  })
})

describe('a broadcast from a client', () => {
  test('reaches the others and not its sender, and is not acknowledged unless asked for', async () => {
    const one = await listener('task:1')
    const other = await listener('task:1')
    const own: unknown[] = []
    one.channel.on('broadcast', { event: '*' }, (message) => own.push(message))
    const message = heard(other.channel, 'typing')
    await Promise.all([subscribed(one.channel), subscribed(other.channel)])

    await one.channel.send({ type: 'broadcast', event: 'typing', payload: { name: 'Ann' } })

    expect(await message).toEqual({ type: 'broadcast', event: 'typing', payload: { name: 'Ann' } })
    expect(own).toEqual([])
  })

  test('comes back to its sender with self, and is acknowledged with ack', async () => {
    const { channel } = await listener('task:2', { broadcast: { self: true, ack: true } })
    const message = heard(channel, 'typing')
    await subscribed(channel)

    expect(await channel.send({ type: 'broadcast', event: 'typing', payload: { a: 1 } })).toBe('ok')
    expect(await message).toMatchObject({ payload: { a: 1 } })
  })

  test('may be bytes', async () => {
    const { channel } = await listener('task:3', { broadcast: { self: true } })
    const message = heard(channel, 'bytes')
    await subscribed(channel)

    await channel.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([0, 255, 7]).buffer })

    expect(await message).toMatchObject({ event: 'bytes', payload: new Uint8Array([0, 255, 7]).buffer })
  })

  test('is refused where the person may hear but not speak', async () => {
    const user = newUser()
    await server.allow(user, 'role:sales', 'hear')
    const client = await server.client(await server.token(user))
    const channel = client.channel('role:sales', { config: { private: true, broadcast: { ack: true, self: true } } })
    const messages: unknown[] = []
    channel.on('broadcast', { event: '*' }, ({ payload }) => messages.push(payload))
    const spoken = heard(channel, 'changed')
    await subscribed(channel)

    expect(await channel.send({ type: 'broadcast', event: 'fake', payload: {} })).toBe('error')
    await server.send('role:sales', 'changed', { id: 'real' })
    await spoken
    expect(messages).toEqual([{ id: 'real' }])
  })
})

describe('joining', () => {
  test('a topic of somebody else is refused in words', async () => {
    const { client } = await listener('user:mine')
    const channel = client.channel('user:theirs', { config: { private: true } })
    expect(await subscribed(channel)).toBe(
      'CHANNEL_ERROR: Unauthorized: You do not have permissions to read from this Channel topic: user:theirs',
    )
  })

  test('a public channel is refused', async () => {
    const { client } = await listener('user:mine')
    const channel = client.channel('user:public')
    expect(await subscribed(channel)).toBe('CHANNEL_ERROR: PrivateOnly: This project only allows private channels')
  })

  test('a visitor hears what a policy opens to visitors, and nothing else', async () => {
    const client = await server.client()
    const topic = 'doc:2d9d8a52-3f1b-4c3f-9d1b-0a523f1b4c3f'
    const document = client.channel(topic, { config: { private: true } })
    const message = heard(document, 'changed')
    expect(await subscribed(document)).toBe('SUBSCRIBED')
    expect(await subscribed(client.channel('user:1', { config: { private: true } }))).toContain('Unauthorized')

    await server.send(topic, 'changed', {})
    expect(await message).toMatchObject({ event: 'changed' })
  })

  test('works with a token given by realtime.setAuth, which the publishable key does not replace', async () => {
    const user = newUser()
    await server.allow(user, 'user:manual')
    const client = await server.client()
    await client.realtime.setAuth(await server.token(user))
    const channel = client.channel('user:manual', { config: { private: true } })
    const message = heard(channel, 'changed')
    expect(await subscribed(channel)).toBe('SUBSCRIBED')

    await server.send('user:manual', 'changed', {})
    expect(await message).toMatchObject({ event: 'changed' })
  })

  test('a left topic is silent, and can be joined again', async () => {
    const { client, channel } = await listener('user:again')
    await subscribed(channel)
    expect(await client.removeChannel(channel)).toBe('ok')

    const again = client.channel('user:again', { config: { private: true } })
    const message = heard(again, 'changed')
    expect(await subscribed(again)).toBe('SUBSCRIBED')
    await server.send('user:again', 'changed', {})
    expect(await message).toMatchObject({ event: 'changed' })
  })

  test('replays what was sent before, oldest first, marked, at most 25', async () => {
    for (let n = 0; n < 30; n++) await server.send('page:replay', 'n', { n })
    const { channel } = await listener('page:replay', { broadcast: { replay: { since: 0, limit: 50 } } })
    const messages: { n: number; replayed: boolean | undefined }[] = []
    const live = new Promise<void>((resolve) =>
      channel.on('broadcast', { event: 'n' }, ({ payload, meta }) => {
        messages.push({ n: payload.n, replayed: meta?.replayed })
        if (payload.n === 30) resolve()
      }),
    )
    await subscribed(channel)
    await server.send('page:replay', 'n', { n: 30 })
    await live

    expect(messages).toEqual([
      ...Array.from({ length: 25 }, (_, index) => ({ n: index + 5, replayed: true })),
      { n: 30, replayed: undefined },
    ])
  })

  test('replays messages of one moment in the order of their writing, wherever their rows lie', async () => {
    const write = (event: string) =>
      server.engine.exec(`insert into realtime.messages (topic, extension, event, private, inserted_at)
        values ('page:moment', 'broadcast', '${event}', true, date_trunc('day', now() at time zone 'utc'))`)
    await write('forgotten')
    await write('first')
    await server.engine.exec(`delete from realtime.messages where event = 'forgotten'`)
    await server.engine.exec('vacuum realtime.messages')
    await write('second')
    const { rows } = await server.engine.query(`select event from realtime.messages where topic = $1 order by ctid`, [
      'page:moment',
    ])
    expect(rows).toEqual([{ event: 'second' }, { event: 'first' }])

    const { channel } = await listener('page:moment', { broadcast: { replay: { since: 0, limit: 2 } } })
    const events: string[] = []
    const live = new Promise<void>((resolve) =>
      channel.on('broadcast', { event: '*' }, ({ event }) => {
        events.push(event)
        if (event === 'live') resolve()
      }),
    )
    await subscribed(channel)
    await server.send('page:moment', 'live', {})
    await live
    expect(events).toEqual(['first', 'second', 'live'])
  })

  test('says that the connection to the database stands, when asked to', async () => {
    const { channel } = await listener('page:ready', { broadcast: { replication_ready: true } })
    const system = new Promise((resolve) => channel.on('system', {}, resolve))
    await subscribed(channel)
    expect(await system).toEqual({
      extension: 'system',
      status: 'ok',
      message: 'Replication connection established',
      channel: 'page:ready',
    })
  })
})
