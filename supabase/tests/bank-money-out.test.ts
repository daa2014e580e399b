import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { tradeIn, type Trade, type Worker } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const own = 'DE89370400440532013000'
const theirs = 'MT84MALT011000012345MTLCAST001S'
const today = `(now() at time zone 'Europe/Malta')::date`
const run = 'e9000000-0000-4000-a000-000000000001'
const invoice = (n: number) => `e1000000-0000-4000-a000-00000000000${n}`

type Refused = (trying: () => Promise<unknown>, words: string) => Promise<void>
type Out = Record<string, string | null>
type Debits = Trade & {
  refused: Refused
  /** Imports debits of today and returns their ids, in order. */
  debits: (...entries: Out[]) => Promise<string[]>
}

/**
 * A supplier with a known account, approved invoices of 118.00 and 236.00 (2 % early-payment discount), and one that is
 * not approved.
 */
const withDebits = (work: (debits: Debits) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    await tx.exec(`
      update public.company_settings set iban = '${own}', bic = null;
      insert into public.contact_bank_accounts (contact_id, holder, iban, is_default) values ('${row.business}', 'Sheets', '${theirs}', true);
      insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, net, vat, discount_pct, discount_until)
        values ('${invoice(1)}', '${row.business}', 'PS-1001', private.company_today() - 20, private.company_today(), 100, 18, null, null),
          ('${invoice(2)}', '${row.business}', 'PS-1002', private.company_today() - 5, private.company_today() + 60, 200, 36, 2, private.company_today() + 3),
          ('${invoice(3)}', '${row.business}', 'PS-1003', private.company_today() - 2, private.company_today() + 60, 50, 9, null, null);
      update public.supplier_invoices set status = 'approved' where id <> '${invoice(3)}'`)
    const day = await trade.server.value<string>(`select ${today}::text`)
    await work({
      ...trade,
      refused: async (trying, words) => {
        await tx.exec('savepoint before')
        await expect(trying()).rejects.toThrow(words)
        await tx.exec('rollback to savepoint before')
      },
      debits: async (...entries) => {
        const all = entries.map((entry) => ({
          booked_on: day,
          direction: 'out',
          currency: 'EUR',
          party_name: 'Somebody Else',
          ...entry,
        }))
        const id = await trade.accounts.value<{ id: string }>(
          `select public.import_bank_file(null, '{"file_name": "out.xml", "format": "camt"}', '${JSON.stringify(all)}')`,
        )
        const found = await trade.accounts.rows<{ id: string }>(
          `select id from public.bank_entries where import_id = '${id.id}' order by position`,
        )
        return found.map((one) => one.id)
      },
    })
  })

type Match = {
  kind: string
  name: string
  is_sure: boolean
  reasons: string[]
  obstacle?: string
  parts?: { number: string; amount: string; discount?: string }[]
}
const matchesOf = (by: Worker, id: string) =>
  by.value<Match[]>(`select matches from public.bank_suggestions(array['${id}']::uuid[])`)
const confirm = (by: Worker, id: string, choice: object) =>
  by.run(`select public.confirm_bank_payout('${id}', '${JSON.stringify(choice)}')`)
const sure = (by: Worker, ...ids: string[]) =>
  by.value(`select public.confirm_sure_entries(array[${ids.map((id) => `'${id}'`).join(', ')}]::uuid[])`)
const undo = (by: Worker, id: string) => by.run(`select public.undo_bank_entry('${id}', 'Of another supplier')`)
const owed = (by: Worker, n: number) =>
  by.one(
    `select status, paid::text, discount_taken::text as off, open::text from public.supplier_invoices where id = '${invoice(n)}'`,
  )

async function exported({ accounts, as }: Trade, numbers = [1, 2]) {
  await accounts.run(
    `select public.prepare_payment_run('${run}', ${today}, array[${numbers.map((n) => `'${invoice(n)}'`).join(', ')}]::uuid[])`,
  )
  await as('admin').run(
    `select public.approve_payment_run('${run}', (select row_version from public.payment_runs where id = '${run}'))`,
  )
  const { number, payments } = await accounts.value<{ number: string; payments: { end_to_end_id: string }[] }>(
    `select public.export_payment_run('${run}')`,
  )
  return { number, ends: payments.map(({ end_to_end_id }) => end_to_end_id) }
}

describe('money out', () => {
  test('the number of a supplier’s invoice, or its account with the exact amount, is sure; a part and the amount alone are not', async () => {
    await withDebits(async ({ accounts, debits }) => {
      const [named, account, part, alone] = await debits(
        { amount: '118.00', remittance: 'ps 1001 thank you' },
        { amount: '236.00', party_iban: theirs },
        { amount: '50.00', remittance: 'PS-1001' },
        { amount: '118.00', bank_reference: 'B' },
      )
      const [best] = await matchesOf(accounts, named!)
      expect(best).toMatchObject({
        kind: 'supplier',
        is_sure: true,
        parts: [{ number: 'PS-1001', amount: '118.00' }],
        reasons: ['The text names PS-1001.', 'The amount is what is open of PS-1001.'],
      })
      expect(await matchesOf(accounts, account!)).toMatchObject([{ is_sure: true, parts: [{ number: 'PS-1002' }] }])
      expect(await matchesOf(accounts, part!)).toMatchObject([{ is_sure: false, parts: [{ amount: '50.00' }] }])
      expect(await matchesOf(accounts, alone!)).toMatchObject([{ is_sure: false }])
    })
  })

  test('what is paid less the discount for paying early settles the invoice; an invoice that is not approved is named and not paid', async () => {
    await withDebits(async ({ accounts, debits, refused }) => {
      const [early, fresh] = await debits(
        { amount: '231.28', remittance: 'PS-1002' },
        { amount: '59.00', remittance: 'PS-1003' },
      )
      expect(await matchesOf(accounts, early!)).toMatchObject([
        { is_sure: true, parts: [{ amount: '231.28', discount: '4.72' }] },
      ])
      expect(await sure(accounts, early!)).toEqual({ confirmed: 1, left: 0, early: 0 })
      expect(await owed(accounts, 2)).toEqual({ status: 'paid', paid: '231.28', off: '4.72', open: '0.00' })
      const [blocked] = await matchesOf(accounts, fresh!)
      expect(blocked).toMatchObject({ is_sure: false, obstacle: 'PS-1003 is not approved yet: approve it first.' })
      await refused(() => confirm(accounts, fresh!, blocked!), 'Please approve PS-1003 before it is paid')
    })
  })

  test('one debit over several invoices is split to the cent, once; more, less and twice are refused', async () => {
    await withDebits(async ({ accounts, sales, as, debits, refused }) => {
      const [id] = await debits({ amount: '300.00' })
      const parts = (one: string, two: string) => ({
        kind: 'supplier',
        parts: [
          { invoice_id: invoice(1), amount: one },
          { invoice_id: invoice(2), amount: two },
        ],
      })
      await refused(() => confirm(sales, id!, parts('118.00', '182.00')), 'You may not confirm')
      await refused(
        () => confirm(accounts, id!, parts('118.00', '181.99')),
        'come to €299.99, and the bank paid €300.00',
      )
      await refused(() => confirm(accounts, id!, parts('118.01', '181.99')), 'Of PS-1001 only €118.00 are open')
      await confirm(accounts, id!, parts('118.00', '182.00'))
      await confirm(accounts, id!, parts('118.00', '182.00'))
      await refused(() => confirm(as('admin'), id!, parts('118.00', '182.00')), 'confirmed this entry already')
      expect([await owed(accounts, 1), await owed(accounts, 2)]).toEqual([
        { status: 'paid', paid: '118.00', off: '0.00', open: '0.00' },
        { status: 'part_paid', paid: '182.00', off: '0.00', open: '54.00' },
      ])
    })
  })

  test('is taken back by records below zero: the invoices are open again and the debit can be matched anew', async () => {
    await withDebits(async ({ accounts, sales, debits, refused }) => {
      const [id] = await debits({ amount: '231.28', remittance: 'PS-1002' })
      await sure(accounts, id!)
      await refused(() => undo(sales, id!), 'You may not')
      await refused(() => accounts.run(`select public.undo_bank_entry('${id}')`), 'Please say why')
      await undo(accounts, id!)
      expect(await owed(accounts, 2)).toEqual({ status: 'approved', paid: '0.00', off: '0.00', open: '236.00' })
      expect(
        await accounts.rows(`select amount::text, discount::text from public.supplier_payments order by amount desc`),
      ).toEqual([
        { amount: '231.28', discount: '4.72' },
        { amount: '-231.28', discount: '-4.72' },
      ])
      expect(await sure(accounts, id!)).toEqual({ confirmed: 1, left: 0, early: 0 })
    })
  })

  test('a transfer that somebody recorded by hand is linked and not paid twice; taking the link back leaves it', async () => {
    await withDebits(async ({ accounts, debits }) => {
      await accounts.run(`select public.pay_supplier_invoice('${invoice(1)}', 118, 'bank')`)
      const [id] = await debits({ amount: '118.00', remittance: 'PS-1001' })
      expect(await matchesOf(accounts, id!)).toMatchObject([{ kind: 'recorded', is_sure: true }])
      await sure(accounts, id!)
      await undo(accounts, id!)
      expect(await owed(accounts, 1)).toMatchObject({ status: 'paid', paid: '118.00' })
      expect(await accounts.value(`select count(*)::int from public.supplier_payments`)).toBe(1)
    })
  })

  test('a payment by hand takes the cash discount that the terms give, in time or where a person says so', async () => {
    await withDebits(async ({ accounts, server, refused }) => {
      const pay = (amount: string, discount: string, day = today) =>
        `select public.pay_supplier_invoice('${invoice(2)}', ${amount}, 'bank', ${day}, p_discount => ${discount})`
      const left = () => accounts.one(`select amount, pays, is_late from public.bill_discount('${invoice(2)}')`)
      expect(await left()).toEqual({ amount: '4.72', pays: '231.28', is_late: false })
      const words = 'With the cash discount of €4.72, €231.28 of PS-1002 are to be paid'
      await refused(() => accounts.run(pay('231.27', '4.73')), words)
      await refused(() => accounts.run(pay('200', '4.72')), words)
      await refused(
        () => accounts.run(pay('115.64', '2.36').replace(invoice(2), invoice(1))),
        'PS-1001 has no cash discount that is left',
      )
      await server.run(`update public.supplier_invoices set discount_until = ${today} - 1 where id = '${invoice(2)}'`)
      expect(await left()).toMatchObject({ is_late: true })
      await server.run(`select set_config('request.headers', '{"x-yes": ""}', true)`)
      await refused(() => accounts.run(pay('231.28', '4.72')), 'The cash discount of PS-1002 ended on')
      await server.run(`select set_config('request.headers', '{"x-yes": "late_discount"}', true)`)
      await accounts.run(pay('231.28', '4.72'))
      expect(await owed(accounts, 2)).toEqual({ status: 'paid', paid: '231.28', off: '4.72', open: '0.00' })
      expect(await accounts.rows(`select amount from public.bill_discount('${invoice(2)}')`)).toEqual([])
    })
  })

  test('a recorded payment belongs to one debit: a second one of the same amount is told so', async () => {
    await withDebits(async ({ accounts, debits, refused }) => {
      await accounts.run(`select public.pay_supplier_invoice('${invoice(1)}', 118, 'bank')`)
      const [one, two] = await debits(
        { amount: '118.00', remittance: 'PS-1001' },
        { amount: '118.00', remittance: 'PS-1001 again' },
      )
      const payment = await accounts.value<string>(`select id from public.supplier_payments`)
      const recorded = { kind: 'recorded', supplier_payment_id: payment }
      await confirm(accounts, one!, recorded)
      await refused(() => confirm(accounts, two!, recorded), 'This payment belongs to another entry already')
      await undo(accounts, one!)
      await confirm(accounts, two!, recorded)
    })
  })
})

describe('a payment run on the bank statement', () => {
  test('whose bill the text names says so before the export, with the way, and after it the debit is its payment', async () => {
    await withDebits(async (trade) => {
      const { accounts, debits, refused } = trade
      const bills = `array['${invoice(1)}', '${invoice(2)}']::uuid[]`
      await accounts.run(`select public.prepare_payment_run('${run}', ${today}, ${bills})`)
      const [id, discounted] = await debits(
        { amount: '118.00', remittance: 'PS-1001' },
        { amount: '231.28', remittance: 'PS-1002' },
      )
      const number = await accounts.value<string>(`select run_number from public.payment_runs`)
      const [waits] = await matchesOf(accounts, id!)
      expect(waits).toMatchObject({
        kind: 'supplier',
        run_id: run,
        is_sure: false,
        parts: [{ number: 'PS-1001', amount: '118.00' }],
        obstacle: `PS-1001 is in ${number}. If the bank paid it already, take it out there, then book this.`,
      })
      expect(await matchesOf(accounts, discounted!)).toMatchObject([{ run_id: run, is_sure: false }])
      await refused(() => confirm(accounts, id!, waits!), `PS-1001 is in ${number}.`)
      await trade
        .as('admin')
        .run(
          `select public.approve_payment_run('${run}', (select row_version from public.payment_runs where id = '${run}'))`,
        )
      await accounts.run(`select public.export_payment_run('${run}')`)
      expect(await matchesOf(accounts, id!)).toMatchObject([
        {
          kind: 'run_payment',
          is_sure: true,
          reasons: ['The text names PS-1001.', 'The amount is that of the payment.'],
        },
      ])
    })
  })

  test('one debit for all of it pays the run; taken back, the run waits for the bank again', async () => {
    await withDebits(async (all) => {
      const { accounts, debits } = all
      const { number } = await exported(all)
      const [id] = await debits({ amount: '349.28', end_to_end: `${number}-0A1B2C3D`, party_name: null })
      expect(await matchesOf(accounts, id!)).toMatchObject([{ kind: 'run', name: number, is_sure: true }])
      await sure(accounts, id!)
      const state = () =>
        accounts.one(
          `select r.status, array_agg(distinct i.status) as items from public.payment_runs r join public.payment_run_items i on i.payment_run_id = r.id group by r.id`,
        )
      expect(await state()).toEqual({ status: 'paid', items: ['paid'] })
      expect(await owed(accounts, 2)).toMatchObject({ status: 'paid', off: '4.72' })
      await undo(accounts, id!)
      expect(await state()).toEqual({ status: 'exported', items: ['open'] })
      expect(await owed(accounts, 2)).toEqual({ status: 'scheduled', paid: '0.00', off: '0.00', open: '236.00' })
    })
  })

  test('one debit for each payment: the run is paid with the last; what the bank paid is not failed and not cancelled', async () => {
    await withDebits(async (all) => {
      const { accounts, debits, refused } = all
      const { ends } = await exported(all)
      const [one, two] = await debits(
        { amount: '118.00', end_to_end: ends[0]! },
        { amount: '231.28', party_iban: theirs },
      )
      expect(await matchesOf(accounts, one!)).toMatchObject([{ kind: 'run_payment', is_sure: true }])
      await sure(accounts, one!)
      expect(await accounts.value(`select status from public.payment_runs`)).toBe('exported')
      await refused(
        () => accounts.run(`select public.cancel_payment_run('${run}', 'No')`),
        'The bank paid a part of this run',
      )
      const item = await accounts.value<string>(`select id from public.payment_run_items where status = 'paid'`)
      await refused(
        () =>
          accounts.run(`select public.settle_payment_run('${run}', ${today}, '[{"id": "${item}", "reason": "x"}]')`),
        'one of these payments arrived',
      )
      await sure(accounts, two!)
      expect(await accounts.value(`select status from public.payment_runs`)).toBe('paid')
      expect(await accounts.value(`select sum(amount)::text from public.supplier_payments`)).toBe('349.28')
    })
  })

  test('a debit that is older than the file of a run is not sure to be its payment, whoever marked the run as paid', async () => {
    await withDebits(async (all) => {
      const { accounts, debits, server } = all
      const { number } = await exported(all, [1])
      const earlier = await server.value<string>(`select (${today} - 2)::text`)
      await accounts.run(`select public.settle_payment_run('${run}', ${today})`)
      const [before, after] = await debits(
        { amount: '118.00', remittance: 'Pays PS-1001', booked_on: earlier },
        { amount: '118.00', party_iban: theirs },
      )
      const doubt = `The bank paid this 2 days before ${number} was exported: was it paid twice?`
      const matches = await matchesOf(accounts, before!)
      expect(matches.map(({ kind, is_sure }) => ({ kind, is_sure }))).toEqual([
        { kind: 'recorded', is_sure: false },
        { kind: 'run', is_sure: false },
      ])
      for (const { reasons } of matches) expect(reasons[0]).toBe(doubt)
      // A payment of a run is not called a payment by hand.
      expect(matches[0]!.reasons[1]).toMatch(new RegExp(`^${number} paid the same amount, marked as paid on `))
      // The debit of the day itself stays sure.
      const [own] = await matchesOf(accounts, after!)
      expect(own).toMatchObject({ kind: 'recorded', is_sure: true })
    })
  })

  test('an invoice of a run is not paid beside it, and a run that was marked as paid is only linked', async () => {
    await withDebits(async (all) => {
      const { accounts, debits, refused, server } = all
      await exported(all)
      const before = (days: number) => server.value<string>(`select (${today} - ${days})::text`)
      const [beside, whole, again, near, far] = await debits(
        { amount: '118.00' },
        { amount: '349.28', bank_reference: '1' },
        { amount: '349.28', bank_reference: '2' },
        { amount: '349.28', bank_reference: '3', booked_on: await before(10) },
        { amount: '349.28', bank_reference: '4', booked_on: await before(11) },
      )
      await refused(
        () => confirm(accounts, beside!, { kind: 'supplier', parts: [{ invoice_id: invoice(1), amount: '118.00' }] }),
        'Please match the debit with the run',
      )
      await accounts.run(`select public.settle_payment_run('${run}', ${today})`)
      const [link] = await matchesOf(accounts, whole!)
      expect(link).toMatchObject({ kind: 'run', is_recorded: true })
      // Its debit is looked for within ten days.
      const kinds = async (id: string) => (await matchesOf(accounts, id)).map(({ kind }) => kind)
      expect([await kinds(near!), await kinds(far!)]).toEqual([['run'], []])
      await confirm(accounts, whole!, link!)
      await refused(() => confirm(accounts, again!, { kind: 'run', run_id: run }), 'belongs to another entry already')
      expect(await accounts.value(`select count(*)::int from public.supplier_payments`)).toBe(2)
    })
  })
})

describe('money out that is no invoice yet', () => {
  test.each([
    ['earlier', '+ 3'],
    ['later', '- 3'],
  ])('a recurring payment whose debit is %s than its day is made once, paid, and goes on', async (_, days) => {
    await withDebits(async ({ accounts, as, server, debits, refused }) => {
      const rule = 'e5000000-0000-4000-a000-000000000001'
      const admin = await as('admin').value<string>(`select auth.uid()`)
      await server.run(`insert into public.recurring_payments (id, direction, contact_id, title, every, starts_on, amount, created_by)
        values ('${rule}', 'out', '${row.business}', 'Workshop rent', 'month', ${today} ${days}, 1850, '${admin}')`)
      const [id, second] = await debits(
        { amount: '1850.00', remittance: 'Workshop rent', party_iban: theirs },
        { amount: '1850.00', remittance: 'Workshop rent again', party_iban: theirs },
      )
      const [match] = await matchesOf(accounts, id!)
      expect(match).toMatchObject({ kind: 'recurring', is_sure: true, title: 'Workshop rent' })
      await confirm(accounts, id!, match!)
      await refused(() => confirm(accounts, second!, match!), 'The next day changed meanwhile')
      expect(
        await accounts.one(`select v.status, v.paid::text, (r.next_on > ${today} ${days} + 20) as moved
          from public.recurring_payments r join public.recurring_periods p on p.recurring_payment_id = r.id
          join public.supplier_invoices v on v.id = p.supplier_invoice_id`),
      ).toEqual({ status: 'paid', paid: '1850.00', moved: true })
      await server.run(`select private.make_recurring()`)
      expect(await accounts.value(`select count(*)::int from public.recurring_periods`)).toBe(1)
    })
  })

  test('a refund is recorded from the client’s credit on the day of the bank, and taken back; a recorded one is linked', async () => {
    await withDebits(async ({ accounts, debits, refused }) => {
      const paid = await accounts.value<string>(
        `select public.record_payment('${row.clientContact}', 80, 'bank', ${today} - 5, 'Twice', null, '[]')`,
      )
      const number = await accounts.value<string>(`select payment_number from public.payments where id = '${paid}'`)
      const state = () =>
        accounts.one(`select status, refunded::text, open::text from public.payments where id = '${paid}'`)
      const [id, more, hand] = await debits(
        { amount: '30.00', remittance: `Refund ${number}` },
        { amount: '60.00', remittance: number },
        { amount: '50.00', remittance: number },
      )
      const [match] = await matchesOf(accounts, id!)
      expect(match).toMatchObject({ kind: 'refund', is_sure: false, payment_number: number })
      await confirm(accounts, id!, match!)
      expect(await state()).toEqual({ status: 'part_refunded', refunded: '30.00', open: '50.00' })
      await refused(
        () => confirm(accounts, more!, { kind: 'refund', payment_id: paid }),
        'Only €50.00 is unused credit',
      )
      await undo(accounts, id!)
      expect(await state()).toEqual({ status: 'succeeded', refunded: '0.00', open: '80.00' })
      await accounts.run(`select public.refund_payment('${paid}', 50, 'Paid twice')`)
      expect(await matchesOf(accounts, hand!)).toMatchObject([
        { kind: 'refund', is_sure: true, refund_id: expect.any(String) },
      ])
      await sure(accounts, hand!)
      expect(await state()).toEqual({ status: 'part_refunded', refunded: '50.00', open: '30.00' })
      expect(
        await accounts.value(
          `select (public.client_statement('${row.clientContact}', '2026-01-01', ${today} + 1) ->> 'closing')`,
        ),
      ).toBe('-30.00')
    })
  })

  test('a fee is set aside with a reason; another currency and money in are not paid out', async () => {
    await withDebits(async ({ accounts, debits, refused }) => {
      const [fee, dollars, income] = await debits(
        { amount: '12.00', remittance: 'Account fee' },
        { amount: '118.00', currency: 'USD', remittance: 'PS-1001' },
        { amount: '118.00', direction: 'in' },
      )
      await refused(() => accounts.run(`select public.ignore_bank_entry('${fee}', '')`), 'Please say why')
      await accounts.run(`select public.ignore_bank_entry('${fee}', 'Account fee')`)
      expect(await matchesOf(accounts, dollars!)).toEqual([])
      const parts = { kind: 'supplier', parts: [{ invoice_id: invoice(1), amount: '118.00' }] }
      await refused(() => confirm(accounts, dollars!, parts), 'in USD')
      await refused(() => confirm(accounts, income!, parts), 'money that came in')
      expect(await accounts.value(`select public.bank_summary() - 'last_day' - 'imports'`)).toEqual({
        open: 1,
        amount: '118.00',
        open_out: 1,
        amount_out: '0.00',
        other: [{ currency: 'USD', direction: 'out', amount: '118.00' }],
      })
    })
  })
})

test('a bill in another currency is paid whole by a debit, whatever it cost, and the rest is a difference by the exchange', async () => {
  await withDebits(async ({ accounts, server, debits, refused }) => {
    await server.run(`insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, currency, net, vat)
      values ('${invoice(4)}', '${row.business}', 'GB-44', private.company_today() - 5, private.company_today() + 5, 'GBP', 120, 0)`)
    await accounts.run(`select public.state_bill_worth('${invoice(4)}', 138)`)
    await server.run(`update public.supplier_invoices set status = 'approved' where id = '${invoice(4)}'`)
    const [said, silent] = await debits(
      { amount: '139.20', remittance: 'GB-44', party_iban: theirs, other_amount: '120.00', other_currency: 'GBP' },
      { amount: '131.00', remittance: 'GB-44 again' },
    )
    const first = async (id: string | undefined) =>
      accounts.one<{ words: string; sure: boolean; cost: string; reason: string }>(
        `select one #>> '{parts,0,own}' as words, one #>> '{parts,0,amount}' as cost, (one ->> 'is_sure')::boolean as sure, one -> 'reasons' ->> -1 as reason
          from public.bank_suggestions('{${id}}') as s cross join lateral (select s.matches -> 0 as one) as m`,
      )
    expect(await first(said)).toEqual({
      words: '£120.00',
      cost: '139.20',
      sure: true,
      reason: 'The bank says £120.00, which is what is open of it.',
    })
    expect(await first(silent)).toMatchObject({
      sure: false,
      reason: 'It cost €7.00 less than it is worth in the books: a gain by the exchange.',
    })
    const pay = (amount: string) =>
      accounts.run(
        `select public.confirm_bank_payout('${said}', '{"kind": "supplier", "parts": [{"invoice_id": "${invoice(4)}", "amount": "${amount}"}]}')`,
      )
    await refused(() => pay('138.00'), 'The invoices come to €138.00, and the bank paid €139.20')
    await pay('139.20')
    expect(
      await accounts.one(
        `select v.status, v.open::text, s.amount::text, s.exchange::text, s.paper_amount::text as own
          from public.supplier_invoices v join public.supplier_payments s on s.supplier_invoice_id = v.id where v.id = '${invoice(4)}'`,
      ),
    ).toEqual({ status: 'paid', open: '0.00', amount: '138.00', exchange: '1.20', own: '120.00' })
    expect(await first(silent)).toMatchObject({ words: null })
  })
})
