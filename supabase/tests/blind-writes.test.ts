import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { attempt, become, becomeOwner, undone } from './act.ts'
import { needsTwo } from './cases/blind-writes.ts'
import { caseOf, withoutTriggersThatAsk } from './letters.ts'
import { idOf } from './people.ts'
import { permissionMatrix } from './permission-matrix.ts'
import { everyRight, rightsAskedBy, withoutRight } from './rights-in-use.ts'
import { openWorld } from './world.ts'

// A change without a condition reads no row, so the policy of reading says nothing about it: the one of changing alone
// decides. Where it asks for two rights, each of them is needed.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const lines = new Map(
  Object.entries(permissionMatrix).map(([table, rows]) => [table, caseOf(table, Object.keys(rows)[0] ?? '')]),
)

test('who lacks one of the rights that a policy asks for changes and removes nothing unseen', async () => {
  const { rows: policies } = await engine.query<{ table: string; verb: string; rule: string }>(
    `select format('public.%s', tablename) as table, cmd as verb, qual as rule from pg_policies
      where schemaname = 'public' and cmd in ('UPDATE', 'DELETE') and qual ~ 'private\\.' and qual !~ ' OR ' order by 1, 2`,
  )
  const two = policies
    .map((policy) => ({ ...policy, rights: rightsAskedBy(policy.rule, new Map()), how: lines.get(policy.table) }))
    .filter(({ rights }) => rights.length > 1)
  // A right that a policy forgets is in no text to be tried, so the list says which are asked for.
  expect(Object.fromEntries(two.map(({ table, verb, rights }) => [`${verb} ${table}`, rights.join(', ')]))).toEqual(
    needsTwo,
  )
  const found = await undone(engine, async (tx) => {
    const unseen: string[] = []
    await tx.exec(`${withoutTriggersThatAsk}; ${everyRight}`)
    for (const { table, verb, rights, how } of two)
      for (const without of [null, ...rights]) {
        await tx.exec(`savepoint line; ${(how?.given ?? '').replaceAll(':me', `'${idOf('team_member')}'`)}`)
        if (without !== null) await tx.exec(withoutRight(without))
        await become(tx, 'team_member')
        const outcome = await attempt(
          tx,
          verb === 'UPDATE' ? `update ${table} set ${how?.update}` : `delete from ${table}`,
        )
        await becomeOwner(tx)
        await tx.exec('rollback to savepoint line; release savepoint line')
        const isDone = 'touched' in outcome && outcome.touched > 0
        if (isDone !== (without === null)) unseen.push(`${verb} ${table} without ${without ?? 'nothing'}`)
      }
    return unseen
  })
  expect(found).toEqual([])
})
