import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { openTestDatabase } from '../local/testing/test-database.ts'
import { unplainWords } from './plain-words.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase({ seed: 'year' })
})
afterAll(() => engine.close())

const rows = async <Row>(sql: string) => (await engine.query<Row>(sql)).rows
const one = async <Row>(sql: string) => (await rows<Row>(sql))[0]

const asked = `v.status not in ('draft', 'void') and v.kind <> 'proforma'`

describe('the year of the demo company', () => {
  test('has its quotations, orders, papers and hours, in every state', async () => {
    const counts = await one<Record<string, boolean | string>>(
      `select (select count(*) from public.quotations) between 500 and 680 as quotations,
              (select string_agg(distinct status, ' ' order by status) from public.quotations) as stages,
              (select count(*) from public.quotations where version = 2) > 40 as revised,
              (select count(*) from public.orders) between 190 and 280 as orders,
              (select count(distinct status)::int from public.orders) > 6 as order_states,
              (select count(*) from public.jobs where status in ('closed', 'delivered')) > 200 as made,
              (select count(*) from public.invoices where status = 'paid') > 180 as paid,
              (select count(*) from public.invoices where kind = 'final' and paid > 0) > 20 as deposits_deducted,
              (select count(*) from public.invoices where status = 'partly_paid') > 0 as part_paid,
              (select count(*) from public.credit_notes) > 2 as credited,
              (select count(*) from public.time_entries where order_id is not null) > 250 as hours,
              (select count(*) from public.supplier_invoices where status = 'paid') > 60 as bought,
              (select count(*) from public.scheduled_emails where sent_at < now() - interval '60 days') > 300 as mailed`,
    )
    const { stages, ...others } = counts ?? {}
    expect(stages).toBe('cancelled change_requested converted draft expired rejected sent')
    expect(Object.entries(others).filter(([, holds]) => holds !== true)).toEqual([])
  })

  test('says nothing to people that only the database could read: its notices, notes and mails', async () => {
    expect(await unplainWords(engine, 3)).toEqual([])
  })

  test('knows spring from August: the busiest month asks for twice what the quietest does', async () => {
    const months = await rows<{ asked: number }>(
      `select count(*)::int as asked from public.quotations
        where created_at >= date_trunc('month', now()) - interval '11 months' and created_at < date_trunc('month', now())
        group by date_trunc('month', created_at)`,
    )
    const counts = months.map((month) => month.asked)
    expect(counts).toHaveLength(11)
    expect(Math.max(...counts)).toBeGreaterThan(1.6 * Math.min(...counts))
  })

  test('has an order with extra work: a quotation that was approved, its lines, and a job that waits', async () => {
    const extra = await one(
      `select q.status, o.status as order_status, o.net = (select sum(net) from public.order_items where order_id = o.id) as adds_up,
              (select count(*)::int from public.order_items i join public.quotation_items l on l.id = i.quotation_item_id
                where i.order_id = o.id and l.quotation_id = q.id) as lines,
              (select count(*) from public.jobs where order_id = o.id and status = 'new') > 0 as waits,
              (select count(*)::int from public.document_events where record_id = o.id and type = 'amended') as told
         from public.quotations q join public.orders o on o.id = q.amends_order_id`,
    )
    expect(extra).toEqual({
      status: 'converted',
      order_status: 'in_production',
      adds_up: true,
      lines: 2,
      waits: true,
      told: 1,
    })
  })

  test('has money that is late by every age', async () => {
    const [ages] = await rows<Record<string, boolean>>(
      `select sum(not_due) > 0 as not_due, sum(days_30) > 0 as days_30, sum(days_60) > 0 as days_60, sum(days_90) > 0 as days_90,
              sum(older) > 0 as older from private.client_ageing()`,
    )
    expect(ages).toEqual({ not_due: true, days_30: true, days_60: true, days_90: true, older: true })
  })

  test('is over: nothing lies ahead, and what follows from what comes in that order', async () => {
    // Just after midnight what happens in the morning of the day is still to come.
    const ahead = (at: string) => `private.day_of(${at}) > private.company_today()`
    const wrong = await rows(
      `select 'event' as what, count(*)::int as n from public.document_events where ${ahead('at')}
        union all select 'quotation', count(*) from public.quotations
                   where ${ahead('greatest(created_at, sent_at, first_viewed_at, last_viewed_at, decided_at)')}
                      or sent_at < created_at or first_viewed_at < created_at or decided_at < created_at
        union all select 'order', count(*) from public.orders o join public.quotations q on q.id = o.quotation_id
                   where ${ahead('o.ordered_at')} or o.ordered_at < q.created_at
        union all select 'delivery', count(*) from public.deliveries d join public.orders o on o.id = d.order_id
                   where ${ahead('d.delivered_at')} or d.delivered_at < o.ordered_at
        union all select 'invoice', count(*) from public.invoices v join public.orders o on o.id = v.order_id
                   where ${ahead('v.issued_at')} or v.issued_at < o.ordered_at or v.due_date < v.issue_date
        union all select 'payment', count(*) from public.payment_allocations a join public.payments p on p.id = a.payment_id
                    join public.invoices v on v.id = a.invoice_id where p.received_on < v.issue_date or ${ahead('p.created_at')}
        union all select 'supplier', count(*) from public.supplier_payments p join public.supplier_invoices v on v.id = p.supplier_invoice_id
                   where p.paid_on < v.invoice_date or ${ahead('p.created_at')}
        union all select 'hours', count(*) from public.time_entries where ${ahead('created_at')}`,
    )
    expect(wrong.filter((row) => (row as { n: number }).n > 0)).toEqual([])
  })

  test('leaves every trigger awake', async () => {
    expect(
      await rows(`select tgrelid::regclass::text, tgname from pg_trigger where tgenabled = 'D' and not tgisinternal`),
    ).toEqual([])
  })
})

describe('its books', () => {
  test('every paper says VAT = base × rate within a cent, and no base or VAT is below zero', async () => {
    expect(
      await rows(`
        with papers as (
          select v.invoice_number as number, t.vat_rate, t.base, t.vat from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
          union all
          select n.credit_number, t.vat_rate, t.base, t.vat from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
        )
        select number, vat_rate::text, base::text, vat::text from papers
         where abs(vat - trunc(base * vat_rate / 100, 2)) > 0.01 or base < 0 or vat < 0
         order by number`),
    ).toEqual([])
  })

  test('VAT is base × rate, cut to cents; a cent more or less only where the rest of a split order requires it', async () => {
    const off = await rows<{
      number: string
      kind: string
      is_less: boolean
      is_split: boolean
      has_no_split: boolean
    }>(`
      with papers as (
        select v.invoice_number as number, v.kind, v.order_id, t.vat_rate, t.base, t.vat from public.invoices v
          join public.invoice_vat t on t.invoice_id = v.id where v.invoice_number is not null
        union all
        select n.credit_number, 'credit note', v.order_id, t.vat_rate, t.base, t.vat from public.credit_notes n
          join public.invoices v on v.id = n.invoice_id join public.credit_note_vat t on t.credit_note_id = n.id where n.credit_number is not null
      )
      select p.number, p.kind, p.vat < trunc(p.base * p.vat_rate / 100, 2) as is_less,
             (select count(*) from papers o where o.order_id = p.order_id) > 1 or exists (
               select from public.orders o where o.id = p.order_id and o.invoiced_pct < 100) as is_split,
             -- No base with its VAT comes to the amount that was paid ahead at this rate.
             exists (select from papers d where d.order_id = p.order_id and d.kind = 'deposit' and d.vat_rate = p.vat_rate and not exists (
               select from generate_series(-2, 2) as n, lateral (select trunc((d.base + d.vat) / (1 + d.vat_rate / 100), 2) + n / 100.0 as base) as b
                where b.base + trunc(b.base * d.vat_rate / 100, 2) = d.base + d.vat)) as has_no_split
        from papers p where p.vat <> trunc(p.base * p.vat_rate / 100, 2)`)
    expect(off.filter(({ is_split }) => !is_split)).toEqual([])
    // A deposit paper never says too little.
    expect(off.filter(({ kind, is_less, has_no_split }) => is_less && (kind === 'deposit' || !has_no_split))).toEqual(
      [],
    )
    // On 24 November 2026: 20 of 290 papers, among them 3 last invoices a cent too low.
    expect(off.length).toBeLessThan(30)
    expect(off.filter(({ is_less }) => is_less).length).toBeLessThan(6)
  })

  test.each([
    ['quotations', 'quotation_number', 'created_at'],
    ['orders', 'order_number', 'ordered_at'],
    ['invoices', 'invoice_number', 'issue_date'],
    ['credit_notes', 'credit_number', 'issue_date'],
    ['payments', 'payment_number', 'created_at'],
  ])(
    '%s have numbers without a gap, in the order in which they were written, and the next one follows',
    async (table, number, day) => {
      const wrong = await rows(
        `with drawn as (
         select split_part(${number}, '-', 1) as prefix, split_part(${number}, '-', 2)::int as year, split_part(${number}, '-', 3)::int as n,
                ${day} as at from public.${table} where ${number} is not null)
       select d.prefix, d.year, d.n from (
         select drawn.*, row_number() over (partition by prefix, year order by n) as place,
                max(at) over (partition by prefix, year order by n rows between unbounded preceding and 1 preceding) as before
           from drawn) as d where d.n <> d.place or d.at < d.before
       union all
       select s.prefix, s.year, s.last_number from private.document_sequences s
         join (select prefix, year, max(n) as last from drawn group by 1, 2) as l using (prefix, year) where s.last_number <> l.last`,
      )
      expect(wrong).toEqual([])
    },
  )

  test('every client owes what was invoiced, less credited, less paid: by papers, by entries and by the balance', async () => {
    const wrong = await rows(
      `with client as (
         select c.id,
                coalesce((select sum(v.gross) from public.invoices v where v.contact_id = c.id and ${asked}), 0)
              - coalesce((select sum(n.gross) from public.credit_notes n where n.contact_id = c.id and n.status not in ('draft', 'void')), 0)
              - coalesce((select sum(case p.direction when 'in' then p.amount - p.refunded else -p.amount end) from public.payments p
                           where p.contact_id = c.id and p.status in ('succeeded', 'part_refunded', 'refunded')), 0) as papers,
                coalesce((select sum(e.debit - e.credit) from private.account_entries(c.id) as e), 0) as entries,
                coalesce((select b.balance from private.client_balances(c.id) as b), 0) as balance,
                coalesce((select (private.statement_of(c.id, current_date - 30, current_date + 1) ->> 'closing')::numeric), 0) as statement
           from public.contacts c where exists (select from public.invoices v where v.contact_id = c.id))
       select * from client where papers <> entries or papers <> balance or papers <> statement`,
    )
    expect(wrong).toEqual([])
  })

  test('an invoice is the sum of its lines and of its VAT table, and has what was allocated to it', async () => {
    const wrong = await rows(
      `select v.invoice_number from public.invoices v
        where v.net <> coalesce((select sum(i.net) from public.invoice_items i where i.invoice_id = v.id and i.kind not in ('heading', 'text')), 0)
           or ${asked} and not exists (
             select from public.invoice_vat t where t.invoice_id = v.id having (sum(t.base), sum(t.vat)) = (v.net, v.vat))
           or v.paid <> coalesce((select sum(a.amount) from public.payment_allocations a where a.invoice_id = v.id), 0)
           or v.credited <> coalesce((select sum(a.amount) from public.credit_allocations a where a.invoice_id = v.id), 0)
           or v.balance < 0
       union all
       select p.payment_number from public.payments p
        where p.allocated <> coalesce((select sum(a.amount) from public.payment_allocations a where a.payment_id = p.id), 0)`,
    )
    expect(wrong).toEqual([])
  })

  test('a month has the VAT of its invoices less that of its credit notes, summed by paper and by rate', async () => {
    const wrong = await rows(
      `with paper as (
         select date_trunc('month', issue_date) as month, sum(net) as net, sum(vat) as vat
           from (select issue_date, net, vat from public.invoices v where ${asked}
                 union all select issue_date, -net, -vat from public.credit_notes where status not in ('draft', 'void')) as p group by 1
       ), rate as (
         select date_trunc('month', issue_date) as month, sum(net) as net, sum(vat) as vat
           from (select v.issue_date, t.base as net, t.vat from public.invoices v join public.invoice_vat t on t.invoice_id = v.id where ${asked}
                 union all select n.issue_date, -t.base, -t.vat from public.credit_notes n
                   join public.credit_note_vat t on t.credit_note_id = n.id where n.status not in ('draft', 'void')) as r group by 1)
       select paper.month from paper full join rate using (month) where (paper.net, paper.vat) is distinct from (rate.net, rate.vat)`,
    )
    expect(wrong).toEqual([])
  })

  test('nothing is delivered or invoiced twice, no drop is empty, and what is completed is invoiced to the cent', async () => {
    const wrong = await rows(
      `select i.id::text from public.order_items i where i.kind = 'item' and (i.qty_delivered > i.qty or i.qty_invoiced > i.qty)
       union all
       select i.id::text from public.order_items i where i.kind = 'item' and i.qty_delivered <> coalesce((
         select sum(d.qty_delivered) from public.delivery_items d where d.order_item_id = i.id), 0)
          and exists (select from public.delivery_items d where d.order_item_id = i.id)
       union all
       select d.delivery_number from public.deliveries d
        where d.order_id is not null and not exists (select from public.delivery_items i where i.delivery_id = d.id)
       union all
       select o.order_number from public.orders o
        where o.status = 'completed' and o.net <> (select sum(v.net) from public.invoices v where v.order_id = o.id and v.status <> 'void')`,
    )
    expect(wrong).toEqual([])
  })

  test('suppliers asked for the sum of their lines, and got it', async () => {
    const wrong = await rows(
      `select v.supplier_number from public.supplier_invoices v
        where v.net <> (select coalesce(sum(i.net), v.net) from public.supplier_invoice_items i where i.supplier_invoice_id = v.id)
           or v.paid <> coalesce((select sum(p.amount) from public.supplier_payments p where p.supplier_invoice_id = v.id), 0)
           or (v.status = 'paid') <> (v.paid = v.gross)`,
    )
    expect(wrong).toEqual([])
  })
})
