import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  contactFieldLabels,
  type ContactField,
  contactKindOf,
  contactProblems,
  emptyContact,
} from '../../src/shared/domain/people/contact.ts'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, tries, undone } from './act.ts'
import type { Person } from './people.ts'
import { openWorld } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const id = (n: number) => `c2000000-0000-4000-a000-${String(n).padStart(12, '0')}`
const known = `insert into public.contacts (id, type, name, last_name, company, email, phone, vat_number) values
  ('${id(1)}', 'Person', 'Ann', 'Borg', null, 'ann@borg.example', null, null),
  ('${id(2)}', 'Business', 'Bakery', null, 'Bakery Two Ltd', null, '2122 3344', 'MT12345678'),
  ('${id(3)}', 'Business', 'Marsamxett Yachts', null, 'Marsamxett Yachts', null, null, 'MT11112222')`
const quoted = (rows: unknown) => `$rows$${JSON.stringify(rows)}$rows$::jsonb`
const importing = (rows: unknown) =>
  `select line, outcome, contact_id, because from public.import_contacts(${quoted(rows)})`
const person = (line: number, more: Record<string, unknown> = {}) => ({
  line,
  id: id(100 + line),
  choice: 'new',
  type: 'Person',
  name: 'Zoë',
  last_name: `Number ${line}`,
  ...more,
})

const does = (who: Person, sqls: string[], look: string) =>
  undone(engine, async (tx: Queryable) => {
    await tx.exec(known)
    await become(tx, who)
    const outcomes: unknown[] = []
    for (const sql of sqls) {
      const outcome = await attempt(tx, sql)
      outcomes.push('refused' in outcome ? outcome.because : outcome.rows)
    }
    await becomeOwner(tx)
    return { outcomes, found: (await tx.query(look)).rows }
  })

describe('an import of contacts', () => {
  test('adds rows as staff vouch for them, with note, and tells of each', async () => {
    const rows = [
      person(2, { email: 'zoe@zoe.example', payment_terms_days: 30, note: 'Met at the fair' }),
      person(3, { type: 'Business', name: null, last_name: null, company: 'Gallery Ltd', vat_number: 'MT99999999' }),
    ]
    const look = `select c.type, c.name, c.last_name, c.company, c.profile, c.payment_terms_days, n.body
      from public.contacts c left join public.contact_notes n on n.contact_id = c.id
      where c.id in ('${id(102)}', '${id(103)}') order by c.id`
    expect(await does('sales', [importing(rows)], look)).toEqual({
      outcomes: [
        [
          { line: 2, outcome: 'created', contact_id: id(102), because: null },
          { line: 3, outcome: 'created', contact_id: id(103), because: null },
        ],
      ],
      found: [
        {
          type: 'Person',
          name: 'Zoë',
          last_name: 'Number 2',
          company: null,
          profile: 'verified',
          payment_terms_days: 30,
          body: 'Met at the fair',
        },
        {
          type: 'Business',
          name: 'Gallery Ltd',
          last_name: null,
          company: 'Gallery Ltd',
          profile: 'verified',
          payment_terms_days: null,
          body: null,
        },
      ],
    })
  })

  test('sent twice is imported once', async () => {
    const rows = [person(2, { email: 'zoe@zoe.example', note: 'Once' })]
    const look = `select count(*)::int as contacts, (select count(*)::int from public.contact_notes where contact_id = '${id(102)}') as notes
      from public.contacts where email = 'zoe@zoe.example'`
    const { outcomes, found } = await does('sales', [importing(rows), importing(rows)], look)
    expect(outcomes[1]).toEqual(outcomes[0])
    expect(found).toEqual([{ contacts: 1, notes: 1 }])
  })

  test('fills an existing contact with what the row has, and empties nothing', async () => {
    const rows = [
      {
        line: 2,
        id: id(102),
        choice: 'update',
        target: id(2),
        type: 'Business',
        company: 'Bakery Two Ltd',
        email: 'two@bakery.example',
      },
    ]
    const look = `select company, email, phone, vat_number from public.contacts where id = '${id(2)}'`
    expect(await does('sales', [importing(rows)], look)).toEqual({
      outcomes: [[{ line: 2, outcome: 'updated', contact_id: id(2), because: null }]],
      found: [{ company: 'Bakery Two Ltd', email: 'two@bakery.example', phone: '2122 3344', vat_number: 'MT12345678' }],
    })
  })

  test('refuses rows one by one and in words, and takes the rest', async () => {
    const rows = [
      person(2, { email: 'ANN@borg.example' }),
      person(3, { email: 'ANN@borg.example', choice: 'create' }),
      person(4, { email: 'ann@', payment_terms_days: '400' }),
      { line: 5, id: id(105), choice: 'update', target: id(99), type: 'Person', name: 'Zoë' },
      { line: 6, id: id(106), choice: 'update', target: id(1), type: 'Business', company: 'Ann' },
      person(7, { id: 'not an id' }),
      person(8, { choice: 'perhaps' }),
      { line: 9, id: id(109), choice: 'update', target: id(1), type: 'Person', name: 'Ann' },
      { line: 10, id: id(110), choice: 'update', target: id(1), type: 'Person', name: 'Anna' },
    ]
    const { outcomes } = await does('sales', [importing(rows)], 'select 1')
    const refused = (line: number, because: string, contact_id: string | null = null) => ({
      line,
      outcome: 'refused',
      contact_id,
      because,
    })
    expect(outcomes).toEqual([
      [
        refused(2, 'Somebody added this contact meanwhile: Ann Borg'),
        { line: 3, outcome: 'created', contact_id: id(103), because: null },
        refused(4, 'Email: This is not a whole email address; Payment terms (days): A whole number of days, 0 to 365'),
        refused(5, 'The contact to update is not there any more'),
        refused(6, 'The contact to update is not there any more'),
        refused(7, 'This row is not whole'),
        refused(8, 'This row is not whole'),
        { line: 9, outcome: 'updated', contact_id: id(1), because: null },
        refused(10, 'Another row of this step changes the same contact: import this one again', id(1)),
      ],
    ])
  })

  test('cannot give a contact an account or a role', async () => {
    const sneaky = {
      user_id: '00000000-0000-4000-a000-000000000009',
      roles: ['admin'],
      profile: 'rejected',
    }
    const look = `select user_id, roles, profile from public.contacts where id = '${id(102)}'`
    expect((await does('sales', [importing([person(2, sneaky)])], look)).found).toEqual([
      { user_id: null, roles: [], profile: 'verified' },
    ])
  })

  test.each(['accounts', 'team_member', 'client', 'pending'] as const)('is not for %s', async (who) => {
    const { outcomes, found } = await does(
      who,
      [importing([person(2)])],
      `select id from public.contacts where id = '${id(102)}'`,
    )
    expect({ outcomes, found }).toEqual({ outcomes: ['You may not add contacts'], found: [] })
  })

  test('is closed to visitors', async () => {
    expect(await tries(engine, 'visitor', importing([person(2)]))).toMatchObject({ refused: '42501' })
  })

  test('of more than a thousand rows at a time is refused', async () => {
    const rows = Array.from({ length: 1001 }, (_, line) => person(line))
    expect(await tries(engine, 'admin', importing(rows))).toMatchObject({ because: 'At most 1000 rows at a time' })
  })
})

describe('a row that is known already', () => {
  const matching = (rows: unknown, similar = false) =>
    `select line, reason, contact_id from public.match_contacts(${quoted(rows)}, ${similar}) order by line`
  const matched = async (who: Person, rows: unknown, similar = false) => {
    const outcome = await tries(engine, who, matching(rows, similar), known)
    return 'refused' in outcome ? outcome.refused : outcome.rows
  }

  test('is found by VAT number, e-mail and name, among its own kind', async () => {
    const rows = [
      { line: 2, type: 'Business', company: 'Nobody', vat_number: 'mt 1234-5678' },
      { line: 3, type: 'Person', name: 'Nobody', email: ' ANN@borg.example' },
      { line: 4, type: 'Person', name: 'Borg', last_name: 'Ann' },
      { line: 5, type: 'Business', company: 'The Bakkery Two Limited' },
      { line: 6, type: 'Business', company: 'Ann Borg', email: 'ann@borg.example' },
      { line: 7, type: 'Person', name: 'Somebody', last_name: 'New' },
    ]
    expect(await matched('sales', rows)).toEqual([
      { line: 2, reason: 'vat', contact_id: id(2) },
      { line: 3, reason: 'email', contact_id: id(1) },
      { line: 4, reason: 'name', contact_id: id(1) },
      { line: 5, reason: 'name', contact_id: id(2) },
      { line: 6, reason: null, contact_id: null },
      { line: 7, reason: null, contact_id: null },
    ])
  })

  test('is found misspelt where that is asked for', async () => {
    const rows = [{ line: 2, type: 'Business', company: 'Marsamxett Yachtz' }]
    expect(await matched('sales', rows)).toEqual([{ line: 2, reason: null, contact_id: null }])
    expect(await matched('sales', rows, true)).toEqual([{ line: 2, reason: 'alike', contact_id: id(3) }])
    const another = [{ ...rows[0], vat_number: 'MT87654321' }]
    expect(await matched('sales', another, true)).toEqual([{ line: 2, reason: null, contact_id: null }])
  })

  test('is compared by names of three letters and more: shorter ones are alike by chance', async () => {
    const given = `insert into public.contacts (id, type, company) values
      ('${id(4)}', 'Business', 'Kay Kay'), ('${id(5)}', 'Business', 'Ko Ko')`
    const rows = [
      { line: 2, type: 'Business', company: 'Kay' },
      { line: 3, type: 'Business', company: 'Ko' },
    ]
    const outcome = await tries(engine, 'sales', matching(rows, true), given)
    expect(outcome).toMatchObject({
      rows: [
        { line: 2, reason: 'alike', contact_id: id(4) },
        { line: 3, reason: null, contact_id: null },
      ],
    })
  })

  test('is told to nobody who may not see contacts', async () => {
    expect(await matched('client', [{ line: 2, type: 'Person', name: 'Ann', last_name: 'Borg' }])).toEqual([])
  })
})

test.each<[string, Partial<Record<ContactField, string>>]>([
  ['Person', { name: '' }],
  ['Business', { company: ' ' }],
  ['Person', { name: 'x'.repeat(201), last_name: 'x'.repeat(200), city: 'x'.repeat(201) }],
  ['Person', { name: 'Ann', email: 'ann@host', phone: '1 2', mobile: '12-3' }],
  ['Person', { name: 'Ann', email: 'a b@host.example', postcode: 'x'.repeat(21), country: 'x'.repeat(201) }],
  ['Business', { company: 'B', vat_number: 'MT', payment_terms_days: '366' }],
  ['Business', { company: 'B', vat_number: 'MT12345678', payment_terms_days: '1e3' }],
  ['Business', { company: 'B', payment_terms_days: '365', address_line: 'x'.repeat(501) }],
])('form and database say the same about a %s with %o', async (type, values) => {
  const draft = { ...emptyContact, ...values }
  const found = Object.entries(contactProblems(contactKindOf(type), draft))
  const inOrder = Object.entries(contactFieldLabels).flatMap(([field, label]) =>
    found.flatMap(([wrong, words]) => (wrong === field ? [`${label}: ${words}`] : [])),
  )
  const { rows } = await engine.query(`select private.contact_row_problem($1::jsonb) as problem`, [
    JSON.stringify({ type, ...values }),
  ])
  expect(rows).toEqual([{ problem: inOrder.join('; ') || null }])
})
