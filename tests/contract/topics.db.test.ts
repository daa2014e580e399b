import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nudgeEvent, nudgeSchema, topics } from '../../src/shared/domain/records/nudge.ts'
import { pageNames } from '../../src/shared/domain/people/permission.ts'
import type { Caller, Engine } from '../../supabase/local/contracts.ts'
import { openTestDatabase } from '../../supabase/local/testing/test-database.ts'
import { addPerson } from './person.ts'

let engine: Engine
let admin: Caller & { userId: string }
const contactId = randomUUID()
const quotationId = randomUUID()
const publicUuid = randomUUID()
const taskId = randomUUID()

beforeAll(async () => {
  engine = await openTestDatabase()
  admin = await addPerson(engine, 'admin')
})
afterAll(() => engine.close())

/** The messages of a statement with their topics. */
async function heard(sql: string, parameters: readonly unknown[]) {
  await engine.exec('delete from realtime.messages')
  await engine.query(sql, parameters)
  const { rows } = await engine.query<{ topic: string; event: string; payload: unknown; private: boolean }>(
    'select topic, event, payload, private from realtime.messages order by topic',
  )
  return rows.map(({ topic, event, payload, private: isPrivate }) => {
    const { table, op, id } = nudgeSchema.parse(payload)
    return { topic, event, isPrivate, table, op, id }
  })
}

const nudge = (topic: string, table: string, id: string | null, op = 'INSERT') => ({
  topic,
  event: nudgeEvent,
  isPrivate: true,
  table,
  op,
  id,
})

describe('a change is heard on the topics that the browser joins, and says no more than table, verb and id', () => {
  test('a contact: the page of contacts', async () => {
    const nudges = await heard(`insert into public.contacts (id, name) values ($1, 'Bakery')`, [contactId])
    expect(nudges).toEqual([nudge(topics.page('contacts'), 'contacts', contactId)])
  })

  test('a quotation: its public document and its page', async () => {
    const nudges = await heard(
      `insert into public.quotations (id, quotation_number, status, contact_id, public_uuid) values ($1, 'Q1', 'sent', $2, $3)`,
      [quotationId, contactId, publicUuid],
    )
    expect(nudges).toEqual([
      nudge(topics.document(publicUuid), 'quotations', publicUuid),
      nudge(topics.page('quotations'), 'quotations', quotationId),
    ])
  })

  test('a new shared task: its list, without saying which', async () => {
    const nudges = await heard(
      `insert into public.tasks (id, title, created_by, assignees) values ($1, 'Fascia', $2, array[$2::uuid])`,
      [taskId, admin.userId],
    )
    expect(nudges).toEqual([nudge(topics.page('tasks'), 'tasks', null)])
  })

  test('a changed shared task: its list, without saying which, and itself', async () => {
    const nudges = await heard(`update public.tasks set status = 'in_progress' where id = $1`, [taskId])
    expect(nudges).toEqual([
      nudge(topics.page('tasks'), 'tasks', null, 'UPDATE'),
      nudge(topics.task(taskId), 'tasks', taskId, 'UPDATE'),
    ])
  })

  test('a notice: the person whom it is for', async () => {
    const id = randomUUID()
    const nudges = await heard(
      `insert into public.notifications (id, user_id, type, title) values ($1, $2, 'task_assigned', 'New')`,
      [id, admin.userId],
    )
    expect(nudges).toEqual([nudge(topics.user(admin.userId), 'notifications', id)])
  })

  test('the rights of a role: its holders, and whoever looks at the matrix of rights', async () => {
    const nudges = await heard(
      `update public.page_permissions set can_delete = true where role = 'sales' and page_name = 'tasks'`,
      [],
    )
    expect(nudges).toEqual([
      nudge(topics.page('contacts'), 'page_permissions', 'tasks', 'UPDATE'),
      nudge(topics.role('sales'), 'page_permissions', 'tasks', 'UPDATE'),
    ])
  })
})

describe('the policies know every family of topics', () => {
  const mayHear = (topic: string) =>
    engine.asCaller(
      admin,
      async (tx) => (await tx.query<{ may: boolean }>('select private.may_hear($1) as may', [topic])).rows[0]?.may,
    )

  test('one of each is open to whoever may read what it speaks of', async () => {
    const samples = {
      user: topics.user(admin.userId),
      role: topics.role('admin'),
      task: topics.task(taskId),
      page: topics.page(pageNames[0]),
      document: topics.document(publicUuid),
      site: topics.site(),
    } satisfies Record<keyof typeof topics, string>
    for (const topic of Object.values(samples)) expect([topic, await mayHear(topic)]).toEqual([topic, true])
  })

  test('every other topic is closed, to admins too', async () => {
    const closed = [
      '',
      'anything',
      'site:x',
      'user:*',
      topics.user(randomUUID()),
      topics.role('sales'),
      topics.task('x'),
    ]
    for (const topic of closed) expect([topic, await mayHear(topic)]).toEqual([topic, false])
  })
})

/** What functions tell, or a trigger on the page of each record, or one of other tables under a name of its own. */
const toldElsewhere = [
  'doc: document_events',
  ...['invoices', 'jobs', 'orders', 'quotations'].map((page) => `page:${page} document_events`),
  'page:quotations price_list',
]

test('every table that a screen listens to tells of its changes where the screen listens', async () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path))
    .map((path) => readFileSync(`src/${path}`, 'utf8'))
  const tablesIn = (list = '') => list.match(/(?<=')[a-z_]+(?=')/g) ?? []
  const listened = sources.flatMap((source) => [
    ...[...source.matchAll(/\bpage: '([a-z-]+)', tables: \[([^\]]*)\]/g)].flatMap(([, page, list]) =>
      tablesIn(list).map((table) => ({ topic: `page:${page}`, table })),
    ),
    ...[...source.matchAll(/\btopic: topics\.(\w+)\([^)]*\), tables: \[([^\]]*)\]/g)].flatMap(([, family, list]) =>
      tablesIn(list).map((table) => ({ topic: family === 'document' ? 'doc:' : `${family}:`, table })),
    ),
    ...[...source.matchAll(/\btopics\.(\w+)\([^)]*\)\)\s*\.pipe\(\s*aboutTables\(([^)]*)\)/g)].flatMap(
      ([, family, list]) => tablesIn(list).map((table) => ({ topic: family === 'page' ? '' : `${family}:`, table })),
    ),
  ])
  expect(listened.length).toBeGreaterThan(150)
  const { rows } = await engine.query<{ unheard: string }>(
    `select distinct l.topic || ' ' || l.table as unheard from jsonb_to_recordset($1) as l (topic text, "table" text)
      where not exists (
        select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
         where t.tgrelid = to_regclass('public.' || l.table) and t.tgenabled <> 'D'
           and (strpos(p.prosrc, '''' || l.topic) > 0
             or p.proname = 'nudge_pages' and substring(l.topic from '^page:(.*)') = any (string_to_array(encode(t.tgargs, 'escape'), '\\000'))
             or p.proname = 'nudge_owners' and split_part(encode(t.tgargs, 'escape'), '\\000', 1) = l.topic))
      order by 1`,
    [JSON.stringify(listened)],
  )
  expect(rows.map(({ unheard }) => unheard)).toEqual(toldElsewhere)
})
