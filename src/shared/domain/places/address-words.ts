import { stateLayoutOf } from './address-lines.ts'
import { countryCode } from './country-code.ts'

/** What the countries that write a state call it, but for those that call it a region. */
const stateNames: Readonly<Record<string, string>> = {
  State: 'AS AU BR FM GU IN MH MP MX MY NG NR PR PW SO UM US VE VI',
  Province: 'AR CA CC CN CR CU CX ES HM IR IT KR MN NF PA PG TH TR VN',
  County: 'IE RO TW',
  Emirate: 'AE',
  Prefecture: 'JP',
  Department: 'CO HN NI SV UY',
  Parish: 'BB JM',
  Island: 'BS CV KI KN KY PF SC TV',
}

/** What the state of an address is called in its country; null where addresses have none. */
export function stateName(country: string | null): string | null {
  const code = countryCode(country)
  if (code === null || stateLayoutOf(code) === null) return null
  return Object.keys(stateNames).find((name) => stateNames[name]?.split(' ').includes(code)) ?? 'Region'
}

/** What the postcode of an address is called in its country. */
export const postcodeName = (country: string | null): string =>
  ({ US: 'ZIP code', PR: 'ZIP code', PH: 'ZIP code', IN: 'PIN code', IE: 'Eircode', BR: 'CEP' })[
    countryCode(country) ?? ''
  ] ?? 'Postcode'

const countriesOfCities = new Set('US PR CA AU NZ IN PH ZA SG AE'.split(' '))

/** What the place of an address is called in the English of its country. */
export const cityName = (country: string | null): string =>
  countriesOfCities.has(countryCode(country) ?? '') ? 'City' : 'Town'

/** The form of a postcode, with an example, where a country has one form for all. */
const postcodeForms: Readonly<Record<string, readonly [RegExp, string]>> = {
  US: [/^\d{5}(-?\d{4})?$/, '78701 or 78701-1234'],
  PR: [/^\d{5}(-?\d{4})?$/, '00901'],
  CA: [/^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i, 'K1A 0B1'],
  AU: [/^\d{4}$/, '2000'],
  IT: [/^\d{5}$/, '00144'],
  ES: [/^\d{5}$/, '28013'],
  MX: [/^\d{5}$/, '06000'],
  BR: [/^\d{5}-?\d{3}$/, '01310-100'],
}

/** Why a postcode is none of its country; null where it is one, is empty, or its form is not known here. */
export function postcodeProblem(country: string | null, typed: string): string | null {
  const [form, example] = postcodeForms[countryCode(country) ?? ''] ?? []
  return !form || typed.trim() === '' || form.test(typed.trim())
    ? null
    : `${withArticle(postcodeName(country))} looks like ${example}. Elsewhere, please enter the country.`
}
const withArticle = (name: string): string =>
  name === 'Eircode' ? `An ${name}` : `A ${name.replace('Postcode', 'postcode')}`
