import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Random } from '../../tests/faults/random.ts'
import type { Engine } from '../local/contracts.ts'
import { answersOf, isInWords, type Request, schedules, swarm, valueOf } from './at-once.ts'
import { brokenOrders, disagreements } from './books.ts'
import { generatedCases } from './generated-cases.ts'
import type { Person } from './people.ts'
import { openOwnWorld, row } from './world.ts'

/**
 * Generated schedules of money: people deliver, invoice, issue, credit, pay, allocate, move, refund, take back, write off, confirm, match,
 * ignore and give back the same papers of two clients and of one supplier. On PostgreSQL the requests of a schedule run at once, each on its own
 * connection; PGlite takes them one after the other. Afterwards the books must agree, and nobody may have waited in a circle.
 */
const cases = generatedCases('MONEY_RACE_CASES', { many: 12, few: 3 })
const requests = 14

let engine: Engine
beforeAll(async () => {
  engine = await openOwnWorld()
  await engine.exec(`update public.company_settings set iban = 'DE89370400440532013000'`)
})
afterAll(() => engine.close())

/** The records of one schedule: no other one touches them. */
type Papers = {
  key: (kind: number, number?: number) => string
  client: string
  /** Another client, whose money it may have been. */
  other: string
  order: string
  orderLink: string
  delivery: string
  invoices: readonly { id: string; link: string; number: string }[]
  payments: readonly string[]
  statement: string
  asked: readonly { id: string; amount: string }[]
  entries: readonly string[]
  /** The entry over the amount of the first payment: it can be matched with that. */
  matched: string
  debits: readonly string[]
  /** The entry that gives the first debit back. */
  back: string
  bills: readonly string[]
  run: string
}

const value = (person: Person | 'server', sql: string) => valueOf(engine, person, sql)

const approvedRun = (run: string) =>
  `select public.approve_payment_run('${run}', (select row_version from public.payment_runs where id = '${run}'))`

/** One client with an order, a planned delivery, open invoices, free payments and a bank statement; two bills in a run. */
async function arranged(random: Random, place: number): Promise<Papers> {
  const key = (kind: number, number = 0) =>
    `5b${String(kind).padStart(2, '0')}0000-0000-4000-8000-${String(place * 100 + number).padStart(12, '0')}`
  const client = key(1)
  const other = key(1, 1)
  await engine.exec(
    `insert into public.contacts (id, name) values ('${client}', 'Racer ${place}'), ('${other}', 'Other ${place}')`,
  )
  const quotation = await value('sales', `select public.create_quotation('${client}', 'Race ${place}')`)
  await engine.exec(`
    update public.quotations set deposit_kind = 'percent', deposit_value = 30 where id = '${quotation}';
    insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate) values
      ('${quotation}', 'a0', 'Fascia', 4, 33.33, 18), ('${quotation}', 'a1', 'Fitting', 2, 17.05, 7)`)
  await value('sales', `select public.send_quotation('${quotation}')`)
  const order = await value('sales', `select public.record_quotation_answer('${quotation}', 'approved', 'Carla')`)
  const delivery = await value('team_member', `select public.plan_delivery('${order}')`)

  const invoices: Papers['invoices'][number][] = []
  for (const at of [0, 1, 2]) {
    const id = await value('accounts', `select public.create_invoice('${client}', 'Race', '${key(2, at)}')`)
    await engine.exec(`insert into public.invoice_items (invoice_id, position, description, qty, unit_price, vat_rate) values
      ('${id}', 'a0', 'Sign', 3, ${random.between(100, 9000) / 100}, 18), ('${id}', 'a1', 'Glue', 1, ${random.between(1, 500) / 100}, 0)`)
    // The two last are the first to be paid, so that the order of their ids is not the order of their age.
    await engine.exec(`update public.invoices set due_date = private.company_today() - ${at * 20} where id = '${id}'`)
    const number = await value('accounts', `select public.issue_invoice('${id}')`)
    const link = await value('server', `select public_uuid from public.invoices where id = '${id}'`)
    invoices.push({ id, link, number })
  }
  const theirs = await value('accounts', `select public.create_invoice('${other}', 'Race', '${key(2, 9)}')`)
  await engine.exec(`insert into public.invoice_items (invoice_id, position, description, qty, unit_price, vat_rate) values
    ('${theirs}', 'a0', 'Sign', 3, ${random.between(100, 9000) / 100}, 18)`)
  await value('accounts', `select public.issue_invoice('${theirs}')`)
  await value('admin', `select public.write_off_invoice('${invoices[0]?.id}', 'Race', 0.20)`)
  const paper = await value('accounts', `select public.create_statement('${client}', '2026-01-01', '2027-12-31')`)
  const statement = await value('server', `select public_uuid from public.statements where id = '${paper}'`)

  const asked: Papers['asked'][number][] = []
  const orderLink = await value('server', `select public_uuid from public.orders where id = '${order}'`)
  for (const sql of [
    `public.open_payment_request('${orderLink}')`,
    `public.open_payment_request('${invoices[0]?.link}')`,
    `public.open_statement_request('${statement}', '{${invoices[1]?.id},${invoices[2]?.id}}')`,
  ]) {
    const { id, amount } = JSON.parse(await value('visitor', `select ${sql}::text`)) as { id: string; amount: string }
    asked.push({ id, amount })
  }
  const payments: string[] = []
  for (const at of [0, 1])
    payments.push(
      await value(
        'accounts',
        `select public.record_payment('${client}', ${random.between(500, 20_000) / 100}, 'bank', p_allocations => '[]', p_id => '${key(3, at)}')`,
      ),
    )
  for (const at of [0, 1])
    await engine.exec(`insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, net, vat, iban) values
      ('${key(4, at)}', '${row.business}', 'RACE-${place}-${at}', private.company_today() - 9, private.company_today() + 20,
       ${random.between(100, 9000) / 100}, 1.01, 'MT84MALT011000012345MTLCAST001S');
      update public.supplier_invoices set status = 'approved' where id = '${key(4, at)}'`)
  const bills = [key(4, 0), key(4, 1)]
  const run = key(5)
  const today = await value('server', 'select private.company_today()')
  await value(
    'accounts',
    `select public.prepare_payment_run('${run}', '${today}', '{${bills.slice(0, random.between(1, 2)).join(',')}}')`,
  )
  const stage = random.between(0, 3)
  if (stage > 0) await value('admin', approvedRun(run))
  if (stage > 1) await value('accounts', `select public.export_payment_run('${run}')`)

  const booked = (direction: string, remittance: string, amount: string) =>
    `jsonb_build_object('booked_on', private.company_today(), 'direction', '${direction}', 'currency', 'EUR', 'party_name', 'Racer',
       'remittance', '${remittance}', 'amount', private.amount_text(${amount}))`
  const open = (id: string) => `(select balance from public.invoices where id = '${id}')`
  await engine.exec(`select private.import_bank_file('${key(6)}', '{"file_name": "race.xml", "format": "camt"}', jsonb_build_array(
    ${booked('in', String(invoices[1]?.number), open(String(invoices[1]?.id)))},
    ${booked('in', String(invoices[2]?.number), `round(${open(String(invoices[2]?.id))} / 2, 2)`)},
    ${booked('in', 'Paid in', `(select amount from public.payments where id = '${key(3, 0)}')`)},
    ${booked('out', `RACE-${place}-0`, `(select open from public.supplier_invoices where id = '${bills[0]}')`)},
    ${booked('out', `RACE-${place}-1`, `(select open from public.supplier_invoices where id = '${bills[1]}')`)},
    ${booked('in', `RACE-${place}-0`, `(select open from public.supplier_invoices where id = '${bills[0]}')`)}
      || '{"return_info": "AC04"}'))`)
  const { rows } = await engine.query<{ id: string; direction: string; is_back: boolean; remittance: string }>(
    `select id, direction, return_info is not null as is_back, remittance from public.bank_entries where import_id = '${key(6)}' order by id`,
  )
  const entries = rows.filter(({ direction, is_back }) => direction === 'in' && !is_back).map(({ id }) => id)
  const back = rows.find(({ is_back }) => is_back)?.id ?? expect.fail('The return is not imported')
  const matched =
    rows.find(({ remittance }) => remittance === 'Paid in')?.id ?? expect.fail('The entry is not imported')
  const debits = rows.filter(({ direction }) => direction === 'out').map(({ id }) => id)
  return {
    key,
    client,
    other,
    order,
    orderLink,
    delivery,
    invoices,
    payments,
    statement,
    asked,
    entries,
    matched,
    debits,
    back,
    bills,
    run,
  }
}

/** One of each kind of request, by the seed. */
function kinds(random: Random, of: Papers, at: number): (() => Request)[] {
  const invoice = random.pick(of.invoices)
  const payment = random.pick(of.payments)
  const asked = random.pick(of.asked)
  const entry = random.pick(of.entries)
  const bill = random.pick(of.bills)
  const amount = (random.between(1, 9000) / 100).toFixed(2)
  const parts = JSON.stringify(random.shuffle(of.invoices).map(({ id }) => ({ invoice_id: id, amount: '1.01' })))
  const by =
    (person: Person | 'server') =>
    (act: string, call: string): Request => ({ act, person, sql: `select ${call}` })
  const accounts = by('accounts')
  const first = (ids: string) => `(select id from (${ids}) as found (id) limit 1)`
  return [
    () => accounts('pay', `public.record_payment('${of.client}', ${amount}, 'bank')`),
    () => accounts('pay', `public.record_payment('${of.client}', ${amount}, 'bank', p_allocations => '${parts}')`),
    () => accounts('deposit', `public.record_payment('${of.client}', ${amount}, 'bank', p_order_id => '${of.order}')`),
    () => accounts('allocate', `public.allocate_payment('${payment}')`),
    () => accounts('allocate', `public.allocate_payment('${payment}', '${parts}')`),
    () =>
      accounts(
        'take off',
        `public.remove_allocation(${first(`select id from public.payment_allocations where invoice_id = '${invoice.id}'`)})`,
      ),
    () => accounts('refund', `public.refund_payment('${payment}', 1.10, 'Race')`),
    () => accounts('take back', `public.take_back_payment('${payment}', 'Race')`),
    () =>
      accounts(
        'take back',
        `public.take_back_payment(${first(`select id from public.payments where contact_id = '${of.client}' order by id desc`)}, 'Race')`,
      ),
    () => accounts('match', `public.confirm_bank_entry('${of.matched}', p_payment_id => '${of.payments[0]}')`),
    () => accounts('unmatch', `public.undo_bank_entry('${of.matched}', 'Race')`),
    () =>
      accounts(
        'pay back',
        `public.refund_payment(o.payment_id, ${random.pick(['o.amount::numeric', '0.40'])}, 'Race', '${of.key(8, random.between(0, 2))}', n.id)
           from public.credit_notes n, public.refund_options(n.id) as o where n.invoice_id = '${invoice.id}' limit 1`,
      ),
    () =>
      accounts(
        'move',
        `public.move_payment('${payment}', '${random.pick([of.client, of.other])}', ${random.pick(['null', `'[]'`])}, 'Race')`,
      ),
    () => accounts('move', `public.move_payment('${payment}', '${of.client}', '${parts}', 'Race')`),
    () => accounts('credit', `public.make_credit_note('${invoice.id}', 'Race')`),
    () =>
      accounts(
        'credit',
        `public.issue_credit_note(public.make_credit_note('${invoice.id}', 'Race', (select jsonb_build_array(jsonb_build_object(
           'invoice_item_id', i.id, 'qty', 1)) from public.invoice_items i where i.invoice_id = '${invoice.id}' and position = 'a0')))`,
      ),
    () =>
      by('admin')('write off', `public.write_off_invoice('${invoice.id}', 'Race', ${random.pick(['null', '0.50'])})`),
    () =>
      by('admin')(
        'write on',
        `public.undo_write_off(${first(`select id from public.write_offs where invoice_id in (${of.invoices.map(({ id }) => `'${id}'`).join(', ')})`)}, 'Race')`,
      ),
    () =>
      by('server')(
        'card',
        `public.settle_payment_request('${asked.id}', 'viva', '${asked.id}', ${Number(asked.amount)})`,
      ),
    () => by('visitor')('spend', `public.use_credit('${invoice.link}')`),
    () => by('visitor')('ask', `public.open_payment_request('${of.orderLink}')`),
    () =>
      by('visitor')(
        'ask',
        `public.tell_statement_transfer('${of.statement}', '{${random
          .shuffle(of.invoices)
          .map(({ id }) => id)
          .join(',')}}')`,
      ),
    () => accounts('bank', `public.confirm_sure_entries('{${[...of.entries, ...of.debits].join(',')}}')`),
    () => accounts('bank', `public.confirm_bank_entry('${entry}', '${of.client}')`),
    () => accounts('undo', `public.undo_bank_entry('${entry}', 'Race')`),
    () =>
      accounts(
        'return',
        `public.confirm_shown_entries((select jsonb_object_agg(s.entry_id, s.matches -> 0 ->> 'seen') from public.bank_suggestions('{${of.back}}') as s))`,
      ),
    () => {
      const some = random
        .shuffle([...of.entries, ...of.debits, of.back])
        .slice(0, 2)
        .join(',')
      return random.between(0, 4) === 0
        ? accounts('ignore', `public.undo_bank_import('${of.key(6)}')`)
        : accounts(
            'ignore',
            random.pick([`public.ignore_bank_entries('{${some}}', 'Race')`, `public.notice_bank_entries('{${some}}')`]),
          )
    },
    () =>
      accounts(
        'debit',
        `public.confirm_bank_payout(s.entry_id, s.matches -> ${random.between(0, 1)}) from public.bank_suggestions('{${random.pick(of.debits)}}') as s`,
      ),
    () => accounts('pay bill', `public.pay_supplier_invoice('${bill}', 1.01, 'bank')`),
    () => ({ act: 'approve run', person: 'admin', sql: approvedRun(of.run) }),
    () => accounts('export run', `public.export_payment_run('${of.run}')`),
    () =>
      accounts(
        'settle run',
        `public.settle_payment_run('${of.run}', (select pay_on from public.payment_runs where id = '${of.run}'))`,
      ),
    () => accounts('cancel run', `public.cancel_payment_run('${of.run}', 'Race')`),
    () => by('team_member')('drop', `public.deliver_drop('${of.delivery}', null, 'Peter')`),
    () =>
      by('team_member')(
        'drop',
        `public.deliver_drop('${of.delivery}', (select jsonb_agg(jsonb_build_object('delivery_item_id', i.id, 'qty', 1))
           from public.delivery_items i where i.delivery_id = '${of.delivery}'), 'Peter')`,
      ),
    () => accounts('invoice', `public.issue_invoice(public.make_invoice('{${of.order}}', '${of.key(7, at)}'))`),
    () => accounts('invoice', `public.issue_invoice(public.make_invoice('{${of.order}}', null, true))`),
    () =>
      by('sales')(
        'hold',
        `public.${random.pick([`hold_order('${of.order}', 'Race')`, `release_order('${of.order}')`])}`,
      ),
    () => accounts('credit order', `public.credit_order('${of.order}', 'Race')`),
    () => by('sales')('cancel', `public.cancel_order('${of.order}', 'Race')`),
    () => by('sales')('end', `public.end_order('${of.order}', 'Race')`),
  ]
}

test(`of ${cases} generated schedules of money every sum agrees, and nobody waits in a circle`, async () => {
  const done: Record<string, number> = {}
  for (const { seed, place, random } of schedules(cases)) {
    const of = await arranged(random, place)
    const schedule = swarm(random, (at) => kinds(random, of, at), requests)
    const answers = await answersOf(engine, schedule)
    const wrong: string[] = []
    for (const [at, { act, sql }] of schedule.entries()) {
      const refused = answers[at]
      if (!refused) done[act] = (done[act] ?? 0) + 1
      // A card payment is always kept, and entries that are no longer sure are skipped: neither is ever refused.
      const isKept = act === 'card' || sql.includes('confirm_sure_entries')
      if (refused && (isKept || !isInWords(refused))) wrong.push(`${sql}: ${refused.code} ${refused.words}`)
    }
    const { rows: books } = await engine.query<{ problem: string }>(
      disagreements(`'{${of.client},${of.other}}'::uuid[]`),
    )
    const { rows: orders } = await engine.query<{ what: string }>(brokenOrders)
    wrong.push(...books.map(({ problem }) => problem).filter(Boolean), ...orders.map(({ what }) => what))
    expect({ seed, wrong }).toEqual({ seed, wrong: [] })
  }
  // Each kind must have succeeded, otherwise the schedules prove nothing about it.
  const kindsOfRequest =
    `pay, deposit, allocate, take off, refund, take back, match, unmatch, pay back, credit, write off, write on, card, spend, ask, bank, undo, return, ignore, move, debit, pay bill,
    approve run, export run, settle run, cancel run, drop, invoice, hold, credit order, cancel`.split(/,\s+/)
  if (cases >= 100) expect(kindsOfRequest.filter((act) => !done[act])).toEqual([])
}, 3_600_000)
