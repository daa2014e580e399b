import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
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
    await tx.exec(`update public.company_settings set cash_discount_pct = 2, cash_discount_days = 10`)
    await work(await tradeIn(tx), async (trying, words) => {
      await tx.exec('savepoint before')
      await expect(trying()).rejects.toThrow(words)
      await tx.exec('rollback to savepoint before')
    })
  })

/** An invoice over 1,285.00: 1,000.00 at 18 % and 100.00 at 5 %. Its cash discount is 25.70, so 1,259.30 pay it. */
async function issued({ accounts, server }: Trade, daysAgo = 0) {
  const id = await accounts.value<string>(`select public.create_invoice('${row.business}', 'Shop front')`)
  await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate) values
    ('${id}', 'a0', 'item', 'Fascia', 1, 1000, 18), ('${id}', 'a1', 'item', 'Leaflets', 1, 100, 5)`)
  const number = await accounts.value<string>(`select public.issue_invoice('${id}')`)
  if (daysAgo > 0) {
    await server.run('set local session_replication_role = replica')
    await server.run(`update public.invoices set issue_date = issue_date - ${daysAgo} where id = '${id}'`)
    await server.run('set local session_replication_role = origin')
  }
  return {
    id,
    number,
    uuid: await accounts.value<string>(`select public_uuid from public.invoices where id = '${id}'`),
    state: () =>
      accounts.one(`select status, paid::text, credited::text, cash_discounted::text as discount, balance::text
        from public.invoices where id = '${id}'`),
    rates: () =>
      accounts.rows(`select t.vat_rate::text as rate, sum(t.base)::text as base, sum(t.vat)::text as vat
        from public.cash_discount_vat t join public.cash_discounts d on d.id = t.cash_discount_id where d.invoice_id = '${id}' group by t.vat_rate order by t.vat_rate desc`),
  }
}
const part = (id: string, amount: string, discount?: string) =>
  JSON.stringify([{ invoice_id: id, amount, ...(discount ? { discount } : {}) }])
const pay = (id: string, amount: string, discount?: string) =>
  `select public.record_payment('${row.business}', ${amount}, 'bank', p_allocations => '${part(id, amount, discount)}')`
const settled = { status: 'paid', paid: '1259.30', credited: '25.70', discount: '25.70', balance: '0.00' }
const untouched = { status: 'issued', paid: '0.00', credited: '0.00', discount: '0.00', balance: '1285.00' }
const shares = [
  { rate: '18.0000', base: '20.00', vat: '3.60' },
  { rate: '5.0000', base: '2.00', vat: '0.10' },
]

describe('the cash discount of an invoice', () => {
  test('is that of the company, that of the client where it has its own, and frozen when it is issued', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts, client, server } = trade
      const { id, uuid } = await issued(trade)
      const paper = `select public.get_public_invoice('${uuid}') -> 'cash_discount'`
      const until = await server.value(`select (private.company_today() + 10)::text`)
      expect(await client.value(paper)).toEqual({
        ...{ pct: '2', days: 10, until, base: '1285.00', amount: '25.70', pays: '1259.30', is_open: true },
      })
      await refused(
        () => accounts.run(`update public.invoices set cash_discount_pct = 3 where id = '${id}'`),
        'An issued invoice never changes',
      )
      await server.run(
        `update public.contacts set cash_discount_pct = 3, cash_discount_days = 8 where id = '${row.business}'`,
      )
      const draft = () => accounts.value<string>(`select public.create_invoice('${row.business}')`)
      const terms = (one: string) =>
        accounts.one(
          `select cash_discount_pct::text as pct, cash_discount_days as days from public.invoices where id = '${one}'`,
        )
      expect(await terms(await draft())).toEqual({ pct: '3.00', days: 8 })
      await server.run(`update public.contacts set cash_discount_pct = 0 where id = '${row.business}'`)
      expect(await terms(await draft())).toEqual({ pct: null, days: null })
    })
  })

  test('that a payment takes settles the invoice, with turnover and VAT lower at each rate', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts } = trade
      const invoice = await issued(trade)
      await refused(
        () => accounts.run(pay(invoice.id, '1259.30', '25.71')),
        'With the cash discount of €25.70, €1,259.30 of',
      )
      await refused(
        () => accounts.run(pay(invoice.id, '1000.00', '25.70')),
        'With the cash discount of €25.70, €1,259.30 of',
      )
      await accounts.run(pay(invoice.id, '1259.30', '25.70'))
      expect(await invoice.state()).toEqual(settled)
      expect(await invoice.rates()).toEqual(shares)
      await refused(
        () => accounts.run(`select public.give_cash_discount('${invoice.id}', 10)`),
        'has no cash discount that is left',
      )
      const today = await trade.server.value<string>(`select private.company_today()::text`)
      expect(
        await accounts.rows(`select kind, vat_rate, net, vat from public.ledger('sales', '${today}', '${today}') where number = '${invoice.number}'
          and kind = 'cash discount' order by 2`),
      ).toEqual([
        { kind: 'cash discount', vat_rate: '18', net: '-20.00', vat: '-3.60' },
        { kind: 'cash discount', vat_rate: '5', net: '-2.00', vat: '-0.10' },
      ])
      expect(
        await accounts.rows(`select account, debit, credit from public.journal('${today}', '${today}') where number = '${invoice.number}'
          and entry_id in (select d.id from public.cash_discounts d) order by debit, credit`),
      ).toEqual([
        { account: 'VAT on sales', debit: '0.10', credit: null },
        { account: 'Cash discounts given', debit: '2.00', credit: null },
        { account: 'Cash discounts given', debit: '20.00', credit: null },
        { account: 'VAT on sales', debit: '3.60', credit: null },
        { account: 'Clients', debit: null, credit: '25.70' },
      ])
      expect(await accounts.value(`select balance::text from public.client_balances('${row.business}')`)).toBe('0.00')
      // The boxes of a return take it off too: 1,000.00 less 20.00, and 100.00 less 2.00.
      await trade.server.run(`update public.company_settings set country = 'Germany', tax_kind = 'vat'`)
      expect(
        await accounts.rows(
          `select box, net, vat from public.vat_boxes('${today}', '${today}') where net <> '0.00' order by net`,
        ),
      ).toEqual([{ box: '35', net: '1078.00', vat: '181.30' }])
    })
  })

  test('is taken back with its payment, by hand, and stands in the way of a credit note over all of it', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts, sales } = trade
      const invoice = await issued(trade)
      const first = await accounts.value<string>(pay(invoice.id, '1259.30', '25.70'))
      const note = () => `select public.issue_credit_note(public.make_credit_note('${invoice.id}', 'Torn'))`
      await refused(() => accounts.run(note()), 'A cash discount of €25.70 was given on')
      await accounts.run(`select public.take_back_payment('${first}', 'Slip')`)
      expect(await invoice.state()).toEqual(untouched)
      expect(await invoice.rates()).toEqual(shares.map(({ rate }) => ({ rate, base: '0.00', vat: '0.00' })))
      // Nobody is told of what was recorded and taken back on one day.
      const account = `select count(*)::int from private.account_entries('${row.business}')`
      expect(await trade.server.value(account)).toBe(1)
      await accounts.run(pay(invoice.id, '1259.30', '25.70'))
      const [discount] = await accounts.rows<{ id: string }>(
        `select id from public.cash_discounts d where amount > 0 and not exists (select from public.cash_discounts r where r.reverses_id = d.id)`,
      )
      const undo = `select public.undo_cash_discount('${discount?.id ?? ''}')`
      await refused(() => sales.run(undo), 'You may not take cash discounts back')
      const undone = await accounts.value(undo)
      expect(await accounts.value(undo)).toBe(undone)
      expect(await invoice.state()).toMatchObject({ status: 'partly_paid', balance: '25.70', discount: '0.00' })
      const give = `select public.give_cash_discount('${invoice.id}', 25.70)`
      await refused(() => sales.run(give), 'You may not give cash discounts')
      const given = await accounts.value(give)
      expect(await accounts.value(give)).toBe(given)
      expect(await invoice.state()).toEqual(settled)
      await accounts.run(undo.replace(/'[^']+'/, `'${String(given)}'`))
      await accounts.run(note())
      expect(await invoice.state()).toMatchObject({ status: 'paid', credited: '25.70', discount: '0.00' })
    })
  })

  test('is taken back with any payment of the invoice, for what is left is not all of it; put back, it may be taken again', async () => {
    await inTrade(async (trade) => {
      const { accounts } = trade
      const invoice = await issued(trade)
      const first = await accounts.value<string>(pay(invoice.id, '285.00'))
      await accounts.run(pay(invoice.id, '974.30', '25.70'))
      expect(await invoice.state()).toEqual(settled)
      await accounts.run(
        `select public.remove_allocation((select id from public.payment_allocations where payment_id = '${first}'))`,
      )
      expect(await invoice.state()).toEqual({
        ...{ status: 'partly_paid', paid: '974.30', credited: '0.00', discount: '0.00', balance: '310.70' },
      })
      await accounts.run(`select public.allocate_payment('${first}', '${part(invoice.id, '285.00', '25.70')}')`)
      expect(await invoice.state()).toEqual(settled)
      expect(await invoice.rates()).toEqual(shares)
    })
  })

  test('is the share of what credit notes leave', async () => {
    await inTrade(async (trade) => {
      const { accounts } = trade
      const invoice = await issued(trade)
      const leaflets = await accounts.value<string>(
        `select id from public.invoice_items where invoice_id = '${invoice.id}' and vat_rate = 5`,
      )
      await accounts.run(
        `select public.issue_credit_note(public.make_credit_note('${invoice.id}', 'Torn', '[{"invoice_item_id": "${leaflets}", "qty": 1}]'))`,
      )
      await accounts.run(pay(invoice.id, '1156.40', '23.60'))
      expect(await invoice.state()).toMatchObject({ status: 'paid', discount: '23.60', credited: '128.60' })
      expect(await invoice.rates()).toEqual([{ rate: '18.0000', base: '20.00', vat: '3.60' }])
    })
  })

  test('is no more on a closed day, and given on the first open one', async () => {
    await inTrade(async (trade) => {
      const { accounts, server } = trade
      const invoice = await issued(trade, 5)
      const day = await server.value<string>(`select (private.company_today() - 4)::text`)
      const payment = await accounts.value<string>(
        `select public.record_payment('${row.business}', 1259.30, 'bank', '${day}', p_allocations => '${part(invoice.id, '1259.30')}')`,
      )
      await server.run(
        `insert into public.book_closings (scope, closed_to) values ('everybody', private.company_today() - 3)`,
      )
      await accounts.run(`select public.give_cash_discount('${invoice.id}', 25.70)`)
      expect(
        await server.one(`select payment_id, given_on - private.company_today() as day from public.cash_discounts`),
      ).toEqual({ payment_id: payment, day: -2 })
    })
  })
})

describe('a client who pays on the page', () => {
  const request = (uuid: string) => `select public.open_payment_request('${uuid}', p_amount => 1259.30) ->> 'id'`
  const settle = (id: string) => `select public.settle_payment_request('${id}', 'viva', 'transaction-9', 1259.30)`

  test('what is left after the cash discount, in time, takes it', async () => {
    await inTrade(async (trade) => {
      const invoice = await issued(trade)
      await trade.server.run(settle(await trade.client.value<string>(request(invoice.uuid))))
      expect(await invoice.state()).toEqual(settled)
    })
  })

  test('a cent too much takes what is left of it, a cent too little owes the rest', async () => {
    await inTrade(async ({ server, client, ...trade }) => {
      const payOnPage = async (amount: string) => {
        const invoice = await issued({ server, client, ...trade })
        const id = await client.value<string>(
          `select public.open_payment_request('${invoice.uuid}', p_amount => ${amount}) ->> 'id'`,
        )
        await server.run(`select public.settle_payment_request('${id}', 'viva', 'transaction-${amount}', ${amount})`)
        return invoice.state()
      }
      expect(await payOnPage('1259.31')).toEqual({
        ...{ status: 'paid', paid: '1259.31', credited: '25.69', discount: '25.69', balance: '0.00' },
      })
      expect(await payOnPage('1259.29')).toMatchObject({ status: 'partly_paid', discount: '0.00', balance: '25.71' })
    })
  })

  test('too late owes the difference', async () => {
    await inTrade(async (trade) => {
      const invoice = await issued(trade, 14)
      expect(
        await trade.client.value(`select public.get_public_invoice('${invoice.uuid}') -> 'cash_discount' -> 'is_open'`),
      ).toBe(false)
      await trade.server.run(settle(await trade.client.value<string>(request(invoice.uuid))))
      expect(await invoice.state()).toMatchObject({ status: 'partly_paid', balance: '25.70' })
    })
  })
})

describe('an entry of the bank over what is left after the cash discount', () => {
  const imported = async ({ accounts, server }: Trade, text: string, amount = '1259.30') => {
    const today = await server.value<string>(`select private.company_today()::text`)
    await accounts.run(`select public.import_bank_file(gen_random_uuid(), '{"file_name": "a.xml", "format": "camt"}',
      '[{"booked_on": "${today}", "direction": "in", "currency": "EUR", "party_name": "Somebody", "remittance": "${text}", "amount": "${amount}"}]')`)
    return accounts.value<string>(`select id from public.bank_entries where amount = ${amount}`)
  }
  const suggested = ({ accounts }: Trade, id: string) =>
    accounts.value<{ is_sure: boolean; parts: unknown[]; reasons: string[] }[]>(
      `select matches from public.bank_suggestions(array['${id}']::uuid[])`,
    )

  test('in time, with three days for the transfer, is sure and settles it; taken back, nothing is settled', async () => {
    await inTrade(async (trade) => {
      const invoice = await issued(trade, 13)
      const id = await imported(trade, invoice.number)
      const [match] = await suggested(trade, id)
      expect(match).toMatchObject({
        is_sure: true,
        parts: [{ invoice_id: invoice.id, amount: '1259.30', discount: '25.70' }],
      })
      expect(match?.reasons.at(-1)).toBe('The amount is what is open less the cash discount of €25.70.')
      await trade.accounts.run(`select public.confirm_sure_entries(array['${id}']::uuid[])`)
      expect(await invoice.state()).toEqual(settled)
      await trade.accounts.run(`select public.undo_bank_entry('${id}', 'Wrong client')`)
      expect(await invoice.state()).toEqual(untouched)
    })
  })

  test('too late is proposed and not sure, and is given after a question', async () => {
    await inTrade(async (trade, refused) => {
      const invoice = await issued(trade, 14)
      const id = await imported(trade, invoice.number)
      const [match] = await suggested(trade, id)
      expect(match).toMatchObject({
        is_sure: false,
        parts: [{ invoice_id: invoice.id, amount: '1259.30', discount: '25.70' }],
      })
      expect(match?.reasons.at(-1)).toContain(`That of ${invoice.number} ended before the money came.`)
      const confirm = `select public.confirm_bank_entry('${id}', '${row.business}', '${part(invoice.id, '1259.30', '25.70')}')`
      await trade.server.run(`select set_config('request.headers', '{"x-yes": ""}', true)`)
      await refused(() => trade.accounts.run(confirm), 'and the payment came on')
      await trade.server.run(`select set_config('request.headers', '{"x-yes": "late_discount"}', true)`)
      await trade.accounts.run(confirm)
      expect(await invoice.state()).toEqual(settled)
    })
  })

  test('over two invoices with theirs is sure where both are named; a debit that gives it back opens both again', async () => {
    await inTrade(async (trade) => {
      const one = await issued(trade)
      const two = await issued(trade)
      const id = await imported(trade, `${one.number} ${two.number}`, '2518.60')
      const [match] = await suggested(trade, id)
      expect(match).toMatchObject({ is_sure: true, parts: [{ discount: '25.70' }, { discount: '25.70' }] })
      await trade.accounts.run(`select public.confirm_sure_entries(array['${id}']::uuid[])`)
      expect([await one.state(), await two.state()]).toEqual([settled, settled])
    })
  })

  test('beside the credit of the client settles all that is open, with the discounts that are in time', async () => {
    await inTrade(async (trade) => {
      await trade.accounts.run(`select public.record_payment('${row.business}', 1300, 'bank', p_allocations => '[]')`)
      const [one, two] = [await issued(trade), await issued(trade)]
      const id = await imported(trade, `${one.number} ${two.number}`, '1218.60')
      const [match] = await suggested(trade, id)
      expect(match).toMatchObject({ is_sure: true, parts: [{ discount: '25.70' }, { discount: '25.70' }] })
      expect(match?.reasons.at(-1)).toBe(
        'The amount is what is open less the cash discount of €51.40 and less €1,300.00 of credit, which settles the rest.',
      )
      await trade.accounts.run(`select public.confirm_sure_entries(array['${id}']::uuid[])`)
      expect([await one.state(), await two.state()]).toEqual([settled, settled])
    })
  })
})

test('credit of the client takes the cash discount as money does, while it holds and when it settles all the rest', async () => {
  await inTrade(async (trade, refused) => {
    const [inTime, late, inParts] = [await issued(trade), await issued(trade, 11), await issued(trade)]
    await trade.accounts.run(`select public.record_payment('${row.business}', 4000, 'bank', p_allocations => '[]')`)
    const use = (uuid: string, amount = 'null') => trade.client.value(`select public.use_credit('${uuid}', ${amount})`)
    expect(await use(inTime.uuid)).toEqual({ used: '1259.30', discount: '25.70', balance: '0.00', credit: '2740.70' })
    expect([await inTime.state(), await inTime.rates()]).toEqual([settled, shares])
    expect(await use(late.uuid)).toEqual({ used: '1285.00', discount: '0.00', balance: '0.00', credit: '1455.70' })
    expect(await use(inParts.uuid, '100')).toMatchObject({ used: '100.00', discount: '0.00', balance: '1185.00' })
    await refused(() => use(inParts.uuid, '1185.01'), 'only €1,185.00 are open')
    expect(await use(inParts.uuid)).toMatchObject({ used: '1159.30', discount: '25.70', balance: '0.00' })
    expect(await inParts.state()).toEqual(settled)
  })
})

describe('several invoices in one payment', () => {
  const statement = ({ accounts, server }: Trade) =>
    server
      .value<string>(`select private.company_today()::text`)
      .then((today) =>
        accounts.value<string>(`select public.create_statement('${row.business}', '${today}', '${today}')`),
      )
      .then((id) => accounts.value<string>(`select public_uuid from public.statements where id = '${id}'`))
  const ask = (uuid: string, ids: string[]) =>
    `select public.open_statement_request('${uuid}', array[${ids.map((id) => `'${id}'`).join()}]::uuid[])`
  const settle = (id: unknown, amount: string) =>
    `select public.settle_payment_request('${String(id)}', 'viva', 'transaction-${String(id)}', ${amount})`

  test('each take their cash discount while it is in time, and one whose days have passed is asked for in full', async () => {
    await inTrade(async (trade) => {
      const [inTime, late] = [await issued(trade), await issued(trade, 11)]
      const uuid = await statement(trade)
      const payable = await trade.client.value<{ id: string; cash_discount: { is_open: boolean; pays: string } }[]>(
        `select public.get_public_statement('${uuid}') -> 'payable'`,
      )
      const openOf = (id: string) => payable.find((one) => one.id === id)?.cash_discount.is_open
      expect([openOf(inTime.id), openOf(late.id)]).toEqual([true, false])
      const request = await trade.client.value<{ id: string; amount: string }>(ask(uuid, [inTime.id, late.id]))
      // 1,285.00 less 25.70, and 1,285.00.
      expect(request.amount).toBe('2544.30')
      await trade.server.run(settle(request.id, '2544.30'))
      expect(await inTime.state()).toEqual(settled)
      expect(await late.state()).toMatchObject({ status: 'paid', paid: '1285.00', discount: '0.00' })
    })
  })

  test('take it beside the client’s credit, which settles the oldest first; where the credit is gone meanwhile, they take none', async () => {
    await inTrade(async (trade) => {
      const credit = (amount: number) =>
        trade.accounts.run(`select public.record_payment('${row.business}', ${amount}, 'bank', p_allocations => '[]')`)
      const asked = async (ids: string[]) =>
        trade.client.value<{ id: string; amount: string }>(ask(await statement(trade), ids))
      await credit(1400)
      const [first, second] = [await issued(trade), await issued(trade)]
      // Twice 1,259.30 less 1,400.00: credit settles all of the first one and a part of the second.
      const request = await asked([first.id, second.id])
      expect(request.amount).toBe('1118.60')
      await trade.server.run(settle(request.id, '1118.60'))
      expect([await first.state(), await second.state()]).toEqual([settled, settled])
      expect(await first.rates()).toEqual(shares)
      await credit(100)
      const third = await issued(trade)
      const late = await asked([third.id])
      expect(late.amount).toBe('1159.30')
      await trade.client.run(`select public.use_credit('${(await issued(trade)).uuid}', 100)`)
      await trade.server.run(settle(late.id, '1159.30'))
      expect(await third.state()).toMatchObject({
        status: 'partly_paid',
        paid: '1159.30',
        discount: '0.00',
        balance: '125.70',
      })
    })
  })
})

describe('what is said of it', () => {
  test('a quotation names that of its client, keeps it as it was sent, and the invoice of its order has it', async () => {
    await inTrade(async ({ sales, accounts, server, client, workshop }) => {
      const quotation = await sales.value<string>(`select public.create_quotation('${row.business}', 'Shop front')`)
      await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate)
        values ('${quotation}', 'a0', 'item', 'Fascia', 1, 1000, 18)`)
      const said = () => server.value(`select private.quotation_document('${quotation}') -> 'cash_discount'`)
      // Half of it is the deposit, which has none.
      const promised = { pct: '2', days: 10, amount: '11.80', pays: '578.20' }
      expect(await said()).toEqual(promised)
      await sales.run(`select public.send_quotation('${quotation}')`)
      await server.run(`update public.contacts set cash_discount_pct = 0 where id = '${row.business}'`)
      expect(await said()).toEqual(promised)
      expect(await server.value(`select private.mail_facts('quotation', '${quotation}') ->> 'early_discount'`)).toBe(
        '11.80',
      )
      const uuid = await sales.value<string>(`select public_uuid from public.quotations where id = '${quotation}'`)
      await client.run(`select public.approve_quotation('${uuid}', 1, 'Carla Client', true)`)
      const order = await sales.value<string>(`select id from public.orders where quotation_id = '${quotation}'`)
      const delivery = await workshop.value<string>(`select public.plan_delivery('${order}')`)
      await workshop.run(`select public.deliver_drop('${delivery}', (select jsonb_agg(jsonb_build_object('delivery_item_id', i.id, 'qty', 1))
        from public.delivery_items i where i.delivery_id = '${delivery}'), 'Peter Porter')`)
      const invoice = await accounts.value<string>(`select public.make_invoice(array['${order}']::uuid[])`)
      expect(
        await accounts.one(
          `select cash_discount_pct::text as pct, cash_discount_days as days from public.invoices where id = '${invoice}'`,
        ),
      ).toEqual({ pct: '2.00', days: 10 })
    })
  })

  test('a reminder names it until its last day, and not a day longer', async () => {
    await inTrade(async (trade) => {
      const facts = async (daysAgo: number) => {
        const { id } = await issued(trade, daysAgo)
        return trade.server
          .one(`select f ->> 'early_amount' as amount, (f ->> 'early_day')::date - private.company_today() as days
          from private.mail_facts('invoice', '${id}') as f`)
      }
      expect(await facts(10)).toEqual({ amount: '1259.30', days: 0 })
      expect(await facts(11)).toEqual({ amount: null, days: null })
    })
  })
})
