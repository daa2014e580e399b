import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { rightsOfLines } from './cases/rights-of-lines.ts'
import { caseOf, lettersOf, whatCameOfEach, withoutTriggersThatAsk } from './letters.ts'
import { permissionMatrix } from './permission-matrix.ts'
import { bodiesOf, everyRight, lossesOf, rightsAskedBy, withoutRight } from './rights-in-use.ts'
import { openWorld } from './world.ts'

// The matrix tests the roles with default rights, where one right often hides behind another. Here a colleague has every
// right but one; each line names the lost letters. The checking triggers are off, so the policies have to refuse.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

/** The text of the policies of each table; files have the rules of their bucket. */
async function policiesOf(tx: Queryable): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ name: string; rules: string }>(`
    select format('%s.%s', schemaname, tablename) as name, string_agg(concat_ws(' ', qual, with_check), ' ') as rules
      from pg_policies where schemaname in ('public', 'private') group by 1
    union all
    select bucket, string_agg(rule, ' ') from private.file_rules group by 1`)
  return new Map(rows.map(({ name, rules }) => [name, rules]))
}

const lines = Object.entries(permissionMatrix).flatMap(([table, rows]) =>
  Object.keys(rows).map((whose) => ({ table, whose, how: caseOf(table, whose) })),
)

// The policies are the same text on both engines; trying each right takes its minute on PostgreSQL alone.
test.runIf(process.env['TEST_DATABASE_URL'])(
  'each right that the policies of a table ask for is needed, and for this',
  { timeout: 900_000 },
  async () => {
    const found: Record<string, string> = {}
    await undone(engine, async (tx) => {
      await tx.exec(`${withoutTriggersThatAsk}; ${everyRight}; ${whatCameOfEach}`)
      const bodies = await bodiesOf(tx)
      const policies = await policiesOf(tx)
      for (const { table, whose, how } of lines) {
        const bucket = /^\(bucket_id.*?'([a-z-]+)'/s.exec(how.insert)?.[1] ?? ''
        const rights = rightsAskedBy(policies.get(table) ?? policies.get(bucket) ?? '', bodies)
        const left = async (without: readonly string[]) => {
          await tx.exec(`savepoint line; ${without.map(withoutRight).join('; ')}`)
          const { team_member } = await lettersOf(tx, table, how, ['team_member'])
          await tx.exec('rollback to savepoint line; release savepoint line')
          return team_member
        }
        const losses = await lossesOf(rights, async (without) => (await left(without)).replace('-', ''))
        if (losses.length > 0) found[`${table}, ${whose}`] = losses.join(', ')
      }
    })
    expect(found).toEqual(rightsOfLines)
  },
)
