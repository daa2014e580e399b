import { readAmount } from '@/shared/domain/currency'
import { currentFormats } from '@/shared/domain/formats'
import { decimal, decimalText, formatMoney, written } from '@/shared/domain/money'
import type { Field, FieldOptions } from './field'
import { lineInput } from './text-fields'

export type NumberOptions = FieldOptions & {
  /** Limits as decimals: `'0'`, `'99.99'`. Both are allowed values. */
  least?: string
  most?: string
  /** Whether `least` itself is refused: an amount above zero. */
  above?: boolean
}

type Required = NumberOptions & { required: true }

/**
 * An amount of money in the company's currency, or another one. The value is text with two decimals, `'1250.50'`; it
 * never passes through a JavaScript number.
 */
export function money(label: string, options: Required & { currency?: string }): Field<string>
export function money(label: string, options?: NumberOptions & { currency?: string }): Field<string | null>
export function money(label: string, options: NumberOptions & { currency?: string } = {}): Field<string | null> {
  const { currency, ...rules } = options
  const sign = () => signOf(currency ?? currentFormats().currency)
  return decimalField(label, { least: '0', most: '999999999.99', ...rules }, 2, lineInput('decimal', sign), (plain) =>
    formatMoney(plain, currency),
  )
}

/** A share in percent with up to two decimals: `'18.00'` means 18 %. */
export function percent(label: string, options: Required): Field<string>
export function percent(label: string, options?: NumberOptions): Field<string | null>
export function percent(label: string, options: NumberOptions = {}): Field<string | null> {
  return decimalField(label, { least: '0', most: '100', ...options }, 2, lineInput('decimal', () => '%'), (plain) => `${short(plain)} %`)
}

/** A quantity with up to three decimals, and its unit: `'2.500'`. */
export function quantity(label: string, options: Required & { unit?: string }): Field<string>
export function quantity(label: string, options?: NumberOptions & { unit?: string }): Field<string | null>
export function quantity(label: string, options: NumberOptions & { unit?: string } = {}): Field<string | null> {
  const { unit, ...rules } = options
  const named = unit ? `${label} (${unit})` : label
  return decimalField(named, { least: '0', most: '9999999.999', ...rules }, 3, lineInput('decimal'), (plain) =>
    [short(plain), unit].filter(Boolean).join(' '),
  )
}

/** A whole number. The value is a JavaScript number: a count, days, a place in an order. */
export function wholeNumber(label: string, options: Required): Field<number>
export function wholeNumber(label: string, options?: NumberOptions): Field<number | null>
export function wholeNumber(label: string, options: NumberOptions = {}): Field<number | null> {
  const field = decimalField(label, { least: '0', most: '999999999', ...options }, 0, lineInput('numeric'), short)
  return {
    ...field,
    valueOf: (draft) => {
      const plain = field.valueOf(draft)
      return plain === null ? null : Number(plain)
    },
  }
}

function decimalField(
  label: string,
  { least, most, above = false, ...options }: NumberOptions,
  places: number,
  Input: Field<string | null>['Input'],
  words: (plain: string) => string,
): Field<string | null> {
  const read = (draft: string) => {
    const typed = readAmount(draft)
    return 'amount' in typed ? typed.amount : null
  }
  const plainOf = (draft: string): string | null => {
    const amount = read(draft)
    return amount && written(atPlaces(amount, places))
  }
  return {
    ...options,
    label,
    draftOf: (stored) => {
      const plain = typeof stored === 'number' || typeof stored === 'string' ? plainOf(String(stored)) : null
      return plain === null ? '' : short(plain)
    },
    problem: (draft) => {
      const typed = readAmount(draft)
      if ('problem' in typed) return typed.problem
      if (trimmedScale(typed.amount) > places)
        return places === 0 ? 'Please enter a whole number' : `At most ${places} decimals`
      if (least !== undefined && compare(typed.amount, least) < (above ? 1 : 0))
        return above ? `Please enter more than ${short(least)}` : `Please enter ${short(least)} or more`
      if (most !== undefined && compare(typed.amount, most) > 0) return `Please enter ${short(most)} or less`
      return null
    },
    valueOf: plainOf,
    words: (draft) => {
      const plain = plainOf(draft)
      return plain === null ? draft : words(plain)
    },
    Input,
  }
}

type Amount = NonNullable<ReturnType<typeof decimal>>

/** `1250.50` without decimals that are zero, in the company's digits: `1,250.5`; with cents it keeps both: `1,250.50`. */
function short(plain: string): string {
  const bare = plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain
  const cents = /\.\d$/.test(bare) && plain.split('.')[1]?.length === 2 ? `${bare}0` : bare
  return decimalText(cents)
}

const trimmedScale = (amount: Amount): number => {
  const text = written(amount)
  return text.includes('.') ? text.replace(/0+$/, '').split('.')[1]!.length : 0
}

const atPlaces = ({ units, scale }: Amount, places: number): Amount =>
  scale <= places
    ? { units: units * 10n ** BigInt(places - scale), scale: places }
    : { units: units / 10n ** BigInt(scale - places), scale: places }

function compare(amount: Amount, limit: string): number {
  const other = decimal(limit)
  if (!other) return 0
  const one = amount.units * 10n ** BigInt(other.scale)
  const two = other.units * 10n ** BigInt(amount.scale)
  return one < two ? -1 : one > two ? 1 : 0
}

const signOf = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency
