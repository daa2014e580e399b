import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { become, triesAll, undone } from './act.ts'
import { openWorld } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const view = (name: string, isDefault = false) =>
  `insert into public.saved_views (list, name, query, is_default) values ('contacts', '${name}', 'stop=yes', ${isDefault})`

test('a list opens with one view: the last one that became the default', async () => {
  const names = await undone(engine, async (tx) => {
    await become(tx, 'sales')
    await tx.exec(view('On stop', true))
    await tx.exec(view('In Valletta', true))
    await tx.exec(`update public.saved_views set is_default = true where name = 'On stop'`)
    return (await tx.query(`select name from public.saved_views where is_default`)).rows
  })
  expect(names).toEqual([{ name: 'On stop' }])
})

test('a name is used once for each list, in whatever case', async () => {
  expect(await triesAll(engine, 'sales', [view('On stop'), view('on STOP ')])).toMatchObject({ refused: '23505' })
})

test('a list has at most 30 views of one person', async () => {
  const many = `insert into public.saved_views (list, name) select 'contacts', 'View ' || n from generate_series(1, 30) n`
  expect(await triesAll(engine, 'sales', [many, view('One more')])).toMatchObject({ refused: 'PT409' })
})

test('the first steps are told to who manages the settings, as the data has them', async () => {
  const told = async (person: 'admin' | 'sales', given = '') =>
    undone(engine, async (tx) => {
      await tx.exec(`update public.company_settings set name = 'Our company', address = null, country = null`)
      await tx.exec(given)
      await become(tx, person)
      return (await tx.query('select * from public.first_steps()')).rows
    })
  expect(await told('sales')).toEqual([])
  const before = { name: false, logo: false, country: false, time_zone: false, put_away: false }
  expect(await told('admin')).toMatchObject([before])
  const settled = `update public.company_settings
    set name = 'Signs Ltd', logo_url = '/logo.png', address = '1 Main Street', country = 'Malta', time_zone = 'Europe/Malta'`
  const placeless = `update public.company_settings set country = 'Malta', address = ' '`
  expect(await told('admin', placeless)).toMatchObject([{ country: true, address: false }])
  expect(await told('admin', settled)).toMatchObject([
    { name: true, logo: true, country: true, time_zone: true, colleagues: true, contacts: true },
  ])
  const unregistered = 'update public.company_settings set vat_number = null; delete from public.vat_rates;'
  expect(await told('admin', unregistered)).toMatchObject([{ vat_number: false }])
  const registered = `update public.company_settings set vat_number = 'MT12345634'`
  expect(await told('admin', registered)).toMatchObject([{ vat_number: true }])
  const rate = (percent: number) =>
    `insert into public.vat_rates (code, label, rate) values ('only', 'Only', ${percent})`
  expect(await told('admin', unregistered + rate(18))).toMatchObject([{ vat_number: false }])
  expect(await told('admin', unregistered + rate(0))).toMatchObject([{ vat_number: true }])
})

test('a test quotation is a step that is done only when money for it is recorded', async () => {
  const told = async (given: string) =>
    undone(engine, async (tx) => {
      // An empty company: nothing was ever paid.
      await tx.exec(`set local session_replication_role = replica;
        update public.orders set deposit_paid = 0; delete from public.payments;`)
      await tx.exec(given)
      await tx.exec('set local session_replication_role = origin')
      await become(tx, 'admin')
      return (await tx.query<{ quotation: boolean }>('select quotation from public.first_steps()')).rows[0]?.quotation
    })
  expect(await told('')).toBe(false)
  const order = (paid: number) =>
    `insert into public.orders (order_number, contact_id, deposit_amount, deposit_paid)
     select 'SO-TEST', id, 10, ${paid} from public.contacts limit 1`
  expect(await told(order(0))).toBe(false)
  expect(await told(order(10))).toBe(true)
  const payment = (allocated: number) =>
    `insert into public.payments (contact_id, method, amount, allocated, received_on)
     select id, 'bank', 10, ${allocated}, current_date from public.contacts limit 1`
  expect(await told(payment(0))).toBe(false)
  expect(await told(payment(10))).toBe(true)
})
