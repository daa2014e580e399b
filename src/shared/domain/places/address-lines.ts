import type { Language } from '../texts/languages.ts'
import { countryCode, countryNameIn } from './country-code.ts'

/** A place as it is stored. */
export type Place = {
  address: string | null
  city: string | null
  postcode: string | null
  /** A state, province or county, where the country writes one. */
  state?: string | null | undefined
  country: string | null
}

/** Where postcode and town stand, for the countries that do not write `1100-001 Lisboa` under the street. */
const layouts = {
  /** `Austin, TX 78701` */
  townFirst:
    'AS AU BB BH BM BN BT CA CC CX FM GU IL IN JO KH LB LS MH MP MT MV NF NG NP NZ PE PG PR PW SA SO TW UM US VC VE VI',
  /** `Rīga, LV-1010` */
  townAndComma: 'CO LV MM',
  /** `London`, below it `SW1A 2AA` */
  townAbove:
    'AF AI BR CN CR CU EG FK GB GG GI GS HN ID IE IM IO IQ JE KE KP KR LK MN NA PH PN RU SD SH SZ TC TH UA VG VN ZA',
  /** The postcode, below it the town. */
  townBelow: 'AL AM EC MU NI OM',
  /** The town, the street, the postcode. */
  townOnTop: 'HU IR',
}
type Layout = keyof typeof layouts

/**
 * The lines of an address with a state, for the countries that write one: street (A), town (C), state (S) and postcode
 * (Z), each with the sign before it.
 */
const stateLayouts: Readonly<Record<string, string>> = {
  'A|C, S Z': 'BB SO TW US',
  'A|C S Z': 'AS AU CA CC CX FM GU HM MH MP NF PR PW UM VI',
  'A|Z C S': 'ES IT PF UY',
  'A|Z C, S': 'MX',
  'A|Z C/S': 'TR',
  'A|Z S C': 'RO',
  'A|Z C|S': 'AR CL CV MY UZ',
  'A|Z, C|S': 'BY',
  'A|Z-C|S': 'SV',
  'A|Z|C|S': 'AM',
  'A|Z|C, S': 'NI',
  'A|C-S|Z': 'BR',
  'A|C, S, Z': 'CO',
  'A|C, S|Z': 'BS HN IQ KN',
  'A|C S|Z': 'CU',
  'A|C Z|S': 'IN NG PE',
  'A|C Z, S': 'VE',
  'A|C Z S': 'PG',
  'A|C|Z S': 'PH',
  'A|C|S Z': 'ID KY MN TH VN',
  'A|C|S|Z': 'AE EG HK IE JM KR NR PA RU SC SR TV UA',
  'A|C|S, Z': 'CN KP',
  'A|S, C|Z': 'CR',
  'A|S|C|Z': 'KI',
  'A, C, S|Z': 'JP',
  'S|C|A|Z': 'IR',
  'Z|S|C|A': 'KZ',
}
/** The layout of an address with a state, by the code of its country; null where it writes none. */
export const stateLayoutOf = (country: string): string | null =>
  Object.keys(stateLayouts).find((layout) => stateLayouts[layout]?.split(' ').includes(country)) ?? null

const layoutOf = (country: string | null): Layout | null =>
  country === null
    ? null
    : ((Object.keys(layouts) as Layout[]).find((layout) => layouts[layout].split(' ').includes(country)) ?? null)

const filled = (lines: (string | null | undefined)[]): string[] =>
  lines.map((line) => line?.trim() ?? '').filter((line) => line !== '')

/** A state that is not written behind the town already, as in `Austin, TX`. */
const hasState = (city: string | null, state: string | null | undefined): boolean => {
  const [town, wanted] = [city?.trim().toLowerCase() ?? '', state?.trim().toLowerCase() ?? '']
  return wanted !== '' && !(town.endsWith(wanted) && /[\s,(/-]$/.test(town.slice(0, -wanted.length)))
}

type Part = 'A' | 'C' | 'S' | 'Z'

/** The lines of a layout. A part that is missing takes the sign before it along. */
function inLayout(layout: string, parts: Record<Part, string | null | undefined>): string[] {
  return layout.split('|').flatMap((line) => {
    let written = ''
    for (const [, sign = '', part] of line.matchAll(/([^ACSZ]*)([ACSZ])/g)) {
      const value = parts[part as Part]?.trim() ?? ''
      if (value !== '') written += (written === '' ? '' : sign) + value
    }
    return written.split('\n')
  })
}

/**
 * Street, town and country in the order of an envelope of that country, without the parts that are missing. An unknown
 * country, and a place that keeps the older order (`isOlder`), have the postcode before the town. A place with a state and
 * without a country is at `home`.
 */
export function addressLinesOf(
  { address, city, postcode, state, country }: Place,
  isOlder = false,
  home: string | null = null,
): string[] {
  const street = (address ?? '').split('\n')
  const code = isOlder ? null : countryCode(country)
  const placed = code ?? (isOlder || filled([country]).length > 0 ? null : countryCode(home))
  const withState = placed !== null && hasState(city, state) ? stateLayoutOf(placed) : null
  if (withState) return filled([...inLayout(withState, { A: address, C: city, S: state, Z: postcode }), country])
  const layout = layoutOf(code)
  const inOneLine = (parts: (string | null)[], between = ' ') => filled(parts).join(between)
  if (layout === 'townFirst') return filled([...street, inOneLine([city, postcode]), country])
  if (layout === 'townAndComma') return filled([...street, inOneLine([city, postcode], ', '), country])
  if (layout === 'townAbove') return filled([...street, city, postcode, country])
  if (layout === 'townBelow') return filled([...street, postcode, city, country])
  if (layout === 'townOnTop') return filled([city, ...street, postcode, country])
  return filled([...street, inOneLine([postcode, city]), country])
}

/**
 * An address for a reader of that language: the country by its name there, and none for an address at `home`, as the post
 * writes it.
 */
export function linesForReader(place: Place, language: Language, home: string | null): string[] {
  const lines = addressLinesOf(place, false, home)
  if (filled([place.country]).length === 0) return lines
  const code = countryCode(place.country)
  const isAtHome = code !== null && code === countryCode(home)
  return [...lines.slice(0, -1), ...(isAtHome ? [] : [countryNameIn(language, place.country ?? '')])]
}
