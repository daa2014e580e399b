import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, type Trade, tradeIn } from './trade.ts'
import { openWorld, row } from './world.ts'

// What is mostly a slip is asked before it is done (decision 0885).

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

type Asking = Trade & {
  /** The answer of a request that says yes to these questions: `done`, or what it was refused with and its detail. */
  asked: (yes: string | null, work: () => Promise<unknown>) => Promise<string>
  issued: (price: number) => Promise<string>
}

const detailOf = (error: unknown): string => String(Reflect.get(Object(error), 'detail') ?? '')

const asking = (work: (asking: Asking, tx: Queryable) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { accounts } = trade
    const asked: Asking['asked'] = async (yes, act) => {
      await tx.query(`select set_config('request.headers', $1, true)`, [
        JSON.stringify(yes === null ? {} : { 'x-yes': yes }),
      ])
      let detail = ''
      const says = await refusalOf(tx, async () => {
        try {
          await act()
        } catch (error) {
          detail = detailOf(error)
          throw error
        }
      })
      await tx.exec(`select set_config('request.headers', '', true)`)
      return [says, detail].filter(Boolean).join(' | ')
    }
    const issued = async (price: number) => {
      const id = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Lettering')`)
      await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
        values ('${id}', 'a0', 'item', 'Lettering', 1, ${price}, 18)`)
      return id
    }
    await work({ ...trade, asked, issued }, tx)
  })

/** The company's day, so many days ago. */
const dayOf = (server: Trade['server'], ago: number) =>
  server.value<string>(`select (private.company_today() - ${ago})::text`)

const quotation = async ({ sales }: Trade, price: number) => {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Boards')`)
  await sales.run(`update public.quotations set deposit_kind = 'none', deposit_value = 0 where id = '${id}'`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${id}', 'a0', 'Boards', 1, ${price}, 18)`)
  return id
}

describe('an amount of nothing', () => {
  test('a quotation over nothing is sent only when the person says yes; the server is not asked', async () => {
    await asking(async (trade, tx) => {
      const { asked, sales, server } = trade
      const id = await quotation(trade, 0)
      const send = () => sales.run(`select public.send_quotation('${id}')`)
      const question = 'This quotation comes to €0.00. Send it anyway? | asks: nothing_to_pay'
      expect(await asked(null, send)).toBe(question)
      expect(await asked('paid_before', send)).toBe(question)
      expect(
        await asked(null, () =>
          sales.run(`select public.send_document('quotation', '${id}', '{a@example.com}', gen_random_uuid())`),
        ),
      ).toBe(question)
      await tx.exec('savepoint before')
      expect(await asked('paid_before, nothing_to_pay', send)).toBe('done')
      await tx.exec('rollback to savepoint before')
      expect(await asked(null, () => server.run(`select private.send_quotation('${id}')`))).toBe('done')
      const priced = await quotation(trade, 10)
      expect(await asked(null, () => sales.run(`select public.send_quotation('${priced}')`))).toBe('done')
    })
  })

  test('a price that was for another quantity or size is sent only when the person says yes, or kept the price', async () => {
    await asking(async (trade, tx) => {
      const { asked, sales, server } = trade
      const id = await quotation(trade, 105.4334)
      const send = () => sales.run(`select public.send_quotation('${id}')`)
      await server.run(`insert into public.price_calculations (id, name, inputs, quantity, unit_price, net)
        values ('ca300000-0000-4000-a000-000000000092', 'Boards', '{"quantity": "3", "parts": [], "steps": []}', 3, 105.4334, 316.3)`)
      const change = (to: string) => sales.run(`update public.quotation_items set ${to} where quotation_id = '${id}'`)
      await server.run(`update public.quotation_items set qty = 4, calculation_id = 'ca300000-0000-4000-a000-000000000092'
        where quotation_id = '${id}'`)
      const asks = ' calculated for another quantity or size. Send it anyway? | asks: priced_for_another'
      const question = `The price of “Boards” was${asks}`
      expect(await asked(null, send)).toBe(question)
      const answer = () => sales.run(`select public.record_quotation_answer('${id}', 'approved', 'Ann')`)
      expect(await asked(null, answer)).toBe(question)
      const outcomes: string[] = []
      for (const [yes, to] of [
        ['priced_for_another', 'qty = 4'],
        [null, 'priced_qty = null'],
        [null, 'qty = 3'],
        [null, `unit_price = 85.8`],
        // A price of a size: for a piece it asks, for m² and at nothing it does not.
        [null, `qty = 3, width_mm = 900, height_mm = 600, priced_size = '3000x600'`],
        [null, `qty = 3, width_mm = 900, height_mm = 600, priced_size = '900x600'`],
        [null, `qty = 3, width_mm = 900, height_mm = 600, priced_size = '3000x600', unit = 'm2'`],
      ] as const) {
        await tx.exec('savepoint before')
        await change(to)
        outcomes.push(await asked(yes, send))
        await tx.exec('rollback to savepoint before')
      }
      expect(outcomes).toEqual(['done', 'done', 'done', 'done', question, 'done', 'done'])
      await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate, priced_size)
        values ('${id}', 'a1', 'Frame', 1, 10, 18, '3000x600')`)
      expect(await asked(null, send)).toBe(`2 prices were${asks}`)
    })
  })

  test('an invoice over nothing is issued only when the person says yes; one that was paid ahead is not asked about', async () => {
    await asking(async ({ asked, accounts, issued, server }) => {
      const id = await issued(0)
      const issue = (of: string) => () => accounts.run(`select public.issue_invoice('${of}')`)
      expect(await asked(null, issue(id))).toBe('This invoice comes to €0.00. Issue it anyway? | asks: nothing_to_pay')
      expect(await server.value(`select status from public.invoices where id = '${id}'`)).toBe('draft')
      expect(await asked('nothing_to_pay', issue(id))).toBe('done')
      expect(await asked(null, issue(await issued(5)))).toBe('done')
    })
  })

  test('a company that charges no tax: a new line has none, and a paper with tax leaves only when the person says yes', async () => {
    await asking(async (trade) => {
      const { asked, accounts, issued, sales, server } = trade
      await server.run(`update public.company_settings set tax_kind = 'none'`)
      expect(await server.one(`select rate::text, treatment from private.usual_vat('${row.clientContact}')`)).toEqual({
        rate: '0.0000',
        treatment: 'exempt',
      })
      const asks = 'It charges €18.00 of VAT, and your company charges none. Go on anyway? | asks: tax_charged'
      const id = await quotation(trade, 100)
      const send = () => sales.run(`select public.send_quotation('${id}')`)
      expect(await asked(null, send)).toBe(asks)
      expect(await asked('tax_charged', send)).toBe('done')
      const invoice = await issued(100)
      const issue = () => accounts.run(`select public.issue_invoice('${invoice}')`)
      expect(await asked('nothing_to_pay', issue)).toBe(asks)
      await accounts.run(
        `update public.invoice_items set vat_rate = 0, vat_treatment = 'exempt' where invoice_id = '${invoice}'`,
      )
      expect(await asked(null, issue)).toBe('done')
    })
  })

  test('an invoice to a client who wants XRechnung is issued without the Leitweg-ID only when the person says yes', async () => {
    await asking(async ({ asked, accounts, issued, server }) => {
      await server.run(
        `insert into public.electronic_receivers (contact_id, profile) values ('${row.clientContact}', 'xrechnung')`,
      )
      const id = await issued(5)
      const issue = (of: string) => () => accounts.run(`select public.issue_invoice('${of}')`)
      expect(await asked('nothing_to_pay', issue(id))).toBe(
        'This client wants XRechnung, and the Leitweg-ID is missing. Issue without XRechnung? | asks: without_xrechnung',
      )
      expect(await asked('without_xrechnung', issue(id))).toBe('done')
      await server.run(`update public.electronic_receivers set buyer_reference = '04011000-1234512345-06'`)
      expect(await asked(null, issue(await issued(5)))).toBe('done')
    })
  })

  test('an invoice that a deposit has paid is issued without a question', async () => {
    await asking(async (trade) => {
      const { asked, accounts, server, sales } = trade
      const id = await quotation(trade, 100)
      await sales.run(`update public.quotations set deposit_kind = 'percent', deposit_value = 100 where id = '${id}'`)
      await sales.run(`select public.send_quotation('${id}')`)
      await sales.run(`select public.record_quotation_answer('${id}', 'approved', 'Ann')`)
      const order = await server.value<string>(`select id from public.orders where quotation_id = '${id}'`)
      const yesterday = await dayOf(server, 1)
      // Yesterday's money: the deposit invoice is issued by it today, and nobody is asked.
      expect(
        await asked(null, () =>
          accounts.run(
            `select public.record_payment('${row.clientContact}', 118, 'bank', '${yesterday}', p_order_id => '${order}')`,
          ),
        ),
      ).toBe('done')
      const invoice = await accounts.value<string>(`select public.make_invoice('{${order}}', p_whole => true)`)
      expect(await asked(null, () => accounts.run(`select public.issue_invoice('${invoice}')`))).toBe('done')
      expect(await server.value(`select gross::text from public.invoices where id = '${invoice}'`)).toBe('0.00')
    })
  })
})

describe('a payment from before its invoice', () => {
  test('is recorded and moved only when the person says yes', async () => {
    await asking(async ({ asked, accounts, issued, server }, tx) => {
      const id = await issued(100)
      await accounts.run(`select public.issue_invoice('${id}')`)
      const number = await server.value<string>(`select invoice_number from public.invoices where id = '${id}'`)
      const days = await server.value<string>(
        `select to_char(private.company_today(), 'FMDD Mon YYYY') || ', and the payment came on ' || to_char(private.company_today() - 365, 'FMDD Mon YYYY')`,
      )
      const question = (act: string) => `${number} is of ${days}. ${act} it anyway? | asks: paid_before`
      const record = (day: string, parts: string) => () =>
        accounts.run(`select public.record_payment('${row.clientContact}', 118, 'bank', '${day}', p_allocations => ${parts},
          p_id => '00000000-0000-4000-8000-0000000a26b1')`)
      const early = await dayOf(server, 365)
      const today = await dayOf(server, 0)
      expect(await asked(null, record(early, 'null'))).toBe(question('Record'))
      await tx.exec('savepoint before')
      expect(await asked('paid_before', record(early, 'null'))).toBe('done')
      await tx.exec('rollback to savepoint before')
      expect(await asked(null, record(today, 'null'))).toBe('done')
      await tx.exec('rollback to savepoint before')
      expect(await asked(null, record(early, `'[]'`))).toBe('done')
      const move = () =>
        accounts.run(
          `select public.move_payment('00000000-0000-4000-8000-0000000a26b1', '${row.clientContact}', null, 'It pays this')`,
        )
      expect(await asked(null, move)).toBe(question('Move'))
      expect(await asked('paid_before', move)).toBe('done')
      expect(await server.value(`select status from public.invoices where id = '${id}'`)).toBe('paid')
    })
  })
})

describe('an entry of the bank from before its invoice', () => {
  test('is left by the sure ones, which say how many; one by one it is asked about', async () => {
    await asking(async ({ asked, accounts, issued, server }, tx) => {
      const id = await issued(100)
      const number = await accounts.value<string>(`select public.issue_invoice('${id}')`)
      const entry = {
        booked_on: await dayOf(server, 30),
        direction: 'in',
        currency: 'EUR',
        amount: '118.00',
        remittance: number,
      }
      await accounts.run(
        `select public.import_bank_file(null, '{"file_name": "early.xml", "format": "camt"}', '${JSON.stringify([entry])}')`,
      )
      const of = await server.value<string>(`select id from public.bank_entries`)
      type Match = { is_sure: boolean; is_early?: boolean; seen: string; reasons: string[] }
      const match = await accounts.value<Match>(`select matches -> 0 from public.bank_suggestions('{${of}}')`)
      expect(match).toMatchObject({ is_sure: false, is_early: true })
      expect(match.reasons).toContain(`It came before the day of ${number}.`)
      expect(await accounts.value(`select public.sure_entries('in')`)).toEqual({ sure: {}, early: 1, next: null })
      expect(await accounts.value(`select public.confirm_sure_entries('{${of}}')`)).toEqual({
        confirmed: 0,
        left: 1,
        early: 1,
      })
      const shown = () => accounts.run(`select public.confirm_shown_entries('${JSON.stringify({ [of]: match.seen })}')`)
      const chosen = () => accounts.run(`select public.confirm_bank_entry('${of}', '${row.clientContact}')`)
      for (const confirm of [shown, chosen]) {
        expect(await asked(null, confirm)).toMatch(/Record it anyway\? \| asks: paid_before$/)
        await tx.exec('savepoint before')
        expect(await asked('paid_before', confirm)).toBe('done')
        expect(await server.value(`select status from public.bank_entries`)).toBe('confirmed')
        await tx.exec('rollback to savepoint before')
      }
    })
  })
})

describe('the head of a quotation', () => {
  test('takes no deposit above the total, and no last valid day that has passed', async () => {
    await asking(async (trade) => {
      const { asked, sales, server } = trade
      const id = await quotation(trade, 100)
      const set = (what: string) => () => sales.run(`update public.quotations set ${what} where id = '${id}'`)
      expect(await asked(null, set(`deposit_kind = 'amount', deposit_value = 118.01`))).toBe(
        'The deposit is more than the total of €118.00',
      )
      expect(await asked(null, set(`deposit_kind = 'amount', deposit_value = 118`))).toBe('done')
      const [today, yesterday] = [await dayOf(server, 0), await dayOf(server, 1)]
      expect(await asked(null, set(`valid_until = '${yesterday}'`))).toBe(
        'Please choose a last valid day that has not passed',
      )
      expect(await asked(null, set(`valid_until = '${today}'`))).toBe('done')
      // A total that shrank keeps nobody from working; nothing is sent with another deposit than was typed.
      await sales.run(`update public.quotation_items set unit_price = 50 where quotation_id = '${id}'`)
      expect(await asked(null, set(`project_title = 'Smaller boards'`))).toBe('done')
      expect(await asked(null, () => sales.run(`select public.send_quotation('${id}')`))).toBe(
        'The deposit of €118.00 is more than the total of €59.00. Please lower it before you send the quotation.',
      )
      expect(await asked(null, set('deposit_value = 59'))).toBe('done')
      await sales.run(`select public.send_quotation('${id}')`)
      await server.run(`update public.quotations set valid_until = private.company_today() - 1 where id = '${id}'`)
      const mail = () =>
        sales.run(`select public.send_document('quotation', '${id}', '{a@example.com}', gen_random_uuid())`)
      expect(await asked(null, mail)).toBe('This quotation is not valid any more. Revise it to send it again.')
    })
  })
})

describe('material that is missing', () => {
  test('making begins without it only after a yes; work before it is not asked, and the story says it', async () => {
    await asking(async (trade) => {
      const { asked, workshop, sales, server } = trade
      const [service, item, job, supplier] = ['a1', 'a2', 'a3', 'a4'].map(
        (end) => `5e000000-0000-4000-8000-0000000000${end}`,
      )
      await server.run(`insert into public.services (id, slug, name) values ('${service}', 'wrap', 'Wrap')`)
      await server.run(`insert into public.job_step_templates (service_id, position, name, minutes_fixed, unit, before_approval, after_previous)
        values ('${service}', 'a0', 'Artwork', 20, 'piece', true, false), ('${service}', 'a1', 'Print', 20, 'piece', false, false),
          ('${service}', 'a2', 'Cut', 10, 'piece', false, true)`)
      await server.run(`update public.job_step_templates set work_centre_id = (select id from public.work_centres where kind = 'design' limit 1)
        where service_id = '${service}' and name = 'Artwork'`)
      await server.run(`insert into public.inventory_items (id, sku, name, form, buy_unit, sell_unit, width_mm, length_mm)
        values ('${item}', 'V-1', 'Cast wrap vinyl', 'sheet', 'sheet', 'sheet', 1500, 3000)`)
      await sales.run(`select public.create_job('${job}', 'Wrap', '${row.clientContact}', '${service}', 1)`)
      await sales.run(`select public.plan_material('${job}', '${item}', 20)`)
      const step = (name: string) =>
        server.value<string>(`select id from public.job_steps where job_id = '${job}' and name = '${name}'`)
      const [artwork, print] = [await step('Artwork'), await step('Print')]
      const start =
        (id: string, other = false) =>
        () =>
          workshop.run(`select public.start_step('${id}', ${other})`)
      const question = (end: string) =>
        `20 sheets of Cast wrap vinyl missing, ${end}. Start it anyway? | asks: material_missing`
      expect(await workshop.value(`select public.job_effort('${job}') ->> 'lacks'`)).toBe(
        '20 sheets of Cast wrap vinyl missing, not ordered',
      )
      expect(await asked(null, start(artwork))).toBe('done')
      // Also where another timer is to be paused: nothing is paused before the yes.
      expect(await asked(null, start(print, true))).toBe(question('not ordered'))
      expect(await server.value(`select status from public.job_steps where id = '${artwork}'`)).toBe('in_progress')
      await server.run(`insert into public.contacts (id, type, company) values ('${supplier}', 'Business', 'Films')`)
      await server.run(`insert into public.purchase_orders (id, purchase_number, supplier_id, status, expected_on)
        values ('${supplier}', 'PO-1', '${supplier}', 'sent', '2027-01-07')`)
      await server.run(`insert into public.purchase_order_lines (purchase_order_id, item_id, qty, unit)
        values ('${supplier}', '${item}', 25, 'sheet')`)
      expect(await asked(null, start(print, true))).toBe(question('expected Thu 7 Jan 2027'))
      expect(await asked('material_missing', start(print, true))).toBe('done')
      expect(
        await server.value(
          `select meta - 'actor' from public.document_events where kind = 'job' and record_id = '${job}' and type = 'begun_without'`,
        ),
      ).toMatchObject({ step: 'Print', missing: '20 sheets of Cast wrap vinyl missing, expected Thu 7 Jan 2027' })
      // It was answered: going on asks nothing.
      expect(await asked(null, () => workshop.run(`select public.pause_step('${print}')`))).toBe('done')
      expect(await asked(null, start(print))).toBe('done')
    })
  })

  test('the first mark of a panel asks too', async () => {
    await asking(async ({ asked, workshop, sales, server }) => {
      const [item, job, panel] = ['b2', 'b3', 'b4'].map((end) => `5e000000-0000-4000-8000-0000000000${end}`)
      await server.run(`insert into public.inventory_items (id, sku, name, form, buy_unit, sell_unit, width_mm, length_mm)
        values ('${item}', 'A-1', 'Aluminium', 'sheet', 'sheet', 'sheet', 1500, 3000)`)
      await sales.run(`select public.create_job('${job}', 'Tray', '${row.clientContact}')`)
      await sales.run(`select public.plan_material('${job}', '${item}', 2)`)
      await workshop.run(
        `select public.add_panel('${panel}', '${job}', 'tray', 'Tray', 100, 100, 0, '[{"name": "Face", "needs_cut": true}]')`,
      )
      const cut = () =>
        workshop.run(`select public.tick_part((select id from public.panel_parts where panel_id = '${panel}'), 'cut')`)
      expect(await asked(null, cut)).toBe(
        '2 sheets of Aluminium missing, not ordered. Start it anyway? | asks: material_missing',
      )
      expect(await asked('material_missing', cut)).toBe('done')
    })
  })
})
