import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { idOf } from './people.ts'
import { tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

type Refused = (trying: () => Promise<unknown>, words: string) => Promise<void>
const inTrade = (work: (trade: Trade, refused: Refused) => Promise<void>) =>
  undone(engine, async (tx) => {
    await tx.exec(`insert into public.vat_rates (code, label, rate) values ('rule', 'Of rules', 18)`)
    await work(await tradeIn(tx), async (trying, words) => {
      await tx.exec('savepoint before')
      await expect(trying()).rejects.toThrow(words)
      await tx.exec('rollback to savepoint before')
    })
  })

const rule = 'ea000000-0000-4000-a000-000000000001'
const today = `(now() at time zone 'Europe/Malta')::date`
const standard = `(select id from public.vat_rates where code = 'rule')`
const add = (values: string, direction = 'out', id = rule) =>
  `insert into public.recurring_payments (id, direction, contact_id, title, amount, vat_rate_id, every, starts_on, day_of_month, ends_on)
    values ('${id}', '${direction}', '${row.business}', 'Workshop rent', 900, ${standard}, ${values})`
const make = `select private.make_recurring()`

describe('the days of a rule', () => {
  const daysOf = async (values: string): Promise<string[]> =>
    (await engine.query<{ day: string }>(`select day::text from private.recurring_dates(${values}) as day`)).rows.map(
      ({ day }) => day,
    )

  test.each([
    ['month', `'month', '2026-01-31', 31, '2026-06-30'`, '01-31 02-28 03-31 04-30 05-31 06-30'],
    ['month in a leap year', `'month', '2028-01-30', 30, '2028-03-31'`, '01-30 02-29 03-30'],
    ['month that begins after its day', `'month', '2026-01-20', 5, '2026-03-31'`, '02-05 03-05'],
    ['quarter', `'quarter', '2026-01-31', null, '2026-12-31'`, '01-31 04-30 07-31 10-31'],
    ['week over the change of the clocks', `'week', '2026-03-22', null, '2026-04-05'`, '03-22 03-29 04-05'],
  ])('%s', async (_, values, days) => {
    expect((await daysOf(values)).map((day) => day.slice(5)).join(' ')).toBe(days)
  })

  test('are those that a calendar gives, wherever one begins to count', async () => {
    const cases = fc.sample(
      fc.record({
        every: fc.constantFrom('week', 'month', 'quarter', 'year'),
        start: fc.integer({ min: 0, max: 3000 }),
        day: fc.integer({ min: 1, max: 31 }),
        from: fc.integer({ min: 0, max: 1500 }),
      }),
      150,
    )
    const at = (days: number) => new Date(Date.UTC(2024, 0, 1 + days))
    const expected = cases.map(({ every, start, day, from }) => {
      const begin = at(start)
      const step = { week: 0, month: 1, quarter: 3, year: 12 }[every] ?? 1
      for (let n = start + from; ; n++) {
        const one = at(n)
        if (every === 'week') {
          if ((n - start) % 7 === 0) return one.toISOString().slice(0, 10)
          continue
        }
        const months = (one.getUTCFullYear() - begin.getUTCFullYear()) * 12 + one.getUTCMonth() - begin.getUTCMonth()
        const last = new Date(Date.UTC(one.getUTCFullYear(), one.getUTCMonth() + 1, 0)).getUTCDate()
        if (months % step === 0 && one.getUTCDate() === Math.min(day, last)) return one.toISOString().slice(0, 10)
      }
    })
    const list = cases
      .map(({ every, start, day, from }, n) => `(${n}, '${every}', date '2024-01-01' + ${start}, ${day}, ${from})`)
      .join(', ')
    const { rows } = await engine.query<{ day: string }>(
      `select private.recurring_next(every, start, day, start + ahead)::text as day
         from (values ${list}) as l (n, every, start, day, ahead) order by n`,
    )
    expect(rows.map(({ day }) => day)).toEqual(expected)
  })

  // A rule without a first day kept the database busy for ever: the trigger looks for the next day before any constraint.
  test.each(['week', 'month', 'quarter', 'year'])(
    'of a %s are none where a day is missing or has no end',
    async (every) => {
      const { rows } = await engine.query<{ day: string | null }>(
        `select private.recurring_next($1, start::date, day, ahead::date)::text as day
         from (values (null, null, null), (null, 5, '2026-01-01'), ('infinity', null, null), ('2026-01-01', 5, 'infinity'),
           ('-infinity', 5, '2026-01-01')) as l (start, day, ahead)`,
        [every],
      )
      expect(rows.map(({ day }) => day)).toEqual([null, null, null, null, null])
    },
  )
})

describe('the cost account of a rule', () => {
  test('is that of the lines of its bills, and only what is paid has one', async () => {
    await inTrade(async ({ accounts, server }, refused) => {
      await server.run(
        `insert into public.cost_accounts (id, code, name) values ('${rule}', 'T-6100', 'Rent of tests')`,
      )
      await accounts.run(add(`'month', ${today}, null, null`))
      await accounts.run(`update public.recurring_payments set cost_account_id = '${rule}' where id = '${rule}'`)
      await server.run(make)
      expect(
        await server.value(
          `select count(*)::int || ' ' || min(a.name) from public.supplier_invoice_items i join public.cost_accounts a on a.id = i.cost_account_id
            where i.description = 'Workshop rent'`,
        ),
      ).toBe('1 Rent of tests')
      const client = 'ea000000-0000-4000-a000-000000000002'
      await accounts.run(add(`'month', ${today}, null, null`, 'in', client))
      await refused(
        () => accounts.run(`update public.recurring_payments set cost_account_id = '${rule}' where id = '${client}'`),
        'recurring_payments_costs_go_out',
      )
    })
  })
})

describe('a rule without its first day', () => {
  const filled = add(`'month', ${today}, 5, null`)

  test('is refused at once: by right to whoever may not write it, by the missing day to whoever may', async () => {
    await inTrade(async ({ accounts, sales, server }, refused) => {
      const bare = `insert into public.recurring_payments default values`
      await refused(() => sales.run(bare), 'row-level security')
      await refused(() => accounts.run(bare), 'null value in column')
      await server.run(filled)
      await refused(
        () => accounts.run(`update public.recurring_payments set starts_on = null where id = '${rule}'`),
        'null value in column "starts_on"',
      )
    })
  })
})

describe('a recurring payment', () => {
  test('makes each period once: after weeks without a server, and however often the clock asks', async () => {
    await inTrade(async ({ server }) => {
      await server.run(add(`'week', private.company_today() - 21, null, null`))
      expect(await server.value(make)).toBe(4)
      expect(await server.value(make)).toBe(0)
      await server.run(
        `update public.recurring_payments set next_on = private.company_today() - 21 where id = '${rule}'`,
      )
      await server.run(make)
      expect(
        await server.rows(
          `select status, net::text, vat::text, count(*)::int as n, count(distinct supplier_number)::int as numbers,
                  bool_and(scheduled_for = private.company_today() and due_date <= scheduled_for and approved_at is not null) as planned
             from public.supplier_invoices group by 1, 2, 3`,
        ),
      ).toEqual([{ status: 'scheduled', net: '900.00', vat: '162.00', n: 4, numbers: 4, planned: true }])
      expect(await server.value(`select next_on - private.company_today() from public.recurring_payments`)).toBe(7)
    })
  })

  test('makes the period of its last day, and none after it', async () => {
    await inTrade(async ({ server }) => {
      await server.run(add(`'week', private.company_today() - 14, null, private.company_today()`))
      expect(await server.value(make)).toBe(3)
      expect(await server.one(`select next_on from public.recurring_payments`)).toEqual({ next_on: null })
    })
  })

  test('makes a draft invoice with its line and VAT, and tells who made the rule', async () => {
    await inTrade(async ({ accounts, server }) => {
      await accounts.run(add(`'month', ${today}, 31, null`, 'in'))
      await server.run(`update public.recurring_payments set day_of_month = null where id = '${rule}'`)
      expect(await server.value(make)).toBe(1)
      expect(
        await server.one(`select v.status, v.invoice_number, v.gross::text, i.description ~ '^Workshop rent, ' as said,
          (select count(*)::int from public.notifications n where n.metadata ->> 'record_id' = v.id::text) as told
           from public.invoices v join public.invoice_items i on i.invoice_id = v.id where v.project_title = 'Workshop rent'`),
      ).toEqual({ status: 'draft', invoice_number: null, gross: '1062.00', said: true, told: 1 })
    })
  })

  test('is paused without making up for it, skips one, changes from the next period on, and ends', async () => {
    await inTrade(async ({ accounts, sales, server }, refused) => {
      await refused(
        () => accounts.run(add(`'week', ${today} - 1, null, null`)),
        'Please choose a first day from today on',
      )
      await accounts.run(add(`'week', ${today}, null, ${today} + 28`))
      await server.run(make)
      const next = () => server.value<number | null>(`select next_on - ${today} from public.recurring_payments`)
      const skip = (days: number) => `select public.skip_recurring('${rule}', ${today} + ${days})`
      await refused(() => sales.run(skip(7)), 'You may not change recurring payments')
      await refused(() => accounts.run(skip(14)), 'The next day changed meanwhile')
      await accounts.run(skip(7))
      await accounts.run(skip(7))
      expect(await next()).toBe(14)
      await accounts.run(`update public.recurring_payments set amount = 950 where id = '${rule}'`)
      expect(await next()).toBe(14)
      expect(await server.value(`select net::text from public.supplier_invoices`)).toBe('900.00')
      await accounts.run(`update public.recurring_payments set is_paused = true where id = '${rule}'`)
      await server.run(`update public.recurring_payments set next_on = ${today} - 14 where id = '${rule}'`)
      expect(await server.value(make)).toBe(0)
      await accounts.run(`update public.recurring_payments set is_paused = false where id = '${rule}'`)
      expect(await next()).toBe(14)
      await accounts.run(`update public.recurring_payments set ends_on = ${today} + 10 where id = '${rule}'`)
      expect(await next()).toBeNull()
    })
  })

  test('that cannot be made says why, and keeps no other one from its day', async () => {
    await inTrade(async ({ accounts, server }) => {
      await server.run(add(`'week', private.company_today(), null, null`))
      await server.run(add(`'week', private.company_today(), null, null`, 'in', 'ea000000-0000-4000-a000-000000000002'))
      await accounts.run(`insert into public.supplier_invoices (supplier_id, supplier_number, invoice_date, net)
        values ('${row.business}', 'workshop RENT ' || ${today}, ${today}, 900)`)
      expect(await server.value(make)).toBe(1)
      expect(
        await server.rows(
          `select last_error, next_on - private.company_today() as next from public.recurring_payments order by id`,
        ),
      ).toEqual([
        { last_error: 'The supplier has an invoice with this number already', next: 0 },
        { last_error: null, next: 7 },
      ])
    })
  })
})

test('what a recurring payment makes is approved by whoever last said how much goes where, while they work here', async () => {
  await inTrade(async ({ accounts, as, server }) => {
    await accounts.run(add(`'week', ${today}, null, null`))
    await accounts.run(
      `update public.recurring_payments set note = 'By standing order', decided_by = '${idOf('admin')}'`,
    )
    expect(await server.value(`select decided_by from public.recurring_payments`)).toBe(idOf('accounts'))
    await as('admin').run(`update public.recurring_payments set amount = 950`)
    await server.run(make)
    expect(
      await server.rows(`select net::text, status, approved_by, created_by from public.supplier_invoices`),
    ).toEqual([{ net: '950.00', status: 'scheduled', approved_by: idOf('admin'), created_by: idOf('accounts') }])
    await accounts.run(`update public.recurring_payments set amount = 960`)
    await server.run(`update public.recurring_payments set next_on = ${today} where id = '${rule}'`)
    await server.run(`delete from public.recurring_periods`)
    await server.run(`update public.supplier_invoices set supplier_number = 'another'`).catch(() => null)
    await server.run(`update auth.users set banned_until = now() + interval '1 day' where id = '${idOf('accounts')}'`)
    await server.run(make)
    expect(await server.rows(`select status, approved_by from public.supplier_invoices where net = 960`)).toEqual([
      { status: 'received', approved_by: null },
    ])
  })
})

describe('T1: a rule for money that comes in needs the right to invoice, one for money that goes out the right to bills', () => {
  test.each([
    ['in', 'invoices', 'can_create'],
    ['out', 'supplier-invoices', 'can_edit'],
  ])('%s', async (direction, page, right) => {
    const without = `update public.page_permissions set ${right} = false where role = 'accounts' and page_name = '${page}'`
    await inTrade(async ({ accounts, server }, refused) => {
      await accounts.run(add(`'month', ${today}, null, null`, direction))
      await server.run(without)
      const words = 'row-level security policy'
      await refused(() => accounts.run(add(`'month', ${today}, null, null`, direction, rule.replace('1', '2'))), words)
      await refused(() => accounts.run(`update public.recurring_payments set title = 'Rent'`), words)
    })
  })
})
