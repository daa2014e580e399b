import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openThreadedPglite, type ThreadedPglite } from '../engine/threaded-pglite.ts'
import { prepareSystem } from '../engine/boot.ts'
import { openWire, wirePassword, type Wire } from './wire-server.ts'

const run = promisify(execFile)
const password = 'a-password-of-reports'
let engine: ThreadedPglite
let wire: Wire
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signwright-wire-'))
  engine = await openThreadedPglite({ dataDir: join(folder, 'db') })
  await prepareSystem(engine)
  await engine.exec(`
    create table public.wire_rows (id int primary key, name text, net numeric(12, 2), at timestamptz, tags text[], body jsonb, is_paid boolean);
    alter table public.wire_rows enable row level security;
    insert into public.wire_rows select n, 'row ' || n, n * 1.5, '2026-07-01 12:00+00', array['a', 'b "' || n], jsonb_build_object('n', n), n % 2 = 0
      from generate_series(1, 500) n;
    create schema private; create table private.wire_secrets (word text); insert into private.wire_secrets values ('hidden');
    create function public.wire_add() returns int language sql volatile as $$ insert into public.wire_rows (id) values (9999) returning 1 $$;
    create function public.wire_power() returns text language sql security definer as $$ select current_user::text $$`)
  wire = await openWire({ engine, port: 0, password })
})
afterAll(async () => {
  await wire.close()
  await engine.close()
  await rm(folder, { recursive: true })
})

const open = (options: postgres.Options<Record<string, never>> = {}) =>
  postgres(wire.url, { max: 1, onnotice: () => {}, connect_timeout: 5, ...options })
async function using<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = open()
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
/** How a statement is refused. */
const refusal = (text: string) =>
  using((sql) =>
    sql.unsafe(text).then(
      () => 'taken',
      (error: unknown) => (error instanceof Error ? `${Reflect.get(error, 'code')} ${error.message}` : 'no error'),
    ),
  )

describe('a client of PostgreSQL', () => {
  test('reads rows with values of its own, prepared and many at once', async () => {
    await using(async (sql) => {
      const rows =
        await sql`select id, name, net, at, tags, body, is_paid from wire_rows where id = ${7} and name = ${'row 7'}`
      expect([...rows]).toEqual([
        {
          ...{ id: 7, name: 'row 7', net: '10.50', at: new Date('2026-07-01T12:00:00Z') },
          ...{ tags: ['a', 'b "7'], body: { n: 7 }, is_paid: false },
        },
      ])
      const many = await Promise.all(
        Array.from({ length: 20 }, (_, n) => sql`select net from wire_rows where id = ${n + 1}`),
      )
      expect(many.map(([row]) => Number(row?.['net']))).toEqual(Array.from({ length: 20 }, (_, n) => (n + 1) * 1.5))
      expect(await sql`select count(*)::int as n from wire_rows where id = any(${[1, 2, 3]})`).toMatchObject([{ n: 3 }])
      expect(await sql`select ${null}::text as nothing, ${"it's"}::text as quoted`).toMatchObject([
        { nothing: null, quoted: "it's" },
      ])
    })
  })

  test('reads in pages, and in a transaction of its own words', async () => {
    await using(async (sql) => {
      const pages: number[] = []
      await sql`select id from wire_rows order by id`.cursor(200, (rows) => void pages.push(rows.length))
      expect(pages).toEqual([200, 200, 100])
      expect(await sql.begin('read only', (tx) => tx`select max(id) as most from wire_rows`)).toMatchObject([
        { most: 500 },
      ])
    })
  })

  test('sets how times are written, for itself alone', async () => {
    await using(async (sql) => {
      await sql.unsafe(`set timezone = 'Asia/Tokyo'`)
      expect(await sql.unsafe('select at::text from wire_rows where id = 1')).toMatchObject([
        { at: '2026-07-01 21:00:00+09' },
      ])
    })
    await using(async (sql) => {
      expect(await sql.unsafe('select at::text from wire_rows where id = 1')).toMatchObject([
        { at: '2026-07-01 12:00:00+00' },
      ])
    })
    expect(await refusal(`set timezone = 'Nowhere'`)).toMatch(/^22023/)
    expect((await engine.query('show timezone')).rows).toEqual([{ TimeZone: 'UTC' }])
  })

  test('hears what the database says of a wrong statement, and goes on', async () => {
    await using(async (sql) => {
      await expect(sql.unsafe('select nothing from wire_rows')).rejects.toMatchObject({ code: '42703' })
      await expect(sql.unsafe('select 1 / 0')).rejects.toMatchObject({ code: '22012', message: 'division by zero' })
      await expect(sql`select ${'x'}::int`).rejects.toMatchObject({ code: '22P02' })
      expect(await sql.unsafe('select 1 as one')).toMatchObject([{ one: 1 }])
      await expect(sql.begin(async (tx) => tx.unsafe('select 1 / 0'))).rejects.toMatchObject({ code: '22012' })
      expect(await sql.unsafe('select 2 as two')).toMatchObject([{ two: 2 }])
    })
  })

  const psql = spawnSync('psql', ['--version']).status === 0
  test.runIf(psql)('psql lists tables and reads', async () => {
    const say = (command: string) => run('psql', [wire.url, '-X', '-A', '-t', '-c', command], { timeout: 60_000 })
    expect(await say('select name, net from wire_rows where id = 3')).toEqual({ stdout: 'row 3|4.50\n', stderr: '' })
    expect((await say(String.raw`\d wire_rows`)).stdout).toContain('net|numeric(12,2)')
    expect((await say(String.raw`\dt public.*`)).stdout).toContain('wire_rows')
    expect((await say('explain select 1')).stdout).toContain('Result')
  })
})

describe('nothing is written, and nothing else is read', () => {
  test.each([
    ['delete from wire_rows', /^25006/],
    ['insert into wire_rows (id) values (9999)', /^25006/],
    ['with gone as (delete from wire_rows returning id) select * from gone', /^(25006|42501)/],
    ['select wire_add()', /^25006/],
    ['create table more (id int)', /^25006/],
    ['truncate wire_rows', /^25006/],
    ['do $$ begin delete from wire_rows; end $$', /^25006/],
    [`copy wire_rows to '/tmp/rows'`, /^25006/],
    ['set role postgres', /^taken/],
    [`select set_config('role', 'postgres', true)`, /^42501/],
    [`select set_config('session_authorization', 'postgres', false)`, /^42501/],
    [`select set_config('transaction_read_only', 'off', true), wire_add()`, /^25/],
    [`select query_to_xml('delete from wire_rows', true, true, '')::text`, /^(25006|0A000)/],
    [`select query_to_xml('reset role', true, true, '')::text`, /^(0A000|42501)/],
    ['select 1; reset role', /^42601/],
    ['select 1; deallocate all', /^42601/],
    [`select pg_read_file('PG_VERSION')`, /^42501/],
    ['select word from private.wire_secrets', /^42501/],
    ['select encrypted_password from auth.users', /^42501/],
    ['select rolpassword from pg_authid', /^42501/],
    ['select lo_create(0)::int', /^25006/],
    [`select pg_notify('pgrst', 'x')::text`, /^taken/],
    ['listen pgrst', /^25006/],
    ['prepare mine as select 1', /^25006/],
    ['select', /^0A000/],
  ])('%s', async (statement, expected) => {
    expect(await refusal(statement)).toMatch(expected)
    const { rows } = await engine.query(`select count(*)::int as n, (select current_user) as who,
      (select current_setting('transaction_read_only')) as only from public.wire_rows`)
    expect(rows).toEqual([{ n: 500, who: 'postgres', only: 'off' }])
  })

  test('after `set role` the statements still run as the role that reads', async () => {
    await using(async (sql) => {
      await sql.unsafe('set role postgres')
      expect(await sql.unsafe('select current_user::text as me')).toMatchObject([{ me: 'reports' }])
      await expect(sql.unsafe('select word from private.wire_secrets')).rejects.toMatchObject({ code: '42501' })
    })
  })

  test('the server’s own work goes on beside it', async () => {
    await using(async (sql) => {
      const reads = Promise.all(Array.from({ length: 30 }, () => sql.unsafe('select sum(net) from wire_rows')))
      for (let n = 0; n < 10; n += 1)
        await engine.transaction(async (tx) => {
          await tx.query('update public.wire_rows set name = $1 where id = 500', [`row ${n}`])
          await tx.query('update public.wire_rows set name = $1 where id = 500', ['row 500'])
        })
      expect(await reads).toHaveLength(30)
    })
  })
})

describe('the door', () => {
  const tries = (url: string) =>
    postgres(url, { max: 1, connect_timeout: 5 })`select 1`.then(
      () => 'in',
      (error: unknown) => Reflect.get(Object(error), 'code'),
    )

  test('asks for the password, and for the user and the database that were printed', async () => {
    expect(await tries(wire.url.replace(password, 'another-password'))).toBe('28P01')
    expect(await tries(wire.url.replace(password, ''))).not.toBe('in')
    expect(await tries(wire.url.replace('//reports', '//postgres'))).toBe('28P01')
    expect(await tries(wire.url.replace('/signwright', '/postgres'))).toBe('3D000')
    expect(await tries(wire.url)).toBe('in')
  })

  test('stays open for nobody who says nothing, or what cannot be read', async () => {
    const { port } = new URL(wire.url)
    const ends = (first: Buffer) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(first))
        socket.on('data', () => {})
        socket.on('close', () => resolve('closed'))
        socket.on('error', () => resolve('closed'))
      })
    expect(await ends(Buffer.from('GET / HTTP/1.1\r\n\r\n'))).toBe('closed')
    expect(await ends(Buffer.from([0, 0, 0, 8, 0, 9, 0, 0]))).toBe('closed')
    const start = Buffer.concat([
      Buffer.from([0, 0, 0, 0, 0, 3, 0, 0]),
      Buffer.from('user\0reports\0database\0signwright\0\0'),
    ])
    start.writeInt32BE(start.length, 0)
    expect(await ends(Buffer.concat([start, Buffer.from('Q\0\0\0\x0dselect 1\0')]))).toBe('closed')
  })

  test('listens on this machine alone', () => expect(new URL(wire.url).hostname).toBe('127.0.0.1'))

  test('takes no more guesses after ten in a minute', async () => {
    const bad = wire.url.replace(password, 'another-password')
    const answers = new Set<unknown>()
    for (let n = 0; n < 12; n += 1) answers.add(await tries(bad))
    expect([...answers]).toEqual(['28P01', '28000'])
    expect(await tries(wire.url)).toBe('28000')
  })

  test('the password is made once, and is for the server’s owner alone', async () => {
    const first = await wirePassword(folder)
    expect(first.length).toBeGreaterThanOrEqual(16)
    expect(await wirePassword(folder)).toBe(first)
    expect((await stat(join(folder, 'reports-password'))).mode & 0o777).toBe(0o600)
  })
})
