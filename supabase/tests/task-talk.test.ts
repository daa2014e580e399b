import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { attempt, become, becomeOwner, tries, undone } from './act.ts'
import { idOf } from './people.ts'
import { openGrantedWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => void (engine = await openGrantedWorld()))
afterAll(() => engine.close())

const mine = '61000000-0000-4000-a000-00000000000a'
const comment = `insert into public.task_comments (id, task_id, user_id, content)
  values ('${mine}', '${row.sharedTask}', '${idOf('sales')}', '<p>Mine</p>')`

describe('a comment', () => {
  const now = `select content, edited_at = now() as edited from public.task_comments where id = '${mine}'`

  test('is changed by its author and says since when; nothing else of it moves', async () => {
    await undone(engine, async (tx) => {
      await tx.exec(comment)
      await become(tx, 'sales')
      expect((await tx.query(now)).rows).toEqual([{ content: '<p>Mine</p>', edited: null }])
      await tx.query(`update public.task_comments
        set content = '<p>Better</p>' where id = '${mine}'`)
      expect((await tx.query(now)).rows).toEqual([{ content: '<p>Better</p>', edited: true }])
      await becomeOwner(tx)
      expect((await tx.query(`select private.tasks_with('better') as id`)).rows).toEqual([{ id: row.sharedTask }])
    })
    for (const column of [`user_id = '${idOf('admin')}'`, `edited_at = '2020-01-01'`, `created_at = '2020-01-01'`])
      expect(
        await tries(engine, 'sales', `update public.task_comments set ${column} where id = '${mine}'`, comment),
      ).toHaveProperty('refused')
  })

  test('is not changed or removed by anybody else, an admin either', async () => {
    for (const sql of [
      `update public.task_comments set content = 'x' where id = '${mine}'`,
      `delete from public.task_comments where id = '${mine}'`,
    ])
      expect(await tries(engine, 'admin', sql, comment)).toMatchObject({ touched: 0 })
  })

  test('does not get a file of somebody else', async () => {
    const foreign = `${comment}; insert into storage.objects (bucket_id, name, owner_id)
      values ('task-images', 'task-comments/1700000000000-other.pdf', '${idOf('colleague')}')`
    const sql = `update public.task_comments set attachments = array['task-comments/1700000000000-other.pdf'] where id = '${mine}'`
    expect(await tries(engine, 'sales', sql, foreign)).toHaveProperty('refused')
  })
})

test('comments that come and go in one statement are found by, and their task is gathered once', async () => {
  await undone(engine, async (tx) => {
    const gathered = async () =>
      (
        await tx.query<{ n: number }>(
          `select (n_tup_ins + n_tup_upd)::int as n from pg_stat_xact_user_tables where relname = 'task_words'`,
        )
      ).rows[0]?.n ?? 0
    const found = async (word: string) => (await tx.query(`select private.tasks_with('${word}') as id`)).rows
    const before = await gathered()
    await tx.exec(`insert into public.task_comments (task_id, user_id, content)
      select '${row.sharedTask}', '${idOf('sales')}', '<p>Cornflower ' || n || '</p>' from generate_series(1, 9) as n`)
    expect((await gathered()) - before).toBe(1)
    expect(await found('cornflower')).toEqual([{ id: row.sharedTask }])
    await tx.exec(`update public.task_comments set content = '<p>Gentian</p>' where content like '%Cornflower%'`)
    expect([await found('cornflower'), await found('gentian')]).toEqual([[], [{ id: row.sharedTask }]])
    await tx.exec(`delete from public.task_comments where content = '<p>Gentian</p>'`)
    expect(await found('gentian')).toEqual([])
    expect((await gathered()) - before).toBe(3)
  })
})

test('whoever muted a task gets no notice of replies to it, others do', async () => {
  await undone(engine, async (tx) => {
    await tx.exec(`${comment}; update public.tasks
      set assignees = array['${idOf('team_member')}', '${idOf('accounts')}']::uuid[] where id = '${row.sharedTask}'`)
    await become(tx, 'team_member')
    await tx.query(`insert into public.task_mutes (task_id) values ('${row.sharedTask}')`)
    await becomeOwner(tx)
    await become(tx, 'sales')
    const notices = (['team_member', 'accounts'] as const).map(
      (who) =>
        `('${idOf(who)}', '${row.sharedTask}', '${idOf('sales')}', '${mine}', 'Measure', 'Sales replied to "Measure"')`,
    )
    await attempt(
      tx,
      `insert into public.task_reply_notifications (user_id, task_id, commenter_id, comment_id, task_title, message)
       values ${notices.join(', ')}`,
    )
    await becomeOwner(tx)
    const told = await tx.query(`select user_id from public.task_reply_notifications where comment_id = '${mine}'`)
    expect(told.rows).toEqual([{ user_id: idOf('accounts') }])
  })
})

test('files join and leave a task one by one, by whoever may change it', async () => {
  const files = (name: string) => `insert into storage.objects (bucket_id, name, owner_id)
    values ('task-images', '${name}', '${idOf('sales')}')`
  const change = `select public.change_task_files('${row.sharedTask}', array['1700000000000-b.pdf'], array['1700000000000-a.pdf'],
    '{"1700000000000-b.pdf": "Pläne für Żebbuġ.pdf"}') as now`
  const given = `${files('1700000000000-a.pdf')}; ${files('1700000000000-b.pdf')};
    update public.tasks set images = array['1700000000000-a.pdf'], file_names = '{"1700000000000-a.pdf": "A.pdf"}'
     where id = '${row.sharedTask}'`
  expect(await tries(engine, 'sales', change, given)).toMatchObject({ rows: [{ now: ['1700000000000-b.pdf'] }] })
  // The names that they had on their devices come and go with them.
  await undone(engine, async (tx) => {
    await tx.exec(given)
    await become(tx, 'sales')
    await attempt(tx, change)
    await becomeOwner(tx)
    const { rows } = await tx.query(`select file_names from public.tasks where id = '${row.sharedTask}'`)
    expect(rows).toEqual([{ file_names: { '1700000000000-b.pdf': 'Pläne für Żebbuġ.pdf' } }])
  })
  const hers = change.replace(row.sharedTask, row.privateTask)
  expect(await tries(engine, 'sales', hers, given)).toMatchObject({ because: 'This task is not yours to change' })
  expect(await tries(engine, 'visitor', change, given)).toMatchObject({ refused: '42501' })
})
