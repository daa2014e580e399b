import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, undone, word } from './act.ts'
import { idOf, type Person } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

const many = 2_000
const [sales, accounts, colleague] = [idOf('sales'), idOf('accounts'), idOf('colleague')]
const task = '80000000-0000-4000-a000-000000000001'
const comment = '81000000-0000-4000-a000-000000000001'
/** Files of the last task and of its comment: a sequential read finds them last. */
const [theirs, theirsInComment] = [
  `${1_700_000_000_000 + many}-a.pdf`,
  `task-comments/${1_700_000_000_000 + many}-a.pdf`,
]
const mine = '1600000000000-mine.pdf'

/** A company with years of data and no statistics: PGlite has no autovacuum. */
beforeAll(async () => {
  engine = await openWorld()
  const id = (first: number) => `(lpad('${first}', 8, '0') || '-0000-4000-a000-' || lpad(n::text, 12, '0'))::uuid`
  await engine.exec(`
    create temp table ns as select n, (1700000000000 + n)::text || '-a.pdf' as file from generate_series(1, ${many}) n;
    insert into storage.objects (bucket_id, name, owner_id)
      select 'task-images', folder || file, '${colleague}' from ns, unnest(array['', 'task-comments/']) folder;
    insert into storage.objects (bucket_id, name, owner_id) values ('task-images', '${mine}', '${sales}');
    insert into public.tasks (id, title, created_by, assignees, images, contact_id, location_id, due_at)
      select ${id(70)}, 'Task ' || n, '${colleague}', case n % 2 when 0 then array['${sales}', '${accounts}'] else '{}' end::uuid[], array[file],
             '${row.business}', '${row.location}', now() + n * interval '1 hour' from ns;
    insert into public.task_comments (id, task_id, user_id, content, attachments)
      select ${id(71)}, ${id(70)}, '${sales}', 'Done', array['task-comments/' || file] from ns;
    insert into public.task_ready (task_id, user_id, ready) select ${id(70)}, '${sales}', true from ns;
    insert into public.notifications (user_id, type, title, metadata, created_at)
      select '${accounts}', 'task_assigned', 'New task',
             jsonb_build_object('task_id', ${id(70)}, 'created_by', '${sales}'), now() - interval '1 day' from ns;
    insert into public.task_reply_notifications (user_id, task_id, commenter_id, comment_id, task_title, created_at)
      select '${accounts}', ${id(70)}, '${sales}', ${id(71)}, 'Task', now() - interval '1 day' from ns;
    insert into private.task_reminders (task_id, user_id, due_on) select ${id(70)}, '${sales}', '2026-01-01' from ns;
    insert into realtime.messages (topic, extension, event, private)
      select 'page:tasks', 'broadcast', 'changed', true from ns;
    insert into public.audit_logs (table_name, record_id, action) select 'contacts', n::text, 'UPDATE' from ns;
    insert into public.tasks (id, title, description, created_by, assignees)
      values ('${task}', 'Measure', 'seen', '${sales}', array['${accounts}']::uuid[]);
    insert into public.task_comments (id, task_id, user_id, content) values ('${comment}', '${task}', '${sales}', 'Hm')`)
  // Other files of this worker planned the same statements on empty tables. A start of the server plans anew, too.
  await engine.exec('discard plans')
})
afterAll(() => engine.close())

const rowsRead = async (tx: Queryable): Promise<number> => {
  const { rows } = await tx.query<{ read: number }>(
    `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int as read from pg_stat_xact_all_tables
      where schemaname in ('public', 'private', 'storage', 'realtime', 'auth')`,
  )
  return rows[0]?.read ?? 0
}

const files = (name: string) => `select id from storage.objects where bucket_id = 'task-images' and name = '${name}'`
const commentWith = (name: string) =>
  `insert into public.task_comments (task_id, content, attachments) values ('${task}', 'x', array['${name}']) returning id`
const change = (set: string) => `update public.tasks set ${set} where id = '${task}' returning id`

test.each<[what: string, person: Person, sql: string]>([
  ['a private task', 'sales', `insert into public.tasks (title) values ('New') returning id`],
  [
    'a task with everything',
    'sales',
    `insert into public.tasks (title, assignees, contact_id, location_id, images)
      values ('New', array['${accounts}']::uuid[], '${row.business}', '${row.location}', array['${mine}']) returning id`,
  ],
  ['a title', 'sales', change(`title = 'Other'`)],
  ['a title that an assignee changes', 'accounts', change(`title = 'Other'`)],
  ['a status', 'sales', change(`status = 'completed'`)],
  ['a due date', 'sales', change('due_at = now()')],
  ['a file of another task', 'sales', change(`images = array['${theirs}']`)],
  ['a tick', 'sales', `select public.replace_task_description('${task}', 'seen', 'ticked')`],
  ['an assignee', 'sales', `select public.change_task_assignees('${task}', array['${colleague}']::uuid[], '{}')`],
  ['a comment', 'accounts', `insert into public.task_comments (task_id, content) values ('${task}', 'x') returning id`],
  ['a comment with a file', 'sales', commentWith(mine)],
  ['a comment with a file of another comment', 'sales', commentWith(theirsInComment)],
  ['a mark', 'sales', `insert into public.task_ready (task_id, ready) values ('${task}', true) returning ready`],
  [
    'a notice of a task',
    'sales',
    `insert into public.notifications (user_id, type, title, metadata) values ('${accounts}', 'task_assigned', 'x',
      jsonb_build_object('task_id', '${task}', 'created_by', '${sales}'))`,
  ],
  [
    'a notice of a comment',
    'sales',
    `insert into public.task_reply_notifications (user_id, task_id, comment_id, task_title)
      values ('${accounts}', '${task}', '${comment}', 'Measure')`,
  ],
  ['a deleted task', 'sales', `delete from public.tasks where id = '${task}'`],
  ['a link to a file of a task', 'sales', files(theirs)],
  ['a link to a file of a comment', 'sales', files(theirsInComment)],
  ['the comments of a task', 'sales', `select content from public.task_comments where task_id = '${task}'`],
  [
    'the marks of a task',
    'accounts',
    `select ready from public.task_ready where task_id = '00000070-0000-4000-a000-000000000010'`,
  ],
])(`among ${many} tasks %s reads a few rows`, async (_, person, sql) => {
  const { outcome, read } = await undone(engine, async (tx) => {
    const before = await rowsRead(tx)
    await become(tx, person)
    const outcome = await attempt(tx, sql)
    await becomeOwner(tx)
    return { outcome, read: (await rowsRead(tx)) - before }
  })
  expect(word(outcome)).toBe('done')
  // Small tables may be scanned completely; a scan of the large one would read all rows.
  expect(read).toBeLessThan(many / 4)
})
