import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, Engine, Queryable } from '../local/contracts.ts'
import { actAs } from '../local/engine/caller-settings.ts'
import { openTestDatabase } from '../local/testing/test-database.ts'
import { attempt, undone } from './act.ts'

// Triggers run before policies and before NOT NULL, so anybody can run them with an empty row.
let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase({ seed: 'demo' })
})
afterAll(() => engine.close())

/** The longest time of a statement, in ms, because other statements wait. */
const slowest = 4000

type Table = { name: string; columns: string[]; dates: string[] }

const tables = async (): Promise<Table[]> =>
  (
    await engine.query<Table>(
      `select c.oid::regclass::text as name, array_agg(quote_ident(attname) order by attnum) filter (where attgenerated = '' and attidentity <> 'a') as columns,
              coalesce(array_agg(quote_ident(attname)) filter (where atttypid in ('date'::regtype, 'timestamptz'::regtype, 'timestamp'::regtype, 'time'::regtype)), '{}') as dates
         from pg_class c join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped
        where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace group by c.oid order by 1`,
    )
  ).rows

async function callerOf(email: string | null): Promise<Caller> {
  if (email === null) return { role: 'service_role', userId: null, claims: null }
  const { rows } = await engine.query<{ id: string }>(`select id::text as id from auth.users where email = $1`, [email])
  // A pending person has an id without a role.
  const userId = rows[0]?.id ?? '00000000-0000-4000-a000-0000000000ff'
  return { role: 'authenticated', userId, claims: { sub: userId, role: 'authenticated', email } }
}

async function slow(tx: Queryable, statement: string): Promise<string[]> {
  await tx.exec('savepoint one_row')
  const began = performance.now()
  const outcome = await attempt(tx, statement)
  const took = performance.now() - began
  await tx.exec('rollback to savepoint one_row; release savepoint one_row')
  const said =
    'refused' in outcome && /^(XX|53|54|57|58)/.test(outcome.refused) ? [`${outcome.refused} <- ${statement}`] : []
  return took > slowest ? [`${Math.round(took)} ms <- ${statement}`, ...said] : said
}

test.each([
  ['somebody who waits for a role', 'nadia@example.com'],
  ['a client', 'sarah@example.com'],
  ['an admin', 'victor@example.com'],
  ['the server', null],
])(
  'whatever table %s writes an empty row into, or a day without its date, is answered within seconds',
  async (_, email) => {
    const all = await tables()
    expect(all.length).toBeGreaterThan(100)
    const caller = await callerOf(email)
    const found: string[] = []
    await undone(engine, async (tx) => {
      await actAs(tx, caller)
      for (const { name, columns, dates } of all) {
        const nulls = columns.map(() => 'null').join(', ')
        const statements = [
          `insert into ${name} default values`,
          `insert into ${name} (${columns.join(', ')}) values (${nulls})`,
          ...dates.flatMap((column) => [
            ...['null', `'infinity'`, `'-infinity'`].map(
              (value) => `insert into ${name} (${column}) values (${value})`,
            ),
            ...['null', `'infinity'`].map(
              (value) =>
                `update ${name} set ${column} = ${value} where ctid = any (array(select ctid from ${name} limit 3))`,
            ),
          ]),
        ]
        for (const statement of statements) found.push(...(await slow(tx, statement)))
      }
    })
    expect(found).toEqual([])
  },
  600_000,
)
