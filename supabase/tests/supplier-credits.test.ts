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
const id = (n: number) => `e1000000-0000-4000-a000-00000000000${n}`
const pair = 'e5000000-0000-4000-a000-000000000001'
const today = `(now() at time zone 'Europe/Malta')::date`
/** Bill 1 of 118.00, bill 2 of 236.00 with 2 % for paying early, and what is chosen of credit notes. */
const inTrade = (work: (trade: Trade, refused: Refused) => Promise<void>) =>
  undone(engine, async (tx) => {
    await tx.exec(`insert into public.vat_rates (code, label, rate) values ('b18', 'Bill 18 %', 18);
      update public.company_settings set iban = 'DE89370400440532013000', bic = null;
      insert into public.contact_bank_accounts (contact_id, holder, iban, is_default)
        values ('${row.business}', 'Sheets', 'MT84MALT011000012345MTLCAST001S', true);
      insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, net, vat, discount_pct, discount_until)
        values ('${id(1)}', '${row.business}', 'A-1', private.company_today() - 20, private.company_today(), 100, 18, null, null),
          ('${id(2)}', '${row.business}', 'A-2', private.company_today() - 5, private.company_today() + 1, 200, 36, 2, private.company_today() + 3)`)
    await work(await tradeIn(tx), async (trying, words) => {
      await tx.exec('savepoint before')
      await expect(trying()).rejects.toThrow(words)
      await tx.exec('rollback to savepoint before')
    })
  })

const credit = (n: number, net: string, vat: string, more: object = {}, lines: object[] = []) =>
  `select public.enter_supplier_invoice('${id(n)}', '${JSON.stringify({
    supplier_id: row.business,
    supplier_number: `CN-${n}`,
    invoice_date: '2026-11-01',
    net,
    vat,
    ...more,
  })}', '${JSON.stringify(lines)}')`
const approve = (...numbers: number[]) =>
  `update public.supplier_invoices set status = 'approved' where id in (${numbers.map((n) => `'${id(n)}'`).join(', ')})`
const use = (amount: string, of = 3, from = 1, key = pair) =>
  `select public.use_supplier_credit('${key}', '${id(of)}', '${id(from)}', ${amount})`
const stands = (...numbers: number[]) =>
  `select supplier_number as number, status, open::text from public.supplier_invoices
    where id in (${numbers.map((n) => `'${id(n)}'`).join(', ')}) order by id`
/** Journal, open items and ledger differences of the supplier, by the server. */
const books = async ({ server }: Trade) => ({
  journal:
    await server.value(`select private.amount_text(coalesce(sum(amount), 0)) from private.journal_lines('2000-01-01', '2100-01-01')
    where contact_id = '${row.business}' and part = 'suppliers'`),
  open: await server.value(
    `select private.amount_text(coalesce(sum(open), 0)) from private.open_items('2100-01-01') where side = 'suppliers' and contact_id = '${row.business}'`,
  ),
  balanced:
    await server.value(`select count(*)::int from (select 1 from private.journal_lines('2000-01-01', '2100-01-01')
    group by entry_id having sum(amount) <> 0) as x`),
  differences: await server.value(`select count(*)::int from private.ledger_differences('2100-01-01')`),
})

describe('a credit note of a supplier', () => {
  test('takes its amount off costs and VAT by its lines, and the supplier owes it', async () => {
    await inTrade(async (trade) => {
      const { accounts, server } = trade
      await accounts.run(
        credit(3, '-30.00', '-5.40', { credited_number: 'A-1' }, [
          { description: 'Returned', qty: '-3', unit_price: '10', vat_rate: '18', net: '-30.00' },
        ]),
      )
      await accounts.run(credit(4, '-10.00', '-1.80'))
      expect(
        await accounts.rows(
          `select number, kind from public.ledger('purchases', '2026-11-01', '2026-11-01') where number like 'CN-%'`,
        ),
      ).toEqual([
        { number: 'CN-3', kind: 'supplier credit note' },
        { number: 'CN-4', kind: 'supplier credit note' },
      ])
      expect(
        await accounts.rows(`select description, qty::text, net::text, vat::text from public.supplier_invoice_items
          where supplier_invoice_id in ('${id(3)}', '${id(4)}') order by supplier_invoice_id`),
      ).toEqual([
        { description: 'Returned', qty: '-3.0000', net: '-30.00', vat: '-5.40' },
        { description: 'Credit note CN-4', qty: '-1.0000', net: '-10.00', vat: '-1.80' },
      ])
      expect(
        await server.rows(`select part, private.amount_text(sum(amount)) as amount from private.journal_lines('2000-01-01', '2100-01-01')
          where id = '${id(3)}' group by 1 order by 1`),
      ).toEqual([
        { part: 'costs', amount: '-30.00' },
        { part: 'suppliers', amount: '35.40' },
        { part: 'vat_purchases', amount: '-5.40' },
      ])
      expect(
        await accounts.rows(
          `select net, vat from public.ledger('purchases', '2026-11-01', '2026-11-01') where number = 'CN-3'`,
        ),
      ).toEqual([{ net: '-30.00', vat: '-5.40' }])
      expect(
        await accounts.one(
          `select balance, credit from public.personal_balances(${today}, 'suppliers') where contact_id = '${row.business}'`,
        ),
      ).toEqual({ balance: '-306.80', credit: '47.20' })
      expect(await books(trade)).toEqual({ journal: '-306.80', open: '-306.80', balanced: 0, differences: 0 })
    })
  })

  test('is deducted from the invoice that it names once both are approved, whichever is last', async () => {
    await inTrade(async (trade) => {
      const { accounts } = trade
      await accounts.run(credit(3, '-30.00', '-5.40', { credited_number: 'a 1' }))
      await accounts.run(credit(4, '-10.00', '-1.80', { credited_number: 'A-2' }))
      await accounts.run(approve(3, 2))
      expect(await accounts.rows(stands(1, 2, 3, 4))).toEqual([
        { number: 'A-1', status: 'received', open: '118.00' },
        { number: 'A-2', status: 'approved', open: '236.00' },
        { number: 'CN-3', status: 'approved', open: '-35.40' },
        { number: 'CN-4', status: 'received', open: '-11.80' },
      ])
      await accounts.run(approve(1))
      await accounts.run(approve(4))
      expect(await accounts.rows(stands(1, 2, 3, 4))).toEqual([
        { number: 'A-1', status: 'part_paid', open: '82.60' },
        { number: 'A-2', status: 'part_paid', open: '224.20' },
        { number: 'CN-3', status: 'paid', open: '0.00' },
        { number: 'CN-4', status: 'paid', open: '0.00' },
      ])
      // 2 % of what the credit note left.
      expect(
        await accounts.rows(
          `select supplier_number as number, amount, discount from public.payment_candidates(${today})`,
        ),
      ).toEqual([
        { number: 'A-1', amount: '82.60', discount: '0.00' },
        { number: 'A-2', amount: '219.72', discount: '4.48' },
      ])
      expect(await books(trade)).toEqual({ journal: '-306.80', open: '-306.80', balanced: 0, differences: 0 })
    })
  })

  test('is deducted by hand, once for a repeated call, never beyond either side, and taken back', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts, sales } = trade
      await accounts.run(credit(3, '-30.00', '-5.40'))
      await accounts.run(approve(1))
      await refused(() => accounts.run(use('10')), 'Please approve this credit note before it is used')
      await accounts.run(approve(3))
      await refused(() => sales.run(use('10')), 'You may not record payments')
      await refused(
        () => accounts.run(use('35.41')),
        'The credit note has €35.40 left, and €118.00 of the invoice is open',
      )
      await refused(() => accounts.run(use('1', 1, 3)), 'A credit note is deducted from an invoice')
      await accounts.run(use('10'))
      await accounts.run(use('10'))
      await refused(() => accounts.run(use('11')), 'This deduction was for something else')
      expect(await accounts.rows(stands(1, 3))).toEqual([
        { number: 'A-1', status: 'part_paid', open: '108.00' },
        { number: 'CN-3', status: 'part_paid', open: '-25.40' },
      ])
      await refused(() => accounts.run(`select public.take_back_supplier_credit('${pair}', ' ')`), 'Please say why')
      for (const _ of [1, 2]) await accounts.run(`select public.take_back_supplier_credit('${pair}', 'Wrong bill')`)
      expect(await accounts.rows(stands(1, 3))).toEqual([
        { number: 'A-1', status: 'approved', open: '118.00' },
        { number: 'CN-3', status: 'approved', open: '-35.40' },
      ])
      expect(await books(trade)).toEqual({ journal: '-318.60', open: '-318.60', balanced: 0, differences: 0 })
    })
  })

  test('is deducted in a payment run from the bills of its supplier, and the transfer names it', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts } = trade
      await accounts.run(credit(3, '-110.00', '-19.80'))
      await accounts.run(approve(1, 2, 3))
      const run = (...numbers: number[]) =>
        `select public.prepare_payment_run('e9000000-0000-4000-a000-000000000001', ${today}, array[${numbers.map((n) => `'${id(n)}'`).join(', ')}]::uuid[])`
      expect(
        await accounts.rows(
          `select supplier_number as number, amount, is_suggested, is_credit from public.payment_candidates(${today}) where is_credit`,
        ),
      ).toEqual([{ number: 'CN-3', amount: '-129.80', is_suggested: true, is_credit: true }])
      await refused(() => accounts.run(run(1, 3)), 'Credit notes cover these invoices')
      await accounts.run(run(1, 2, 3))
      expect(
        await accounts.rows(
          `select amount::text, discount::text, reference from public.payment_run_items order by end_to_end_id`,
        ),
      ).toEqual([{ amount: '219.48', discount: '4.72', reference: 'A-2 less CN-3' }])
      expect(await accounts.rows(stands(1, 2, 3))).toEqual([
        { number: 'A-1', status: 'paid', open: '0.00' },
        { number: 'A-2', status: 'part_paid', open: '224.20' },
        { number: 'CN-3', status: 'paid', open: '0.00' },
      ])
      await refused(
        () =>
          accounts.run(`select public.take_back_supplier_credit((select pair_id from public.supplier_payments s
          where s.supplier_invoice_id = '${id(2)}' limit 1), 'No')`),
        'This invoice is in payment run',
      )
    })
  })

  test('comes back as money, above zero as it is typed; it is never scheduled and has no discount', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts } = trade
      await accounts.run(credit(3, '-30.00', '-5.40'))
      await refused(
        () =>
          accounts.run(
            `update public.supplier_invoices set discount_pct = 2, discount_until = '2027-01-01' where id = '${id(3)}'`,
          ),
        'no_discount_of_a_credit_note',
      )
      await accounts.run(approve(3))
      await refused(
        () =>
          accounts.run(
            `update public.supplier_invoices set status = 'scheduled', scheduled_for = ${today} where id = '${id(3)}'`,
          ),
        'A credit note is not paid',
      )
      await refused(
        () => accounts.run(`select public.pay_supplier_invoice('${id(3)}', 36, 'bank')`),
        'Only €35.40 is still to come back',
      )
      await accounts.run(`select public.pay_supplier_invoice('${id(3)}', 35.40, 'bank')`)
      expect(await accounts.rows(stands(3))).toEqual([{ number: 'CN-3', status: 'paid', open: '0.00' }])
      expect(await books(trade)).toEqual({ journal: '-354.00', open: '-354.00', balanced: 0, differences: 0 })
    })
  })

  test('arrives over the network as one, with the number of the invoice that it credits', async () => {
    await inTrade(async ({ server }) => {
      await server.run(`update public.contacts set vat_number = 'MT12345678' where id = '${row.business}'`)
      const read = {
        readFrom: 'ubl', supplierVat: 'MT12345678', supplierName: 'Sheets', number: 'CN-9', invoiceDate: '2026-11-02', currency: 'EUR',
        net: '-30.00', vat: '-5.40', credits: 'A-1',
        lines: [{ description: 'Returned', qty: '-3', unit_price: '10', vat_rate: '18', net: '-30.00' }],
      } // oxfmt-ignore
      await server.run(`select private.take_network_message('${id(9)}', 'm-9', '9943:mt1', '${id(9)}/invoice.xml', '${id(9)}/invoice.xml',
        '${JSON.stringify(read)}', null)`)
      expect(
        await server.one(
          `select gross::text, credited_number, is_credit from public.supplier_invoices where id = '${id(9)}'`,
        ),
      ).toEqual({ gross: '-35.40', credited_number: 'A-1', is_credit: true })
      expect(
        await server.value(
          `select count(*)::int from public.notifications where title = 'A credit note of Sheets came over the network'`,
        ),
      ).toBeGreaterThan(0)
    })
  })
})
