import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { attempt, become, becomeOwner, tries, triesAll, undone, word, type Outcome } from './act.ts'
import { idOf, type Person } from './people.ts'
import { openGrantedWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openGrantedWorld()
})
afterAll(() => engine.close())

const because = (outcome: Outcome) => ('refused' in outcome ? outcome.because : 'done')
const manager = `insert into public.role_permissions
  select 'sales', id from public.permissions where name = 'manage_user_roles' on conflict do nothing`
const approve = (who: Person, role: string, contact = 'null') =>
  `select public.approve_newcomer('${idOf(who)}', '${role}', ${contact})`
const reject = (who: Person) => `select public.reject_newcomer('${idOf(who)}')`

test('who did not say a name yet is greeted without one: the beginning of an address is no name', () =>
  undone(engine, async (tx) => {
    const greeted = async () => {
      await becomeOwner(tx)
      const { rows } = await tx.query<{ name: string | null }>(
        `select private.mail_recipient(null, id) ->> 'recipient' as name from public.contacts where user_id = '${idOf('pending')}'`,
      )
      return rows[0]?.name
    }
    expect(await greeted()).toBeNull()
    await become(tx, 'pending')
    await tx.exec(`select public.save_my_profile('Petra', 'Huber', '')`)
    expect(await greeted()).toBe('Petra')
  }))

describe('a newcomer is approved', () => {
  test('with a role, which their contact copies, and is verified', async () => {
    const rows = await undone(engine, async (tx) => {
      await become(tx, 'admin')
      await attempt(tx, approve('pending', 'team_member'))
      await becomeOwner(tx)
      return (
        await tx.query(`select ur.role::text, c.roles, c.profile from public.user_roles ur
          join public.contacts c using (user_id) where user_id = '${idOf('pending')}'`)
      ).rows
    })
    expect(rows).toEqual([{ role: 'team_member', roles: ['team_member'], profile: 'verified' }])
  })

  test('and linked to an existing contact, whose papers they then read; the contact they brought stays', async () => {
    const seen = await undone(engine, async (tx) => {
      await tx.exec(`insert into public.quotations (quotation_number, status, contact_id, public_uuid, net, vat)
        values ('Q-9', 'sent', '${row.business}', gen_random_uuid(), 1, 0)`)
      await become(tx, 'admin')
      await attempt(tx, approve('pending', 'client', `'${row.business}'`))
      await becomeOwner(tx)
      const contacts = await tx.query(`select company, profile, user_id is not null as linked from public.contacts
        where id = '${row.business}' or (name = 'pending' and email = 'pending@people.example') order by company nulls last`)
      await become(tx, 'pending')
      const papers = await tx.query(
        `select paper ->> 'number' as number from jsonb_array_elements(public.client_portal() -> 'quotations') as paper`,
      )
      return { contacts: contacts.rows, papers: papers.rows }
    })
    expect(seen).toEqual({
      contacts: [
        { company: 'Bakery Ltd', profile: 'verified', linked: true },
        { company: null, profile: 'archived', linked: false },
      ],
      papers: [{ number: 'Q-9' }],
    })
  })

  test.each<[Person, string, string]>([
    ['visitor', 'refused', ''],
    ['pending', 'refused', ''],
    ['client', 'refused', ''],
    ['team_member', 'refused', ''],
    ['sales', 'refused', ''],
    ['account_manager', 'refused', ''],
    ['admin', 'done', ''],
    ['sales', 'done', manager],
  ])('by %s: %s', async (who, expected, given) => {
    const outcome = await tries(engine, who, approve('pending', 'team_member'), given)
    expect(word(outcome)).toBe(expected === 'done' ? 'done' : '42501')
  })

  test.each([
    ['makes no admin', approve('pending', 'admin'), 'Only admins make admins'],
    ['links nobody', approve('pending', 'client', `'${row.business}'`), 'Only admins link accounts to contacts'],
    ['changes nobody who works here', approve('accounts', 'sales'), 'This person does not wait for approval any more'],
    ['never decides about himself', approve('sales', 'admin'), 'You may not decide about this person'],
    ['leaves nobody pending', approve('pending', 'pending'), 'Please choose a role'],
  ])('a holder of manage_user_roles %s', async (_, sql, expected) => {
    expect(because(await tries(engine, 'sales', sql, manager))).toBe(expected)
  })

  test.each([
    [
      'a contact of another account is not taken over',
      approve('pending', 'client', `'${row.clientContact}'`),
      'This contact already belongs to another account',
    ],
    [
      'a contact that is gone is said to be gone',
      approve('pending', 'client', `'${idOf('admin')}'`),
      'This contact does not exist any more',
    ],
  ])('%s', async (_, sql, expected) => expect(because(await tries(engine, 'admin', sql))).toBe(expected))

  test('once: the second of two admins is told', async () => {
    const outcome = await triesAll(engine, 'admin', [approve('pending', 'sales'), approve('pending', 'accounts')])
    expect(because(outcome)).toBe('This person does not wait for approval any more')
  })
})

describe('a newcomer is rejected', () => {
  test('stays pending, and can still be approved', async () => {
    const rows = await undone(engine, async (tx) => {
      await become(tx, 'admin')
      await attempt(tx, reject('pending'))
      const state = `select ur.role::text, c.profile from public.user_roles ur join public.contacts c using (user_id)
        where user_id = '${idOf('pending')}'`
      const rejected = await tx.query(state)
      await attempt(tx, approve('pending', 'sales'))
      return [...rejected.rows, ...(await tx.query(state)).rows]
    })
    expect(rows).toEqual([
      { role: 'pending', profile: 'rejected' },
      { role: 'sales', profile: 'verified' },
    ])
  })

  test.each<[Person, string]>([
    ['pending', '42501'],
    ['team_member', '42501'],
    ['admin', 'done'],
  ])('by %s: %s', async (who, expected) => expect(word(await tries(engine, who, reject('pending')))).toBe(expected))

  test('nobody who works here is', async () =>
    expect(because(await tries(engine, 'admin', reject('sales')))).toBe(
      'This person does not wait for approval any more',
    ))
})

describe('who signs up', () => {
  const me = idOf('newcomer')
  const signedUp = (more = 'confirmation_sent_at = now()') => `delete from public.notifications;
    update auth.users set email_confirmed_at = null, raw_user_meta_data = '{"language": "de"}', ${more} where id = '${me}'`
  const confirms = `update auth.users set email_confirmed_at = now() where id = '${me}'`
  const invited = `insert into public.user_roles (user_id, role) values ('${me}', 'sales')`
  const registers = `insert into public.user_roles (user_id, role) values ('${me}', 'pending')`
  const state = `select (select role::text from public.user_roles where user_id = '${me}') as role,
    (select array_agg(user_id || ' ' || title || ': ' || message order by user_id) from public.notifications) as told`
  const after = (...steps: readonly string[]) =>
    undone(engine, async (tx) => {
      for (const step of steps) await tx.exec(step)
      return (await tx.query(state)).rows[0]
    })
  const told = (['admin', 'otherAdmin'] as const).map(
    (who) => `${idOf(who)} Waiting for verification: newcomer@people.example`,
  )

  test.each([
    [
      'waits once the address is confirmed, and who verifies is told',
      [signedUp(), confirms],
      { role: 'pending', told },
    ],
    ['is told of once', [signedUp(), confirms, confirms], { role: 'pending', told }],
    ['is nobody before', [signedUp()], { role: null, told: null }],
    ['was invited: the role stays', [signedUp('invited_at = now()'), invited, confirms], { role: 'sales', told: null }],
    ['was given a role meanwhile: it stays', [signedUp(), invited, confirms], { role: 'sales', told: null }],
    [
      'was made by the server: others write the role',
      [signedUp('updated_at = now()'), confirms],
      { role: null, told: null },
    ],
  ])('%s', async (_, steps, expected) => expect(await after(...steps)).toEqual(expected))

  test('and signs in for the first time afterwards: the row is there, and nobody is told again', async () => {
    const outcome = await undone(engine, async (tx) => {
      await tx.exec(`${signedUp()}; ${confirms}`)
      await become(tx, 'newcomer')
      const again = await attempt(tx, registers)
      const promoted = await attempt(
        tx,
        `update public.user_roles set role = 'admin' where user_id = '${me}' returning role`,
      )
      await becomeOwner(tx)
      return { again: word(again), promoted: word(promoted), ...(await tx.query<object>(state)).rows[0] }
    })
    expect(outcome).toEqual({ again: '23505', promoted: 'no row', role: 'pending', told })
  })

  test('is approved before that, with a contact as at a first sign-in', async () => {
    const rows = await undone(engine, async (tx) => {
      await tx.exec(`${signedUp()}; ${confirms}`)
      await become(tx, 'admin')
      await attempt(tx, approve('newcomer', 'client'))
      await becomeOwner(tx)
      return (
        await tx.query(`select r.role::text, c.name, c.email, c.type, c.profile, c.roles, c.language
          from public.user_roles r left join public.contacts c using (user_id) where user_id = '${me}'`)
      ).rows
    })
    const email = 'newcomer@people.example'
    const contact = { name: 'newcomer', email, type: 'Person', profile: 'verified', roles: ['client'], language: 'de' }
    expect(rows).toEqual([{ role: 'client', ...contact }])
  })
})

test('the link of an account is moved by nobody directly', async () => {
  const sql = `update public.contacts set user_id = '${idOf('pending')}' where id = '${row.business}'`
  expect(word(await tries(engine, 'admin', sql))).toBe('42501')
  const direct = `select private.link_account('${idOf('pending')}', '${row.business}')`
  expect(word(await tries(engine, 'admin', direct))).toBe('42501')
})

describe('the list of accounts', () => {
  const counted = async (who: Person, given = '') => {
    const outcome = await tries(engine, who, 'select role::text, is_confirmed from public.list_accounts()', given)
    return 'rows' in outcome
      ? { people: outcome.rows.length, roles: new Set(outcome.rows.map(({ role }) => role)), details: outcome.rows[0] }
      : outcome.refused
  }

  test('is everybody with a role for admins', async () => {
    const found = await counted('admin')
    expect(found).toMatchObject({ people: 10, details: { is_confirmed: true } })
  })

  test('says of who was invited and did not come since when, and until when the invitation works', async () => {
    const asked = async (who: Person) => {
      const outcome = await tries(
        engine,
        who,
        `select invited_at, invitation_ends_at - invited_at = interval '7 days' as for_a_week from public.list_accounts()
          where invited_at is not null`,
        `update auth.users set invited_at = '2026-11-20 09:00Z', email_confirmed_at = null where id = '${idOf('sales')}';
         update auth.users set invited_at = '2026-11-20 09:00Z', email_confirmed_at = now() where id = '${idOf('accounts')}'`,
      )
      return 'rows' in outcome ? outcome.rows : outcome
    }
    expect(await asked('admin')).toEqual([{ invited_at: '2026-11-20T09:00:00+00:00', for_a_week: true }])
    expect(await asked('team_member')).toEqual([])
  })

  test('is the people who work here for colleagues, without the state of their accounts', async () => {
    expect(await counted('team_member')).toMatchObject({
      people: 7,
      roles: new Set(['admin', 'team_member', 'sales', 'accounts', 'account_manager']),
      details: { is_confirmed: null },
    })
  })

  test.each<[Person, unknown]>([
    ['visitor', '42501'],
    ['pending', { people: 0, roles: new Set(), details: undefined }],
    ['client', { people: 0, roles: new Set(), details: undefined }],
  ])('shows %s nobody', async (who, expected) => expect(await counted(who)).toEqual(expected))
})

describe('people keep their own record', () => {
  const mine = `select name, last_name, phone from public.contacts where user_id = '${idOf('team_member')}'`

  test('with name and phone, trimmed', async () => {
    const rows = await undone(engine, async (tx) => {
      await become(tx, 'team_member')
      await attempt(tx, `select public.save_my_profile('  Tess ', ' ', '+356 5550 1000')`)
      return (await tx.query(mine)).rows
    })
    expect(rows).toEqual([{ name: 'Tess', last_name: null, phone: '+356 5550 1000' }])
  })

  test.each<[Person, string, string]>([
    ['team_member', `select public.save_my_profile(' ', 'x', 'x')`, 'Please enter your first name'],
    ['newcomer', `select public.save_my_profile('New', null, null)`, 'You have no record of your own yet'],
  ])('%s: %s', async (who, sql, expected) => expect(because(await tries(engine, who, sql))).toBe(expected))

  test('a visitor has none', async () =>
    expect(word(await tries(engine, 'visitor', `select public.save_my_profile('x', null, null)`))).toBe('42501'))

  test('the unit of lengths is a choice of each person, and null is that of the company', async () => {
    const rows = await undone(engine, async (tx) => {
      const sees = async () =>
        (await tx.query<{ told: string | null }>(`select public.own_contact() ->> 'length_unit' as told`)).rows[0]?.told
      await become(tx, 'team_member')
      await tx.query(`select public.save_my_length_unit('in')`)
      const own = await sees()
      await become(tx, 'colleague')
      const other = await sees()
      await become(tx, 'team_member')
      await tx.query('select public.save_my_length_unit()')
      return [own, other, await sees()]
    })
    expect(rows).toEqual(['in', null, null])
    const yards = `select public.save_my_length_unit('yd')`
    expect(because(await tries(engine, 'team_member', yards))).toBe('Please choose a unit of lengths')
    const newcomer = `select public.save_my_length_unit('in')`
    expect(because(await tries(engine, 'newcomer', newcomer))).toBe('You have no record of your own yet')
    expect(word(await tries(engine, 'visitor', newcomer))).toBe('42501')
  })

  const picture = (who: Person) => `insert into storage.objects (bucket_id, name, owner_id)
    values ('avatars', '${idOf(who)}/1763660000.webp', '${idOf(who)}')`
  const show = (who: Person, before = '') =>
    `select public.save_my_avatar('${before}/storage/v1/object/public/avatars/${idOf(who)}/1763660000.webp')`

  test.each<[string, string, string, string]>([
    ['from their folder', picture('team_member'), show('team_member'), 'done'],
    [
      'from their folder, by the whole address',
      picture('team_member'),
      show('team_member', 'https://api.example'),
      'done',
    ],
    ['no picture at all', '', 'select public.save_my_avatar(null)', 'done'],
    ['never one of a colleague', picture('colleague'), show('colleague'), '42501'],
    ['never one that was not uploaded', '', show('team_member'), '42501'],
    ['never a foreign address', picture('team_member'), show('team_member', 'javascript:x'), '42501'],
    ['never a longer foreign address', picture('team_member'), show('team_member', 'https://evil.example/x'), '42501'],
  ])('a picture: %s', async (_, given, sql, expected) =>
    expect(word(await tries(engine, 'team_member', sql, given))).toBe(expected),
  )
})
