import { writeSaft } from '../../src/documents/journal-files/saft.ts'
import type { Facts, GivenEntry } from '../../src/documents/journal-files/format.ts'
import { browserOf, newPerson } from '../faults/people.ts'
import { spreadOf } from '../faults/spread.ts'
import type { Product } from '../product.ts'
import { generated } from './invoices.ts'
import { milliseconds, type Row } from './row.ts'

// What an accountant waits for at the end of a month. A smaller INVOICES only checks that the section works.

type Browser = Awaited<ReturnType<typeof browserOf>>

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

async function timed(times: number, work: () => PromiseLike<unknown>): Promise<string> {
  const took: number[] = []
  for (let nth = 0; nth < times; nth += 1) {
    const began = performance.now()
    await work()
    took.push(performance.now() - began)
  }
  return milliseconds(spreadOf(took))
}

/** The VAT of the generated invoices, and a bill for every fourth of them: 100 and 18, three of four paid after ten days. */
const books = `set session_replication_role = replica;
  insert into public.invoice_vat (invoice_id, vat_rate, vat_treatment, base, vat)
    select id, 18, 'standard', 500, 90 from public.invoices where invoice_number like 'BENCH-%';
  create temporary table bench_bills as
    select md5('bench bill ' || v.invoice_number)::uuid as id, v.contact_id, v.invoice_number as number, v.issue_date as on_date,
           right(v.invoice_number, 6)::integer % 16 <> 0 as is_paid
      from public.invoices v where v.invoice_number like 'BENCH-%' and right(v.invoice_number, 6)::integer % 4 = 0;
  insert into public.supplier_invoices (id, supplier_id, supplier_number, status, invoice_date, booked_on, due_date, net, vat, paid, created_by)
    select id, contact_id, number, case when is_paid then 'paid' else 'approved' end, on_date, on_date, on_date + 30, 100, 18, case when is_paid then 118 else 0 end, null
      from bench_bills;
  insert into public.supplier_invoice_items (supplier_invoice_id, position, description, unit_price, vat_rate, net, vat)
    select id, 'a0', 'Film', 100, 18, 100, 18 from bench_bills;
  insert into public.supplier_payments (supplier_invoice_id, amount, paid_on, method, created_by)
    select id, 118, least(on_date + 10, current_date), 'bank', null from bench_bills where is_paid;
  drop table bench_bills;
  set session_replication_role = origin; analyze`

/** How long the journal of a year takes, read as the screen reads it, and how many lines it has. */
async function journalOfYear(db: Browser): Promise<Row> {
  const began = performance.now()
  let lines = 0
  for (let after: string | null = null, isMore = true; isMore;) {
    const { data }: { data: { place: string }[] } = await db
      .rpc('journal', { p_from: day(365), p_to: day(1), p_limit: 1000, ...(after ? { p_after: after } : {}) })
      .select('place')
      .throwOnError()
    lines += data.length
    after = data.at(-1)?.place ?? null
    isMore = data.length === 1000
  }
  return { measure: `the journal of a year, ${lines} lines, a page at a time`, result: seconds(began), aim: '≤ 20 s' }
}

async function* entriesOf(db: Browser, id: string): AsyncGenerator<readonly GivenEntry[]> {
  for (let last = 0, isMore = true; isMore;) {
    const { data } = await db
      .from('hand_over_entries')
      .select('id, undoes_id, entry_id, on_date, kind, number, party, words, lines')
      .eq('hand_over_id', id)
      .gt('id', last)
      .order('id')
      .limit(500)
      .throwOnError()
    yield data.map((entry) => ({ ...entry, takesBack: false, lines: entry.lines as unknown as GivenEntry['lines'] }))
    last = data.at(-1)?.id ?? last
    isMore = data.length === 500
  }
}

/** How long the audit file of a year takes: what the database keeps of the hand-over, and the file from it. */
async function auditFileOfYear(db: Browser): Promise<Row[]> {
  const id = 'be000000-0000-4000-a000-000000000001'
  const [from, to] = [day(365), day(1)]
  const began = performance.now()
  const { error } = await db.rpc('make_hand_over', {
    p_id: id,
    p_format: 'saft',
    p_from: from,
    p_to: to,
    p_whole: true,
  })
  const kept = error ? `${seconds(began)}: ${error.message}` : seconds(began)
  const act = { measure: 'the audit file (SAF-T) of a year, kept as a hand-over', result: kept, aim: '≤ 20 s' }
  if (error) return [act]
  const { data } = await db.from('hand_overs').select('place, created_at, facts').eq('id', id).single().throwOnError()
  const written = performance.now()
  const file = await writeSaft({
    ...{ place: data.place, madeAt: data.created_at, from, to, isClosed: false },
    facts: data.facts as Facts,
    entries: entriesOf(db, id),
  })
  return [
    act,
    {
      measure: `and its file, ${(file.size / 1e6).toFixed(0)} MB, read and written`,
      result: seconds(written),
      aim: '≤ 20 s',
    },
  ]
}

/** The checks of a closing, the VAT of a quarter on both bases, open items, the journal and the audit file of a year, as the screens ask for them. */
export async function measureBooks(product: Product): Promise<Row[]> {
  await product.withDatabase(async (engine) => {
    for (const sql of generated()) await engine.exec(sql)
    await engine.exec(books)
  })
  const db = await browserOf(product, await newPerson(product, 'admin'))
  const quarter = { p_from: day(92), p_to: day(1) }
  const row = (measure: string, result: string, aim: string): Row => ({ measure, result, aim })
  const boxes = () => timed(5, () => db.rpc('vat_boxes', quarter).throwOnError())
  const ledger = () => db.rpc('ledger', { p_side: 'sales', ...quarter }).limit(1000)
  const rows = [
    row(
      'checks of a closing',
      await timed(5, () => db.rpc('closing_checks', { p_to: day(1) }).throwOnError()),
      '≤ 2 s',
    ),
    row('sales ledger of a quarter, its first thousand rows', await timed(5, () => ledger().throwOnError()), '≤ 1 s'),
    row(
      'page of VAT of a quarter, with all figures of analytics',
      await timed(5, () => db.rpc('analytics', quarter).throwOnError()),
      '≤ 1 s',
    ),
    row('boxes of the VAT return of a quarter', await boxes(), '≤ 1 s'),
    row(
      'open items of a day, the first thousand papers',
      await timed(5, () =>
        db
          .rpc('open_papers_on', { p_on: day(1) })
          .limit(1000)
          .throwOnError(),
      ),
      '≤ 1 s',
    ),
    await journalOfYear(db),
    ...(await auditFileOfYear(db)),
  ]
  const from = day(1600)
  await db
    .from('hand_over_settings')
    .update({ cash_basis_from: from, cash_basis_purchases_from: from })
    .eq('id', 1)
    .throwOnError()
  rows.push(row('boxes of the VAT return of a quarter, both sides on cash basis', await boxes(), '≤ 1 s'))
  return rows
}
