import { browserOf, newPerson } from '../faults/people.ts'
import { type Spread, spreadOf } from '../faults/spread.ts'
import type { Product } from '../product.ts'
import { milliseconds, type Row } from './row.ts'

// The cost of the lists of accounts for a large company. A smaller INVOICES only checks that the section works.
const invoices = Number(process.env.INVOICES ?? 100_000)
const clients = Math.max(Math.round(invoices / 20), 10)
const linesOfOne = Math.min(5_000, Math.round(invoices / 4))
const statementsSent = Math.min(500, clients)
const asked = 40

const columns =
  `id, invoice_number, kind, status, project_title, issue_date, due_date, created_at, currency, gross::text, balance::text,
  contact:contacts!invoices_contact_id_fkey(id, type, name, last_name, company)`.replace(/\s+/g, '')
const listAim = 'p95 ≤ 100 ms'
const biggest = `md5('bench client 1')::uuid`

/** Invoices, their search, ageing, the account of a large client, and statements to many, with the screens' requests. */
export async function measureInvoices(product: Product): Promise<Row[]> {
  await product.withDatabase(async (engine) => {
    for (const sql of generated()) await engine.exec(sql)
  })
  const db = await browserOf(product, await newPerson(product, 'accounts'))
  const timed = async (times: number, work: (nth: number) => PromiseLike<unknown>): Promise<Spread> => {
    const took: number[] = []
    await work(0)
    for (let nth = 1; nth <= times; nth += 1) {
      const began = performance.now()
      await work(nth)
      took.push(performance.now() - began)
    }
    return spreadOf(took)
  }
  const newest = { ascending: false, nullsFirst: false }
  const list = (text?: string) =>
    (text
      ? db.rpc('invoices_named', { p_text: text }, { count: 'exact' }).select(columns)
      : db.from('invoices').select(columns, { count: 'exact' })
    )
      .order('created_at', newest)
      .order('id', newest)
      .limit(50)
      .throwOnError()
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const { data: large } = await db
    .from('invoices')
    .select('contact_id')
    .eq('project_title', 'Bench 1')
    .limit(1)
    .single()
    .throwOnError()
  const row = (measure: string, spread: Spread, aim: string): Row => ({ measure, result: milliseconds(spread), aim })
  const of = `, of ${invoices} with ${invoices * 5} lines`
  const rows = [
    row(`invoices, first 50 rows and how many there are${of}`, await timed(asked, () => list()), listAim),
    row(
      `invoices, 50 rows from the middle${of}`,
      await timed(asked, (nth) =>
        db
          .from('invoices')
          .select(columns)
          .lt('created_at', new Date(Date.now() - nth * 10 * 86_400_000).toISOString())
          .order('created_at', newest)
          .order('id', newest)
          .limit(50)
          .throwOnError(),
      ),
      listAim,
    ),
    row(
      `invoices, the overdue ones${of}`,
      await timed(asked, () =>
        db
          .from('invoices')
          .select(columns, { count: 'exact' })
          .in('status', ['issued', 'partly_paid'])
          .gt('balance', 0)
          .lt('due_date', day(0))
          .order('created_at', newest)
          .order('id', newest)
          .limit(50)
          .throwOnError(),
      ),
      listAim,
    ),
    row(
      `invoices by number${of}`,
      await timed(asked, (nth) => list(`BENCH-${String(nth * 97).padStart(6, '0')}`)),
      listAim,
    ),
    row(
      `invoices by a word of the title and the client${of}`,
      await timed(asked, (nth) => list(`Bench ${nth * 11}`)),
      listAim,
    ),
    row(`invoices by a word and a client${of}`, await timed(asked, (nth) => list(`client ${nth * 11}`)), listAim),
    row(`one invoice with its lines${of}`, await timed(asked, (nth) => openOne(nth)), listAim),
    row(
      `sums of all invoices${of}`,
      await timed(10, () => db.rpc('invoice_totals', { p_on: day(0) }).throwOnError()),
      '',
    ),
    row(
      `account of a client with ${linesOfOne} lines`,
      await timed(10, () =>
        db.rpc('client_statement', { p_contact_id: large.contact_id, p_from: day(3_000), p_to: day(0) }).throwOnError(),
      ),
      'p95 ≤ 300 ms',
    ),
    row(
      `ageing of ${clients} clients`,
      await timed(10, () => db.rpc('client_ageing', {}).select('id, balance::text').limit(50).throwOnError()),
      'p95 ≤ 1,000 ms',
    ),
  ]
  async function openOne(nth: number) {
    await db
      .from('invoices')
      .select('id, items:invoice_items!invoice_items_invoice_id_fkey(id, description, net::text)')
      .eq('invoice_number', `BENCH-${String(nth * 89).padStart(6, '0')}`)
      .maybeSingle()
      .throwOnError()
  }
  return [...rows, ...(await sendStatements())]

  /** As the screen does: ten at a time, with the state after each; then another run that is cancelled halfway. */
  async function sendStatements(): Promise<Row[]> {
    const steps: number[] = []
    const begin = async () => {
      const id = crypto.randomUUID()
      await db.rpc('start_statement_run', { p_id: id, p_from: day(30), p_to: day(0) }).throwOnError()
      return id
    }
    const go = async (id: string) => {
      const { data } = await db.rpc('continue_statement_run', { p_id: id, p_most: 10 }).throwOnError()
      return data as { status: string; waits: number; mailed: number; failed: number; cancelled: number }
    }
    const run = await begin()
    const began = performance.now()
    let sent = 0
    while (sent < statementsSent) {
      const before = performance.now()
      const state = await go(run)
      steps.push(performance.now() - before)
      sent = state.mailed + state.failed
      if (state.status !== 'running') break
    }
    const seconds = (performance.now() - began) / 1000
    const before = performance.now()
    const { data: state } = await db.rpc('cancel_statement_run', { p_id: run }).throwOnError()
    const stopped = performance.now() - before
    return [
      { measure: `${sent} statements made, their mails in the queue`, result: `${seconds.toFixed(1)} s`, aim: '' },
      row('ten of them, and how far it is', spreadOf(steps), ''),
      {
        measure: 'cancelled in the middle: sent stays sent, the queue and what waits do not go',
        result: `${Math.round(stopped)} ms, ${JSON.stringify(state)}`,
        aim: '',
      },
    ]
  }
}

/** Rows as the functions leave them, without running them a hundred thousand times. Sums agree. */
export function generated(): string[] {
  const invoiceId = `md5('bench invoice ' || n)::uuid`
  // Every twentieth is of one large client, so that its account has thousands of lines; the others are spread evenly.
  const owner = `case when n <= ${Math.round(linesOfOne / 2)} then ${biggest} else md5('bench client ' || (2 + n % ${clients - 1}))::uuid end`
  const back = `(n * 1500 / ${invoices})`
  return [
    `set session_replication_role = replica`,
    `insert into public.contacts (id, type, name, company, email, created_at)
       select md5('bench client ' || n)::uuid, 'Business', 'Bench client ' || n, 'Bench client ' || n, 'client' || n || '@example.com', now()
         from generate_series(1, ${clients}) as n`,
    `insert into public.invoices (id, invoice_number, contact_id, kind, status, project_title, issue_date, due_date, net, vat, paid, issued_at, created_at, created_by)
       select ${invoiceId}, 'BENCH-' || lpad(n::text, 6, '0'), ${owner}, 'standard', case when n % 10 < 8 then 'paid' else 'issued' end, 'Bench ' || n,
              current_date - ${back}, current_date - ${back} + 30, 500, 90, case when n % 10 < 8 then 590 else 0 end,
              now() - ${back} * interval '1 day', now() - ${back} * interval '1 day' - n * interval '1 millisecond', null
         from generate_series(1, ${invoices}) as n`,
    `insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate, net, created_at)
       select ${invoiceId}, 'a' || line, 'item', 'Panel ' || line || ' of ' || n, 1, 100, 18, 100, now()
         from generate_series(1, ${invoices}) as n, generate_series(1, 5) as line`,
    `insert into public.payments (id, payment_number, contact_id, method, amount, allocated, received_on, created_at, created_by)
       select md5('bench payment ' || n)::uuid, 'BENCHPAY-' || lpad(n::text, 6, '0'), ${owner}, 'bank', 590, 590, current_date - ${back}, now(), null
         from generate_series(1, ${invoices}) as n where n % 10 < 8`,
    `insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, created_by)
       select md5('bench payment ' || n)::uuid, ${invoiceId}, 590, current_date - ${back}, null from generate_series(1, ${invoices}) as n where n % 10 < 8`,
    `set session_replication_role = origin`,
    `analyze`,
  ]
}
