import { countryCode } from './country-code.ts'

/** A place as it is stored. */
export type Place = { address: string | null; city: string | null; postcode: string | null; country: string | null }

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

const layoutOf = (country: string | null): Layout | null =>
  country === null
    ? null
    : ((Object.keys(layouts) as Layout[]).find((layout) => layouts[layout].split(' ').includes(country)) ?? null)

const filled = (lines: (string | null | undefined)[]): string[] =>
  lines.map((line) => line?.trim() ?? '').filter((line) => line !== '')

/**
 * Street, town and country in the order of an envelope of that country, without the parts that are missing. An unknown
 * country, and a place that keeps the older order (`isOlder`), have the postcode before the town.
 */
export function addressLinesOf({ address, city, postcode, country }: Place, isOlder = false): string[] {
  const street = (address ?? '').split('\n')
  const layout = isOlder ? null : layoutOf(countryCode(country))
  const inOneLine = (parts: (string | null)[], between = ' ') => filled(parts).join(between)
  if (layout === 'townFirst') return filled([...street, inOneLine([city, postcode]), country])
  if (layout === 'townAndComma') return filled([...street, inOneLine([city, postcode], ', '), country])
  if (layout === 'townAbove') return filled([...street, city, postcode, country])
  if (layout === 'townBelow') return filled([...street, postcode, city, country])
  if (layout === 'townOnTop') return filled([city, ...street, postcode, country])
  return filled([...street, inOneLine([postcode, city]), country])
}
