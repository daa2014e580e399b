import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { become, undone } from './act.ts'
import { openWorld } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const id = (n: number) => `c6000000-0000-4000-a000-${String(n).padStart(12, '0')}`
const business = (n: number, name: string) => `('${id(n)}', 'Business', '${name}', '2026-01-0${n}')`
const given = `insert into public.contacts (id, type, company, created_at) values ${[
  business(1, 'Marsamxett Bakery Ltd'),
  business(2, 'The Marsamxett Bakery Company'),
  business(3, 'Bakery Marsamxett'),
  business(4, 'Marsamxett Baxery Ltd'),
].join(', ')}`

/** The pairs of names in the list of duplicates after that was written. */
const pairsAfter = (...written: string[]) =>
  undone(engine, async (tx) => {
    await tx.exec(given)
    for (const sql of written) await tx.exec(sql)
    await become(tx, 'sales')
    const { rows } = await tx.query(`select one_id, other_id from public.duplicate_contacts()
      where one_id::text like 'c6%' order by one_id, other_id`)
    return rows.map(({ one_id, other_id }) => [one_id, other_id].map((each) => Number(String(each).slice(-1))))
  })

describe('names that are alike', () => {
  test('are paired with the oldest that is called the same, and with a neighbour of another letter', async () => {
    expect(await pairsAfter()).toEqual([
      [1, 2],
      [1, 3],
      [1, 4],
    ])
  })

  test('are alike no more when one is called something else, and again when it is called so again', async () => {
    const renamed = `update public.contacts set company = 'Quarry' where id = '${id(4)}'`
    const back = `update public.contacts set company = 'Marsamxett Baxery Ltd' where id = '${id(4)}'`
    expect(await pairsAfter(renamed)).toEqual([
      [1, 2],
      [1, 3],
    ])
    expect(await pairsAfter(renamed, back)).toHaveLength(3)
  })

  test.each([
    ['removed', `delete from public.contacts where id = '${id(1)}'`],
    ['archived', `update public.contacts set archived_at = now() where id = '${id(1)}'`],
    ['made a person', `update public.contacts set type = 'Person', name = 'X' where id = '${id(1)}'`],
  ])('find each other when the one that they were paired with is %s', async (_, sql) => {
    expect(await pairsAfter(sql)).toEqual([[2, 3]])
  })

  test('are paired anew with what a merge leaves', async () => {
    const merged = `update public.contacts set archived_at = now() where id = '${id(4)}';
      delete from public.contacts where id = '${id(2)}'`
    expect(await pairsAfter(merged)).toEqual([[1, 3]])
  })

  test('are not noted again when something else of a contact changes', async () => {
    const noted = await undone(engine, async (tx) => {
      await tx.exec(given)
      await tx.exec('delete from private.alike_names')
      await tx.exec(`update public.contacts set phone = '2122 3344' where id = '${id(1)}'`)
      return (await tx.query('select * from private.alike_names')).rows
    })
    expect(noted).toEqual([])
  })
})
