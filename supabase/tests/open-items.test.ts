import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { ledgerPlay } from './ledger-play.ts'
import { tradeIn } from './trade.ts'
import { openOwnWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openOwnWorld()
  await engine.exec(ledgerPlay)
})
afterAll(() => engine.close())

const today = `(now() at time zone 'Europe/Malta')::date`

test('what is open on a day is what was open then, with its age, whatever was paid later', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await server.run(`update public.company_settings set vat_number = 'MT12345678'`)
    const invoice = await accounts.value<string>(`select public.create_invoice('${row.business}', 'Lettering')`)
    await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${invoice}', 'a0', 'item', 'Lettering', 10, 10, 18)`)
    await accounts.run(`select public.issue_invoice('${invoice}')`)
    await server.run(`set local session_replication_role = replica`)
    await server.run(
      `update public.invoices set issue_date = ${today} - 70, due_date = ${today} - 40 where id = '${invoice}'`,
    )
    await server.run(`set local session_replication_role = origin`)
    await accounts.run(`select public.record_payment('${row.business}', 20, 'cash', p_received_on => ${today} - 10)`)
    await server.run(`update public.payment_allocations set allocated_on = ${today} - 10`)
    await accounts.run(`select public.record_payment('${row.business}', 100, 'card')`)
    await accounts.run(
      `insert into public.personal_accounts (contact_id, side, number) values ('${row.business}', 'clients', 12345)`,
    )
    const on = async (day: string) =>
      (
        await accounts.rows<Record<string, string | number>>(
          `select account, balance, not_due, days_30, days_60, credit, papers::int from public.personal_balances(${day}) where contact_id = '${row.business}'`,
        )
      ).map((line) => Object.values(line).join(' '))
    expect(await on(`${today} - 71`)).toEqual(['12345 0.00 0.00 0.00 0.00 0.00 0'])
    expect(await on(`${today} - 50`)).toEqual(['12345 118.00 118.00 0.00 0.00 0.00 1'])
    expect(await on(`${today} - 20`)).toEqual(['12345 118.00 0.00 118.00 0.00 0.00 1'])
    expect(await on(`${today} - 1`)).toEqual(['12345 98.00 0.00 0.00 98.00 0.00 1'])
    expect(await on(today)).toEqual(['12345 -2.00 0.00 0.00 0.00 -2.00 1'])
    expect(
      await accounts.rows(
        `select side, account, kind, days_late, amount, open from public.open_papers_on(${today} - 1) where contact_id = '${row.business}'`,
      ),
    ).toEqual([{ side: 'clients', account: 12345, kind: 'invoice', days_late: 39, amount: '118.00', open: '98.00' }])

    // What the client is asked to confirm, in the language that it reads.
    await server.run(`update public.contacts set language = 'de' where id = '${row.business}'`)
    const asked = (day: string, side = 'clients') =>
      accounts.one(`select paper ->> 'language' as language, paper ->> 'balance' as balance,
          (select string_agg(concat_ws(' ', i ->> 'kind', i ->> 'amount', i ->> 'open'), ', ') from jsonb_array_elements(paper -> 'items') as i) as items
        from public.balance_confirmations(${day}, '${side}', '{${row.business}}')`)
    expect(await asked(`${today} - 71`)).toEqual({ language: 'de', balance: '0.00', items: null })
    expect(await asked(`${today} - 20`)).toEqual({
      ...{ language: 'de', balance: '118.00', items: 'invoice 118.00 118.00' },
    })
    expect(await asked(`${today} - 1`)).toEqual({ language: 'de', balance: '98.00', items: 'invoice 118.00 98.00' })
    expect(await asked(today)).toEqual({ language: 'de', balance: '-2.00', items: 'payment -100.00 -2.00' })
    expect(await asked(today, 'suppliers')).toMatchObject({ balance: '0.00' })
  })
})

const ledgers = Number(process.env['OPEN_ITEM_LEDGERS'] ?? 3)
test(`of ${ledgers} generated ledgers what is open on each day is what the journal has for each client and supplier`, async () => {
  let compared = 0
  for (let place = 0; place < ledgers; place += 1)
    await undone(engine, async (tx: Queryable) => {
      await tx.query(`select private.play_ledger('open ${place}', 60)`)
      for (const days of [400, 9, 5, 0, -30]) {
        const day = `private.company_today() - ${days}`
        const { rows } = await tx.query(`
          select coalesce(o.side, j.part) as side, coalesce(o.contact_id, j.contact_id) as who, coalesce(o.open, 0) as open, coalesce(j.amount, 0) as booked
            from (select side, contact_id, sum(open) as open from private.open_items(${day}) group by 1, 2) as o
            full join (select part, contact_id, sum(amount) as amount from private.journal_lines('2000-01-01', ${day})
                        where part in ('clients', 'suppliers') group by 1, 2) as j on j.part = o.side and j.contact_id = o.contact_id
           where coalesce(o.open, 0) <> coalesce(j.amount, 0)`)
        expect({ place, days, rows }).toEqual({ place, days, rows: [] })
        // What clients and suppliers are asked to confirm is their balance in the list of that day.
        const asked = await tx.query(`
          select b.side, b.contact_id, b.balance, c.paper ->> 'balance' as confirmed
            from private.personal_balances(${day}) as b
            join (select 'clients' as side, x.* from private.balance_confirmations(${day}, 'clients', array(select id from public.contacts limit 100)) as x
                  union all select 'suppliers', x.* from private.balance_confirmations(${day}, 'suppliers', array(select id from public.contacts limit 100)) as x
                 ) as c on c.side = b.side and c.contact_id = b.contact_id
           where (b.balance, b.balance::numeric) is distinct from
             (c.paper ->> 'balance', (select coalesce(sum((i ->> 'open')::numeric), 0) from jsonb_array_elements(c.paper -> 'items') as i))`)
        expect({ place, days, rows: asked.rows }).toEqual({ place, days, rows: [] })
        const found = await tx.query<{ n: number }>(`select count(*)::int as n from private.open_items(${day})`)
        compared += found.rows[0]?.n ?? 0
      }
      const { rows } =
        await tx.query(`select b.contact_id, b.balance, sum(x.open)::text as papers from private.client_balances() b
        left join private.open_items(private.company_today()) as x on x.side = 'clients' and x.contact_id = b.contact_id group by 1, 2
        having b.balance <> coalesce(sum(x.open), 0)`)
      expect({ place, rows }).toEqual({ place, rows: [] })
    })
  expect(compared).toBeGreaterThan(ledgers * 10)
}, 600_000)

test('the open invoices of a statement are those of the list on each day, also of a payment that did not count and a credit note of a later day', async () => {
  await undone(engine, async (tx: Queryable) => {
    await tx.query(`select private.play_ledger('agree', 150)`)
    // Rows as no function writes them: both lists must read them alike.
    await tx.exec(`set local session_replication_role = replica;
      update public.payments set status = 'failed' where id in (select payment_id from public.payment_allocations order by id limit 3);
      update public.credit_allocations set allocated_on = allocated_on - 20;
      set local session_replication_role = origin`)
    let compared = 0
    for (const days of [400, 9, 5, 0]) {
      const day = `private.company_today() - ${days}`
      const { rows } = await tx.query<{ differs: boolean }>(`
        select (l.open, l.number, l.due_date, l.amount) is distinct from (o.open, o.number, o.due_date, o.gross) as differs
          from (select * from private.open_items_of_clients(${day}) where kind = 'invoice') as l
          full join (select o.* from public.contacts c cross join private.open_invoices(c.id, ${day}) as o) as o on o.id = l.id`)
      expect({ days, differ: rows.filter(({ differs }) => differs).length }).toEqual({ days, differ: 0 })
      compared += rows.length
    }
    expect(compared).toBeGreaterThan(5)
  })
})
