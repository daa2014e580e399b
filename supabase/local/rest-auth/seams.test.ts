import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Caller, Engine } from '../contracts.ts'
import { createKeys } from '../gateway/keys.ts'
import { quietly } from '../gateway/quiet-console.ts'
import { openMailbox } from '../mail/mailbox.ts'
import { leftToLibrary } from '../testing/left-to-library.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { openRestAndAuth, type RestAndAuth } from './rest-and-auth.ts'

const keys = createKeys()
const ann = '00000000-0000-0000-0000-00000000000a'
const ben = '00000000-0000-0000-0000-00000000000b'
const person = (sub: string): Caller => ({
  role: 'authenticated',
  userId: sub,
  claims: { sub, role: 'authenticated', email: `${sub}@example.com`, session_id: ann },
})
const visitor: Caller = { role: 'anon', userId: null, claims: null }
const server: Caller = { role: 'service_role', userId: null, claims: null }

let engine: Engine
let statements = 0
let api: RestAndAuth

beforeAll(async () => {
  engine = await openTestDatabase()
  await engine.exec(`
    create table public.seam_notes (id int generated always as identity primary key, owner uuid not null, words text);
    alter table public.seam_notes enable row level security;
    create policy own on public.seam_notes to authenticated using (owner = (select auth.uid()));
    grant all on public.seam_notes to anon, authenticated, service_role;
    insert into public.seam_notes (owner, words)
      select owner, 'note ' || n from unnest(array['${ann}', '${ben}']::uuid[]) owner, generate_series(1, 3) n;

    create table public.seam_words (id int generated always as identity primary key, words text);
    alter table public.seam_words enable row level security;
    grant all on public.seam_words to service_role;

    create table public.seam_closed (id int primary key);
    alter table public.seam_closed enable row level security;
    create policy everyone on public.seam_closed to authenticated using (true);
    revoke all on public.seam_closed from anon, authenticated;

    create table public.seam_types (id int primary key, price numeric, big bigint, at timestamptz, day date,
      local timestamp, body jsonb, tags text[]);
    alter table public.seam_types enable row level security;
    grant all on public.seam_types to service_role;

    create table public.seam_rules (id int primary key, amount int constraint amount_is_positive check (amount > 0),
      during tstzrange, exclude using gist (during with &&), parent int references public.seam_rules);
    alter table public.seam_rules enable row level security;
    grant all on public.seam_rules to service_role;

    create function public.seam_whoami() returns jsonb language sql stable as $$
      select jsonb_build_object('uid', auth.uid(), 'role', auth.role(), 'email', auth.email(),
        'claims_role', auth.jwt() ->> 'role', 'current_user', current_user,
        'agent', current_setting('request.headers', true)::jsonb ->> 'x-agent')
    $$;
    create function public.seam_raise(state text) returns void language plpgsql as $$
    begin
      raise exception 'refused' using errcode = state, detail = 'the detail', hint = 'the hint';
    end $$;
    grant execute on function public.seam_whoami(), public.seam_raise(text) to anon, authenticated, service_role;
  `)
  const counted: Engine = {
    ...engine,
    transaction: (work) =>
      engine.transaction((tx) =>
        work({
          ...tx,
          query: (sql, parameters) => {
            statements += 1
            return tx.query(sql, parameters)
          },
        }),
      ),
  }
  const mailbox = await openMailbox()
  const site = 'http://127.0.0.1:3000'
  api = await openRestAndAuth({ engine: counted, keys, mailer: mailbox, siteUrl: () => site, origins: () => [site] })
})
afterAll(async () => {
  await api.close()
  await engine.close()
})

async function rest(caller: Caller, path: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> {
  const headers = new Headers(init.headers)
  headers.set('apikey', caller.role === 'service_role' ? keys.secretKey : keys.publishableKey)
  if (init.body) headers.set('content-type', 'application/json')
  for (const [name, value] of Object.entries(leftToLibrary)) if (!headers.has(name)) headers.set(name, value)
  const request = new Request(`http://127.0.0.1/rest/v1/${path}`, { ...init, headers })
  const answer = await quietly(
    () => {},
    () => api.rest.handle(request, { caller, ip: '127.0.0.1' }),
  )
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}

describe('isolation', () => {
  test('of 1,200 requests of four callers released at once, each sees its own rows and no other', async () => {
    const callers: { caller: Caller; sees: string[] }[] = [
      { caller: visitor, sees: [] },
      { caller: person(ann), sees: [ann] },
      { caller: person(ben), sees: [ben] },
      { caller: server, sees: [ann, ben] },
    ]
    const mine = async (caller: Caller) => {
      const { rows } = await engine.asCaller(caller, (tx) =>
        tx.query<{ owner: string }>('select distinct owner from public.seam_notes order by owner'),
      )
      return rows.map(({ owner }) => owner)
    }
    const overRest = async (caller: Caller) => {
      const { body } = await rest(caller, 'seam_notes?select=owner&order=owner')
      return [...new Set(Array.isArray(body) ? body.map((row) => String(row.owner)) : ['not a list'])]
    }
    const asked = Array.from({ length: 300 }, () => callers).flat()
    const seen = await Promise.all(asked.map(({ caller }, index) => (index % 10 < 2 ? mine : overRest)(caller)))
    const wrong = seen.filter((owners, index) => JSON.stringify(owners) !== JSON.stringify(asked[index]?.sees))
    expect(wrong).toEqual([])
  })

  // PostgreSQL has a session for each.
  test.skipIf(process.env['TEST_DATABASE_URL'])(
    'whoever sends much at once waits for their own requests, and others do not',
    async () => {
      const answered: string[] = []
      const asks = async (name: string, caller: Caller) => {
        expect(await rest(caller, 'seam_notes?select=id')).toMatchObject({ status: 200 })
        answered.push(name)
      }
      await Promise.all([...Array.from({ length: 20 }, () => asks('ann', person(ann))), asks('ben', person(ben))])
      expect(answered.indexOf('ben')).toBeLessThan(4)
    },
  )

  test('a failed statement leaves nothing of itself, and the next caller is not disturbed', async () => {
    const broken = await rest(server, 'seam_rules', {
      method: 'POST',
      body: JSON.stringify([
        { id: 900, amount: 1 },
        { id: 901, amount: -1 },
      ]),
    })
    expect(broken.status).toBe(400)
    expect((await rest(server, 'seam_rules?id=in.(900,901)')).body).toEqual([])
  })
})

describe('grants', () => {
  test('a revoked table stays revoked after requests were served', async () => {
    expect(await rest(person(ann), 'seam_notes?select=id&limit=1')).toMatchObject({ status: 200 })
    expect(await rest(person(ann), 'seam_closed')).toMatchObject({ status: 403, body: { code: '42501' } })
    expect(await rest(visitor, 'seam_closed')).toMatchObject({ status: 401, body: { code: '42501' } })
    const { rows } = await engine.query(
      `select has_table_privilege('anon', 'public.seam_closed', 'select') as anon,
              has_table_privilege('authenticated', 'public.seam_closed', 'insert') as person`,
    )
    expect(rows).toEqual([{ anon: false, person: false }])
  })
})

describe('types', () => {
  test('come out as PostgREST writes them', async () => {
    await engine.exec(`insert into public.seam_types values
      (1, '12.50', 9007199254740991, '2026-01-02 03:04:05.6+02', '2026-01-02', '2026-01-02 03:04:05', '{"a": [1, "x", null]}', '{a,"b c"}')`)
    expect((await rest(server, 'seam_types?id=eq.1')).body).toEqual([
      {
        id: 1,
        price: 12.5,
        big: 9007199254740991,
        at: '2026-01-02T01:04:05.6+00:00',
        day: '2026-01-02',
        local: '2026-01-02T03:04:05',
        body: { a: [1, 'x', null] },
        tags: ['a', 'b c'],
      },
    ])
  })

  test.each([
    ['an object', { a: { b: [1, 2] } }],
    ['a list', [{ a: 1 }, { b: 2 }]],
    ['an empty list', []],
    ['text', 'plain'],
    ['text that looks like JSON', '{"a":1}'],
    ['a number', 7],
    ['true', true],
    ['null', null],
  ])('%s in a jsonb column comes back as it went in', async (_, body) => {
    const id = Math.floor(Math.random() * 1_000_000) + 10
    const inserted = await rest(server, 'seam_types', {
      method: 'POST',
      headers: { prefer: 'return=representation' },
      body: JSON.stringify({ id, body, price: '0.10', at: '2026-03-01T10:00:00.123Z' }),
    })
    expect(inserted).toMatchObject({ status: 201, body: [{ body, price: 0.1, at: '2026-03-01T10:00:00.123+00:00' }] })
    const { rows } = await engine.query<{ kind: string | null }>(
      'select jsonb_typeof(body) as kind from public.seam_types where id = $1',
      [id],
    )
    const kind = body === null ? null : Array.isArray(body) ? 'array' : typeof body
    expect(rows).toEqual([{ kind }])
  })
})

describe('an amount that is asked for as text', () => {
  const most = '999999999999.99'
  beforeAll(async () => {
    await engine.exec(`
      create table public.seam_papers (id int primary key, net numeric(14, 2) not null);
      create table public.seam_lines (id int primary key, paper int not null references public.seam_papers,
        qty numeric(14, 4) not null, net numeric(14, 2) not null);
      alter table public.seam_papers enable row level security;
      alter table public.seam_lines enable row level security;
      grant all on public.seam_papers, public.seam_lines to service_role;
      insert into public.seam_papers values (1, 1453.45), (2, ${most}), (3, 0.10);
      insert into public.seam_lines values (1, 1, 6, 854.25), (2, 1, 12.5, 219.90);
      create function public.seam_total() returns jsonb language sql stable as $$
        select jsonb_build_object('net', sum(net)::text) from public.seam_papers $$;
      create function public.seam_due() returns setof public.seam_papers language sql stable as $$
        select * from public.seam_papers where net < 2000 $$;
      grant execute on function public.seam_total(), public.seam_due() to service_role;
      notify pgrst, 'reload schema';
    `)
    await vi.waitFor(async () => expect((await rest(server, 'seam_papers')).status).toBe(200), 20_000)
  })

  test('comes with every digit of its column, under its own name', async () => {
    expect((await rest(server, 'seam_papers?select=id,net::text&order=id')).body).toEqual([
      { id: 1, net: '1453.45' },
      { id: 2, net: most },
      { id: 3, net: '0.10' },
    ])
  })

  test('comes so under another name, in related rows, and from a function', async () => {
    const related = await rest(
      server,
      'seam_papers?select=amount:net::text,lines:seam_lines(qty::text,net::text)&id=eq.1&seam_lines.order=id',
    )
    expect(related.body).toEqual([
      {
        amount: '1453.45',
        lines: [
          { qty: '6.0000', net: '854.25' },
          { qty: '12.5000', net: '219.90' },
        ],
      },
    ])
    expect((await rest(server, 'rpc/seam_total', { method: 'POST', body: '{}' })).body).toEqual({
      net: '1000000001453.54',
    })
  })

  test('comes so from what a write returns, and is filtered and sorted as a number', async () => {
    const changed = await rest(server, 'seam_papers?id=eq.3&select=net::text', {
      method: 'PATCH',
      headers: { prefer: 'return=representation' },
      body: JSON.stringify({ net: '20.50' }),
    })
    expect(changed.body).toEqual([{ net: '20.50' }])
    const rising = [{ net: '20.50' }, { net: '1453.45' }]
    expect((await rest(server, 'seam_papers?select=net::text&net=lt.1453.46&order=net')).body).toEqual(rising)
    expect((await rest(server, 'seam_papers?select=net::text&order=net.desc,id&limit=2')).body).toEqual([
      { net: most },
      { net: '1453.45' },
    ])
    expect((await rest(server, 'rpc/seam_due?select=net::text&order=net')).body).toEqual(rising)
  })
})

describe('a quoted pattern among conditions', () => {
  const shops = ['Bread, Cakes (Sliema)', 'bread', '100% "Ink"', 'a_b', 'aXb', 'C:\\Signs', 'plain.*']
  const found = async (pattern: string, operator = 'ilike') => {
    const quoted = pattern.replace(/[\\"]/g, (letter) => `\\${letter}`)
    const query = new URLSearchParams({ select: 'words', or: `(id.lt.0,words.${operator}."${quoted}")`, order: 'id' })
    const { body } = await rest(server, `seam_words?${query.toString()}`)
    return z
      .array(z.object({ words: z.string() }))
      .parse(body)
      .map(({ words }) => words)
  }

  beforeAll(async () => {
    for (const words of shops) await engine.query('insert into public.seam_words (words) values ($1)', [words])
  })

  test.each([
    ['%bread%', ['Bread, Cakes (Sliema)', 'bread']],
    ['bread, cakes (%)', ['Bread, Cakes (Sliema)']],
    ['%"ink"', ['100% "Ink"']],
    ['100\\%%', ['100% "Ink"']],
    ['a\\_b', ['a_b']],
    ['a_b', ['a_b', 'aXb']],
    ['c:\\\\%', ['C:\\Signs']],
    ['plain.\\*', ['plain.*']],
    ['read', []],
  ])('%s finds what it means', async (pattern, words) => expect(await found(pattern)).toEqual(words))

  test('with like is told from the same in capitals', async () => expect(await found('b%', 'like')).toEqual(['bread']))
})

describe('errors', () => {
  test.each([
    ['P0001', 400],
    ['PT409', 409],
    ['PT404', 404],
    ['23505', 409],
    ['23503', 409],
    ['23514', 400],
    ['22023', 400],
    ['SW001', 400],
    ['28000', 403],
    ['P0002', 404],
    ['55000', 409],
    ['40001', 409],
    ['54000', 400],
    ['40P01', 500],
    ['42501', 403],
    ['57014', 500],
  ])('SQLSTATE %s is answered with %i and the original words', async (state, status) => {
    const answer = await rest(person(ann), 'rpc/seam_raise', { method: 'POST', body: JSON.stringify({ state }) })
    // What a broken constraint tells besides may be of rows that the caller does not see.
    const [details, hint] = state.startsWith('23') ? [null, null] : ['the detail', 'the hint']
    expect(answer).toEqual({ status, body: { code: state, message: 'refused', details, hint } })
  })

  test('a broken check names its constraint', async () => {
    const answer = await rest(server, 'seam_rules', { method: 'POST', body: JSON.stringify({ id: 1, amount: 0 }) })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: '23514', message: expect.stringContaining('amount_is_positive') },
    })
  })

  test('an overlap is a conflict of the exclusion constraint, not a server fault', async () => {
    const during = '[2026-01-01,2026-02-01)'
    const send = (id: number) =>
      rest(server, 'seam_rules', { method: 'POST', body: JSON.stringify({ id, amount: 1, during }) })
    expect(await send(20)).toMatchObject({ status: 201 })
    expect(await send(21)).toMatchObject({ status: 400, body: { code: '23P01' } })
  })
})

describe('the caller', () => {
  test('is known to the database by id, role, e-mail and claims', async () => {
    const answer = await rest(person(ann), 'rpc/seam_whoami', {
      method: 'POST',
      body: '{}',
      headers: { 'x-agent': 'test' },
    })
    expect(answer.body).toEqual({
      uid: ann,
      role: 'authenticated',
      email: `${ann}@example.com`,
      claims_role: 'authenticated',
      current_user: 'authenticated',
      agent: 'test',
    })
  })

  test('is nobody for a bare key', async () => {
    const answer = await rest(visitor, 'rpc/seam_whoami', { method: 'POST', body: '{}' })
    expect(answer.body).toMatchObject({ uid: null, role: 'anon', email: null, current_user: 'anon' })
  })

  test('costs one statement beside the query', async () => {
    statements = 0
    await rest(person(ann), 'seam_notes?select=id&limit=1')
    expect(statements).toBe(2)
  })
})

describe('the schema', () => {
  const eventually = (ask: () => Promise<unknown>) => expect.poll(ask, { timeout: 20_000 })

  test('is read again after a notice, as PostgREST does', async () => {
    expect((await rest(server, 'seam_later')).status).toBe(404)
    await engine.exec(`create table public.seam_later (id int primary key); grant all on public.seam_later to service_role;
      notify pgrst, 'reload schema'`)
    await eventually(async () => (await rest(server, 'seam_later')).status).toBe(200)
  })

  test('is read again after a migration, without a notice of its own', async () => {
    const status = async (path: string) => (await rest(server, path)).status
    expect(await status('seam_new')).toBe(404)
    await engine.exec('create table public.seam_new (id int primary key); grant all on public.seam_new to service_role')
    await eventually(() => status('seam_new')).toBe(200)
    expect(await status('seam_new?select=name&id=in.(1)')).toBe(400)
    await engine.exec('alter table public.seam_new add column name text')
    await eventually(() => status('seam_new?select=name&id=in.(1)')).toBe(200)
    await engine.exec(`create function public.seam_called(n int) returns int language sql as 'select n'`)
    await eventually(async () => (await rest(server, 'rpc/seam_called?n=3')).body).toBe(3)
    await engine.exec('drop table public.seam_new')
    await eventually(() => status('seam_new')).toBe(404)
  })

  test.each(['auth', 'private', 'storage', 'realtime', 'supabase_migrations'])('%s is not exposed', async (schema) => {
    const answer = await rest(server, 'users', { headers: { 'accept-profile': schema } })
    expect(answer).toMatchObject({ status: 406, body: { code: 'PGRST106' } })
  })
})
