import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { attempt, become, becomeOwner, tries, undone, word, type Outcome } from './act.ts'
import { idOf, type Person } from './people.ts'
import { auditedTables } from './cases/audited-tables.ts'
import { offenders } from './catalogue.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const paper = 'aaaaaaaa-0000-4000-a000-00000000000'

/** The new lines of the audit trail after a statement of that person. */
const linesAfter = (who: Person, sql: string, given = '') =>
  undone(engine, async (tx) => {
    if (given) await tx.exec(given)
    const { rows } = await tx.query<{ last: number }>('select coalesce(max(id), 0)::int as last from public.audit_logs')
    await become(tx, who)
    await attempt(tx, sql)
    await becomeOwner(tx)
    const gained = await tx.query(
      `select actor_id, actor_label, table_name, record_id, action, changed from public.audit_logs where id > $1 order by id`,
      [rows[0]?.last],
    )
    return gained.rows
  })

describe('every change leaves who, when, before and after', () => {
  const byAdmin = { actor_id: idOf('admin'), actor_label: 'admin' }

  test('of a role, and of the contact that copies it', async () => {
    const sql = `update public.user_roles set role = 'accounts' where user_id = '${idOf('colleague')}'`
    expect(await linesAfter('admin', sql)).toMatchObject([
      {
        ...byAdmin,
        table_name: 'user_roles',
        record_id: idOf('colleague'),
        action: 'UPDATE',
        changed: { role: ['team_member', 'accounts'] },
      },
      { ...byAdmin, table_name: 'contacts', action: 'UPDATE', changed: { roles: [['team_member'], ['accounts']] } },
    ])
  })

  test('of a page right', async () => {
    const sql = `update public.page_permissions set can_delete = true where role = 'sales' and page_name = 'contacts'`
    expect(await linesAfter('admin', sql)).toEqual([
      {
        ...byAdmin,
        table_name: 'page_permissions',
        record_id: 'sales/contacts',
        action: 'UPDATE',
        changed: { can_delete: [false, true] },
      },
    ])
  })

  test('of a contact, by the columns that differ', async () => {
    const sql = `update public.contacts set phone = '1', name = name where id = '${row.business}'`
    expect(await linesAfter('sales', sql)).toEqual([
      {
        actor_id: idOf('sales'),
        actor_label: 'sales',
        table_name: 'contacts',
        record_id: row.business,
        action: 'UPDATE',
        changed: { phone: [null, '1'] },
      },
    ])
  })

  test('of a price in the draft of a quotation, under the key of the quotation', async () => {
    const given = `insert into public.quotation_items (id, quotation_id, position, description, qty, unit_price, vat_rate)
      values ('${paper}1', '${row.clientDraft}', 'a1', 'Fascia', 2, 100, 18)`
    const change = `update public.quotation_items set unit_price = 80 where id = '${paper}1'`
    const lines = await linesAfter('sales', change, given)
    expect(lines.filter((line) => (line as { table_name: string }).table_name === 'quotation_items')).toEqual([
      {
        actor_id: idOf('sales'),
        actor_label: 'sales',
        table_name: 'quotation_items',
        record_id: `${row.clientDraft}/${paper}1`,
        action: 'UPDATE',
        changed: { unit_price: [100, 80], net: [200, 160] },
      },
    ])
    const [removed] = await linesAfter('sales', `delete from public.quotation_items where id = '${paper}1'`, given)
    expect(removed).toMatchObject({
      action: 'DELETE',
      changed: { unit_price: [100, null], description: ['Fascia', null] },
    })
    // A line that only moved is not in the trail.
    const moved = await linesAfter(
      'sales',
      `update public.quotation_items set position = 'a2' where id = '${paper}1'`,
      given,
    )
    expect(moved).toEqual([])
  })

  test('of a line of an invoice that is a draft: who wrote it, and who changed it', async () => {
    const given = `insert into public.invoices (id, contact_id) values ('${paper}2', '${row.clientContact}')`
    const insert = `insert into public.invoice_items (id, invoice_id, position, description, qty, unit_price, vat_rate)
      values ('${paper}3', '${paper}2', 'a1', 'Fascia', 1, 100, 18)`
    const ofLines = (lines: unknown[]) =>
      lines.filter((line) => (line as { table_name: string }).table_name === 'invoice_items')
    expect(ofLines(await linesAfter('accounts', insert, given))).toMatchObject([
      {
        actor_label: 'accounts',
        record_id: `${paper}2/${paper}3`,
        action: 'INSERT',
        changed: { unit_price: [null, 100] },
      },
    ])
    const change = `update public.invoice_items set qty = 3, description = 'Fascias' where id = '${paper}3'`
    expect(ofLines(await linesAfter('accounts', change, `${given}; ${insert}`))).toMatchObject([
      { action: 'UPDATE', changed: { qty: [1, 3], net: [100, 300], description: ['Fascia', 'Fascias'] } },
    ])
  })

  test('of a contact that is removed: everything it was', async () => {
    const id = '11111111-0000-4000-a000-000000000001'
    const given = `insert into public.contacts (id, company, type) values ('${id}', 'Old Shop', 'Business')`
    const [line] = await linesAfter('admin', `delete from public.contacts where id = '${id}'`, given)
    expect(line).toMatchObject({ record_id: id, action: 'DELETE', changed: { company: ['Old Shop', null] } })
  })

  test('a change that changes nothing leaves nothing', async () =>
    expect(await linesAfter('sales', `update public.contacts set phone = phone where id = '${row.business}'`)).toEqual(
      [],
    ))

  test('a refused change leaves nothing', async () =>
    expect(await linesAfter('team_member', `update public.contacts set phone = '1'`)).toEqual([]))
})

describe('what a line speaks of has the name that it had then', () => {
  /** The names in the newest line of the trail after a statement of an admin. */
  const namesAfter = (sql: string) =>
    undone(engine, async (tx) => {
      await become(tx, 'admin')
      const outcome = await attempt(tx, sql)
      await becomeOwner(tx)
      const lines = await tx.query(`select record_label, labels from public.audit_logs order by id desc limit 1`)
      return 'refused' in outcome ? outcome : lines.rows
    })
  const permission = `(select id from public.permissions where name = 'manage_brands')`

  test('a named right that a role gets', async () => {
    const { rows } = await engine.query<{ id: string }>(`select ${permission} as id`)
    expect(await namesAfter(`insert into public.role_permissions values ('sales', ${permission})`)).toEqual([
      { record_label: 'sales · manage_brands', labels: { [rows[0]?.id ?? '']: 'manage_brands' } },
    ])
  })

  test('a page right', async () =>
    expect(
      await namesAfter(
        `update public.page_permissions set can_delete = true where role = 'sales' and page_name = 'contacts'`,
      ),
    ).toEqual([{ record_label: 'sales · contacts', labels: {} }]))

  test('the invoice and the payment of an allocation, and the people of a crew', async () => {
    const named = await undone(engine, async (tx) => {
      await tx.exec(`
        insert into public.invoices (id, contact_id, net, vat)
          values ('${paper}1', '${row.clientContact}', 10, 0);
        insert into public.payments (id, payment_number, contact_id, method, amount, received_on)
          values ('${paper}2', 'RCPT-1', '${row.clientContact}', 'cash', 10, current_date);
        insert into public.payment_allocations (id, payment_id, invoice_id, amount, allocated_on) values ('${paper}3', '${paper}2', '${paper}1', 4, current_date);
        update public.deliveries set crew = array['${idOf('sales')}']::uuid[] where id = '${row.clientDelivery}'`)
      const { rows } = await tx.query<{ labels: Record<string, string> }>(
        `select labels from public.audit_logs where table_name = 'payment_allocations' or changed ? 'crew' order by id desc limit 2`,
      )
      return rows.map(({ labels }) => labels)
    })
    expect(named).toEqual([
      expect.objectContaining({ [idOf('sales')]: 'sales' }),
      expect.objectContaining({
        [`${paper}1`]: 'Draft invoice',
        [`${paper}2`]: 'RCPT-1',
      }),
    ])
  })

  test('a person among the changes of a contact, although the person goes by another name today', async () => {
    const lines = await undone(engine, async (tx) => {
      await tx.exec(`update public.contacts set account_manager_id = '${idOf('sales')}' where id = '${row.business}'`)
      await tx.exec(`update public.contacts set name = 'Renamed' where user_id = '${idOf('sales')}'`)
      const found = await tx.query(
        `select changed, labels from public.audit_logs where record_id = '${row.business}' order by id desc limit 1`,
      )
      return found.rows
    })
    expect(lines).toEqual([
      { changed: { account_manager_id: [null, idOf('sales')] }, labels: { [idOf('sales')]: 'sales' } },
    ])
  })
})

test('which tables are in the trail', async () => {
  const found = await offenders(
    engine,
    `select concat_ws(' ', c.relname, nullif(concat_ws(' ', case when bit_or(t.tgtype) & 4 > 0 then 'new' end,
              case when bit_or(t.tgtype) & 16 > 0 then 'changed' end, case when bit_or(t.tgtype) & 8 > 0 then 'removed' end),
              'new changed removed')) as offender
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and t.tgfoid = 'private.audit'::regproc group by c.relname`,
  )
  expect(found).toEqual(auditedTables)
})

test('T31: nobody edits, removes, adds to or empties the trail: not admins, not the service key, not the owner', async () => {
  await engine.exec('grant all on public.audit_logs to authenticated, service_role')
  const attacks = [
    `update public.audit_logs set actor_id = null`,
    `delete from public.audit_logs`,
    `truncate public.audit_logs`,
    `insert into public.audit_logs (table_name, record_id, action) values ('x', 'x', 'UPDATE')`,
  ]
  const outcomes = await Promise.all(attacks.map((sql) => tries(engine, 'admin', sql)))
  expect(outcomes.map(word)).toEqual(['no row', 'no row', '42501', '42501'])
  const asOwner = await undone(engine, async (tx) => {
    const found: Outcome[] = []
    for (const sql of attacks.slice(0, 3)) found.push(await attempt(tx, sql))
    await tx.exec('set local role service_role')
    for (const sql of attacks.slice(0, 3)) found.push(await attempt(tx, sql))
    return found
  })
  expect(asOwner.map(word)).toEqual(Array(6).fill('42501'))
})

test('an event of an account is written by the service key only', async () => {
  const event = `select public.log_account_event('${idOf('admin')}', '${idOf('sales')}', 'deactivated')`
  expect(word(await tries(engine, 'admin', event))).toBe('42501')
  const lines = await undone(engine, async (tx) => {
    await tx.exec('set local role service_role')
    await tx.exec(event)
    await becomeOwner(tx)
    return (
      await tx.query(
        `select actor_label, table_name, record_id, action from public.audit_logs order by id desc limit 1`,
      )
    ).rows
  })
  expect(lines).toEqual([
    { actor_label: 'admin', table_name: 'accounts', record_id: idOf('sales'), action: 'deactivated' },
  ])
})
