import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkVatNumber } from '@/shared/domain/money/vat-number'
import { countriesWithHolidays, holidaysOf } from './facts/holidays'
import { unionCountries } from '@/shared/domain/places/european-union'
import { states, taxedCountries, taxOf } from './facts/taxes'
import { countryChoices, world } from './facts/world'
import { proposalOf, untouched, valuesOf } from './proposal'
import { dateStyles, numberStyles } from '@/shared/domain/text/formats'
import { dayAfter, isDay, weekdayOf } from '@/shared/domain/time/days'

const currencies = new Set(Intl.supportedValuesOf('currency'))
const isZone = (zone: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}

test('every country is whole: a currency of ISO 4217, a zone that this runtime knows, known looks', () => {
  expect(world.size).toBeGreaterThan(240)
  expect(countryChoices).toHaveLength(world.size)
  for (const [code, facts] of world) {
    expect([code, currencies.has(facts.currency), isZone(facts.time_zone)]).toEqual([code, true, true])
    expect([code, facts.number_style in numberStyles, facts.date_style in dateStyles]).toEqual([code, true, true])
    expect(['12h', '24h']).toContain(facts.hour_style)
    expect(['a4', 'letter']).toContain(facts.paper_size)
    expect([1, 6, 7]).toContain(facts.first_weekday)
  }
})

test('the countries of docs/countries.md have a tax and holidays: the Union, three neighbours and the United States', () => {
  const wanted = [...unionCountries, 'CH', 'GB', 'NO', 'US'].toSorted()
  expect(unionCountries).toHaveLength(27)
  expect(taxedCountries.toSorted()).toEqual(wanted)
  expect(countriesWithHolidays.toSorted()).toEqual(wanted)
  expect(wanted.filter((code) => !world.has(code))).toEqual([])
})

test.each(taxedCountries.filter((code) => code !== 'US'))(
  'the tax of %s: one standard rate, falling rates, each code once, names that the database takes',
  (country) => {
    const tax = taxOf(country, null) ?? expect.fail('No tax')
    const charged = tax.rates.filter(({ treatment }) => treatment === 'standard')
    expect(charged.filter(({ isDefault }) => isDefault)).toEqual([charged[0]])
    const numbers = charged.map(({ rate }) => Number(rate))
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
    expect(numbers.every((rate) => rate > 0 && rate < 30)).toBe(true)
    expect(new Set(tax.rates.map(({ code }) => code)).size).toBe(tax.rates.length)
    for (const { code, label, rate, treatment } of tax.rates) {
      expect(code).toMatch(/^[a-z0-9][a-z0-9_.-]{0,39}$/)
      expect(rate).toMatch(/^\d{1,2}(\.\d{1,4})?$/)
      expect(label.length).toBeLessThanOrEqual(100)
      expect(treatment === 'standard' || rate === '0').toBe(true)
    }
    expect(tax.rates.some(({ treatment }) => treatment === 'reverse_charge')).toBe(unionCountries.includes(country))
    expect([tax.name.length, tax.idName.length].every((length) => length > 0 && length <= 30)).toBe(true)
  },
)

test('the states of the United States: fifty and the District, each with a zone; a rate where one is certain', () => {
  expect(states).toHaveLength(51)
  expect(states.filter(({ zone }) => !isZone(zone))).toEqual([])
  expect(states.filter(({ rate }) => rate !== null && !(Number(rate) > 0 && Number(rate) < 10))).toEqual([])
  const texas = states.find(({ code }) => code === 'TX') ?? null
  expect(taxOf('US', texas)).toMatchObject({
    kind: 'sales_tax',
    name: 'sales tax',
    rates: [{ rate: '6.25' }, { rate: '0' }],
  })
  const oregon = states.find(({ code }) => code === 'OR') ?? null
  expect(taxOf('US', oregon)?.rates.map(({ treatment }) => treatment)).toEqual(['exempt'])
})

describe('public holidays', () => {
  test.each(countriesWithHolidays)('%s: real days in order, each once, in every year', (country) => {
    for (const year of [2026, 2027, 2028, 2030, 2038]) {
      const days = holidaysOf(country, year).map(({ day }) => day)
      expect(days.every((day) => isDay(day))).toBe(true)
      expect(days).toEqual([...new Set(days)].toSorted())
      expect(days.length).toBeGreaterThanOrEqual(4)
    }
  })

  test.each([
    ['PT', 2026, ['2026-04-03', '2026-04-25', '2026-06-04', '2026-12-08']],
    ['GR', 2027, ['2027-03-15', '2027-04-30', '2027-05-03', '2027-06-21']],
    ['GB', 2027, ['2027-01-01', '2027-05-03', '2027-05-31', '2027-08-30', '2027-12-27', '2027-12-28']],
    ['US', 2026, ['2026-01-19', '2026-05-25', '2026-07-03', '2026-11-26']],
    ['US', 2027, ['2027-07-05', '2027-12-24']],
    ['IE', 2026, ['2026-02-02']],
    ['IE', 2030, ['2030-02-01']],
    ['SE', 2026, ['2026-06-20', '2026-10-31']],
  ])('of %s in %i', (country, year, days) => {
    const found = holidaysOf(country, year).map(({ day }) => day)
    expect(days.filter((day) => !found.includes(day))).toEqual([])
  })

  test('of the demo company are those of its country', () => {
    const [, list = ''] =
      /create temporary table holiday[\s\S]*?values([\s\S]*?)as listed/.exec(
        readFileSync('supabase/seed-site.sql', 'utf8'),
      ) ?? []
    const seeded = [...list.matchAll(/\('(\d\d-\d\d|E[+-]\d+)', '([^']+)'\)/g)].map(([, rule = '', name]) => ({
      day: rule.startsWith('E') ? dayAfter('2027-03-28', Number(rule.slice(1))) : `2027-${rule}`,
      name,
    }))
    expect(seeded.toSorted((one, other) => one.day.localeCompare(other.day))).toEqual(holidaysOf('MT', 2027))
  })

  test('moved ones never fall on a weekend', () => {
    for (let year = 2026; year < 2060; year += 1)
      for (const { day, name } of holidaysOf('GB', year))
        expect([day, name, weekdayOf(day) < 6]).toEqual([day, name, true])
  })
})

test.each([
  ['501442600', 'PT', 'right'],
  ['501442601', 'PT', 'wrong'],
  ['PT501442600', null, 'right'],
  ['501442600', null, 'unknown'],
  ['DE136695976', 'PT', 'right'],
  ['NO 974 760 673 MVA', null, 'right'],
  ['974760673', 'NO', 'right'],
  ['NO974760674MVA', null, 'wrong'],
  ['CHE-116.281.710 MWST', null, 'right'],
  ['CHE-116.281.711', null, 'wrong'],
])('the number %s of a company in %s is %s', (number, home, kind) => {
  expect(checkVatNumber(number, home).kind).toBe(kind)
})

test.each([
  ['DE', 'general', false, { proposed: 'skr03', isTaken: true, isOpen: true }],
  ['PT', 'general', false, { proposed: 'snc', isTaken: true, isOpen: true }],
  ['DE', 'snc', false, { proposed: 'snc', isTaken: false, isOpen: true }],
  ['DE', 'general', true, { proposed: 'general', isTaken: false, isOpen: false }],
  ['FR', 'general', false, { proposed: 'general', isTaken: false, isOpen: true }],
] as const)(
  'the chart of accounts that %s proposes to books by %s (booked: %s)',
  (country, chart, isBooked, expected) => {
    const known = {
      settings: untouched,
      rates: [],
      hasDefaultRate: false,
      hasAccount: false,
      chart,
      isBooked,
      hasPapers: isBooked,
    }
    const proposal = proposalOf(country, null, known, '2026-11-29').chart
    expect(proposal).toMatchObject(expected)
    expect(proposal.words.startsWith('No chart of this country is kept here')).toBe(country === 'FR')
  },
)

test('a company that moves takes what followed from its country along, but not what somebody chose otherwise, nor its currency', () => {
  const malta = { ...untouched, ...valuesOf('MT', null), number_style: 'space' }
  const known = {
    settings: malta,
    rates: [
      { code: 'mt-standard', label: 'VAT 18 %', isOffered: true },
      { code: 'mt-old', label: 'VAT 15 %', isOffered: false },
    ],
    hasDefaultRate: true,
    ...{ hasAccount: true, chart: 'general' as const, isBooked: true, hasPapers: true },
  }
  const taken = (country: string, state: string | null = null) => {
    const proposal = proposalOf(country, states.find(({ code }) => code === state) ?? null, known, '2026-11-30')
    return { proposal, settings: proposal.settings.filter(({ isTaken }) => isTaken).map(({ setting }) => setting) }
  }
  const texas = taken('US', 'TX')
  expect(texas.settings).toContain('country')
  expect(texas.settings).toContain('time_zone')
  expect(texas.settings).toContain('tax_name')
  expect(texas.settings).not.toContain('number_style')
  expect(texas.settings).not.toContain('bank_fields')
  expect(texas.proposal.settings.find(({ setting }) => setting === 'currency')).toMatchObject({
    isTaken: false,
    why: 'There are papers with amounts in EUR: the currency stays.',
  })
  expect(texas.proposal.ended.map(({ code }) => code)).toEqual(['mt-standard'])
  expect(texas.proposal.rates.find(({ isDefault }) => isDefault)?.rate).toBe('6.25')
  const home = taken('MT')
  expect([home.settings, home.proposal.ended]).toEqual([[], []])
})
