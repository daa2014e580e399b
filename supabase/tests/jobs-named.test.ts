import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { openWorld, row } from './world.ts'
import { tradeIn, type Trade, type Worker } from './trade.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const fascia = '44444444-1111-4111-8111-000000000001'
const wrap = '44444444-1111-4111-8111-000000000002'

/** A late job of the bakery, and one without a client that is in time. */
const inShop = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    await tx.exec(`update public.contacts set company = 'Żebbuġ Bakery' where id = '${row.business}';
      insert into public.jobs (id, job_number, title, contact_id, due_date) values
        ('${fascia}', 'JOB-77', 'Fàscia & letters', '${row.business}', private.company_today() - 1),
        ('${wrap}', 'JOB-78', 'Van wrap 100%', null, private.company_today() + 1)`)
    return work(trade, tx)
  })

const found = async (worker: Worker, text: string, isLate = false): Promise<string[]> =>
  (
    await worker.rows<{ id: string }>(`select id from public.jobs_named($q$${text}$q$, ${isLate}) order by job_number`)
  ).map(({ id }) => id)

test.each([
  ['its number', 'job-77', [fascia]],
  ['words of its title in any order, without accents', 'letters FASCIA', [fascia]],
  ['the name of its client', 'zebbug bakery', [fascia]],
  ['a per cent sign that means itself', '100%', [wrap]],
  ['an underscore that means itself', 'v_n', []],
  ['a short word', 'va', [wrap]],
  ['nothing', '  ', []],
])('a job is found by %s', async (_, text, expected) => {
  await inShop(async ({ workshop }) => expect(await found(workshop, text)).toEqual(expected))
})

test('a search among the late jobs finds late ones only', async () => {
  await inShop(async ({ workshop }) => {
    expect(await found(workshop, 'job-7')).toEqual([fascia, wrap])
    expect(await found(workshop, 'job-7', true)).toEqual([fascia])
  })
})

test('whoever may read jobs finds them; who may not finds none', async () => {
  await inShop(async (trade, tx) => {
    await tx.exec(`update public.page_permissions set can_view = page_name = 'production'
      where role = 'team_member' and page_name in ('jobs', 'orders', 'production')`)
    expect(await found(trade.workshop, 'job-77')).toEqual([fascia])
    await trade.server.run(`update public.page_permissions set can_view = false
      where role = 'team_member' and page_name = 'production'`)
    expect(await found(trade.workshop, 'job-77')).toEqual([])
    expect(await found(trade.as('client'), 'job-77')).toEqual([])
    await expect(found(trade.client, 'job-77')).rejects.toThrow('permission denied')
  })
})

test('the words of jobs have an index, and are kept folded', async () => {
  await inShop(async (_, tx) => {
    await tx.exec('set local enable_seqscan = off')
    const { rows } = await tx.query<{ 'QUERY PLAN': string }>(
      `explain select id from public.jobs r where r.search_text like '%letters%'`,
    )
    expect(rows.map((line) => line['QUERY PLAN']).join('\n')).toContain('jobs_search_text_idx')
  })
})
