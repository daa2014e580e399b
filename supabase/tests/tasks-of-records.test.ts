import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { become, becomeOwner, tries, undone } from './act.ts'
import { idOf } from './people.ts'
import { openGrantedWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => void (engine = await openGrantedWorld()))
afterAll(() => engine.close())

const order = '41000000-0000-4000-a000-00000000000f'
const hidden = (page: string) => `update public.page_permissions set can_view = false where page_name in (${page})`
const about = (column: string, id: string, task: string = row.sharedTask) =>
  `update public.tasks set ${column} = '${id}' where id = '${task}'`
const of = (kind: string, id: string, text?: string) =>
  `select id from public.tasks_of_record('${kind}', '${id}'${text === undefined ? '' : `, '${text}'`}) order by id`
const anOrder = `insert into public.orders (id, order_number, contact_id) values ('${order}', 'O-1', '${row.clientContact}');
  update public.jobs set order_id = '${order}' where id = '${row.job}'`

describe('a task about a record', () => {
  test('is found by the record; private ones of others are not, and of an order also those about its jobs', async () => {
    const given = `${anOrder}; ${about('job_id', row.job)}; ${about('job_id', row.job, row.privateTask)}`
    expect(await tries(engine, 'sales', of('job', row.job), given)).toMatchObject({ rows: [{ id: row.sharedTask }] })
    expect(await tries(engine, 'sales', of('order', order), given)).toMatchObject({ rows: [{ id: row.sharedTask }] })
    expect(await tries(engine, 'sales', of('order', order, 'measure'), given)).toMatchObject({ touched: 1 })
    expect(await tries(engine, 'sales', of('order', order, 'chocolate'), given)).toMatchObject({ touched: 0 })
    expect(await tries(engine, 'colleague', of('job', row.job), given)).toMatchObject({ touched: 2 })
    expect(await tries(engine, 'sales', of('delivery', row.job), given)).toMatchObject({ touched: 0 })
  })

  test.each([
    ['delivery_id', row.clientDelivery, `'deliveries'`],
    ['job_id', row.job, `'jobs', 'orders', 'production'`],
    ['related_quotation_id', row.clientQuotation, `'quotations'`],
  ])('says so only by somebody who sees the record: %s', async (column, id, page) => {
    expect(await tries(engine, 'sales', about(column, id))).toMatchObject({ touched: 1 })
    expect(await tries(engine, 'sales', about(column, id), hidden(page))).toMatchObject({
      because: 'The record of this task is not there, or not yours to see',
    })
    // Whoever does not see it changes the rest, and takes the link away.
    const given = `${hidden(page)}; ${about(column, id)}`
    const others = `update public.tasks set title = 'Call them', ${column} = '${id}' where id = '${row.sharedTask}'`
    expect(await tries(engine, 'sales', others, given)).toMatchObject({ touched: 1 })
  })

  test('is about one job, order or delivery at most', async () => {
    const two = `update public.tasks set job_id = '${row.job}', delivery_id = '${row.clientDelivery}' where id = '${row.sharedTask}'`
    expect(await tries(engine, 'sales', two)).toMatchObject({ refused: '23514' })
  })

  test('outlives its record, and comes back from a deletion without it', async () => {
    await undone(engine, async (tx) => {
      await tx.exec(about('delivery_id', row.clientDelivery))
      await become(tx, 'colleague')
      await tx.exec(`delete from public.tasks where id = '${row.sharedTask}'`)
      await becomeOwner(tx)
      await tx.exec(`delete from public.deliveries where id = '${row.clientDelivery}'`)
      await become(tx, 'colleague')
      await tx.query(`select public.restore_task('${row.sharedTask}')`)
      const back = await tx.query('select delivery_id from public.tasks where id = $1', [row.sharedTask])
      expect(back.rows).toEqual([{ delivery_id: null }])
    })
  })

  test('is read by an index among thousands of tasks', async () => {
    await undone(engine, async (tx) => {
      await tx.exec(`alter table public.tasks disable trigger user;
        insert into public.tasks (title, created_by, assignees, job_id)
        select 'Task ' || n, '${idOf('colleague')}', array['${idOf('otherAdmin')}']::uuid[], case when n % 1000 = 0 then '${row.job}'::uuid end
          from generate_series(1, 4000) as n; analyze public.tasks`)
      await become(tx, 'sales')
      const { rows } = await tx.query(`explain select * from public.tasks where job_id = '${row.job}'`)
      expect(JSON.stringify(rows)).toContain('tasks_job_id_idx')
    })
  })
})
