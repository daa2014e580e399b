import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nudgeEvent, nudgeSchema, topics } from '../../src/shared/domain/records/nudge.ts'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { idOf } from './people.ts'
import { noticeSources, openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

/** The messages of the statements as `topic ← table op id`, sorted. The messages of `given` are left out. */
async function heard(statements: string | ((tx: Queryable) => Promise<void>), given = ''): Promise<string[]> {
  return undone(engine, async (tx) => {
    await tx.exec(`${given}; delete from realtime.messages`)
    if (typeof statements === 'string') await tx.exec(statements)
    else await statements(tx)
    const { rows } = await tx.query<{ topic: string; event: string; payload: unknown; private: boolean }>(
      `select topic, event, payload, private from realtime.messages where extension = 'broadcast'`,
    )
    return rows
      .map(({ topic, event, payload, private: isPrivate }) => {
        expect([event, isPrivate]).toEqual([nudgeEvent, true])
        expect(['table', 'op', 'id', 'spread']).toEqual(expect.arrayContaining(Object.keys(Object(payload))))
        const { table, op, id } = nudgeSchema.parse(payload)
        return `${topic} ← ${table} ${op} ${id}`
      })
      .sort()
  })
}

const [sales, accounts] = [idOf('sales'), idOf('accounts')]
const noticeId = 'f0000000-0000-4000-a000-000000000001'

/** Tables whose rows make prices. */
const pricesOf = [
  ...['cnc_parameters', 'eco_solvent_parameters', 'human_service_parameters', 'inks', 'inventory_item_costs'],
  ...['laser_parameters', 'machine_prices', 'markup_bands', 'pricing_ranges', 'running_costs', 'travel_zones'],
]
test.each(pricesOf)('a change of %s is told to open calculations, and not which', async (table) => {
  expect(await heard(`delete from public.${table}`)).toContain(`${topics.page('quotations')} ← price_list UPDATE null`)
})

describe('notices', () => {
  test.each(noticeSources)(
    '%s: its recipient hears that it came, was read and went',
    async (table, owner, columns, values) => {
      const came = `insert into public.${table} (id, ${owner}, ${columns}) values ('${noticeId}', '${sales}', ${values})`
      expect(await heard(came)).toEqual([`${topics.user(sales)} ← ${table} INSERT ${noticeId}`])
      expect(await heard(`update public.${table} set is_read = true`, came)).toEqual([
        `${topics.user(sales)} ← ${table} UPDATE ${noticeId}`,
      ])
      expect(await heard(`delete from public.${table}`, came)).toEqual([
        `${topics.user(sales)} ← ${table} DELETE ${noticeId}`,
      ])
    },
  )

  test('a statement of many notices is one nudge a person, without an id where there were several', async () => {
    const many = `insert into public.notifications (id, user_id, type, title) values
      ('${noticeId}', '${accounts}', 'logistics_update', 'One'),
      (gen_random_uuid(), '${sales}', 'logistics_update', 'Two'), (gen_random_uuid(), '${sales}', 'logistics_update', 'Three')`
    expect(await heard(many)).toEqual([
      `${topics.user(sales)} ← notifications INSERT null`,
      `${topics.user(accounts)} ← notifications INSERT ${noticeId}`,
    ])
  })

  test('a statement that touches nothing says nothing', async () => {
    expect(await heard(`update public.notifications set is_read = true`)).toEqual([])
    expect(await heard(`update public.quotations set status = 'sent' where false`)).toEqual([])
    expect(await heard(`delete from public.tasks where false`)).toEqual([])
  })
})

test('a timer row nudges its owner and who manages time', async () => {
  const sql = `insert into public.time_entries (id, user_id, user_email) values ('${noticeId}', '${sales}', 'sales@people.example')`
  expect(await heard(sql)).toEqual([
    `${topics.page('time-tracking')} ← time_entries INSERT ${noticeId}`,
    `${topics.user(sales)} ← time_entries INSERT ${noticeId}`,
  ])
})

test('a changed role nudges its person and the list of people, as does the copy on the contact', async () => {
  const { rows } = await engine.query<{ id: string }>(`select id from public.contacts where user_id = '${sales}'`)
  expect(await heard(`update public.user_roles set role = 'accounts' where user_id = '${sales}'`)).toEqual([
    `page:contacts ← contacts UPDATE ${rows[0]?.id}`,
    `page:contacts ← user_roles UPDATE ${sales}`,
    `${topics.user(sales)} ← contacts UPDATE ${rows[0]?.id}`,
    `${topics.user(sales)} ← user_roles UPDATE ${sales}`,
  ])
})

test('a client hears of their quotation from the day it is sent, without its id, and nobody else hears of it so', async () => {
  const client = idOf('client')
  const { rows } = await engine.query<{ id: string }>(
    `select id from public.contacts where user_id = '${client}' limit 1`,
  )
  const write = `insert into public.quotations (id, quotation_number, contact_id) values ('${noticeId}', 'Q-2026-9999', '${rows[0]?.id}')`
  const people = async (sql: string, given = '') => (await heard(sql, given)).filter((line) => line.startsWith('user:'))
  expect(await people(write)).toEqual([])
  expect(await people(`update public.quotations set status = 'sent' where id = '${noticeId}'`, write)).toEqual([
    `${topics.user(client)} ← quotations UPDATE null`,
  ])
})

test('changed rights nudge everybody of the role, and no other role', async () => {
  const pages = `update public.page_permissions set can_delete = true where role = 'sales' and page_name in ('contacts', 'tasks')`
  const named = `delete from public.role_permissions where role = 'accounts'`
  expect(await heard(pages)).toEqual([
    `${topics.page('contacts')} ← page_permissions UPDATE null`,
    `${topics.role('sales')} ← page_permissions UPDATE null`,
  ])
  expect(await heard(named)).toEqual([
    `${topics.page('contacts')} ← role_permissions DELETE null`,
    `${topics.role('accounts')} ← role_permissions DELETE null`,
  ])
})

describe('tasks', () => {
  const change = (id: string) => `update public.tasks set status = 'completed' where id = '${id}'`

  test('a shared task nudges whoever looks at it, and the list without an id', async () => {
    expect(await heard(change(row.sharedTask))).toEqual([
      `page:tasks ← tasks UPDATE null`,
      `${topics.task(row.sharedTask)} ← tasks UPDATE ${row.sharedTask}`,
    ])
  })

  test('a new shared task nudges the list, a new private one its creator: nobody looks at them yet', async () => {
    const create = (assignees: string) =>
      `insert into public.tasks (title, created_by, assignees) values ('T', '${sales}', '${assignees}')`
    expect(await heard(create(`{${accounts}}`))).toEqual([`page:tasks ← tasks INSERT null`])
    expect(await heard(create('{}'))).toEqual([`${topics.user(sales)} ← tasks INSERT null`])
  })

  test('a private task nudges its creator only', async () => {
    expect(await heard(change(row.privateTask))).toEqual([
      `${topics.task(row.privateTask)} ← tasks UPDATE ${row.privateTask}`,
      `${topics.user(idOf('colleague'))} ← tasks UPDATE null`,
    ])
  })

  test('a task that becomes private leaves the list of the others', async () => {
    expect(await heard(`update public.tasks set assignees = '{}' where id = '${row.sharedTask}'`)).toEqual([
      `page:tasks ← tasks UPDATE null`,
      `${topics.task(row.sharedTask)} ← tasks UPDATE ${row.sharedTask}`,
      `${topics.user(idOf('colleague'))} ← tasks UPDATE null`,
    ])
  })

  test('a comment nudges the task and the page of tasks, a ready mark the task', async () => {
    const comment = `insert into public.task_comments (id, task_id, user_id, content) values ('${noticeId}', '${row.sharedTask}', '${sales}', 'Hi')`
    const ready = `insert into public.task_ready (task_id, user_id, ready) values ('${row.sharedTask}', '${sales}', true)
      on conflict (task_id, user_id) do update set ready = true`
    expect(await heard(comment)).toEqual([
      'page:tasks ← task_comments INSERT null',
      `${topics.task(row.sharedTask)} ← task_comments INSERT ${noticeId}`,
    ])
    expect(await heard(ready)).toEqual([`${topics.task(row.sharedTask)} ← task_ready INSERT ${sales}`])
    expect(await heard(ready, ready)).toEqual([`${topics.task(row.sharedTask)} ← task_ready UPDATE ${sales}`])
  })
})

test('a comment on a private task is heard by nobody but those at the task', async () => {
  const id = '00000000-0000-4000-8000-00000000c0de'
  const comment = `insert into public.task_comments (id, task_id, user_id, content) values ('${id}', '${row.privateTask}', '${idOf('colleague')}', 'Hi')`
  expect(await heard(comment)).toEqual([`${topics.task(row.privateTask)} ← task_comments INSERT ${id}`])
})

describe('pages', () => {
  test.each([
    [
      'contacts',
      `update public.contacts set phone = '1' where id = '${row.business}'`,
      [`page:contacts ← contacts UPDATE ${row.business}`],
    ],
    ['locations', `update public.locations set city = 'Mosta'`, [`page:locations ← locations UPDATE ${row.location}`]],
    [
      'jobs',
      `update public.jobs set title = 'Sign'`,
      [
        `page:jobs ← jobs UPDATE ${row.job}`,
        `page:orders ← jobs UPDATE ${row.job}`,
        `page:production ← jobs UPDATE ${row.job}`,
      ],
    ],
    [
      'deliveries',
      `update public.deliveries set instructions = 'Ring twice' where id = '${row.clientDelivery}'`,
      [
        expect.stringMatching(/^doc:[0-9a-f-]{36} ← deliveries UPDATE /),
        `page:deliveries ← deliveries UPDATE ${row.clientDelivery}`,
        `${topics.user(idOf('client'))} ← deliveries UPDATE null`,
      ],
    ],
    [
      'drops',
      `update public.partial_deliveries set status = 'out'`,
      [`page:deliveries ← partial_deliveries UPDATE null`],
    ],
    [
      'a quotation and its public document',
      `update public.quotations set follow_up_on = '2026-12-01' where id = '${row.clientQuotation}'`,
      [
        `${topics.document(row.clientQuotationLink)} ← quotations UPDATE ${row.clientQuotationLink}`,
        `page:quotations ← quotations UPDATE ${row.clientQuotation}`,
        `${topics.user(idOf('client'))} ← quotations UPDATE null`,
      ],
    ],
  ])('%s: one nudge a statement', async (_, sql, expected) => {
    expect(await heard(sql)).toEqual(expected)
  })

  test('an import of a thousand locations is one nudge', async () => {
    const sql = `insert into public.locations (label, business_id) select 'Site ' || n, '${row.business}' from generate_series(1, 1000) as n`
    expect(await heard(sql)).toEqual([`page:locations ← locations INSERT null`])
  })
})

test('a changed order nudges the page of its extra work, which says what it joins', async () => {
  const extra = `insert into public.orders (id, order_number, contact_id) values ('${noticeId}', 'SO-EXTRA', '${row.clientContact}');
    alter table public.quotations disable trigger user;
    update public.quotations set amends_order_id = '${noticeId}' where id = '${row.clientQuotation}';
    alter table public.quotations enable trigger user`
  expect(await heard(`update public.orders set project_title = 'Awnings' where id = '${noticeId}'`, extra)).toContain(
    `${topics.document(row.clientQuotationLink)} ← orders UPDATE ${noticeId}`,
  )
})

test('a changed order nudges the page of its quotation, which says what became of it', async () => {
  const ordered = `insert into public.orders (id, order_number, contact_id, quotation_id)
    values ('${noticeId}', 'SO-N-1', '${row.clientContact}', '${row.clientQuotation}')`
  const promised = `update public.orders set promised_date = '2030-12-01' where id = '${noticeId}'`
  expect(await heard(promised, ordered)).toContain(
    `${topics.document(row.clientQuotationLink)} ← orders UPDATE ${noticeId}`,
  )
})

test('the mail of a statement nudges the page of statements, that of another document does not', async () => {
  const mail = (kind: string) => `insert into public.scheduled_emails
    (id, dedupe_key, template_key, template_name, record_kind, record_id, recipients, created_by)
    values ('${noticeId}', 'k', 't', 'T', '${kind}', '${row.clientQuotation}', '{a@people.example}', null)`
  const settled = `update public.scheduled_emails set status = 'sent', sent_at = now()`
  const queue = (op: string) => `page:scheduled-emails ← scheduled_emails ${op} ${noticeId}`
  expect(await heard(mail('statement'))).toEqual([queue('INSERT'), 'page:statements ← scheduled_emails INSERT null'])
  expect(await heard(settled, mail('statement'))).toEqual([
    queue('UPDATE'),
    'page:statements ← scheduled_emails UPDATE null',
  ])
  expect(await heard(settled, mail('invoice'))).toEqual([queue('UPDATE')])
})

describe('a crowd', () => {
  const hire = (people: number) => `
    insert into auth.users (id, email) select gen_random_uuid(), 'crowd' || n || '@example.com' from generate_series(1, ${people}) n;
    insert into public.user_roles (user_id, role) select id, 'team_member' from auth.users where email like 'crowd%'
      on conflict (user_id) do update set role = excluded.role;`
  const spreads = (people: number) =>
    undone(engine, async (tx) => {
      await tx.exec(`${hire(people)} delete from realtime.messages;
        update public.tasks set title = title || '!' where id = '${row.sharedTask}'`)
      const { rows } = await tx.query<{ topic: string; spread: number | null }>(
        `select topic, (payload ->> 'spread')::int as spread from realtime.messages order by topic`,
      )
      return Object.fromEntries(rows.map(({ topic, spread }) => [topic, spread]))
    })

  test('of a thousand spreads what it reads of a page over half a second, and only that', async () => {
    expect(await spreads(1000)).toEqual({
      [topics.page('tasks')]: expect.closeTo(503, -1),
      [topics.task(row.sharedTask)]: null,
    })
  })

  test('of a hundred reads at once', async () => {
    expect(await spreads(100)).toEqual({ [topics.page('tasks')]: null, [topics.task(row.sharedTask)]: null })
  })
})

test('who looks at a draft of an invoice hears each change of it and of its lines', async () => {
  const link = 'f0000000-0000-4000-a000-0000000000d1'
  const draft = `insert into public.invoices (id, kind, contact_id, public_uuid) values ('${noticeId}', 'standard', '${row.clientContact}', '${link}');
    insert into public.invoice_items (invoice_id, position, description, qty, unit_price, vat_rate) values ('${noticeId}', 'a0', 'Sign', 1, 10, 18)`
  const heardBy = async (sql: string) => (await heard(sql, draft)).filter((nudge) => nudge.startsWith(`doc:${link} `))
  for (const sql of [
    `update public.invoices set note = 'By the back door' where id = '${noticeId}'`,
    `update public.invoice_items set description = 'Signs' where invoice_id = '${noticeId}'`,
    `insert into public.invoice_items (invoice_id, position, description, qty, unit_price, vat_rate) values ('${noticeId}', 'a1', 'More', 1, 10, 18)`,
    `delete from public.invoice_items where invoice_id = '${noticeId}'`,
    `delete from public.invoices where id = '${noticeId}'`,
  ])
    expect((await heardBy(sql)).length, sql).toBeGreaterThan(0)
})
