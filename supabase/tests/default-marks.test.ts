import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { attempt, become, undone } from './act.ts'
import { openWorld } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

/** Tables whose mark a function moves: their forms do not save it as a column. */
const movedByFunction = ['contact_bank_accounts']

test('new quotations begin with the terms that were marked last, of each language and kind of client', async () => {
  const marked = await undone(engine, async (tx) => {
    await become(tx, 'admin')
    const add = (name: string, language: string, client: string) =>
      attempt(
        tx,
        `insert into public.quotation_terms (name, language, client_type, body, is_default) values ('${name}', '${language}', ${client}, 'x', true)`,
      )
    const outcomes = [
      await add('First', 'mt', 'null'),
      await add('Second', 'mt', 'null'),
      await add('Business', 'mt', "'Business'"),
      await attempt(tx, `update public.quotation_terms set client_type = null where name = 'Business'`),
    ]
    expect(outcomes.filter((outcome) => 'refused' in outcome)).toEqual([])
    return (await tx.query(`select name from public.quotation_terms where language = 'mt' and is_default`)).rows
  })
  expect(marked).toEqual([{ name: 'Business' }])
})

test('wherever one row at most is the default, marking another one moves the mark', async () => {
  const { rows } = await engine.query<{ name: string }>(`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indisunique and pg_get_expr(i.indpred, i.indrelid) = 'is_default'
       and not exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
                        where t.tgrelid = c.oid and p.prosrc ~ 'set is_default = false')
     order by 1`)
  expect(rows.map(({ name }) => name)).toEqual(movedByFunction)
})
