import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const ofDay = (day: string) =>
  `select concat_ws(' ', coalesce(box, 'none'), treatment, rate, net, vat) as line from public.vat_boxes('${day}', '${day}')`

/** A German company with a client of this number, and an invoice with these lines: net, rate, treatment. */
const invoiced = (
  number: string,
  lines: readonly (readonly [number, number, string])[],
  check: (lines: string[]) => void,
) =>
  undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await server.run(
      `update public.company_settings set country = 'Germany', vat_number = 'DE136695976', tax_kind = 'vat'`,
    )
    await server.run(
      `update public.contacts set type = 'Business', company = 'Client', vat_number = '${number}' where id = '${row.clientContact}'`,
    )
    const boxes = ofDay(await server.value<string>('select private.company_today()::text'))
    const invoice = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Sign')`)
    await accounts.run(`insert into public.invoice_items (invoice_id, position, description, unit_price, vat_rate, vat_treatment) values
      ${lines.map(([net, rate, treatment], place) => `('${invoice}', 'a${place}', 'Sign', ${net}, ${rate}, '${treatment}')`).join(', ')}`)
    await accounts.value(`select public.issue_invoice('${invoice}')`)
    check((await accounts.rows<{ line: string }>(boxes)).map(({ line }) => line))
  })

test('each treatment has its box of the German return', () =>
  invoiced(
    'ATU12011204',
    [
      [1001, 19, 'standard'],
      [200, 7, 'standard'],
      [300, 0, 'reverse_charge'],
      [400, 0, 'intra_community'],
      [500, 0, 'export'],
      [600, 0, 'outside'],
      [700, 0, 'exempt'],
      [800, 16, 'standard'],
      [900, 0, 'zero'],
    ],
    (lines) =>
      expect(lines).toEqual([
        '21 300.00',
        '35 800.00 128.00',
        '41 400.00',
        '43 500.00',
        '45 600.00',
        '48 700.00',
        '81 1001.00 190.19',
        '86 200.00 14.00',
        '87 900.00',
      ]),
  ))

test('on cash basis a sale counts on the day of its money, by its share, and its VAT waits on an account of its own', () =>
  undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await server.run(
      `update public.company_settings set country = 'Germany', vat_number = 'DE136695976', tax_kind = 'vat'`,
    )
    const today = await server.value<string>('select private.company_today()::text')
    await accounts.run(`update public.hand_over_settings set cash_basis_from = '${today}'::date - 100`)
    const invoice = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Sign')`)
    await accounts.run(`insert into public.invoice_items (invoice_id, position, description, unit_price, vat_rate) values
      ('${invoice}', 'a0', 'Sign', 100, 19), ('${invoice}', 'a1', 'Book', 50, 7)`)
    await accounts.value(`select public.issue_invoice('${invoice}')`)
    await server.run(`set local session_replication_role = replica`)
    await server.run(`update public.invoices set issue_date = '${today}'::date - 40 where id = '${invoice}'`)
    await server.run(`set local session_replication_role = origin`)
    const before = await server.value<string>(`select ('${today}'::date - 40)::text`)
    const boxes = async (day: string) => (await accounts.rows<{ line: string }>(ofDay(day))).map(({ line }) => line)
    const waits = () =>
      server.value<string>(`select coalesce(-sum(amount), 0)::text from private.journal_lines('2000-01-01', '2100-01-01')
        where part = 'vat_waiting' and id = '${invoice}'`)
    const pay = (amount: number, day = today) =>
      accounts.run(`select public.record_payment('${row.clientContact}', ${amount}, 'cash', p_received_on => '${day}',
        p_allocations => '[{"invoice_id": "${invoice}", "amount": ${amount}}]')`)
    // The papers of the day come to nothing: nobody paid.
    const nothing = ['81 0.00 0.00', '86 0.00 0.00']
    expect([await boxes(before), await boxes(today), await waits()]).toEqual([nothing, [], '22.50'])

    const day = await server.value<string>(`select ('${today}'::date - 10)::text`)
    await pay(69, day)
    expect([await boxes(before), await boxes(today), await waits()]).toEqual([nothing, [], '13.50'])
    expect(await boxes(day)).toEqual(['81 40.00 7.60', '86 20.00 1.40'])

    // The credit note takes the book off: what was paid pays the sign.
    const line = await server.value<string>(
      `select id from public.invoice_items where invoice_id = '${invoice}' and position = 'a1'`,
    )
    await accounts.run(`select public.issue_credit_note(public.make_credit_note('${invoice}', 'Not printed',
      '[{"invoice_item_id": "${line}", "qty": 1}]'))`)
    expect(await boxes(today)).toEqual(['81 17.98 3.41', '86 -20.00 -1.40'])
    await pay(50)
    expect([await boxes(today), await waits()]).toEqual([['81 60.00 11.40', '86 -20.00 -1.40'], '0.00'])
    const papers = await accounts.rows<{ label: string; amount: string }>(
      `select label, amount from public.vat_box_papers('${before}', '${today}', '81') order by day, label`,
    )
    expect(papers.map(({ label, amount }) => `${label.replace(/^\S+/, 'paper')} ${amount}`)).toEqual([
      'paper 100',
      'paper · Not paid yet -100',
      'paper · Paid or credited 40',
      'paper · Paid or credited 60',
    ])
    await accounts.run(`select public.close_books('${today}'::date - 5)`)
    expect(
      await refusalOf(tx, () => accounts.run(`update public.hand_over_settings set cash_basis_from = null`)),
    ).toMatch(/^The books are closed up to/)
  }))

test('on cash basis the VAT of what is written off is taken off its account with the claim, and is in no return', () =>
  undone(engine, async (tx) => {
    const { accounts, as, server } = await tradeIn(tx)
    const admin = as('admin')
    await server.run(`update public.company_settings set country = 'Germany', tax_kind = 'vat'`)
    const today = await server.value<string>('select private.company_today()::text')
    await accounts.run(`update public.hand_over_settings set cash_basis_from = '${today}'::date - 100`)
    const invoice = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Sign')`)
    await accounts.run(`insert into public.invoice_items (invoice_id, position, description, unit_price, vat_rate) values
      ('${invoice}', 'a0', 'Sign', 100, 19)`)
    await accounts.value(`select public.issue_invoice('${invoice}')`)
    await accounts.run(`select public.record_payment('${row.clientContact}', 59.50, 'cash',
      p_allocations => '[{"invoice_id": "${invoice}", "amount": 59.50}]')`)
    const of = (part: string) =>
      server.value<string>(`select coalesce(sum(amount), 0)::text from private.journal_lines('2000-01-01', '2100-01-01')
        where part = '${part}' and id = '${invoice}'`)
    const state = async () => [
      (await accounts.rows<{ line: string }>(ofDay(today))).map(({ line }) => line),
      await of('vat_waiting'),
      await of('write_offs'),
    ]
    const paidHalf = ['81 50.00 9.50']
    expect(await state()).toEqual([paidHalf, '-9.50', '0'])
    const loss = await admin.value<string>(`select public.write_off_invoice('${invoice}', 'Insolvent')`)
    expect(await state()).toEqual([paidHalf, '0.00', '50.00'])
    expect(
      (await accounts.rows<{ kind: string }>(`select kind from public.ledger('sales', '${today}', '${today}')`)).map(
        ({ kind }) => kind,
      ),
    ).not.toContain('written off')
    // The client pays after all.
    await admin.run(`select public.undo_write_off('${loss}', 'They pay')`)
    expect(await state()).toEqual([paidHalf, '-9.50', '0.00'])
  }))

test('reverse charge for a client of the own state is another box', () =>
  invoiced('DE811907980', [[300, 0, 'reverse_charge']], (lines) => expect(lines).toEqual(['60 300.00'])))

test('the tax of a bill of a supplier is input tax, with lines or without', () =>
  undone(engine, async (tx) => {
    const { server, accounts } = await tradeIn(tx)
    await server.run(`update public.company_settings set country = 'Germany', tax_kind = 'vat'`)
    await server.run(`delete from public.supplier_invoices where true`)
    await server.run(`insert into public.supplier_invoices (supplier_id, supplier_number, invoice_date, net, vat)
      values ('${row.business}', 'S-66', private.company_today(), 100, 19)`)
    const today = await server.value<string>('select private.company_today()::text')
    const lines = await accounts.rows<{ line: string }>(ofDay(today))
    expect(lines.map(({ line }) => line)).toContain('66 19.00')
  }))

test('a country whose boxes are not known has none, and who may not see invoices is refused', () =>
  undone(engine, async (tx) => {
    const { server, accounts, workshop } = await tradeIn(tx)
    await server.run(`update public.company_settings set country = 'Norway', tax_kind = 'vat'`)
    expect(await accounts.rows(ofDay('2026-11-29'))).toEqual([])
    await expect(workshop.rows(ofDay('2026-11-29'))).rejects.toThrow(/You may not see invoices/)
  }))

test('the input tax of bills with lines, without lines and below zero is box 66, as the page of VAT adds it up', () =>
  undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await server.run(
      `update public.company_settings set country = 'Germany', vat_number = 'DE136695976', tax_kind = 'vat', currency = 'EUR'`,
    )
    const enter = (number: string, net: number, vat: number, lines: readonly (readonly [number, number])[]) =>
      accounts.run(
        `select public.enter_supplier_invoice(gen_random_uuid(), '${JSON.stringify({
          ...{ supplier_id: row.business, supplier_number: number, invoice_date: '2026-11-03', net, vat },
          vat_confirmed_as: `${vat.toFixed(2)} of ${net.toFixed(2)}`,
        })}', '${JSON.stringify(
          lines.map(([unit_price, vat_rate]) => ({
            ...{ description: 'Film', qty: Math.sign(unit_price), unit_price: Math.abs(unit_price), vat_rate },
          })),
        )}')`,
      )
    await enter('B-1', 230, 40.1, [
      [200, 19],
      [30, 7],
    ])
    await enter('B-2', -40, -7.6, [[-40, 19]])
    await enter('B-3', 100, 19, [])
    const boxes = await accounts.rows(
      `select box, net, vat, papers::int from public.vat_boxes('2026-11-03', '2026-11-03')`,
    )
    expect(boxes).toEqual([{ box: '66', net: null, vat: '51.50', papers: 3 }])
    expect(
      await server.value(`select private.amount_text(sum(other)) from private.analytics_rows('vat', '2026-11-03', '2026-11-03')
        where mark = 'purchases'`),
    ).toBe('51.50')
  }))

const supplierOf = (country: string, number: string | null) =>
  `update public.contacts set type = 'Business', company = 'Supplier', country = '${country}', vat_number = ${number === null ? 'null' : `'${number}'`}
    where id = '${row.business}'`

/** A company of this country, its usual rate and its VAT number, on the chart SKR03, without bills. `enter`: a bill of `row.business`, approved. */
const companyOf = (
  [country, rate, number]: readonly [string, number, string],
  work: (of: {
    server: Awaited<ReturnType<typeof tradeIn>>['server']
    accounts: Awaited<ReturnType<typeof tradeIn>>['accounts']
    enter: (number: string, net: number, of: Record<string, unknown>, vat?: number) => Promise<string>
  }) => Promise<void>,
) =>
  undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await server.run(
      `update public.company_settings set country = '${country}', vat_number = '${number}', tax_kind = 'vat', currency = 'EUR'`,
    )
    await server.run(`update public.vat_rates set valid_to = '2020-01-01' where rate > 0`)
    await server.run(`insert into public.vat_rates (code, label, rate) values ('usual', 'Standard', ${rate})`)
    await server.run(`delete from public.supplier_invoices where true`)
    await accounts.run(`select public.use_chart('skr03')`)
    let place = 0
    await work({
      server,
      accounts,
      enter: async (number, net, of, vat = 0) => {
        const id = `70000000-0000-4000-a000-00000000000${(place += 1)}`
        await accounts.run(
          `select public.enter_supplier_invoice('${id}', '${JSON.stringify({
            ...{ supplier_id: row.business, supplier_number: number, invoice_date: '2026-11-03', net, vat },
            ...{ vat_confirmed_as: `${vat.toFixed(2)} of ${net.toFixed(2)}` },
            ...of,
          })}')`,
        )
        await accounts.run(`update public.supplier_invoices set status = 'approved' where id = '${id}'`)
        return id
      },
    })
  })

type Work = Parameters<typeof companyOf>[1]
const german = (work: Work) => companyOf(['Germany', 19, 'DE136695976'], work)

test('what the company owes on purchases and deducts has its boxes, with credit notes taken off', () =>
  german(async ({ server, accounts, enter }) => {
    await server.run(supplierOf('Austria', 'ATU12011204'))
    await enter('AT-work', 1000, { vat_treatment: 'reverse_charge' })
    await enter('AT-work back', -100, { vat_treatment: 'reverse_charge' })
    await enter('AT-goods', 500, { vat_treatment: 'intra_community' })
    await enter('AT-books', 200, { vat_treatment: 'intra_community', own_rate: 7, deductible_pct: 50 })
    expect(await accounts.rows(ofDay('2026-11-03'))).toEqual(
      ['46 900.00', '47 171.00', '61 102.00', '67 171.00', '89 500.00 95.00', '93 200.00 14.00'].map((line) => ({
        line,
      })),
    )
    // The figures by rate and treatment are those of the boxes, and each box opens its bills.
    expect(
      await server.rows(`select mark, name, amount::text, other::text from private.analytics_rows('vat', '2026-11-03', '2026-11-03')
        where label = 'AT-books' order by mark`),
    ).toEqual([
      { mark: 'due', name: '7 % intra community', amount: '200.00', other: '14.00' },
      { mark: 'purchases', name: '7 % intra community', amount: '200.00', other: '7.00' },
    ])
    expect(
      await accounts.rows(
        `select label, amount, other from public.vat_box_papers('2026-11-03', '2026-11-03', '67') order by label`,
      ),
    ).toEqual([
      { label: 'AT-work', amount: '0', other: '190' },
      { label: 'AT-work back', amount: '0', other: '-19' },
    ])
  }))

test('work of a company abroad or at home is another box than that of the Union, and customs have their own', () =>
  german(async ({ server, accounts, enter }) => {
    await server.run(supplierOf('United States', null))
    await enter('US-cloud', 300, { vat_treatment: 'reverse_charge' })
    await enter('US-film', 400, { vat_treatment: 'import' })
    await enter('Customs', 0, { vat_treatment: 'import' }, 76)
    await enter('Car', 100, { deductible_pct: 0 }, 19)
    expect(await accounts.rows(ofDay('2026-11-03'))).toEqual(
      ['62 76.00', '67 57.00', '84 300.00', '85 57.00'].map((line) => ({ line })),
    )
  }))

test('where purchases are on cash basis the input tax of a bill is deducted as its supplier is paid, and waits on an account of its own', () =>
  german(async ({ server, accounts, enter }) => {
    await accounts.run(`update public.hand_over_settings set cash_basis_purchases_from = '2026-11-01'`)
    await server.run(supplierOf('Austria', 'ATU12011204'))
    const boxes = async (day: string) =>
      (
        await accounts.rows<{ box: string; vat: string }>(`select box, vat from public.vat_boxes('${day}', '${day}')`)
      ).map(({ box, vat }) => `${box} ${vat}`)
    const waits = () =>
      server.value<string>(`select coalesce(sum(amount), 0)::text from private.journal_lines('2000-01-01', '2100-01-01')
        where part = 'vat_purchases_waiting'`)
    // What the company owes itself does not wait.
    await enter('Own', 50, { vat_treatment: 'reverse_charge' })
    const bill = await enter('B-1', 100, {}, 19)
    expect(await boxes('2026-11-03')).toEqual(['46 null', '47 9.50', '66 0.00', '67 9.50'])
    expect(await waits()).toBe('19.00')
    const pay = (amount: number, day: string) =>
      accounts.run(`select public.pay_supplier_invoice('${bill}', ${amount}, 'bank', '${day}')`)
    await pay(59.5, '2026-11-10')
    expect([await boxes('2026-11-10'), await waits()]).toEqual([['66 9.50'], '9.50'])
    // A credit note at another rate takes its own VAT off: of 65.50 that are left 59.50 are paid.
    await enter('C-1', -50, { credited_number: 'B-1' }, -3.5)
    const today = await server.value<string>('select private.company_today()::text')
    expect([await boxes('2026-11-03'), await boxes(today)]).toEqual([
      ['46 null', '47 9.50', '66 0.00', '67 9.50'],
      ['66 4.58'],
    ])
    await pay(6, today)
    expect([await boxes(today), await waits()]).toEqual([['66 6.00'], '0.00'])
    expect(
      (
        await accounts.rows<{ line: string }>(`select concat_ws(' ', number, kind, deducted) as line
          from public.ledger('purchases', '2026-11-01', '2026-11-10') order by on_date, number, kind`)
      ).map(({ line }) => line),
    ).toEqual([
      'B-1 not paid yet -19.00',
      'B-1 supplier invoice 19.00',
      'C-1 not paid yet 3.50',
      'C-1 supplier credit note -3.50',
      'Own supplier invoice 9.50',
      'B-1 paid or credited 9.50',
    ])
    expect(
      await server.value(`select private.amount_text(sum(other)) from private.analytics_rows('vat', '2026-11-01', '${today}')
        where mark = 'purchases'`),
    ).toBe('25.00')
    // What is paid with a discount is deducted less its share: of 238.00 with 38.00 of tax 233.24 are paid.
    const early = await enter('B-2', 200, { discount_pct: 2, discount_until: '2026-11-20' }, 38)
    expect(await waits()).toBe('38.00')
    await accounts.run(
      `select public.pay_supplier_invoice('${early}', 233.24, 'bank', '2026-11-12', p_discount => 4.76)`,
    )
    expect([await boxes('2026-11-12'), await waits()]).toEqual([['66 37.24'], '0.00'])
    await accounts.run(`select public.close_books('2026-11-05')`)
    await expect(accounts.run(`update public.hand_over_settings set cash_basis_purchases_from = null`)).rejects.toThrow(
      'The books are closed up to',
    )
  }))

test('a discount for paying a supplier early lowers the input tax by rate, and the tax that the company owes itself, on the day of the payment', () =>
  german(async ({ server, accounts, enter }) => {
    const early = { discount_pct: 2, discount_until: '2026-11-20' }
    const pay = (bill: string, amount: number, discount: number) =>
      accounts.value<string>(
        `select public.pay_supplier_invoice('${bill}', ${amount}, 'bank', '2026-11-10', p_discount => ${discount})`,
      )
    const booked = (bill: string, day = '2026-11-10') =>
      server.rows(
        `select code, amount::text from private.journal_lines('${day}', '${day}') where id = '${bill}' order by code, amount`,
      )
    // Of 120.20 with 19.19 of tax 117.80 are paid: 18.80 are in it, rounded down.
    const domestic = await enter('B-1', 101.01, early, 19.19)
    const payment = await pay(domestic, 117.8, 2.4)
    const halved = await enter('Car', 100, { ...early, deductible_pct: 50 }, 19)
    await pay(halved, 116.62, 2.38)
    await server.run(supplierOf('Austria', 'ATU12011204'))
    const reverse = await enter('AT-1', 101, { ...early, vat_treatment: 'reverse_charge' })
    await pay(reverse, 98.98, 2.02)
    // Customs got its tax already: the discount of the carrier is none of it.
    const customs = await enter('Customs', 200, { ...early, vat_treatment: 'import' }, 19)
    await pay(customs, 214.62, 4.38)
    expect(await booked(domestic)).toEqual([
      { code: '1200', amount: '-117.80' },
      { code: '1576', amount: '-0.39' },
      { code: '1600', amount: '120.20' },
      { code: '3736', amount: '-2.01' },
    ])
    expect((await booked(halved)).slice(1)).toEqual([
      { code: '1576', amount: '-0.19' },
      { code: '1600', amount: '119.00' },
      { code: '3736', amount: '-2.19' },
    ])
    expect(await booked(reverse)).toEqual([
      { code: '1200', amount: '-98.98' },
      { code: '1577', amount: '-0.38' },
      { code: '1600', amount: '101.00' },
      { code: '1787', amount: '0.38' },
      { code: '3736', amount: '-2.02' },
    ])
    expect((await booked(customs)).map(({ code }) => code)).toEqual(['1200', '1600', '3730'])
    const lines = async (query: string) => (await accounts.rows<{ line: string }>(query)).map(({ line }) => line)
    expect(await lines(ofDay('2026-11-10'))).toEqual(['46 -2.02', '47 -0.38', '66 -0.58', '67 -0.38'])
    expect(
      await lines(
        `select concat_ws(' ', label, other) as line from public.vat_box_papers('2026-11-10', '2026-11-10', '66') order by label`,
      ),
    ).toEqual(['B-1 · Cash discount -0.39', 'Car · Cash discount -0.19'])
    expect(
      await lines(
        `select concat_ws(' ', number, kind, net, vat, own_vat, deducted) as line from public.ledger('purchases', '2026-11-10', '2026-11-10')`,
      ),
    ).toEqual([
      'AT-1 cash discount -2.02 0.00 -0.38 -0.38',
      'B-1 cash discount -2.01 -0.39 0.00 -0.39',
      'Car cash discount -2.00 -0.38 0.00 -0.19',
      'Customs cash discount -4.38 0.00 0.00 0.00',
    ])
    // A payment that is taken back after the day was closed brings it back today.
    await accounts.run(`select public.close_books('2026-11-10')`)
    await server.run(`select private.reverse_supplier_payment('${payment}', 'Slip')`)
    const today = await server.value<string>('select private.company_today()::text')
    expect([await lines(ofDay('2026-11-10')), await lines(ofDay(today))]).toEqual([
      ['46 -2.02', '47 -0.38', '66 -0.58', '67 -0.38'],
      ['66 0.39'],
    ])
  }))

const journalOf = (id: string) =>
  `select code, amount::text, vat_treatment as treatment from private.journal_lines('2026-11-03', '2026-11-03') where id = '${id}' order by code`

test('a bill under reverse charge owes the supplier its net, and books the tax on both sides', () =>
  german(async ({ server, enter }) => {
    await server.run(supplierOf('Ireland', 'IE6388047V'))
    const whole = await enter('IE-1', 100, { vat_treatment: 'reverse_charge' })
    expect(await server.value(`select open::text from public.supplier_invoices where id = '${whole}'`)).toBe('100.00')
    const treatment = 'reverse_charge'
    expect(await server.rows(journalOf(whole))).toEqual([
      { code: '1577', amount: '19.00', treatment },
      { code: '1600', amount: '-100.00', treatment: null },
      { code: '1787', amount: '-19.00', treatment },
      { code: '3125', amount: '100.00', treatment },
    ])
    // What is not deducted is cost.
    const part = await enter('IE-2', 200, { vat_treatment: 'intra_community', deductible_pct: 30 })
    expect(
      (await server.rows<{ code: string; amount: string }>(journalOf(part))).map(({ code, amount }) => [code, amount]),
    ).toEqual([
      ['1574', '11.40'],
      ['1600', '-200.00'],
      ['1774', '-38.00'],
      ['3425', '226.60'],
    ])
  }))

test('tax that the supplier billed is refused under reverse charge, and the treatment stays once it is approved', () =>
  german(async ({ enter }) => {
    await expect(enter('E-1', 100, { vat_treatment: 'reverse_charge' }, 19)).rejects.toThrow(
      'The supplier bills no VAT under this treatment',
    )
  }).then(() =>
    german(async ({ accounts, enter }) => {
      const id = await enter('E-2', 100, { vat_treatment: 'reverse_charge' })
      await expect(
        accounts.run(
          `update public.supplier_invoice_items set vat_treatment = 'exempt' where supplier_invoice_id = '${id}'`,
        ),
      ).rejects.toThrow('This invoice is approved: its lines stay as they are')
    }),
  ))

test.each([
  ['Germany', 'DE811907980', false, null],
  ['Austria', 'ATU12011204', false, 'reverse_charge 19 100 union_services'],
  ['Austria', 'ATU12011204', true, 'intra_community 19 100 union_goods'],
  ['Austria', null, false, 'standard 0 foreign_tax'],
  ['United States', null, false, 'reverse_charge 19 100 beyond_services'],
  ['Switzerland', null, true, 'outside 100 beyond_goods'],
])('for a supplier in %s with the number %s, of goods: %s, is proposed: %s', (country, number, isGoods, proposed) =>
  german(async ({ server, accounts }) => {
    await server.run(supplierOf(country, number))
    if (isGoods)
      await server.run(
        `insert into public.inventory_items (sku, name, form, buy_unit, sell_unit, supplier_id) values ('FILM-1', 'Film', 'piece', 'piece', 'piece', '${row.business}')`,
      )
    expect(
      (await accounts.value(
        `select concat_ws(' ', treatment, rate, deductible_pct, reason) from public.purchase_proposal('${row.business}')`,
      )) ?? null,
    ).toBe(proposed)
  }),
)

test('the last bill of a supplier says how its next one is treated', () =>
  german(async ({ server, accounts, enter }) => {
    await server.run(supplierOf('Germany', 'DE811907980'))
    await enter('Site', 100, { vat_treatment: 'reverse_charge', own_rate: 7, deductible_pct: 80 })
    expect(
      await accounts.rows(
        `select treatment, rate, deductible_pct, reason from public.purchase_proposal('${row.business}')`,
      ),
    ).toEqual([{ treatment: 'reverse_charge', rate: '7', deductible_pct: '80', reason: 'usual' }])
  }))

test.each([
  [
    ['Ireland', 23, 'IE6388047V'],
    ['T1 161.00', 'T2 161.00', 'E2 100.00', 'ES2 200.00', 'PA1 400.00'],
  ],
  [
    ['Malta', 18, 'MT12345634'],
    // The form has no box for postponed import VAT.
    [
      '3 300.00',
      '6 54.00',
      '9 100.00',
      '9A 200.00',
      '13 18.00',
      '13A 36.00',
      'none import_postponed 18 400.00 72.00',
      'none import_postponed_deducted 18 72.00',
    ],
  ],
  [
    ['Portugal', 23, 'PT501442600'],
    ['12 100.00', '13 23.00', '16 200.00', '17 46.00', '18 400.00', '19 92.00', '20 to 24 161.00'],
  ],
] as const)('goods, services and imports of a company in %s are in the boxes of its return', (of, lines) =>
  companyOf(of, async ({ server, accounts, enter }) => {
    await server.run(supplierOf('Austria', 'ATU12011204'))
    await enter('Goods', 100, { vat_treatment: 'intra_community' })
    await enter('Work', 200, { vat_treatment: 'reverse_charge' })
    await enter('Import', 400, { vat_treatment: 'import_postponed' })
    expect((await accounts.rows<{ line: string }>(ofDay('2026-11-03'))).map(({ line }) => line)).toEqual(lines)
  }),
)

test('the EC sales list has each VAT number with its goods and services, and says whose number is missing', () =>
  undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await server.run(
      `update public.company_settings set country = 'Germany', vat_number = 'DE136695976', tax_kind = 'vat', currency = 'EUR'`,
    )
    const client = (id: string, name: string, country: string, number: string | null) =>
      server.run(`update public.contacts set type = 'Business', company = '${name}', country = '${country}',
        vat_number = ${number === null ? 'null' : `'${number}'`} where id = '${id}'`)
    await client(row.clientContact, 'Austrian', 'Austria', 'ATU12011204')
    await client(row.otherClientContact, 'Home', 'Germany', 'DE811907980')
    await client(row.business, 'Nameless', 'France', 'GB123456789')
    const sell = async (who: string, lines: readonly (readonly [number, string])[]) => {
      const invoice = await accounts.value<string>(`select public.create_invoice('${who}', 'Sign')`)
      await accounts.run(`insert into public.invoice_items (invoice_id, position, description, unit_price, vat_rate, vat_treatment) values
        ${lines.map(([net, treatment], place) => `('${invoice}', 'a${place}', 'Sign', ${net}, 0, '${treatment}')`).join(', ')}`)
      await accounts.value(`select public.issue_invoice('${invoice}')`)
      return invoice
    }
    await sell(row.clientContact, [
      [300, 'reverse_charge'],
      [400, 'intra_community'],
      [50, 'export'],
    ])
    const second = await sell(row.clientContact, [[60, 'intra_community']])
    await accounts.value(`select public.issue_credit_note(public.make_credit_note('${second}', 'Returned'))`)
    await sell(row.otherClientContact, [[700, 'reverse_charge']])
    await sell(row.business, [[800, 'reverse_charge']])
    const days = `private.company_today(), private.company_today()`
    expect(
      await server.rows(`select vat_number, client_name, what, net, papers::int from public.ec_sales(${days})`),
    ).toEqual([
      { vat_number: null, client_name: 'Nameless', what: 'services', net: '800.00', papers: 1 },
      { vat_number: 'ATU12011204', client_name: 'Austrian', what: 'goods', net: '400.00', papers: 3 },
      { vat_number: 'ATU12011204', client_name: 'Austrian', what: 'services', net: '300.00', papers: 1 },
    ])
    expect(
      await server.rows(
        `select kind, amount from public.ec_sales_papers(${days}, 'goods', 'ATU12011204') order by amount::numeric`,
      ),
    ).toEqual([
      { kind: 'credit_note', amount: '-60' },
      { kind: 'invoice', amount: '60' },
      { kind: 'invoice', amount: '400' },
    ])
  }))

test('a return that was saved as filed is kept, and what changed since is said with its papers', () =>
  undone(engine, async (tx) => {
    const { accounts, server, sales } = await tradeIn(tx)
    await server.run(
      `update public.company_settings set country = 'Germany', vat_number = 'DE136695976', tax_kind = 'vat'`,
    )
    const bill = (number: string, net: number) =>
      accounts.run(
        `select public.enter_supplier_invoice(gen_random_uuid(), '${JSON.stringify({
          ...{ supplier_id: row.business, supplier_number: number, invoice_date: '2026-11-03', net, vat: net * 0.19 },
          vat_confirmed_as: `${(net * 0.19).toFixed(2)} of ${net.toFixed(2)}`,
        })}', '[]')`,
      )
    const days = `'2026-11-01', '2026-11-03'`
    const file = (id: number, of = days) =>
      `select public.file_vat_return('f1000000-0000-4000-a000-00000000000${id}', ${of})`
    const state = () =>
      accounts.value<{ figures: unknown[]; changes: unknown[]; papers: unknown[]; filed_by: string } | null>(
        `select public.vat_return_state(${days})`,
      )
    await bill('B-1', 100)
    expect(await state()).toBeNull()
    await server.run(
      `create or replace function private.company_today() returns date language sql stable as $$ select '2026-11-04'::date $$`,
    )
    await accounts.run(file(1))
    // The same call again is the same return; with nothing changed another one is refused, and so is a period that is not over.
    await accounts.run(file(1))
    expect(await refusalOf(tx, () => accounts.run(file(2)))).toBe(
      'These days are saved as filed, and nothing changed since',
    )
    expect(await refusalOf(tx, () => accounts.run(file(2, `'2026-11-01', '2026-11-04'`)))).toMatch(
      /^Only days that are over/,
    )
    expect(await refusalOf(tx, () => sales.run(file(2)))).toMatch(/^You may not/)
    const filed = { box: '66', name: 'Input tax on invoices of suppliers', net: null, vat: '19.00' }
    expect(await state()).toMatchObject({ figures: [filed], changes: [], papers: [] })
    await bill('B-2', 65)
    await server.run(
      `update public.supplier_invoices set status = 'disputed', dispute_reason = 'Too dear' where supplier_number = 'B-1'`,
    )
    expect(await state()).toMatchObject({
      figures: [filed],
      changes: [{ ...filed, net: '0.00', vat: '-6.65' }],
      papers: [
        { kind: 'supplier_invoice', label: 'B-1', net: '-100.00', vat: '-19.00' },
        { kind: 'supplier_invoice', label: 'B-2', net: '65.00', vat: '12.35' },
      ],
    })
    await accounts.run(file(2))
    expect(await state()).toMatchObject({ figures: [{ ...filed, vat: '12.35' }], changes: [] })
    expect(await refusalOf(tx, () => server.run(`update public.vat_returns set figures = '[]'`))).not.toBe('done')
    expect(await server.value(`select count(*)::int from public.audit_logs where table_name = 'vat_returns'`)).toBe(2)
  }))
