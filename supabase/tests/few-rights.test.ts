import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { withoutRights, withViews } from './cases/few-rights.ts'
import { caseOf, lettersOf, withoutTriggersThatAsk } from './letters.ts'
import { permissionMatrix } from './permission-matrix.ts'
import { openWorld } from './world.ts'

// The matrix tests roles with default rights. Here a role loses its rights, so that each policy shows which one it
// needs. The checking triggers are off: the policy itself has to refuse.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const lines = Object.entries(permissionMatrix).flatMap(([table, rows]) =>
  Object.keys(rows).map((whose) => ({ table, whose })),
)

/** A colleague's rights on each row of the matrix, where they differ from `usual`. */
async function lettersWith(rights: string, usual: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  await undone(engine, async (tx: Queryable) => {
    await tx.exec(withoutTriggersThatAsk)
    await tx.exec(`delete from public.role_permissions where role = 'team_member'; ${rights}`)
    for (const { table, whose } of lines) {
      await tx.exec('savepoint line')
      const letters = (await lettersOf(tx, table, caseOf(table, whose), ['team_member'])).team_member
      await tx.exec('rollback to savepoint line; release savepoint line')
      if (letters !== usual) found[`${table}, ${whose}`] = letters
    }
  })
  return found
}

const nothing = `delete from public.page_permissions where role = 'team_member'`
const views = `delete from public.page_permissions where role = 'team_member';
  insert into public.page_permissions (role, page_name, can_view)
    select distinct 'team_member'::public.app_role, page_name, true from public.page_permissions`
test.each([
  ['nothing', nothing, '-', withoutRights],
  ['to view every page, and nothing more', views, 'S', withViews],
])('a colleague who has the right %s', async (_, rights, usual, otherwise) => {
  expect(await lettersWith(rights, usual)).toEqual(otherwise)
})
