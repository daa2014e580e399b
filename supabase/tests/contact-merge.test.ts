import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, tries, undone, type Outcome } from './act.ts'
import { idOf, type Person } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const id = (n: number) => `c1000000-0000-4000-a000-${String(n).padStart(12, '0')}`
const word = (outcome: Outcome) => ('refused' in outcome ? outcome.because : outcome.rows)
const businesses = `insert into public.contacts (id, type, name, company, email, phone, vat_number, created_at) values
  ('${id(1)}', 'Business', 'Zurrieq Café', 'Żurrieq Café Ltd', 'hi@zurrieq.example', null, 'MT12345678', '2026-01-02'),
  ('${id(2)}', 'Business', 'Cafe Zurieq', 'Cafe Zurieq', 'old@zurrieq.example', '2199 9999', null, '2025-03-04'),
  ('${id(3)}', 'Business', 'Bakery Three', 'Bakery Three', 'three@bakery.example', null, null, '2025-03-04')`

/** The result of `look` for the database's owner after that person's statement. */
const after = (person: Person, sql: string, look: string, given = businesses) =>
  undone(engine, async (tx: Queryable) => {
    await tx.exec(given)
    await become(tx, person)
    const outcome = await attempt(tx, sql)
    if ('refused' in outcome) throw new Error(outcome.because)
    await becomeOwner(tx)
    return (await tx.query(look)).rows
  })

describe('a merge of two contacts', () => {
  const values = JSON.stringify({ email: 'old@zurrieq.example', company: 'Café Żurrieq Ltd' })
  const merge = `select public.merge_contacts('${id(1)}', '${id(2)}', '${values}', 1, 1)`

  test('takes each field as chosen, and the others from whichever card has them', async () => {
    const look = `select company, email, phone, vat_number, created_at::date::text as since from public.contacts where id = '${id(1)}'`
    expect(await after('account_manager', merge, look)).toEqual([
      {
        company: 'Café Żurrieq Ltd',
        email: 'old@zurrieq.example',
        phone: '2199 9999',
        vat_number: 'MT12345678',
        since: '2025-03-04',
      },
    ])
  })

  test('writes into a note what was not kept', async () => {
    const look = `select body, author_id from public.contact_notes where contact_id = '${id(1)}' and kind = 'merge'`
    expect(await after('account_manager', merge, look)).toEqual([
      {
        body:
          'Merged with Cafe Zurieq, old@zurrieq.example, 2199 9999\n' +
          'Not kept: company Cafe Zurieq, company Żurrieq Café Ltd, email hi@zurrieq.example',
        author_id: idOf('account_manager'),
      },
    ])
  })

  test('stands in the trail of both', async () => {
    const look = `select record_id, changed from public.audit_logs
      where changed ?| array['merged_with', 'merged_into'] order by id`
    expect(await after('account_manager', merge, look)).toEqual([
      { record_id: id(1), changed: { merged_with: [null, `Cafe Zurieq · ${id(2)}`] } },
      { record_id: id(2), changed: { merged_into: [null, `Żurrieq Café Ltd · ${id(1)}`] } },
    ])
  })

  test('leads the old id to the new one, also when that is merged once more', async () => {
    const twice = `select public.merge_contacts('${id(1)}', '${id(2)}'), public.merge_contacts('${id(3)}', '${id(1)}')`
    const look = `select id, kept_id, merged_by from public.merged_contacts order by id`
    const me = idOf('account_manager')
    expect(await after('account_manager', twice, look)).toEqual([
      { id: id(1), kept_id: id(3), merged_by: me },
      { id: id(2), kept_id: id(3), merged_by: me },
    ])
  })

  test('keeps what people said about the one that goes: it is not that third one', async () => {
    const given = `${businesses}; insert into public.distinct_contacts (contact_id, other_id) values ('${id(2)}', '${id(3)}')`
    const look = `select contact_id, other_id from public.distinct_contacts`
    expect(await after('admin', merge, look, given)).toEqual([{ contact_id: id(1), other_id: id(3) }])
  })

  test('leaves one default where both had one', async () => {
    const given = `${businesses}; insert into public.contact_bank_accounts (contact_id, holder, iban, is_default) values
      ('${id(1)}', 'Kept', 'GB82WEST12345698765432', true), ('${id(2)}', 'Gone', 'MT84MALT011000012345MTLCAST001S', true)`
    const look = `select holder, is_default from public.contact_bank_accounts where contact_id = '${id(1)}' order by holder`
    expect(await after('admin', merge, look, given)).toEqual([
      { holder: 'Gone', is_default: false },
      { holder: 'Kept', is_default: true },
    ])
  })

  test.each([
    [
      'a card that changed since it was looked at',
      `select public.merge_contacts('${id(1)}', '${id(2)}', '{}', 1, 7)`,
      'Somebody changed one of the two contacts meanwhile: please look again',
    ],
    [
      'two accounts',
      `select public.merge_contacts('${row.clientContact}', '${row.otherClientContact}')`,
      'Both contacts have an account: they are two people',
    ],
  ])('refuses %s', async (_, sql, because) => {
    expect(word(await tries(engine, 'admin', sql, businesses))).toBe(because)
  })

  test('never changes what belongs to an account: role, owner, approval', async () => {
    const sneaky = JSON.stringify({ user_id: idOf('admin'), roles: ['admin'], profile: 'rejected', on_stop: true })
    const sql = `select public.merge_contacts('${id(1)}', '${id(2)}', '${sneaky}')`
    const look = `select user_id, roles, profile, on_stop from public.contacts where id = '${id(1)}'`
    expect(await after('account_manager', sql, look)).toEqual([
      { user_id: null, roles: [], profile: 'pending_verification', on_stop: false },
    ])
  })

  const intoAnAccount = `select public.merge_contacts('${row.clientContact}', '${id(4)}', '{"email": "caught@example.com"}')`
  const person = `${businesses};
    insert into public.contacts (id, type, name) values ('${id(4)}', 'Person', 'Somebody');
    insert into public.contacts (id, type, name) values ('${id(5)}', 'Person', 'Somebody else')`

  test('into a card with an account is for holders of manage_user_roles: it rewrites how somebody is reached', async () => {
    expect(word(await tries(engine, 'account_manager', intoAnAccount, person))).toBe(
      'The card that stays belongs to an account: only its owner and who manages users change it',
    )
    expect(
      await after(
        'admin',
        intoAnAccount,
        `select email from public.contacts where id = '${row.clientContact}'`,
        person,
      ),
    ).toEqual([{ email: 'caught@example.com' }])
  })

  test('into the own card is for everybody who may merge', async () => {
    const own = `select public.merge_contacts((select id from public.contacts where user_id = auth.uid()), '${id(4)}')`
    expect(word(await tries(engine, 'account_manager', own, person))).toEqual([{ merge_contacts: '' }])
  })

  test.each(['sales', 'accounts', 'team_member', 'client', 'pending'] as const)('is not for %s', async (person) => {
    expect(word(await tries(engine, person, merge, businesses))).toBe('You may not merge contacts')
  })
})

test('what hangs on a contact is told by kind to those who may merge', async () => {
  const given = `${businesses};
    insert into public.locations (label, business_id) values ('Yard', '${id(2)}'), ('Shop', '${id(2)}');
    insert into public.contact_notes (contact_id, body) values ('${id(2)}', 'Likes blue');
    insert into public.contact_relations (contact_id, related_contact_id, relation) values
      ('${row.clientContact}', '${id(2)}', 'owner'), ('${id(2)}', '${id(1)}', 'branch_of')`
  const sql = `select * from public.contact_belongings('${id(2)}')`
  expect(word(await tries(engine, 'account_manager', sql, given))).toEqual([
    { thing: 'contact_notes', count: 1 },
    { thing: 'contact_relations', count: 2 },
    { thing: 'locations', count: 2 },
  ])
  expect(word(await tries(engine, 'sales', sql, given))).toEqual([])
})

describe('the list of duplicates', () => {
  const people = `${businesses}; insert into public.contacts (id, type, name, last_name, email, archived_at) values
    ('${id(4)}', 'Person', 'Maria', 'Borg', 'maria@borg.example', null),
    ('${id(5)}', 'Person', 'Borg', 'Maria', null, null),
    ('${id(6)}', 'Person', 'Carmen', 'Fenech', 'MARIA@borg.example ', null),
    ('${id(7)}', 'Business', 'Maria Borg', null, 'maria@borg.example', null),
    ('${id(8)}', 'Person', 'Maria', 'Borg', 'maria@borg.example', now())`
  const pairs = async (person: Person, given = people) => {
    const outcome = await tries(
      engine,
      person,
      `select one_id, other_id, reasons from public.duplicate_contacts()`,
      given,
    )
    return 'refused' in outcome ? outcome.refused : outcome.rows
  }
  const byEmail = { one_id: id(4), other_id: id(6), reasons: ['email'] }

  test('pairs equal e-mails and names in another order or spelling, of one kind, not archived', async () => {
    expect(await pairs('sales')).toEqual([
      byEmail,
      { one_id: id(4), other_id: id(5), reasons: ['name'] },
      { one_id: id(1), other_id: id(2), reasons: ['name'] },
    ])
  })

  test('leaves out pairs that are two', async () => {
    const said = `${people}; insert into public.distinct_contacts (contact_id, other_id) values ('${id(4)}', '${id(6)}')`
    expect(await pairs('sales', said)).not.toContainEqual(byEmail)
  })

  test.each(['client', 'pending'] as const)('is empty for %s', async (person) => {
    expect(await pairs(person)).toEqual([])
  })

  test('knows on a card that a pair is two', async () => {
    const said = `${people}; insert into public.distinct_contacts (contact_id, other_id) values ('${id(4)}', '${id(6)}')`
    const sql = `select id, is_distinct from public.similar_contacts(p_email => 'maria@borg.example', p_except => '${id(6)}')
      where id in ('${id(4)}', '${id(7)}') order by id`
    expect(word(await tries(engine, 'sales', sql, said))).toEqual([
      { id: id(4), is_distinct: true },
      { id: id(7), is_distinct: false },
    ])
  })
})

test.each([
  ['żurrieq café ltd', 'cafe zurieq'],
  ['the  borg & sons co.', 'sons borg'],
  [`o'neill signs`, 'signs oneill'],
])('%s and %s have one key', async (one, other) => {
  const { rows } = await engine.query(
    `select private.contact_name_key(private.folded($1)) = private.contact_name_key(private.folded($2)) as same`,
    [one, other],
  )
  expect(rows).toEqual([{ same: true }])
})

test('a doubled digit makes another name', async () => {
  const sql = `select private.contact_name_key('studio 11') as eleven, private.contact_name_key('studio 1') as one`
  expect((await engine.query(sql)).rows).toEqual([{ eleven: '11 studio', one: '1 studio' }])
})
