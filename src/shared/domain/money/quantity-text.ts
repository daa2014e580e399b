import { shortDecimalText, withMinus } from './money.ts'

/** Units that are written as signs, and have no plural. */
const signs: Readonly<Record<string, string>> = {
  m2: 'm²',
  sqm: 'm²',
  m: 'm',
  metre: 'm',
  m_height: 'm',
  m_edge: 'm edge',
  ft2: 'sq ft',
  ft: 'ft',
  ft_height: 'ft',
  ft_edge: 'ft edge',
  yd: 'yd',
  kg: 'kg',
  ml: 'ml',
}
const nouns: Readonly<Record<string, string>> = {
  piece: 'pieces',
  set: 'sets',
  hour: 'hours',
  minute: 'minutes',
  sheet: 'sheets',
  roll: 'rolls',
  box: 'boxes',
  litre: 'litres',
}

/** `sheets`, `sheet` for one, `m²`, `hours`. A unit that an import brought is written as it came. */
export function unitWord(unit: string, qty: string | number): string {
  const code = unit.trim().toLowerCase()
  const sign = signs[code]
  if (sign) return sign
  return Math.abs(Number(qty)) === 1 ? unit : (nouns[code] ?? unit)
}

/**
 * A quantity with its unit, as every screen, paper and mail writes it: `2 sheets`, `12.5 m²`, `1 hour`, `3 pieces`. The quantity is
 * decimal text, or a number of the database.
 */
export const qtyText = (qty: string | number, unit: string, locale?: string): string =>
  `${withMinus(shortDecimalText(String(qty), locale))} ${unitWord(unit, qty)}`

/** The same where pieces go without saying, as in a column of quantities: `3`, `12.5 m²`, `1 hour`. */
export const countedText = (qty: string, unit: string | null, locale?: string): string =>
  unit === null || unit === '' || unit === 'piece'
    ? withMinus(shortDecimalText(qty, locale))
    : qtyText(qty, unit, locale)

const counted = ['piece', 'pieces', 'pc', 'pcs', 'sheet', 'roll', 'box', 'set', 'pair']

/**
 * True for a unit that is counted, so that there is no half of it: pieces (also where none is said), sheets, rolls, boxes,
 * sets, pairs. The same as `private.is_counted`.
 */
export const isWholeUnit = (unit: string | null | undefined): boolean =>
  counted.includes(unit?.trim().toLowerCase() || 'piece')
