import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../contracts.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** The product's own policies: whoever joins a topic could have read the same through REST (security.md T23, T31). */
const roles = ['pending', 'client', 'team_member', 'sales', 'accounts', 'account_manager', 'admin'] as const
type Role = (typeof roles)[number]
type Actor = Role | 'anon'
const actors: readonly Actor[] = ['anon', ...roles]
const pages = ['contacts', 'quotations', 'tasks', 'invoices', 'production', 'inventory', 'system-notes']
const limits = { joinsPerSecond: 1_000, framesPerSecond: 1_000, sweepMs: 50, recheckMs: 100 }

const people = Object.fromEntries(roles.map((role) => [role, randomUUID()])) as Record<Role, string>
const [sharedTask, privateTask, sentDocument, draftDocument, appointment, heldTime, guess] = Array.from(
  { length: 7 },
  () => randomUUID(),
)
const links = [sentDocument, draftDocument, appointment, heldTime, guess]

const topics = [
  ...roles.map((role) => `user:${people[role]}`),
  ...roles.map((role) => `role:${role}`),
  ...[...pages, 'nothing'].map((page) => `page:${page}`),
  ...[sharedTask, privateTask, guess].map((id) => `task:${id}`),
  ...links.map((id) => `doc:${id}`),
  ...['user', 'role', 'page', 'task', 'doc'].flatMap((family) => [`${family}:*`, `${family}:%`, `${family}:`, family]),
  `user:${people.sales.toUpperCase()}`,
  `USER:${people.sales}`,
  ` user:${people.sales}`,
  `user:${people.sales} `,
  `user:${people.sales}:x`,
  `task:${sharedTask}' or true --`,
  '*',
]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ ownPolicies: false, limits })
  const { engine } = server
  for (const role of roles) {
    await engine.query('insert into auth.users (id, aud, role, email) values ($1, $2, $2, $3)', [
      people[role],
      'authenticated',
      `${role}@sign.example`,
    ])
    await engine.query('insert into public.user_roles (user_id, role) values ($1, $2::text::public.app_role)', [
      people[role],
      role,
    ])
  }
  await engine.query(
    `insert into public.tasks (id, title, created_by, assignees)
     values ($1, 'Shared', $3, array[$4::text::uuid]), ($2, 'Private', $5, '{}')`,
    [sharedTask, privateTask, people.sales, people.team_member, people.accounts],
  )
  await engine.query(
    `with contact as (insert into public.contacts (type, name) values ('Person', 'Ann') returning id)
     insert into public.quotations (quotation_number, status, contact_id, public_uuid)
     select number, status, contact.id, link from contact,
       (values ('Q-1', 'sent', $1::text::uuid), ('Q-2', 'draft', $2::text::uuid)) as q (number, status, link)`,
    [sentDocument, draftDocument],
  )
  await engine.query(
    `with visit as (
       insert into public.booking_types (slug, name, minutes) values ('survey', 'Survey', 30) returning id)
     insert into public.bookings (public_uuid, type_id, desk, starts_at, ends_at, busy_until, status, held_until, reference, name)
     select link, visit.id, desk, now(), now() + interval '30 min', now() + interval '30 min', status,
            case status when 'held' then now() + interval '5 min' end, reference, reference
       from visit, (values ($1::text::uuid, 'one', 'confirmed', 'B-1'), ($2::text::uuid, 'two', 'held', null))
         as b (link, desk, status, reference)`,
    [appointment, heldTime],
  )
})
afterAll(() => server.close())

const tokenOf = (actor: Actor, at: TestServer) => (actor === 'anon' ? at.keys.publishableKey : at.token(people[actor]))

async function joinable(at: TestServer, actor: Actor): Promise<string[]> {
  const client = await at.raw()
  const token = await tokenOf(actor, at)
  const replies = await Promise.all(topics.map((topic, index) => client.join(String(index), topic, token)))
  client.socket.terminate()
  return topics.filter((_, index) => JSON.stringify(replies[index]).includes('"status":"ok"'))
}

/** What the tables show that person, asked without the policies on realtime.messages. */
async function readable(actor: Actor): Promise<string[]> {
  const isStaff = actor !== 'anon' && actor !== 'pending' && actor !== 'client'
  const { rows: viewed } = await server.engine.query<{ page: string }>(
    'select page_name as page from public.page_permissions where role::text = $1 and can_view',
    [actor],
  )
  const caller: Caller =
    actor === 'anon'
      ? { role: 'anon', userId: null, claims: null }
      : { role: 'authenticated', userId: people[actor], claims: { role: 'authenticated', sub: people[actor] } }
  const { rows: tasks } =
    actor === 'anon'
      ? { rows: [] }
      : await server.engine.asCaller(caller, (tx) => tx.query<{ id: string }>('select id from public.tasks'))
  const { rows: documents } = await server.engine.asCaller(caller, (tx) =>
    tx.query<{ id: string }>(
      `select id from unnest(string_to_array($1::text, ',')) as id
        where public.get_public_quotation(id::uuid) is not null
           or public.get_booking(id::uuid) ->> 'status' <> 'held'`,
      [links.join(',')],
    ),
  )
  const { rows: quotations } =
    actor === 'anon'
      ? { rows: [] }
      : await server.engine.asCaller(caller, (tx) =>
          tx.query<{ id: string }>('select public_uuid as id from public.quotations'),
        )
  const allowed = new Set([
    ...(actor === 'anon' ? [] : [`user:${people[actor]}`, `role:${actor}`]),
    ...topics.filter((topic) => isStaff && viewed.some((row) => topic === `page:${row.page}`)),
    ...(actor === 'admin' ? pages.map((page) => `page:${page}`) : []),
    ...tasks.map(({ id }) => `task:${id}`),
    ...[...documents, ...quotations].map(({ id }) => `doc:${id}`),
  ])
  return topics.filter((topic) => allowed.has(topic))
}

describe('role by topic family', () => {
  test.each(actors)('%s joins exactly what they could read', async (actor) => {
    expect(await joinable(server, actor)).toEqual(await readable(actor))
  })

  test('the cases tell an authoriser that always says yes from the true one', async () => {
    const all = { read: true, write: true }
    const mutant = await startTestServer({
      limits,
      authorise: async (_, asked) => new Map(asked.map((topic) => [topic, { broadcast: all, presence: all }])),
    })
    let differences = 0
    for (const actor of actors) {
      const allowed = await joinable(mutant, actor)
      const expected = new Set(await readable(actor))
      differences += allowed.filter((topic) => !expected.has(topic)).length
    }
    await mutant.close()
    expect(differences).toBeGreaterThanOrEqual(50)
  })
})

describe('what changes while somebody listens', () => {
  const listen = async (actor: Role, topic: string) => {
    const client = await server.raw()
    expect(await client.join('1', topic, await server.token(people[actor]))).toMatchObject({ status: 'ok' })
    return client
  }

  test('a task that becomes private is silent for all but its creator', async () => {
    const topic = `task:${sharedTask}`
    const assignee = await listen('team_member', topic)
    const creator = await listen('sales', topic)

    await server.engine.query(`update public.tasks set assignees = '{}' where id = $1`, [sharedTask])

    expect(await assignee.event('phx_close')).toMatchObject({ topic: `realtime:${topic}` })
    await server.send(topic, 'mark', {})
    await creator.next((frame) => 'binary' in frame && frame.binary.includes('mark'))
    expect(assignee.frames.filter((frame) => 'binary' in frame && frame.binary.includes('mark'))).toEqual([])
  })

  test('a person whose role is taken away leaves the topics of role and pages, and keeps their own', async () => {
    const role = await listen('accounts', 'role:accounts')
    const page = await listen('accounts', 'page:quotations')
    const own = await listen('accounts', `user:${people.accounts}`)

    await server.engine.query(`update public.user_roles set role = 'pending' where user_id = $1`, [people.accounts])

    expect(await role.event('phx_close')).toMatchObject({ topic: 'realtime:role:accounts' })
    expect(await page.event('phx_close')).toMatchObject({ topic: 'realtime:page:quotations' })
    await server.send(`user:${people.accounts}`, 'mark', {})
    await own.next((frame) => 'binary' in frame && frame.binary.includes('mark'))
  })
})
