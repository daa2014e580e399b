import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
/** Days as literals: today, the last of the month before, one within it, and one before it. */
let today: string, lastMonth: string, inLastMonth: string, longAgo: string
beforeAll(async () => {
  engine = await openWorld()
  const [days] = (
    await engine.query<
      Record<string, string>
    >(`select t::date::text as today, (m - 1)::text as last, (m - 5)::text as in_last, (m - 41)::text as long_ago
      from (select now() at time zone 'Europe/Malta' as t, date_trunc('month', now() at time zone 'Europe/Malta')::date as m) as d`)
  ).rows
  today = `'${days?.today}'`
  lastMonth = `'${days?.last}'`
  inLastMonth = `'${days?.in_last}'`
  longAgo = `'${days?.long_ago}'`
})
afterAll(() => engine.close())

const closed = 'The books are closed up to'
const close = (to = lastMonth, scope = 'everybody', reason = 'null') =>
  `select public.close_books(${to}, '${scope}', ${reason})`

type Month = Trade & {
  tx: Queryable
  invoice: string
  payment: string
  bill: string
  refusal: (who: keyof Trade, sql: string) => Promise<string>
}

/** Last month: an invoice over 118.00 that 100.00 of a payment settle, and a supplier's invoice over 50.00 of which 10.00 are paid. */
const inMonth = (work: (month: Month) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { accounts, server } = trade
    const invoice = await accounts.value<string>(`select public.create_invoice('${row.business}', 'Lettering')`)
    await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${invoice}', 'a0', 'item', 'Lettering', 1, 100, 18)`)
    await accounts.run(`select public.issue_invoice('${invoice}')`)
    const payment =
      await accounts.value<string>(`select public.record_payment('${row.business}', 120, 'bank', null, null, null,
      '[{"invoice_id": "${invoice}", "amount": 100}]')`)
    const bill =
      await accounts.value<string>(`select public.enter_supplier_invoice('c2000000-0000-4000-a000-000000000001',
      jsonb_build_object('supplier_id', '${row.business}', 'supplier_number', 'E-1', 'invoice_date', ${inLastMonth}, 'net', 50, 'vat', 0))`)
    await accounts.run(`update public.supplier_invoices set status = 'approved' where id = '${bill}'`)
    await accounts.run(`select public.pay_supplier_invoice('${bill}', 10, 'bank', ${inLastMonth})`)
    await accounts.run(`select public.enter_supplier_invoice('c2000000-0000-4000-a000-000000000003',
      jsonb_build_object('supplier_id', '${row.business}', 'supplier_number', 'E-3', 'invoice_date', ${inLastMonth}, 'net', 30, 'vat', 0))`)
    // What was issued and allocated today was so a month ago.
    await server.run(`set local session_replication_role = replica`)
    await server.run(
      `update public.invoices set issue_date = ${inLastMonth}, due_date = ${inLastMonth} where id = '${invoice}'`,
    )
    await server.run(`update public.payments set received_on = ${inLastMonth} where id = '${payment}'`)
    await server.run(
      `update public.payment_allocations set allocated_on = ${inLastMonth} where payment_id = '${payment}'`,
    )
    await server.run(`set local session_replication_role = origin`)
    const refusal = (who: keyof Trade, sql: string) =>
      refusalOf(tx, () => (trade[who] instanceof Function ? Promise.resolve() : trade[who].run(sql)))
    await work({ ...trade, tx, invoice, payment, bill, refusal })
  })

/** Whatever would be made, changed, moved or removed on a closed day. */
const bookings = ({ invoice, payment, bill }: Month): readonly string[] => [
  `select public.record_payment('${row.business}', 5, 'cash', ${inLastMonth})`,
  `select public.pay_supplier_invoice('${bill}', 5, 'bank', ${inLastMonth})`,
  `update public.payments set note = 'x' where id = '${payment}'`,
  `select public.move_payment('${payment}', '${row.clientContact}', '[]', 'Wrong client')`,
  `insert into public.supplier_invoices (supplier_id, supplier_number, invoice_date, booked_on, net, created_by)
   values ('${row.business}', 'E-2', ${inLastMonth}, ${inLastMonth}, 5, auth.uid())`,
  `update public.supplier_invoices set booked_on = ${today} where id = '${bill}'`,
  `update public.supplier_invoices set net = 60 where supplier_number = 'E-3'`,
  `update public.supplier_invoices set status = 'disputed', dispute_reason = 'Wrong' where id = '${bill}'`,
  `update public.supplier_invoice_items set cost_account_id = (select id from public.cost_accounts limit 1) where supplier_invoice_id = '${bill}'`,
  `update public.invoices set issue_date = issue_date - 1 where id = '${invoice}'`,
]

describe('closed books', () => {
  test('nothing is made, changed, moved or removed on a closed day, by accounts or an admin', async () => {
    await inMonth(async (month) => {
      await month.accounts.run(close())
      for (const sql of bookings(month)) {
        const said = await month.refusal('accounts', sql)
        expect(said, sql).toMatch(/^The books are closed up to \d|never changes|permission denied/)
      }
      const owners = [
        `insert into public.payments (contact_id, method, amount, received_on) values ('${row.business}', 'cash', 5, ${inLastMonth})`,
        `delete from public.payment_allocations where payment_id = '${month.payment}'`,
        `update public.payment_allocations set amount = 90 where payment_id = '${month.payment}'`,
        `insert into public.write_offs (invoice_id, amount, reason, written_off_on) values ('${month.invoice}', 1, 'Lost', ${inLastMonth})`,
        `insert into public.payment_refunds (payment_id, amount, refunded_on, reason) values ('${month.payment}', 1, ${inLastMonth}, 'Twice')`,
        `insert into public.supplier_payments (supplier_invoice_id, amount, paid_on, method) values ('${month.bill}', 1, ${inLastMonth}, 'bank')`,
      ]
      for (const sql of owners) expect(await month.refusal('server', sql), sql).toContain(closed)
    })
  })

  test('the same is taken before the days are closed', async () => {
    await inMonth(async (month) => {
      for (const sql of bookings(month).slice(0, 7)) expect(await month.refusal('accounts', sql), sql).toBe('done')
    })
  })

  test('an invoice of a closed month is paid, credited and refunded in the open one, and the closed month says what it said', async () => {
    await inMonth(async ({ accounts, server, invoice, payment, refusal }) => {
      const openThen = () =>
        server.value<string>(
          `select open::text from private.open_invoices('${row.business}', ${lastMonth}) where id = '${invoice}'`,
        )
      expect(await openThen()).toBe('18.00')
      await accounts.run(close())
      expect(
        await refusal(
          'accounts',
          `select public.allocate_payment('${payment}', '[{"invoice_id": "${invoice}", "amount": 18}]')`,
        ),
      ).toBe('done')
      expect(await accounts.value(`select status from public.invoices where id = '${invoice}'`)).toBe('paid')
      const first = await accounts.value<string>(
        `select id from public.payment_allocations where payment_id = '${payment}' and amount = 100`,
      )
      expect(await refusal('accounts', `select public.remove_allocation('${first}')`)).toBe('done')
      expect(
        await accounts.rows(`select amount::text, allocated_on < ${lastMonth} as is_then, reverses_id from public.payment_allocations
        where payment_id = '${payment}' order by payment_allocations.amount`),
      ).toEqual([
        { amount: '-100.00', is_then: false, reverses_id: first },
        { amount: '18.00', is_then: false, reverses_id: null },
        { amount: '100.00', is_then: true, reverses_id: null },
      ])
      expect(await accounts.value(`select balance::text from public.invoices where id = '${invoice}'`)).toBe('100.00')
      // Taken back once: a second time changes nothing.
      await accounts.run(`select public.remove_allocation('${first}')`)
      expect(await accounts.value(`select balance::text from public.invoices where id = '${invoice}'`)).toBe('100.00')
      const note = await accounts.value<string>(`select public.make_credit_note('${invoice}', 'Broken')`)
      await accounts.run(`select public.issue_credit_note('${note}')`)
      expect(await accounts.value(`select balance::text from public.invoices where id = '${invoice}'`)).toBe('0.00')
      expect(await openThen()).toBe('18.00')
      expect(await server.rows(`select * from private.ledger_differences(${today})`)).toEqual([])
    })
  })

  test('a payment of a closed month that bounces is taken back today, and its invoice is open again', async () => {
    await inMonth(async ({ accounts, server, invoice, payment }) => {
      await accounts.run(close())
      await server.run(`select private.reverse_payment('${payment}', 'Bounced')`)
      expect(await accounts.value(`select balance::text from public.invoices where id = '${invoice}'`)).toBe('118.00')
      expect(await accounts.one(`select status, allocated::text from public.payments where id = '${payment}'`)).toEqual(
        { status: 'refunded', allocated: '0.00' },
      )
      expect(
        await server.value(
          `select open::text from private.open_invoices('${row.business}', ${lastMonth}) where id = '${invoice}'`,
        ),
      ).toBe('18.00')
      expect(await server.rows(`select * from private.ledger_differences(${today})`)).toEqual([])
    })
  })

  test("a supplier's invoice that comes late is booked on the first open day", async () => {
    await inMonth(async ({ accounts, server }) => {
      await accounts.run(close())
      const id =
        await accounts.value<string>(`select public.enter_supplier_invoice('c2000000-0000-4000-a000-000000000009',
        jsonb_build_object('supplier_id', '${row.business}', 'supplier_number', 'E-9', 'invoice_date', ${inLastMonth}, 'net', 70, 'vat', 0))`)
      expect(
        await accounts.one(`select invoice_date = ${inLastMonth} as has_its_date, booked_on = ${lastMonth}::date + 1 as is_booked_later
        from public.supplier_invoices where id = '${id}'`),
      ).toEqual({ has_its_date: true, is_booked_later: true })
      expect(
        await server.value(
          `select count(*)::int from private.purchase_lines(${longAgo}, ${lastMonth}) where number = 'E-9'`,
        ),
      ).toBe(0)
      expect(
        await server.value(
          `select count(*)::int from private.purchase_lines(${lastMonth}::date + 1, ${today}) where number = 'E-9'`,
        ),
      ).toBe(1)
      // Of a later day it is booked on that day.
      await accounts.run(`update public.supplier_invoices set invoice_date = ${today} where id = '${id}'`)
      expect(await accounts.value(`select booked_on = ${today} from public.supplier_invoices where id = '${id}'`)).toBe(
        true,
      )
    })
  })

  test('the bills that came after their day was closed are listed, in the days where they count and in those of their date', async () => {
    await inMonth(async ({ accounts, refusal }) => {
      await accounts.run(close())
      await accounts.run(`select public.enter_supplier_invoice('c2000000-0000-4000-a000-000000000009',
        jsonb_build_object('supplier_id', '${row.business}', 'supplier_number', 'E-9', 'invoice_date', ${inLastMonth}, 'net', 70, 'vat', 0))`)
      const late = (from: string, to: string) =>
        accounts.rows(
          `select number, invoice_date = ${inLastMonth} as has_its_date, booked_on = ${lastMonth}::date + 1 as is_later from public.late_bills(${from}, ${to})`,
        )
      const bill = [{ number: 'E-9', has_its_date: true, is_later: true }]
      expect(await late(`${lastMonth}::date + 1`, today)).toEqual(bill)
      expect(await late(longAgo, lastMonth)).toEqual(bill)
      expect(await late(`${lastMonth}::date + 2`, `${lastMonth}::date + 2`)).toEqual([])
      await accounts.run(
        `update public.supplier_invoices set status = 'disputed', dispute_reason = 'Not ours' where supplier_number = 'E-9'`,
      )
      expect(await late(longAgo, today)).toEqual([])
      expect(await refusal('workshop', `select * from public.late_bills(${longAgo}, ${today})`)).toBe(
        'You may not see invoices of suppliers',
      )
    })
  })

  test('no column that is computed keeps a record of a closed day from being paid', async () => {
    // A trigger before the change sees no computed column of the new row.
    const { rows } = await engine.query(`
      select format('%I.%I', c.relname, a.attname) as unnamed
        from pg_trigger t
        join pg_proc p on p.oid = t.tgfoid and p.proname = 'guard_closed'
        join pg_class c on c.oid = t.tgrelid
        join pg_attribute a on a.attrelid = c.oid and a.attgenerated = 's'
       where (t.tgtype & 16) <> 0 and t.tgattr = ''::int2vector
         and a.attname::text <> all (string_to_array(encode(t.tgargs, 'escape'), '\\000'))`)
    expect(rows).toEqual([])
  })

  test('an entry of the bank whose day is closed is booked on the first open day, and says so before and after', async () => {
    await inMonth(async ({ accounts, server, invoice, bill }) => {
      const day = inLastMonth.replaceAll("'", '')
      const number = await accounts.value<string>(`select invoice_number from public.invoices where id = '${invoice}'`)
      await server.run(
        `update public.supplier_invoices set discount_pct = 10, discount_until = ${inLastMonth} where supplier_number = 'E-3'`,
      )
      await accounts.run(`update public.supplier_invoices set status = 'approved' where supplier_number = 'E-3'`)
      const entries = [
        { direction: 'in', amount: '18.00', remittance: number },
        { direction: 'out', amount: '40.00', remittance: 'E-1' },
        { direction: 'out', amount: '27.00', remittance: 'E-3' },
      ].map((one) => ({ booked_on: day, currency: 'EUR', party_name: 'Bakery Ltd', ...one }))
      await accounts.run(
        `select public.import_bank_file('b4000000-0000-4000-a000-000000000001', '{"file_name": "a.xml", "format": "camt"}', '${JSON.stringify(entries)}')`,
      )
      await accounts.run(close())
      const seen = await accounts.rows<{ id: string; seen: string; says: string }>(`
        select e.id, s.matches -> 0 ->> 'seen' as seen, s.matches -> 0 -> 'reasons' ->> -1 as says
          from public.bank_entries e, public.bank_suggestions(array[e.id]) as s order by e.position`)
      const words = await server.value<string>(
        `select format('%s is closed: it is booked on %s.', to_char(${inLastMonth}::date, 'FMDD Mon YYYY'), to_char(${lastMonth}::date + 1, 'FMDD Mon YYYY'))`,
      )
      expect(seen.map(({ says }) => says)).toEqual([words, words, words])
      for (const { id, seen: mark } of seen)
        expect(
          await accounts.value(`select public.confirm_shown_entries('${JSON.stringify({ [id]: mark })}')`),
        ).toMatchObject({ confirmed: 1 })
      expect(
        await accounts.rows(
          `select p.received_on = ${lastMonth}::date + 1 as is_open_day, p.reference ~ '^booked by the bank on ' as says from public.bank_entries e join public.payments p on p.id = e.payment_id`,
        ),
      ).toEqual([{ is_open_day: true, says: true }])
      expect(
        await accounts.rows(`select s.amount::text, s.discount::text, s.paid_on = ${lastMonth}::date + 1 as is_open_day
          from public.bank_entry_payouts o join public.supplier_payments s on s.id = o.supplier_payment_id order by s.amount`),
      ).toEqual([
        { amount: '27.00', discount: '3.00', is_open_day: true },
        { amount: '40.00', discount: '0.00', is_open_day: true },
      ])
      expect(
        await server.value(
          `select open::text from private.open_invoices('${row.business}', ${lastMonth}) where id = '${invoice}'`,
        ),
      ).toBe('18.00')
      expect(await accounts.value(`select status from public.supplier_invoices where id = '${bill}'`)).toBe('paid')
      expect(await server.rows(`select * from private.ledger_differences(${today})`)).toEqual([])
    })
  })

  test('days closed for the others are open for accounts', async () => {
    await inMonth(async ({ accounts, server, as, refusal }) => {
      await server.run(
        `insert into public.page_permissions (role, page_name, can_view, can_create) values ('sales', 'payments', true, true)
        on conflict (role, page_name) do update set can_view = true, can_create = true`,
      )
      await accounts.run(close(lastMonth, 'others'))
      const pay = `select public.record_payment('${row.business}', 5, 'cash', ${inLastMonth})`
      expect(await refusal('sales', pay)).toContain(closed)
      expect(await refusal('accounts', pay)).toBe('done')
      expect(
        await refusal(
          'accounts',
          `update public.supplier_invoices set status = 'approved' where supplier_number = 'E-3'`,
        ),
      ).toBe('done')
      await as('admin').run(close())
      expect(await refusal('accounts', pay)).toContain(closed)
    })
  })

  test('only days that are over are closed, by people who change payments; an admin opens them again, with a reason', async () => {
    await inMonth(async ({ accounts, as, tx, refusal }) => {
      expect(await refusal('sales', close())).toBe('You may not close the books')
      expect(await refusal('accounts', close(today))).toBe('Only days that are over can be closed')
      expect(await refusal('accounts', close(lastMonth, 'nobody'))).toBe('Please say for whom the books are closed')
      await accounts.run(close())
      await accounts.run(close())
      expect(await accounts.value(`select count(*)::int from public.book_closings`)).toBe(1)
      expect(await refusal('accounts', close('null', 'everybody', `'Wrong'`))).toBe(
        'Only an admin opens closed books again',
      )
      expect(await refusalOf(tx, () => as('admin').run(close('null')))).toBe(
        'Please say why the books are opened again',
      )
      await as('admin').run(close(`${longAgo}`, 'everybody', `'A bill was missing'`))
      expect(
        await refusal('accounts', `select public.record_payment('${row.business}', 5, 'cash', ${inLastMonth})`),
      ).toBe('done')
      expect(
        await as('admin').value(`select count(*)::int from public.audit_logs where table_name = 'book_closings'`),
      ).toBe(2)
      expect(await refusalOf(tx, () => as('server').run(`update public.book_closings set closed_to = null`))).toContain(
        'only grows',
      )
    })
  })

  test('what is left to do before a month is closed is listed with its sum', async () => {
    await inMonth(async ({ accounts, bill }) => {
      const checks = async () =>
        Object.fromEntries(
          (
            await accounts.rows<{ part: string; number: string; amount: string | null }>(
              `select part, number::text, amount from public.closing_checks(${lastMonth})`,
            )
          ).map(({ part, number, amount }) => [part, `${number} ${amount}`]),
        )
      const before = await checks()
      expect(before.open_payments).toBe('1 20.00')
      expect(before.differences).toBeUndefined()
      await accounts.run(`update public.supplier_invoices set status = 'received' where id = '${bill}'`)
      expect((await checks()).unapproved_bills).toBe('2 80.00')
    })
  })

  test('bills whose costs have no account are counted as the journal books them, also those of a total alone, and a bill of closed days says from when it counts', async () => {
    await inMonth(async ({ accounts, as }) => {
      const check = async () =>
        (
          await accounts.rows<{ said: string }>(
            `select number || ' ' || amount as said from public.closing_checks(${lastMonth}) where part = 'costs_without_account'`,
          )
        )[0]?.said
      // What the journal has on the account, and the list that the checklist leads to.
      const booked = () =>
        as('server').value(
          `select count(distinct id) || ' ' || sum(amount) from private.journal_lines('2000-01-01', ${lastMonth})
            where part = 'costs' and account_id in (select r.account_id from public.account_rules r where r.part = 'costs')`,
        )
      const listed = () =>
        accounts.value(
          `select string_agg(supplier_number, ' ' order by supplier_number) from public.bills_without_account() where booked_on <= ${lastMonth}`,
        )
      expect(await check()).toBe(await booked())
      await accounts.run(
        `insert into public.supplier_invoices (supplier_id, supplier_number, invoice_date, booked_on, due_date, net, vat, created_by)
          values ('${row.business}', 'TOTAL-1', ${inLastMonth}, ${inLastMonth}, ${inLastMonth}, 7.5, 1.35, auth.uid())`,
      )
      expect(await check()).toBe(await booked())
      await as('server').run(
        `insert into public.cost_accounts (id, code, name) values ('ea000000-0000-4000-a000-0000000000c1', 'T-1', 'Costs of tests')`,
      )
      await as('server').run(
        `update public.supplier_invoice_items set cost_account_id = 'ea000000-0000-4000-a000-0000000000c1' where cost_account_id is null`,
      )
      expect(await check()).toBe(await booked())
      expect(await listed()).toContain('TOTAL-1')
      const from = `select public.bill_questions('${row.business}', 'N-1', ${lastMonth}, 10, 1.8) ->> 'counts_from'`
      expect(await accounts.value(from)).toBeNull()
      await accounts.run(close())
      expect(await accounts.value(from)).toBe(await accounts.value(`select (${lastMonth}::date + 1)::text`))
      expect([await check(), await listed()]).toEqual([undefined, null])
    })
  })

  test('a return that follows the last filed one is left to file, and one that changed since is named, with its days', async () => {
    await inMonth(async ({ accounts, server, invoice }) => {
      const returns = () =>
        accounts.rows<{ part: string; periods: { from: string; to: string }[] }>(
          `select part, periods from public.closing_checks(${lastMonth}) where part in ('changed_returns', 'returns_to_file') order by part`,
        )
      expect(await returns()).toEqual([])
      const [before, month, to] = await Promise.all(
        [
          `(date_trunc('month', ${lastMonth}::date) - interval '1 month')::date`,
          `date_trunc('month', ${lastMonth}::date)::date`,
          lastMonth,
        ].map((day) => accounts.value<string>(`select (${day})::text`)),
      )
      await accounts.run(`select public.file_vat_return(gen_random_uuid(), '${before}', '${month}'::date - 1)`)
      expect(await returns()).toEqual([{ part: 'returns_to_file', periods: [{ from: month, to }] }])
      await accounts.run(`select public.file_vat_return(gen_random_uuid(), '${month}', '${to}')`)
      expect(await returns()).toEqual([])
      await server.run(`set local session_replication_role = replica`)
      await server.run(`update public.invoice_vat set base = base + 1 where invoice_id = '${invoice}'`)
      await server.run(`set local session_replication_role = origin`)
      expect(await returns()).toEqual([{ part: 'changed_returns', periods: [{ from: month, to }] }])
      await accounts.run(close())
      expect(await returns()).toEqual([])
    })
  })

  test('a bank account whose entries do not lead to the balance of its statement is counted with the difference', async () => {
    await inMonth(async ({ accounts, server }) => {
      const check = () =>
        accounts.rows<{ number: number; amount: string }>(
          `select number::int, amount from public.closing_checks(${lastMonth}) where part = 'bank_differs'`,
        )
      expect(await check()).toEqual([])
      await server.run(`insert into public.bank_imports (file_name, format, content_hash, account_iban, currency, first_day, last_day, opening, closing, entries)
        values ('odd.xml', 'camt', repeat('b', 64), 'MT84MALT011000012345MTLCAST001S', 'EUR', ${lastMonth}::date - 5, ${lastMonth}, 100, 88.5, 1)`)
      expect(await check()).toEqual([{ number: 1, amount: '11.50' }])
    })
  })

  test('what waits of the last day itself is left to do, and nothing of the day after', async () => {
    await inMonth(async ({ accounts, server, invoice, payment, bill }) => {
      const draft = await accounts.value<string>(`select public.create_invoice('${row.business}', 'Later')`)
      const note = await accounts.value<string>(`select public.make_credit_note('${invoice}', 'Broken')`)
      const entry = { direction: 'in', amount: '7.00', currency: 'EUR', party_name: 'Nova' }
      await accounts.run(`select public.import_bank_file(null, '{"file_name": "a.xml", "format": "camt"}',
        jsonb_build_array('${JSON.stringify(entry)}'::jsonb || jsonb_build_object('booked_on', ${lastMonth})))`)
      const noon = `(${lastMonth}::date + time '12:00') at time zone 'Europe/Malta'`
      for (const sql of [
        `set local session_replication_role = replica`,
        `update public.invoices set created_at = ${noon} where id = '${draft}'`,
        `update public.credit_notes set created_at = ${noon} where id = '${note}'`,
        `update public.payments set received_on = ${lastMonth} where id = '${payment}'`,
        `update public.supplier_invoices set status = 'received', booked_on = ${lastMonth} where id = '${bill}'`,
        `set local session_replication_role = origin`,
      ])
        await server.run(sql)
      const left = async (to: string) =>
        (
          await accounts.rows<{ said: string }>(`select part || ' ' || number as said from public.closing_checks(${to})
            where part in ('bank_entries', 'draft_invoices', 'draft_credit_notes', 'open_payments', 'unapproved_bills') order by part`)
        ).map(({ said }) => said)
      expect(await left(lastMonth)).toEqual([
        'bank_entries 1',
        'draft_credit_notes 1',
        'draft_invoices 1',
        'open_payments 1',
        'unapproved_bills 2',
      ])
      expect(await left(`${lastMonth}::date - 1`)).toEqual(['unapproved_bills 1'])
    })
  })

  test('a paper whose total is not the sum of its parts is a difference', async () => {
    await inMonth(async ({ accounts, server, invoice }) => {
      await server.run(`set local session_replication_role = replica`)
      await server.run(`update public.payment_allocations set amount = 99 where invoice_id = '${invoice}'`)
      await server.run(`set local session_replication_role = origin`)
      expect(
        await accounts.rows(
          `select part, number::int from public.closing_checks(${lastMonth}) where part = 'differences'`,
        ),
      ).toEqual([{ part: 'differences', number: 2 }])
    })
  })
})
