import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { become, becomeOwner, tries, undone } from './act.ts'
import { tradeIn } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const call = (settings: object, rates: object[] = [], days: object[] = []) =>
  `select public.start_in_country('${JSON.stringify(settings)}', '${JSON.stringify(rates)}', '${JSON.stringify(days)}') as done`

const ofNewLines = `insert into public.vat_rates (code, label, rate, is_default) values ('house', 'House', 5, true)`

/** What an admin's call leaves in the company, its rates and its closed days. */
async function after(given: Parameters<typeof call>, before = '') {
  return undone(engine, async (tx) => {
    await tx.exec(`update public.company_settings set country = null, tax_name = 'VAT'`)
    await tx.exec(`delete from public.vat_rates where is_default; ${before}`)
    await become(tx, 'admin')
    await tx.exec(call(...given))
    await becomeOwner(tx)
    const company = await tx.query('select country, tax_name, paper_size, first_weekday from public.company_settings')
    const rates = await tx.query(
      `select code, rate::text, treatment, is_default from public.vat_rates where code like 'us-%' order by code`,
    )
    const defaults = await tx.query('select code from public.vat_rates where is_default')
    const days = await tx.query(
      `select starts_on::text as day, reason from public.booking_closures where starts_on >= '2031-01-01'
       union all select starts_on::text, reason from public.work_centre_closures where starts_on >= '2031-01-01' order by 1`,
    )
    return { company: company.rows[0], rates: rates.rows, defaults: defaults.rows, days: days.rows }
  })
}

const texas = [
  { code: 'us-tx', label: 'Sales tax, Texas', rate: '8.25', treatment: 'standard', is_default: true, sort: 1 },
  { code: 'us-exempt', label: 'Exempt', rate: '0', treatment: 'exempt', is_default: false, sort: 2 },
]

describe('the start in a country', () => {
  test('sets what was chosen, adds the rates and closes the days for bookings and production', async () => {
    const settings = {
      country: { from: null, to: 'United States' },
      tax_name: { from: 'VAT', to: 'sales tax' },
      paper_size: { from: 'a4', to: 'letter' },
      first_weekday: { from: '1', to: '7' },
    }
    const left = await after([settings, texas, [{ on_day: '2031-07-04', name: 'Independence Day' }]])
    expect(left.company).toEqual({
      country: 'United States',
      tax_name: 'sales tax',
      paper_size: 'letter',
      first_weekday: 7,
    })
    expect(left.rates).toEqual([
      { code: 'us-exempt', rate: '0.0000', treatment: 'exempt', is_default: false },
      { code: 'us-tx', rate: '8.2500', treatment: 'standard', is_default: true },
    ])
    expect(left.days).toEqual(Array(2).fill({ day: '2031-07-04', reason: 'Independence Day' }))
  })

  test('keeps the rate of new lines, a rate that is there and a day that is closed', async () => {
    const twice = [...texas, { ...texas[0], rate: '1' }]
    const day = { on_day: '2031-07-04', name: 'Independence Day' }
    const left = await after([{}, twice, [day, { ...day, name: 'Again' }]], ofNewLines)
    expect(left.rates).toMatchObject([{ code: 'us-exempt' }, { code: 'us-tx', rate: '8.2500' }])
    expect(left.defaults).toEqual([{ code: 'house' }])
    expect(left.days).toEqual(Array(2).fill({ day: '2031-07-04', reason: 'Independence Day' }))
  })

  test('ends the rates of before: the new one is that of new lines and of what had the old one, and an ended rate comes back', async () => {
    await undone(engine, async (tx) => {
      const { server, as } = await tradeIn(tx)
      await server.run(`update public.vat_rates set is_default = false`)
      await server.run(ofNewLines)
      await server.run(`update public.services set vat_rate_id = (select id from public.vat_rates where code = 'house')
         where id = (select id from public.services order by id limit 1)`)
      const begin = (rates: object[], ended: string) =>
        as('admin').run(`select public.start_in_country('{}', '${JSON.stringify(rates)}', p_ended => '{${ended}}')`)
      await begin(texas, 'house')
      const offered = `select array_agg(code order by code) from public.vat_rates where code in ('house', 'us-tx') and coalesce(valid_to, 'infinity') >= private.company_today()`
      expect(await server.value(offered)).toEqual(['us-tx'])
      expect(await server.value(`select code from public.vat_rates where is_default`)).toBe('us-tx')
      expect(
        await server.value(
          `select count(*)::int from public.services s join public.vat_rates v on v.id = s.vat_rate_id where v.code = 'house'`,
        ),
      ).toBe(0)
      await begin([{ code: 'house', label: 'House', rate: '5', treatment: 'standard', is_default: true }], 'us-tx')
      expect(await server.value(offered)).toEqual(['house'])
      expect(await server.value(`select code from public.vat_rates where is_default`)).toBe('house')
    })
  })

  test('is all or nothing where somebody changed a setting meanwhile', async () => {
    expect(await tries(engine, 'admin', call({ tax_name: { from: 'GST', to: 'sales tax' } }, texas))).toMatchObject({
      refused: 'PT409',
      because: 'Somebody changed the settings meanwhile. Please look at them again.',
    })
  })

  test('begins with the chart of accounts that was chosen, while nothing is booked', async () => {
    await undone(engine, async (tx) => {
      const { accounts, as, server } = await tradeIn(tx)
      const clients = () =>
        server.value(
          `select a.code from public.account_rules r join public.ledger_accounts a on a.id = r.account_id where r.part = 'clients'`,
        )
      const begin = (chart: string) => as('admin').value(`select public.start_in_country('{}', p_chart => '${chart}')`)
      expect([await begin('skr03'), await clients()]).toEqual([{ rates: 0, days: 0, chart: null }, '1400'])
      expect([await begin('snc'), await clients()]).toEqual([{ rates: 0, days: 0, chart: null }, '211'])
      await accounts.run(`select public.record_payment('${row.business}', 10, 'cash')`)
      await expect(begin('general')).rejects.toThrow('Papers are booked already')
    })
  })

  test.each(['newcomer', 'pending', 'client', 'team_member', 'sales', 'accounts'] as const)(
    'is not for %s',
    async (person) => {
      expect(await tries(engine, person, call({ tax_name: { from: 'VAT', to: 'IVA' } }))).toMatchObject({
        refused: '42501',
      })
    },
  )

  test.each([
    ['a setting that no country decides', `'{"name": {"from": null, "to": "x"}}'`, '22023'],
    ['a list of settings', `'[]'`, '22023'],
    ['nothing', 'null', '22023'],
    ['an unknown paper', `'{"paper_size": {"from": "a4", "to": "a3"}}'`, '23514'],
    ['a tax without a name', `'{"tax_name": {"from": "VAT", "to": " "}}'`, '23514'],
    ['an unknown time zone', `'{"time_zone": {"from": "UTC", "to": "Europe/Atlantis"}}'`, '22023'],
  ])('refuses %s', async (_, settings, code) => {
    expect(await tries(engine, 'admin', `select public.start_in_country(${settings})`)).toMatchObject({ refused: code })
  })
})

describe('a routing number', () => {
  test.each([
    ['021000021', true],
    ['021000022', false],
    ['02100002', false],
    ['0210000210', false],
    ['02100002a', false],
  ])('%s: %s', async (number, isRight) => {
    const { rows } = await engine.query('select private.is_routing_number($1) as is_right', [number])
    expect(rows).toEqual([{ is_right: isRight }])
  })

  test('and the account beside it stand on papers, and every other admin hears of it', async () => {
    const told = await undone(engine, async (tx) => {
      const other = await tx.query<{ id: string }>(
        `select user_id as id from public.user_roles where role = 'accounts' limit 1`,
      )
      await tx.exec(`update public.user_roles set role = 'admin' where user_id = '${other.rows[0]?.id}'`)
      await become(tx, 'admin')
      await tx.exec(
        `update public.company_settings set iban = null, bic = null, bank_fields = 'routing', bank_code = '021000021', account_number = '123456789'`,
      )
      await becomeOwner(tx)
      const notices = await tx.query<{ message: string }>(
        `select message from public.notifications where title = 'The bank account of the company was changed'`,
      )
      const facts = await tx.query<{ facts: object }>('select private.company_facts() as facts')
      return { message: notices.rows[0]?.message, facts: facts.rows[0]?.facts }
    })
    expect(told.message).toContain('to 021000021 123456789.')
    expect(told.facts).toMatchObject({ bank_fields: 'routing', bank_code: '021000021', account_number: '123456789' })
  })
})
