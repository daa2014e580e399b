import { shortDecimalText } from './money'

const signs: Readonly<Record<string, string>> = { m2: 'm²', m: 'm', kg: 'kg', ml: 'ml' }

/** `sheets`, `sheet` for one, `m²`, `boxes`. */
export function unitWord(unit: string, qty: string | number): string {
  const sign = signs[unit]
  if (sign) return sign
  if (Number(qty) === 1) return unit
  return unit === 'box' ? 'boxes' : `${unit}s`
}

/** `2 sheets`, `12.5 m²`. The quantity is decimal text, or a number of the database. */
export const qtyText = (qty: string | number, unit: string): string =>
  `${shortDecimalText(String(qty))} ${unitWord(unit, qty)}`

/** A movement with its sign: `+2 sheets`, `−1 roll`. */
export const movedText = (qty: string | number, unit: string): string => {
  const plain = String(qty)
  return plain.startsWith('-') ? `−${qtyText(plain.slice(1), unit)}` : `+${qtyText(plain, unit)}`
}

/** Whether an item is counted in whole pieces of this unit, as `private.must_be_whole` says. */
export const isWholeUnit = (unit: string): boolean => ['sheet', 'roll', 'piece', 'box', 'set'].includes(unit)
