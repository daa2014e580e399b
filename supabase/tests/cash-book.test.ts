import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { journalFaults } from './journal-faults.ts'
import { refusalOf, tradeIn as trades, type Worker } from './trade.ts'
import { openWorld, row } from './world.ts'

// The cash book: what the till pays and gets that is nobody's payment, money on its way to the bank, and counts.

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

const account = (code: string) =>
  `(select id from (select id, code from public.ledger_accounts union all select id, code from public.cost_accounts) as a where a.code = '${code}')`
const idOf = (number: number) => `ca5b0000-0000-4000-a000-${String(number).padStart(12, '0')}`
type Entry = { out?: string; in?: string; code?: string; rate?: number; words?: string; day?: string; isBank?: boolean }
const book = (id: number, entry: Entry) =>
  `select public.book_cash('${idOf(id)}', '${entry.day ?? '2026-01-10'}', '${entry.out ? 'out' : 'in'}', ${entry.out ?? entry.in},
    ${entry.code ? account(entry.code) : 'null'}, ${entry.rate ?? 'null'}, '${entry.words ?? 'Parking'}', ${entry.isBank ?? false})`
const count = (id: number, counted: string, code?: string, day = '2026-01-31') =>
  `select public.count_cash('${idOf(id)}', '${day}', ${counted}, 'Evening', ${code ? account(code) : 'null'})`
const holds = (worker: Worker, day = '2026-12-31') => worker.value<string>(`select holds from public.till('${day}')`)
/** What the database asks before, with the answers `yes`. */
const asked = async (tx: Queryable, worker: Worker, sql: string, yes = '') => {
  await tx.query(`select set_config('request.headers', '{"x-yes": "${yes}"}', true)`)
  const said = await refusalOf(tx, () => worker.run(sql))
  await tx.query(`select set_config('request.headers', '', true)`)
  return said
}
const float = book(1, { in: '200.00', code: '3100', words: 'From the owner', day: '2026-01-02' })

test('screws paid from the till are a cost with its VAT: journal, ledger, return and till say so, the bank is as it was', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await accounts.run(float)
    const number = await accounts.value(book(2, { out: '11.80', code: '6400', rate: 18, words: 'Box of screws' }))
    expect(number).toMatch(/^CASH-\d{4}-0002$/)
    expect(
      await accounts.rows(
        `select kind, number, words, code, debit, credit from public.journal('2026-01-10', '2026-01-10') order by credit nulls first, code`,
      ),
    ).toEqual([
      { kind: 'cash_entry', number, words: 'Box of screws', code: '1200', debit: '1.80', credit: null },
      { kind: 'cash_entry', number, words: 'Box of screws', code: '6400', debit: '10.00', credit: null },
      { kind: 'cash_entry', number, words: 'Box of screws', code: '1010', debit: null, credit: '11.80' },
    ])
    expect(
      await accounts.rows(
        `select number, kind, net, vat, deducted, cost_account from public.ledger('purchases', '2026-01-01', '2026-01-31')`,
      ),
    ).toEqual([
      {
        number,
        kind: 'cash entry',
        net: '10.00',
        vat: '1.80',
        deducted: '1.80',
        cost_account: '6400 Software and telephone',
      },
    ])
    expect(
      await server.rows(
        `select kind, name, mark, amount::text, other::text from private.analytics_rows('vat', '2026-01-01', '2026-01-31')`,
      ),
    ).toEqual([{ kind: 'cash_entry', name: '18 %', mark: 'purchases', amount: '10.00', other: '1.80' }])
    await server.run(`update public.company_settings set country = 'DE', vat_number = 'DE123456789'`)
    expect(await accounts.rows(`select box, vat from public.vat_boxes('2026-01-01', '2026-01-31')`)).toEqual([
      { box: '66', vat: '1.80' },
    ])
    expect(await holds(accounts)).toBe('188.20')
    expect(await server.value(`select private.moved_by_bank('2000-01-01', '2100-01-01')::text`)).toBe('0')
    expect(
      await accounts.value(`select closing from public.trial_balance('2026-01-01', '2026-01-31') where code = '1010'`),
    ).toBe('188.20')
    expect(await server.rows(journalFaults)).toEqual([])
  })
})

test('income put in owes its VAT; an entry is booked once under its id, and refused in words where it is not whole', async () => {
  await undone(engine, async (tx) => {
    const { accounts, workshop, server } = await tradeIn(tx)
    const sold = book(1, { in: '118.00', code: '4700', rate: 18, words: 'Scrap' })
    const number = await accounts.value(sold)
    expect(await accounts.value(sold)).toBe(number)
    expect(
      await refusalOf(tx, () => accounts.run(book(1, { in: '119.00', code: '4700', rate: 18, words: 'Scrap' }))),
    ).toContain('This entry was for something else')
    expect(
      await accounts.rows(`select kind, net, vat from public.ledger('sales', '2026-01-01', '2026-01-31')`),
    ).toEqual([{ kind: 'cash entry', net: '100.00', vat: '18.00' }])
    const refused = (entry: Entry) => refusalOf(tx, () => accounts.run(book(2, entry)))
    expect(await refused({ out: '0', code: '6400' })).toContain('an amount above zero')
    expect(await refused({ out: '1.234', code: '6400' })).toContain('two decimals at most')
    expect(await refused({ out: '5', code: '6400', words: ' ' })).toContain('Please say what it was for')
    expect(await refused({ out: '5', code: '6400', day: '2100-01-01' })).toContain('not after today')
    expect(await refused({ out: '5' })).toBe('Please choose the account')
    expect(await refused({ out: '5', code: '1010' })).toContain('is the till itself')
    expect(await refused({ out: '5', code: '1000' })).toContain('brought to the bank')
    expect(await refused({ out: '5', code: '1100' })).toContain('moved by papers and their payments only')
    expect(await refused({ in: '118', code: '4000', words: 'Sale' })).toContain('This is a sale. Please say which rate')
    expect(await refused({ in: '118', code: '4000', rate: 9, words: 'Sale' })).toContain(
      'no rate of VAT of your company',
    )
    expect(await refused({ out: '5', code: '3100', rate: 18 })).toContain('is only in costs and income')
    expect(await refusalOf(tx, () => workshop.run(book(2, { out: '5', code: '6400' })))).toBe(
      'You may not make entries in the cash book',
    )
    // Where bank and cash share an account, nobody can say what the till holds.
    await server.run(
      `update public.account_rules set account_id = ${account('1000')} where part = 'money' and method = 'cash'`,
    )
    expect(await refused({ out: '5', code: '6400' })).toContain('no account for cash of its own')
  })
})

test('the cash book lists what moved the till, newest first, with what it holds after each', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await accounts.run(float)
    await accounts.run(book(2, { out: '12.50', code: '6400' }))
    const paid = await server.value(
      `select private.record_payment('${row.clientContact}', 50, 'cash', p_received_on => '2026-01-12', p_allocations => '[]')`,
    )
    await server.run(`select public.refund_payment('${paid as string}', 20, 'Too much')`)
    const bill = '00000000-0000-4000-a000-0000000ca5b1'
    await server.run(`insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, net, vat)
      values ('${bill}', '${row.business}', 'B-77', '2026-01-11', 30, 0)`)
    await server.run(`update public.supplier_invoices set status = 'approved' where id = '${bill}'`)
    await server.run(`select private.pay_supplier_invoice('${bill}', 30, 'cash', p_paid_on => '2026-01-13')`)
    const lines = await accounts.rows<{ place: string }>(
      `select place, kind, on_date::text, came_in, went_out, balance, account, state from public.cash_book('2026-01-01', '2026-12-31')`,
    )
    const today = await server.value(`select private.company_today()::text`)
    expect(lines).toMatchObject([
      { kind: 'payment', on_date: today, went_out: '20.00', balance: '187.50', state: null },
      { kind: 'supplier_invoice', on_date: '2026-01-13', went_out: '30.00', balance: '207.50' },
      { kind: 'payment', on_date: '2026-01-12', came_in: '50.00', balance: '237.50' },
      {
        kind: 'cash_entry',
        went_out: '12.50',
        balance: '187.50',
        account: '6400 Software and telephone',
        state: 'booked',
      },
      { kind: 'cash_entry', on_date: '2026-01-02', came_in: '200.00', balance: '200.00' },
    ])
    // A page later, and other days: the balance is the same.
    expect(
      await accounts.rows(
        `select balance from public.cash_book('2026-01-12', '2026-01-31', '${lines[1]?.place ?? ''}', 1)`,
      ),
    ).toEqual([{ balance: '237.50' }])
    expect(await holds(accounts, '2026-01-12')).toBe('237.50')
    expect(await server.rows(journalFaults)).toEqual([])
  })
})

test('money brought to the bank is on its way until the entry of the bank is booked there, too', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await accounts.run(float)
    await accounts.run(book(2, { out: '150.00', isBank: true, words: '' }))
    const way = () =>
      accounts.rows<{ name: string; closing: string }>(
        `select name, closing from public.trial_balance('2026-01-01', '2026-12-31') where code not in ('3100')`,
      )
    expect(await way()).toEqual([
      { name: 'Cash', closing: '50.00' },
      { name: 'Transfers between own accounts', closing: '150.00' },
    ])
    await accounts.run(
      `select public.import_bank_file('${idOf(90)}', '{"file_name": "a.xml", "format": "camt", "account_iban": "MT84MALT011000012345MTLCAST001S"}',
        '[{"booked_on": "2026-01-12", "direction": "in", "amount": "150.00", "currency": "EUR", "bank_reference": "1", "remittance": "Cash deposit"}]')`,
    )
    // What the till brought is proposed, and a second entry over the same amount is not it.
    const proposed = () =>
      server.rows<{ id: string; name: string; seen: string }>(
        `select e.id, one ->> 'name' as name, one ->> 'seen' as seen, one ->> 'account_id' is not null as is_account
           from public.bank_entries e cross join lateral jsonb_array_elements(private.shown_matches(e)) as one where e.status = 'open'`,
      )
    const [match] = await proposed()
    expect(match).toMatchObject({ name: '1030 Transfers between own accounts', is_account: true })
    await accounts.run(
      `select public.confirm_shown_entries(jsonb_build_object('${match?.id ?? ''}', '${match?.seen ?? ''}'))`,
    )
    await accounts.run(
      `select public.import_bank_file('${idOf(91)}', '{"file_name": "b.xml", "format": "camt", "account_iban": "MT84MALT011000012345MTLCAST001S"}',
        '[{"booked_on": "2026-01-13", "direction": "in", "amount": "150.00", "currency": "EUR", "bank_reference": "2", "remittance": "Cash deposit"}]')`,
    )
    expect(await proposed()).toEqual([])
    expect(await way()).toEqual([
      { name: 'Bank', closing: '150.00' },
      { name: 'Cash', closing: '50.00' },
      { name: 'Transfers between own accounts', closing: '0.00' },
    ])
    // The entry of the bank is matched, and what moved the till is not taken for money by bank.
    expect(await accounts.one(`select matched, booked, by_hand from public.bank_balance('2026-02-01')`)).toEqual({
      matched: '150.00',
      booked: '150.00',
      by_hand: '0.00',
    })
    expect(await server.value(`select words from public.bank_bookings where id = '${idOf(2)}'`)).toBe(
      'Brought to the bank',
    )
    expect(await server.rows(journalFaults)).toEqual([])
  })
})

test('an entry is taken back once, on its day or where that is closed today; entries of the bank are not', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await accounts.run(float)
    await accounts.run(book(2, { out: '11.80', code: '6400', rate: 18 }))
    await accounts.run(book(3, { out: '5.00', code: '6400', day: '2026-02-03' }))
    await accounts.run(`select public.close_books('2026-01-31')`)
    expect(await refusalOf(tx, () => accounts.run(book(4, { out: '1.00', code: '6400' })))).toContain(
      'The books are closed up to',
    )
    const back = (id: number, reason = 'Wrong till') => `select public.take_back_cash('${idOf(id)}', '${reason}')`
    expect(await refusalOf(tx, () => accounts.run(back(2, ' ')))).toContain('Please say why')
    for (const id of [2, 2, 3]) await accounts.run(back(id))
    expect(
      await accounts.rows(
        `select b.words, b.booked_on = (now() at time zone (select time_zone from public.company_settings))::date as is_today, b.amount::text, b.vat::text, b.method from public.bank_bookings b
          where b.reverses_id is not null order by b.amount`,
      ),
    ).toEqual([
      { words: 'Taken back: Wrong till', is_today: true, amount: '-11.80', vat: '-1.80', method: 'cash' },
      { words: 'Taken back: Wrong till', is_today: false, amount: '-5.00', vat: '0.00', method: 'cash' },
    ])
    expect(await holds(accounts)).toBe('200.00')
    expect(
      await accounts.rows(`select state from public.cash_book('2026-02-01', '2026-02-28') order by place`),
    ).toEqual(expect.arrayContaining([{ state: 'taken_back' }, { state: 'takes_back' }]))
    expect(
      await refusalOf(tx, () =>
        accounts.run(
          `select public.take_back_cash((select id from public.bank_bookings where reverses_id = '${idOf(2)}'), 'Again')`,
        ),
      ),
    ).toContain('takes another back')
    await server.run(
      `insert into public.bank_bookings (id, number, booked_on, amount, account_id) values ('${idOf(9)}', 'X', '2026-02-10', 1, ${account('6960')})`,
    )
    expect(await refusalOf(tx, () => accounts.run(back(9)))).toContain('This is an entry of the bank')
    expect(await refusalOf(tx, () => accounts.run(back(99)))).toBe('This entry is not there any more')
  })
})

test('a count keeps what the books said; a difference is asked about and booked to the account that is chosen', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await accounts.run(float)
    expect(await accounts.value(count(21, '200.00', undefined, '2026-01-05'))).toBe('0.00')
    const short = count(20, '196.80', '6960')
    expect(await refusalOf(tx, () => accounts.run(count(20, '196.80')))).toBe(
      'The till holds €3.20 less than the books say. Please choose the account for the difference.',
    )
    expect(await asked(tx, accounts, short)).toMatch(
      /^The till holds €3\.20 less than the books say, and 6960 .+ gets the difference\. Book it\?$/,
    )
    expect(await asked(tx, accounts, short, 'till_differs')).toBe('done')
    // Again it is the same count, and nothing else.
    expect(await accounts.value(short)).toBe('-3.20')
    expect(await refusalOf(tx, () => accounts.run(count(20, '190.00', '6960')))).toContain(
      'This count was for something else',
    )
    expect(await holds(accounts)).toBe('196.80')
    expect(
      await accounts.rows(
        `select c.counted_on::text, c.counted::text, c.said::text, b.amount::text, b.words from public.cash_counts c
          left join public.bank_bookings b on b.id = c.booking_id order by c.counted_on`,
      ),
    ).toEqual([
      { counted_on: '2026-01-05', counted: '200.00', said: '200.00', amount: null, words: null },
      {
        counted_on: '2026-01-31',
        counted: '196.80',
        said: '200.00',
        amount: '3.20',
        words: 'Difference of the counted till · Evening',
      },
    ])
    expect(await accounts.one(`select counted_on::text, counted, counted_off from public.till('2026-12-31')`)).toEqual({
      counted_on: '2026-01-31',
      counted: '196.80',
      counted_off: '-3.20',
    })
    await accounts.run(count(22, '200.00', '4700', '2026-02-01'))
    expect(await holds(accounts)).toBe('200.00')
    // A receipt from before the count may be the difference that it found.
    const forgotten = book(30, { out: '3.20', code: '6400', day: '2026-01-30' })
    expect(await asked(tx, accounts, forgotten)).toMatch(
      /^The till was counted on .+ Book it before that day anyway\?$/,
    )
    expect(await asked(tx, accounts, book(31, { out: '1.00', code: '6400', day: '2026-02-01' }))).toBe('done')
    expect(await refusalOf(tx, () => server.run(`update public.cash_counts set counted = 1`))).not.toBe('done')
    expect(await refusalOf(tx, () => accounts.run(count(23, '-1')))).toContain('Please enter what the till holds')
    await accounts.run(`select public.close_books('2026-02-28')`)
    expect(await refusalOf(tx, () => accounts.run(count(24, '196.80')))).toContain('The books are closed up to')
    expect(await server.rows(journalFaults)).toEqual([])
  })
})

test('money that the till does not hold on that day, or not on a later one, is asked about first', async () => {
  await undone(engine, async (tx) => {
    const { accounts } = await tradeIn(tx)
    await accounts.run(float)
    await accounts.run(book(2, { out: '190.00', code: '6400', day: '2026-01-20' }))
    const early = book(3, { out: '15.00', code: '6400', day: '2026-01-10' })
    expect(await asked(tx, accounts, early)).toMatch(
      /^The till would hold −€5\.00 at the end of .*20.*, and it cannot hold less than nothing\. Book it anyway\?$/,
    )
    expect(await asked(tx, accounts, book(4, { out: '10.00', code: '6400', day: '2026-01-10' }))).toBe('done')
    expect(await asked(tx, accounts, early, 'till_below_zero')).toBe('done')
    // Money in is never asked about, taking it back is.
    expect(await asked(tx, accounts, book(5, { in: '3.00', code: '4700', day: '2026-01-21' }))).toBe('done')
    expect(await asked(tx, accounts, `select public.take_back_cash('${idOf(5)}', 'Wrong')`)).toContain(
      'cannot hold less than nothing',
    )
    expect(await accounts.one(`select below_on::text, below from public.till('2026-12-31')`)).toEqual({
      below_on: '2026-01-20',
      below: '-15.00',
    })
  })
})

test('another chart of accounts leaves the till as it is: entries by hand on its old number are found on the new one', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    const entry = (id: number, code: string, day: string) =>
      accounts.run(`select public.post_entry('${idOf(id)}', '${day}', 'Opening of the till', jsonb_build_array(
        jsonb_build_object('account', ${account(code)}, 'debit', '250.00'), jsonb_build_object('account', ${account('3100')}, 'credit', '250.00')))`)
    const said = async (day = '2026-12-31') => [
      await holds(accounts, day),
      await server.value(
        `select sum(o.amount)::text from private.journal_openings('${day}'::date + 1) as o where o.account_id in (select t.account_id from private.tills() as t)`,
      ),
      await server.value(`select private.till_difference('${day}')::text`),
    ]
    await accounts.run(book(1, { in: '16.33', code: '4700', day: '2026-01-02' }))
    await entry(40, '1010', '2026-01-01')
    expect(await said()).toEqual(['266.33', '266.33', '0.00'])
    for (const chart of ['skr03', 'snc', 'general', 'skr03']) {
      await accounts.run(`select public.use_chart('${chart}')`)
      expect(await said(), chart).toEqual(['266.33', '266.33', '0.00'])
    }
    // What somebody books to the old number afterwards is in the till, too, and no entry of the till leads to itself.
    await entry(41, '1010', '2026-02-01')
    expect(await said()).toEqual(['516.33', '516.33', '0.00'])
    expect(await refusalOf(tx, () => accounts.run(book(2, { out: '5', code: '1010' })))).toContain('is the till itself')
    expect(await accounts.value(count(3, '516.33', undefined, '2026-11-30'))).toBe('0.00')
    expect(
      await accounts.rows(`select kind, balance from public.cash_book('2026-01-01', '2026-02-28') order by place`),
    ).toEqual(
      [
        { kind: 'cash_entry', balance: '266.33' },
        { kind: 'book_entry', balance: '250.00' },
        { kind: 'book_entry', balance: '516.33' },
      ].toSorted((a, b) => Number(a.balance) - Number(b.balance)),
    )
  })
})

test('a chart that begins with a year keeps the till over its first day, and the closing counts a cash book that is not its account', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    const entry = (id: number, day: string, amount: string) =>
      accounts.run(`select public.post_entry('${idOf(id)}', '${day}', 'Till', jsonb_build_array(
        jsonb_build_object('account', ${account('1010')}, 'debit', '${amount}'), jsonb_build_object('account', ${account('3100')}, 'credit', '${amount}')))`)
    const differs = () =>
      accounts.rows<{ number: number; amount: string }>(
        `select number::int, amount from public.closing_checks('2026-01-31') where part = 'cash_differs'`,
      )
    await entry(40, '2025-12-20', '200.00')
    await accounts.run(`select public.close_books('2025-12-31')`)
    await accounts.run(`select public.use_chart('skr03')`)
    await entry(41, '2026-01-05', '50.00')
    expect(await holds(accounts, '2025-12-31')).toBe('200.00')
    expect(await holds(accounts, '2026-01-31')).toBe('250.00')
    expect(await differs()).toEqual([])
    // Planted: a cash book that does not find what was booked by hand.
    await tx.query('reset role')
    await tx.query(`create or replace function private.booked_to(p_accounts uuid[], p_from date, p_to date)
      returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, words text, amount numeric)
      language sql stable security definer set search_path = '' as $$
        select null::date, 0, '', null::uuid, null::uuid, '', '', 0::numeric where false $$`)
    expect(await differs()).toEqual([{ number: 1, amount: '250.00' }])
    expect(await server.value(`select private.till_difference('2026-01-31')::text`)).toBe('-250.00')
  })
})
