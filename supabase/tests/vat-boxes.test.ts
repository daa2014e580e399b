import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { tradeIn } from './trade.ts'
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
        '21 300.00 0.00',
        '35 800.00 128.00',
        '41 400.00 0.00',
        '43 500.00 0.00',
        '45 600.00 0.00',
        '48 700.00 0.00',
        '81 1001.00 190.19',
        '86 200.00 14.00',
        '87 900.00 0.00',
      ]),
  ))

test('reverse charge for a client of the own state is another box', () =>
  invoiced('DE811907980', [[300, 0, 'reverse_charge']], (lines) => expect(lines).toEqual(['60 300.00 0.00'])))

test('the tax of a bill of a supplier is input tax, with lines or without', () =>
  undone(engine, async (tx) => {
    const { server, accounts } = await tradeIn(tx)
    await server.run(`update public.company_settings set country = 'Germany', tax_kind = 'vat'`)
    await server.run(`delete from public.supplier_invoices where true`)
    await server.run(`insert into public.supplier_invoices (supplier_id, supplier_number, invoice_date, net, vat)
      values ('${row.business}', 'S-66', private.company_today(), 100, 19)`)
    const today = await server.value<string>('select private.company_today()::text')
    const lines = await accounts.rows<{ line: string }>(ofDay(today))
    expect(lines.map(({ line }) => line)).toContain('66 100.00 19.00')
  }))

test('a country whose boxes are not known has none, and who may not see invoices is refused', () =>
  undone(engine, async (tx) => {
    const { server, accounts, workshop } = await tradeIn(tx)
    await server.run(`update public.company_settings set country = 'Malta', tax_kind = 'vat'`)
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
    expect(boxes).toEqual([{ box: '66', net: '290.00', vat: '51.50', papers: 3 }])
    expect(
      await server.value(`select private.amount_text(sum(other)) from private.analytics_rows('vat', '2026-11-03', '2026-11-03')
        where mark = 'purchases'`),
    ).toBe('51.50')
  }))
