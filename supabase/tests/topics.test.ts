import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { topics } from '../../src/shared/domain/records/nudge.ts'
import { pageNames } from '../../src/shared/domain/people/permission.ts'
import { roles } from '../../src/shared/domain/people/role.ts'
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

/** As Supabase's Realtime does: rows of the topic, written by the owner, read and written by the role. */
const probe = `create function pg_temp.topic_rights(as_role text, topics text[])
  returns table (topic text, extension text, may_read boolean, may_write boolean) language plpgsql as $$
begin
  foreach topic in array topics loop
    foreach extension in array array['broadcast', 'presence'] loop
      insert into realtime.messages (topic, extension, private) values (topic_rights.topic, topic_rights.extension, true);
      perform set_config('realtime.topic', topic, true), set_config('role', as_role, true);
      select exists (select from realtime.messages m
        where m.topic = topic_rights.topic and m.extension = topic_rights.extension) into may_read;
      begin
        insert into realtime.messages (topic, extension, private) values (topic_rights.topic, topic_rights.extension, true);
        may_write := true;
      exception when insufficient_privilege then may_write := false;
      end;
      perform set_config('role', 'none', true);
      return next;
    end loop;
  end loop;
end $$`

type Rights = { hears: string[]; sees: string[]; speaks: string[]; shows: string[] }
type Answer = { topic: string; extension: 'broadcast' | 'presence'; may_read: boolean; may_write: boolean }

/** The topics on which a person may listen, see presence, send, and be present. */
async function rightsOf(person: Person, wanted: readonly string[] = everyTopic, given = ''): Promise<Rights> {
  return undone(engine, async (tx) => {
    await tx.exec(`${given}; ${probe}`)
    await become(tx, person)
    await tx.query(`select set_config('role', 'none', true)`)
    const { rows } = await tx.query<Answer>('select * from pg_temp.topic_rights($1, $2::text[])', [
      callerOf(person).role,
      wanted,
    ])
    const topicsOf = (extension: string, right: 'may_read' | 'may_write') =>
      rows.filter((row) => row.extension === extension && row[right]).map(({ topic }) => topic)
    return {
      hears: topicsOf('broadcast', 'may_read'),
      sees: topicsOf('presence', 'may_read'),
      speaks: topicsOf('broadcast', 'may_write'),
      shows: topicsOf('presence', 'may_write'),
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
const draftDocument = topics.document(row.draftLink)
const sharedTask = topics.task(row.sharedTask)

describe('T23: who may hear which topic', () => {
  test('a visitor hears one public document by its link, and nothing of who else is there', async () => {
    expect(await rightsOf('visitor')).toEqual({ hears: [openDocument], sees: [], speaks: [], shows: [] })
  })

  test('an account without a role hears its own topic, and sees nobody beside a document', async () => {
    const own = topics.user(idOf('newcomer'))
    expect(await rightsOf('newcomer')).toEqual({ hears: [own, openDocument], sees: [own], speaks: [], shows: [] })
  })

  test.each(['pending', 'client'] as const)(
    'a %s person with every right on paper hears no page and no task, and sees nobody beside a document',
    async (person) => {
      const sees = [topics.user(idOf(person)), topics.role(person)]
      expect(await rightsOf(person)).toEqual({ hears: [...sees, openDocument], sees, speaks: [], shows: [] })
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
        ...(person === 'team_member' ? [] : [draftDocument]),
      ]
      const shows = hears.filter((topic) => topic.startsWith('task:') || topic.startsWith('doc:'))
      expect(await rightsOf(person)).toEqual({ hears, sees: hears, speaks: [], shows })
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
    [
      'a document whose link was revoked',
      openDocument,
      `update public.quotations set link_revoked_at = now()`,
      'client',
    ],
  ] as const)('%s', async (_, topic, change, person: Person = 'sales') => {
    const [before, after] = [await rightsOf(person, [topic]), await rightsOf(person, [topic], change)]
    expect([before.hears.includes(topic), after.hears.includes(topic)]).toEqual([true, false])
  })
})
