import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/test-database.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  const engine = await openTestDatabase()
  await engine.exec(`
    create table public.preferred (id int primary key, at timestamptz default '2026-07-01 12:00+00', local timestamp default '2026-07-01 12:00');
    insert into public.preferred values (1), (2);
    create function public.preferred_at() returns timestamptz language sql stable as $$ select '2026-01-01 12:00+00'::timestamptz $$;
    create function public.preferred_rows() returns setof public.preferred language sql stable as $$ select * from public.preferred order by id $$;
    create function public.preferred_zone() returns text language sql stable as $$ select current_setting('timezone') $$;
    grant all on public.preferred to service_role;
    grant execute on function public.preferred_at, public.preferred_rows, public.preferred_zone to service_role;`)
  server = await startTestServer({ engine })
})
afterAll(() => server.close())

async function ask(path: string, prefer: string | null, init: RequestInit = {}) {
  const headers = {
    apikey: server.keys.secretKey,
    'content-type': 'application/json',
    ...(prefer === null ? {} : { prefer }),
  }
  const answer = await fetch(`${server.url}/rest/v1/${path}`, { ...init, headers })
  const body: unknown = await answer.json()
  return { status: answer.status, applied: answer.headers.get('preference-applied'), body }
}
const post = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) })

describe('a time zone', () => {
  test('is that of the times which a table, a function and a write answer, and is said', async () => {
    const zone = 'timezone=America/Los_Angeles'
    expect(await ask('preferred?id=eq.1', zone)).toEqual({
      status: 200,
      applied: zone,
      body: [{ id: 1, at: '2026-07-01T05:00:00-07:00', local: '2026-07-01T12:00:00' }],
    })
    expect(await ask('rpc/preferred_at', zone)).toEqual({
      status: 200,
      applied: zone,
      body: '2026-01-01T04:00:00-08:00',
    })
    expect(await ask('rpc/preferred_rows?select=at&limit=1', zone, post({}))).toMatchObject({
      applied: zone,
      body: [{ at: '2026-07-01T05:00:00-07:00' }],
    })
    const written = await ask(
      'preferred?select=at',
      `return=representation, ${zone}`,
      post({ id: 3, at: '2026-02-01T00:00:00' }),
    )
    expect(written).toEqual({
      status: 201,
      applied: `return=representation, ${zone}`,
      body: [{ at: '2026-02-01T00:00:00-08:00' }],
    })
    const { rows } = await server.engine.query(
      `select at = '2026-02-01 08:00+00' as there from public.preferred where id = 3`,
    )
    expect(rows).toEqual([{ there: true }])
  })

  test('may differ by half an hour, and compares times without a zone', async () => {
    expect((await ask('preferred?select=at&id=eq.1', 'timezone=Asia/Kolkata')).body).toEqual([
      { at: '2026-07-01T17:30:00+05:30' },
    ])
    expect((await ask('preferred?select=id&at=eq.2026-07-01T17:30:00&order=id', 'timezone=Asia/Kolkata')).body).toEqual(
      [{ id: 1 }, { id: 2 }],
    )
    expect((await ask('preferred?select=id&at=eq.2026-07-01T17:30:00', null)).body).toEqual([])
  })

  test('holds for its request alone', async () => {
    const zones = ['Asia/Tokyo', 'UTC', 'Europe/Malta', null]
    const asked = Array.from({ length: 40 }, (_, at) => zones[at % zones.length] ?? null)
    const answers = await Promise.all(
      asked.map((zone) => ask('rpc/preferred_zone', zone === null ? null : `timezone=${zone}`, post({}))),
    )
    expect(answers.map(({ body }) => body)).toEqual(asked.map((zone) => zone ?? 'UTC'))
  })

  test('that the database does not know is left out, and refused where the handling is strict', async () => {
    expect(await ask('preferred?select=at&id=eq.1', 'timezone=Nowhere/At_All')).toEqual({
      status: 200,
      applied: null,
      body: [{ at: '2026-07-01T12:00:00+00:00' }],
    })
    expect(await ask('preferred', 'handling=strict, timezone=Nowhere/At_All')).toMatchObject({
      status: 400,
      body: {
        code: 'PGRST122',
        message: 'Invalid preferences given with handling=strict',
        details: 'Invalid preferences: timezone=Nowhere/At_All',
      },
    })
    for (const bad of [`'; drop table public.preferred`, '', '"UTC"']) await ask('preferred', `timezone=${bad}`)
    expect((await ask('preferred?select=id&id=eq.1', null)).body).toEqual([{ id: 1 }])
  })
})

describe('the handling', () => {
  test('is said, and so is the most rows where it is strict', async () => {
    expect((await ask('preferred?id=eq.1', 'handling=strict')).applied).toBe('handling=strict')
    expect((await ask('preferred?id=eq.1', 'handling=lenient, foo=bar')).applied).toBe('handling=lenient')
    expect((await ask('preferred?id=eq.1', 'foo=bar')).applied).toBeNull()
    expect((await ask('rpc/preferred_rows', 'timezone=UTC, count=exact, handling=strict', post({}))).applied).toBe(
      'count=exact, handling=strict, timezone=UTC',
    )
    const change = { method: 'PATCH', body: JSON.stringify({ local: null }) }
    const most = 'return=representation, max-affected=1'
    expect((await ask('preferred?id=eq.1', `${most}, handling=strict`, change)).applied).toBe(
      'return=representation, handling=strict, max-affected=1',
    )
    expect((await ask('preferred?id=eq.1', most, change)).applied).toBe('return=representation')
  })

  test('that is strict refuses what is not known, in words', async () => {
    expect(await ask('rpc/preferred_at', 'handling=strict, foo, bar=1')).toMatchObject({
      status: 400,
      applied: null,
      body: { code: 'PGRST122', details: 'Invalid preferences: foo, bar=1' },
    })
  })
})
