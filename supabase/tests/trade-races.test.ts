import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { become } from './act.ts'
import type { Person } from './people.ts'
import { openOwnWorld, row } from './world.ts'

// On PostgreSQL these requests run at once, each on its own connection; PGlite takes them one after the other.

let engine: Engine
beforeAll(async () => {
  engine = await openOwnWorld()
})
afterAll(() => engine.close())

/** One request in its own transaction as that person. Returns its value, or the refusal's message. */
async function request<Value>(person: Person | 'server', sql: string): Promise<Value | { refused: string }> {
  try {
    return await engine.transaction(async (tx: Queryable) => {
      if (person !== 'server') await become(tx, person)
      const { rows } = await tx.query<Record<string, Value>>(sql)
      return Object.values(rows[0] ?? {})[0] as Value
    })
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) }
  }
}

const atOnce = <Value>(count: number, ask: (index: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)))

async function sentQuotation(lines: string): Promise<{ id: string; uuid: string }> {
  const id = String(await request('sales', `select public.create_quotation('${row.clientContact}', 'Race')`))
  await request(
    'sales',
    `insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
      select '${id}', position, description, qty, unit_price, 18 from (values ${lines}) as line (position, description, qty, unit_price)`,
  )
  await request('sales', `select public.send_quotation('${id}')`)
  return { id, uuid: String(await request('sales', `select public_uuid from public.quotations where id = '${id}'`)) }
}

const approvedOrder = async (lines: string): Promise<string> => {
  const { id } = await sentQuotation(lines)
  return String(await request('sales', `select public.record_quotation_answer('${id}', 'approved', 'Carla Client')`))
}

describe('at the same moment', () => {
  test('the same payment recorded six times is one payment, and each call is answered with it', async () => {
    const id = 'ce000000-0000-4000-a000-000000000001'
    const answers = await atOnce(6, () =>
      request<string>(
        'accounts',
        `select public.record_payment('${row.business}', 7, 'bank', p_allocations => '[]', p_id => '${id}')`,
      ),
    )
    expect(answers).toEqual(Array.from({ length: 6 }, () => id))
  })

  test('fifty approvals of one quotation make one order, and all are answered alike', async () => {
    const { id, uuid } = await sentQuotation(`('a0', 'Fascia', 2, 100)`)
    const answers = await atOnce(50, () =>
      request<{ order: { order_number: string } }>(
        'visitor',
        `select public.approve_quotation('${uuid}', 1, 'Carla Client', true)`,
      ),
    )
    const numbers = new Set(answers.map((answer) => ('order' in answer ? answer.order.order_number : answer.refused)))
    expect(numbers.size).toBe(1)
    const made = await engine.query(
      `select (select count(*)::int from public.orders where quotation_id = '${id}') as orders,
              (select count(*)::int from public.jobs where quotation_id = '${id}') as jobs,
              (select count(*)::int from public.payment_requests where quotation_id = '${id}') as requests`,
    )
    expect(made.rows).toEqual([{ orders: 1, jobs: 1, requests: 1 }])
  })

  test('twenty invoices issued at once have the numbers 1 to 20', async () => {
    const drafts = await atOnce(20, async (index) => {
      const id = String(
        await request('accounts', `select public.create_invoice('${row.clientContact}', 'No ${index}')`),
      )
      await request(
        'accounts',
        `insert into public.invoice_items (invoice_id, position, description, unit_price, vat_rate) values ('${id}', 'a0', 'Sign', 10, 18)`,
      )
      return id
    })
    const issued = await atOnce(20, (index) =>
      request<string>('accounts', `select public.issue_invoice('${drafts[index]}')`),
    )
    const numbers = issued.map((number) => Number(String(number).slice(-4))).sort((one, other) => one - other)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  test('a hundred numbers with failures between: no gap, no double', async () => {
    const drawn = await atOnce(100, (index) =>
      request<string>(
        'server',
        index % 3 === 0 ? `select private.draw_number('RACE') || (1 / 0)::text` : `select private.draw_number('RACE')`,
      ),
    )
    const numbers = drawn
      .flatMap((number) => (typeof number === 'string' ? [Number(number.slice(-4))] : []))
      .sort((one, other) => one - other)
    expect(numbers).toEqual(Array.from({ length: 66 }, (_, index) => index + 1))
  })

  test('two drops of the last item: one is refused in words, and nothing is delivered twice', async () => {
    const order = await approvedOrder(`('a0', 'Fascia', 1, 100)`)
    const delivery = String(await request('team_member', `select public.plan_delivery('${order}')`))
    const drops = await atOnce(2, () =>
      request('team_member', `select public.deliver_drop('${delivery}', null, 'Peter')`),
    )
    expect(drops.filter((drop) => typeof drop === 'object' && drop !== null && 'refused' in drop)).toEqual([
      { refused: expect.stringMatching(/^All of this delivery is handed over already: Peter received it on /) },
    ])
    const { rows } = await engine.query(
      `select qty_delivered::text from public.order_items where order_id = '${order}'`,
    )
    expect(rows).toEqual([{ qty_delivered: '1.0000' }])
  })

  test('a plan that changes while its drops are handed over: nobody waits in a circle', async () => {
    const order = await approvedOrder(`('a0', 'Fascia', 8, 100)`)
    const delivery = String(await request('team_member', `select public.plan_delivery('${order}')`))
    const { rows: lines } = await engine.query<{ id: string; item: string }>(
      `select id, order_item_id as item from public.delivery_items where delivery_id = '${delivery}'`,
    )
    const plan = JSON.stringify({ items: [{ order_item_id: lines[0]?.item, qty: '8' }], method: 'delivery' })
    const drop = JSON.stringify([{ delivery_item_id: lines[0]?.id, qty: '0.5' }])
    const answers = await atOnce(16, (index) =>
      request(
        'team_member',
        index % 2
          ? `select public.deliver_drop('${delivery}', '${drop}', 'Peter')`
          : `select public.change_plan('${delivery}', (select row_version from public.deliveries where id = '${delivery}'), '${plan}')`,
      ),
    )
    expect(answers.filter((one) => JSON.stringify(one ?? '').includes('deadlock'))).toEqual([])
  })

  test('two vans do not promise the same last item', async () => {
    const order = await approvedOrder(`('a0', 'Fascia', 1, 100)`)
    const plans = await atOnce(2, () => request<string>('team_member', `select public.plan_delivery('${order}')`))
    expect(plans.filter((plan) => typeof plan !== 'string')).toEqual([
      { refused: 'Everything of this order is planned or delivered already' },
    ])
  })

  test('the deposit of an order and all of it, paid at once: both are kept, and nobody waits in a circle', async () => {
    const order = await approvedOrder(`('a0', 'Fascia', 2, 100)`)
    const uuid = String(await request('server', `select public_uuid from public.orders where id = '${order}'`))
    const asked = (whole: boolean) =>
      request<string>('visitor', `select public.open_payment_request('${uuid}', ${whole}) ->> 'id'`)
    const [deposit, whole] = [await asked(false), await asked(true)]
    const paid = await atOnce(9, (index) =>
      request(
        index % 3 === 2 ? 'accounts' : 'server',
        index % 3 === 2
          ? `select public.record_payment('${row.clientContact}', 1, 'bank', p_order_id => '${order}')`
          : index % 3 === 0
            ? `select public.settle_payment_request('${String(deposit)}', 'viva', 'deposit', 118)`
            : `select public.settle_payment_request('${String(whole)}', 'viva', 'whole', 236)`,
      ),
    )
    expect(paid.filter((one) => typeof one === 'object' && one !== null && 'refused' in one)).toEqual([])
    const { rows } = await engine.query(
      `select o.deposit_paid <= o.gross as fits, (select sum(p.amount)::text from public.payments p where p.order_id = o.id) as received
         from public.orders o where o.id = '${order}'`,
    )
    // A payment after the order is paid, or after its request was withdrawn, becomes the client's credit.
    expect(rows).toEqual([{ fits: true, received: '357.00' }])
  })

  test('payments by list, by age and by statement over the same invoices: nobody waits in a circle', async () => {
    const issued = async () => {
      const id = String(await request('accounts', `select public.create_invoice('${row.business}', 'Race')`))
      await request(
        'accounts',
        `insert into public.invoice_items (invoice_id, position, description, unit_price, vat_rate) values ('${id}', 'a0', 'Sign', 100, 0)`,
      )
      await request('accounts', `select public.issue_invoice('${id}')`)
      return id
    }
    // The oldest has the largest id, so that the two orders are opposite.
    const days = ['2026-12-01', '2026-11-01', '2026-10-01']
    const ids = [await issued(), await issued(), await issued()].sort()
    await engine.exec(`alter table public.invoices disable trigger guard_issued;
      ${ids.map((id, at) => `update public.invoices set due_date = '${days[at]}' where id = '${id}';`).join(' ')}
      alter table public.invoices enable trigger guard_issued`)
    const statement = String(
      await request('accounts', `select public.create_statement('${row.business}', '2026-01-01', '2027-01-01')`),
    )
    const link = String(await request('server', `select public_uuid from public.statements where id = '${statement}'`))
    const chosen = (list: readonly string[]) =>
      `select public.open_statement_request('${link}', '{${list.join(',')}}') ->> 'id'`
    const asked = String(await request('visitor', chosen(ids)))
    const payments = await atOnce(8, () =>
      request<string>('accounts', `select public.record_payment('${row.business}', 20, 'bank', p_allocations => '[]')`),
    )
    const parts = JSON.stringify(ids.slice(0, 2).map((id) => ({ invoice_id: id, amount: '10' })))
    const answers = await atOnce(20, (index) => {
      const payment = String(payments[index % 8])
      if (index === 3) return request('server', `select public.settle_payment_request('${asked}', 'viva', 'all', 300)`)
      if (index >= 16)
        return request('visitor', `select public.tell_statement_transfer('${link}', '{${ids.slice(1).join(',')}}')`)
      return index % 2
        ? request('accounts', `select public.allocate_payment('${payment}')`)
        : request('accounts', `select public.allocate_payment('${payment}', '${parts}')`)
    })
    expect(answers.filter((one) => JSON.stringify(one ?? '').includes('deadlock'))).toEqual([])
    const { rows } = await engine.query(
      `select count(*)::int as overpaid from public.invoices where paid + credited > gross`,
    )
    expect(rows).toEqual([{ overpaid: 0 }])
  })

  test('one transaction of the provider that arrives ten times counts once', async () => {
    const { uuid } = await sentQuotation(`('a0', 'Fascia', 2, 100)`)
    await request('visitor', `select public.approve_quotation('${uuid}', 1, 'Carla Client', true)`)
    const asked = await atOnce(5, () =>
      request<{ id: string }>('visitor', `select public.open_payment_request('${uuid}')`),
    )
    const requests = new Set(asked.map((one) => ('id' in one ? one.id : one.refused)))
    expect(requests.size).toBe(1)
    const [id] = requests
    const settled = await atOnce(10, () =>
      request<{ new: boolean }>('server', `select public.settle_payment_request('${id}', 'viva', 'race', 118)`),
    )
    expect(settled.filter((one) => 'new' in one && one.new).length).toBe(1)
    expect(settled.filter((one) => 'refused' in one)).toEqual([])
    const { rows } = await engine.query(
      `select count(*)::int as payments, sum(amount)::text as amount from public.payments where request_id = '${id}'`,
    )
    expect(rows).toEqual([{ payments: 1, amount: '118.00' }])
  })
})
