import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { openWorld, row } from './world.ts'
import { tradeIn, type Trade } from './trade.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx)))

/** An issued invoice of 100.00 net and 18.00 VAT, due so many days ago. */
async function issued({ accounts, server }: Trade, late = 0): Promise<{ id: string; uuid: string; number: string }> {
  const id = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Window lettering')`)
  await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
    values ('${id}', 'a0', 'item', 'Lettering', 1, 100, 18)`)
  await server.run(`update public.invoices set due_date = private.company_today() - ${late} where id = '${id}'`)
  const number = await accounts.value<string>(`select public.issue_invoice('${id}')`)
  return {
    id,
    number,
    uuid: await accounts.value<string>(`select public_uuid from public.invoices where id = '${id}'`),
  }
}

describe('papers of accounts on the screens of staff', () => {
  test('staff see the paper of a draft; who may not view invoices does not', async () => {
    await inTrade(async ({ accounts, workshop }) => {
      const id = await accounts.value<string>(
        `select public.create_invoice('${row.clientContact}', 'Window lettering')`,
      )
      await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
        values ('${id}', 'a0', 'item', 'Lettering', 3, 33.335, 18)`)
      expect(await accounts.value(`select public.preview_invoice('${id}')`)).toMatchObject({
        number: null,
        status: 'draft',
        net: '100.00',
        vat: '18.00',
        gross: '118.00',
        lines: [{ description: 'Lettering', qty: '3.0000', unit_price: '33.3350' }],
      })
      await expect(workshop.value(`select public.preview_invoice('${id}')`)).rejects.toThrow('You may not see invoices')
    })
  })

  test('a credit note reads the same for staff and by its link; a draft has no link', async () => {
    await inTrade(async (trade) => {
      const { accounts, client, workshop } = trade
      const { id, number } = await issued(trade)
      const note = await accounts.value<string>(`select public.make_credit_note('${id}', 'Misprinted')`)
      const link = await accounts.value<string>(`select public_uuid from public.credit_notes where id = '${note}'`)
      expect(await client.value(`select public.get_public_credit_note('${link}')`)).toBeNull()
      expect(await accounts.value(`select public.preview_credit_note('${note}')`)).toMatchObject({
        number: null,
        reason: 'Misprinted',
        invoice_number: number,
        gross: '118.00',
      })
      await accounts.run(`select public.issue_credit_note('${note}')`)
      const paper = await accounts.value<object>(`select public.preview_credit_note('${note}')`)
      expect(await client.value(`select public.get_public_credit_note('${link}')`)).toEqual({
        ...paper,
        client_language: null,
        public_uuid: link,
      })
      const found = `select id from public.credit_notes_named('${await accounts.value<string>(
        `select credit_number from public.credit_notes where id = '${note}'`,
      )}')`
      expect(await accounts.rows(found)).toEqual([{ id: note }])
      expect(await accounts.rows(`select id from public.credit_notes_named('no such paper')`)).toEqual([])
      const name = await trade.server.value<string>(
        `select private.client_label(c) from public.contacts c where c.id = '${row.clientContact}'`,
      )
      expect(
        await accounts.rows(`select n.id from public.credit_notes_named(
          '${name}') as n`),
      ).toEqual([{ id: note }])
      expect(
        await accounts.value(`select '${id}' in (select v.id::text from public.invoices_named(
          '${name}') as v)`),
      ).toBe(true)
      expect(await workshop.rows(found)).toEqual([])
      await expect(workshop.value(`select public.preview_credit_note('${note}')`)).rejects.toThrow(
        'You may not see credit notes',
      )
    })
  })

  test('sent is said once, by who may change the paper, and not of a draft', async () => {
    await inTrade(async (trade) => {
      const { accounts, sales } = trade
      const { id } = await issued(trade)
      await accounts.run(`select public.mark_sent('invoice', '${id}')`)
      await accounts.run(`select public.mark_sent('invoice', '${id}')`)
      expect(
        await accounts.value(
          `select count(*)::int from public.document_events where record_id = '${id}' and type = 'sent'`,
        ),
      ).toBe(1)
      await expect(sales.run(`select public.mark_sent('invoice', '${id}')`)).rejects.toThrow(
        'You may not send invoices',
      )
    })
    await inTrade(async ({ accounts }) => {
      const draft = await accounts.value<string>(`select public.create_invoice('${row.clientContact}')`)
      await expect(accounts.run(`select public.mark_sent('invoice', '${draft}')`)).rejects.toThrow(
        'Please issue it first',
      )
    })
  })
})

describe('sums and lists of accounts', () => {
  test('each invoice stands in its age; the balance is the sum of the ages less the credit', async () => {
    await inTrade(async (trade) => {
      const { accounts, workshop } = trade
      for (const late of [0, 30, 31, 61, 91]) await issued(trade, late)
      await accounts.run(`select public.record_payment('${row.clientContact}', 20, 'cash', p_allocations => '[]')`)
      expect(
        await accounts.rows(`select client_name, not_due::text, days_30::text, days_60::text, days_90::text, older::text,
          credit::text, overdue::text, balance::text, open_invoices::int from public.client_ageing()`),
      ).toEqual([
        {
          client_name: expect.stringMatching(/./),
          not_due: '118.00',
          days_30: '118.00',
          days_60: '118.00',
          days_90: '118.00',
          older: '118.00',
          credit: '20.00',
          overdue: '472.00',
          balance: '570.00',
          open_invoices: 5,
        },
      ])
      expect(await workshop.rows(`select * from public.client_ageing()`)).toEqual([])
    })
  })

  test('the mail of a statement asks for what is to pay, or says what is in favour of the client', async () => {
    await inTrade(async (trade) => {
      const { accounts, server } = trade
      const facts = async () => {
        const id = await accounts.value<string>(
          `select public.create_statement('${row.clientContact}', current_date - 30, current_date + 1)`,
        )
        return server.rows<{ to_pay: string | null; in_favour: string | null }>(
          `select f ->> 'to_pay' as to_pay, f ->> 'in_favour' as in_favour from private.mail_facts('statement', '${id}') as f`,
        )
      }
      await issued(trade)
      expect(await facts()).toEqual([{ to_pay: '118.00', in_favour: null }])
      await accounts.run(`select public.record_payment('${row.clientContact}', 559.51, 'cash')`)
      expect(await facts()).toEqual([{ to_pay: null, in_favour: '441.51' }])
    })
  })

  test('the sums of the list follow its filters; drafts stand apart, and a void one does not count', async () => {
    await inTrade(async (trade) => {
      const { accounts, workshop } = trade
      await issued(trade, 5)
      const { number } = await issued(trade)
      const draft = await accounts.value<string>(`select public.create_invoice('${row.clientContact}')`)
      await accounts.run(`select public.void_invoice('${draft}')`)
      const today = await accounts.value<string>(`select current_date::text`)
      const sums = (rest = '') => accounts.value(`select public.invoice_totals('${today}'${rest})`)
      const open = await accounts.value<string>(`select public.create_invoice('${row.clientContact}')`)
      await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
        values ('${open}', 'a0', 'item', 'Lettering', 1, 50, 18)`)
      expect(await sums()).toEqual({ gross: '236.00', drafts: '59.00', balance: '236.00', overdue: '118.00' })
      expect(await sums(`, p_overdue => true`)).toEqual({
        gross: '118.00',
        drafts: '0.00',
        balance: '118.00',
        overdue: '118.00',
      })
      expect(await sums(`, p_text => '${number.slice(-4)}'`)).toMatchObject({ gross: '118.00' })
      expect(await sums(`, p_text => '%'`)).toMatchObject({ gross: '0.00' })
      const asked = () => sums(`, p_asked => true`)
      expect(await asked()).toMatchObject({ gross: '0.00' })
      const { id, link } = await accounts.value<{ id: string; link: string }>(
        `select jsonb_build_object('id', id, 'link', public_uuid) from public.invoices where invoice_number = '${number}'`,
      )
      await trade.client.run(`select public.ask_about_document('${link}', 'Carla Client', 'May we pay in two parts?')`)
      expect(await asked()).toMatchObject({ gross: '118.00', balance: '118.00' })
      await accounts.run(`select public.answer_question('invoice', '${id}', 'Yes, by the end of December.')`)
      expect(await asked()).toMatchObject({ gross: '0.00' })
      await expect(workshop.value(`select public.invoice_totals('${today}')`)).rejects.toThrow(
        'You may not see invoices',
      )
    })
  })

  test('payments and views come newest first, to who may see them', async () => {
    await inTrade(async (trade) => {
      const { accounts, client, workshop } = trade
      const { uuid, number } = await issued(trade)
      await client.run(`select public.get_public_invoice('${uuid}', 'visit 1')`)
      await accounts.run(`select public.record_payment('${row.clientContact}', 100, 'bank')`)
      await accounts.run(`select public.record_payment('${row.clientContact}', 18, 'cash')`)
      const payment = (amount: string) => ({
        kind: 'payment',
        type: 'received',
        number: expect.stringMatching(/^RCPT-/),
        amount,
      })
      expect(await accounts.rows(`select kind, type, number, amount from public.payment_activity()`)).toEqual([
        payment('18.00'),
        payment('100.00'),
        { kind: 'invoice', type: 'viewed', number, amount: '118.00' },
        { kind: 'invoice', type: 'issued', number, amount: '118.00' },
      ])
      expect(await workshop.rows(`select * from public.payment_activity()`)).toEqual([])
    })
  })

  test('what waits for an invoice carries its discount, and waits since its first drop', async () => {
    await inTrade(async ({ as, accounts, workshop, client }) => {
      const sales = as('sales')
      const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
      await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate) values
        ('${id}', 'a1', 'item', 'Panel', 4, 100, 18), ('${id}', 'a2', 'discount', 'Loyalty', -1, 40, 18)`)
      await sales.run(`select public.send_quotation('${id}')`)
      const uuid = await sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
      await client.run(`select public.approve_quotation('${uuid}', 1, 'Carla Client', true)`)
      const order = await sales.value<string>(`select id from public.orders where quotation_id = '${id}'`)
      const delivery = await workshop.value<string>(`select public.plan_delivery('${order}')`)
      const item = await sales.value<string>(`select id from public.delivery_items where delivery_id = '${delivery}'`)
      await workshop.run(
        `select public.deliver_drop('${delivery}', '[{"delivery_item_id": "${item}", "qty": 2}]', 'Peter Porter')`,
      )
      const waiting = `select net::text, lines::int, since is not null as since, currency from public.to_invoice() where order_id = '${order}'`
      expect(await accounts.one(waiting)).toEqual({ net: '180.00', lines: 1, since: true, currency: 'EUR' })
      const invoice = await accounts.value<string>(`select public.make_invoice(array['${order}']::uuid[])`)
      expect(await accounts.value(`select net::text from public.invoices where id = '${invoice}'`)).toBe('180.00')
      expect(await accounts.one(waiting)).toBeUndefined()
    })
  })
})
