import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { become, becomeOwner, undone } from './act.ts'
import { idOf, type Person } from './people.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = (work: (trade: Trade, refusal: (work: () => Promise<unknown>) => Promise<string>) => Promise<void>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), (tried) => refusalOf(tx, tried)))

async function issued({ accounts }: Trade, contact: string, price: number) {
  const id = await accounts.value<string>(`select public.create_invoice('${contact}', 'Window lettering')`)
  await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
    values ('${id}', 'a0', 'item', 'Lettering', 1, ${price}, 0)`)
  await accounts.run(`select public.issue_invoice('${id}')`)
  return { id, balance: () => accounts.value<string>(`select balance::text from public.invoices where id = '${id}'`) }
}

/** An invoice that is paid in part, a draft, a credit note, a payment and a statement of the client. */
async function account(trade: Trade, contact: string = row.clientContact) {
  const { accounts } = trade
  const paid = await issued(trade, contact, 100)
  const open = await issued(trade, contact, 40.4)
  await accounts.run(`select public.create_invoice('${contact}', 'Not issued yet')`)
  await accounts.run(`select public.record_payment('${contact}', 110, 'bank', null, null, null,
    '[{"invoice_id": "${paid.id}", "amount": "100.00"}]')`)
  await accounts.run(`select public.create_statement('${contact}', current_date - 30, current_date + 1)`)
  return { paid, open }
}

type Portal = {
  name: string
  money: { balance: string; overdue: string; credit: string }
  quotations: { public_uuid: string; status: string }[]
  invoices: { id: string; balance: string }[]
  deliveries: { number: string }[]
  statements: { number: string }[]
}
const portal = (trade: Trade, person: Person) => trade.as(person).value<Portal | null>('select public.client_portal()')

describe('the place of a client', () => {
  test('shows their quotations, invoices, deliveries, statements, balance and credit, and no draft', () =>
    inTrade(async (trade) => {
      const { paid, open } = await account(trade)
      const seen = await portal(trade, 'client')
      expect(seen?.money).toEqual({ balance: '30.40', overdue: '0.00', credit: '10.00' })
      expect(seen?.invoices.map(({ id, balance }) => [id, balance])).toEqual([
        [open.id, '40.40'],
        [paid.id, '0.00'],
      ])
      expect(seen?.statements).toHaveLength(1)
      expect(seen?.deliveries).toHaveLength(1)
      expect(seen?.quotations.every(({ status }) => status !== 'draft')).toBe(true)
    }))

  test('shows nothing of others, and nothing to anybody who is no client', () =>
    inTrade(async (trade) => {
      await account(trade)
      expect(await portal(trade, 'otherClient')).toMatchObject({ invoices: [], statements: [] })
      for (const person of ['newcomer', 'pending', 'sales', 'admin'] as const)
        expect(await portal(trade, person)).toBeNull()
    }))

  test('names no fact of the office', () =>
    inTrade(async (trade) => {
      await account(trade)
      const text = JSON.stringify(await portal(trade, 'client'))
      for (const word of ['created_by', 'reminder', 'account_manager', 'on_stop', 'row_version', 'search_text', 'crew'])
        expect(text).not.toContain(word)
    }))

  test('hears of a payment and of a new invoice', () =>
    inTrade(async (trade) => {
      const topic = `user:${idOf('client')}`
      const { id } = await issued(trade, row.clientContact, 10)
      const heard = `select count(*)::int from realtime.messages where topic = '${topic}' and payload ->> 'table' = `
      expect(await trade.server.value(`${heard} 'invoices'`)).toBeGreaterThan(0)
      await trade.server.run('delete from realtime.messages')
      await trade.accounts.run(`select public.record_payment('${row.clientContact}', 10, 'bank')`)
      expect(id && (await trade.server.value(`${heard} 'payments'`))).toBeGreaterThan(0)
    }))
})

/** A business of the office, with a contact person who has the address of that account. */
async function firm(trade: Trade, person: Person, more: { relation?: string; profile?: string; reads?: boolean } = {}) {
  const { server } = trade
  const email = await server.value<string>(`select email from auth.users where id = '${idOf(person)}'`)
  await server.run(`update auth.users set email_confirmed_at = now() where id = '${idOf(person)}'`)
  const business = await server.value<string>(
    `insert into public.contacts (type, profile, company, name) values ('Business', 'verified', 'Firm Ltd', 'Firm Ltd') returning id`,
  )
  const human = await server.value<string>(`insert into public.contacts (type, profile, name, email)
    values ('Person', '${more.profile ?? 'verified'}', 'Otto', upper('${email}')) returning id`)
  await server.run(`insert into public.contact_relations (contact_id, related_contact_id, relation, reads_papers)
    values ('${human}', '${business}', '${more.relation ?? 'works_for'}', ${more.reads ?? true})`)
  return { business, human, email, invoice: await issued(trade, business, 70) }
}

describe('a contact person of a business', () => {
  test('sees its papers and pays them, hears of them, and sees nothing of another business', () =>
    inTrade(async (trade, refusal) => {
      const { business, invoice } = await firm(trade, 'otherClient')
      const other = await issued(trade, row.clientContact, 5)
      const mine = trade.as('otherClient')
      const seen = await mine.value<Portal & { contact_id: string; contacts: { id: string; name: string }[] }>(
        `select public.client_portal('${business}')`,
      )
      expect([seen.contact_id, seen.contacts.map(({ name }) => name).includes('Firm Ltd')]).toEqual([business, true])
      expect(seen.invoices.map(({ id }) => id)).toEqual([invoice.id])
      expect(await mine.value<Portal>(`select public.client_portal('${row.clientContact}')`)).not.toMatchObject({
        contact_id: row.clientContact,
      })
      expect(await mine.value<Request>(ask(invoice))).toMatchObject({ amount: '70.00' })
      expect(await refusal(() => mine.value(ask(other)))).toContain('paid meanwhile')
      expect(
        await mine.value(`select public.client_statement('${business}', current_date - 9, current_date)`),
      ).toBeTruthy()
      const heard = `select count(*)::int from realtime.messages where topic = 'user:${idOf('otherClient')}'`
      expect(await trade.server.value(heard)).toBeGreaterThan(0)
    }))

  test.each<
    [
      string,
      { relation?: string; profile?: string; reads?: boolean },
      (of: { business: string; human: string; email: string }) => string,
    ]
  >([
    [
      'whose address is not confirmed',
      {},
      ({ email }) => `update auth.users set email_confirmed_at = null where email = '${email}'`,
    ],
    [
      'who was removed from it',
      {},
      ({ human }) => `delete from public.contact_relations where contact_id = '${human}'`,
    ],
    ['who is archived', {}, ({ human }) => `update public.contacts set archived_at = now() where id = '${human}'`],
    [
      'whose address at the office changed',
      {},
      ({ human }) => `update public.contacts set email = 'new@firm.example' where id = '${human}'`,
    ],
    [
      'whose account changed to another address',
      {},
      ({ email }) => `update auth.users set email = 'other@firm.example' where email = '${email}'`,
    ],
    [
      'who has no role of a client',
      {},
      () => `update public.user_roles set role = 'pending' where user_id = '${idOf('otherClient')}'`,
    ],
    [
      'whose business is archived',
      {},
      ({ business }) => `update public.contacts set archived_at = now() where id = '${business}'`,
    ],
    ['whom nobody verified', { profile: 'pending_verification' }, () => 'select 1'],
    ['whom nobody let read its papers', { reads: false }, () => 'select 1'],
    ['who looks after a site alone', { relation: 'site_manager' }, () => 'select 1'],
  ])('%s sees nothing of it', (_, more, change) =>
    inTrade(async (trade, refusal) => {
      const made = await firm(trade, 'otherClient', more)
      await trade.server.run(change(made))
      const mine = trade.as('otherClient')
      const seen = await mine.value<Portal | null>(`select public.client_portal('${made.business}')`)
      expect((seen?.invoices ?? []).map(({ id }) => id)).not.toContain(made.invoice.id)
      expect(await refusal(() => mine.value(ask(made.invoice)))).not.toBe('')
      expect(
        await refusal(() =>
          mine.value(`select public.client_statement('${made.business}', current_date - 9, current_date)`),
        ),
      ).toContain('You may not see statements')
    }),
  )

  test('is looked for after a change of a paper only where somebody may read it', () =>
    inTrade(async (trade) => {
      const { invoice, human } = await firm(trade, 'otherClient', { reads: false })
      await trade.server.run(`set local track_functions = 'all'`)
      const asked = async () => {
        const calls = () =>
          trade.server.value<number>(
            `select coalesce(sum(calls), 0)::int from pg_stat_xact_user_functions where funcname = 'is_contact_person'`,
          )
        const before = await calls()
        await trade.server.run(
          `update public.invoices set reminder_stage = reminder_stage + 1 where id = '${invoice.id}'`,
        )
        return (await calls()) - before
      }
      expect(await asked()).toBe(0)
      await trade.server.run(`update public.contact_relations set reads_papers = true where contact_id = '${human}'`)
      expect(await asked()).toBeGreaterThan(0)
    }))

  test('is let read them by those who give roles alone, and anew after another address or a merge of cards', () =>
    inTrade(async (trade, refusal) => {
      const { business, human } = await firm(trade, 'otherClient', { reads: false })
      const put = `update public.contact_relations set reads_papers = true where contact_id = '${human}'`
      const reads = () =>
        trade.server.value(`select reads_papers from public.contact_relations where contact_id = '${human}'`)
      expect(await refusal(() => trade.sales.run(put))).toContain('You may not let a person read the papers')
      expect(
        await refusal(() =>
          trade.sales.run(`insert into public.contact_relations
        (contact_id, related_contact_id, relation, reads_papers) values ('${human}', '${business}', 'owner', true)`),
        ),
      ).toContain('You may not let a person read the papers')
      expect(await reads()).toBe(false)
      const heard = `select count(*)::int from realtime.messages
        where topic = 'user:${idOf('otherClient')}' and payload ->> 'table' = 'contact_relations'`
      expect(await trade.server.value(heard)).toBe(0)
      await trade.as('admin').run(put)
      expect(await reads()).toBe(true)
      expect(await trade.server.value(heard)).toBe(1)
      await trade.as('admin').run(put.replace('true', 'false'))
      expect(await trade.server.value(heard)).toBe(2)
      await trade.as('admin').run(put)
      await trade.sales.run(`update public.contacts set email = 'mine@elsewhere.example' where id = '${human}'`)
      expect(await reads()).toBe(false)
      await trade.as('admin').run(put)
      await trade.as('admin').run(`update public.contacts set email = 'new@firm.example' where id = '${human}'`)
      expect(await reads()).toBe(true)
      await trade.server.run(
        `update public.contact_relations set related_contact_id = '${row.clientContact}' where contact_id = '${human}'`,
      )
      expect(await reads()).toBe(false)
    }))

  test('of whose address a person of another account is, sees nothing by it', () =>
    inTrade(async (trade) => {
      const { business, human } = await firm(trade, 'otherClient')
      await trade.server.run(`update public.contacts set user_id = null where user_id = '${idOf('newcomer')}'`)
      await trade.server.run(`update public.contacts set user_id = '${idOf('newcomer')}', email = (
        select email from auth.users where id = '${idOf('otherClient')}') where id = '${human}'`)
      expect(
        await trade.as('otherClient').value(`select public.client_portal('${business}') ->> 'contact_id'`),
      ).not.toBe(business)
    }))
})

const ask = (...invoices: { id: string }[]) =>
  `select public.open_client_request(array[${invoices.map(({ id }) => `'${id}'`).join(', ')}]::uuid[])`
type Request = { id: string; amount: string; purpose: string; document_uuid: string | null; document_number: string }

/** A client's order of 2 prints, one of them delivered and invoiced, and the order's page as `person` reads it. */
async function ordered(trade: Trade) {
  const { sales, accounts, server } = trade
  const quotation = await sales.value<string>(`insert into public.quotations (contact_id, project_title)
    values ('${row.clientContact}', 'Two prints') returning id`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${quotation}', 'a0', 'Print', 2, 50, 0)`)
  await sales.run(`select public.send_quotation('${quotation}')`)
  const uuid = await sales.value<string>(`select public_uuid from public.quotations where id = '${quotation}'`)
  await trade.client.run(`select public.approve_quotation('${uuid}', 1, 'Rita Grech', true)`)
  const order = await server.one<{
    id: string
    uuid: string
    item: string
  }>(`select o.id, o.public_uuid as uuid, i.id as item
    from public.orders o join public.order_items i on i.order_id = o.id where o.quotation_id = '${quotation}'`)
  await server.run(`update public.orders set promised_date = current_date + 5 where id = '${order?.id}'`)
  return {
    ...order,
    accounts,
    link: uuid,
    page: (person: Person) => trade.as(person).value<OwnOrder | null>(`select public.own_order('${order?.uuid}')`),
  }
}
type OwnOrder = {
  order_number: string
  gross: string
  due_date: string | null
  lines: { description: string; qty: string; qty_delivered: string; net: string }[]
  deliveries: unknown[]
  invoices: { number: string; balance: string; written_off: string }[]
  quotation: { has_proofs: boolean } | null
}

test('a mail about an invoice leads to its page for clients, which no screen of the office has, on every host', () =>
  inTrade(async (trade) => {
    const { id } = await issued(trade, row.clientContact, 10)
    const uuid = await trade.server.value<string>(`select public_uuid from public.invoices where id = '${id}'`)
    const link = await trade.server.value<string>(`select private.mail_facts('invoice', '${id}') ->> 'link'`)
    expect(link).toBe(`/client-invoices/${uuid}`)
  }))

describe('the page of an order', () => {
  test('tells its client what was ordered, for which day, and what became of it; nobody else opens it', () =>
    inTrade(async (trade) => {
      const order = await ordered(trade)
      const seen = await order.page('client')
      expect(seen).toMatchObject({ gross: '100.00', deliveries: [], invoices: [], quotation: { has_proofs: false } })
      expect(seen?.due_date).not.toBeNull()
      expect(seen?.lines).toMatchObject([
        { description: 'Print', qty: '2.0000', qty_delivered: '0.0000', net: '100.00' },
      ])
      for (const person of ['otherClient', 'newcomer', 'pending', 'sales', 'admin'] as const)
        expect([person, await order.page(person)]).toEqual([person, null])
      expect(await trade.as('client').value('select public.own_order(null)')).toBeNull()
      for (const word of ['created_by', 'hold_reason', 'priority', 'row_version', 'unit_cost', 'margin'])
        expect(JSON.stringify(seen)).not.toContain(word)
    }))

  test('has the invoices of this order alone, and says what of one was written off', () =>
    inTrade(async (trade) => {
      const order = await ordered(trade)
      await issued(trade, row.clientContact, 10)
      const invoice = await trade.accounts.value<string>(
        `select public.make_invoice(array['${order.id}']::uuid[], null, true)`,
      )
      await trade.accounts.run(`select public.issue_invoice('${invoice}')`)
      expect((await order.page('client'))?.invoices).toMatchObject([{ balance: '100.00', written_off: '0.00' }])
      await trade.as('admin').run(`select public.write_off_invoice('${invoice}', 'Insolvent')`)
      expect((await order.page('client'))?.invoices).toMatchObject([{ balance: '0.00', written_off: '100.00' }])
    }))
})

type OpenMoney = {
  invoice_follows: boolean
  ahead: string
  paid: string
  open_invoices: { number: string; balance: string; public_uuid: string | null }[]
}

describe('what is open of an order', () => {
  test('is the same on its page, on that of its quotation and in the account, from the order to the last payment', () =>
    inTrade(async (trade) => {
      const order = await ordered(trade)
      const read = async () => {
        const facts = (of: unknown) => {
          const { ahead, paid, open_invoices, invoice_follows } = of as OpenMoney
          return {
            ahead,
            paid,
            follows: invoice_follows,
            open: open_invoices.map(({ balance, public_uuid }) => [balance, public_uuid]),
          }
        }
        const portal = await trade
          .as('client')
          .value<{ orders: { public_uuid: string }[]; quotations: { public_uuid: string; order: unknown }[] }>(
            'select public.client_portal()',
          )
        const pages = [
          await order.page('client'),
          (await trade.client.value<{ order: unknown }>(`select public.get_public_quotation('${order.link}')`)).order,
          portal.orders.find(({ public_uuid }) => public_uuid === order.uuid),
          portal.quotations.find(({ public_uuid }) => public_uuid === order.link)?.order,
        ].map(facts)
        for (const page of pages) expect(page).toEqual(pages[0])
        return pages[0]
      }
      const heard = async () => {
        const count = await trade.server.value<number>(`select count(distinct topic)::int from realtime.messages
          where topic in ('doc:${order.uuid}', 'doc:${order.link}') and payload ->> 'table' = 'invoices'`)
        await trade.server.run('delete from realtime.messages')
        return count
      }
      expect(await read()).toEqual({ ahead: '100.00', paid: '0.00', follows: false, open: [] })
      await trade.accounts.run(
        `select public.record_payment('${row.clientContact}', 20, 'cash', p_order_id => '${order.id}')`,
      )
      expect(await read()).toEqual({ ahead: '80.00', paid: '20.00', follows: false, open: [] })
      await heard()
      const draft = () =>
        trade.accounts.value<string>(`select public.make_invoice(array['${order.id}']::uuid[], null, true)`)
      const first = await draft()
      expect(await heard()).toBe(2)
      await trade.accounts.run(`select public.void_invoice('${first}')`)
      expect(await heard()).toBe(2)
      const gone = await draft()
      await heard()
      await trade.server.run(`delete from public.invoices where id = '${gone}'`)
      expect(await heard()).toBe(2)
      const invoice = await draft()
      await heard()
      expect(await read()).toEqual({ ahead: '0.00', paid: '20.00', follows: true, open: [] })
      await trade.accounts.run(`select public.issue_invoice('${invoice}')`)
      const uuid = await trade.server.value<string>(`select public_uuid from public.invoices where id = '${invoice}'`)
      expect(await heard()).toBe(2)
      expect(await read()).toEqual({ ahead: '0.00', paid: '20.00', follows: false, open: [['80.00', uuid]] })
      await trade.accounts.run(`select public.record_payment('${row.clientContact}', 30, 'bank', null, null, null,
        '[{"invoice_id": "${invoice}", "amount": "30.00"}]')`)
      expect(await heard()).toBe(2)
      expect(await read()).toEqual({ ahead: '0.00', paid: '50.00', follows: false, open: [['50.00', uuid]] })
      await trade.server.run(`update public.invoices set link_revoked_at = now() where id = '${invoice}'`)
      expect(await read()).toEqual({ ahead: '0.00', paid: '50.00', follows: false, open: [['50.00', null]] })
    }))

  test('has no link of an invoice that tells of another order', () =>
    inTrade(async (trade) => {
      const [one, two] = [await ordered(trade), await ordered(trade)]
      const invoice = await trade.accounts.value<string>(
        `select public.make_invoice(array['${one.id}', '${two.id}']::uuid[], null, true)`,
      )
      await trade.accounts.run(`select public.issue_invoice('${invoice}')`)
      for (const { link } of [one, two]) {
        const { order } = await trade.client.value<{ order: OpenMoney }>(
          `select public.get_public_quotation('${link}')`,
        )
        expect(order.open_invoices).toMatchObject([{ balance: '200.00', public_uuid: null }])
      }
    }))
})

describe('several invoices', () => {
  test('are paid by one payment, each in full, and the request is used again', () =>
    inTrade(async (trade) => {
      const client = trade.as('client')
      const one = await issued(trade, row.clientContact, 10.1)
      const two = await issued(trade, row.clientContact, 20.2)
      const three = await issued(trade, row.clientContact, 40.4)
      const request = await client.value<Request>(ask(one, three))
      expect(request).toMatchObject({ amount: '50.50', purpose: 'statement', document_uuid: null })
      expect(request.document_number).toMatch(/^INV-\S+ INV-\S+$/)
      expect((await client.value<Request>(ask(three, one))).id).toBe(request.id)
      const settle = `select public.settle_payment_request('${request.id}', 'viva', 'transaction-7', 50.50)`
      expect(await trade.server.value(settle)).toMatchObject({ new: true, credit: '0.00' })
      expect([await one.balance(), await two.balance(), await three.balance()]).toEqual(['0.00', '20.20', '0.00'])
    }))

  test('are asked for anew after the request was cancelled', () =>
    inTrade(async (trade) => {
      const one = await issued(trade, row.clientContact, 10)
      const first = await trade.as('client').value<Request>(ask(one))
      await trade.accounts.run(`select public.cancel_payment_request('${first.id}')`)
      expect((await trade.as('client').value<Request>(ask(one))).id).not.toBe(first.id)
    }))

  test('ask for what the credit of the client leaves', () =>
    inTrade(async (trade, refusal) => {
      const { open } = await account(trade)
      const client = trade.as('client')
      expect(await client.value<Request>(ask(open))).toMatchObject({ amount: '30.40' })
      const small = await issued(trade, row.clientContact, 4)
      expect(await refusal(() => client.run(ask(small)))).toContain('Your credit covers this')
    }))

  test('are not those of others, nor paid ones; staff and visitors do not ask so', () =>
    inTrade(async (trade, refusal) => {
      const mine = await issued(trade, row.clientContact, 10)
      const theirs = await issued(trade, row.business, 10)
      const { paid } = await account(trade)
      const client = trade.as('client')
      expect(await refusal(() => client.run(ask(mine, theirs)))).toContain('paid meanwhile')
      expect(await refusal(() => client.run(ask(mine, paid)))).toContain('paid meanwhile')
      expect(await refusal(() => client.run(ask()))).toContain('Please choose what to pay')
      for (const person of ['admin', 'pending'] as const)
        expect(await refusal(() => trade.as(person).run(ask(mine)))).toContain('You may not pay from here')
      expect(await refusal(() => trade.as('visitor').run(ask(mine)))).toContain('permission denied')
    }))

  test('that were paid by transfer are told to accounts once', () =>
    inTrade(async (trade) => {
      const one = await issued(trade, row.clientContact, 10)
      const tell = ask(one).replace('open_client_request', 'tell_client_transfer')
      await trade.as('client').run(tell)
      await trade.as('client').run(tell)
      expect(
        await trade.server
          .value(`select count(*)::int from public.notifications n join public.user_roles r using (user_id)
          where n.title like 'Transfer announced%' and r.role = 'accounts'`),
      ).toBe(1)
    }))
})

/** Every column that a client can read in any row. A new column here is a decision. */
const readByClients: Record<string, string> = {
  website_metadata_settings: 'display_order setting_key setting_value',
  page_permissions: 'can_create can_delete can_edit can_view page_name role',
  user_roles: 'created_at role updated_at user_id',
}

test('no table is opened to the contact of a client: papers are read through functions', async () => {
  const { rows } = await engine.query(
    `select tablename, policyname from pg_catalog.pg_policies where concat(qual, with_check) like '%my_contact%'`,
  )
  expect(rows).toEqual([])
})

const office = `update public.contacts set on_stop = true, credit_limit = 5000, account_manager_id = '${idOf('sales')}'`

test.each(['client', 'pending'] as const)(
  'what the office decides about a %s is in nothing that they read of their contact',
  (person) =>
    undone(engine, async (tx) => {
      await tx.exec(`${office} where user_id = '${idOf(person)}'`)
      await become(tx, person)
      const tables = ['contacts', 'contacts where on_stop', 'contacts where credit_limit > 0']
      for (const table of tables) expect((await tx.query(`select * from public.${table}`)).rows).toEqual([])
      expect((await tx.query(`select * from public.search_contacts(null)`)).rows).toEqual([])
      const { rows } = await tx.query<{ own: Record<string, unknown> }>('select public.own_contact() as own')
      expect(rows[0]?.own).toMatchObject({ user_id: idOf(person), has_temporary_password: false })
      expect(JSON.stringify(rows)).not.toMatch(/on_stop|credit|manager|5000/)
    }),
)

test('spec 1 §7: newcomers and staff read the contact of their account from the table; nobody reads another by own_contact', () =>
  undone(engine, async (tx) => {
    for (const person of ['pending', 'sales', 'team_member'] as const) {
      await become(tx, person)
      const { rows } = await tx.query(`select user_id from public.contacts where user_id = '${idOf(person)}'`)
      expect(rows).toHaveLength(1)
      const own = await tx.query<{ id: string }>(`select public.own_contact() ->> 'user_id' as id`)
      expect(own.rows).toEqual([{ id: idOf(person) }])
      await becomeOwner(tx)
    }
    await tx.exec(`${office} where user_id = '${idOf('sales')}'`)
    await become(tx, 'sales')
    expect((await tx.query(`select from public.contacts where user_id = '${idOf('sales')}'`)).rows).toHaveLength(1)
  }))

/** As the caller: the readable columns of each table. */
const whatIsRead = `
  create function pg_temp.what_is_read() returns table (name text, columns text) language plpgsql set search_path from current as $$
  declare
    v_table record;
    v_any boolean;
  begin
    for v_table in
      select c.oid, c.relname from pg_catalog.pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') order by c.relname
    loop
      begin
        execute format('select exists (select from public.%I)', v_table.relname) into v_any;
      exception when insufficient_privilege then v_any := false;
      end;
      if v_any then
        name := v_table.relname;
        columns := (select string_agg(a.attname, ' ' order by a.attname) from pg_catalog.pg_attribute a
                     where a.attrelid = v_table.oid and a.attnum > 0 and not a.attisdropped
                       and has_column_privilege('authenticated', v_table.oid, a.attnum, 'select'));
        return next;
      end if;
    end loop;
  end $$`

test('a client reads these columns of these tables, and no other', () =>
  undone(engine, async (tx) => {
    await account(await tradeIn(tx))
    await becomeOwner(tx)
    await tx.exec(whatIsRead)
    await tx.exec('grant execute on function pg_temp.what_is_read() to authenticated')
    await become(tx, 'client')
    const { rows } = await tx.query<{ name: string; columns: string }>('select * from pg_temp.what_is_read()')
    await becomeOwner(tx)
    expect(Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))).toEqual(readByClients)
  }))
