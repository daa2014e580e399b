import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/test-database.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

/** Tables of a program that are called as some of the auth, storage and realtime services are. */
const names = ['users', 'sessions', 'identities', 'messages', 'objects', 'buckets', 'subscription'] as const

let server: TestServer
beforeAll(async () => {
  const engine = await openTestDatabase()
  await engine.exec(`create table public.shared_rooms (id int primary key, name text);
    grant all on public.shared_rooms to service_role; insert into public.shared_rooms values (1, 'Hall'), (2, 'Shed')`)
  for (const name of names)
    await engine.exec(`create table public.${name} (id int primary key, room int references public.shared_rooms, body text);
      create table public.shared_${name}_notes (id int primary key, of int references public.${name});
      grant all on public.${name}, public.shared_${name}_notes to service_role;
      insert into public.${name} values (1, 1, 'one'), (2, 1, 'two');
      insert into public.shared_${name}_notes values (7, 2)`)
  server = await startTestServer({ engine })
})
afterAll(() => server.close())

const db = () => createClient(server.url, server.keys.secretKey)

describe.each(names)('a table that is called %s', (name) => {
  test('is read with what it belongs to, and what belongs to it', async () => {
    const { data, error } = await db()
      .from(name)
      .select('id, body, shared_rooms(name), notes:shared_' + name + '_notes(*)')
      .order('id')
    expect(error).toBeNull()
    expect(data).toEqual([
      { id: 1, body: 'one', shared_rooms: { name: 'Hall' }, notes: [] },
      { id: 2, body: 'two', shared_rooms: { name: 'Hall' }, notes: [{ id: 7, of: 2 }] },
    ])
  })

  test('is read as a relation with all its columns', async () => {
    const { data, error } = await db().from('shared_rooms').select(`id, ${name}(*)`).order('id')
    expect(error).toBeNull()
    expect(data).toEqual([
      {
        id: 1,
        [name]: [
          { id: 1, room: 1, body: 'one' },
          { id: 2, room: 1, body: 'two' },
        ],
      },
      { id: 2, [name]: [] },
    ])
  })

  test('is written and answered with', async () => {
    const { data, error } = await db()
      .from(name)
      .insert({ id: 3, room: 2, body: 'three' })
      .select('*, shared_rooms(id)')
      .single()
    expect(error).toBeNull()
    expect(data).toEqual({ id: 3, room: 2, body: 'three', shared_rooms: { id: 2 } })
    expect((await db().from(name).update({ body: 'x' }).eq('id', 3).select('*, shared_rooms!inner(*)')).data).toEqual([
      { id: 3, room: 2, body: 'x', shared_rooms: { id: 2, name: 'Shed' } },
    ])
    expect((await db().from(name).delete().eq('id', 3).select()).data).toEqual([{ id: 3, room: 2, body: 'x' }])
  })
})

test('a write that returns one row with related rows says when it is not one, and is undone', async () => {
  const { error, status } = await db()
    .from('shared_rooms')
    .update({ name: 'x' })
    .gt('id', 0)
    .select('*, users(*)')
    .single()
  expect([error?.code, status]).toEqual(['PGRST116', 406])
  expect((await db().from('shared_rooms').select().order('id')).data).toEqual([
    { id: 1, name: 'Hall' },
    { id: 2, name: 'Shed' },
  ])
})
