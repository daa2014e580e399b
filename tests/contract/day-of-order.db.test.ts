import { expect, test } from 'vitest'
import { movedBy } from '../../src/features/sales/orders/day-of-order.ts'
import { undone } from '../../supabase/tests/act.ts'
import { tradeIn } from '../../supabase/tests/trade.ts'
import { openWorld, row } from '../../supabase/tests/world.ts'

const order = '5e000000-0000-4000-8000-000000000001'
type Job = { job_number: string; status: string; due_date: string | null }

test.each([
  [{ due_date: '2030-03-20', promised_date: null }, 4],
  [{ due_date: '2030-03-05', promised_date: null }, 6],
  [{ due_date: '2030-03-10', promised_date: '2030-03-08' }, 6],
  [{ due_date: '2030-03-10', promised_date: '2030-03-12' }, 0],
  [{ due_date: null, promised_date: null }, 0],
])('the form of an order names the jobs that the database moves to %o', async (will, count) => {
  const engine = await openWorld()
  await undone(engine, async (tx) => {
    const { server } = await tradeIn(tx)
    const was = { due_date: '2030-03-10', promised_date: null }
    await server.run(
      `insert into public.orders (id, order_number, contact_id, due_date) values ('${order}', 'SO-D-1', '${row.clientContact}', '${was.due_date}')`,
    )
    await server.run(`insert into public.jobs (job_number, title, order_id, status, due_date)
      select format('D-%s-%s', status, coalesce(day::text, 'none')), 'Sign', '${order}', status, day
        from unnest('{approved,on_hold,ready,closed}'::text[]) as status, unnest('{2030-03-04,2030-03-10,2030-03-15,null}'::date[]) as day`)
    const jobs = () =>
      server.rows<Job>(
        `select job_number, status, due_date::text from public.jobs where order_id = '${order}' order by 1`,
      )
    const before = await jobs()
    const said = movedBy(was, will, before)
    const day = (value: string | null) => (value === null ? 'null' : `'${value}'`)
    await server.run(
      `update public.orders set due_date = ${day(will.due_date)}, promised_date = ${day(will.promised_date)} where id = '${order}'`,
    )
    const after = await jobs()
    const moved = after.filter((job, at) => job.due_date !== before[at]?.due_date)
    expect(moved.map(({ job_number }) => job_number)).toEqual((said?.jobs ?? []).map(({ job_number }) => job_number))
    expect(moved.every(({ due_date }) => due_date === said?.to)).toBe(true)
    expect(moved).toHaveLength(count)
  })
  await engine.close()
})
