import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { become, becomeOwner, triesAll, undone } from './act.ts'
import { idOf } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const id = '7e000000-0000-4000-a000-000000000001'
const start = `select public.start_export('${id}')`

type Source = { name: string; key: string[]; columns: string[]; kept: string; source: string }
const sources = async (db: Queryable) =>
  (await db.query<Source>('select name, key, columns, kept, source::text from private.export_sources() order by name'))
    .rows

/** Tables of private that an export leaves out, because they are no facts of the business. */
const ofTheProgram: Readonly<Record<string, string>> = {
  alike_names: 'Pairs of names, computed from the contacts.',
  calendar_feeds: 'Hashes of the addresses of calendars.',
  country_names: 'Names of countries, the same in every company.',
  deposit_taxes: 'When deposits were taxed, computed from their payments; those are exported.',
  deleted_tasks: 'Deleted tasks, which their owner may bring back for a while.',
  document_kinds: 'How the program works.',
  document_line: 'A shape of rows, without rows.',
  document_transitions: 'How the program works.',
  file_rules: 'How the program works.',
  first_admin: 'Who may become the first administrator.',
  function_calls: 'Counts of calls, to limit them.',
  mail_variables: 'How the program works.',
  payment_sessions: 'Sessions at the provider of card payments.',
  product_requests: 'Addresses of visitors, to limit them; their quotations are exported.',
  push_keys: 'Secret keys.',
  push_queue: 'Messages on their way to browsers.',
  record_events: 'How the program works.',
  record_kinds: 'How the program works.',
  schedules: 'How the program works.',
  spent_stamps: 'Stamps of forms, to take each once.',
  swept_files: 'Files that are being removed.',
  swept_pictures: 'Files that are being removed.',
  swept_uploads: 'Files that are being removed.',
  task_preset_days: 'On which days a task was made; the tasks are exported.',
  task_reminders: 'Who was reminded; the tasks are exported.',
  task_words: 'Words to search for, computed from the tasks.',
  text_fields: 'How the program works.',
  text_sources: 'How the program works.',
  visit_salts: 'Secret salts.',
  visitor_calls: 'Counts of calls, to limit them.',
}

test('every table is in the export, or has a reason why not', async () => {
  const { rows: tables } = await engine.query<{ space: string; name: string }>(
    `select n.nspname as space, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private') and c.relkind in ('r', 'p')`,
  )
  const { rows: limits } = await engine.query<{ source: string; left_out: string[] | null; reason: string }>(
    'select source, left_out, reason from private.export_limits()',
  )
  const exported = (await sources(engine)).map(({ name }) => name)
  const whole = limits.flatMap(({ source, left_out }) => (left_out === null ? [source] : []))
  const named = (space: string) => tables.flatMap((each) => (each.space === space ? [each.name] : [])).sort()
  expect([...new Set(exported)]).toHaveLength(exported.length)
  expect(named('public').filter((name) => exported.includes(name) === whole.includes(name))).toEqual([])
  expect(named('private').filter((name) => exported.includes(name) === Object.hasOwn(ofTheProgram, name))).toEqual([])
  expect(Object.keys(ofTheProgram).filter((name) => !named('private').includes(name))).toEqual([])
  expect(limits.filter(({ source, reason }) => !named('public').includes(source) || !/\w.+\.$/.test(reason))).toEqual(
    [],
  )
  const { rows: gone } = await engine.query(
    `select l.source, c from private.export_limits() l, unnest(l.left_out) as c
      where not exists (select from pg_attribute a where a.attrelid = to_regclass('public.' || l.source) and a.attname = c)`,
  )
  expect(gone).toEqual([])
})

/** Columns that are named as a secret is, and are none. */
const noSecrets = [
  'bank_entries.entry_key',
  'bank_entries.row_key',
  'bank_imports.content_hash',
  'email_templates.key',
  'mockup_answers.file_hash',
  'mockups.file_hash',
  'product_options.name_key',
  'sample_records.key',
  'scheduled_emails.template_key',
  'website_metadata_settings.setting_key',
]

test('no column of the export is named as a secret is', async () => {
  const secret = /secret|token|passw|hash|key$|endpoint|p256|credential|uuid$|session$|salt|otp|pin$|factor$/
  const found = (await sources(engine)).flatMap(({ name, columns }) =>
    columns.filter((column) => secret.test(column)).map((column) => `${name}.${column}`),
  )
  expect(found.sort()).toEqual(noSecrets)
})

test('only admins export, and nothing before the audit trail has it', async () => {
  for (const person of ['visitor', 'client', 'accounts', 'account_manager'] as const)
    expect([person, await triesAll(engine, person, [start])]).toEqual([
      person,
      expect.objectContaining({ refused: '42501' }),
    ])
  for (const call of [`export_rows('${id}', 'contacts')`, `export_files('${id}')`])
    expect(await triesAll(engine, 'admin', [`select public.${call}`])).toMatchObject({
      refused: 'PT409',
      because: 'This export was not started by you today. Please start it again.',
    })
  await undone(engine, async (tx) => {
    await become(tx, 'admin')
    await tx.exec(`${start}; ${start}`)
    await becomeOwner(tx)
    const { rows } = await tx.query(
      `select actor_id, record_label, action from public.audit_logs where record_id = '${id}' and table_name = 'exports'`,
    )
    expect(rows).toEqual([{ actor_id: idOf('admin'), record_label: 'Everything', action: 'exported' }])
    await become(tx, 'sales')
    await expect(tx.query(`select public.export_rows('${id}', 'contacts')`)).rejects.toMatchObject({ code: '42501' })
  })
})

type Page = { rows: (string | null)[][]; next: string[] | null }

async function pageOf(tx: Queryable, table: string, after: string[] | null = null, most = 1000): Promise<Page> {
  const { rows } = await tx.query<{ page: Page }>(
    'select public.export_rows($1::uuid, $2::text, $3::text[], $4::integer) as page',
    [id, table, after, most],
  )
  return rows[0]!.page
}

test('every table is read to its end, page by page, with all digits and times in UTC', async () => {
  await undone(engine, async (tx) => {
    await tx.exec(`
      set local timezone = 'Asia/Tokyo';
      update public.contacts set created_at = '2026-03-01T00:30:00.25Z' where id = '${row.clientContact}';
      insert into public.vat_rates (code, label, rate) values ('fine', '=1+"1"', 8.1250);
      insert into public.scheduled_emails (dedupe_key, template_key, template_name, recipients, body) select 'x' || n, t.key, 'Mail',
        '{ann@clients.example}', 'See https://signs.example/q/${row.clientQuotationLink} please' from generate_series(1, 2) n, (select key from public.email_templates limit 1) t`)
    await become(tx, 'admin')
    await tx.exec(start)
    await becomeOwner(tx)
    const counts = new Map<string, number>()
    const all = await sources(tx)
    for (const { name, source, kept } of all) {
      const { rows } = await tx.query<{ count: number }>(
        `select count(*)::int as count from ${source} r where ${kept.replace(/r\.created_by = .*/, 'true').replace(/r\.task_id in .*/, 'true')}`,
      )
      counts.set(name, rows[0]!.count)
    }
    await become(tx, 'admin')
    for (const { name } of all) {
      const { rows, next } = await pageOf(tx, name)
      expect([name, next, rows.length <= counts.get(name)!]).toEqual([name, null, true])
      if (!/^task/.test(name)) expect([name, rows.length]).toEqual([name, counts.get(name)])
    }
    const columns = (name: string) => all.find((each) => each.name === name)!.columns
    const cell = (name: string, cells: (string | null)[], column: string) => cells[columns(name).indexOf(column)]
    const whole = await pageOf(tx, 'contacts')
    const parts: Page['rows'] = []
    for (let after: string[] | null = null, page: Page; ; after = page.next) {
      page = await pageOf(tx, 'contacts', after, 2)
      parts.push(...page.rows)
      if (page.next === null) break
    }
    expect(parts).toEqual(whole.rows)
    expect(parts.length).toBeGreaterThan(2)
    const client = parts.find((cells) => cell('contacts', cells, 'id') === row.clientContact)!
    expect(cell('contacts', client, 'created_at')).toBe('2026-03-01T00:30:00.25+00:00')
    const rates = (await pageOf(tx, 'vat_rates')).rows.find((cells) => cell('vat_rates', cells, 'code') === 'fine')!
    expect([cell('vat_rates', rates, 'label'), cell('vat_rates', rates, 'rate')]).toEqual(['=1+"1"', '8.1250'])
    const mails = (await pageOf(tx, 'scheduled_emails')).rows
    expect(mails.map((cells) => cell('scheduled_emails', cells, 'body'))).toEqual(
      Array(2).fill('See https://signs.example/q/… please'),
    )
    const tasks = (await pageOf(tx, 'tasks')).rows.map((cells) => cell('tasks', cells, 'id'))
    const comments = (await pageOf(tx, 'task_comments')).rows.map((cells) => cell('task_comments', cells, 'id'))
    expect(tasks).toContain(row.sharedTask)
    expect(tasks).not.toContain(row.privateTask)
    expect(comments).toContain(row.sharedComment)
    expect(comments).not.toContain(row.privateComment)
  })
})

test('files of every bucket are listed, but those of private tasks of others', async () => {
  await undone(engine, async (tx) => {
    await tx.exec(`
      insert into storage.objects (bucket_id, name, owner_id) values
        ('avatars', '${idOf('sales')}/me.png', '${idOf('sales')}'), ('mockups', 'a/b/logo.pdf', null),
        ('task-images', '1000000000-shared.png', '${idOf('sales')}'), ('task-images', '1000000000-private.png', '${idOf('sales')}');
      update public.tasks set images = '{1000000000-shared.png}' where id = '${row.sharedTask}';
      update public.tasks set images = '{1000000000-private.png}' where id = '${row.privateTask}'`)
    await become(tx, 'admin')
    await tx.exec(start)
    const { rows } = await tx.query<{ found: { files: { bucket: string; name: string }[]; next: null } }>(
      `select public.export_files('${id}') as found`,
    )
    expect(rows[0]!.found.files.map(({ bucket, name }) => `${bucket}/${name}`)).toEqual([
      `avatars/${idOf('sales')}/me.png`,
      'mockups/a/b/logo.pdf',
      'task-images/1000000000-shared.png',
    ])
    expect(rows[0]!.found.next).toBeNull()
  })
})
