import { idOf } from '../people.ts'
import { row } from '../world.ts'
import { fresh, type Cases } from './case.ts'

const correctionCase = (userId: string) => ({
  given: `insert into public.time_entries (id, user_id, user_email, status) values ('${fresh(8)}', ${userId}, 'some@people.example', 'completed');
    insert into public.time_corrections (id, entry_id, user_id, reason, before, after) values ('${fresh(18)}', '${fresh(8)}', ${userId}, 'Forgot', '[]', '[]')`,
  where: `id = '${fresh(18)}'`,
  insert: `(entry_id, user_id, reason, before, after) values ('${fresh(8)}', ${userId}, 'Forgot', '[]', '[]')`,
  update: `status = 'approved'`,
})

export const taskCases: Cases = {
  'public.tasks': {
    'mine and private': {
      given: `insert into public.tasks (id, title, created_by) values ('${fresh(4)}', 'Mine', :me)`,
      where: `id = '${fresh(4)}'`,
      insert: `(title, created_by) values ('Another', :me)`,
      update: `status = 'completed'`,
    },
    "a colleague's, shared with others": {
      where: `id = '${row.sharedTask}'`,
      insert: `(title, created_by, assignees) values ('Forged', '${idOf('colleague')}', array['${idOf('otherAdmin')}']::uuid[])`,
      update: `status = 'completed'`,
    },
    "a colleague's, shared with me": {
      given: `alter table public.tasks disable trigger check_assignees_update;
        update public.tasks set assignees = array[:me]::uuid[] where id = '${row.sharedTask}'`,
      where: `id = '${row.sharedTask}'`,
      insert: `(title, assignees, created_by) values ('Forged', array['${idOf('otherAdmin')}']::uuid[], null)`,
      update: `status = 'completed'`,
    },
    "a colleague's, private": {
      where: `id = '${row.privateTask}'`,
      insert: `(title, created_by) values ('Forged', '${idOf('colleague')}')`,
      update: `status = 'completed'`,
    },
    'due date and reminder of mine': {
      given: `insert into public.tasks (id, title, created_by, due_at) values ('${fresh(4)}', 'Mine', :me, now())`,
      where: `id = '${fresh(4)}' and due_at is not null`,
      insert: `(title, created_by, due_at, reminder_hours) values ('Another', :me, now(), 2)`,
      update: `due_at = now() + interval '1 day', reminder_hours = null`,
    },
    "due date of a colleague's, shared": {
      given: `update public.tasks set due_at = now() where id = '${row.sharedTask}'`,
      where: `id = '${row.sharedTask}' and due_at is not null`,
      insert: `(title, created_by, due_at) values ('Forged', '${idOf('colleague')}', now())`,
      update: `due_at = now() + interval '1 day', reminder_hours = 2`,
    },
    "due date of a colleague's, private": {
      given: `update public.tasks set due_at = now() where id = '${row.privateTask}'`,
      where: `due_at is not null`,
      insert: `(title, created_by, due_at, reminder_hours) values ('Forged', '${idOf('colleague')}', now(), null)`,
      update: `due_at = null`,
    },
  },
  'public.task_presets': {
    mine: {
      given: `insert into public.task_presets (id, title, created_by) values ('${fresh(4)}', 'Mine', :me)`,
      where: `id = '${fresh(4)}'`,
      insert: `(title, created_by) values ('Another', :me)`,
      update: `title = 'Renamed'`,
    },
    "a colleague's, for all": {
      given: `insert into public.task_presets (id, title, created_by) values ('${fresh(4)}', 'Theirs', '${idOf('colleague')}')`,
      where: `id = '${fresh(4)}'`,
      insert: `(title, created_by) values ('Forged', '${idOf('colleague')}')`,
      update: `title = 'Renamed'`,
    },
    "a colleague's, that comes again for them alone": {
      given: `insert into public.task_presets (id, title, created_by, every, weekdays, starts_on)
        values ('${fresh(4)}', 'Theirs', '${idOf('colleague')}', 'week', '{1}', '2026-01-05')`,
      where: `id = '${fresh(4)}'`,
      insert: `(title, created_by) values ('Forged', '${idOf('colleague')}')`,
      update: `title = 'Renamed'`,
    },
  },
  'private.task_preset_days': {
    any: {
      given: `insert into public.task_presets (id, title, created_by) values ('${fresh(4)}', 'Theirs', '${idOf('colleague')}');
        insert into private.task_preset_days (preset_id, made_on) values ('${fresh(4)}', '2026-01-01')`,
      where: `preset_id = '${fresh(4)}'`,
      insert: `(preset_id, made_on) values ('${fresh(4)}', '2026-01-02')`,
      update: `made_on = '2026-01-03'`,
    },
  },
  'private.task_reminders': {
    mine: {
      given: `insert into private.task_reminders (task_id, user_id, due_on) values ('${row.sharedTask}', '${idOf('colleague')}', '2026-01-01')`,
      where: `task_id = '${row.sharedTask}'`,
      insert: `(task_id, user_id, due_on) values ('${row.sharedTask}', :me, '2026-01-02')`,
      update: `due_on = '2026-01-03'`,
    },
  },
  'private.task_words': {
    any: {
      where: `task_id = '${row.sharedTask}'`,
      insert: `(task_id, words) values ('${row.sharedTask}', 'neon')`,
      update: `words = 'neon'`,
    },
  },
  'private.deleted_tasks': {
    mine: {
      given: `insert into private.deleted_tasks (id, deleted_by, task, comments, marks, replies)
        values ('${fresh(4)}', '${idOf('colleague')}', '{}', '[]', '[]', '[]')`,
      where: `id = '${fresh(4)}'`,
      insert: `(id, deleted_by, task, comments, marks, replies) values ('${fresh(6)}', :me, '{}', '[]', '[]', '[]')`,
      update: `deleted_at = now() + interval '1 day'`,
    },
  },
  'private.swept_files': {
    any: {
      given: `insert into private.swept_files (name) values ('1700000000000-plan.pdf')`,
      where: `name = '1700000000000-plan.pdf'`,
      insert: `(name) values ('1700000000000-other.pdf')`,
      update: `swept_at = now()`,
    },
  },
  'public.task_comments': {
    'on a shared task': {
      where: `id = '${row.sharedComment}'`,
      insert: `(task_id, user_id, content) values ('${row.sharedTask}', :me, 'Done')`,
      update: `content = 'Rewritten'`,
    },
    'of mine on a shared task': {
      given: `insert into public.task_comments (id, task_id, user_id, content) values ('${fresh(5)}', '${row.sharedTask}', :me, 'Mine')`,
      where: `id = '${fresh(5)}'`,
      insert: `(task_id, user_id, content) values ('${row.sharedTask}', '${idOf('colleague')}', 'Forged')`,
      update: `content = 'Rewritten'`,
    },
    "on a colleague's private task": {
      where: `id = '${row.privateComment}'`,
      insert: `(task_id, user_id, content) values ('${row.privateTask}', :me, 'Hello')`,
      update: `content = 'Rewritten'`,
    },
  },
  'public.task_mutes': {
    'mine on a shared task': {
      given: `insert into public.tasks (id, title, created_by, assignees) values ('${fresh(4)}', 'Shared', '${idOf('colleague')}', array['${idOf('colleague')}']::uuid[]);
        insert into public.task_mutes (task_id, user_id) values ('${fresh(4)}', :me)`,
      where: `task_id = '${fresh(4)}'`,
      insert: `(task_id) values ('${row.sharedTask}')`,
      update: `user_id = user_id`,
    },
    "a colleague's": {
      given: `insert into public.task_mutes (task_id, user_id) values ('${row.sharedTask}', '${idOf('colleague')}')`,
      where: `task_id = '${row.sharedTask}'`,
      insert: `(task_id, user_id) values ('${row.sharedTask}', '${idOf('otherAdmin')}')`,
      update: `user_id = user_id`,
    },
  },
  'public.task_ready': {
    'mine on a task of mine': {
      given: `insert into public.tasks (id, title, created_by) values ('${fresh(4)}', 'Mine', :me), ('${fresh(6)}', 'Other', :me);
        insert into public.task_ready (task_id, user_id) values ('${fresh(4)}', :me)`,
      where: `task_id = '${fresh(4)}'`,
      insert: `(task_id, user_id, ready) values ('${fresh(6)}', :me, true)`,
      update: `ready = true`,
    },
    "a colleague's": {
      where: `task_id = '${row.sharedTask}' and user_id = '${idOf('colleague')}'`,
      insert: `(task_id, user_id, ready) values ('${row.sharedTask}', :me, true)`,
      update: `ready = false`,
    },
  },
  'public.time_entries': {
    'mine, running': {
      given: `insert into public.time_entries (id, user_id, user_email, status) values ('${fresh(8)}', :me, 'me@people.example', 'active')`,
      where: `id = '${fresh(8)}'`,
      insert: `(user_id, user_email, status) values (:me, auth.email(), 'paused')`,
      update: `status = 'completed'`,
    },
    'mine, completed': {
      given: `insert into public.time_entries (id, user_id, user_email, status) values ('${fresh(8)}', :me, 'me@people.example', 'completed')`,
      where: `id = '${fresh(8)}'`,
      insert: `(user_id, user_email) values (:me, 'somebody@else.example')`,
      update: `status = 'active'`,
    },
    "a colleague's": {
      given: `insert into public.time_entries (id, user_id, user_email) values ('${fresh(8)}', '${idOf('colleague')}', 'colleague@people.example')`,
      where: `id = '${fresh(8)}'`,
      insert: `(user_id, user_email, status) values ('${idOf('colleague')}', auth.email(), 'paused')`,
      update: `client_name = 'Bakery'`,
    },
  },
  'public.time_corrections': {
    mine: correctionCase(':me'),
    "a colleague's": correctionCase(`'${idOf('colleague')}'`),
  },
}
