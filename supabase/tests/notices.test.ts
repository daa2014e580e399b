import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { assignmentNoticeId } from '../../src/shared/domain/records/notification.ts'
import { become, becomeOwner, tries, triesAll, undone, word } from './act.ts'
import { idOf, type Person } from './people.ts'
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

describe('spec 2 §7: whoever a person assigns is told in the act', () => {
  const [sales, team, accounts] = [idOf('sales'), idOf('team_member'), idOf('accounts')]
  const own = 'f0000000-0000-4000-a000-000000000003'
  const add = (...people: string[]) =>
    `select public.change_task_assignees('${task}', '{${people.join(',')}}'::uuid[], '{}')`
  const change = (id: string, person: string) =>
    `select * from public.change_tasks('${JSON.stringify([{ id, add: [person] }])}')`
  const insert = (id: string, ...people: string[]) =>
    `insert into public.tasks (id, title, created_by, assignees) values ('${id}', 'Cut', '${sales}', '{${people.join(',')}}')`
  const mention = (id: string, by: string, person: string) => `insert into public.notifications
    (id, user_id, type, title, metadata) values ('${id}', '${person}', 'task_mentioned', 'You were mentioned',
      jsonb_build_object('task_id', '${task}', 'created_by', '${by}'))`
  const newId = 'e0000000-0000-4000-a000-000000000001'

  /** Who is told what after these acts. */
  const told = (steps: readonly (readonly [Person | 'owner', string])[], before = given) =>
    undone(engine, async (tx) => {
      await tx.exec(before)
      for (const [person, sql] of steps) {
        await (person === 'owner' ? becomeOwner(tx) : become(tx, person))
        await tx.query(sql)
      }
      await becomeOwner(tx)
      const { rows } = await tx.query<Record<'id' | 'who' | 'type' | 'title' | 'message' | 'by', string>>(
        `select id, user_id as who, type, title, message, metadata ->> 'created_by' as by from public.notifications
          where metadata ->> 'task_id' in ('${task}', '${own}') order by created_at, user_id, id`,
      )
      return rows
    })
  const who = async (...given: Parameters<typeof told>) => (await told(...given)).map((notice) => notice.who).toSorted()

  test('by an editor who neither made the task nor is assigned to it, with the words and the id of the screens', async () => {
    expect(await told([['admin', add(team)]])).toEqual([
      {
        id: assignmentNoticeId(task, team),
        who: team,
        type: 'task_assigned',
        title: 'New task assigned',
        message: 'You have been assigned to: Measure',
        by: idOf('admin'),
      },
    ])
  })

  test.each([
    ['by the creator', [['sales', add(team)]], [team]],
    ['by another assignee', [['accounts', add(team)]], [team]],
    ['in the change of several tasks', [['admin', change(task, team)]], [team]],
    ['when the task is made', [['sales', insert(own, sales, team, accounts)]], [accounts, team].toSorted()],
    [
      'never twice',
      [
        ['admin', `${add(team)}`],
        ['sales', add(team)],
        ['sales', `update public.tasks set title = 'Saw'`],
      ],
      [team],
    ],
    ['not of what one took oneself', [['admin', add(idOf('admin'))]], []],
    ['not of another change', [['sales', `update public.tasks set status = 'completed' where id = '${task}'`]], []],
  ] as const)('%s', async (_, steps, expected) => {
    expect(await who(steps)).toEqual(expected)
  })

  test('no second notice stands beside a mention, of whichever id', async () => {
    for (const id of [newId, assignmentNoticeId(task, team)])
      expect(
        await told([
          ['sales', add(team)],
          ['sales', mention(id, sales, team)],
        ]),
      ).toMatchObject([{ id, type: 'task_mentioned' }])
  })

  test('a mention leaves the notice of somebody else, of another time, and one that was read', async () => {
    const mentioned = ['sales', mention(newId, sales, team)] as const
    expect(await who([['accounts', add(team)], mentioned])).toEqual([team, team])
    const steps = [
      ['sales', add(team)],
      ['owner', `update public.notifications set is_read = true`],
      mentioned,
    ] as const
    expect(await who(steps)).toEqual([team, team])
    const earlier = `update public.notifications set created_at = now() - interval '2 minutes'`
    expect(await who([['sales', add(team)], ['owner', earlier], mentioned])).toEqual([team, team])
  })

  test('what the service assigns tells nobody', async () => {
    expect(
      await who([['owner', `update public.tasks set assignees = assignees || '${team}'::uuid where id = '${task}'`]]),
    ).toEqual([])
  })

  test('beyond two hundred notices a minute nobody is told, the assignments hold, and everybody hears of one first', async () => {
    const outcome = await undone(engine, async (tx) => {
      await tx.exec(`insert into public.tasks (id, title, created_by, assignees)
        select gen_random_uuid(), 'Bulk', '${accounts}', '{${accounts}}' from generate_series(1, 198)`)
      await become(tx, 'admin')
      const assigned = await tx.query(
        `update public.tasks set assignees = assignees || '{${team},${sales}}'::uuid[] where title = 'Bulk'`,
      )
      await becomeOwner(tx)
      const { rows } = await tx.query(`select user_id, count(*)::integer from public.notifications
        where message = 'You have been assigned to: Bulk' group by 1 order by 1`)
      return { assigned: assigned.affectedRows, rows }
    })
    const half = [sales, team].toSorted().map((user_id) => ({ user_id, count: 100 }))
    expect(outcome).toEqual({ assigned: 198, rows: half })
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
