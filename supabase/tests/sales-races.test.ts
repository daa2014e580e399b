import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Random } from '../../tests/faults/random.ts'
import type { Engine } from '../local/contracts.ts'
import { answersOf, isInWords, type Request, schedules, swarm, valueOf } from './at-once.ts'
import { brokenOrders, disagreements } from './books.ts'
import { generatedCases } from './generated-cases.ts'
import type { Person } from './people.ts'
import { openOwnWorld, row } from './world.ts'

/**
 * Generated schedules of sales: a client answers, chooses and pays while the office revises, sends, cancels and undoes the same
 * quotation; extra work meets the order that it amends; goods arrive while their purchase order is changed.
 */
const cases = generatedCases('SALES_RACE_CASES', { many: 12, few: 3 })
const requests = 14

let engine: Engine
beforeAll(async () => {
  engine = await openOwnWorld()
})
afterAll(() => engine.close())

const value = (person: Person | 'server', sql: string) => valueOf(engine, person, sql)

/** The records of one schedule: no other one touches them. */
type Papers = {
  key: (kind: number, number?: number) => string
  client: string
  quotation: string
  link: string
  option: string
  draft: string
  order: string
  orderLine: string
  orderLink: string
  extra: string
  extraLink: string
  asked: { id: string; amount: string }
  purchase: string
  purchaseLine: string
  item: string
}

/** A client with a sent quotation, a draft, an order with extra work on offer, and a purchase order of ten that was sent. */
async function arranged(random: Random, place: number): Promise<Papers> {
  const key = (kind: number, number = 0) =>
    `5c${String(kind).padStart(2, '0')}0000-0000-4000-8000-${String(place * 100 + number).padStart(12, '0')}`
  const client = key(1)
  const item = key(2)
  await engine.exec(`
    insert into public.contacts (id, name) values ('${client}', 'Buyer ${place}');
    insert into public.inventory_items (id, sku, name, form) values ('${item}', 'SALE-${place}', 'Sheet', 'piece')`)
  const quoted = async (title: string, lines: string) => {
    const id = await value('sales', `select public.create_quotation('${client}', '${title}')`)
    await engine.exec(`
      update public.quotations set deposit_kind = 'percent', deposit_value = ${random.pick([0, 30, 100])} where id = '${id}';
      insert into public.quotation_items (quotation_id, position, is_optional, description, qty, unit_price, vat_rate)
      select '${id}', position, is_optional, description, qty, unit_price, 18 from (values ${lines}) as line (position, is_optional, description, qty, unit_price)`)
    return id
  }
  const linkOf = (id: string) => value('server', `select public_uuid from public.quotations where id = '${id}'`)
  const lines = `('a0', false, 'Fascia', 4, 33.33), ('a1', false, 'Fitting', 2, 17.05)`

  const quotation = await quoted('Fought for', `${lines}, ('a2', true, 'Light', 1, 80)`)
  const option = await value(
    'server',
    `select id from public.quotation_items where quotation_id = '${quotation}' and position = 'a2'`,
  )
  await value('sales', `select public.send_quotation('${quotation}')`)
  const draft = await quoted('Draft', lines)

  const first = await quoted('Ordered', lines)
  await engine.exec(`update public.quotations set deposit_kind = 'percent', deposit_value = 30 where id = '${first}'`)
  await value('sales', `select public.send_quotation('${first}')`)
  const order = await value('sales', `select public.record_quotation_answer('${first}', 'approved', 'Carla')`)
  const orderLine = await value(
    'server',
    `select id from public.order_items where order_id = '${order}' and position = 'a0'`,
  )
  const orderLink = await value('server', `select public_uuid from public.orders where id = '${order}'`)
  const extra = await value('sales', `select public.amend_order('${order}')`)
  await engine.exec(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${extra}', 'b0', 'Second sign', 3, 25, 18)`)
  if (random.chance(0.6)) await value('sales', `select public.send_quotation('${extra}')`)
  const asked = JSON.parse(
    await value('visitor', `select public.open_payment_request('${orderLink}')::text`),
  ) as Papers['asked']

  const purchase = await value(
    'admin',
    `select public.add_to_purchase('${row.business}', '[{"item_id": "${item}", "qty": 10}]')`,
  )
  await value('admin', `select public.send_purchase_order('${purchase}')`)
  const purchaseLine = await value(
    'server',
    `select id from public.purchase_order_lines where purchase_order_id = '${purchase}'`,
  )
  const [link, extraLink] = [await linkOf(quotation), await linkOf(extra)]
  return {
    key,
    client,
    quotation,
    link,
    option,
    draft,
    order,
    orderLine,
    orderLink,
    extra,
    extraLink,
    asked,
    purchase,
    purchaseLine,
    item,
  }
}

/** One of each kind of request, by the seed. */
function kinds(random: Random, of: Papers, at: number): (() => Request)[] {
  const by =
    (person: Person | 'server') =>
    (act: string, call: string): Request => ({ act, person, sql: `select ${call}` })
  const [client, sales, accounts, admin, crew] = (
    ['visitor', 'sales', 'accounts', 'admin', 'team_member'] as const
  ).map(by) as [
    ReturnType<typeof by>,
    ReturnType<typeof by>,
    ReturnType<typeof by>,
    ReturnType<typeof by>,
    ReturnType<typeof by>,
  ]
  const version = random.between(1, 2)
  const chosen = random.pick(['null', `'{}'`, `'{${of.option}}'`])
  const link = random.pick([of.link, of.link, of.extraLink])
  const paper = random.pick([of.quotation, of.quotation, of.extra])
  const amount = (random.between(1, 9000) / 100).toFixed(2)
  return [
    () => client('approve', `public.approve_quotation('${link}', ${version}, 'Carla Client', true, null, ${chosen})`),
    () => client('approve', `public.approve_quotation('${link}', 1, 'Carla Client', true)`),
    () => client('reject', `public.reject_quotation('${link}', ${version}, 'Carla Client', 'Too dear')`),
    () => client('change', `public.request_quotation_change('${link}', ${version}, 'Carla Client', 'Bigger')`),
    () => client('choose', `public.choose_options('${of.link}', ${version}, ${chosen === 'null' ? `'{}'` : chosen})`),
    () => client('ask', `public.ask_about_quotation('${link}', 'Carla Client', 'When?')`),
    () =>
      client('pay', `public.open_payment_request('${random.pick([of.orderLink, of.link])}', ${random.chance(0.5)})`),
    () =>
      by('server')(
        'card',
        `public.settle_payment_request('${of.asked.id}', 'viva', '${of.asked.id}', ${Number(of.asked.amount)})`,
      ),
    () => accounts('deposit', `public.record_payment('${of.client}', ${amount}, 'bank', p_order_id => '${of.order}')`),
    () => sales('revise', `public.revise_quotation('${random.pick([of.extra, of.quotation])}', 'Race')`),
    () => sales('send', `public.send_quotation('${random.pick([of.quotation, of.draft, of.extra])}')`),
    () =>
      sales(
        'record',
        `public.record_quotation_answer('${paper}', '${random.pick(['approved', 'rejected'])}', 'Carla', 'By telephone')`,
      ),
    () => sales('cancel quotation', `public.cancel_quotation('${paper}', 'Race')`),
    () => sales('undo', `public.undo_approval('${paper}', 'Race')`),
    () =>
      admin(
        'fix',
        `public.fix_quotation_status('${paper}', '${random.pick(['draft', 'sent', 'cancelled', 'rejected'])}', 'Race')`,
      ),
    () => sales('copy', `public.copy_quotation('${paper}')`),
    () => ({
      act: 'price',
      person: 'sales',
      sql: `update public.quotation_items set unit_price = ${amount} where quotation_id = '${random.pick([of.draft, of.quotation])}' and position = 'a1'`,
    }),
    () => ({
      act: 'line',
      person: 'sales',
      sql: `delete from public.quotation_items where quotation_id = '${of.draft}' and position = 'a1'`,
    }),
    () => sales('amend', `public.amend_order('${of.order}')`),
    () => sales('take off', `public.take_off_order_line('${of.extra}', '${of.orderLine}', ${random.between(1, 4)})`),
    () => sales('cancel order', `public.cancel_order('${of.order}', 'Race')`),
    () => sales('end order', `public.end_order('${of.order}', 'Race')`),
    () => sales('hold', `public.${random.pick([`hold_order('${of.order}', 'Race')`, `release_order('${of.order}')`])}`),
    () =>
      sales(
        'jobs',
        `public.create_jobs_of_quotation('${of.quotation}', array(select id from public.quotation_items where quotation_id = '${of.quotation}'))`,
      ),
    () => crew('plan', `public.plan_delivery('${of.order}', p_id => '${of.key(3, at)}')`),
    () =>
      crew(
        'drop',
        `public.deliver_drop(d.id, null, 'Peter') from public.deliveries d where d.order_id = '${of.order}' and d.status <> 'cancelled' limit 1`,
      ),
    () =>
      accounts('invoice', `public.issue_invoice(public.make_invoice('{${of.order}}', null, ${random.chance(0.5)}))`),
    () =>
      admin(
        'receive',
        `public.receive_purchase('${of.key(4, random.between(1, 3))}', '${of.purchase}', '[{"line_id": "${of.purchaseLine}", "qty": ${random.between(1, 6)}}]')`,
      ),
    () => admin('cancel purchase', `public.cancel_purchase_order('${of.purchase}', 'Race')`),
    () => crew('stock', `public.move_stock('${of.key(5, at)}', '${of.item}', 'deduct', ${random.between(1, 4)})`),
  ]
}

/** The broken rules after a schedule, as sentences. */
const faults = (of: Papers) => `
  select format('%s is %s with %s orders', q.number_with_version, q.status, orders.count) as fault
    from public.quotations q, lateral (select count(*) from public.orders o where o.quotation_id = q.id and o.status <> 'cancelled') as orders
   where q.contact_id = '${of.client}' and (orders.count > 1 or orders.count = 1 and q.status not in ('approved', 'converted'))
  union all
  select format('%s is %s for %s and its lines come to %s', q.number_with_version, q.status, q.net, lines.net)
    from public.quotations q, lateral (select coalesce(sum(i.net), 0) as net from public.quotation_items i
      where i.quotation_id = q.id and (not i.is_optional or i.is_selected)) as lines
   where q.contact_id = '${of.client}' and q.net <> lines.net
  union all
  select format('%s has %s versions kept and is version %s, %s', q.quotation_number, versions.count, q.version, q.status)
    from public.quotations q, lateral (select count(*) from public.quotation_versions v where v.quotation_id = q.id) as versions
   where q.contact_id = '${of.client}' and versions.count not in (q.version, q.version - 1)
  union all
  select format('%s jobs for one line of %s', count(*), o.order_number) from public.jobs j join public.orders o on o.id = j.order_id
   where o.contact_id = '${of.client}' and j.status <> 'cancelled' and j.remake_of is null group by o.order_number, j.order_item_id having count(*) > 1
  union all
  select format('%s comes to %s and its lines to %s', o.order_number, o.net, lines.net)
    from public.orders o, lateral (select coalesce(sum(i.net), 0) as net from public.order_items i where i.order_id = o.id) as lines
   where o.contact_id = '${of.client}' and o.net <> lines.net
  union all
  select format('%s has %s open requests for its deposit', o.order_number, count(*))
    from public.payment_requests r join public.orders o on o.id = r.order_id
   where o.contact_id = '${of.client}' and r.purpose = 'deposit' and r.status in ('open', 'processing') group by o.order_number, r.amount having count(*) > 1
  union all
  select format('%s received of %s, the receipts say %s, and it is %s', l.qty_received, l.qty, moved.qty, p.status)
    from public.purchase_order_lines l join public.purchase_orders p on p.id = l.purchase_order_id,
         lateral (select coalesce(sum(m.qty), 0) as qty from public.stock_movements m where m.purchase_line_id = l.id) as moved
   where l.id = '${of.purchaseLine}' and (l.qty_received <> moved.qty or l.qty_received > l.qty
      or (l.qty_received = l.qty) <> (p.status = 'received') or p.status = 'sent' and l.qty_received > 0)
  union all
  select format('%s on hand, the movements say %s', i.on_hand, moved.qty) from public.inventory_items i,
         lateral (select coalesce(sum(m.qty), 0) as qty from public.stock_movements m where m.item_id = i.id) as moved
   where i.id = '${of.item}' and (i.on_hand <> moved.qty or i.on_hand < 0)`

test(`of ${cases} generated schedules of sales each answer counts once and every sum agrees`, async () => {
  const done: Record<string, number> = {}
  for (const { seed, place, random } of schedules(cases)) {
    const of = await arranged(random, place)
    const schedule = swarm(random, (at) => kinds(random, of, at), requests)
    const answers = await answersOf(engine, schedule)
    const wrong: string[] = []
    for (const [at, { act, sql }] of schedule.entries()) {
      const refused = answers[at]
      if (!refused) done[act] = (done[act] ?? 0) + 1
      // A card payment is kept, whatever happens to the order meanwhile.
      if (refused && (act === 'card' || !isInWords(refused))) wrong.push(`${sql}: ${refused.code} ${refused.words}`)
    }
    const { rows } = await engine.query<{ fault: string }>(faults(of))
    const { rows: books } = await engine.query<{ problem: string }>(disagreements(`'{${of.client}}'::uuid[]`))
    const { rows: orders } = await engine.query<{ what: string }>(brokenOrders)
    wrong.push(
      ...rows.map(({ fault }) => fault),
      ...books.flatMap(({ problem }) => problem ?? []),
      ...orders.map(({ what }) => what),
    )
    expect({ seed, wrong }).toEqual({ seed, wrong: [] })
  }
  // Each kind must have succeeded, otherwise the schedules prove nothing about it.
  const kindsOfRequest =
    `approve, reject, change, choose, ask, pay, card, deposit, revise, send, record, cancel quotation, undo, fix, copy, price,
    line, amend, take off, cancel order, hold, jobs, plan, drop, invoice, receive, cancel purchase, stock`.split(/,\s+/)
  if (cases >= 100) expect(kindsOfRequest.filter((act) => !done[act])).toEqual([])
}, 3_600_000)
