import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, undone, worked, type Outcome } from './act.ts'
import { brokenOrders } from './books.ts'
import { generatedCases } from './generated-cases.ts'
import { journalFaults } from './journal-faults.ts'
import type { Person } from './people.ts'
import { unplainWords } from './plain-words.ts'
import { openWorld, row } from './world.ts'

const cases = generatedCases('ORDER_CASES', { many: 20, few: 6 })

// Generated sequences of events of an order. Each step is tried as its person; a refusal must be one of the trade's own.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const steps = [
  'approve',
  'deposit',
  'plan',
  'drop',
  'invoice',
  'issue',
  'credit',
  'credit order',
  'ask deposit',
  'pay',
  'refund',
  'cancel',
  'hold',
  'undo',
] as const
type Step = { step: (typeof steps)[number]; size: number }

const eventOf = fc.record({
  step: fc.constantFrom(...steps, 'plan', 'drop', 'drop', 'invoice', 'issue', 'issue', 'pay'),
  size: fc.integer({ min: 1, max: 9 }),
})
const caseOf = fc.record({
  lines: fc.array(
    fc.record({
      qty: fc.integer({ min: 1, max: 40 }),
      price: fc.integer({ min: 1, max: 90_000 }).map((units) => (units / 10_000).toFixed(4)),
      rate: fc.constantFrom('18', '7', '0'),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  deposit: fc.integer({ min: 0, max: 100 }),
  events: fc.array(eventOf, { minLength: 10, maxLength: 26 }),
})

async function as(tx: Queryable, person: Person, sql: string): Promise<Outcome> {
  await becomeOwner(tx)
  await become(tx, person)
  const outcome = await attempt(tx, sql)
  await becomeOwner(tx)
  if ('refused' in outcome && !['PT409', 'PT404', '22023'].includes(outcome.refused))
    throw new Error(`${outcome.refused}: ${outcome.because} ← ${sql}`)
  return outcome
}

const pick = (sql: string) => `(select id from (${sql}) as candidates (id) limit 1)`

/** True when the step succeeded. A refused one changes nothing. */
async function take(tx: Queryable, { step, size }: Step): Promise<boolean> {
  const order = pick(`select o.id from public.orders o where o.status <> 'cancelled'`)
  const draft = pick(`select v.id from public.invoices v where v.status = 'draft'`)
  const issued = pick(`select v.id from public.invoices v where v.invoice_number is not null order by v.balance desc`)
  switch (step) {
    case 'approve':
      return worked(
        await as(
          tx,
          'sales',
          `select public.record_quotation_answer(q.id, 'approved', 'Carla') from public.quotations q where q.project_title = 'Walk'`,
        ),
      )
    case 'deposit':
      return worked(
        await as(
          tx,
          'accounts',
          `select public.record_payment('${row.clientContact}', ${size * 37}.21, 'bank', p_order_id => ${order})`,
        ),
      )
    case 'ask deposit':
      return worked(await as(tx, 'accounts', `select public.issue_deposit_invoice(${order})`))
    case 'plan':
      if (size > 3) return worked(await as(tx, 'team_member', `select public.plan_delivery(${order})`))
      return worked(
        await as(
          tx,
          'team_member',
          `select public.plan_delivery(${order}, (select jsonb_agg(jsonb_build_object('order_item_id', i.id,
        'qty', least(i.qty, ${size}))) from public.order_items i where i.order_id = ${order}))`,
        ),
      )
    case 'drop':
      if (size > 3)
        return worked(
          await as(
            tx,
            'team_member',
            `select public.deliver_drop(d.id) from public.deliveries d where d.order_id = ${order} and d.status <> 'delivered' limit 1`,
          ),
        )
      return worked(
        await as(
          tx,
          'team_member',
          `select public.deliver_drop(d.id, (select jsonb_agg(jsonb_build_object('delivery_item_id', i.id,
        'qty', least(${size} % 4 + 1, i.qty))) from public.delivery_items i where i.delivery_id = d.id), 'Peter')
        from public.deliveries d where d.order_id = ${order} and d.status <> 'delivered' limit 1`,
        ),
      )
    case 'invoice':
      return worked(
        await as(tx, 'accounts', `select public.make_invoice(array[${order}]${size > 7 ? ', null, true' : ''})`),
      )
    case 'issue':
      return worked(await as(tx, 'accounts', `select public.issue_invoice(${draft})`))
    case 'credit': {
      const made = await as(
        tx,
        'accounts',
        `select public.make_credit_note(i.invoice_id, 'Torn', jsonb_build_array(jsonb_build_object(
        'invoice_item_id', i.id, 'qty', least(${size}, i.qty)))) as id from public.invoice_items i where i.invoice_id = ${issued} and i.kind = 'item' limit 1`,
      )
      if ('refused' in made) return false
      return worked(
        await as(
          tx,
          'accounts',
          `select public.issue_credit_note(n.id) from public.credit_notes n where n.status = 'draft'`,
        ),
      )
    }
    case 'credit order':
      return worked(
        await as(tx, 'accounts', `select public.credit_order(o.id, 'Torn') from public.orders o order by o.id limit 1`),
      )
    case 'pay':
      return worked(
        await as(tx, 'accounts', `select public.record_payment('${row.clientContact}', ${size * 153}.07, 'bank')`),
      )
    case 'refund':
      return worked(
        await as(
          tx,
          'accounts',
          `select public.refund_payment(p.id, least(p.open, ${size}.11), 'Too much') from public.payments p where p.open > 0 limit 1`,
        ),
      )
    case 'cancel':
      return size < 3 && worked(await as(tx, 'sales', `select public.cancel_order(${order}, 'Gone')`))
    case 'hold':
      return worked(
        await as(
          tx,
          'sales',
          size % 2 ? `select public.hold_order(${order}, 'Waits')` : `select public.release_order(${order})`,
        ),
      )
    case 'undo':
      return worked(
        await as(
          tx,
          'sales',
          `select public.undo_approval(q.id, 'By mistake') from public.quotations q where q.project_title = 'Walk'`,
        ),
      )
  }
}

/** The rules that hold after every step; each row is a broken one. */
const broken = `
  select 'balance of the client' as what from private.client_balances() b,
    lateral (select coalesce(sum(debit - credit), 0) as amount from private.account_entries(b.contact_id)) as account where b.balance <> account.amount
  union all
  select 'closing of the statement' from (select private.statement_of('${row.clientContact}', '2000-01-01', '2099-12-31') as paper) as s
   where (paper ->> 'closing')::numeric is distinct from (select coalesce(sum(debit - credit), 0) from private.account_entries('${row.clientContact}'))
  union all
  ${brokenOrders}
  union all (${journalFaults})
  union all
  select 'numbers of ' || left(number, 3) from (
    select invoice_number as number from public.invoices union all select credit_number from public.credit_notes
    union all select payment_number from public.payments) as drawn
   where number is not null group by left(number, 3) having max(right(number, 4)::int) <> count(*) or count(distinct number) <> count(*)`

const happened = `
  select 'a deposit deducted' as what, count(*)::int as count from public.invoice_items where kind = 'deposit'
  union all select 'an invoice paid', count(*)::int from public.invoices where status = 'paid' and kind <> 'deposit'
  union all select 'a drop', count(*)::int from public.partial_deliveries where status = 'delivered'
  union all select 'a credit note', count(*)::int from public.credit_notes where credit_number is not null
  union all select 'a refund', count(*)::int from public.payment_refunds
  union all select 'an order completed', count(*)::int from public.orders where status = 'completed'
  union all select 'an order cancelled', count(*)::int from public.orders where status = 'cancelled'`

type Case = typeof caseOf extends fc.Arbitrary<infer Value> ? Value : never

/** A deposit is credited while the invoice that deducts it is a draft: the last invoice bills all of the order. */
const creditedDeposit: Case = {
  lines: [{ qty: 1, price: '0.0100', rate: '18' }],
  deposit: 0,
  events: [
    { step: 'deposit', size: 1 },
    { step: 'invoice', size: 8 },
    { step: 'credit', size: 1 },
    { step: 'issue', size: 1 },
  ],
}

/** A deposit is credited after the last invoice deducted it: its money goes back, and the order stays billed. */
const creditedAfterDeduction: Case = {
  ...creditedDeposit,
  events: [
    { step: 'deposit', size: 1 },
    { step: 'invoice', size: 8 },
    { step: 'issue', size: 1 },
    { step: 'credit', size: 1 },
  ],
}

test('after every step of a generated order of events the sums, numbers, quantities and statuses are right', async () => {
  const reached: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(caseOf, async ({ lines, deposit, events }) => {
      await undone(engine, async (tx) => {
        await tx.exec(`insert into public.quotations (id, quotation_number, contact_id, project_title, deposit_kind, deposit_value)
            values ('30000000-0000-4000-a000-0000000000aa', 'Q-W', '${row.clientContact}', 'Walk', 'percent', ${deposit});
          insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate) values
          ${lines.map(({ qty, price, rate }, at) => `('30000000-0000-4000-a000-0000000000aa', 'a${at}', 'Line ${at}', ${qty}, ${price}, ${rate})`).join(', ')}`)
        await as(tx, 'sales', `select public.send_quotation('30000000-0000-4000-a000-0000000000aa')`)
        await take(tx, { step: 'approve', size: 1 })
        for (const event of events) {
          if (!(await take(tx, event))) continue
          expect({ after: event, broken: (await tx.query(broken)).rows }).toEqual({ after: event, broken: [] })
        }
        expect(await unplainWords(tx)).toEqual([])
        const { rows } = await tx.query<{ what: string; count: number }>(happened)
        for (const { what, count } of rows) reached[what] = (reached[what] ?? 0) + count
      })
    }),
    { numRuns: cases, examples: [[creditedDeposit], [creditedAfterDeduction]] },
  )
  // A walk that is always refused would prove nothing. Few walks do not reach every event.
  if (cases >= 30) expect(Object.entries(reached).filter(([, count]) => count === 0)).toEqual([])
}, 3_600_000)
