import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { journalFaults } from './journal-faults.ts'
import { refusalOf, tradeIn as trades, type Worker } from './trade.ts'
import { openWorld, row } from './world.ts'

// What is nobody's payment: fees, interest, salaries, taxes, on an account of the chart.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

/** The trade of a company that has a rate of 18 %. */
async function tradeIn(tx: Queryable) {
  const trade = await trades(tx)
  await trade.server.run(`insert into public.vat_rates (code, label, rate) values ('usual', '18 %', 18)`)
  return trade
}

type Entry = { booked_on: string; direction: 'in' | 'out'; amount: string } & Partial<
  Record<'currency' | 'party_name' | 'party_iban' | 'remittance' | 'other_currency' | 'other_amount', string>
>
let files = 0
async function imported(accounts: Worker, entries: readonly Entry[], ours = 'MT84MALT011000012345MTLCAST001S') {
  const id = `ba1b0000-0000-4000-a000-${String((files += 1)).padStart(12, '0')}`
  const file = { file_name: 'a.xml', format: 'camt', account_iban: ours }
  const read = entries.map((one, place) => ({ currency: 'EUR', bank_reference: `${id} ${place}`, ...one }))
  await accounts.run(`select public.import_bank_file('${id}', '${JSON.stringify(file)}', '${JSON.stringify(read)}')`)
  return id
}
const entry = (amount: string) => `(select id from public.bank_entries where amount = ${amount})`
const account = (code: string) =>
  `(select id from (select id, code from public.ledger_accounts union all select id, code from public.cost_accounts) as a where a.code = '${code}')`
const book = (amount: string, code: string, more = '') =>
  `select public.book_bank_entries(array[${entry(amount)}], ${account(code)}${more})`
const journal = (server: Worker) =>
  server.rows(`select on_date::text, code, trim_scale(vat_rate)::text as rate, amount::text from private.journal_lines('2026-01-01', '2026-12-31')
    where kind = 'bank_entry' order by on_date, entry_id, amount < 0, code`)
const fee: Entry = {
  booked_on: '2026-01-05',
  direction: 'out',
  amount: '11.80',
  party_name: 'Bank',
  remittance: 'Account fee 01/2026',
}
const interest: Entry = { booked_on: '2026-01-31', direction: 'in', amount: '2.50', remittance: 'Interest' }

test('a fee, interest and a cost with VAT are booked to accounts: the journal balances and the bank agrees with the books', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await imported(accounts, [
      fee,
      interest,
      { booked_on: '2026-01-09', direction: 'out', amount: '5.00', remittance: 'Fee' },
    ])
    await accounts.run(book('11.80', '6400', ', 18'))
    await accounts.run(book('2.50', '4710'))
    await accounts.run(book('5.00', '6960'))
    expect(await journal(server)).toEqual(
      [
        ...[
          ['1200', '18', '1.80'],
          ['6400', '18', '10.00'],
          ['1000', null, '-11.80'],
        ].map(([code, rate, amount]) => ({ on_date: '2026-01-05', code, rate, amount })),
        ...[
          ['6960', null, '5.00'],
          ['1000', null, '-5.00'],
        ].map(([code, rate, amount]) => ({ on_date: '2026-01-09', code, rate, amount })),
        ...[
          ['1000', null, '2.50'],
          ['4710', null, '-2.50'],
        ].map(([code, rate, amount]) => ({ on_date: '2026-01-31', code, rate, amount })),
      ].sort((one, other) => one.on_date.localeCompare(other.on_date)),
    )
    expect(await server.rows(journalFaults)).toEqual([])
    expect(
      await accounts.one(`select matched, booked, by_hand, waiting_count::int from public.bank_balance('2026-02-01')`),
    ).toEqual({ matched: '-14.30', booked: '-14.30', by_hand: '0.00', waiting_count: 0 })
    expect(
      await accounts.rows(
        `select number, kind, vat_rate, net, vat, cost_account from public.ledger('purchases', '2026-01-01', '2026-01-31')`,
      ),
    ).toEqual([
      {
        number: expect.stringMatching(/^BANK-\d{4}-0001$/),
        kind: 'bank entry',
        vat_rate: '18',
        net: '10.00',
        vat: '1.80',
        cost_account: '6400 Software and telephone',
      },
    ])
    expect(
      await accounts.rows(
        `select code, debit from public.trial_balance('2026-01-01', '2026-01-31') where code in ('6400', '6960')`,
      ),
    ).toEqual([
      { code: '6400', debit: '10.00' },
      { code: '6960', debit: '5.00' },
    ])
  })
})

/** Entries that no paper explains, and where each chart has them: interest, an insurance, the tax office, the owner, scrap sold with VAT. */
const otherIncome = {
  general: ['4710', '4720', '2250', '3100', '4700'],
  skr03: ['2650', '2742', '1780', '1890', '8640'],
  snc: ['791', '7872', '2437', '268', '781'],
}
test.each(Object.entries(otherIncome))(
  'chart %s has accounts for interest, an insurance, the tax office, the owner and other income with VAT, which is owed',
  async (chart, codes) => {
    await undone(engine, async (tx) => {
      const { accounts, server } = await tradeIn(tx)
      await server.run(`insert into public.vat_rates (code, label, rate) values ('de19', '19 %', 19)`)
      await accounts.run(`select public.use_chart('${chart}')`)
      const amounts = ['2.50', '800.00', '310.00', '5000.00', '119.00']
      await imported(
        accounts,
        amounts.map((amount) => ({ ...interest, amount, remittance: `Entry of ${amount}` })),
      )
      for (const [at, code] of codes.entries())
        await accounts.run(book(amounts[at] ?? '', code, amounts[at] === '119.00' ? ', 19' : ''))
      const owed =
        await server.value<string>(`select private.account_in_words(r.account_id, null) from public.account_rules r
        where r.part = 'vat_sales' and (r.vat_rate = 19 or r.vat_rate is null) order by r.vat_rate nulls last limit 1`)
      expect(
        await server.rows(`select code || ' ' || account as account, amount::text from private.journal_lines('2026-01-31', '2026-01-31')
          where kind = 'bank_entry' and part <> 'money' and (part = 'vat_sales' or amount = -100)`),
      ).toEqual(
        expect.arrayContaining([
          { account: owed, amount: '-19.00' },
          { account: expect.stringMatching(new RegExp(`^${codes[4]} `)), amount: '-100.00' },
        ]),
      )
      if (chart === 'general') expect(await server.rows(journalFaults)).toEqual([])
      const ledger = (side: string) =>
        accounts.rows(
          `select kind, vat_rate, vat_treatment, net, vat from public.ledger('${side}', '2026-01-31', '2026-01-31')`,
        )
      expect(await ledger('sales')).toEqual([
        { kind: 'bank entry', vat_rate: '19', vat_treatment: 'standard', net: '100.00', vat: '19.00' },
      ])
      expect(await ledger('purchases')).toEqual([])
      await server.run(`update public.company_settings set country = 'DE', vat_number = 'DE123456789'`)
      expect(
        await accounts.rows(`select box, net, vat, papers::int from public.vat_boxes('2026-01-31', '2026-01-31')`),
      ).toEqual([{ box: '81', net: '100.00', vat: '19.00', papers: 1 }])
      // Where tax is on the sale, it is owed for invoices alone.
      await imported(accounts, [{ ...interest, amount: '12.00', remittance: 'Scrap' }])
      await server.run(`update public.company_settings set tax_kind = 'sales_tax'`)
      expect(await refusalOf(tx, () => accounts.run(book('12.00', codes[4] ?? '', ', 8')))).toMatch(
        /is owed for invoices alone: please make one/,
      )
    })
  },
)

test('an entry is booked once: the same call again changes nothing, another person and another account are refused', async () => {
  await undone(engine, async (tx) => {
    const { accounts, as, server } = await tradeIn(tx)
    await imported(accounts, [fee, { ...fee, amount: '7.00' }])
    expect(await accounts.value(book('11.80', '6960'))).toBe(1)
    expect(await accounts.value(book('11.80', '6960'))).toBe(0)
    expect(await refusalOf(tx, () => accounts.run(book('11.80', '6400')))).toMatch(/confirmed this entry already$/)
    expect(await refusalOf(tx, () => as('admin').run(book('11.80', '6960')))).toMatch(/confirmed this entry already$/)
    // All or none.
    const both = `select public.book_bank_entries(array[${entry('7.00')}, ${entry('11.80')}], ${account('6400')})`
    expect(await refusalOf(tx, () => accounts.run(both))).toMatch(/confirmed this entry already$/)
    expect(await server.value(`select count(*)::int from public.bank_bookings`)).toBe(1)
  })
})

test('what papers move, the bank itself, archived accounts and VAT outside of costs are refused', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server, sales } = await tradeIn(tx)
    await imported(accounts, [fee])
    await server.run(`update public.cost_accounts set archived = true where code = '6900'`)
    const said = async (code: string, more = '') => refusalOf(tx, () => accounts.run(book('11.80', code, more)))
    expect(await said('1100')).toMatch(/^1100 Clients is moved by papers and their payments only/)
    expect(await said('2100')).toMatch(/^2100 Suppliers is moved/)
    expect(await said('2300')).toMatch(/^2300 Deposits of clients is moved/)
    expect(await said('2205')).toMatch(/^2205 VAT of sales that are not paid is moved/)
    expect(await said('1205')).toMatch(/^1205 VAT on purchases that are not paid is moved/)
    expect(await said('1000')).toMatch(/^1000 Bank is the account of this statement/)
    expect(await said('6900')).toBe('6900 Other costs is archived. Please choose another account.')
    expect(await said('6960', ', 18')).toBe(
      'VAT is only in costs and income: please choose an account of these, or no VAT',
    )
    expect(await said('0000')).toBe('Please choose the account')
    expect(
      await refusalOf(tx, () =>
        sales.run(`select public.book_bank_entries(array['${row.business}'::uuid], '${row.business}')`),
      ),
    ).toMatch(/^You may not/)
    // Cash that was taken from the bank.
    expect(await said('1010')).toBe('done')
    expect(
      await server.rows(
        `select l.code, l.amount::text from private.journal_lines('2026-01-01', '2026-01-31') as l where l.kind = 'bank_entry' order by 1`,
      ),
    ).toEqual([
      { code: '1000', amount: '-11.80' },
      { code: '1010', amount: '11.80' },
    ])
  })
})

test('a booking is taken back on its day, or today where that is closed, and can be booked anew', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    const file = await imported(accounts, [fee, interest])
    await accounts.run(book('11.80', '6400', ', 18'))
    await accounts.run(book('2.50', '4710'))
    const undo = (amount: string, reason: string) =>
      accounts.run(`select public.undo_bank_entry(${entry(amount)}, '${reason}')`)
    expect(await refusalOf(tx, () => undo('11.80', ''))).toBe('Please say why')
    await undo('11.80', 'Wrong account')
    await server.run(`select private.close_books('2026-01-31')`)
    await undo('2.50', 'Not ours')
    expect(
      await server.rows(
        `select amount::text, vat::text, booked_on::text, words, number from public.bank_bookings where reverses_id is not null order by amount`,
      ),
    ).toEqual([
      {
        amount: '-11.80',
        vat: '-1.80',
        booked_on: '2026-01-05',
        words: 'Taken back: Wrong account',
        number: expect.stringContaining('-0001'),
      },
      {
        amount: '2.50',
        vat: '0.00',
        booked_on: await server.value(`select private.company_today()::text`),
        words: 'Taken back: Not ours',
        number: expect.stringContaining('-0002'),
      },
    ])
    // Its day is closed now: it is booked on the first open one.
    await accounts.run(book('11.80', '6960'))
    expect(
      await server.rows(
        `select booked_on::text, words from public.bank_bookings where account_id = ${account('6960')}`,
      ),
    ).toEqual([{ booked_on: '2026-02-01', words: 'booked by the bank on 5 Jan 2026 · Account fee 01/2026' }])
    expect(
      await refusalOf(tx, () =>
        server.run(
          `insert into public.bank_bookings (number, booked_on, amount, account_id) values ('X', '2026-01-31', 1, ${account('6960')})`,
        ),
      ),
    ).toMatch(/^The books are closed/)
    // A file goes with what was booked of it.
    expect(await accounts.value(`select public.undo_bank_import('${file}', 'Wrong file')`)).toBe(2)
    expect(await server.value(`select sum(amount)::text from public.bank_bookings`)).toBe('0.00')
    expect(await server.rows(journalFaults)).toEqual([])
  })
})

test('money between two accounts of ours is one act on both statements, over an account that comes to zero, and is taken back on both', async () => {
  await undone(engine, async (tx) => {
    const { accounts, as, server } = await tradeIn(tx)
    const [one, two] = ['MT84MALT011000012345MTLCAST001S', 'DE89370400440532013000']
    await server.run(`update public.company_settings set iban = '${one}', bic = null`)
    const out = { booked_on: '2026-01-05', direction: 'out', amount: '1000.00', party_iban: two } as const
    await imported(accounts, [out], one)
    await imported(accounts, [fee], two)
    const states = () =>
      server.rows(`select e.amount::text, e.status, a.name, o.amount::text as other from public.bank_entries e
        left join public.bank_bookings b on b.id = e.booking_id left join public.ledger_accounts a on a.id = b.account_id
        left join public.bank_entries o on o.id = e.other_side_id where e.amount >= 1000 order by e.direction`)
    const shown = async (direction: string) => {
      const id = await server.value<string>(
        `select id from public.bank_entries where amount >= 1000 and direction = '${direction}'`,
      )
      const [best] = await accounts.value<{ name: string; seen: string; reasons: string[] }[]>(
        `select matches from public.bank_suggestions(array['${id}']::uuid[])`,
      )
      return { id, best, confirm: `select public.confirm_shown_entries('${JSON.stringify({ [id]: best?.seen })}')` }
    }
    const transit = 'Transfers between own accounts'
    // The other statement is not here yet: the money is on its way.
    const alone = await shown('out')
    expect(alone.best).toMatchObject({
      kind: 'account',
      name: 'Between your own accounts',
      is_sure: false,
      reasons: [
        'The other side is your own account … 3000.',
        'Its statement has no such entry yet: the money is on its way until then.',
      ],
    })
    await accounts.run(alone.confirm)
    expect(await states()).toEqual([{ amount: '1000.00', status: 'confirmed', name: transit, other: null }])
    await imported(accounts, [{ ...out, booked_on: '2026-01-06', direction: 'in', party_iban: one }], two)
    await accounts.run((await shown('in')).confirm)
    const both = { amount: '1000.00', status: 'confirmed', name: transit, other: '1000.00' }
    expect(await states()).toEqual([both, both])
    expect(await server.value(`select sum(amount)::text from public.bank_bookings`)).toBe('0.00')
    // Taken back on one, it is open on both; then one press books and links both.
    await as('admin').run(`select public.undo_bank_entry('${alone.id}', 'Wrong day')`)
    const open = { amount: '1000.00', status: 'open', name: null, other: null }
    expect(await states()).toEqual([open, open])
    const again = await shown('out')
    expect(again.best?.reasons.at(-1)).toBe('Its entry of 6 January 2026 is booked with it.')
    await accounts.run(again.confirm)
    await accounts.run(again.confirm)
    expect(await states()).toEqual([both, both])
    expect(await server.rows(journalFaults)).toEqual([])
  })
})

test('after "always this account" the next such entry is proposed, never booked by itself; a rule is removed by whoever changes payments', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server, as } = await tradeIn(tx)
    const salary: Entry = {
      booked_on: '2026-01-28',
      direction: 'out',
      amount: '1500.00',
      party_name: 'Anna',
      party_iban: 'DE89370400440532013000',
      remittance: 'Salary January',
    }
    await imported(accounts, [fee, salary])
    await accounts.run(book('11.80', '6400', `, 18, 'text'`))
    await accounts.run(book('1500.00', '6990', `, null, 'iban'`))
    await imported(accounts, [
      { ...fee, booked_on: '2026-02-05', amount: '12.00', remittance: 'Account fee 02/2026' },
      { ...salary, booked_on: '2026-02-27', amount: '1501.00', remittance: 'Salary February' },
      { ...fee, booked_on: '2026-02-06', amount: '13.00', remittance: 'Another fee' },
      { ...fee, booked_on: '2026-02-07', direction: 'in', amount: '14.00' },
    ])
    const proposed = async (amount: string) =>
      accounts.value<Record<string, unknown>[]>(`select matches from public.bank_suggestions(array[${entry(amount)}])`)
    const [next] = await proposed('12.00')
    expect(next).toMatchObject({
      kind: 'account',
      name: '6400 Software and telephone',
      vat_rate: '18',
      vat: '1.83',
      is_sure: false,
    })
    expect(await proposed('1501.00')).toMatchObject([
      {
        kind: 'account',
        name: '6990 Costs without an account',
        reasons: ['Entries of this account of the bank are booked there.'],
      },
    ])
    // Without a rule a fee is proposed for the account of fees; money in is none.
    expect(await proposed('13.00')).toMatchObject([
      { kind: 'account', name: '6960 Bank fees', is_sure: false, reasons: ['The text speaks of a fee of the bank.'] },
    ])
    expect(await proposed('14.00')).toEqual([])
    expect(
      await accounts.value(`select public.confirm_sure_entries(array(select id from public.bank_entries))`),
    ).toMatchObject({ confirmed: 0 })
    const shown = `select public.confirm_shown_entries(jsonb_build_object(${entry('12.00')}, '${String(next?.seen)}'))`
    expect(await accounts.value(shown)).toMatchObject({ confirmed: 1, left: 0 })
    expect(await accounts.value(shown)).toMatchObject({ confirmed: 1 })
    expect(await server.value(`select vat::text from public.bank_bookings where amount = 12`)).toBe('1.83')
    // Another account counts from then on, and what was shown before is not booked.
    const [old] = await proposed('1501.00')
    await accounts.run(book('13.00', '6960'))
    await imported(accounts, [{ ...salary, booked_on: '2026-02-28', amount: '1502.00' }])
    await accounts.run(book('1502.00', '6900', `, null, 'iban'`))
    expect(
      await accounts.value(
        `select public.confirm_shown_entries(jsonb_build_object(${entry('1501.00')}, '${String(old?.seen)}'))`,
      ),
    ).toMatchObject({ confirmed: 0, left: 1 })
    expect(await accounts.value(`select count(*)::int from public.bank_rules`)).toBe(2)
    await as('admin').run(`delete from public.bank_rules`)
    expect(await proposed('1501.00')).toEqual([])
    expect(await refusalOf(tx, () => accounts.run(book('14.00', '4700', `, null, 'iban'`)))).toMatch(
      /^The bank names no account of the other side/,
    )
  })
})

test('an entry in another currency is booked as what it is worth, and one that comes back takes its booking back', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await imported(accounts, [
      { ...fee, amount: '20.00', currency: 'USD' },
      { ...fee, amount: '9.00' },
    ])
    expect(await refusalOf(tx, () => accounts.run(book('20.00', '6960')))).toBe(
      'This entry is in USD. Please say what it is worth in EUR.',
    )
    await accounts.run(book('20.00', '6960', ', null, null, 18.40'))
    expect(await server.value(`select amount::text from public.bank_bookings`)).toBe('18.40')
    await accounts.run(book('9.00', '6960'))
    await imported(accounts, [
      { ...fee, booked_on: '2026-01-06', direction: 'in', amount: '9.00', return_info: 'AC04' } as Entry,
    ])
    const back = `(select id from public.bank_entries where amount = 9 and direction = 'in')`
    const [match] = await accounts.value<{ kind: string; seen: string }[]>(
      `select matches from public.bank_suggestions(array[${back}])`,
    )
    expect(match?.kind).toBe('return')
    expect(
      await accounts.value(`select public.confirm_shown_entries(jsonb_build_object(${back}, '${match?.seen}'))`),
    ).toMatchObject({ confirmed: 1 })
    expect(await server.value(`select sum(amount)::text from public.bank_bookings where abs(amount) = 9`)).toBe('0.00')
    expect(await server.value(`select max(booked_on)::text from public.bank_bookings`)).toBe('2026-01-06')
    expect(await server.rows(journalFaults)).toEqual([])
  })
})

test('an entry whose payment is recorded already is linked, and on no account', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await server.run(`insert into public.supplier_invoices (supplier_id, supplier_number, invoice_date, net, vat, status)
      values ('${row.business}', 'LB7788', '2026-01-02', 100, 18, 'approved')`)
    await accounts.run(
      `select public.pay_supplier_invoice((select id from public.supplier_invoices where supplier_number = 'LB7788'), 118, 'bank', '2026-01-05')`,
    )
    await imported(accounts, [{ ...fee, amount: '118.00', remittance: 'LB7788' }])
    expect(await refusalOf(tx, () => accounts.run(book('118.00', '6960')))).toBe(
      'The payment of the entry over €118.00 of 5 January 2026 is recorded already. Please link the entry to it.',
    )
  })
})

test('a sale says its rate, one of the company, or that no tax is in it, which the return counts as exempt', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await imported(
      accounts,
      ['118.00', '50.00'].map((amount) => ({ ...interest, amount, remittance: 'Card terminal' })),
    )
    const refused = (code: string, rate: string) => refusalOf(tx, () => accounts.run(book('118.00', code, rate)))
    expect(await refused('4000', '')).toBe(
      'This is a sale. Please say which rate of VAT is in it, or choose no VAT: a tax return counts both.',
    )
    expect(await refused('4000', ', 9')).toBe('9 % is no rate of VAT of your company. Please choose one of its rates.')
    expect(await refused('6400', ', 9')).toContain('is no rate of VAT of your company')
    expect(await refused('4000', ', 101')).toContain('from 0 to 100')
    await accounts.run(book('118.00', '4000', `, 18, 'text'`))
    await accounts.run(book('50.00', '4000', ', 0'))
    await server.run(`update public.company_settings set country = 'MT', vat_number = 'MT12345678'`)
    expect(await accounts.rows(`select box, net, vat from public.vat_boxes('2026-01-31', '2026-01-31')`)).toEqual([
      { box: 'Domestic 18 %', net: '100.00', vat: '18.00' },
      { box: 'Exempt', net: '50.00', vat: null },
    ])
    expect(
      await accounts.rows(
        `select vat_treatment, net, vat from public.ledger('sales', '2026-01-31', '2026-01-31') order by vat_treatment`,
      ),
    ).toEqual([
      { vat_treatment: 'exempt', net: '50.00', vat: '0.00' },
      { vat_treatment: 'standard', net: '100.00', vat: '18.00' },
    ])
    expect(await server.rows(journalFaults)).toEqual([])
    // A rule of before that does not say the rate proposes nothing.
    await imported(accounts, [{ ...interest, amount: '59.00', remittance: 'Card terminal' }])
    const proposed = () =>
      accounts.value<unknown[]>(`select matches from public.bank_suggestions(array[${entry('59.00')}])`)
    expect(await proposed()).toMatchObject([{ name: '4000 Sales', vat_rate: '18', vat: '9.00' }])
    await server.run(`update public.bank_rules set vat_rate = null`)
    expect(await proposed()).toEqual([])
    // Where no tax is charged, or on the sale alone, nobody is asked.
    await server.run(`update public.company_settings set tax_kind = 'none'`)
    await accounts.run(book('59.00', '4000'))
  })
})

test('what a settlement put on the account of the tax office is proposed for the entry over it, once', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    const id = (n: number) => `7a5e0000-0000-4000-a000-${String(n).padStart(12, '0')}`
    const sold = (n: number, net: string, day: string) =>
      server.run(`insert into public.invoices (id, contact_id, issue_date, supply_date) values ('${id(n)}', '${row.business}', '${day}', '${day}');
        insert into public.invoice_items (invoice_id, position, description, qty, unit_price, vat_rate) values ('${id(n)}', 'a', 'Sign', 1, ${net}, 18);
        update public.invoices set status = 'issued', invoice_number = 'INV-T-${n}', issued_at = now() where id = '${id(n)}'`)
    const settled = async (n: number, from: string, to: string) => {
      await accounts.run(`select public.file_vat_return('${id(n)}', '${from}', '${to}')`)
      return accounts.value<string>(`select public.settle_tax('${id(n + 1)}', '${id(n)}', ${account('2250')}, '${to}')`)
    }
    await sold(1, '1000', '2026-01-10')
    await sold(2, '500', '2026-02-10')
    const first = await settled(10, '2026-01-01', '2026-01-31')
    await settled(20, '2026-02-01', '2026-02-28')
    const tax = (amount: string, day: string): Entry => ({
      booked_on: day,
      direction: 'out',
      amount,
      party_name: 'Commissioner',
    })
    await imported(accounts, [
      tax('180.00', '2026-02-15'),
      tax('180.00', '2026-02-16'),
      tax('270.00', '2026-03-10'),
      tax('179.99', '2026-02-15'),
    ])
    const proposed = async (amount: string, at = 0) =>
      accounts.value<Record<string, unknown>[]>(
        `select matches from public.bank_suggestions(array(select id from public.bank_entries where amount = ${amount} order by booked_on offset ${at} limit 1))`,
      )
    const [one] = await proposed('180.00')
    expect(one).toMatchObject({ kind: 'account', name: expect.stringMatching(/^2250 /) as string, is_sure: false })
    expect(String(one?.reasons)).toContain(first)
    // Both together, too.
    expect(await proposed('270.00')).toMatchObject([{ name: expect.stringMatching(/^2250 /) as string }])
    expect(await proposed('179.99')).toEqual([])
    await accounts.run(
      `select public.confirm_shown_entries(jsonb_build_object((select id from public.bank_entries where amount = 180 order by booked_on limit 1), '${String(one?.seen)}'))`,
    )
    // It is met: the second over it, and what both were, are not it.
    expect(await proposed('180.00', 1)).toEqual([])
    expect(await proposed('270.00')).toEqual([])
    expect(await server.rows(journalFaults)).toEqual([])
  })
})
