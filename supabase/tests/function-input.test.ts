import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { actAs } from '../local/engine/caller-settings.ts'
import { openTestDatabase } from '../local/testing/test-database.ts'
import { attempt, undone } from './act.ts'
import { generatedCases } from './generated-cases.ts'

// The demo company has records of every kind in every state, so that calls get beyond "not found".
let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase({ seed: 'demo' })
})
afterAll(() => engine.close())

const cases = generatedCases('FUNCTION_CASES', { many: 2, few: 1 })

/** The same numbers from 0 to 1 for the same word. */
function numbersOf(word: string): () => number {
  let state = [...word].reduce((sum, letter) => Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16777619), 2166136261)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const words = [
  "''",
  "' '",
  "'approved'",
  "'draft'",
  "'bank'",
  "'2026-13-40'",
  "'Ġgantija ħ 🪧'",
  `'it''s "x"; --'`,
  "'{{ a }}'",
  "'-1'",
  "repeat('ż', 9000)",
]
const objects = [
  "'null'",
  "'[]'",
  "'{}'",
  "'[null]'",
  `'"x"'`,
  "'7'",
  `'[{"id": "x", "qty": "-1"}]'`,
  `'{"lines": [{}], "amount": "NaN"}'`,
  `'[{"invoice_id": "10000000-0000-4000-a000-000000000001", "amount": 1e300}]'`,
]
const byType: Record<string, readonly string[]> = {
  text: words,
  'character varying': words,
  numeric: ["'NaN'", "'-Infinity'", '-1', '0', '0.005', '1', '100', '1e20'],
  integer: ['-1', '0', '1', '7', '2147483647'],
  bigint: ['-1', '0', '1', '9223372036854775807'],
  smallint: ['-1', '0', '1', '32767'],
  'double precision': ["'NaN'", '-1', '0', '1', '1e300'],
  boolean: ['true', 'false'],
  date: ["'-infinity'", "'0001-01-01'", "'2026-11-23'", "'9999-12-31'", "'infinity'"],
  'timestamp with time zone': ["'-infinity'", "'2026-11-23 10:00+01'", "'9999-12-31 23:59+00'", "'infinity'"],
  'timestamp without time zone': ["'-infinity'", "'2026-03-29 02:30'", "'infinity'"],
  'time without time zone': ["'00:00'", "'24:00'"],
  jsonb: objects,
  json: objects,
  bytea: ["''", "'\\x00ff'"],
  app_role: ["'admin'", "'client'", "'sales'", "'nobody'"],
  inet: ["'127.0.0.1'", "'::1'"],
}

type Called = { name: string; args: { name: string; type: string }[] }

/** Ids of some records: of all tables under '', and of each under its name. */
type Ids = ReadonlyMap<string, readonly string[]>

async function readIds(tx: Queryable): Promise<Ids> {
  const { rows: tables } = await tx.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'id' and c.data_type = 'uuid' and t.table_type = 'BASE TABLE' order by 1`,
  )
  const { rows } = await tx.query<{ name: string; id: string }>(
    tables
      .map(
        ({ name }) => `(select '${name}' as name, id::text as id from public.${name} order by md5(id::text) limit 12)`,
      )
      .join(' union all '),
  )
  const ids = new Map<string, string[]>([['', rows.map(({ id }) => id)]])
  for (const { name, id } of rows) ids.set(name, [...(ids.get(name) ?? []), id])
  return ids
}

/** The table of an argument: invoices for `p_invoice_id` and `invoice_ids`; all tables for another name. */
const tableOf = (argument: string, called: string, ids: Ids): string => {
  const named = argument.replace(/^p_/, '').replace(/_ids?$/, '')
  const fits = [`${named}s`, `${named}es`, named].find((name) => ids.has(name))
  if (fits) return fits
  // `pay_supplier_invoice(p_id)` means supplier invoices.
  const words = [...ids.keys()].filter((name) => name !== '' && called.includes(name.replace(/s$/, '')))
  return words.toSorted((one, other) => other.length - one.length)[0] ?? ''
}

/** A random SQL value of that type, seldom a valid one. */
function valueOf(type: string, idsOf: readonly string[], number: () => number): string {
  const pick = (all: readonly string[]) => all[Math.floor(number() * all.length)] ?? 'null'
  if (number() < 0.1) return 'null'
  if (type.endsWith('[]')) {
    const of = type.slice(0, -2)
    return number() < 0.3 ? `'{}'` : `array[${valueOf(of, idsOf, number)}, ${valueOf(of, idsOf, number)}]::${type}`
  }
  if (type === 'uuid') return number() < 0.1 ? 'gen_random_uuid()' : `'${pick(idsOf)}'::uuid`
  const known = byType[type]
  if (!known) throw new Error(`Say above what values of ${type} people send.`)
  return `${pick(known)}::${type}`
}

/** The limits of each type within the 3 MB of a request, as bounds of loops over days, rows or places. */
const ends: Record<string, readonly [string, string]> = {
  text: ["''", "repeat('9', 100000)"],
  'character varying': ["''", "repeat('9', 100000)"],
  numeric: ['-1e30', '1e30'],
  integer: ['-2147483648', '2147483647'],
  bigint: ['-9223372036854775808', '9223372036854775807'],
  smallint: ['-32768', '32767'],
  'double precision': ['-1e300', '1e300'],
  boolean: ['false', 'true'],
  date: ["'4713-01-01 BC'", "'5874897-12-31'"],
  'timestamp with time zone': ["'4713-01-01 00:00+00 BC'", "'294276-12-31 00:00+00'"],
  'timestamp without time zone': ["'4713-01-01 BC'", "'294276-12-31'"],
  jsonb: ["'[]'", "(select jsonb_agg('{}'::jsonb) from generate_series(1, 20000))"],
  json: ["'[]'", "(select json_agg('{}'::json) from generate_series(1, 20000))"],
}

/** All nulls, and a span from the least to the greatest: arguments that begin something are the least. */
const atTheEnds = (args: Called['args']): string[][] => [
  args.map(({ type }) => `null::${type}`),
  ...[0, 1].map((turned) => {
    let nth = turned
    return args.map(({ type }) => {
      const bare = type.replace(/\[\]$/, '')
      const one = ends[bare]?.[(bare.startsWith('date') || bare.startsWith('time') ? nth++ : 1) % 2]
      if (one === undefined) return `null::${type}`
      return bare === type ? `${one}::${type}` : `array_fill(${one.replace('100000', '500')}::${bare}, array[5000])`
    })
  }),
]

/** The longest time of a call, in ms, because other calls wait. Most take a few. */
const slowest = 4000

/** True for an error caused by the caller: a value, a rule of the data, a right, or a refusal with a sentence. */
const isCallersFault = (code: string) => /^(22|23|PT)/.test(code) || ['42501', '40001', 'P0001', 'P0002'].includes(code)

const functions = (role: string) =>
  engine.query<{ called: Called }>(
    `select jsonb_build_object('name', p.proname, 'args', coalesce((
        select jsonb_agg(jsonb_build_object('name', coalesce(p.proargnames[a.at], ''), 'type', format_type(a.type, null)) order by a.at)
          from unnest(p.proargtypes::oid[]) with ordinality as a (type, at)), '[]')) as called
       from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
        and has_function_privilege($1, p.oid, 'execute') order by p.proname, p.oid`,
    [role],
  )

test.each([
  ['an admin', 'authenticated', 'victor@example.com'],
  ['a client', 'authenticated', 'sarah@example.com'],
  ['somebody who waits for a role', 'authenticated', 'nadia@example.com'],
  ['a visitor', 'anon', null],
] as const)(
  'whatever %s sends to a function is answered within seconds, or refused for a reason of theirs',
  async (_, role, email) => {
    const { rows } = await functions(role)
    expect(rows.length).toBeGreaterThan(40)
    const ids = await readIds(engine)
    const { rows: found } = await engine.query<{ id: string }>(
      `select id::text as id from auth.users where email = $1`,
      [email],
    )
    // A pending person has an id without a role.
    const userId = email === null ? null : (found[0]?.id ?? '00000000-0000-4000-a000-0000000000ff')
    const claims = userId === null ? null : { sub: userId, role, email: email ?? '' }
    const strange: string[] = []
    for (const { called } of rows) {
      const { name, args } = called
      const number = numbersOf(`${name} ${args.length} ${role}`)
      await undone(engine, async (tx) => {
        await actAs(tx, { role, userId, claims })
        const random = Array.from({ length: args.length === 0 ? 1 : cases }, () =>
          args.map((argument) => valueOf(argument.type, ids.get(tableOf(argument.name, name, ids)) ?? [], number)),
        )
        for (const values of [...random, ...(args.length === 0 ? [] : atTheEnds(args))]) {
          const call = `select public.${name}(${values.join(', ')})`
          await tx.exec('savepoint one_call')
          const began = performance.now()
          const outcome = await attempt(tx, call)
          const took = performance.now() - began
          if (took > slowest) strange.push(`${Math.round(took)} ms <- ${call.slice(0, 300)}`)
          await tx.exec('rollback to savepoint one_call; release savepoint one_call')
          if ('refused' in outcome && !isCallersFault(outcome.refused))
            strange.push(`${outcome.refused} ${outcome.because} <- ${call.slice(0, 300)}`)
        }
      })
    }
    expect(strange).toEqual([])
  },
  3_600_000,
)
