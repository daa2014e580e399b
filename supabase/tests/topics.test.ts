import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { topics } from '../../src/shared/domain/nudge.ts'
import { pageNames } from '../../src/shared/domain/permission.ts'
import { roles } from '../../src/shared/domain/role.ts'
import type { Engine } from '../local/contracts.ts'
import { become, undone } from './act.ts'
import { callerOf, idOf, type Person } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const people = [
  'visitor',
  'newcomer',
  'pending',
  'client',
  'team_member',
  'sales',
  'accounts',
  'account_manager',
  'admin',
] as const

const asked = {
  users: [...people, 'colleague' as const].map((person) => topics.user(idOf(person))),
  roles: roles.map(topics.role),
  tasks: [row.sharedTask, row.privateTask, randomUUID()].map(topics.task),
  pages: pageNames.map(topics.page),
  documents: [row.clientQuotationLink, row.draftLink, row.clientQuotation, randomUUID()].map(topics.document),
  guesses: [
    '',
    '*',
    ':',
    'user:',
    'user:*',
    'user:null',
    'role:',
    'role:*',
    'task:',
    'task:*',
    'doc:',
    'doc:*',
    'page',
    'page:*',
    'page:nothing',
    'USER:x',
  ].concat(
    `user:${idOf('admin')} `,
    `user:${idOf('admin')}:x`,
    `user:%`,
    `realtime:user:${idOf('admin')}`,
    'room:lobby',
    'task:null',
  ),
}
const everyTopic = Object.values(asked).flat()

const right = z.object({ read: z.boolean(), write: z.boolean() })
const rightsSchema = z.record(z.string(), z.object({ broadcast: right, presence: right }))

/** Which topics somebody may hear, show themselves on, and speak on, by the policies on realtime.messages. */
async function rightsOf(
  person: Person,
  wanted: readonly string[] = everyTopic,
  given = '',
): Promise<{ hears: string[]; sees: string[]; speaks: string[]; shows: string[] }> {
  return undone(engine, async (tx) => {
    if (given) await tx.exec(given)
    await become(tx, person)
    await tx.query(`select set_config('role', 'none', true)`)
    const { rows } = await tx.query<{ rights: unknown }>('select realtime.rights($1, $2::text[]) as rights', [
      callerOf(person).role,
      wanted,
    ])
    const rights = rightsSchema.parse(rows[0]?.rights)
    const where = (holds: (topic: string) => boolean | undefined) => wanted.filter((topic) => holds(topic))
    return {
      hears: where((topic) => rights[topic]?.broadcast.read),
      sees: where((topic) => rights[topic]?.presence.read),
      speaks: where((topic) => rights[topic]?.broadcast.write),
      shows: where((topic) => rights[topic]?.presence.write),
    }
  })
}

/** The pages that a role may view by default, as a person of that role reads them. */
async function pagesOf(person: Person): Promise<string[]> {
  return undone(engine, async (tx) => {
    await become(tx, person)
    const { rows } = await tx.query<{ page: string }>(
      `select page from unnest($1::text[]) as page where private.can(page, 'view')`,
      [pageNames],
    )
    return rows.map(({ page }) => topics.page(page))
  })
}

const openDocument = topics.document(row.clientQuotationLink)
const sharedTask = topics.task(row.sharedTask)

describe('T23: who may hear which topic', () => {
  test('a visitor hears one public document by its link, and nothing of who else is there', async () => {
    expect(await rightsOf('visitor')).toEqual({ hears: [openDocument], sees: [], speaks: [], shows: [] })
  })

  test('an account without a role hears its own topic', async () => {
    const hears = [topics.user(idOf('newcomer')), openDocument]
    expect(await rightsOf('newcomer')).toEqual({ hears, sees: hears, speaks: [], shows: [] })
  })

  test.each(['pending', 'client'] as const)(
    'a %s person with every right on paper hears no page and no task',
    async (person) => {
      const hears = [topics.user(idOf(person)), topics.role(person), openDocument]
      expect(await rightsOf(person)).toEqual({ hears, sees: hears, speaks: [], shows: [] })
    },
  )

  test.each(['team_member', 'sales', 'accounts', 'account_manager', 'admin'] as const)(
    'staff hear themselves, their role, shared tasks and the pages they view: %s',
    async (person) => {
      const hears = [
        topics.user(idOf(person)),
        topics.role(person),
        sharedTask,
        ...(await pagesOf(person)),
        openDocument,
      ]
      expect(await rightsOf(person)).toEqual({ hears, sees: hears, speaks: [sharedTask], shows: [sharedTask] })
    },
  )

  test('a private task is heard by its creator', async () => {
    const { hears, shows } = await rightsOf('colleague')
    expect([hears, shows].map((list) => list.filter((topic) => topic.startsWith('task:')))).toEqual([
      [sharedTask, topics.task(row.privateTask)],
      [sharedTask, topics.task(row.privateTask)],
    ])
  })
})

describe('what was heard is lost', () => {
  test.each([
    [
      'a task that became private',
      sharedTask,
      `update public.tasks set assignees = '{}' where id = '${row.sharedTask}'`,
    ],
    [
      'a page whose right was withdrawn',
      'page:quotations',
      `update public.page_permissions set can_view = false where role = 'sales'`,
    ],
    [
      'a page, by whoever lost the role',
      'page:contacts',
      `update public.user_roles set role = 'pending' where user_id = '${idOf('sales')}'`,
    ],
    [
      'a role that is no longer one’s own',
      'role:sales',
      `update public.user_roles set role = 'accounts' where user_id = '${idOf('sales')}'`,
    ],
    ['a document whose link was revoked', openDocument, `update public.quotations set link_revoked_at = now()`],
  ])('%s', async (_, topic, change) => {
    const [before, after] = [await rightsOf('sales', [topic]), await rightsOf('sales', [topic], change)]
    expect([before.hears.includes(topic), after.hears.includes(topic)]).toEqual([true, false])
  })
})
