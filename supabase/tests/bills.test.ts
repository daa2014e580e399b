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
    await tx.exec(
      `insert into public.vat_rates (code, label, rate) values ('b18', 'Bill 18 %', 18), ('b7', 'Bill 7 %', 7)`,
    )
    await work(await tradeIn(tx), async (trying, words) => {
      await tx.exec('savepoint before')
      await expect(trying()).rejects.toThrow(words)
      await tx.exec('rollback to savepoint before')
    })
  })

const id = (n: number) => `e1000000-0000-4000-a000-00000000000${n}`
const account = 'e3000000-0000-4000-a000-000000000001'
type Head = { number: string; net?: string; vat?: string; day?: string; more?: object; lines?: object[] }
const enter = (n: number, { number, net = '100.00', vat = '18.00', day = '2026-11-01', more = {}, lines = [] }: Head) =>
  `select public.enter_supplier_invoice('${id(n)}', '${JSON.stringify({
    supplier_id: row.business,
    supplier_number: number,
    invoice_date: day,
    net,
    vat,
    ...more,
  })}', '${JSON.stringify(lines)}')`
const approve = (n: number) => `update public.supplier_invoices set status = 'approved' where id = '${id(n)}'`
const line = (net: string, vat_rate: string, more = {}) => ({
  description: 'Foamex',
  qty: '1',
  unit_price: net,
  vat_rate,
  ...more,
})
const linesOf = (n: number) =>
  `select description, net::text, vat_rate::text as rate, vat::text from public.supplier_invoice_items
    where supplier_invoice_id = '${id(n)}' order by position`

test('an account on a bill that is none of its supplier’s is doubted, with the end of the known one, and so is one that was just put on the card', async () => {
  await inTrade(async ({ accounts, server }) => {
    const [known, other] = ['MT84MALT011000012345MTLCAST001S', 'DE89370400440532013000']
    const doubt = (iban: string) => accounts.value(`select public.account_doubt('${row.business}', '${iban}')`)
    const ask = ' Ask the supplier on a telephone number that you know before you approve it.'
    expect(await doubt(other)).toBeNull()
    await server.run(
      `insert into public.contact_bank_accounts (contact_id, holder, iban, is_default) values ('${row.business}', 'Sheets', '${known}', true)`,
    )
    expect([await doubt('mt84 malt 0110 0001 2345 MTLC AST0 01S'), await doubt('')]).toEqual([null, null])
    expect(await doubt(other)).toBe(`It is none of the accounts on the card of the supplier (… 001S).${ask}`)
    await accounts.run(
      `insert into public.contact_bank_accounts (contact_id, holder, iban) values ('${row.business}', 'Sheets', '${other}')`,
    )
    expect(await doubt(other)).toBe(
      `A colleague entered this account on the card of the supplier within thirty days, and nothing was paid to it yet.${ask}`,
    )
  })
})

describe('a bill that is there already', () => {
  test.each(['E3-100', 'e3 100', 'E3/100', ' E3 – 100', 'E 3-100', '“E3.100”'])(
    'is refused when its number is written %s',
    async (written) => {
      await inTrade(async ({ accounts }, refused) => {
        await accounts.run(enter(1, { number: 'E3-100' }))
        const other = { number: written, net: '7.00', vat: '1.26', day: '2026-11-09' }
        await refused(
          () => accounts.run(enter(2, other)),
          'There is an invoice of this supplier with this number already',
        )
        await refused(
          () =>
            accounts.run(`insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, net, vat)
              values ('${id(2)}', '${row.business}', '${written}', '2026-11-09', 7, 1.26)`),
          'supplier_invoices_once_a_supplier',
        )
      })
    },
  )

  test('is another one where the digits are grouped in another way', async () => {
    await inTrade(async ({ accounts }) => {
      await accounts.run(enter(1, { number: '1-10' }))
      await accounts.run(enter(2, { number: '11-0', net: '7.00', vat: '1.26' }))
      expect(await accounts.value(`select count(*)::int from public.supplier_invoices`)).toBe(2)
    })
  })

  test('asks why it is another one when supplier, date and total agree, whatever the number', async () => {
    await inTrade(async ({ accounts }, refused) => {
      await accounts.run(enter(1, { number: 'E3-100' }))
      const words = 'E3-100 of this supplier has the same date and the same total'
      await refused(() => accounts.run(enter(2, { number: 'Delivery 9', net: '118.00', vat: '0.00' })), words)
      await refused(() => accounts.run(enter(2, { number: 'Delivery 9', more: { another_bill_reason: '  ' } })), words)
      await accounts.run(enter(2, { number: 'Delivery 9', more: { another_bill_reason: 'Two deliveries that day' } }))
      await accounts.run(enter(3, { number: 'Delivery 10', day: '2026-11-02' }))
      await refused(
        () => accounts.run(`update public.supplier_invoices set invoice_date = '2026-11-01' where id = '${id(3)}'`),
        'of this supplier has the same date and the same total',
      )
      await accounts.run(`update public.supplier_invoices set note = 'Called them' where id = '${id(2)}'`)
    })
  })

  test('is told before it is saved, with the other one and the nearest rates', async () => {
    await inTrade(async ({ accounts, sales, server }, refused) => {
      await accounts.run(enter(1, { number: 'E3-100' }))
      const ask = (number: string, net: string, vat: string, except = 'null') =>
        `select public.bill_questions('${row.business}', '${number}', '2026-11-01', ${net}, ${vat}, ${except}) as said`
      expect(await accounts.value(ask('e3 100', '100', '18'))).toMatchObject({
        same_number: { id: id(1), number: 'E3-100' },
        vat: null,
      })
      expect(await accounts.value(ask('X', '100', '18'))).toMatchObject({
        same_number: null,
        same_total: { id: id(1), number: 'E3-100' },
      })
      expect(await accounts.value(ask('X', '100', '11'))).toMatchObject({
        vat: 'VAT of €11.00 is no rate of €100.00: 7 % would be €7.00, 18 % would be €18.00.',
        vat_as: '11.00 of 100.00',
      })
      await server.run(`insert into public.vat_rates (code, label, rate) values ('b0', 'Bill 0 %', 0)`)
      // No VAT is no rate to be proposed, however near it is.
      expect(await accounts.value(ask('X', '100', '2'))).toMatchObject({
        vat: 'VAT of €2.00 is no rate of €100.00: 7 % would be €7.00, 18 % would be €18.00.',
      })
      expect(await accounts.value(ask('X', '1492.50', '268.60'))).toMatchObject({
        vat: 'VAT of €268.60 is no rate of €1,492.50: 7 % would be €104.47, 18 % would be €268.65.',
      })
      expect(await accounts.value(ask('E3-100', '100', '18', `'${id(1)}'`))).toMatchObject({
        same_number: null,
        same_total: null,
      })
      await refused(() => sales.run(ask('X', '1', '1')), 'You may not see invoices of suppliers')
    })
  })
})

describe('VAT of a bill', () => {
  test('that is no rate of the net is asked for, and saved after it was confirmed as it is', async () => {
    await inTrade(async ({ accounts }, refused) => {
      const odd = (more = {}) => enter(1, { number: 'V-1', vat: '11.00', more })
      const words = 'VAT of €11.00 is no rate of €100.00: 7 % would be €7.00, 18 % would be €18.00.'
      await refused(() => accounts.run(odd()), words)
      await refused(() => accounts.run(odd({ vat_confirmed_as: '11.00 of 99.00' })), words)
      await accounts.run(odd({ vat_confirmed_as: '11.00 of 100.00' }))
      await refused(
        () => accounts.run(`update public.supplier_invoices set net = 101 where id = '${id(1)}'`),
        'VAT of €11.00 is no rate of €101.00',
      )
      expect(await accounts.rows(linesOf(1))).toEqual([
        { description: 'Invoice V-1', net: '100.00', rate: '11.0000', vat: '11.00' },
      ])
    })
  })

  test.each([
    ['10.05', '1.80'],
    ['10.05', '1.81'],
    ['10.05', '0.00'],
  ])('of %s may be %s: rounded down, to the nearest, or none', async (net, vat) => {
    await inTrade(async ({ accounts }) => {
      await accounts.run(enter(1, { number: 'V-1', net, vat }))
      await accounts.run(approve(1))
    })
  })

  test('of several rates needs no question where the lines of the file say them', async () => {
    await inTrade(async ({ accounts }) => {
      const lines = [line('60.00', '18'), line('40.00', '5')]
      await accounts.run(enter(1, { number: 'V-1', vat: '12.80', lines }))
      await accounts.run(approve(1))
      expect(await accounts.rows(linesOf(1))).toEqual([
        { description: 'Foamex', net: '60.00', rate: '18.0000', vat: '10.80' },
        { description: 'Foamex', net: '40.00', rate: '5.0000', vat: '2.00' },
      ])
    })
  })
})

describe('the lines of a bill', () => {
  test('come to its net and its VAT before it is approved', async () => {
    await inTrade(async ({ accounts }, refused) => {
      await accounts.run(enter(1, { number: 'L-1', lines: [line('60.00', '18'), line('30.00', '18')] }))
      await refused(() => accounts.run(approve(1)), 'The lines come to €90.00 net, the invoice to €100.00')
      await accounts.run(`insert into public.supplier_invoice_items (supplier_invoice_id, position, description, unit_price, vat_rate)
        values ('${id(1)}', 'a9', 'Freight', 10, 0)`)
      await refused(
        () => accounts.run(approve(1)),
        'The VAT of the lines comes to €16.20, that of the invoice to €18.00',
      )
      await accounts.run(`update public.supplier_invoice_items set vat_rate = 18 where description = 'Freight'`)
      await accounts.run(approve(1))
      await refused(
        () => accounts.run(`update public.supplier_invoice_items set vat = 0 where supplier_invoice_id = '${id(1)}'`),
        'This invoice is approved: its lines stay as they are',
      )
    })
  })

  test('bear the cents by which the paper rounds in another way', async () => {
    await inTrade(async ({ accounts }) => {
      await accounts.run(
        enter(1, { number: 'L-1', net: '20.10', vat: '3.62', lines: [line('10.05', '18'), line('10.05', '18')] }),
      )
      await accounts.run(approve(1))
      expect(await accounts.value(`select sum(vat)::text from public.supplier_invoice_items`)).toBe('3.62')
    })
  })

  test('keep the net of the paper where it is not quantity × price, until one of these changes', async () => {
    await inTrade(async ({ accounts }) => {
      const lines = [line('52.00', '18', { qty: '2', net: '100.00' })]
      await accounts.run(enter(1, { number: 'L-1', lines }))
      const net = () => accounts.value(`select net::text || ' ' || vat::text from public.supplier_invoice_items`)
      expect(await net()).toBe('100.00 18.00')
      await accounts.run(`update public.supplier_invoice_items set description = 'Foamex 5 mm'`)
      expect(await net()).toBe('100.00 18.00')
      await accounts.run(`update public.supplier_invoice_items set qty = 3`)
      expect(await net()).toBe('156.00 28.08')
    })
  })

  test('are one where a bill without lines is approved', async () => {
    await inTrade(async ({ accounts }) => {
      await accounts.run(`insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, net, vat)
        values ('${id(1)}', '${row.business}', 'L-1', '2026-11-01', 200, 36)`)
      await accounts.run(approve(1))
      expect(await accounts.rows(linesOf(1))).toEqual([
        { description: 'Invoice L-1', net: '200.00', rate: '18.0000', vat: '36.00' },
      ])
    })
  })

  test('have a cost account, also after the approval, none that is archived; it stays while it is used', async () => {
    await inTrade(async ({ accounts, sales }, refused) => {
      await accounts.run(`insert into public.cost_accounts (id, code, name) values ('${account}', '77', 'Films')`)
      await accounts.run(enter(1, { number: 'L-1', more: { cost_account_id: account } }))
      await accounts.run(approve(1))
      await accounts.run(`insert into public.cost_accounts (id, code, name, archived)
        values ('e3000000-0000-4000-a000-000000000002', '78', 'Old', true)`)
      const to = (key: string) => `update public.supplier_invoice_items set cost_account_id = ${key}`
      await accounts.run(to('null'))
      await accounts.run(to(`'${account}'`))
      await refused(() => accounts.run(to(`'e3000000-0000-4000-a000-000000000002'`)), 'This cost account is archived')
      await refused(
        () => accounts.run(`delete from public.cost_accounts where id = '${account}'`),
        'cost_account_id_fkey',
      )
      await refused(
        () => accounts.run(`insert into public.cost_accounts (code, name) values (' 77', 'Again')`),
        'cost_accounts_code',
      )
      await refused(
        () => sales.run(`insert into public.cost_accounts (code, name) values ('79', 'X')`),
        'row-level security',
      )
    })
  })

  test('stand in the ledger of purchases with their account, and what is on no line beside them', async () => {
    await inTrade(async ({ accounts }) => {
      await accounts.run(`insert into public.cost_accounts (id, code, name) values ('${account}', '77', 'Films')`)
      const lines = [line('60.00', '18', { cost_account_id: account }), line('30.00', '0')]
      await accounts.run(enter(1, { number: 'L-1', vat: '18.00', lines }))
      expect(
        await accounts.rows(
          `select number, description, cost_account, vat_rate, net, vat from public.ledger('purchases', '2026-11-01', '2026-11-01')`,
        ),
      ).toEqual([
        { number: 'L-1', description: 'Foamex', cost_account: '77 Films', vat_rate: '18', net: '60.00', vat: '10.80' },
        { number: 'L-1', description: 'Foamex', cost_account: null, vat_rate: '0', net: '30.00', vat: '0.00' },
        { number: 'L-1', description: 'On no line', cost_account: null, vat_rate: null, net: '10.00', vat: '7.20' },
      ])
    })
  })
})

test('the page of VAT has a bill by the rates of its lines, as the journal has, and what is on no line', async () => {
  await inTrade(async ({ accounts, server }) => {
    await accounts.run(
      enter(1, { number: 'M-1', net: '100.00', vat: '14.70', lines: [line('70.00', '18'), line('30.00', '7')] }),
    )
    await server.run(`update public.supplier_invoices set net = 110, vat = 14.70 where id = '${id(1)}'`)
    expect(
      await server.rows(`select name, private.amount_text(amount) as net, private.amount_text(other) as vat
        from private.analytics_rows('vat', '2026-11-01', '2026-11-01') where id = '${id(1)}' order by name`),
    ).toEqual([
      { name: '18 %', net: '70.00', vat: '12.60' },
      { name: '7 %', net: '30.00', vat: '2.10' },
      { name: 'on no line', net: '10.00', vat: '0.00' },
    ])
    expect(
      await server.rows(`select trim_scale(vat_rate)::text as rate, private.amount_text(amount) as vat
        from private.journal_lines('2026-11-01', '2026-11-01') where id = '${id(1)}' and part = 'vat_purchases' order by vat_rate desc`),
    ).toEqual([
      { rate: '18', vat: '12.60' },
      { rate: '7', vat: '2.10' },
    ])
  })
})

test('a stored bill whose lines come to its VAT by rates of the company, or whose VAT somebody confirmed, is not asked about', async () => {
  await inTrade(async ({ accounts, server }) => {
    const said = (n: number, net: string, vat: string) =>
      accounts.value<string | null>(
        `select public.bill_questions('${row.business}', 'T-${n}', '2026-11-01', ${net}, ${vat}, '${id(n)}') ->> 'vat'`,
      )
    await accounts.run(
      enter(1, { number: 'T-1', net: '230.00', vat: '38.10', lines: [line('200.00', '18'), line('30.00', '7')] }),
    )
    await server.run(`update public.supplier_invoices set vat_confirmed_as = null where id = '${id(1)}'`)
    expect(await said(1, '230', '38.10')).toBeNull()
    expect(await said(1, '230', '39.10')).toMatch(/^VAT of €39.10 is no rate of €230.00/)
    const odd = { net: '100.00', vat: '11.00', more: { vat_confirmed_as: '11.00 of 100.00' } }
    await accounts.run(enter(2, { number: 'T-2', ...odd, lines: [line('100.00', '11')] }))
    expect(await said(2, '100', '11')).toBeNull()
    await server.run(`update public.supplier_invoices set vat_confirmed_as = null where id = '${id(2)}'`)
    expect(await said(2, '100', '11')).toMatch(/^VAT of €11.00 is no rate of €100.00/)
  })
})
