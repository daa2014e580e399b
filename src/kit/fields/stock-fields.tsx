import { exact, divided, times, written } from '@/shared/domain/money/decimal'
import {
  feetFor,
  perBoughtDraft,
  pricedDraft,
  readPerBought,
  readPrice,
  readStock,
  stockDraft,
  typedWord,
} from '@/shared/domain/money/stock-text'
import { isInFeet } from '@/shared/domain/text/length'
import type { Drafts, Field, FieldInput } from './field'
import { money, type NumberOptions } from './number-fields'
import { lineInput } from './text-fields'

/** Fields of stock: a company in inches and feet types them in square feet and feet, and their values are metric. */

/** The unit of the stock, or how it follows from the other values of the record. */
type UnitOf = string | ((values: Drafts) => string)
type Required = { required: true }

const unitIn = (unitOf: UnitOf, values: object = {}): string =>
  typeof unitOf === 'string' ? unitOf : unitOf(values as Drafts)

const [withLetters, withDigits] = [lineInput('text'), lineInput('decimal')]
/** Letters and marks of feet are typed too where the company has feet. */
const StockInput = (input: FieldInput) => (isInFeet() ? withLetters(input) : withDigits(input))

/** `Least in stock (sq ft)`, where the unit is not the one that the stock is counted in. */
const inTypedUnit =
  (label: string, unitOf: UnitOf, per = '') =>
  (drafts: Drafts = {}): string => {
    const unit = unitIn(unitOf, drafts)
    return feetFor(unit) === null ? label : `${label} (${per}${typedWord(unit, 1)})`
  }

const isGiven = (stored: unknown): stored is string | number =>
  (typeof stored === 'string' && stored !== '') || typeof stored === 'number'

/**
 * A quantity of stock, typed in the unit of the person: `24`, `24 sq ft`, `54" × 98"`, `2.2 m²`. The value is decimal text in
 * the unit of the stock.
 */
export function stockQuantity(label: string, unitOf: UnitOf, options: NumberOptions & Required): Field<string>
export function stockQuantity(label: string, unitOf: UnitOf, options?: NumberOptions): Field<string | null>
export function stockQuantity(label: string, unitOf: UnitOf, options: NumberOptions = {}): Field<string | null> {
  const { least = '0', most = '1000000', aboveZero = false, places = 4, isWhole: _, ...shown } = options
  const read = (draft: string, drafts?: Drafts) =>
    readStock(draft, unitIn(unitOf, drafts), { least, most, aboveZero, places })
  return stockField(label, unitOf, shown, read, (stored, row) => stockDraft(stored, unitIn(unitOf, row)))
}

type Units = { sell: string; buy: string }

/** Sold units in one bought unit: 738 for a roll of 54" × 164' that is sold by the square foot. */
export function perBought(label: string, unitsOf: (values: Drafts) => Units, options: NumberOptions): Field<string> {
  const { most = '99999999', isWhole: _, least: __, places: ___, ...shown } = options
  const read = (draft: string, drafts: Drafts = {}) => readPerBought(draft, unitsOf(drafts), most)
  const unitOf = (values: Drafts) => unitsOf(values).sell
  const field = stockField(label, unitOf, shown, read, (stored, row) => perBoughtDraft(stored, unitsOf(row as Drafts)))
  return { ...field, valueOf: (draft, drafts) => field.valueOf(draft, drafts) ?? '' }
}

type Read = (draft: string, drafts?: Drafts) => ReturnType<typeof readStock>

function stockField(
  label: string,
  unitOf: UnitOf,
  shown: NumberOptions,
  read: Read,
  draftOf: (stored: string | number, row: object) => string,
): Field<string | null> {
  return {
    align: 'right',
    missing: 'Please enter a number',
    labelIn: inTypedUnit(label, unitOf),
    ...shown,
    label,
    draftOf: (stored, row = {}) => (isGiven(stored) ? draftOf(stored, row) : ''),
    problem: (draft, drafts) => {
      const typed = read(draft, drafts)
      return 'problem' in typed ? typed.problem : null
    },
    valueOf: (draft, drafts) => {
      const typed = read(draft, drafts)
      return 'value' in typed ? typed.value : null
    },
    words: (draft) => draft.trim(),
    Input: StockInput,
  }
}

/** The price of one unit of stock, typed for one of the person's: $0.60 for a square foot is stored as $6.4583 for a m². */
export function stockMoney(label: string, unitOf: UnitOf, options: NumberOptions & Required): Field<string>
export function stockMoney(label: string, unitOf: UnitOf, options?: NumberOptions): Field<string | null>
export function stockMoney(label: string, unitOf: UnitOf, options: NumberOptions = {}): Field<string | null> {
  const field = money(label, { places: 4, ...options })
  const isOver = (values?: object) => feetFor(unitIn(unitOf, values)) !== null
  const inFeet = (draft: string, values?: object) => readPrice(draft, unitIn(unitOf, values), { least: '0' })
  return {
    ...field,
    labelIn: inTypedUnit(label, unitOf, 'per '),
    draftOf: (stored, row = {}) =>
      isGiven(stored) && isOver(row) ? pricedDraft(String(stored), unitIn(unitOf, row)) : field.draftOf(stored),
    problem: (draft, drafts) => {
      if (!isOver(drafts)) return field.problem(draft)
      const read = inFeet(draft, drafts)
      return 'problem' in read ? read.problem : null
    },
    valueOf: (draft, drafts) => {
      if (!isOver(drafts)) return field.valueOf(draft)
      const read = inFeet(draft, drafts)
      return 'value' in read ? read.value : null
    },
  }
}

/** What a piece of this size measures in the unit: its m², or its metres along the length; null where the unit measures none. */
export function measureOf(unit: string, width: string | null, length: string | null): string | null {
  if (!length || (unit === 'm2' && !width)) return null
  const metres = unit === 'm2' && width ? times(exact(width), exact(length)) : times(exact(length), exact('1000'))
  const measured = unit === 'm2' || unit === 'm' ? divided(metres, exact('1000000'), 4) : null
  return measured && written(measured)
}
