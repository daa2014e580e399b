import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { attempt, become, becomeOwner, tries, triesAll, triesEach, undone } from './act.ts'
import { idOf } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const refused = { refused: '23514', because: expect.any(String) }

test('T32: of a name of any length the first 1000 letters are compared, and long words as they are', async () => {
  const word = Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(97 + ((at * at) % 26))).join('')
  const outcome = await tries(
    engine,
    'sales',
    `select line from public.match_contacts(jsonb_build_array(jsonb_build_object('line', 1, 'type', 'Person', 'name', '${word}')))`,
  )
  expect(outcome).toEqual({ rows: [{ line: 1 }], touched: 1 })
  const keys = await engine.query(
    `select private.contact_name_key($1) = left($1, 1000) as whole, private.contact_name_key(repeat('oo', 20)) as short,
            char_length(private.contact_name_key(repeat('oo', 21))) as long`,
    [word],
  )
  expect(keys.rows).toEqual([{ whole: true, short: 'o', long: 42 }])
})

test('T32: rows of a file are compared a thousand at a time', async () => {
  const asked = (rows: number) =>
    `select count(*)::int as answered from public.match_contacts((select jsonb_agg(jsonb_build_object('line', n, 'type', 'Person', 'name', 'A'))
      from generate_series(1, ${rows}) as n))`
  expect(await undone(engine, (tx) => triesEach(tx, 'sales', [asked(1000), asked(1001)]))).toEqual([
    { rows: [{ answered: 1000 }], touched: 1 },
    { refused: '22023', because: 'At most 1000 rows at a time' },
  ])
})

test('T32: names that are much alike are looked for a hundred rows at a time, and rows are short', async () => {
  const asked = (rows: number, name: string) =>
    `select count(*)::int as answered from public.match_contacts((select jsonb_agg(jsonb_build_object('line', n, 'type', 'Person', 'name', ${name}))
      from generate_series(1, ${rows}) as n), true)`
  expect(
    await undone(engine, (tx) =>
      triesEach(tx, 'sales', [asked(100, `'A'`), asked(101, `'A'`), asked(100, `repeat('A', 6000)`)]),
    ),
  ).toEqual([
    { rows: [{ answered: 100 }], touched: 1 },
    { refused: '22023', because: 'At most 100 rows at a time, where names that are much alike are looked for' },
    { refused: '22023', because: 'These rows hold too much text. Send fewer of them at a time' },
  ])
})

describe('T2: nobody makes their own role unchangeable', () => {
  test('by the version of their contact', async () => {
    const outcome = await undone(engine, async (tx) => {
      await become(tx, 'account_manager')
      await attempt(tx, `delete from public.contacts where user_id = '${idOf('account_manager')}'`)
      const reborn = await attempt(
        tx,
        `insert into public.contacts (user_id, name, email, row_version)
         values ('${idOf('account_manager')}', 'Me', auth.email(), 2147483646)`,
      )
      expect(reborn).toMatchObject({ touched: 1 })
      await becomeOwner(tx)
      await become(tx, 'admin')
      return attempt(tx, `update public.user_roles set role = 'pending' where user_id = '${idOf('account_manager')}'`)
    })
    expect(outcome).toMatchObject({ touched: 1 })
  })

  test('nor any row of a table that counts versions', async () => {
    const { rows } = await engine.query<{ table: string }>(
      `select attrelid::regclass::text as table from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'row_version'
          and not exists (select from pg_trigger where tgrelid = attrelid and tgname = 'first_version')`,
    )
    expect(rows).toEqual([])
  })
})

describe('a row that would break the list of everybody else is refused', () => {
  const task = `update public.tasks set %s where id = '${row.sharedTask}'`
  test.each([
    `due_at = 'infinity'`,
    `due_at = '-infinity'`,
    `due_at = '0044-03-15 BC'`,
    `due_at = '10000-01-01'`,
    `images = array[array['https://a.example'], array['https://b.example']]`,
  ])('a task with %s', async (change) => {
    expect(
      await tries(
        engine,
        'admin',
        task.replace('%s', () => change),
      ),
    ).toEqual(refused)
  })

  test('attachments in lists of lists', async () => {
    const comment = `insert into public.task_comments (task_id, content, attachments)
      values ('${row.sharedTask}', 'x', '{{https://a.example},{https://b.example}}')`
    expect(await tries(engine, 'team_member', comment)).toEqual(refused)
  })

  test.each([`deposit_value = 'NaN'`, `valid_until = 'infinity'`, `follow_up_on = 'infinity'`])(
    'a quotation with %s',
    async (change) => {
      const quotation = `update public.quotations set ${change} where id = '${row.clientDraft}'`
      expect(await tries(engine, 'sales', quotation)).toEqual(refused)
    },
  )

  test.each([`qty = 'NaN'`, `unit_price = 'NaN'`, `discount_pct = 'NaN'`, `vat_rate = 'NaN'`, `width_mm = 'NaN'`])(
    'a line with %s',
    async (change) => {
      const line = `insert into public.quotation_items (id, quotation_id, position) values
        ('30000000-0000-4000-a000-00000000000a', '${row.clientDraft}', 'a0')`
      expect(await tries(engine, 'sales', `update public.quotation_items set ${change}`, line)).toEqual(refused)
    },
  )

  test('a title, a number or a note of a million blanks', async () => {
    const blanks = `'x' || repeat(' ', 1000000)`
    expect(
      await undone(engine, (tx) =>
        triesEach(tx, 'admin', [
          `insert into public.locations (label, business_id) values (${blanks}, '${row.business}')`,
          `update public.jobs set title = ${blanks} where id = '${row.job}'`,
          `update public.deliveries set project_title = ${blanks} where id = '${row.clientDelivery}'`,
          `update public.company_settings set name = ${blanks}`,
          `insert into public.contact_types (name) values (${blanks})`,
          `insert into public.contact_notes (contact_id, body) values ('${row.business}', ${blanks})`,
          `insert into public.system_notes (title) values (${blanks})`,
        ]),
      ),
    ).toEqual(Array.from({ length: 7 }, () => refused))
  })

  test('every time and date of a table is one that a browser knows', async () => {
    const { rows } = await engine.query<{ column: string }>(
      `select attrelid::regclass || '.' || attname as column from pg_attribute a join pg_class c on c.oid = attrelid
        where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
          and atttypid in ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype)
          and not exists (select from pg_constraint k where k.conrelid = c.oid and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) like '%10000-01-01%')`,
    )
    expect(rows).toEqual([])
  })
})

describe('T2: a company keeps an admin who can sign in', () => {
  const ban = (who: 'admin' | 'otherAdmin') =>
    `update auth.users set banned_until = now() + interval '1 day' where id = '${idOf(who)}'`

  test('the last one is not deactivated, not even by the service key', async () => {
    const outcomes = await undone(engine, async (tx) => [
      await attempt(tx, ban('otherAdmin')),
      await attempt(tx, ban('admin')),
      await attempt(tx, `update auth.users set banned_until = null where id = '${idOf('otherAdmin')}'`),
      await attempt(tx, ban('admin')),
    ])
    expect(outcomes).toMatchObject([
      { touched: 1 },
      { refused: '42501', because: 'The last admin cannot be deactivated' },
      { touched: 1 },
      { touched: 1 },
    ])
  })

  test('nor demoted by one who was deactivated meanwhile', async () => {
    const demote = `update public.user_roles set role = 'sales' where user_id = '${idOf('admin')}'`
    expect(await tries(engine, 'otherAdmin', demote, ban('otherAdmin'))).toEqual({
      refused: '42501',
      because: 'The last admin cannot be removed',
    })
  })
})

describe("T8: a colleague's private task is not counted", () => {
  const onContact = `update public.tasks set contact_id = '${row.business}', location_id = '${row.location}' where id = '${row.privateTask}'`
  const shared = `update public.tasks set contact_id = '${row.business}', location_id = '${row.location}' where id = '${row.sharedTask}'`

  test('among what a merge would move', async () => {
    const counted = `select thing, count from public.contact_belongings('${row.business}') where thing = 'tasks'`
    expect(await tries(engine, 'admin', counted, onContact)).toEqual({ rows: [], touched: 0 })
    expect(await tries(engine, 'admin', counted, `${onContact}; ${shared}`)).toMatchObject({
      rows: [{ thing: 'tasks', count: 1 }],
    })
  })

  test('among what keeps a location', async () => {
    const remove = `delete from public.locations where id = '${row.location}'`
    expect(await tries(engine, 'admin', remove, onContact)).toEqual({
      refused: '23503',
      because: 'This location is in use: something that others keep to themselves. Give them another location first.',
    })
    expect(await tries(engine, 'admin', remove, `${onContact}; ${shared}`)).toMatchObject({
      because: 'This location is in use: 1 task. Give them another location first.',
    })
  })
})

test('T4: a contact is not put back by hand under the account of another', async () => {
  expect(
    await triesAll(engine, 'account_manager', [
      `delete from public.contacts where user_id = '${idOf('sales')}'`,
      `insert into public.contacts (user_id, name, email) values ('${idOf('sales')}', 'Me', auth.email())`,
    ]),
  ).toMatchObject({ refused: '42501' })
})

test('a statement that touches no rows counts none, on either engine', async () => {
  const { affectedRows } = await engine.transaction((tx) => tx.query('set transaction read only'))
  expect(affectedRows ?? undefined).toBe(affectedRows)
})
