import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWork } from '@/documents/units'
import { countryCode } from '@/shared/domain/places/country-code'
import { unionCountries } from '@/shared/domain/places/european-union'
import type { Engine } from '../../supabase/local/contracts.ts'
import { openWorld } from '../../supabase/tests/world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const languages = ['en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'pl', 'mt', 'da', 'sv']
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

test('the database knows every name of a country that the screens know, as the same country', async () => {
  const codes = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => countryCode(code) === code)
  const names = languages.flatMap((language) => {
    const own = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    return codes.flatMap((code) => own.of(code) ?? [])
  })
  const asked = [...new Set([...codes, ...names, 'the Netherlands', 'Holland', 'UK', 'Deutschlnd', 'EU', ''])]
  const { rows } = await engine.query<{ name: string; code: string | null }>(
    'select n as name, private.country_code(n) as code from unnest($1::text[]) as n',
    [asked],
  )
  expect(asked.length).toBeGreaterThan(1500)
  expect(rows.filter(({ name, code }) => code !== countryCode(name))).toEqual([])
})

test('both count the same countries to the Union, but for Monaco, whose goods never leave it', async () => {
  const { rows } = await engine.query<{ code: string }>(
    'select distinct code from private.country_names where private.is_of_the_union(code) order by code',
  )
  expect(rows.map(({ code }) => code)).toEqual([...unionCountries, 'MC'].sort())
})

test('both take the same units for work', async () => {
  const units = ['hour', 'hours', 'h', 'minute', 'day', 'days', 'piece', 'm2', 'set', 'Hour', '']
  const { rows } = await engine.query<{ unit: string; is_work: boolean }>(
    'select u as unit, private.is_work(u) as is_work from unnest($1::text[]) as u',
    [units],
  )
  expect(rows.filter(({ unit, is_work }) => is_work !== isWork(unit))).toEqual([])
})
