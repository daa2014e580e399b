import { randomUUID } from 'node:crypto'
import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commentsQuery } from '@/features/office/tasks/api/detail/comments.query'
import { readAllTasks, taskListQuery, taskSorts } from '@/features/office/tasks/api/tasks.query'
import { completedEntriesQuery } from '@/features/office/time-tracking/api/entries.query'
import { contactListOf } from '@/features/people/contacts/api/contact-list'
import { exemptionList } from '@/features/people/contacts/api/exemption-list'
import { timelineQuery } from '@/features/people/contacts/api/contact.query'
import { creditList } from '@/features/people/credit/api/credit-list'
import { locationList } from '@/features/people/locations/location-list'
import { auditTrailQuery } from '@/features/system/audit/api/audit-trail.query'
import { readAllRows } from '@/kit/list/use-list'
import { connectDb } from '@/shared/db/connect'
import { startTestServer, type TestServer } from '../../supabase/local/testing/test-server.ts'
import { newPerson, type Person } from '../faults/people.ts'

/** Some fill two pages of the longest list and begin a third; many are equal, so that only their ids tell them apart. */
const count = 250
const titles = [
  ...Array.from({ length: count - 100 }, (_, at) => `sign 24" x 36" no. ${at % 40}`),
  ...fc.sample(
    fc.oneof(
      fc.constantFrom('"', '\\', 'a\\', '1e3', '1.50', '007', 'null', 'true', '(', ',', 'a,b)', '{a}', '%', '*', 'ż ü'),
      fc.string({
        minLength: 1,
        maxLength: 20,
        unit: fc.constantFrom(...('ab1e."\\,(){}*%_:;&=+#?/\'é'.match(/./gu) ?? [])),
      }),
    ),
    100,
  ),
].map((title) => title.trim() || 'x')

let server: TestServer
let me: Person
let business: string
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })

beforeAll(async () => {
  server = await startTestServer()
  me = await newPerson(server, 'admin')
  const app = connectDb({
    supabaseUrl: server.url,
    publishableKey: server.keys.publishableKey,
    companyDomain: '',
    demo: false,
  })
  const { error } = await app.auth.signInWithPassword(me)
  if (error) throw error
  business = randomUUID()
  await server.engine.query(`insert into public.contacts (id, type, name) values ($1, 'Business', 'Paged')`, [business])
})
afterAll(async () => {
  client.clear()
  await server.close()
})

/** Stores one row for each title, all of one moment, so that only titles and ids order them. */
async function store(statement: string, more: readonly unknown[] = []): Promise<void> {
  await server.engine.query(statement, [titles, ...more])
}

/** The ids that a list shows when a person scrolls to its end. */
async function shown(list: Parameters<typeof client.fetchInfiniteQuery>[0] | object): Promise<string[]> {
  // Each list has page parameters of its own type, which a general caller cannot name.
  const query = list as Parameters<typeof client.fetchInfiniteQuery>[0]
  const { pages } = await client.fetchInfiniteQuery({ ...query, pages: 50 } as typeof query)
  return (pages as { id: string | number }[][]).flat().map(({ id }) => String(id))
}

async function stored(table: string, condition = 'true'): Promise<string[]> {
  const { rows } = await server.engine.query<{ id: string }>(`select id::text from public.${table} where ${condition}`)
  return rows.map(({ id }) => id).sort()
}

async function showsAll(list: object, table: string, condition?: string): Promise<void> {
  const ids = await shown(list)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.sort()).toEqual(await stored(table, condition))
  expect(ids.length).toBeGreaterThanOrEqual(count)
}

test.each(taskSorts)('C1: tasks sorted by %s are all shown, and each once', async (sort) => {
  if ((await stored('tasks')).length === 0)
    await store(
      `insert into public.tasks (title, created_by, assignees, due_at)
       select title, $2, array[$2::uuid], case when n % 3 > 0 then now() + interval '1 day' end
       from unnest($1::text[]) with ordinality as t (title, n)`,
      [me.id],
    )
  const filter = {
    userId: me.id,
    scope: 'all',
    status: null,
    due: null,
    clientId: null,
    personId: null,
    about: null,
    text: '',
    withOrder: true,
    sort,
  } as const
  await showsAll(taskListQuery(filter), 'tasks')
  expect((await readAllTasks(filter)).map(({ id }) => id).sort()).toEqual(await stored('tasks'))
})

test('C1: the comments of a task are all shown', async () => {
  const task = randomUUID()
  await server.engine.query(`insert into public.tasks (id, title, created_by) values ($1, 'Comments', $2)`, [
    task,
    me.id,
  ])
  await store(
    `insert into public.task_comments (task_id, user_id, content) select $2, $3, title from unnest($1::text[]) title`,
    [task, me.id],
  )
  await showsAll(commentsQuery(task), 'task_comments')
})

test('C1: the completed timers of a person are all shown', async () => {
  await store(
    `insert into public.time_entries (user_id, user_email, status, client_name)
     select $2, $3, 'completed', title from unnest($1::text[]) title`,
    [me.id, me.email],
  )
  await showsAll(completedEntriesQuery(me.email), 'time_entries')
})

test('C1: contacts, their locations and credit applications are all shown', async () => {
  await store(`insert into public.contacts (type, name) select 'Person', title from unnest($1::text[]) title`)
  const everybody = { q: '', kind: 'all' as const, type: null, stop: false, archived: false }
  const { signal } = new AbortController()
  const contacts = contactListOf(client)
  const listed = await readAllRows(contacts, { filter: everybody, sort: contacts.sort, signal }, undefined, 50)
  expect(listed.map(({ id }) => id).sort()).toEqual(await stored('contacts', 'archived_at is null'))
  expect(listed.length).toBeGreaterThanOrEqual(count)
  await store(`insert into public.locations (label, business_id) select title, $2 from unnest($1::text[]) title`, [
    business,
  ])
  const everywhere = { q: '', client: null, map: 'all' as const }
  for (const by of ['client', 'label', 'city']) {
    const sites = await readAllRows(
      locationList,
      { filter: everywhere, sort: { by, down: true }, signal },
      undefined,
      50,
    )
    expect(sites.map(({ id }) => id).sort()).toEqual(await stored('locations'))
    expect(sites.length).toBeGreaterThanOrEqual(count)
  }
  await server.engine.exec(`insert into public.credit_applications (contact_id)
    select id from public.contacts where type = 'Person'`)
  const open = { filter: { show: 'open' as const, client: null }, signal }
  for (const down of [true, false]) {
    const rows = await readAllRows(creditList, { ...open, sort: { by: 'created_at', down } }, undefined, 50)
    expect(rows.map(({ id }) => id).sort()).toEqual(await stored('credit_applications'))
  }
})

test('C1: the list of exemption certificates is whole, and names their clients', async () => {
  await server.engine.exec(`insert into public.exemption_certificates (contact_id, number, states, reason, valid_to)
    select '${business}', 'TX-' || n, '{TX}', 'resale', case when n % 2 = 0 then current_date + n end from generate_series(1, 60) as n`)
  const nothing = { q: '', client: null, state: 'TX', reason: null, valid: null }
  const rows = await readAllRows(
    exemptionList,
    { filter: nothing, signal: new AbortController().signal, sort: { by: 'valid_to', down: false } },
    undefined,
    50,
  )
  expect(rows.map(({ id }) => id).sort()).toEqual(await stored('exemption_certificates'))
  expect(new Set(rows.map(({ contact }) => contact?.id))).toEqual(new Set([business]))
})

test('C1: the trail of a record and the story of a contact are whole', async () => {
  await server.engine.exec(`do $$ begin
    for n in 1..${count} loop
      update public.contacts set payment_terms_days = n % 90 where id = '${business}';
    end loop;
  end $$`)
  await showsAll(auditTrailQuery(business), 'audit_logs', `record_id = '${business}'`)
  await store(
    `insert into public.contact_notes (contact_id, body, author_id) select $2, title, $3 from unnest($1::text[]) title`,
    [business, me.id],
  )
  expect(new Set(await shown(timelineQuery(business, ['note']))).size).toBe(count)
})
