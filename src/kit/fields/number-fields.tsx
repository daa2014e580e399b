import { decimal, truncated, written } from '@/shared/domain/money/decimal'
import { bareLength, lengthText, readMillimetres } from '@/shared/domain/text/length'
import {
  currencySign,
  type DecimalRule,
  decimalText,
  formatMoney,
  formatPrice,
  readDecimal,
  shortDecimalText,
} from '@/shared/domain/money/money'
import type { Field, FieldOptions } from './field'
import { LengthInput } from './length-input'
import { lineInput, shared } from './text-fields'

/** Limits as plain decimals: `least: '0'`, `most: '99.99'`; `aboveZero` refuses zero too, `isWhole` parts. */
export type NumberOptions = FieldOptions & Partial<DecimalRule>
type Required = { required: true }
type LengthOptions = NumberOptions & { otherSide?: string }

/**
 * An amount of money in the company's currency, or another one. The value is text with two decimals, `'1250.50'`; it
 * never passes through a JavaScript number.
 */
export function money(label: string, options: NumberOptions & Required & { currency?: string }): Field<string>
export function money(label: string, options?: NumberOptions & { currency?: string }): Field<string | null>
export function money(label: string, options: NumberOptions & { currency?: string } = {}): Field<string | null> {
  const { currency, ...rules } = options
  const sign = () => currencySign(currency)
  const field = decimalField(label, { places: 2, least: '0', most: '999999999.99' }, rules, {
    Input: lineInput('decimal', sign),
    missing: 'Please enter an amount',
    text: (plain) => decimalText(plain.replace(/(\.\d\d\d*?)0+$/, '$1')),
    words: (plain) => ((rules.places ?? 2) > 2 ? formatPrice : formatMoney)(plain, currency),
  })
  const readAs = (draft: string) =>
    thousandsOrDecimals.test(draft.trim()) && field.problem(draft) === null ? `Read as ${field.words(draft)}` : null
  return { doubtIn: readAs, ...field }
}

/** `33,333` and `33.333`: how they are read depends on the company, and people come from others. */
const thousandsOrDecimals = /^[+-]?\D{0,3}\d{1,3}[.,]\d{3}$/

/** A share in percent with up to two decimals, or more by `places`: `'18.00'` means 18 %. */
export function percent(label: string, options: NumberOptions & Required): Field<string>
export function percent(label: string, options?: NumberOptions): Field<string | null>
export function percent(label: string, options: NumberOptions = {}): Field<string | null> {
  return decimalField(label, { places: 2, least: '0', most: '100' }, options, {
    missing: 'Please enter a percentage',
    Input: lineInput('decimal', () => '%'),
    words: (plain) => `${shortDecimalText(plain)} %`,
  })
}

/** A quantity with up to three decimals, and its unit: `'2.500'`. */
export function quantity(label: string, options: NumberOptions & Required & { unit?: string }): Field<string>
export function quantity(label: string, options?: NumberOptions & { unit?: string }): Field<string | null>
export function quantity(label: string, options: NumberOptions & { unit?: string } = {}): Field<string | null> {
  const { unit, ...rules } = options
  const shown = unit ? { ...rules, columnLabel: label } : rules
  return decimalField(unit ? `${label} (${unit})` : label, { places: 3, least: '0', most: '9999999.999' }, shown, {
    Input: lineInput('decimal'),
    words: (plain) => [shortDecimalText(plain), unit].filter(Boolean).join(' '),
  })
}

/**
 * A length, typed in the unit that the person sees, or with its own: `2438.4`, `96"`, `4 ft`, `120 cm`, `1.2 m`. What is no
 * length is refused in words. The value is millimetres as text, `'2438.40'`; `places: 0` keeps whole ones. `otherSide`: the
 * field that takes the second side of `8' × 4'`.
 */
export function length(label: string, options: LengthOptions & Required): Field<string>
export function length(label: string, options?: LengthOptions): Field<string | null>
export function length(label: string, options: LengthOptions = {}): Field<string | null> {
  const rules = { columnLabel: label, ...options }
  const places = options.places ?? 2
  const { otherSide } = options
  const field: Field<string | null> = decimalField(
    `${label} ({unit})`,
    { places: 2, least: '0', most: '10000000' },
    rules,
    {
      missing: 'Please enter a length',
      read: readMillimetres,
      text: (plain) => bareLength(plain, {}, places),
      words: (plain) => lengthText(plain, {}, places),
      Input: ({ onChange, putOther, ...input }) => (
        <LengthInput
          {...shared(input)}
          rule={{ places }}
          onChange={onChange}
          onSides={
            otherSide && putOther
              ? (text, other) => {
                  onChange(text)
                  putOther(other)
                }
              : undefined
          }
        />
      ),
    },
  )
  return { ...field, isLength: true }
}

/** A whole number. The value is a JavaScript number: a count, days, a place in an order. */
export function wholeNumber(label: string, options: NumberOptions & Required): Field<number>
export function wholeNumber(label: string, options?: NumberOptions): Field<number | null>
export function wholeNumber(label: string, options: NumberOptions = {}): Field<number | null> {
  const field = decimalField(label, { places: 0, least: '0', most: '999999999' }, options, {
    Input: lineInput('numeric'),
  })
  return {
    ...field,
    valueOf: (draft) => {
      const plain = field.valueOf(draft)
      return plain === null ? null : Number(plain)
    },
  }
}

type Look = Pick<Field<string | null>, 'Input'> & {
  /** Reads a draft; default: as a plain decimal. */
  read?: typeof readDecimal
  /** The message for the empty required field. */
  missing?: string
  /** The stored decimal in the field and in texts; default: without trailing zeros. */
  text?: (plain: string) => string
  words?: (plain: string) => string
}

function decimalField(label: string, usual: DecimalRule, options: NumberOptions, look: Look): Field<string | null> {
  const {
    places = usual.places,
    least = usual.least,
    most = usual.most,
    aboveZero = false,
    isWhole = false,
    ...shown
  } = options
  const rule: DecimalRule = {
    places,
    aboveZero,
    isWhole,
    ...(least === undefined ? {} : { least }),
    ...(most === undefined ? {} : { most }),
  }
  const {
    text = (plain: string) => shortDecimalText(plain),
    words = text,
    missing = 'Please enter a number',
    read: readDraft = readDecimal,
    Input,
  } = look
  const valueOf = (draft: string): string | null => {
    const read = readDraft(draft, rule)
    return 'value' in read ? read.value : null
  }
  return {
    align: 'right',
    missing,
    ...shown,
    label,
    draftOf: (stored) => {
      const read = typeof stored === 'number' || typeof stored === 'string' ? decimal(stored) : null
      return read ? text(written(truncated(read, Math.max(places, read.scale)))) : ''
    },
    problem: (draft) => {
      const read = readDraft(draft, rule)
      return 'problem' in read ? read.problem : null
    },
    valueOf,
    words: (draft) => {
      const plain = valueOf(draft)
      return plain === null ? draft : words(plain)
    },
    Input,
  }
}
