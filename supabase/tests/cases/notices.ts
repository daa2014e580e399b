import { idOf } from '../people.ts'
import { row } from '../world.ts'
import { fresh, type Case, type Cases } from './case.ts'

export const noticeCases: Cases = {
  'public.notifications': {
    mine: {
      given: `insert into public.notifications (id, user_id, type, title) values ('${fresh(7)}', :me, 'logistics_update', 'Van')`,
      where: `id = '${fresh(7)}'`,
      insert: `(user_id, type, title) values (:me, 'logistics_update', 'Forged')`,
      update: `is_read = true`,
    },
    "an assignee's of my task": {
      given: `insert into public.tasks (id, title, created_by, assignees) values ('${fresh(4)}', 'Mine', :me, array['${idOf('colleague')}']::uuid[]);
        insert into public.notifications (id, user_id, type, title) values ('${fresh(7)}', '${idOf('colleague')}', 'task_assigned', 'New')`,
      where: `id = '${fresh(7)}'`,
      insert: `(user_id, type, title, message, metadata) values ('${idOf('colleague')}', 'task_assigned', 'New task', '',
        jsonb_build_object('task_id', '${fresh(4)}', 'created_by', :me))`,
      update: `is_read = true`,
    },
  },
  'public.task_reply_notifications': {
    mine: {
      given: `insert into public.task_reply_notifications (id, user_id, task_id, commenter_id, comment_id, task_title)
        values ('${fresh(7)}', :me, '${row.sharedTask}', '${idOf('colleague')}', '${row.sharedComment}', 'Measure')`,
      where: `id = '${fresh(7)}'`,
      insert: `(user_id, task_id, commenter_id, comment_id, task_title)
        values (:me, '${row.sharedTask}', '${idOf('colleague')}', '${row.sharedComment}', 'Forged')`,
      update: `is_read = true`,
    },
    "the creator's, about my comment": {
      given: `insert into public.task_comments (id, task_id, user_id, content) values ('${fresh(5)}', '${row.sharedTask}', :me, 'Mine')`,
      where: `comment_id = '${fresh(5)}'`,
      insert: `(user_id, task_id, commenter_id, comment_id, task_title, message)
        values ('${idOf('colleague')}', '${row.sharedTask}', :me, '${fresh(5)}', 'Measure', 'New reply')`,
      update: `is_read = true`,
    },
  },
  'public.mockup_notifications': {
    mine: noticeOf('mine', 'mockup_notifications', `job_id, action_type`, `'${row.job}', 'approved'`),
    "a colleague's": noticeOf(
      "a colleague's",
      'mockup_notifications',
      `job_id, action_type`,
      `'${row.job}', 'approved'`,
    ),
  },
  'public.delivery_notifications': {
    mine: noticeOf('mine', 'delivery_notifications', `delivery_id, project_title`, `'${row.clientDelivery}', 'Fascia'`),
    "a colleague's": noticeOf(
      "a colleague's",
      'delivery_notifications',
      `delivery_id, project_title`,
      `'${row.clientDelivery}', 'Fascia'`,
    ),
  },
  'public.partial_delivery_notifications': {
    mine: noticeOf(
      'mine',
      'partial_delivery_notifications',
      `partial_delivery_id, project_title`,
      `'${row.clientDrop}', 'Fascia'`,
    ),
    "a colleague's": noticeOf(
      "a colleague's",
      'partial_delivery_notifications',
      `partial_delivery_id, project_title`,
      `'${row.clientDrop}', 'Fascia'`,
    ),
  },
}

function noticeOf(whose: 'mine' | "a colleague's", table: string, columns: string, values: string): Case {
  const owner = whose === 'mine' ? ':me' : `'${idOf('colleague')}'`
  return {
    given: `insert into public.${table} (id, notified_user_id, ${columns}) values ('${fresh(7)}', ${owner}, ${values})`,
    where: `id = '${fresh(7)}'`,
    insert: `(notified_user_id, ${columns}) values (${owner}, ${values})`,
    update: `is_read = true`,
  }
}
