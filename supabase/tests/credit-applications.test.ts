import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, type Outcome, tries, undone } from './act.ts'
import { idOf, type Person } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const application = 'e0000000-0000-4000-a000-000000000001'
const references = `'[{"company": "Quarry Ltd"}, {"company": "Paint & Co"}]'`
const whole = `insert into public.credit_applications
  (id, contact_id, requested_limit, terms_days, trade_refs, consent, signed_name, created_by) values
  ('${application}', '${row.business}', 5000, 30, ${references}, true, 'Ġorġ Abela', '${idOf('sales')}')`
const change = (what: string) => `${whole}; update public.credit_applications set ${what} where id = '${application}'`
const waiting = change(`status = 'submitted', submitted_at = now()`)

const submit = `select public.submit_credit_application('${application}')`
const approve = (limit = '4000', days = '14') =>
  `select public.approve_credit_application('${application}', ${limit}, ${days}, 'Pays well elsewhere')`
const decline = `select public.decline_credit_application('${application}', 'Two references owe money')`
const giveBack = `select public.return_credit_application('${application}', 'The second reference has no phone')`
const withdraw = `select public.withdraw_credit_application('${application}', 'They pay at once')`

const words = (outcome: Outcome) => ('refused' in outcome ? outcome.because : outcome.rows)

/** An application and its contact after a person's steps. */
const after = (person: Person, given: string, ...steps: string[]) =>
  undone(engine, async (tx) => {
    await tx.exec(given)
    await become(tx, person)
    const outcomes: Outcome[] = []
    for (const step of steps) outcomes.push(await attempt(tx, step))
    await becomeOwner(tx)
    return { outcomes, ...(await looks(tx)) }
  })

async function looks(tx: Queryable) {
  const { rows } = await tx.query<{ status: string; story: string }>(
    `select a.status, (select string_agg(e.kind || coalesce(' ' || e.actor_label, '') || coalesce(': ' || e.note, ''), ' | ' order by e.id)
        from public.credit_application_events e where e.application_id = a.id) as story
      from public.credit_applications a where a.id = '${application}'`,
  )
  const { rows: contacts } = await tx.query<{ credit: string | null; days: number | null }>(
    `select credit_limit::text as credit, payment_terms_days as days from public.contacts where id = '${row.business}'`,
  )
  return { ...rows[0], ...contacts[0] }
}

describe('from asking to the decision', () => {
  test('sales fills it in and submits it', async () => {
    expect(await after('sales', whole, submit)).toMatchObject({
      status: 'submitted',
      story: 'created sales | submitted sales',
    })
  })

  test('accounts approve less than was asked: the contact has the limit and the terms at once', async () => {
    expect(await after('accounts', waiting, approve())).toMatchObject({
      status: 'approved',
      story: 'created sales | submitted | approved accounts: Pays well elsewhere',
      credit: '4000',
      days: 14,
    })
  })

  test('a refusal has its reason and changes nothing of the contact', async () => {
    expect(await after('accounts', waiting, decline)).toMatchObject({
      status: 'declined',
      story: 'created sales | submitted | declined accounts: Two references owe money',
      credit: null,
      days: null,
    })
  })

  test('what is sent back can be filled in and submitted again', async () => {
    expect(await after('account_manager', waiting, giveBack, submit)).toMatchObject({
      status: 'submitted',
      story:
        'created sales | submitted | returned account_manager: The second reference has no phone | submitted account_manager',
    })
  })

  test('a withdrawn one leaves room for another', async () => {
    const another = `insert into public.credit_applications (contact_id) values ('${row.business}') returning status`
    const { outcomes, status } = await after('sales', waiting, another, withdraw, another)
    expect(status).toBe('withdrawn')
    expect(outcomes.map((outcome) => ('refused' in outcome ? outcome.refused : outcome.rows))).toMatchObject([
      '23505',
      [{}],
      [{ status: 'draft' }],
    ])
  })

  test('the decision stands on the timeline of the contact', async () => {
    const outcome = await undone(engine, async (tx) => {
      await tx.exec(waiting)
      await become(tx, 'accounts')
      await tx.query(approve('1234567.5', '60'))
      return attempt(tx, `select body from public.contact_notes where contact_id = '${row.business}'`)
    })
    expect(words(outcome)).toEqual([{ body: 'Credit of €1,234,567.50 at 60 days approved' }])
  })
})

describe('what is not possible is refused in words', () => {
  test.each<[string, Person, string, string, string]>([
    ['sales cannot approve', 'sales', waiting, approve(), 'You may not approve credit applications'],
    ['sales cannot refuse', 'sales', waiting, decline, 'You may not decline credit applications'],
    ['the workshop cannot submit', 'team_member', whole, submit, 'You may not submit credit applications'],
    ['a draft cannot be approved', 'accounts', whole, approve(), 'This application is a draft by now'],
    [
      'nothing is decided twice',
      'admin',
      change(`status = 'declined', submitted_at = now(), decided_at = now(), status_note = 'No'`),
      approve(),
      'This application is declined by now',
    ],
    [
      'a refusal needs its reason',
      'accounts',
      waiting,
      decline.replace('Two references owe money', '  '),
      'Please say why',
    ],
    [
      'a limit has two decimals',
      'accounts',
      waiting,
      approve('100.005'),
      'Please enter the limit as an amount above zero with two decimals',
    ],
    [
      'a limit is above zero',
      'accounts',
      waiting,
      approve('0'),
      'Please enter the limit as an amount above zero with two decimals',
    ],
    [
      'terms end somewhere',
      'accounts',
      waiting,
      approve('100', '366'),
      'Please enter the payment terms as 0 to 365 days',
    ],
    [
      'a contact on stop gets no credit',
      'accounts',
      `${waiting}; update public.contacts set on_stop = true where id = '${row.business}'`,
      approve(),
      'This contact is on stop: release it before giving credit',
    ],
    [
      'one reference is not enough',
      'sales',
      change(`trade_refs = '[{"company": "Quarry Ltd"}]'`),
      submit,
      'Please give two trade references',
    ],
    [
      'nobody signed',
      'sales',
      change(`signed_name = ' '`),
      submit,
      'Please have it signed: the name and the consent are missing',
    ],
    [
      'no consent',
      'sales',
      change(`consent = false`),
      submit,
      'Please have it signed: the name and the consent are missing',
    ],
    [
      'no limit was asked',
      'sales',
      change(`requested_limit = null`),
      submit,
      'Please enter the limit asked for and the payment terms',
    ],
    ['an application that is gone', 'sales', '', submit, 'This application is not there any more'],
  ])('%s', async (_, person, given, step, because) => {
    expect(words(await tries(engine, person, step, given))).toBe(because)
  })

  test('visitors, newcomers and clients have no steps at all', async () => {
    for (const person of ['visitor', 'newcomer', 'pending', 'client'] as const)
      expect(await tries(engine, person, approve(), waiting)).toMatchObject({ refused: '42501' })
  })
})

describe('the limit of a contact', () => {
  test.each(['sales', 'accounts', 'admin'] as const)('is not typed in by %s', async (person) => {
    const because = 'The credit limit follows from an approved credit application'
    const typed = `update public.contacts set credit_limit = 1000 where id = '${row.business}'`
    const born = `insert into public.contacts (type, company, credit_limit) values ('Business', 'Rich Ltd', 1000)`
    expect(words(await tries(engine, person, typed))).toBe(because)
    if (person !== 'accounts') expect(words(await tries(engine, person, born))).toBe(because)
  })

  test('goes with the application when two contacts become one, and the second open one is withdrawn', async () => {
    const duplicate = 'e0000000-0000-4000-a000-000000000009'
    const given = `insert into public.contacts (id, type, company) values ('${duplicate}', 'Business', 'Bakery Limited');
      insert into public.credit_applications (contact_id) values ('${row.business}'), ('${duplicate}');
      insert into public.credit_applications (contact_id, status, requested_limit, terms_days, submitted_at, decided_at,
        granted_limit, granted_days) values ('${duplicate}', 'approved', 900, 30, now(), now(), 800, 30)`
    const merged = await undone(engine, async (tx) => {
      await tx.exec(given)
      await become(tx, 'account_manager')
      await tx.query(`select public.merge_contacts('${row.business}', '${duplicate}')`)
      return attempt(
        tx,
        `select status, c.credit_limit::text as credit from public.credit_applications a
           join public.contacts c on c.id = a.contact_id where c.id = '${row.business}' order by status`,
      )
    })
    expect(words(merged)).toEqual([
      { status: 'approved', credit: '800' },
      { status: 'draft', credit: '800' },
      { status: 'withdrawn', credit: '800' },
    ])
  })
})

describe('the story', () => {
  test.each([
    [`update public.credit_application_events set note = 'Something else'`],
    [`delete from public.credit_application_events`],
    [`truncate public.credit_application_events`],
  ])('only grows, for the owner of the database too: %s', async (sql) => {
    const outcome = await undone(engine, async (tx) => {
      await tx.exec(waiting)
      return attempt(tx, sql)
    })
    expect(words(outcome)).toBe('credit_application_events only grows: nothing in it changes')
  })

  test('tells of every save of a draft', async () => {
    const save = `update public.credit_applications set requested_limit = 7000 where id = '${application}'`
    expect(await after('sales', whole, save)).toMatchObject({ story: 'created sales | changed sales' })
  })
})

test('lists that are no lists, and amounts that are no money, are refused', async () => {
  for (const wrong of [`directors = '{}'`, `trade_refs = '["Quarry"]'`, `requested_limit = 1.005`, `terms_days = 400`])
    expect(await tries(engine, 'sales', `update public.credit_applications set ${wrong}`, whole)).toMatchObject({
      refused: '23514',
    })
})
