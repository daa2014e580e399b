import { expect, test } from 'vitest'
import { isLate } from '../../src/features/production/shared/card.ts'
import { undone } from '../../supabase/tests/act.ts'
import { openWorld } from '../../supabase/tests/world.ts'
import { tradeIn } from '../../supabase/tests/trade.ts'

test('what a card calls late is what the database counts as late, on each day and in each status', async () => {
  const engine = await openWorld()
  await undone(engine, async (tx) => {
    const { server } = await tradeIn(tx)
    await server.run(`insert into public.jobs (job_number, title, status, due_date)
      select format('LATE-%s-%s', status, day), 'Sign', status, private.company_today() + day
        from unnest('{new,artwork,awaiting_approval,approved,in_production,qc,ready,delivered,closed,cancelled,on_hold}'::text[]) as status,
             unnest(array[-1, 0, 1, null]) as day`)
    const cards = await server.rows<{ status: string; due_date: string | null; today: string; late: boolean }>(
      `select j.status, j.due_date::text, private.company_today()::text as today,
              exists (select from public.late_jobs() l where l.id = j.id) as late from public.jobs j where j.job_number like 'LATE-%'`,
    )
    expect(cards.filter(({ late }) => late).length).toBe(7)
    expect(cards.filter((card) => isLate(card, card.today) !== card.late)).toEqual([])
  })
  await engine.close()
})
