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
  undone(engine, async (tx) =>
    work(await tradeIn(tx), async (trying, words) => {
      await tx.exec('savepoint before')
      await expect(trying()).rejects.toThrow(words)
      await tx.exec('rollback to savepoint before')
    }),
  )

const id = 'e1000000-0000-4000-a000-000000000001'
const enter = (number: string, more = id) =>
  `insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, net, vat)
    values ('${more}', '${row.business}', '${number}', '2026-11-01', '2026-12-01', 100, 18)`
const move = (status: string, more = '') =>
  `update public.supplier_invoices set status = '${status}'${more} where id = '${id}'`
const approved = 'This invoice is approved. Take its approval back first, then change it.'
const pay = (amount: number, payment: number) =>
  `select public.pay_supplier_invoice('${id}', ${amount}, 'bank', p_payment_id => 'e2000000-0000-4000-a000-00000000000${payment}')`

describe('an invoice of a supplier', () => {
  test('is there once, however its number is written', async () => {
    await inTrade(async ({ accounts }, refused) => {
      await accounts.run(enter('RE-77'))
      await refused(
        () => accounts.run(enter(' re-77 ', 'e1000000-0000-4000-a000-000000000002')),
        'supplier_invoices_once_a_supplier',
      )
    })
  })

  test('is entered whole: no discount was taken of it yet', async () => {
    await inTrade(async ({ accounts }, refused) => {
      const taken = enter('RE-78')
        .replace('net, vat)', 'net, vat, discount_taken)')
        .replace('100, 18)', '100, 18, 118)')
      await refused(() => accounts.run(taken), 'row-level security')
      await accounts.run(enter('RE-78'))
    })
  })

  test('is entered with its lines, both or none, once for a repeated call, in words for a double', async () => {
    await inTrade(async ({ accounts, sales }, refused) => {
      const call = (
        number: string,
        key: string,
        lines = '[{"description": "Foamex", "qty": "2", "unit_price": "50", "vat_rate": "18"}]',
      ) =>
        `select public.enter_supplier_invoice('${key}', '{"supplier_id": "${row.business}", "supplier_number": "${number}",
          "invoice_date": "2026-11-01", "net": "100.00", "vat": "18.00",
          "discount_pct": "2", "discount_until": "2026-11-10"}', '${lines}')`
      await refused(() => sales.run(call('RE-1', id)), 'row-level security')
      await refused(() => accounts.run(call('RE-1', id, '[{"qty": "2", "unit_price": "50"}]')), 'null value')
      expect(await accounts.value(`select count(*)::int from public.supplier_invoices`)).toBe(0)
      await accounts.run(call('RE-1', id))
      await accounts.run(call('RE-1', id))
      expect(await accounts.rows(`select description, net::text from public.supplier_invoice_items`)).toEqual([
        { description: 'Foamex', net: '100.00' },
      ])
      expect(
        await accounts.one(
          `select discount_pct::text as off, discount_until::text as until from public.supplier_invoices`,
        ),
      ).toEqual({
        off: '2.00',
        until: '2026-11-10',
      })
      await refused(
        () => accounts.run(call(' re-1', 'e1000000-0000-4000-a000-000000000009')),
        'There is an invoice of this supplier with this number already',
      )
    })
  })

  test('is approved before it is paid, never paid twice, never paid too much', async () => {
    await inTrade(async ({ accounts, sales }, refused) => {
      await accounts.run(enter('RE-77'))
      await refused(() => accounts.run(pay(118, 1)), 'Please approve this invoice before it is paid')
      await accounts.run(move('approved'))
      await refused(() => sales.run(pay(18, 1)), 'You may not record payments')
      await refused(() => accounts.run(pay(118.01, 1)), 'Only €118.00 is still to be paid')
      await accounts.run(pay(18, 1))
      await accounts.run(pay(18, 1))
      expect(await accounts.one(`select status, paid::text from public.supplier_invoices`)).toEqual({
        status: 'part_paid',
        paid: '18.00',
      })
      await accounts.run(pay(100, 2))
      expect(await accounts.one(`select status, open::text from public.supplier_invoices`)).toEqual({
        status: 'paid',
        open: '0.00',
      })
      await refused(() => accounts.run(pay(1, 3)), 'This invoice is paid')
    })
  })

  test('says who approved it, and keeps its amounts from then on', async () => {
    await inTrade(async ({ accounts }, refused) => {
      await accounts.run(enter('RE-77'))
      await accounts.run(move('approved'))
      expect(
        await accounts.value(
          `select approved_by = auth.uid() and approved_at is not null from public.supplier_invoices`,
        ),
      ).toBe(true)
      await refused(() => accounts.run(`update public.supplier_invoices set net = 90 where id = '${id}'`), approved)
      await refused(
        () => accounts.run(`update public.supplier_invoices set discount_pct = 99, discount_until = '2099-01-01'`),
        approved,
      )
      await refused(
        () =>
          accounts.run(`insert into public.supplier_invoice_items (supplier_invoice_id, position, description, unit_price)
            values ('${id}', 'a0', 'Freight', 9)`),
        'This invoice is approved: its lines stay as they are',
      )
      await refused(() => accounts.run(move('scheduled')), 'Please choose the day of the payment')
      await refused(
        () => accounts.run(move('scheduled', `, scheduled_for = (now() at time zone 'Europe/Malta')::date - 1`)),
        'Please choose a day from today on',
      )
      await refused(() => accounts.run(move('disputed')), 'Please say what is wrong with it')
      await refused(() => accounts.run(move('paid')), 'is not set by hand to Paid')
      await accounts.run(move('disputed', `, dispute_reason = 'Two sheets are missing'`))
      await accounts.run(`update public.supplier_invoices set net = 90 where id = '${id}'`)
      expect(await accounts.value(`select approved_by from public.supplier_invoices`)).toBeNull()
    })
  })

  test('keeps the account that it is paid to from its approval until that is taken back', async () => {
    await inTrade(async ({ accounts, sales, server }, refused) => {
      const to = (iban: string) => `update public.supplier_invoices set iban = '${iban}' where id = '${id}'`
      const [ours, other] = ['DE89370400440532013000', 'GB82WEST12345698765432']
      await accounts.run(enter('RE-77'))
      await accounts.run(to(ours))
      await accounts.run(move('approved'))
      await refused(() => accounts.run(to(other)), approved)
      await refused(() => accounts.run(`update public.supplier_invoices set iban = null`), approved)
      await refused(() => accounts.run(`update public.supplier_invoices set payment_reference = 'Another'`), approved)
      await refused(
        () => accounts.run(`update public.supplier_invoices set supplier_id = '${row.clientContact}'`),
        approved,
      )
      await accounts.run(`update public.supplier_invoices set note = 'Called them', due_date = '2026-12-02'`)
      await accounts.run(move('scheduled', `, scheduled_for = (now() at time zone 'Europe/Malta')::date`))
      await refused(() => accounts.run(move('received', `, iban = '${other}'`)), approved)
      await sales.run(move('received'))
      expect(await server.value(`select status from public.supplier_invoices`)).toBe('scheduled')
      await accounts.run(move('received'))
      await accounts.run(to(other))
      expect(
        await accounts.one(
          `select status, approved_by, approved_at, scheduled_for, iban = '${other}' as moved from public.supplier_invoices`,
        ),
      ).toEqual({ status: 'received', approved_by: null, approved_at: null, scheduled_for: null, moved: true })
    })
  })

  test('whose approval and payment are taken back is not approved by that', async () => {
    await inTrade(async ({ accounts, server }) => {
      await accounts.run(enter('RE-77'))
      await accounts.run(move('approved'))
      await accounts.run(pay(18, 1))
      await accounts.run(move('received'))
      await server.run(`select private.reverse_supplier_payment(id, 'Another invoice') from public.supplier_payments`)
      expect(await accounts.one(`select status, open::text from public.supplier_invoices`)).toEqual({
        status: 'received',
        open: '118.00',
      })
    })
  })

  test('that is paid in part is approved again as what it is', async () => {
    await inTrade(async ({ accounts }, refused) => {
      await accounts.run(enter('RE-77'))
      await accounts.run(move('approved'))
      await accounts.run(pay(18, 1))
      await refused(() => accounts.run(move('received', ', net = 1')), approved)
      await accounts.run(move('received'))
      await refused(() => accounts.run(pay(18, 2)), 'Please approve this invoice before it is paid')
      await accounts.run(move('approved'))
      expect(
        await accounts.one(`select status, approved_by = auth.uid() as mine, open::text from public.supplier_invoices`),
      ).toEqual({ status: 'part_paid', mine: true, open: '100.00' })
      expect(
        await accounts.rows(
          `select type, meta ->> 'to' as "to" from public.document_events where record_id = '${id}' order by at, id`,
        ),
      ).toHaveLength(5)
      await accounts.run(pay(100, 2))
      await refused(() => accounts.run(move('received')), 'Paid')
    })
  })
})

/** A bill over £500.00, entered with what it is worth; and what the books say of it. */
const inPounds = (work: (trade: Trade, refused: Refused, said: (part: string) => Promise<string>) => Promise<void>) =>
  inTrade(async (trade, refused) => {
    const { accounts, server } = trade
    await accounts.run(`select public.enter_supplier_invoice('${id}', '{"supplier_id": "${row.business}", "supplier_number": "GB-1", "currency": "GBP",
      "invoice_date": "2026-11-01", "net": "500.00", "vat": "0.00", "vat_treatment": "reverse_charge", "own_rate": "18"}',
      '[{"description": "Film", "qty": "3", "unit_price": "100", "vat_rate": "0"}, {"description": "Freight", "qty": "1", "unit_price": "200", "vat_rate": "0"}]')`)
    const said = (part: string) =>
      server.value<string>(`select coalesce(sum(l.amount), 0)::text from private.journal_lines('2026-01-01', '2026-12-31') as l
        where l.id = '${id}' and l.part = '${part}'`)
    await work(trade, refused, said)
  })
const worth = (amount: string | null) => `select public.state_bill_worth('${id}', ${amount})`
const payPounds = (amount: number, cost: number | string, key = 1) =>
  `select public.pay_supplier_invoice('${id}', ${amount}, 'bank', '2026-11-20', p_payment_id => 'e2000000-0000-4000-a000-00000000000${key}', p_cost => ${cost})`

describe('an invoice of a supplier in another currency', () => {
  test('is approved when its worth in the books is said, and is booked by it', async () => {
    await inPounds(async ({ accounts }, refused, said) => {
      await refused(
        () => accounts.run(move('approved')),
        'This invoice is in GBP. Please say what it is worth in EUR before it is approved.',
      )
      expect(
        await accounts.value(
          `select number::int from public.closing_checks('2026-11-29') where part = 'foreign_bills'`,
        ),
      ).toBe(1)
      await refused(() => accounts.run(worth('585.555')), 'two decimals')
      await accounts.run(worth('600.00'))
      await accounts.run(worth('585.55'))
      expect(
        await accounts.one(
          `select currency, net::text, vat::text, paper_currency as own, paper_net::text as own_net from public.supplier_invoices`,
        ),
      ).toEqual({
        currency: 'EUR',
        net: '585.55',
        vat: '0.00',
        own: 'GBP',
        own_net: '500.00',
      })
      expect(
        await accounts.rows(
          `select net::text, own_vat::text as vat, paper_net::text as own from public.supplier_invoice_items order by position`,
        ),
      ).toEqual([
        { net: '351.33', vat: '63.23', own: '300.00' },
        { net: '234.22', vat: '42.15', own: '200.00' },
      ])
      await refused(() => accounts.run(`update public.supplier_invoices set net = 1`), 'Take the worth back first')
      await refused(
        () => accounts.run(`update public.supplier_invoice_items set unit_price = 1`),
        'Take the worth back first',
      )
      await accounts.run(move('approved'))
      expect([await said('suppliers'), await said('costs'), await said('vat_due')]).toEqual([
        '-585.55',
        '585.55',
        '-105.38',
      ])
      expect(
        await accounts.value(
          `select count(*)::int from public.closing_checks('2026-11-29') where part = 'foreign_bills'`,
        ),
      ).toBe(0)
      await refused(() => accounts.run(worth('600.00')), approved)
    })
  })

  test('has its own amounts again when the worth is taken back', async () => {
    await inPounds(async ({ accounts }) => {
      await accounts.run(worth('585.55'))
      await accounts.run(worth('null'))
      expect(
        await accounts.one(`select v.currency, v.net::text, v.paper_currency as own, (select string_agg(i.net::text || ' ' || i.unit_price::text, ', ' order by i.position)
          from public.supplier_invoice_items i) as lines from public.supplier_invoices v`),
      ).toEqual({ currency: 'GBP', net: '500.00', own: null, lines: '300.00 100.0000, 200.00 200.0000' })
    })
  })

  test('is paid in its own currency; what that cost more or less than its worth is a loss or gain', async () => {
    await inPounds(async ({ accounts, server }, refused, said) => {
      await accounts.run(worth('585.55'))
      await accounts.run(move('approved'))
      await refused(() => accounts.run(payPounds(500, 'null')), 'Please say what the payment cost in EUR')
      await refused(() => accounts.run(payPounds(501, 590)), 'Only £500.00 is still to be paid')
      await accounts.run(payPounds(200, 240))
      await accounts.run(payPounds(200, 240))
      expect(
        await accounts.one(
          `select amount::text, exchange::text, paper_amount::text as own from public.supplier_payments`,
        ),
      ).toEqual({ amount: '234.22', exchange: '5.78', own: '200.00' })
      await accounts.run(payPounds(300, 340, 2))
      expect([
        await said('suppliers'),
        await said('money'),
        await said('exchange_losses'),
        await said('exchange_gains'),
      ]).toEqual(['0.00', '-580.00', '5.78', '-11.33'])
      expect(await accounts.value(`select status || ' ' || open::text from public.supplier_invoices`)).toBe('paid 0.00')
      await server.run(
        `select private.reverse_supplier_payment('e2000000-0000-4000-a000-000000000002', 'Twice', '2026-11-21')`,
      )
      expect([await said('suppliers'), await said('money'), await said('exchange_gains')]).toEqual([
        '-351.33',
        '-240.00',
        '0.00',
      ])
    })
  })

  test('that was approved and paid before worths were known takes them with its payments', async () => {
    await inPounds(async ({ accounts, server }, refused, said) => {
      await server.run(`set local session_replication_role = replica`)
      await server.run(`update public.supplier_invoices set status = 'paid', paid = 500`)
      await server.run(
        `insert into public.supplier_payments (supplier_invoice_id, amount, paid_on, method) values ('${id}', 500, '2026-11-20', 'bank')`,
      )
      await server.run(`set local session_replication_role = origin`)
      expect(await said('money')).toBe('0')
      await accounts.run(worth('585.55'))
      expect([await said('suppliers'), await said('money')]).toEqual(['0.00', '-585.55'])
      await refused(() => accounts.run(`update public.supplier_payments set paper_amount = 1`), 'denied')
    })
  })
})
