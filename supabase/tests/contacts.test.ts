import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { attempt, become, becomeOwner, tries, undone, word } from './act.ts'
import { idOf } from './people.ts'
import { openGrantedWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openGrantedWorld()
})
afterAll(() => engine.close())

const me = idOf('newcomer')

describe('T4: the contact that an account makes of itself', () => {
  test.each([
    [
      'as the specification says',
      `'${me}', 'newcomer@people.example', 'Person', 'pending_verification', null, null, '{}'`,
      'done',
    ],
    [
      'with its address in capitals',
      `'${me}', 'Newcomer@People.Example', 'Person', 'pending_verification', null, null, '{}'`,
      'done',
    ],
    [
      'for somebody else',
      `'${idOf('visitor')}', 'newcomer@people.example', 'Person', 'pending_verification', null, null, '{}'`,
      '42501',
    ],
    [
      'with a foreign address',
      `'${me}', 'admin@people.example', 'Person', 'pending_verification', null, null, '{}'`,
      '42501',
    ],
    ['without an address', `'${me}', null, 'Person', 'pending_verification', null, null, '{}'`, '42501'],
    [
      'as a business',
      `'${me}', 'newcomer@people.example', 'Business', 'pending_verification', null, null, '{}'`,
      '42501',
    ],
    ['already verified', `'${me}', 'newcomer@people.example', 'Person', 'verified', null, null, '{}'`, '42501'],
    [
      'with a company',
      `'${me}', 'newcomer@people.example', 'Person', 'pending_verification', 'Bakery', null, '{}'`,
      '42501',
    ],
    [
      'with a logo',
      `'${me}', 'newcomer@people.example', 'Person', 'pending_verification', null, 'https://x.example/', '{}'`,
      '42501',
    ],
    [
      'with roles that mentions find',
      `'${me}', 'newcomer@people.example', 'Person', 'pending_verification', null, null, '{admin}'`,
      '42501',
    ],
    [
      'without an account',
      `null, 'newcomer@people.example', 'Person', 'pending_verification', null, null, '{}'`,
      '42501',
    ],
  ])('%s: %#', async (_, values, expected) => {
    const sql = `insert into public.contacts (user_id, email, type, profile, company, logo_url, roles) values (${values})`
    expect(word(await tries(engine, 'newcomer', sql))).toBe(expected)
  })

  test('a second contact is refused as a duplicate', async () => {
    const sql = `insert into public.contacts (user_id, email) values ('${idOf('pending')}', 'pending@people.example')`
    expect(word(await tries(engine, 'pending', sql))).toBe('23505')
  })

  test('the role comes to the contact also when it was there first', async () => {
    const rows = await undone(engine, async (tx) => {
      await become(tx, 'newcomer')
      await attempt(tx, `insert into public.user_roles (user_id, role) values ('${me}', 'pending')`)
      await attempt(tx, `insert into public.contacts (user_id, email) values ('${me}', 'newcomer@people.example')`)
      return (await tx.query(`select roles from public.contacts where user_id = '${me}'`)).rows
    })
    expect(rows).toEqual([{ roles: ['pending'] }])
  })
})

test.each([
  ['links an account', `user_id = '${me}'`],
  ['writes roles', `roles = '{admin}'`],
  ['writes the key', `id = gen_random_uuid()`],
  ['writes the date', `created_at = '2020-01-01'`],
])('not even an admin %s through the API', async (_, assignment) => {
  const outcome = await tries(engine, 'admin', `update public.contacts set ${assignment} where id = '${row.business}'`)
  expect(outcome).toEqual({
    refused: '42501',
    because: `contacts.${assignment.split(' ')[0]} cannot be changed`,
  })
})

describe('the temporary password', () => {
  const flag = (value: boolean) =>
    `update public.contacts set has_temporary_password = ${value} where user_id = '${idOf('colleague')}'`

  test('is flagged by an admin', async () => {
    expect(word(await tries(engine, 'admin', flag(true)))).toBe('done')
  })

  test('is not flagged by other staff who edit contacts: the card of an account is not theirs to change', async () => {
    expect(await tries(engine, 'account_manager', flag(true))).toEqual({ rows: [], touched: 0 })
  })

  test('is forgotten when the person changes the password', async () => {
    const rows = await undone(engine, async (tx) => {
      await tx.exec(flag(true))
      await tx.exec(`update auth.users set encrypted_password = 'another hash' where id = '${idOf('colleague')}'`)
      return (
        await tx.query(`select has_temporary_password from public.contacts where user_id = '${idOf('colleague')}'`)
      ).rows
    })
    expect(rows).toEqual([{ has_temporary_password: false }])
  })
})

test('a changed address of the account changes the contact', async () => {
  const rows = await undone(engine, async (tx) => {
    await tx.exec(`update auth.users set email = 'new@people.example' where id = '${idOf('client')}'`)
    return (await tx.query(`select email from public.contacts where user_id = '${idOf('client')}'`)).rows
  })
  expect(rows).toEqual([{ email: 'new@people.example' }])
})

describe('T5: two clients', () => {
  const asked: [string, string][] = [
    ['by id', `select id from public.quotations where id = '${row.otherClientQuotation}'`],
    ['by contact', `select id from public.quotations where contact_id = '${row.otherClientContact}'`],
    [
      'through a delivery',
      `select p.id from public.partial_deliveries p join public.deliveries d on d.id = p.delivery_id
      where d.contact_id = '${row.otherClientContact}'`,
    ],
    ['through the contact', `select id from public.contacts where id = '${row.otherClientContact}'`],
    ['a draft of their own', `select id from public.quotations where status = 'draft'`],
    ['the job behind their own quotation', `select id from public.jobs`],
  ]
  test.each(asked)('one does not find what is the other’s: %s', async (_, sql) => {
    expect(await tries(engine, 'client', sql)).toEqual({ rows: [], touched: 0 })
  })

  test('counts show nothing either', async () => {
    const counts = `select (select count(*)::int from public.quotations) as quotations,
      (select count(*)::int from public.deliveries) as deliveries, (select count(*)::int from public.contacts) as contacts`
    expect(await tries(engine, 'client', counts)).toMatchObject({
      // A client reads papers through client_portal() alone (decision 0541).
      rows: [{ quotations: 0, deliveries: 0, contacts: 0 }],
    })
  })

  test('the contact of a pending person opens no papers, even if some are in its name', async () => {
    const outcome = await undone(engine, async (tx) => {
      await tx.exec(`update public.quotations set contact_id =
        (select id from public.contacts where user_id = '${idOf('pending')}') where id = '${row.clientQuotation}'`)
      await become(tx, 'pending')
      const seen = await attempt(tx, `select id from public.quotations`)
      await becomeOwner(tx)
      return seen
    })
    expect(outcome).toEqual({ rows: [], touched: 0 })
  })
})
