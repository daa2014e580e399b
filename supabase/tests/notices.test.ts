import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { tries, triesAll, word } from './act.ts'
import { idOf } from './people.ts'
import { grantEverything, noticeSources, openOwnWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openOwnWorld()
  await grantEverything(engine)
})
afterAll(() => engine.close())

/** Sales shares the task with accounts; team_member has nothing to do with it. */
const task = 'f0000000-0000-4000-a000-000000000001'
const given = `insert into public.tasks (id, title, created_by, assignees) values
  ('${task}', 'Measure', '${idOf('sales')}', array['${idOf('accounts')}', '${idOf('account_manager')}']::uuid[])`

type Notice = { to?: string; type?: string; task?: string | null; by?: string; more?: string; values?: string }
const notice = ({
  to = idOf('accounts'),
  type = 'task_assigned',
  task: about = task,
  by = idOf('sales'),
  more = '',
  values = '',
}: Notice) =>
  `insert into public.notifications (user_id, type, title, message, metadata${more}) values ('${to}', '${type}', 'New task',
    'Sales assigned you a task', jsonb_build_object('task_id', ${about === null ? 'null' : `'${about}'`}, 'created_by', '${by}')${values})`

describe('T10: notices of tasks', () => {
  test.each([
    ['the creator tells an assignee', 'sales', notice({}), 'done'],
    [
      'an assignee tells another',
      'accounts',
      notice({ to: idOf('account_manager'), type: 'task_mentioned', by: idOf('accounts') }),
      'done',
    ],
    ['somebody outside tells nobody', 'team_member', notice({ by: idOf('team_member') }), '42501'],
    ['not even an admin who is outside', 'admin', notice({ by: idOf('admin') }), '42501'],
    ['nobody signs with another name', 'sales', notice({ by: idOf('admin') }), '42501'],
    ['nobody is told who is not assigned', 'sales', notice({ to: idOf('team_member') }), '42501'],
    ['logistics come from the service only', 'sales', notice({ type: 'logistics_update' }), '42501'],
    ['an unknown type is refused', 'sales', notice({ type: 'advert' }), '42501'],
    ['a notice without a task is refused', 'sales', notice({ task: null }), '42501'],
    ['a task that is no uuid is refused', 'sales', notice({ task: `x` }), '42501'],
    ['a foreign private task is refused', 'sales', notice({ task: row.privateTask }), '42501'],
    ['a notice is not born read', 'sales', notice({ more: ', is_read', values: ', true' }), '42501'],
    ['a notice carries no data of logistics', 'sales', notice({ more: ', data', values: `, '{}'` }), '42501'],
    ['a pending person tells nobody', 'pending', notice({ by: idOf('pending') }), '42501'],
    ['a visitor tells nobody', 'visitor', notice({}), '42501'],
  ] as const)('%s', async (_, person, sql, expected) => {
    expect(word(await tries(engine, person, sql, given))).toBe(expected)
  })

  test('one bad notice refuses the whole list', async () => {
    const list = notice({}).replace(/\)$/, `), ('${idOf('team_member')}', 'task_assigned', 'x', '', '{}')`)
    expect(word(await tries(engine, 'sales', list, given))).toBe('42501')
  })

  test('a sender has two hundred notices a minute', async () => {
    const many = (count: number) => `insert into public.notifications (user_id, type, title, metadata)
      select '${idOf('accounts')}', 'task_assigned', 'New task', jsonb_build_object('task_id', '${task}', 'created_by', '${idOf('sales')}')
        from generate_series(1, ${count})`
    expect(word(await tries(engine, 'sales', many(200), given))).toBe('done')
    const busy = `${given}; ${many(200)}`
    expect(await tries(engine, 'sales', many(1), busy)).toEqual({
      refused: 'PT429',
      because: 'Too many notices in one minute. Please wait a moment.',
    })
    const rested = `${busy}; update public.notifications set created_at = now() - interval '61 seconds'`
    expect(word(await tries(engine, 'sales', many(1), rested))).toBe('done')
  })

  test('the date of a notice is the date of its sending', async () => {
    const outcome = await tries(
      engine,
      'accounts',
      `select created_at = now() as now from public.notifications`,
      `${given}; set local role authenticated; select set_config('request.jwt.claim.sub', '${idOf('sales')}', true);
       ${notice({ more: ', created_at', values: `, '2099-01-01'` })}; set local role none`,
    )
    expect(outcome).toMatchObject({ rows: [{ now: true }] })
  })
})

describe('spec 2 §7: T10: notices of replies', () => {
  const comment = 'f0000000-0000-4000-a000-000000000002'
  const commented = `${given}; insert into public.task_comments (id, task_id, user_id, content)
    values ('${comment}', '${task}', '${idOf('accounts')}', 'Done')`
  const reply = (to: string, by: string, about = task) => `insert into public.task_reply_notifications
    (user_id, task_id, commenter_id, comment_id, task_title, message) values ('${to}', '${about}', '${by}', '${comment}', 'Measure', 'Done')`

  test.each([
    ['the author tells the creator', 'accounts', reply(idOf('sales'), idOf('accounts')), 'done'],
    ['the author tells an assignee', 'accounts', reply(idOf('account_manager'), idOf('accounts')), 'done'],
    ['nobody is told who is outside', 'accounts', reply(idOf('team_member'), idOf('accounts')), '42501'],
    ['nobody tells of another’s comment', 'sales', reply(idOf('account_manager'), idOf('sales')), '42501'],
    ['nobody signs with another name', 'sales', reply(idOf('account_manager'), idOf('accounts')), '42501'],
    ['a comment belongs to its task', 'accounts', reply(idOf('colleague'), idOf('accounts'), row.sharedTask), '42501'],
  ] as const)('%s', async (_, person, sql, expected) => {
    expect(word(await tries(engine, person, sql, commented))).toBe(expected)
  })

  test('one notice a person and comment', async () => {
    const twice = reply(idOf('sales'), idOf('accounts'))
    expect(word(await tries(engine, 'accounts', twice, `${commented}; ${twice}`))).toBe('23505')
  })
})

describe.each(['with narrow grants', 'with everything granted'])('T11: a recipient, %s,', (grants) => {
  const set =
    grants === 'with narrow grants'
      ? 'revoke insert, delete on all tables in schema public from anon, authenticated;'
      : ''

  test.each(noticeSources)(
    'marks %s read and unread, and changes nothing else of it',
    async (table, owner, columns, values) => {
      const mine = `${set} insert into public.${table} (${owner}, ${columns}) values ('${idOf('sales')}', ${values})`
      const { rows } = await engine.query<{ column_name: string; data_type: string }>(
        `select column_name, data_type from information_schema.columns where table_schema = 'public' and table_name = $1
        and column_name <> 'is_read' order by 1`,
        [table],
      )
      const changed: Record<string, string> = {}
      for (const { column_name: column, data_type: type } of rows) {
        const value =
          type === 'uuid'
            ? `'${idOf('admin')}'`
            : type === 'jsonb'
              ? `'{"a": 1}'`
              : type === 'text'
                ? `'x'`
                : `'2020-01-01'`
        changed[column] = word(await tries(engine, 'sales', `update public.${table} set ${column} = ${value}`, mine))
      }
      expect(changed).toEqual(Object.fromEntries(rows.map(({ column_name }) => [column_name, '42501'])))

      const marks = [`update public.${table} set is_read = true`, `update public.${table} set is_read = false`]
      expect(word(await tries(engine, 'sales', marks[0] ?? '', mine))).toBe('done')
      expect(word(await triesAll(engine, 'admin', marks))).toBe('no row')
    },
  )
})
