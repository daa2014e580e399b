// Writes supabase/tests/lived-in/RELEASE.ndjson.br: the database of a company that has worked with a release, which
// supabase/tests/upgrade.test.ts migrates. It is the demo's year after one more day of work, done through the functions
// of the product. Run once for a release, while the seeds still fit it: node scripts/lived-in.ts
import { writeFile } from 'node:fs/promises'
import type { Engine } from '../supabase/local/contracts.ts'
import { filesOf, migrationsFolder, prepareSystem } from '../supabase/local/engine/boot.ts'
import { actAs } from '../supabase/local/engine/caller-settings.ts'
import { migrate, readMigrations, seedOnce } from '../supabase/local/engine/migrations.ts'
import { openPglite } from '../supabase/local/engine/pglite-engine.ts'
import { livedInFile, packed, release, type LivedIn } from '../supabase/local/testing/lived-in.ts'
import { readTotals } from '../supabase/local/testing/totals.ts'

/** The migrations of 1.0.0-rc.1: the release, and the two that were on main when this file was made. */
const migrationsOfRelease = [
  '20261124170712_release_1_0_0_rc_1',
  '20261124171802_blank_lines_are_not_sent',
  '20261124181222_trail_without_changed_by',
]

type Actor = {
  run: (sql: string, ...parameters: unknown[]) => Promise<void>
  /** The first column of the first row. */
  value: <Value = string>(sql: string, ...parameters: unknown[]) => Promise<Value>
}

const engine = await openPglite()
await prepareSystem(engine)
const migrations = (await readMigrations(migrationsFolder)).filter(({ version, name }) =>
  migrationsOfRelease.includes(`${version}_${name}`),
)
await migrate(engine, migrations)
await seedOnce(engine, filesOf('year'))

const users = new Map(
  (await engine.query<{ email: string; id: string }>('select email, id from auth.users')).rows.map((user) => [
    user.email.replace('@example.com', ''),
    user.id,
  ]),
)

/** A colleague of the demo, `client` by a link, or `server`. Each statement is its own transaction. */
function as(name: string): Actor {
  const rows = (sql: string, parameters: unknown[]) =>
    engine.transaction(async (tx) => {
      const userId = users.get(name) ?? null
      const role = userId ? 'authenticated' : 'anon'
      const claims = userId ? { sub: userId, role, email: `${name}@example.com` } : null
      if (name !== 'server') await actAs(tx, { role, userId, claims })
      return (await tx.query(sql, parameters)).rows
    })
  return {
    run: async (sql, ...parameters) => void (await rows(sql, parameters)),
    value: async <Value>(sql: string, ...parameters: unknown[]) =>
      Object.values((await rows(sql, parameters))[0] ?? {})[0] as Value,
  }
}

const admin = as('victor')
const client = as('client')
const server = as('server')

/** From the first enquiry to the credit note: one order of today. */
async function sellAndDeliver(): Promise<void> {
  const contact = await admin.value(`insert into public.contacts (name, company, type, email, payment_terms_days)
    values ('Anna', 'Upgrade Bakery Ltd', 'Business', 'anna@bakery.example', 30) returning id`)
  const quotation = await admin.value(`select public.create_quotation($1, 'Shop front of the bakery')`, contact)
  await admin.run(
    `insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate, is_optional, makes_job)
     values ($1, 'a0', 'item', 'Tray fascia', 6, 142.375, 18, false, null), ($1, 'a1', 'item', 'Banner', 12, 18.333, 18, false, null),
            ($1, 'a2', 'item', 'Installation', 3.5, 45, 18, true, false)`,
    quotation,
  )
  await admin.run('select public.send_quotation($1)', quotation)
  const link = await admin.value('select public_uuid from public.quotations where id = $1', quotation)
  await client.run(`select public.get_public_quotation($1, 'a visit of the lived-in day')`, link)
  await client.run(`select public.approve_quotation($1, 1, 'Anna Baker', true)`, link)
  const order = await admin.value('select id from public.orders where quotation_id = $1', quotation)
  const request = await client.value<{ id: string; amount: string }>('select public.open_payment_request($1)', link)
  await server.run(`select public.settle_payment_request($1, 'viva', 'lived-in card', $2)`, request.id, request.amount)
  for (const status of ['in_production', 'qc'])
    await admin.run('update public.jobs set status = $2 where order_id = $1', order, status)
  await admin.run(
    `select public.check_job(gen_random_uuid(), j.id, 'pass', p_steps => jsonb_build_array(jsonb_build_object('outcome', 'made', 'good', j.qty)))
      from public.jobs j where j.order_id = $1`,
    order,
  )
  const delivery = await admin.value('select public.plan_delivery($1)', order)
  const first = await admin.value(
    'select id from public.delivery_items where delivery_id = $1 order by position limit 1',
    delivery,
  )
  await admin.run(
    `select public.deliver_drop($1, $2, 'Peter Porter')`,
    delivery,
    JSON.stringify([{ delivery_item_id: first, qty: 4 }]),
  )
  await admin.run(`select public.deliver_drop($1, null, 'Peter Porter')`, delivery)
  const invoice = await admin.value(`select public.make_invoice(array[$1]::uuid[])`, order)
  await admin.run('select public.issue_invoice($1)', invoice)
  const banner = await admin.value(
    `select id from public.invoice_items where invoice_id = $1 and description = 'Banner'`,
    invoice,
  )
  const credit = await admin.value(
    `select public.make_credit_note($1, 'Two banners torn', $2)`,
    invoice,
    JSON.stringify([{ invoice_item_id: banner, qty: 2 }]),
  )
  await admin.run('select public.issue_credit_note($1)', credit)
  await admin.run(`select public.record_payment($1, 300.05, 'bank')`, contact)
  await admin.run(`select public.create_statement($1, current_date - 30, current_date)`, contact)
}

/** Imports a bank file with a payment that names its invoice, one without a reference, and a bank charge. */
async function readTheBank(): Promise<void> {
  const open = await engine.query<{ number: string; balance: string; name: string }>(
    `select v.invoice_number as number, v.balance::text as balance, coalesce(c.company, c.name) as name
       from public.invoices v join public.contacts c on c.id = v.contact_id
      where v.status = 'issued' and v.balance > 0 order by v.invoice_number limit 2`,
  )
  const [first, second] = open.rows
  const entry = { booked_on: new Date().toISOString().slice(0, 10), currency: 'EUR' }
  await admin.run(
    `select public.import_bank_file(null, '{"file_name": "lived-in.xml", "format": "camt"}', $1)`,
    JSON.stringify([
      { ...entry, direction: 'in', amount: first?.balance, party_name: first?.name, remittance: first?.number },
      { ...entry, direction: 'in', amount: '17.01', party_name: second?.name },
      { ...entry, direction: 'out', amount: '4.50', party_name: 'Bank of the demo', remittance: 'Charges' },
    ]),
  )
  const entries = await admin.value<string[]>(
    `select array_agg(e.id) from public.bank_entries e join public.bank_imports i on i.id = e.import_id where i.file_name = 'lived-in.xml'`,
  )
  await admin.run('select public.confirm_sure_entries($1)', entries)
}

/** Stock comes and goes, a supplier's order arrives in part. */
async function moveStock(): Promise<void> {
  const item = await engine.query<{ id: string; supplier: string }>(
    `select i.id, i.supplier_id as supplier from public.inventory_items i where i.supplier_id is not null order by i.id limit 1`,
  )
  const { id, supplier } = item.rows[0]!
  await admin.run(`select public.move_stock(gen_random_uuid(), $1, 'deduct', 1)`, id)
  const purchase = await admin.value(
    'select public.add_to_purchase($1, $2)',
    supplier,
    JSON.stringify([{ item_id: id, qty: 10 }]),
  )
  await admin.run('select public.send_purchase_order($1)', purchase)
  const line = await engine.query<{ id: string }>(
    'select id from public.purchase_order_lines where purchase_order_id = $1 limit 1',
    [purchase],
  )
  await admin.run(
    `select public.receive_purchase(gen_random_uuid(), $1, $2)`,
    purchase,
    JSON.stringify([{ line_id: line.rows[0]?.id, qty: 4 }]),
  )
}

/** A task with a comment and a mark, a timer that ran, a contact that was changed, a booking, a mail that waits. */
async function workInTheOffice(): Promise<void> {
  const task = await admin.value(
    `insert into public.tasks (title, assignees, due_at) values ('Measure the bakery', array[$1]::uuid[], now() + interval '2 days') returning id`,
    users.get('rita'),
  )
  await as('rita').run(`insert into public.task_comments (task_id, content) values ($1, 'At nine')`, task)
  await as('rita').run('insert into public.task_ready (task_id, ready) values ($1, true)', task)
  await as('rita').run(`select public.start_timer('Upgrade Bakery Ltd', null)`)
  await admin.run(`update public.contacts set phone = '+356 2100 0000' where company = 'Upgrade Bakery Ltd'`)
  const slot = await client.value(
    `select public.free_slots('samples', (now() at time zone 'Europe/Malta')::date + 3, 14) -> 'slots' ->> 0`,
  )
  const held = await client.value(`select public.hold_slot('samples', $1) ->> 'holder'`, slot)
  await client.run(`select public.confirm_booking($1, 'Anna Baker', 'anna@bakery.example')`, held)
}

await sellAndDeliver()
await readTheBank()
await moveStock()
await workInTheOffice()

const kept = await readLivedIn(engine)
const bytes = packed(kept)
await writeFile(livedInFile, bytes)
const rows = kept.tables.reduce((sum, table) => sum + table.rows.length, 0)
process.stdout.write(`${livedInFile}: ${kept.tables.length} tables, ${rows} rows, ${bytes.length} bytes\n`)
await engine.close()

async function readLivedIn(db: Engine): Promise<LivedIn> {
  // The sign-in page's list of demo people is made by the seed, not by a migration.
  const { rows: names } = await db.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                     and a.attgenerated = '' order by a.attnum) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and not c.relispartition and n.nspname in ('public', 'private', 'auth', 'storage')
        and format('%I.%I', n.nspname, c.relname) <> 'private.demo_accounts' order by 1`,
  )
  const tables = []
  for (const { name, columns } of names) {
    const { rows: lines } = await db.query<{ row: string }>(
      `select to_jsonb(t)::text as row from (select ${columns.map((column) => `"${column}"`).join(', ')} from ${name}) as t`,
    )
    tables.push({ name, columns, rows: lines.map(({ row }) => row) })
  }
  const { rows: sequences } = await db.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
       from pg_sequences where schemaname in ('public', 'private', 'auth', 'storage') and last_value is not null`,
  )
  return { release, migrations: migrationsOfRelease, sequences, totals: await db.transaction(readTotals), tables }
}
