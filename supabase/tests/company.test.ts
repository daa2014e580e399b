import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { become, becomeOwner, tries, undone } from './act.ts'
import { idOf, type Person } from './people.ts'
import { openWorld } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

/** The trail and the messages that a person's statement leaves. */
async function after(person: Person, sql: string) {
  return undone(engine, async (tx) => {
    await tx.exec('delete from realtime.messages')
    await become(tx, person)
    await tx.exec(sql)
    await becomeOwner(tx)
    const { rows: trail } = await tx.query(
      `select table_name, record_id, action, changed from public.audit_logs where actor_id = '${idOf(person)}'`,
    )
    const { rows: topics } = await tx.query<{ topic: string }>(
      `select distinct topic from realtime.messages order by topic`,
    )
    return { trail, topics: topics.map(({ topic }) => topic) }
  })
}

const everyRole = ['account_manager', 'accounts', 'admin', 'client', 'pending', 'sales', 'team_member'].map(
  (role) => `role:${role}`,
)

describe('who the company is', () => {
  test('is told to everybody as the site shows it, and how the company works is read by staff alone', async () => {
    const told =
      'name email phone address postcode city country map_point vat_number registration_number logo_url brand_color ' +
      'currency number_style date_style hour_style time_zone tax_kind tax_name tax_id_name paper_size length_unit first_weekday language state legal_form represented_by register_court legal_notice rounding'
    for (const person of ['visitor', 'newcomer', 'pending', 'client', 'team_member'] as const) {
      const answer = await tries(engine, person, 'select * from public.get_company()')
      const columns = 'rows' in answer ? Object.keys(answer.rows[0] ?? {}).join(' ') : answer
      expect([person, columns]).toEqual([person, told])
    }
    const read = (person: Person) => tries(engine, person, 'select * from public.company_settings')
    expect(await read('visitor')).toMatchObject({ refused: '42501' })
    for (const person of ['newcomer', 'pending', 'client'] as const)
      expect([person, await read(person)]).toEqual([person, expect.objectContaining({ touched: 0 })])
    expect(await read('team_member')).toMatchObject({ touched: 1 })
  })

  test('is told to every role when it changes, and written down', async () => {
    expect(await after('admin', `update public.company_settings set phone = '+356 5550'`)).toEqual({
      trail: [
        { table_name: 'company_settings', record_id: '1', action: 'UPDATE', changed: { phone: [null, '+356 5550'] } },
      ],
      topics: everyRole,
    })
  })

  test('changes its bank account under the eyes of every other admin', async () => {
    const iban = 'MT84MALT011000012345MTLCAST001S'
    const told = await undone(engine, async (tx) => {
      const other = await tx.query<{ id: string }>(
        `select r.user_id as id from public.user_roles r where r.role = 'accounts' limit 1`,
      )
      const id = other.rows[0]?.id ?? expect.fail('Nobody does the accounts')
      await tx.exec(`update public.user_roles set role = 'admin' where user_id = '${id}'`)
      await become(tx, 'admin')
      await tx.exec(`update public.company_settings set iban = '${iban}', account_holder = 'Bright Signs Ltd'`)
      await tx.exec(`update public.company_settings set bank_name = 'Bank of Valletta'`)
      await becomeOwner(tx)
      const notices = await tx.query<{ user_id: string; message: string }>(
        `select user_id, message from public.notifications where title = 'The bank account of the company was changed'`,
      )
      const trail = await tx.query<{ changed: object }>(
        `select changed from public.audit_logs where table_name = 'company_settings' and changed ? 'iban'`,
      )
      const facts = await tx.query<{ facts: object }>('select private.company_facts() as facts')
      return { id, notices: notices.rows, trail: trail.rows, facts: facts.rows[0]?.facts }
    })
    expect(told.notices.map(({ user_id }) => user_id)).toContain(told.id)
    expect(told.notices.map(({ user_id }) => user_id)).not.toContain(idOf('admin'))
    expect(told.notices[0]?.message).toContain(`from no account to ${iban}`)
    expect(told.trail).toMatchObject([{ changed: { iban: [null, iban] } }])
    expect(told.facts).toMatchObject({ iban, account_holder: 'Bright Signs Ltd', time_zone: 'UTC' })
  })

  test('keeps its currency once there are papers with amounts in it', async () => {
    const change = `update public.company_settings set currency = 'USD'`
    expect(await tries(engine, 'admin', change)).toMatchObject({
      refused: 'PT409',
      because: 'The currency stays EUR: there are papers with amounts in it.',
    })
    const changed = await undone(engine, async (tx) => {
      // As if there had never been one: stock movements that belong to orders only grow.
      await tx.exec(`set local session_replication_role = replica;
        truncate public.quotations, public.orders, public.invoices, public.payments, public.supplier_invoices, public.purchase_orders cascade;
        set local session_replication_role = origin`)
      await become(tx, 'admin')
      await tx.exec(change)
      const { rows } = await tx.query('select currency from public.company_settings')
      return rows
    })
    expect(changed).toEqual([{ currency: 'USD' }])
  })

  test.each([
    ['an account whose check digits are wrong', `iban = 'MT84MALT011000012345MTLCAST002S'`],
    ['a VAT number with blanks', `vat_number = 'MT 1'`],
    ['an unknown way to write numbers', `number_style = 'roman'`],
    ['an unknown way to write dates', `date_style = 'moon'`],
    ['an unknown clock', `hour_style = '6h'`],
  ])('cannot hold %s', async (_, change) => {
    expect(await tries(engine, 'admin', `update public.company_settings set ${change}`)).toMatchObject({
      refused: '23514',
    })
  })
})

test('a change of the metadata of the site is told to every role, and written down', async () => {
  const change = `update public.website_metadata_settings set setting_value = 'Bright' where setting_key = 'site_author'`
  expect(await after('admin', change)).toEqual({
    trail: [
      {
        table_name: 'website_metadata_settings',
        record_id: 'site_author',
        action: 'UPDATE',
        changed: { setting_value: [null, 'Bright'] },
      },
    ],
    topics: everyRole,
  })
})

describe('a system note', () => {
  test('is heard on its page, and written down', async () => {
    const { trail, topics } = await after(
      'account_manager',
      `insert into public.system_notes (title) values ('New van')`,
    )
    expect(trail).toMatchObject([{ table_name: 'system_notes', action: 'INSERT' }])
    expect(topics).toEqual(['page:system-notes'])
  })

  test('counts its versions, so that nobody saves over a change unseen', async () => {
    const outcome = await tries(
      engine,
      'account_manager',
      `update public.system_notes set title = 'Two vans' where title = 'New van' returning row_version`,
      `insert into public.system_notes (title) values ('New van')`,
    )
    expect(outcome).toMatchObject({ rows: [{ row_version: 2 }] })
  })

  test('needs a title', async () => {
    expect(await tries(engine, 'admin', `insert into public.system_notes (title) values ('  ')`)).toMatchObject({
      refused: '23514',
    })
  })
})
