import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { become, undone } from './act.ts'
import { openWorld } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const many = `insert into public.contacts (type, name, city, on_stop)
  select case when n % 3 = 0 then 'Business' else 'Person' end, 'Counted ' || n, 'Valletta', n % 10 = 0
    from generate_series(1, 120) as n`

const count = (wanted: string, person: 'admin' | 'client' = 'admin') =>
  undone(engine, async (tx) => {
    await tx.exec(many)
    await become(tx, person)
    const counted = await tx.query<{ count: number }>(`select public.count_contacts(${wanted}) as count`)
    const found = await tx.query(`select id from public.search_contacts(${wanted}${wanted ? ',' : ''} p_limit => 1000)`)
    return [counted.rows[0]?.count, found.rows.length]
  })

test.each(['', `p_kind => 'Business'`, 'p_on_stop => true', `p_text => 'counted 11'`])(
  'the total is that of the search: %s',
  async (wanted) => {
    const [counted, found] = await count(wanted)
    expect(counted).toBe(found)
    expect(counted).toBeGreaterThan(0)
  },
)

test('people who may not view contacts count none', async () => {
  expect(await count('', 'client')).toEqual([0, 0])
})
