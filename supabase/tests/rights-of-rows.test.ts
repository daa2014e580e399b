import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { attempt, become, becomeOwner, tries, triesAll, undone, word } from './act.ts'
import { emailOf, idOf } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

describe('T4: a new account brings its own contact and nothing else', () => {
  const register = (columns = '', values = '') => `
    insert into public.contacts (user_id, name, email${columns}) values ('${idOf('newcomer')}', 'New', '${emailOf('newcomer')}'${values})`
  const type = `(select id from public.contact_types limit 1)`

  test('with its name and address', async () => {
    expect(word(await tries(engine, 'newcomer', register()))).toBe('done')
  })

  test.each([
    ['its payment terms', ', payment_terms_days', ', 365'],
    ['its type of contact', ', contact_type_id', `, ${type}`],
    ['that it is a business', ', type', `, 'Business'`],
    ['that it is verified', ', profile', `, 'verified'`],
    ['that it is on stop', ', on_stop', ', true'],
    ['a credit limit', ', credit_limit', ', 5000'],
    ['a company', ', company', `, 'Bakery Ltd'`],
    ['a logo', ', logo_url', `, 'https://elsewhere.example/x.png'`],
    ['a VAT number', ', vat_number', `, 'MT12345678'`],
    ['an account manager', ', account_manager_id', `, '${idOf('sales')}'`],
    ['that it is archived', ', archived_at', ', now()'],
    ['roles', ', roles', `, '{admin}'`],
    ['a temporary password', ', has_temporary_password', ', true'],
  ])('but not %s', async (_, column, value) => {
    // The owner reads the types of contacts: a newcomer may not, and would send a known id.
    const { rows } = await engine.query<{ id: string }>('select id from public.contact_types limit 1')
    const sql = register(column, value.replace(type, `'${rows[0]?.id}'`))
    expect(word(await tries(engine, 'newcomer', sql))).toBe('42501')
  })
})

test('T10: a reply notice is sent now, and at most 200 a minute', async () => {
  const comment = `insert into public.task_comments (id, task_id, user_id, content)
    values ('f1000000-0000-4000-a000-000000000001', '${row.sharedTask}', '${idOf('otherAdmin')}', 'Yes')`
  const notices = (count: number) => `
    insert into public.task_reply_notifications (user_id, task_id, commenter_id, comment_id, task_title, created_at)
    select '${idOf('colleague')}', '${row.sharedTask}', '${idOf('otherAdmin')}', 'f1000000-0000-4000-a000-000000000001', 'T', '2001-01-01'
      from generate_series(1, ${count})`
  const sent = await undone(engine, async (tx) => {
    await tx.exec(comment)
    // One reply a comment: the limit is about many comments.
    await tx.exec('alter table public.task_reply_notifications drop constraint if exists task_reply_notifications_once')
    const { rows: unique } = await tx.query<{ name: string }>(
      `select conname as name from pg_constraint where conrelid = 'public.task_reply_notifications'::regclass and contype = 'u'`,
    )
    for (const { name } of unique)
      await tx.exec(`alter table public.task_reply_notifications drop constraint "${name}"`)
    await become(tx, 'otherAdmin')
    const first = word(await attempt(tx, notices(200)))
    const more = word(await attempt(tx, notices(1)))
    await becomeOwner(tx)
    const { rows } = await tx.query(`select distinct created_at = now() as now from public.task_reply_notifications`)
    return { first, more, rows }
  })
  expect(sent).toEqual({ first: 'done', more: 'PT429', rows: [{ now: true }] })
})

test('T2: who was seen when is for those who manage roles', async () => {
  const seen = `select count(*)::int as people, count(last_seen_at)::int as seen, count(is_confirmed)::int as confirmed,
    count(has_temporary_password)::int as temporary from public.list_accounts()`
  const given = `update auth.users set last_sign_in_at = now()`
  const told = async (person: 'team_member' | 'admin') => {
    const outcome = await tries(engine, person, seen, given)
    return 'refused' in outcome ? outcome.refused : outcome.rows[0]
  }
  expect(await told('team_member')).toMatchObject({ seen: 0, confirmed: 0, temporary: 0 })
  expect(Number(Reflect.get(Object(await told('admin')), 'seen'))).toBeGreaterThan(5)
})

test('T2: nobody claims to be the first admin while there is one', async () => {
  const claimed = await undone(engine, async (tx) => {
    await tx.exec(`insert into private.first_admin (email) values ('${emailOf('sales')}');
      update auth.users set email_confirmed_at = now()`)
    const { rows } = await tx.query(`select private.claim_first_admin('${idOf('sales')}') as claimed,
      private.name_first_admin('${emailOf('sales')}') as named`)
    const { rows: role } = await tx.query(`select role::text from public.user_roles where user_id = '${idOf('sales')}'`)
    return { ...rows[0], ...role[0] }
  })
  expect(claimed).toEqual({ claimed: false, named: false, role: 'sales' })
})

test('spec 2 §6: no name is no right, for an admin too', async () => {
  const outcome = await tries(engine, 'admin', 'select public.has_permission(null) as held')
  expect(outcome).toMatchObject({ rows: [{ held: false }] })
})

describe('T8: what people send about who and when is not believed', () => {
  test('a quotation is made now', async () => {
    const sql = `insert into public.quotations (quotation_number, contact_id, created_at)
      values ('Q-OLD', '${row.business}', '2001-01-01') returning created_at = now() as now`
    expect(await tries(engine, 'sales', sql)).toMatchObject({ rows: [{ now: true }] })
  })

  test('a job is made by whoever sends it', async () => {
    const sql = `insert into public.jobs (job_number, title, created_by) values ('J-X', 'Forged', '${idOf('admin')}')`
    expect(word(await tries(engine, 'account_manager', sql))).toBe('42501')
  })

  test('a job stays with its quotation, and begins only with one that its person may read', async () => {
    expect(
      word(
        await tries(
          engine,
          'team_member',
          `update public.jobs set quotation_id = '${row.otherClientQuotation}' where id = '${row.job}'`,
        ),
      ),
    ).toBe('42501')
    const blind = `update public.page_permissions set can_create = true where role = 'team_member' and page_name = 'jobs'`
    const add = (quotation: string) =>
      `insert into public.jobs (job_number, title, quotation_id) values ('J-Y', 'Sign', ${quotation})`
    expect(word(await tries(engine, 'team_member', add(`'${row.otherClientQuotation}'`), blind))).toBe('42501')
    expect(word(await tries(engine, 'team_member', add('null'), blind))).toBe('done')
  })

  test('the audit trail names a bank account that went', async () => {
    const outcome = await triesAll(engine, 'admin', [
      `insert into public.contact_bank_accounts (contact_id, holder, iban) values ('${row.business}', 'Bakery', 'MT84MALT011000012345MTLCAST001S')`,
      `delete from public.contact_bank_accounts where contact_id = '${row.business}'`,
      `select action from public.audit_logs where table_name = 'contact_bank_accounts' order by id`,
    ])
    expect(outcome).toMatchObject({ rows: [{ action: 'INSERT' }, { action: 'DELETE' }] })
  })
})
