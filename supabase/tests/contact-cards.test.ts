import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { attempt, become, becomeOwner, tries, undone, type Outcome } from './act.ts'
import { idOf, type Person } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const id = (n: number) => `c0000000-0000-4000-a000-${String(n).padStart(12, '0')}`
const word = (outcome: Outcome) => ('refused' in outcome ? outcome.because : outcome.rows)
const people = `insert into public.contacts (id, type, name, last_name, company, email, phone, vat_number) values
  ('${id(1)}', 'Person', 'Ġorġina', 'Ħaber', null, 'gina@haber.example', '+356 2122 3344', null),
  ('${id(2)}', 'Business', 'Café Żurrieq', null, 'Café Żurrieq Ltd', 'hi@zurrieq.example', null, 'MT12345678'),
  ('${id(3)}', 'Business', 'Cafe Zurieq', null, 'Cafe Zurieq Ltd', null, '2199 9999', null)`

const found = async (text: string, person: Person = 'sales', given = people) => {
  const outcome = await tries(engine, person, `select id from public.search_contacts($t$${text}$t$)`, given)
  return 'refused' in outcome ? outcome.refused : outcome.rows.map((each) => each['id'])
}

describe('the search over contacts', () => {
  test.each([
    ['a name without its accents', 'gorgina', [id(1)]],
    ['capitals and accents', 'ĠORĠINA ĦABER', [id(1)]],
    ['words in another order', 'haber gor', [id(1)]],
    ['an e-mail', 'gina@haber', [id(1)]],
    ['a phone number with other blanks', '2122-3344', [id(1)]],
    ['a company', 'zurrieq ltd', [id(2)]],
    ['a VAT number in small letters', 'mt1234', [id(2)]],
    ['a per cent sign that means itself', '%', []],
    ['an underscore that means itself', 'g_na', []],
    ['a quote', `o'neill`, []],
    ['a statement', `'; drop table public.contacts; --`, []],
  ])('finds by %s', async (_, text, expected) => {
    expect(await found(text)).toEqual(expected)
  })

  test.each(['pending', 'client'] as const)('shows %s people nothing', async (person) => {
    expect(await found('haber', person)).toEqual([])
  })

  test('is closed to visitors', async () => {
    expect(await found('haber', 'visitor')).toBe('42501')
  })

  test('hides archived contacts until they are asked for', async () => {
    const archived = `${people}; update public.contacts set archived_at = now() where id = '${id(1)}'`
    expect(await found('gorgina', 'sales', archived)).toEqual([])
    const asked = `select id from public.search_contacts('gorgina', p_archived => true)`
    expect(await tries(engine, 'sales', asked, archived)).toMatchObject({ rows: [{ id: id(1) }] })
  })

  test('goes on after the last row of a page', async () => {
    const page = `with first as (select * from public.search_contacts('zur', p_limit => 1))
      select next.id from first, lateral public.search_contacts('zur', p_after_value => first.sort_name, p_after_id => first.id) as next`
    expect(await tries(engine, 'sales', page, people)).toMatchObject({ rows: [{ id: id(2) }] })
  })
})

describe('contacts that may be the same', () => {
  const similar = (args: string) => `select id, reason from public.similar_contacts(${args}) order by id`
  test.each([
    ['the same e-mail in capitals', `p_email => 'GINA@haber.example'`, [{ id: id(1), reason: 'email' }]],
    ['the same VAT number with blanks', `p_vat_number => 'mt 1234 5678'`, [{ id: id(2), reason: 'vat' }]],
    [
      'a similar name',
      `p_name => 'Cafe Zurrieq Ltd'`,
      [
        { id: id(2), reason: 'name' },
        { id: id(3), reason: 'name' },
      ],
    ],
    ['nothing alike', `p_name => 'Quarry'`, []],
    ['the contact itself', `p_email => 'gina@haber.example', p_except => '${id(1)}'`, []],
  ])('%s', async (_, args, expected) => {
    expect(word(await tries(engine, 'sales', similar(args), people))).toEqual(expected)
  })

  test('are not told to clients', async () => {
    expect(word(await tries(engine, 'client', similar(`p_email => 'gina@haber.example'`), people))).toEqual([])
  })
})

test.each([
  ['MT84MALT011000012345MTLCAST001S', true],
  ['GB82WEST12345698765432', true],
  ['GB83WEST12345698765432', false],
  ['gb82WEST12345698765432', false],
  ['GB82 WEST 1234 5698 7654 32', false],
  ['', false],
])('the IBAN %s: %s', async (iban, right) => {
  const { rows } = await engine.query(`select private.is_iban($1) as right`, [iban])
  expect(rows).toEqual([{ right }])
})

test('a bank account with a wrong IBAN is refused', async () => {
  const sql = `insert into public.contact_bank_accounts (contact_id, holder, iban) values ('${row.business}', 'Bakery', 'GB83WEST12345698765432')`
  expect(await tries(engine, 'accounts', sql)).toMatchObject({ refused: '23514' })
})

describe('on stop', () => {
  const stop = (reason: string) => `select public.set_contact_on_stop('${row.business}', true, '${reason}')`

  test('puts the sign up and writes down why', async () => {
    const kept = await undone(engine, async (tx) => {
      await become(tx, 'accounts')
      await attempt(tx, stop(' Owes 90 days '))
      await becomeOwner(tx)
      return (
        await tx.query(`select c.on_stop, n.kind, n.body from public.contacts c
        join public.contact_notes n on n.contact_id = c.id where c.id = '${row.business}'`)
      ).rows
    })
    expect(kept).toEqual([{ on_stop: true, kind: 'stop', body: 'Owes 90 days' }])
  })

  test('needs a reason', async () => {
    expect(word(await tries(engine, 'accounts', stop(' ')))).toBe('Please say why')
  })

  test('is not for those who may only look', async () => {
    expect(word(await tries(engine, 'team_member', stop('Because')))).toBe('You may not change this contact')
  })
})

describe('registering a client', () => {
  const register = `select public.register_client('{"company":"Bakery Two","payment_terms_days":30,"state":"TX"}',
    '{"name":"Ann","last_name":"Camilleri"}', '{"label":"Shop","postcode":"78704","state":"TX"}')`

  test('makes the business, its person and its site together', async () => {
    const made = await undone(engine, async (tx) => {
      await become(tx, 'sales')
      await attempt(tx, register)
      return (
        await tx.query(`select b.company, b.type, b.payment_terms_days, b.state, p.name, r.relation, l.label,
          l.postcode, l.state as site_state
        from public.contacts b join public.contact_relations r on r.related_contact_id = b.id
        join public.contacts p on p.id = r.contact_id join public.locations l on l.business_id = b.id
        where b.company = 'Bakery Two'`)
      ).rows
    })
    expect(made).toEqual([
      {
        company: 'Bakery Two',
        type: 'Business',
        payment_terms_days: 30,
        state: 'TX',
        name: 'Ann',
        relation: 'works_for',
        label: 'Shop',
        postcode: '78704',
        site_state: 'TX',
      },
    ])
  })

  test('is not for those who may not add contacts', async () => {
    expect(await tries(engine, 'accounts', register)).toMatchObject({ refused: '42501' })
  })
})

describe('merging two contacts', () => {
  const [keep, gone] = [id(2), id(3)]
  const merge = `select public.merge_contacts('${keep}', '${gone}')`
  const hanging = `${people};
    insert into public.locations (label, business_id) values ('Yard', '${gone}');
    insert into public.quotations (quotation_number, contact_id) values ('Q-gone', '${gone}');
    insert into public.deliveries (delivery_number, contact_id, project_title) values ('D-gone', '${gone}', 'Sign');
    insert into public.tasks (title, contact_id) values ('Ring them', '${gone}');
    insert into public.contact_relations (contact_id, related_contact_id, relation) values
      ('${id(1)}', '${gone}', 'owner'), ('${id(1)}', '${keep}', 'owner'), ('${gone}', '${keep}', 'branch_of');
    insert into public.contact_bank_accounts (contact_id, holder, iban, is_default) values
      ('${gone}', 'Cafe', 'GB82WEST12345698765432', true), ('${keep}', 'Cafe', 'GB82WEST12345698765432', true);
    insert into public.contact_notes (contact_id, body) values ('${gone}', 'Likes blue')`

  test('loses nothing that hangs on them', async () => {
    const after = await undone(engine, async (tx) => {
      await tx.exec(hanging)
      await become(tx, 'account_manager')
      const outcome = await attempt(tx, merge)
      if ('refused' in outcome) throw new Error(outcome.because)
      await becomeOwner(tx)
      return (
        await tx.query(`select
        (select count(*)::int from public.contacts where id = '${gone}') as gone,
        (select phone from public.contacts where id = '${keep}') as phone,
        (select email from public.contacts where id = '${keep}') as email,
        (select count(*)::int from public.locations where business_id = '${keep}') as sites,
        (select count(*)::int from public.quotations where contact_id = '${keep}') as quotations,
        (select count(*)::int from public.deliveries where contact_id = '${keep}') as deliveries,
        (select count(*)::int from public.tasks where contact_id = '${keep}') as tasks,
        (select count(*)::int from public.contact_relations where '${keep}' in (contact_id, related_contact_id)) as relations,
        (select count(*)::int from public.contact_bank_accounts where contact_id = '${keep}') as accounts,
        (select array_agg(kind order by kind) from public.contact_notes where contact_id = '${keep}') as notes`)
      ).rows
    })
    expect(after).toEqual([
      {
        gone: 0,
        phone: '2199 9999',
        email: 'hi@zurrieq.example',
        sites: 1,
        quotations: 1,
        deliveries: 1,
        tasks: 1,
        relations: 1,
        accounts: 1,
        notes: ['merge', 'note'],
      },
    ])
  })

  test.each([
    ['somebody who may not delete contacts', 'sales', merge, 'You may not merge contacts'],
    [
      'a contact with itself',
      'admin',
      `select public.merge_contacts('${keep}', '${keep}')`,
      'These are one and the same contact',
    ],
    [
      'a person with a business',
      'admin',
      `select public.merge_contacts('${keep}', '${id(1)}')`,
      'A person and a business cannot become one contact',
    ],
    [
      'a contact that is gone',
      'admin',
      `select public.merge_contacts('${keep}', '${id(9)}')`,
      'One of the two contacts is not there any more',
    ],
    [
      'away an account',
      'admin',
      `select public.merge_contacts('${id(1)}', '${row.clientContact}')`,
      'The contact that goes has an account: keep that one instead',
    ],
  ] as const)('refuses: %s', async (_, person, sql, because) => {
    expect(word(await tries(engine, person, sql, people))).toBe(because)
  })
})

test('the story of a contact tells each what they may see', async () => {
  const story = `select kind from public.contact_timeline('${row.business}') order by kind`
  const given = `insert into public.contact_notes (contact_id, body) values ('${row.business}', 'Rings on Mondays');
    insert into public.quotations (quotation_number, contact_id) values ('Q-9', '${row.business}')`
  const kinds = async (person: Person) => {
    const outcome = await tries(engine, person, story, given)
    return 'refused' in outcome ? outcome.refused : outcome.rows.map((each) => each['kind'])
  }
  expect(await kinds('sales')).toEqual(['created', 'note', 'quotation', 'site'])
  expect(await kinds('team_member')).toEqual(['created', 'note', 'site'])
  expect(await kinds('client')).toEqual([])
})

describe('the pages of a story', () => {
  const given = `insert into public.contact_notes (contact_id, body, created_at)
    select '${row.business}', 'Note ' || n, '2030-01-01'::timestamptz + (n / 3) * interval '1 hour' from generate_series(1, 250) as n`
  const page = (more: string) => `select * from public.contact_timeline('${row.business}', ${more})`

  test('hold every item once, also those of one moment', async () => {
    const bodies = await undone(engine, async (tx) => {
      await tx.exec(given)
      await become(tx, 'sales')
      const seen: unknown[] = []
      for (let before = ''; ;) {
        const { rows } = await tx.query<{ at: string; id: string; title: string }>(
          page(`p_kinds => '{note}', p_limit => 40${before}`),
        )
        seen.push(...rows.map(({ title }) => title))
        const last = rows.at(-1)
        if (rows.length < 40 || !last) return seen
        before = `, p_before => '${last.at}', p_before_id => '${last.id}'`
      }
    })
    expect(new Set(bodies)).toEqual(new Set(Array.from({ length: 250 }, (_, n) => `Note ${n + 1}`)))
    expect(bodies).toHaveLength(250)
  })

  test('tell a relation from the side of the contact, with the way to the other', async () => {
    const related = `insert into public.contact_relations (contact_id, related_contact_id, relation)
      values ('${row.clientContact}', '${row.business}', 'works_for')`
    const sql = `select kind, detail, other_id, other_type from public.contact_timeline('${row.business}', p_kinds => '{relation,relation_back}')`
    expect(word(await tries(engine, 'sales', sql, related))).toEqual([
      { kind: 'relation_back', detail: 'works_for', other_id: row.clientContact, other_type: 'Person' },
    ])
  })
})

test('a note that its writer mends says so, and stays where and when it was written', async () => {
  const given = `insert into public.contact_notes (id, contact_id, body, author_id, created_at)
    values ('${id(50)}', '${row.business}', 'Rings on Mundays', '${idOf('sales')}', '2026-01-01')`
  const mend = `update public.contact_notes set body = 'Rings on Mondays' where id = '${id(50)}'
    returning body, created_at::date::text as written, edited_at is not null as edited`
  expect(word(await tries(engine, 'sales', mend, given))).toEqual([
    { body: 'Rings on Mondays', written: '2026-01-01', edited: true },
  ])
  const move = `update public.contact_notes set contact_id = '${row.clientContact}' where id = '${id(50)}'`
  expect(await tries(engine, 'sales', move, given)).toMatchObject({ refused: '42501' })
})

test('one bank account is the default, the one that was chosen last', async () => {
  const given = `insert into public.contact_bank_accounts (id, contact_id, holder, iban, is_default) values
    ('${id(60)}', '${row.business}', 'Old', 'GB82WEST12345698765432', true),
    ('${id(61)}', '${row.business}', 'New', 'MT84MALT011000012345MTLCAST001S', false)`
  const choose = `select public.set_default_bank_account('${id(61)}')`
  const holders = await undone(engine, async (tx) => {
    await tx.exec(given)
    await become(tx, 'accounts')
    await attempt(tx, choose)
    await becomeOwner(tx)
    return (await tx.query(`select holder from public.contact_bank_accounts where is_default`)).rows
  })
  expect(holders).toEqual([{ holder: 'New' }])
  expect(word(await tries(engine, 'team_member', choose, given))).toBe('You may not change this bank account')
})

test('a saved contact counts its versions, and nobody sets the count', async () => {
  const sql = `update public.contacts set phone = '1', row_version = 70 where id = '${row.business}' returning row_version`
  expect(await tries(engine, 'sales', sql)).toMatchObject({ rows: [{ row_version: 2 }] })
})
