import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { openTestDatabase } from '../local/testing/test-database.ts'
import { tries } from './act.ts'
import { emailOf, idOf, people, type Person } from './people.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase({ seed: 'year' })
  for (const person of ['pending', 'client', 'team_member', 'sales', 'accounts', 'account_manager', 'admin'] as const) {
    await engine.query('insert into auth.users (id, aud, role, email) values ($1, $2, $2, $3)', [
      idOf(person),
      'authenticated',
      emailOf(person),
    ])
    await engine.query('insert into public.user_roles (user_id, role) values ($1, $2::public.app_role)', [
      idOf(person),
      people[person].role,
    ])
  }
})
afterAll(() => engine.close())

type Line = {
  bucket: string
  name: string | null
  mark: string | null
  count: number
  amount: string
  other: string | null
}
type Figures = Record<string, Line[]>

const days = `(now() - interval '300 days')::date, (now() - interval '20 days')::date`
const one = async <Row>(sql: string) => (await engine.query<Row>(sql)).rows[0]

const figuresOf = async (person: Person): Promise<Figures | string> => {
  const outcome = await tries(engine, person, `select public.analytics(${days}) as figures`)
  return 'refused' in outcome ? outcome.because : (outcome.rows[0]?.['figures'] as Figures)
}

describe('analytics', () => {
  const orders = ['sales', 'services', 'sellers']
  const quotes = ['quotes', 'winners']
  test.each<[Person, string[] | string]>([
    ['visitor', 'permission denied for function analytics'],
    ['newcomer', 'You may not see these figures'],
    ['pending', 'You may not see these figures'],
    ['client', 'You may not see these figures'],
    ['team_member', ['late']],
    ['sales', [...orders, ...quotes, 'late', 'to_invoice', 'receivables', 'cash', 'vat']],
    ['accounts', [...orders, 'margin', ...quotes, 'late', 'labour', 'to_invoice', 'receivables', 'cash', 'vat']],
    ['account_manager', [...orders, 'margin', ...quotes, 'late', 'labour', 'to_invoice', 'receivables', 'cash', 'vat']],
    ['admin', [...orders, 'margin', ...quotes, 'late', 'labour', 'to_invoice', 'receivables', 'cash', 'vat']],
  ])('%s sees what their rights show, and the rest is not sent', async (person, parts) => {
    const figures = await figuresOf(person)
    expect(typeof figures === 'string' ? figures : Object.keys(figures).sort()).toEqual(
      typeof parts === 'string' ? parts : [...parts].sort(),
    )
  })

  test.each([
    ['orders', 'margin sales sellers services'],
    ['quotations', 'margin quotes winners'],
    ['jobs', 'labour late'],
    ['invoices', 'cash to_invoice vat'],
    ['statements', 'receivables'],
  ])('without the right to view %s, %s are not sent', async (page, parts) => {
    const all = `insert into public.page_permissions (role, page_name, can_view)
        select distinct 'accounts'::public.app_role, page_name, true from public.page_permissions
        on conflict (role, page_name) do update set can_view = true;
      insert into public.role_permissions (role, permission_id) select 'accounts', id from public.permissions on conflict do nothing;`
    const seen = async (given: string) => {
      const outcome = await tries(engine, 'accounts', `select public.analytics(${days}) as figures`, given)
      if ('refused' in outcome) throw new Error(outcome.because)
      return Object.keys(Object(outcome.rows[0]?.['figures']))
    }
    const without = await seen(
      `${all} update public.page_permissions set can_view = false where role = 'accounts' and page_name = '${page}'`,
    )
    expect((await seen(all)).filter((part) => !without.includes(part)).sort()).toEqual(parts.split(' '))
  })

  test('the records of a part are refused to who may not see its figures', async () => {
    const outcome = await tries(engine, 'sales', `select * from public.analytics_records('margin', ${days})`)
    expect(outcome).toMatchObject({ refused: '42501' })
    const ledger = await tries(engine, 'team_member', `select * from public.ledger('sales', ${days})`)
    expect(ledger).toMatchObject({ because: expect.stringMatching(/may not see invoices/) as string })
  })

  test('every figure is the sum of the records that stand behind it', async () => {
    const figures = await figuresOf('admin')
    if (typeof figures === 'string') throw new Error(figures)
    for (const [part, lines] of Object.entries(figures)) {
      expect([part, lines.length > 0]).toEqual([part, true])
      for (const { bucket, name, mark, count, amount, other } of lines) {
        const { rows } = (await tries(
          engine,
          'admin',
          `select count(distinct id)::int as count, trim_scale(sum(amount::numeric))::text as amount, trim_scale(sum(other::numeric))::text as other
             from public.analytics_records('${part}', ${days}, '${bucket}', ${mark ? `'${mark}'` : 'null'}, ${name ? `'${name}'` : 'null'}, 5000)`,
        )) as { rows: unknown[] }
        expect([part, bucket, ...rows]).toEqual([part, bucket, { count, amount, other }])
      }
    }
  })

  test('money that is due today is of this week; what was due yesterday is overdue', async () => {
    const undo = new Error('undo')
    const bucketOf = async (daysAgo: number) => {
      let found: { bucket: string; this_week: string } | undefined
      await engine
        .transaction(async (tx) => {
          // An issued invoice never changes.
          await tx.exec('set local session_replication_role = replica')
          const { rows } = await tx.query<{ id: string }>(
            `update public.invoices set due_date = private.company_today() - ${daysAgo} where id = (
               select id from public.invoices where status = 'issued' and balance > 0 and kind <> 'proforma' order by id limit 1)
             returning id`,
          )
          const cash = await tx.query<{ bucket: string; this_week: string }>(
            `select r.bucket, date_trunc('week', private.company_today())::date::text as this_week
               from private.analytics_rows('cash', private.company_today(), private.company_today()) r where r.id = $1`,
            [rows[0]?.id],
          )
          found = cash.rows[0]
          throw undo
        })
        .catch((error: unknown) => {
          if (error !== undo) throw error
        })
      return found
    }
    const today = await bucketOf(0)
    expect(today?.bucket).toBe(today?.this_week)
    expect((await bucketOf(1))?.bucket).toBe('overdue')
  })

  test('the figures are those of the lists: orders, to invoice, ageing, invoices and the VAT of their papers', async () => {
    const figures = await figuresOf('admin')
    if (typeof figures === 'string') throw new Error(figures)
    const total = async (part: string, where = 'true') =>
      (
        await one<{ amount: string }>(
          `select coalesce(trim_scale(sum(amount)), 0)::text as amount from jsonb_to_recordset('${JSON.stringify(
            figures[part],
          ).replaceAll("'", "''")}') as l (bucket text, mark text, amount numeric) where ${where}`,
        )
      )?.amount
    const listed = async (sql: string) =>
      (await one<{ amount: string }>(`select coalesce(trim_scale((${sql})), 0)::text as amount`))?.amount
    const within = (column: string) =>
      `${column} >= ((now() - interval '300 days')::date)::timestamp at time zone 'Europe/Malta'
       and ${column} < ((now() - interval '20 days')::date + 1)::timestamp at time zone 'Europe/Malta'`
    const sold = await listed(
      `select sum(net) from public.orders where status <> 'cancelled' and ${within('ordered_at')}`,
    )
    expect([await total('sales'), await total('services'), await total('sellers')]).toEqual([sold, sold, sold])
    expect(await total('quotes', `mark = 'won'`)).toBe(
      await listed(
        `select sum(net) from public.quotations where status in ('approved', 'converted') and ${within('created_at')}`,
      ),
    )
    expect(await total('to_invoice')).toBe(await listed('select sum(net) from private.to_invoice()'))
    expect(await total('receivables')).toBe(
      await listed('select sum(not_due + days_30 + days_60 + days_90 + older) from private.client_ageing()'),
    )
    expect(await total('receivables', `bucket = 'days_60'`)).toBe(
      await listed('select sum(days_60) from private.client_ageing()'),
    )
    expect(await total('cash', `mark = 'in'`)).toBe(await total('receivables'))
    expect(await total('vat', `mark = 'sales'`)).toBe(
      await listed(
        `select sum(net) from (
           select net, issue_date as day from public.invoices where status not in ('draft', 'void') and kind <> 'proforma'
           union all select -net, issue_date from public.credit_notes where status not in ('draft', 'void')) as p
          where day between (now() - interval '300 days')::date and (now() - interval '20 days')::date`,
      ),
    )
    for (const side of ['sales', 'purchases'])
      expect(await total('vat', `mark = '${side}'`)).toBe(
        await listed(`select sum(net::numeric) from private.ledger('${side}', ${days})`),
      )
  })

  test('what happened at midnight is of the day that begins, in every part', async () => {
    // The rows of the parts are moved to one instant, past the triggers that keep when they came.
    const midnight = `('2026-03-10'::timestamp at time zone 'Europe/Malta')`
    const given = `set local session_replication_role = replica;
      update public.orders set ordered_at = ${midnight};
      update public.quotations set created_at = ${midnight};
      update public.jobs set finished_at = ${midnight} where finished_at is not null;
      set local session_replication_role = origin`
    const counted = async (part: string, day: string) => {
      const outcome = await tries(
        engine,
        'admin',
        `select count(*)::int as n from public.analytics_records('${part}', '${day}', '${day}', null, null, null, 5000) as r where r.bucket not in ('now', 'risk')`,
        given,
      )
      return 'rows' in outcome ? outcome.rows[0]?.['n'] : outcome.because
    }
    for (const part of [...orders, 'margin', ...quotes, 'late', 'labour'])
      expect([part, await counted(part, '2026-03-09'), await counted(part, '2026-03-10')]).toEqual([
        part,
        0,
        expect.toSatisfy((n) => Number(n) > 0),
      ])
  })

  test('an order that is cancelled, a draft and a day outside do not count', async () => {
    const sold = (given: string) =>
      tries(
        engine,
        'admin',
        `select count(*)::int as n from public.analytics_records('sales', current_date - 90, current_date, null, null, null, 5000)`,
        given,
      )
    const before = await sold('select 1')
    const after = await sold(
      `update public.orders set status = 'cancelled', cancel_reason = 'Test', cancelled_at = now()
        where id = (select id from public.orders where status = 'in_production' order by id limit 1)`,
    )
    expect([before, after].map((outcome) => ('rows' in outcome ? outcome.rows[0]?.['n'] : outcome))).toEqual([
      expect.any(Number),
      Number('rows' in before ? before.rows[0]?.['n'] : 0) - 1,
    ])
    expect(await tries(engine, 'admin', `select public.analytics('2026-02-01', '2026-01-01')`)).toMatchObject({
      because: expect.stringMatching(/first day/) as string,
    })
  })
})

test('late jobs are the same in the list, on the dashboard and in the analytics: none that is ready, none that is due today', async () => {
  const late = async (person: Person, sql: string) => {
    const outcome = await tries(engine, person, sql)
    return 'refused' in outcome ? outcome.because : outcome.rows[0]?.['count']
  }
  // On some days nothing of the demo is late.
  await engine.exec(`update public.jobs set due_date = private.company_today() - 1
    where id = (select id from public.jobs where status = 'in_production' order by job_number limit 1)`)
  const counted = await one<{ count: number }>(`select count(*)::int from public.jobs
    where due_date < private.company_today() and status not in ('ready', 'delivered', 'closed', 'cancelled')`)
  expect(counted?.count).toBeGreaterThan(0)
  for (const person of ['team_member', 'sales', 'admin'] as const) {
    expect(await late(person, `select count(*)::int from public.late_jobs()`)).toBe(counted?.count)
    expect(await late(person, `select (public.figures_of_the_day() -> 'late_jobs' ->> 'count')::int as count`)).toBe(
      counted?.count,
    )
    expect(
      await late(
        person,
        `select sum((line ->> 'count')::int)::int as count from jsonb_array_elements(public.analytics(${days}) -> 'late') as line
          where line ->> 'bucket' = 'now'`,
      ),
    ).toBe(counted?.count)
  }
  expect(await late('client', `select count(*)::int from public.late_jobs()`)).toBe(0)
})
