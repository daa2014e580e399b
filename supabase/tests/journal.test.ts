import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { journalFaults } from './journal-faults.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const today = `(now() at time zone 'Europe/Malta')::date`
const bill = 'c3100000-0000-4000-a000-000000000001'

type Books = Trade & { tx: Queryable; refusal: (who: keyof Trade, sql: string) => Promise<string> }

/**
 * An invoice over 118.00 at 18 % and 21.40 at 7 %, of which a card paid 100.00; 10.00 of that went back. A tenth of the
 * first line is credited, and 5.00 written off. A bill over 59.00 that cash paid in part.
 */
const inBooks = (work: (books: Books) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { accounts, server } = trade
    await server.run(`update public.company_settings set vat_number = 'MT12345678'`)
    const invoice = await accounts.value<string>(`select public.create_invoice('${row.business}', 'Lettering')`)
    await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate) values
      ('${invoice}', 'a0', 'item', 'Lettering', 10, 10, 18), ('${invoice}', 'a1', 'item', 'Books', 1, 20, 7)`)
    await accounts.run(`select public.issue_invoice('${invoice}')`)
    const payment =
      await accounts.value<string>(`select public.record_payment('${row.business}', 100, 'card', null, null, null,
      '[{"invoice_id": "${invoice}", "amount": 90}]')`)
    await accounts.run(`select public.refund_payment('${payment}', 10, 'Too much')`)
    const note = await accounts.value<string>(`select public.make_credit_note('${invoice}', 'Scratched',
      jsonb_build_array(jsonb_build_object('invoice_item_id', (select id from public.invoice_items where invoice_id = '${invoice}' and position = 'a0'), 'qty', 1)))`)
    await accounts.run(`select public.issue_credit_note('${note}')`)
    await server.run(`select private.write_off_invoice('${invoice}', 'Never mind', 5)`)
    await accounts.run(`select public.enter_supplier_invoice('${bill}', jsonb_build_object('supplier_id', '${row.business}', 'supplier_number', 'J-1',
      'invoice_date', ${today}, 'net', 50, 'vat', 9), '[{"description": "Vinyl", "qty": 1, "unit_price": 50, "vat_rate": 18}]')`)
    await accounts.run(`update public.supplier_invoice_items set cost_account_id = (select id from public.cost_accounts where code = '5000')
      where supplier_invoice_id = '${bill}'`)
    await accounts.run(`update public.supplier_invoices set status = 'approved' where id = '${bill}'`)
    await accounts.run(`select public.pay_supplier_invoice('${bill}', 20, 'cash')`)
    const refusal = (who: keyof Trade, sql: string) =>
      refusalOf(tx, () => (trade[who] instanceof Function ? Promise.resolve() : trade[who].run(sql)))
    await work({ ...trade, tx, refusal })
  })

const journal = (accounts: Trade['accounts']) =>
  accounts
    .rows<Record<string, string | null>>(
      `select code, account, coalesce(debit, '') as debit, coalesce(credit, '') as credit, concat_ws(' ', vat_rate, vat_treatment) as vat
       from public.journal(${today}, ${today})`,
    )
    .then((lines) => lines.map((line) => Object.values(line).join(' | ')))
const faults = async (server: Trade['server']) =>
  (await server.rows<{ problem: string }>(journalFaults)).map(({ problem }) => problem)

test('papers and payments are double entries, each under the other, debits first', async () => {
  await inBooks(async ({ accounts }) => {
    expect(await journal(accounts)).toEqual([
      '1100 | Clients | 139.40 |  | ',
      '2200 | VAT on sales |  | 1.40 | 7 standard',
      '2200 | VAT on sales |  | 18.00 | 18 standard',
      '4000 | Sales |  | 20.00 | 7 standard',
      '4000 | Sales |  | 100.00 | 18 standard',
      '2200 | VAT on sales | 1.80 |  | 18 standard',
      '4000 | Sales | 10.00 |  | 18 standard',
      '1100 | Clients |  | 11.80 | ',
      '1020 | Card payments | 100.00 |  | ',
      '1100 | Clients |  | 100.00 | ',
      '1100 | Clients | 10.00 |  | ',
      '1020 | Card payments |  | 10.00 | ',
      '6950 | Written off | 5.00 |  | ',
      '1100 | Clients |  | 5.00 | ',
      '1200 | VAT on purchases | 9.00 |  | 18',
      '5000 | Materials | 50.00 |  | 18',
      '2100 | Suppliers |  | 59.00 | ',
      '2100 | Suppliers | 20.00 |  | ',
      '1010 | Cash |  | 20.00 | ',
    ])
  })
})

test('the trial balance adds up, and opens with what was before', async () => {
  await inBooks(async ({ accounts, server }) => {
    const balance = (from: string) =>
      accounts
        .rows<Record<string, string | null>>(
          `select coalesce(code, name) as code, opening, debit, credit, closing from public.trial_balance(${from}, ${today} + 400)`,
        )
        .then((lines) => lines.map((line) => Object.values(line).join(' ')))
    expect(await balance(today)).toEqual([
      '1010 0.00 0.00 20.00 -20.00',
      '1020 0.00 100.00 10.00 90.00',
      '1100 0.00 149.40 116.80 32.60',
      '1200 0.00 9.00 0.00 9.00',
      '2100 0.00 20.00 59.00 -39.00',
      '2200 0.00 1.80 19.40 -17.60',
      '4000 0.00 10.00 120.00 -110.00',
      '5000 0.00 50.00 0.00 50.00',
      '6950 0.00 5.00 0.00 5.00',
    ])
    const year = await server.value<string>(`select make_date(extract(year from ${today})::int + 1, 1, 1)::text`)
    expect(await balance(`'${year}'`)).toEqual([
      '1010 -20.00 0.00 0.00 -20.00',
      '1020 90.00 0.00 0.00 90.00',
      '1100 32.60 0.00 0.00 32.60',
      '1200 9.00 0.00 0.00 9.00',
      '2100 -39.00 0.00 0.00 -39.00',
      '2200 -17.60 0.00 0.00 -17.60',
      'Result of earlier years -55.00 0.00 0.00 -55.00',
    ])
    // An audit file opens as the trial balance does.
    expect(
      await server.rows(`select a ->> 'code' as code, a ->> 'name' as name, a ->> 'kind' as kind, a ->> 'opening' as opening
        from jsonb_array_elements(private.saft_facts('${year}', '${year}'::date + 364) -> 'accounts') as a`),
    ).toEqual(
      await server.rows(
        `select coalesce(code, 'EARLIER') as code, name, kind, opening from public.trial_balance('${year}', '${year}'::date + 364)`,
      ),
    )
    expect(await faults(server)).toEqual([])
  })
})

test('pages of three lines are the whole journal, and of one account its lines', async () => {
  await inBooks(async ({ accounts }) => {
    const page = (after: string | null, limit: number) =>
      accounts.rows<{ place: string; code: string }>(
        `select place, code from public.journal(${today} - 400, ${today}, null, ${after === null ? 'null' : `'${after}'`}, ${limit})`,
      )
    const whole = await page(null, 1000)
    const paged: typeof whole = []
    for (let most = 0; most < 20; most += 1) {
      const next = await page(paged.at(-1)?.place ?? null, 3)
      paged.push(...next)
      if (next.length < 3) break
    }
    expect(whole).toHaveLength(19)
    expect(paged).toEqual(whole)
    const of = await accounts.rows<{ code: string }>(
      `select code from public.journal(${today}, ${today}, (select id from public.ledger_accounts where code = '1100'))`,
    )
    expect(of.map(({ code }) => code)).toEqual(Array(5).fill('1100'))
  })
})

test('the fee of a payment that the bank gave back is a cost, and stays on a closed day', async () => {
  await inBooks(async ({ accounts, server, refusal }) => {
    await server.run(`set local session_replication_role = replica`)
    await server.run(`update public.payment_refunds set refunded_on = refunded_on - 1`)
    await server.run(`insert into public.bank_entry_payouts (entry_id, refund_id, fee, taken_off)
      select gen_random_uuid(), r.id, 5.50, '[]' from public.payment_refunds r where r.reason = 'Too much'`)
    await server.run(`set local session_replication_role = origin`)
    const yesterday = await accounts.rows(
      `select code, coalesce(debit, '') as debit, coalesce(credit, '') as credit from public.journal(${today} - 1, ${today} - 1)`,
    )
    expect(yesterday.map((one) => Object.values(one).join(' '))).toEqual(
      expect.arrayContaining(['6960 5.50 ', '1000  5.50']),
    )
    expect(await faults(server)).toEqual([])
    await server.run(`insert into public.book_closings (scope, closed_to) values ('everybody', ${today} - 1)`)
    expect(await refusal('server', `delete from public.bank_entry_payouts where fee <> 0`)).toContain(
      'The books are closed up to',
    )
  })
})

test('the sheet of an account says what it has after each line, page by page too, and ends with the trial balance', async () => {
  await inBooks(async ({ accounts }) => {
    const clients = `(select id from public.ledger_accounts where code = '1100')`
    const sheet = (after: string | null, limit: number) =>
      accounts.rows<{ place: string; balance: string }>(
        `select place, balance from public.account_sheet(${clients}, ${today}, ${today}, ${after === null ? 'null' : `'${after}'`}, ${limit})`,
      )
    const whole = await sheet(null, 100)
    expect(whole.map(({ balance }) => balance)).toEqual(['139.40', '127.60', '27.60', '37.60', '32.60'])
    const first = await sheet(null, 2)
    expect([...first, ...(await sheet(first[1]?.place ?? null, 100))]).toEqual(whole)
    expect(
      await accounts.value(
        `select closing from public.trial_balance(${today}, ${today}) where account_id = ${clients}`,
      ),
    ).toBe('32.60')
    expect(
      await accounts.rows(
        `select * from public.account_sheet((select id from public.ledger_accounts where code = '4000'), ${today} + 400, ${today} + 400)`,
      ),
    ).toEqual([])
  })
})

describe('a fault of the books is found:', () => {
  const damaged: readonly [name: string, sql: string, found: RegExp][] = [
    ['a total that is not its VAT table', `update public.invoices set vat = vat + 0.01 where gross = 139.40`, /off by/],
    [
      'VAT that is not on the paper',
      `update public.invoice_vat set vat = vat + 0.01 where base = 100 and vat = 18`,
      /off by/,
    ],
    ['a refund that no payment counts', `update public.payments set refunded = 0 where amount = 100`, /clients owe/],
    [
      'a payment of a supplier that its bill does not count',
      `update public.supplier_invoices set paid = 0, status = 'approved' where id = '${bill}'`,
      /suppliers get/,
    ],
    [
      'payments that the journal forgets',
      `create or replace function private.journal_of_payments(p_from date, p_to date)
       returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
         part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
       language sql stable as 'select * from private.journal_of_invoices(p_from, p_to) where false'`,
      /cards has|clients owe/,
    ],
    [
      'sales of another day than the paper',
      `update public.account_rules set account_id = (select id from public.ledger_accounts where code = '4000') where part = 'vat_sales'`,
      /VAT of sales/,
    ],
    [
      'openings that forget the last day',
      `create or replace function private.journal_openings(p_day date)
       returns table (part text, contact_id uuid, account_id uuid, code text, account text, account_kind text, is_earlier boolean, first_day date, amount numeric)
       language sql stable as $$ select l.part, l.contact_id, l.account_id, l.code, l.account, l.account_kind, false, l.on_date, l.amount
         from private.journal_lines('2000-01-01', p_day - 2) as l $$`,
      /before tomorrow 1100 opens with 0, its lines come to 32.60/,
    ],
  ]
  test.each(damaged)('%s', async (_, sql, found) => {
    await inBooks(async ({ server }) => {
      await server.run(`set local session_replication_role = replica`)
      await server.run(sql)
      expect((await faults(server)).join('\n')).toMatch(found)
    })
  })
})

describe('rules lead to accounts:', () => {
  const account = (code: string) => `(select id from public.ledger_accounts where code = '${code}')`
  const sales = (accounts: Trade['accounts']) =>
    journal(accounts).then((lines) =>
      lines
        .slice(0, 7)
        .filter((line) => /Sales|Books|Services/.test(line))
        .map((line) => line.slice(0, 4)),
    )

  test('the one with more conditions counts, then the one with the later day', async () => {
    await inBooks(async ({ accounts }) => {
      await accounts.run(`insert into public.ledger_accounts (code, name, kind) values ('4100', 'Books', 'income'), ('4200', 'Services', 'income'),
        ('4300', 'Books of the new year', 'income')`)
      await accounts.run(
        `insert into public.account_rules (part, account_id, vat_rate) values ('sales', ${account('4100')}, 7)`,
      )
      expect(await sales(accounts)).toEqual(['4000', '4100', '4000'])
      await accounts.run(
        `insert into public.account_rules (part, account_id, from_day) values ('sales', ${account('4200')}, ${today})`,
      )
      expect(await sales(accounts)).toEqual(['4100', '4200', '4200'])
      await accounts.run(
        `insert into public.account_rules (part, account_id, vat_rate, from_day) values ('sales', ${account('4300')}, 7, ${today} + 1)`,
      )
      expect(await sales(accounts)).toEqual(['4100', '4200', '4200'])
    })
  })

  test('a line of a service goes to the account of the service', async () => {
    await inBooks(async ({ accounts, server }) => {
      await accounts.run(`insert into public.ledger_accounts (code, name, kind) values ('4200', 'Services', 'income')`)
      const service = await server.value<string>(
        `insert into public.services (name, slug) values ('Bookbinding', 'bookbinding') returning id`,
      )
      await server.run(`set local session_replication_role = replica`)
      await server.run(`update public.invoice_items set service_id = '${service}' where description = 'Books'`)
      await server.run(`set local session_replication_role = origin`)
      await accounts.run(
        `insert into public.account_rules (part, account_id, service_id) values ('sales', ${account('4200')}, '${service}')`,
      )
      expect(await sales(accounts)).toEqual(['4000', '4200', '4000'])
      expect(await faults(server)).toEqual([])
    })
  })

  test('a rule of closed days stays, and its account keeps its number', async () => {
    await inBooks(async ({ accounts, refusal }) => {
      const closed = 'The books are closed up to'
      const change = `update public.account_rules set account_id = ${account('4900')} where part = 'sales'`
      expect(await refusal('accounts', change)).toBe('done')
      await accounts.run(`update public.account_rules set account_id = ${account('4000')} where part = 'sales'`)
      await accounts.run(`select public.close_books(${today} - 1)`)
      expect(await refusal('accounts', change)).toContain(closed)
      expect(
        await refusal(
          'accounts',
          `insert into public.account_rules (part, account_id, vat_rate) values ('sales', ${account('4900')}, 7)`,
        ),
      ).toContain(closed)
      expect(
        await refusal(
          'accounts',
          `insert into public.account_rules (part, account_id, vat_rate, from_day) values ('sales', ${account('4900')}, 7, ${today})`,
        ),
      ).toBe('done')
      expect(
        await refusal('accounts', `update public.ledger_accounts set code = '4001' where code = '4000'`),
      ).toContain('Account 4000 has entries on closed days: its number stays')
      expect(await refusal('accounts', `update public.ledger_accounts set name = 'Turnover' where code = '4000'`)).toBe(
        'done',
      )
    })
  })

  test('the rule for everything else stays, and a number is of one account', async () => {
    await inBooks(async ({ refusal }) => {
      for (const sql of [
        `delete from public.account_rules where part = 'sales'`,
        `update public.account_rules set vat_rate = 18 where part = 'sales'`,
        `update public.account_rules set from_day = ${today} where part = 'clients'`,
      ])
        expect(await refusal('accounts', sql), sql).toContain('everything that no other rule names')
      const taken = 'There is an account with the number'
      expect(
        await refusal('accounts', `insert into public.ledger_accounts (code, name) values (' 5000', 'X')`),
      ).toContain(taken)
      expect(
        await refusal('accounts', `insert into public.cost_accounts (code, name) values ('4000 ', 'X')`),
      ).toContain(taken)
    })
  })
})

describe('a chart of accounts', () => {
  test.each([
    ['skr03', '1400', '8400', '8300', '1776'],
    ['snc', '211', '72', '72', '2433'],
  ])('%s leads to its own accounts, and the general one back', async (chart, clients, at18or19, at7, vat) => {
    await inBooks(async ({ accounts, server }) => {
      const before = await journal(accounts)
      await accounts.run(`select public.use_chart('${chart}')`)
      await accounts.run(`select public.use_chart('${chart}')`)
      const lines = await journal(accounts)
      expect(lines.filter((line) => line.startsWith(`${clients} |`))).toHaveLength(5)
      // The company of the test charges 18 %, which Germany does not have.
      expect(lines.some((line) => line.startsWith(`${chart === 'skr03' ? '8200' : at18or19} |`))).toBe(true)
      expect(lines.some((line) => line.startsWith(`${at7} |`))).toBe(true)
      expect(lines.some((line) => line.startsWith(`${chart === 'skr03' ? '1770' : vat} |`))).toBe(true)
      await accounts.run(`select public.use_chart('general')`)
      expect(await journal(accounts)).toEqual(before)
      expect(await faults(server)).toEqual([])
    })
  })

  const used = '1200 is used and keeps its name, VAT on purchases. Bank has the number 1201.'
  const accountsOf = (accounts: Trade['accounts'], codes: string) =>
    accounts.value<string>(
      `select string_agg(concat_ws(' ', code, name, kind), ', ' order by code) from public.ledger_accounts where code in (${codes})`,
    )
  const ruleOf = (accounts: Trade['accounts'], part: string, method = 'null') =>
    accounts.value<string>(`select a.label from public.account_rules r join public.ledger_accounts a on a.id = r.account_id
      where (r.part, r.method, r.vat_rate, r.vat_treatment) is not distinct from ('${part}', ${method}, null, null)`)

  test.each([
    [
      'skr03',
      `'1000', '1200', '4900'`,
      '1000 Kasse asset, 1200 Bank asset, 4900 Sonstige betriebliche Aufwendungen cost',
    ],
    ['snc', `'11', '12', '6268'`, '11 Caixa asset, 12 Depósitos à ordem asset, 6268 Outros serviços cost'],
  ])('%s takes the place of a chart that nobody used', async (chart, codes, named) => {
    await undone(engine, async (tx) => {
      const { accounts, server } = await tradeIn(tx)
      const all = `select string_agg(concat_ws(' ', code, name, kind), ', ' order by code) from public.ledger_accounts`
      const before = await accounts.value<string>(all)
      expect(await accounts.value(`select public.use_chart('${chart}')`)).toBeNull()
      expect(await accountsOf(accounts, codes)).toBe(named)
      const strange = `select string_agg(a.code, ', ') from public.ledger_accounts a
        where not exists (select from private.chart_of('${chart}') c where (c.code, c.name, c.kind) = (a.code, a.name, a.kind))`
      expect(await server.value(strange)).toBeNull()
      expect(await accounts.value(`select public.use_chart('general')`)).toBeNull()
      expect(await accounts.value<string>(all)).toBe(before)
    })
  })

  test('skr03 has an account of its own for each treatment, and every entry balances', async () => {
    await inBooks(async ({ accounts, server }) => {
      const of = { reverse_charge: '8337', intra_community: '8125', export: '8120', outside: '8338', exempt: '8100' }
      await accounts.run(`select public.use_chart('skr03')`)
      for (const [treatment, code] of Object.entries(of)) {
        await server.run(`set local session_replication_role = replica`)
        for (const table of ['invoice_items', 'invoice_vat'])
          await server.run(
            `update public.${table} set vat_rate = 0, vat_treatment = '${treatment}' where vat_rate = 7 or vat_treatment <> 'standard'`,
          )
        await server.run(`update public.invoice_vat set vat = 0 where vat_treatment <> 'standard'`)
        await server.run(`set local session_replication_role = origin`)
        const lines = await server.rows<{ code: string; vat_treatment: string }>(
          `select distinct code, vat_treatment from private.journal_lines(${today}, ${today}) where part = 'sales' and vat_treatment = '${treatment}'`,
        )
        expect(lines).toEqual([{ code, vat_treatment: treatment }])
      }
    })
  })

  test('skr03 tells reverse charge at home, § 13b, from services to businesses of another state of the Union', async () => {
    await inBooks(async ({ accounts, server }) => {
      await accounts.run(`select public.use_chart('skr03')`)
      await server.run(`set local session_replication_role = replica`)
      for (const table of ['invoice_items', 'invoice_vat'])
        await server.run(`update public.${table} set vat_rate = 0, vat_treatment = 'reverse_charge' where vat_rate = 7`)
      await server.run(`update public.invoice_vat set vat = 0 where vat_treatment <> 'standard'`)
      const codes = async (number: string) => {
        await server.run(
          `update public.invoices set snapshot = jsonb_set(snapshot, '{client,vat_number}', '"${number}"')`,
        )
        return server.value(
          `select string_agg(distinct code, ' ') from private.journal_lines(${today}, ${today}) where part = 'sales' and vat_treatment = 'reverse_charge'`,
        )
      }
      await server.run(`update public.company_settings set vat_number = 'DE136695976'`)
      expect([await codes('ATU13585627'), await codes('DE811907980'), await codes('CHE116281710')]).toEqual([
        '8336',
        '8337',
        '8337',
      ])
    })
  })

  test('offers its cost accounts: used ones of the former chart are archived, own ones stay, and the way back leads there', async () => {
    await inBooks(async ({ accounts }) => {
      const offered = () =>
        accounts.value<string>(
          `select string_agg(code, ' ' order by code) from public.cost_accounts where not archived`,
        )
      const general = await offered()
      await accounts.run(`insert into public.cost_accounts (code, name) values ('4600', 'Werbekosten')`)
      await accounts.run(`select public.use_chart('skr03')`)
      expect(await offered()).toBe('0210 0320 0350 0410 0480 3000 3100 3800 4210 4240 4500 4600 4800 4806 4920 4980')
      expect(await accounts.value(`select string_agg(code, ' ') from public.cost_accounts where archived`)).toBe('5000')
      await accounts.run(`select public.use_chart('snc')`)
      expect(await offered()).toBe('433 434 435 4600 612 621 6226 6241 6242 6243 6253 6261 6262')
      await accounts.run(`select public.use_chart('general')`)
      expect(await offered()).toBe([...general.split(' '), '4600'].sort().join(' '))
    })
  })

  test('an account that a person booked to keeps its name, and the rule of another part does not lead to it', async () => {
    await inBooks(async ({ accounts, server }) => {
      await server.run(`insert into public.bank_bookings (number, booked_on, amount, account_id)
        select 'BANK-1', ${today}, 5, id from public.ledger_accounts where code = '1200'`)
      for (const time of ['first', 'second']) {
        expect(await accounts.value(`select public.use_chart('skr03')`), time).toBe(used)
        expect(await accountsOf(accounts, `'1200', '1201'`)).toBe('1200 VAT on purchases asset, 1201 Bank asset')
        expect(await ruleOf(accounts, 'money')).toBe('1201 Bank')
        expect(await ruleOf(accounts, 'money', `'cash'`)).toBe('1000 Kasse')
      }
    })
  })

  test('what people booked to accounts stands on their counterparts, and goes to DATEV; back in the chart it is as before', async () => {
    await inBooks(async ({ accounts, server }) => {
      const cost = (code: string) => `(select id from public.cost_accounts where code = '${code}')`
      await server.run(
        `update public.supplier_invoice_items set cost_account_id = ${cost('5000')} where cost_account_id is null`,
      )
      await server.run(`insert into public.bank_bookings (number, booked_on, amount, account_id)
        select 'BANK-1', ${today}, 5, id from public.ledger_accounts where code = '6960'`)
      await accounts.run(`select public.post_entry('b00c0000-0000-4000-a000-000000000001', ${today}, 'Rent', jsonb_build_array(
        jsonb_build_object('account', ${cost('6000')}, 'debit', '9'), jsonb_build_object('account', (select id from public.ledger_accounts where code = '2250'), 'credit', '9')))`)
      // Opening balances: on the bank, and on a number that costs have in the other chart.
      await accounts.run(`select public.post_entry('b00c0000-0000-4000-a000-000000000002', ${today}, 'Former books', jsonb_build_array(
        jsonb_build_object('account', (select id from public.ledger_accounts where code = '1000'), 'debit', '70')), 'opening')`)
      const ours = async () =>
        server.value<string>(`select string_agg(distinct code || ' ' || account, ', ' order by code || ' ' || account) from private.journal_lines('1900-01-01', '2200-01-01')
          where part = 'booked' or part = 'costs'`)
      const before = [await journal(accounts), await ours()]
      expect(before[1]).toContain('5000 Materials')
      await accounts.run(`select public.use_chart('skr03')`)
      expect(await ours()).toBe(
        '1200 Bank, 1780 Umsatzsteuer-Vorauszahlungen, 3001 Roh-, Hilfs- und Betriebsstoffe, 4210 Miete (unbewegliche Wirtschaftsgüter), 4970 Nebenkosten des Geldverkehrs, 9000 Saldenvorträge, Sachkonten',
      )
      await server.run(`update public.hand_over_settings set consultant_number = 29098, client_number = 55003`)
      await accounts.run(`select public.make_hand_over(gen_random_uuid(), 'datev', ${today} - 40, ${today})`)
      await accounts.run(`select public.use_chart('snc')`)
      expect(await ours()).toBe(
        '12 Depósitos à ordem, 2436 IVA – A pagar, 56 Resultados transitados, 612 Matérias-primas, subsidiárias e de consumo, 6228 Serviços especializados – Outros, 6261 Rendas e alugueres',
      )
      await accounts.run(`select public.use_chart('general')`)
      expect([await journal(accounts), await ours()]).toEqual(before)
      expect(await faults(server)).toEqual([])
    })
  })

  test('an account with another name keeps it, and its part; a cost account keeps its number', async () => {
    await undone(engine, async (tx) => {
      const { accounts } = await tradeIn(tx)
      await accounts.run(`update public.ledger_accounts set name = 'Shop till' where code = '1000'`)
      await accounts.run(`insert into public.cost_accounts (code, name) values ('4970', 'Sundry')`)
      expect(await accounts.value(`select public.use_chart('skr03')`)).toBe(
        '1000 was changed and keeps its name, Shop till. Kasse has the number 1001. 4970 is a cost account. Nebenkosten des Geldverkehrs has the number 4971.',
      )
      expect(await accounts.value(`select public.use_chart('general')`)).toBe(
        '1000 was changed and keeps its name, Shop till. Bank has the number 1002.',
      )
    })
  })

  test('of closed days it leaves the accounts as they are; no other chart begins within a year, and DATEV takes no mixed one', async () => {
    await inBooks(async ({ accounts, server, refusal }) => {
      await accounts.run(`select public.use_chart('skr03')`)
      await server.run(`set local session_replication_role = replica`)
      await server.run(`update public.invoices set issue_date = issue_date - 1 where gross = 139.40`)
      await server.run(`set local session_replication_role = origin`)
      await accounts.run(`select public.close_books(${today} - 1)`)
      const yesterday = () => accounts.rows(`select code from public.journal(${today} - 1, ${today} - 1)`)
      const before = await yesterday()
      // In the middle of a year each balance would stand under two numbers.
      await server.run(
        `update public.hand_over_settings set first_month = extract(month from ${today} - interval '40 days')`,
      )
      expect(await refusal('accounts', `select public.use_chart('general')`)).toContain('Change the chart on')
      await accounts.run(`select public.use_chart('skr03')`)
      await server.run(
        `create or replace function private.keep_year_whole(p_chart text, p_from date) returns void language sql as 'select'`,
      )
      await accounts.run(`select public.use_chart('general')`)
      await server.run(`update public.hand_over_settings set consultant_number = 29098, client_number = 55003`)
      expect(
        await refusal('accounts', `select public.make_hand_over(gen_random_uuid(), 'datev', ${today} - 1, ${today})`),
      ).toContain('which DATEV reads as other accounts: 1400 Forderungen aus Lieferungen und Leistungen')
      expect(await yesterday()).toEqual(before)
      const codes = (await journal(accounts)).map((line) => line.split(' ')[0])
      expect(codes).toEqual([
        '2200',
        '4000',
        '1100',
        '1020',
        '1100',
        '1100',
        '1020',
        '6950',
        '1100',
        // The bank has 1200 on closed days.
        '1201',
        '5000',
        '2100',
        '2100',
        '1010',
      ])
    })
  })
})

test('the journal is for people who view invoices, payments and bills', async () => {
  await inBooks(async ({ refusal }) => {
    for (const call of [
      `select * from public.journal(${today}, ${today})`,
      `select * from public.trial_balance(${today}, ${today})`,
    ]) {
      expect(await refusal('accounts', call)).toBe('done')
      for (const who of ['workshop', 'sales', 'client'] as const)
        expect(await refusal(who, call), who).toMatch(/You may not see the books|permission denied/)
    }
    expect(await refusal('sales', `select public.use_chart('snc')`)).toContain('You may not')
    expect(await refusal('accounts', `select public.use_chart('made up')`)).toContain('one of the charts')
    expect(await refusal('accounts', `select * from public.journal(${today}, ${today} - 1)`)).toContain(
      'at most three years',
    )
  })
})
