import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { become, becomeOwner, tries, undone } from './act.ts'
import { idOf, type Person } from './people.ts'
import { openGrantedWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => void (engine = await openGrantedWorld()))
afterAll(() => engine.close())

const nobody = '60000000-0000-4000-a000-00000000dead'
const of = (...changes: Record<string, unknown>[]) =>
  `select id, outcome from public.change_tasks('${JSON.stringify(changes)}') order by id`
const status = (id: string, to = 'completed', seen = 'pending') => ({ id, status: to, seen_status: seen })
const people = (...who: Person[]) => who.map(idOf)
const shared = (...who: Person[]) =>
  `update public.tasks set assignees = array['${people(...who).join("','")}']::uuid[] where id = '${row.sharedTask}'`

describe('several tasks changed in one request', () => {
  test('each says what became of it, and what may not be changed stays', async () => {
    await undone(engine, async (tx) => {
      await become(tx, 'sales')
      const { rows } = await tx.query(of(status(row.sharedTask), status(row.privateTask), status(nobody)))
      expect(rows).toEqual([
        { id: row.sharedTask, outcome: 'changed' },
        { id: row.privateTask, outcome: 'gone' },
        { id: nobody, outcome: 'gone' },
      ])
      await becomeOwner(tx)
      const now = await tx.query('select id, status from public.tasks where status = $1', ['completed'])
      expect(now.rows).toEqual([{ id: row.sharedTask, status: 'completed' }])
    })
  })

  test('what somebody else set meanwhile stays', async () => {
    const due = { id: row.sharedTask, sets_due: true, due_at: '2030-01-02T00:00:00Z', seen_due_at: null }
    const meanwhile = [{ id: row.sharedTask, outcome: 'meanwhile' }]
    expect(await tries(engine, 'sales', of(status(row.sharedTask, 'completed', 'other')))).toMatchObject({
      rows: meanwhile,
    })
    const moved = `update public.tasks set due_at = '2030-01-01' where id = '${row.sharedTask}'`
    expect(await tries(engine, 'sales', of(due), moved)).toMatchObject({ rows: meanwhile })
    expect(await tries(engine, 'sales', of(due))).toMatchObject({ rows: [{ outcome: 'changed' }] })
  })

  test('people join and leave; nobody but its creator makes a task private, and nobody locks themselves out', async () => {
    const leave = { id: row.sharedTask, remove: people('team_member') }
    const add = { id: row.sharedTask, add: people('sales') }
    const noEditor = `update public.page_permissions set can_edit = false where page_name = 'tasks' and role = 'team_member'`
    const given = `${noEditor}; ${shared('team_member')}`
    expect(await tries(engine, 'team_member', of({ ...leave, ...add }), given)).toMatchObject({
      rows: [{ outcome: 'refused' }],
    })
    expect(await tries(engine, 'team_member', of(add), given)).toMatchObject({ rows: [{ outcome: 'changed' }] })
    expect(await tries(engine, 'sales', of(leave), shared('team_member'))).toMatchObject({
      rows: [{ outcome: 'refused' }],
    })
    expect(await tries(engine, 'colleague', of(leave), shared('team_member'))).toMatchObject({
      rows: [{ outcome: 'changed' }],
    })
    expect(await tries(engine, 'sales', of({ id: row.sharedTask, add: people('client') }))).toMatchObject({
      because: 'Only colleagues can be assigned to a task',
    })
  })

  test('more than 500 are refused, and visitors have no such function', async () => {
    const many = Array.from({ length: 501 }, () => status(row.sharedTask))
    expect(await tries(engine, 'sales', of(...many))).toMatchObject({
      because: 'At most 500 tasks are changed at once',
    })
    expect(await tries(engine, 'visitor', of(status(row.sharedTask)))).toMatchObject({ refused: '42501' })
  })
})

describe('a search of tasks', () => {
  const find = (text: string) => `select id from public.tasks_named('${text}')`
  const given = `
    update public.contacts set company = 'Ċikku Ħobż Ltd' where id = '${row.business}';
    update public.tasks set description = '<p>Żebbuġ roundabout</p>', contact_id = '${row.business}'
     where id in ('${row.sharedTask}', '${row.privateTask}');
    insert into public.task_comments (task_id, user_id, content)
    values ('${row.sharedTask}', '${idOf('colleague')}', '<p>The Għargħur ladder is <b>ready</b></p>')`
  test.each([
    ['the description, without its accents', 'zebbug'],
    ['the client', 'cikku hobz'],
    ['a comment', 'gharghur ladder'],
    ['words of several of them, in any order', 'ladder Ċikku ROUNDABOUT'],
  ])('finds a task by %s', async (_, text) => {
    expect(await tries(engine, 'sales', find(text), given)).toMatchObject({ rows: [{ id: row.sharedTask }] })
  })

  test('does not find by markup, and T8: never shows a private task of somebody else', async () => {
    expect(await tries(engine, 'sales', find('strong b'), given)).toMatchObject({ rows: [] })
    const { rows } = (await tries(engine, 'colleague', find('zebbug'), given)) as { rows: unknown[] }
    expect(rows.length).toBe(2)
  })

  test('two letters are looked for in titles alone: they would be found in every long text', async () => {
    expect(await tries(engine, 'sales', find('ze'), given)).toMatchObject({ rows: [] })
    const titled = `${given}; update public.tasks set title = 'Ġużè' where id = '${row.sharedTask}'`
    expect(await tries(engine, 'sales', find('ze'), titled)).toMatchObject({ rows: [{ id: row.sharedTask }] })
  })

  test('follows a comment that is removed', async () => {
    const removed = `${given}; delete from public.task_comments where content like '%ladder%'`
    expect(await tries(engine, 'sales', find('ladder'), removed)).toMatchObject({ rows: [] })
  })
})

describe('a deleted task', () => {
  const remove = `delete from public.tasks where id = '${row.sharedTask}'`
  const restore = `select public.restore_task('${row.sharedTask}')`

  test('comes back with its comments and ready marks for whoever deleted it, also when asked twice', async () => {
    await undone(engine, async (tx) => {
      const whole = async () =>
        (
          await tx.query(`select to_jsonb(t) as task, (select jsonb_agg(c order by c.id) from public.task_comments c where c.task_id = t.id) as said,
            (select jsonb_agg(r order by r.user_id) from public.task_ready r where r.task_id = t.id) as marks
            from public.tasks t where t.id = '${row.sharedTask}'`)
        ).rows
      const before = await whole()
      await become(tx, 'admin')
      await tx.query(remove)
      expect(await whole()).toEqual([])
      await tx.query(restore)
      await tx.query(restore)
      await becomeOwner(tx)
      expect(await whole()).toEqual(before)
      expect(before[0]?.['said']).not.toBeNull()
    })
  })

  test('is not brought back by somebody else, nor after an hour', async () => {
    await undone(engine, async (tx) => {
      await become(tx, 'admin')
      await tx.query(remove)
      const refused = async (person: Person) => {
        await tx.exec('savepoint asked')
        await becomeOwner(tx)
        await become(tx, person)
        const said = await tx.query(restore).then(
          () => 'done',
          (error: unknown) => String(error),
        )
        await tx.exec('rollback to savepoint asked')
        return said
      }
      expect(await refused('colleague')).toContain('This task can no longer be brought back')
      await becomeOwner(tx)
      await tx.query(`update private.deleted_tasks set deleted_at = now() - interval '61 minutes'`)
      expect(await refused('admin')).toContain('This task can no longer be brought back')
      await tx.query(`update private.deleted_tasks set deleted_at = now() - interval '25 hours'`)
      await tx.query('select private.forget_deleted_tasks()')
      expect((await tx.query('select from private.deleted_tasks')).rows).toEqual([])
    })
  })
})
