import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { attempt, become, becomeOwner, tries, undone, type Outcome } from './act.ts'
import type { Person } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const id = (n: number) => `c5000000-0000-4000-a000-${String(n).padStart(12, '0')}`
const word = (outcome: Outcome) => ('refused' in outcome ? outcome.because : outcome.rows)
/** The result of `look` for the database's owner after that person's statements. */
const after = (person: Person, sqls: string[], look: string, given?: string) =>
  undone(engine, async (tx) => {
    if (given) await tx.exec(given)
    await become(tx, person)
    for (const sql of sqls) {
      const outcome = await attempt(tx, sql)
      if ('refused' in outcome) throw new Error(outcome.because)
    }
    await becomeOwner(tx)
    return (await tx.query(look)).rows
  })

describe('the on-stop sign', () => {
  test.each([
    ['put up without a word', `update public.contacts set on_stop = true where id = '${row.business}'`],
    [
      'brought along by a new contact',
      `insert into public.contacts (type, company, on_stop) values ('Business', 'X', true)`,
    ],
  ])('is not %s', async (_, sql) => {
    expect(word(await tries(engine, 'account_manager', sql))).toBe(
      'Please say why: the sign and its reason are one step',
    )
  })

  test('is not said to be up by a note that somebody writes', async () => {
    const sql = `insert into public.contact_notes (contact_id, kind, body) values ('${row.business}', 'stop', 'Owes')`
    expect(await tries(engine, 'account_manager', sql)).toMatchObject({ refused: '42501' })
  })

  test('of a contact that is gone is refused in words', async () => {
    const sql = `select public.set_contact_on_stop('${id(9)}', true, 'Owes')`
    expect(word(await tries(engine, 'accounts', sql))).toBe('This contact is not there any more')
  })
})

describe('a file that says who is on stop', () => {
  const known = `insert into public.contacts (id, type, company, on_stop) values
    ('${id(1)}', 'Business', 'Known Ltd', false), ('${id(2)}', 'Business', 'Stopped Ltd', true)`
  const base = { type: 'Business', choice: 'new', on_stop: false }
  const importing = (...rows: object[]) =>
    `select * from public.import_contacts($rows$${JSON.stringify(rows)}$rows$::jsonb)`
  const look = `select c.company, c.on_stop, n.kind, n.body from public.contacts c
    left join public.contact_notes n on n.contact_id = c.id where c.id::text like 'c5000000%' order by c.id`

  test('puts them on stop with a reason, and releases nobody', async () => {
    const file = importing(
      { ...base, line: 2, id: id(3), company: 'New Ltd', on_stop: true },
      { ...base, line: 3, id: id(4), company: 'Fine Ltd' },
      { ...base, line: 4, id: id(5), choice: 'update', target: id(1), company: 'Known Ltd', on_stop: true },
      { ...base, line: 5, id: id(6), choice: 'update', target: id(2), company: 'Stopped Ltd' },
    )
    const why = { on_stop: true, kind: 'stop', body: 'On stop in the imported file' }
    expect(await after('account_manager', [file], look, known)).toEqual([
      { company: 'Known Ltd', ...why },
      { company: 'Stopped Ltd', on_stop: true, kind: null, body: null },
      { company: 'New Ltd', ...why },
      { company: 'Fine Ltd', on_stop: false, kind: null, body: null },
    ])
  })

  test('imported twice puts them on stop once', async () => {
    const file = importing({ ...base, line: 2, id: id(3), company: 'New Ltd', on_stop: true })
    expect(await after('sales', [file, file], look)).toHaveLength(1)
  })

  test('is refused as a whole to whoever may add contacts but not change them', async () => {
    const rights = `update public.page_permissions set can_edit = false where role = 'sales' and page_name = 'contacts'`
    const file = importing({ ...base, line: 2, id: id(3), company: 'New Ltd', on_stop: true })
    expect(word(await tries(engine, 'sales', file, rights))).toBe('You may not put contacts on stop')
    const harmless = importing({ ...base, line: 2, id: id(3), company: 'New Ltd' })
    expect(word(await tries(engine, 'sales', harmless, rights))).toEqual([
      { line: 2, outcome: 'created', contact_id: id(3), because: null },
    ])
  })
})

test('as many rows are matched at a time as are imported', async () => {
  const sql = (count: number) => `select count(*)::int as rows from public.match_contacts(
    (select jsonb_agg(jsonb_build_object('line', n, 'type', 'Person', 'name', 'A ' || n)) from generate_series(1, ${count}) n))`
  expect(word(await tries(engine, 'sales', sql(1000)))).toEqual([{ rows: 1000 }])
  expect(word(await tries(engine, 'sales', sql(1001)))).toBe('At most 1000 rows at a time')
})

test('the trail calls locations and credit applications by the names of their contacts', async () => {
  const rows = await after(
    'account_manager',
    [
      `update public.locations set label = 'Back door' where id = '${row.location}'`,
      `insert into public.credit_applications (contact_id) values ('${row.business}')`,
    ],
    `select table_name, record_label from public.audit_logs where table_name in ('locations', 'credit_applications')
      order by id desc limit 2`,
  )
  const { rows: named } = await engine.query(
    `select private.label_of('${row.business}') as name, private.label_of('${row.location}') as place`,
  )
  const name = String(named[0]?.['name'])
  expect(rows).toEqual([
    { table_name: 'credit_applications', record_label: name },
    { table_name: 'locations', record_label: `Back door · ${name}` },
  ])
  expect(named[0]?.['place']).not.toBeNull()
})

describe('the story of a contact', () => {
  const given = `insert into public.credit_applications (contact_id) values ('${row.business}');
    insert into public.contact_bank_accounts (contact_id, holder, iban) values ('${row.business}', 'Bakery', 'GB82WEST12345698765432')`
  const sql = `select kind, title, detail from public.contact_timeline('${row.business}', '{credit,bank}') order by kind`

  test('tells of credit and of bank accounts, of these the last signs only', async () => {
    expect(word(await tries(engine, 'accounts', sql, given))).toEqual([
      { kind: 'bank', title: 'Bakery', detail: '… 5432' },
      { kind: 'credit', title: 'Credit application', detail: 'draft' },
    ])
  })

  test('tells neither to those who may only look', async () => {
    expect(word(await tries(engine, 'team_member', sql, given))).toEqual([])
  })
})
