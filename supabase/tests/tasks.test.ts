import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { tries, triesAll, word, worked } from './act.ts'
import { idOf } from './people.ts'
import { openGrantedWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openGrantedWorld()
})
afterAll(() => engine.close())

const share = (with_: string) =>
  `update public.tasks set assignees = array['${with_}']::uuid[] where id = '${row.sharedTask}'`

describe('spec 2 §3: T8: a private task', () => {
  const ways: [string, string][] = [
    ['its row', `select 1 from public.tasks where id = '${row.privateTask}'`],
    ['its comments', `select 1 from public.task_comments where task_id = '${row.privateTask}'`],
    ['its ready marks', `select 1 from public.task_ready where task_id = '${row.privateTask}'`],
    ['the count of all tasks', `select 1 from public.tasks having count(*) > 1`],
    ['a search for its title', `select 1 from public.tasks where title ilike '%cake%'`],
    ['a search for its folded title', `select 1 from public.tasks where search_text ilike '%cake%'`],
    ['an update', `update public.tasks set title = 'Seen' where id = '${row.privateTask}'`],
    ['a removal', `delete from public.tasks where id = '${row.privateTask}'`],
  ]
  test.each(ways)('is hidden from an admin: %s', async (_, sql) => {
    expect(await tries(engine, 'admin', sql)).toEqual({ rows: [], touched: 0 })
  })

  test('takes no comment and no ready mark of others', async () => {
    const comment = `insert into public.task_comments (task_id, user_id, content) values ('${row.privateTask}', '${idOf('admin')}', 'Hi')`
    const mark = `insert into public.task_ready (task_id, user_id, ready) values ('${row.privateTask}', '${idOf('admin')}', true)`
    expect([word(await tries(engine, 'admin', comment)), word(await tries(engine, 'admin', mark))]).toEqual([
      '42501',
      '42501',
    ])
  })

  test('is its creator’s to see, comment and share', async () => {
    const outcome = await triesAll(engine, 'colleague', [
      `select 1 / count(*) from public.tasks where id = '${row.privateTask}'`,
      `insert into public.task_comments (task_id, user_id, content) values ('${row.privateTask}', '${idOf('colleague')}', 'Two')`,
      `update public.tasks set assignees = array['${idOf('sales')}']::uuid[] where id = '${row.privateTask}'`,
    ])
    expect(word(outcome)).toBe('done')
  })
})

describe('a shared task', () => {
  const private_ = `update public.tasks set assignees = '{}' where id = '${row.sharedTask}'`

  test('is not made private by an assignee, an editor or an admin, only by its creator', async () => {
    const results = {
      assignee: word(await tries(engine, 'team_member', private_, share(idOf('team_member')))),
      editor: word(await tries(engine, 'sales', private_)),
      admin: word(await tries(engine, 'admin', private_)),
      creator: word(await tries(engine, 'colleague', private_)),
    }
    expect(results).toEqual({ assignee: '42501', editor: '42501', admin: '42501', creator: 'done' })
  })

  test('without a filter every policy still holds', async () => {
    expect(word(await tries(engine, 'admin', `update public.tasks set assignees = '{}'`))).toBe('42501')
  })

  test('is changed by an assignee without the right to edit, and by nobody else without it', async () => {
    const withoutEdit = `update public.page_permissions set can_edit = false where page_name = 'tasks'`
    const change = `update public.tasks set status = 'completed' where id = '${row.sharedTask}'`
    const results = {
      assignee: word(await tries(engine, 'team_member', change, `${withoutEdit}; ${share(idOf('team_member'))}`)),
      other: word(await tries(engine, 'team_member', change, withoutEdit)),
    }
    expect(results).toEqual({ assignee: 'done', other: 'no row' })
  })

  test('T9: a pending assignee still sees nothing', async () => {
    const outcome = await tries(engine, 'pending', `select 1 from public.tasks`, share(idOf('pending')))
    expect(outcome).toEqual({ rows: [], touched: 0 })
  })

  test.each([
    ['its key', `id = gen_random_uuid()`],
    ['its creator', `created_by = '${idOf('sales')}'`],
    ['its date', `created_at = '2020-01-01'`],
  ])('keeps %s', async (_, assignment) => {
    const outcome = await tries(
      engine,
      'colleague',
      `update public.tasks set ${assignment} where id = '${row.sharedTask}'`,
    )
    expect(outcome).toEqual({ refused: '42501', because: `tasks.${assignment.split(' ')[0]} cannot be changed` })
  })
})

describe('what a task may say', () => {
  const create = (columns: string, values: string) =>
    `insert into public.tasks (created_by, ${columns}) values ('${idOf('sales')}', ${values}) returning id`

  test.each([
    [
      'spec 2 §5: a client as assignee',
      'title, assignees',
      `'T', array['${idOf('client')}']::uuid[]`,
      'Only colleagues can be assigned to a task',
    ],
    [
      'an unknown assignee',
      'title, assignees',
      `'T', array['${row.job}']::uuid[]`,
      'Only colleagues can be assigned to a task',
    ],
    [
      'a location of another contact',
      'title, contact_id, location_id',
      `'T', '${row.clientContact}', '${row.location}'`,
      'The location does not belong to the contact',
    ],
    [
      'spec 2 §5: a location without a contact',
      'title, location_id',
      `'T', '${row.location}'`,
      'The location does not belong to the contact',
    ],
  ])('not %s', async (_, columns, values, because) => {
    expect(await tries(engine, 'sales', create(columns, values))).toEqual({ refused: '23514', because })
  })

  test.each([
    ['a blank title', 'title', `'   '`, 'tasks_title_length'],
    ['a title of 501 characters', 'title', `repeat('x', 501)`, 'tasks_title_length'],
    ['a description over a megabyte', 'title, description', `'T', repeat('x', 1048577)`, 'tasks_description_length'],
  ])('not %s', async (_, columns, values, constraint) => {
    const outcome = await tries(engine, 'sales', create(columns, values))
    expect(outcome).toMatchObject({ refused: '23514', because: expect.stringContaining(constraint) })
  })

  test.each([
    ['a title of 500 characters', 'title', `repeat('é', 500)`],
    ['a location of its contact', 'title, contact_id, location_id', `'T', '${row.business}', '${row.location}'`],
    ['a status of its own', 'title, status', `'T', 'waiting for paint'`],
  ])('but %s', async (_, columns, values) => {
    expect(worked(await tries(engine, 'sales', create(columns, values)))).toBe(true)
  })

  test('somebody named twice is assigned once, in the order of naming', async () => {
    const [first, second] = [idOf('sales'), idOf('accounts')]
    const values = `'T', array['${second}', '${first}', '${second}']::uuid[]`
    const outcome = await tries(
      engine,
      'sales',
      create('title, assignees', values).replace('returning id', 'returning assignees'),
    )
    expect(outcome).toMatchObject({ rows: [{ assignees: [second, first] }] })
  })

  test('a comment needs words or a file', async () => {
    const sql = `insert into public.task_comments (task_id, user_id, content) values ('${row.sharedTask}', '${idOf('sales')}', ' ')`
    expect(await tries(engine, 'sales', sql)).toMatchObject({ refused: '23514' })
  })

  test('the removal of a contact or location leaves the task', async () => {
    const outcome = await triesAll(engine, 'account_manager', [
      create('title, contact_id, location_id', `'T', '${row.business}', '${row.location}'`).replace(
        idOf('sales'),
        idOf('account_manager'),
      ),
      `delete from public.contacts where id = '${row.business}'`,
      `select contact_id, location_id from public.tasks where title = 'T'`,
    ])
    expect(outcome).toEqual({ rows: [{ contact_id: null, location_id: null }], touched: 1 })
  })
})

describe('T15: a file', () => {
  const name = '1700000000000-plan.pdf'
  const upload = (bucket: string, path: string) =>
    `insert into storage.objects (bucket_id, name, owner_id) values ('${bucket}', '${path}', '${idOf('sales')}')`
  const colleaguesFile = `insert into storage.objects (bucket_id, name, owner_id) values ('task-images', '${name}', '${idOf('colleague')}')`

  test.each([
    '1700000000000-plan.pdf',
    '1700000000000plan.pdf',
    '1700000000000_plan.pdf',
    'task-comments/1700000000000-photo.jpg',
  ])('may be named %s', async (path) => {
    expect(word(await tries(engine, 'sales', upload('task-images', path)))).toBe('done')
  })

  test.each([
    'plan.pdf',
    '../1700000000000-plan.pdf',
    'task-comments/../1700000000000-plan.pdf',
    'other/1700000000000-plan.pdf',
    '1700000000000-../plan.pdf',
    '1700000000000-plän.pdf',
    '-1700000000000-plan.pdf',
    `1700000000000-${'x'.repeat(300)}.pdf`,
  ])('may not be named %s', async (path) => {
    expect(word(await tries(engine, 'sales', upload('task-images', path)))).toBe('42501')
  })

  test('is not opened by naming it in one’s own task or comment', async () => {
    const task = `insert into public.tasks (title, created_by, images) values ('T', '${idOf('sales')}', array['${name}'])`
    const comment = `insert into public.task_comments (task_id, user_id, attachments) values ('${row.sharedTask}', '${idOf('sales')}', array['${name}'])`
    const refused = { refused: '42501', because: 'An attachment was not found' }
    expect([
      await tries(engine, 'sales', task, colleaguesFile),
      await tries(engine, 'sales', comment, colleaguesFile),
    ]).toEqual([refused, refused])
  })

  test('of one’s own is attached, seen by colleagues on a shared task and by nobody on a private one', async () => {
    const attached = await triesAll(engine, 'sales', [
      upload('task-images', name),
      `insert into public.task_comments (task_id, user_id, attachments) values ('${row.sharedTask}', '${idOf('sales')}', array['${name}', 'https://x.example/a.pdf'])`,
    ])
    const asComment = (
      task: string,
    ) => `${colleaguesFile}; insert into public.task_comments (task_id, user_id, attachments)
      values ('${task}', '${idOf('colleague')}', array['${name}'])`
    const look = `select name from storage.objects`
    expect([
      word(attached),
      word(await tries(engine, 'accounts', look, asComment(row.sharedTask))),
      word(await tries(engine, 'accounts', look, asComment(row.privateTask))),
      word(await tries(engine, 'admin', look, asComment(row.privateTask))),
    ]).toEqual(['done', 'done', 'no row', 'no row'])
  })

  test('no folder of avatars but one’s own takes an upload', async () => {
    expect([
      word(await tries(engine, 'sales', upload('avatars', `${idOf('sales')}/face.png`))),
      word(await tries(engine, 'sales', upload('avatars', `${idOf('admin')}/face.png`))),
      word(await tries(engine, 'sales', upload('avatars', `${idOf('sales')}/../${idOf('admin')}/face.png`))),
      word(await tries(engine, 'pending', upload('avatars', `${idOf('pending')}/face.png`))),
    ]).toEqual(['done', '42501', '42501', '42501'])
  })
})

test('a task is found without accents and capitals', async () => {
  const found = await triesAll(engine, 'colleague', [
    `insert into public.tasks (title) values ('Panels to Għargħur and ŻEJTUN')`,
    `select title from public.tasks where search_text ilike '%gharghur and zejtun%'`,
  ])
  expect(found).toMatchObject({ rows: [{ title: 'Panels to Għargħur and ŻEJTUN' }] })
})
