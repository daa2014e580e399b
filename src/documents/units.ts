import {
  type Decimal,
  divided,
  exact,
  plus,
  rounded,
  shortened,
  times,
  truncated,
} from '../shared/domain/money/decimal.ts'
import { isWholeUnit } from '../shared/domain/money/quantity-text.ts'
import { isInFeet, sixtyFourthsOf } from '../shared/domain/text/length.ts'

/**
 * Units that are charged by size: m², metres along the width, along the height, or around a piece; the same in feet, and
 * yards along the width.
 */
export type SizeUnit = 'm2' | 'm' | 'm_height' | 'm_edge' | FootUnit
type FootUnit = 'ft2' | 'ft' | 'ft_height' | 'ft_edge' | 'yd'

const sizeUnits: Readonly<Record<string, SizeUnit>> = {
  m2: 'm2',
  'm²': 'm2',
  sqm: 'm2',
  m: 'm',
  metre: 'm',
  m_height: 'm_height',
  m_edge: 'm_edge',
  ft2: 'ft2',
  ft: 'ft',
  ft_height: 'ft_height',
  ft_edge: 'ft_edge',
  yd: 'yd',
}

/** The unit of a size that a unit of a line means; null for pieces, hours and the like. */
export const sizeUnitOf = (unit: string | null | undefined): SizeUnit | null =>
  sizeUnits[unit?.trim().toLowerCase() ?? ''] ?? null

type UnitChoice = { value: string; label: string }
const metric: readonly UnitChoice[] = [
  { value: 'm2', label: 'm²' },
  { value: 'm', label: 'm' },
  { value: 'm_height', label: 'm height' },
  { value: 'm_edge', label: 'm edge' },
]
const feet: readonly UnitChoice[] = [
  { value: 'ft2', label: 'sq ft' },
  { value: 'ft', label: 'ft' },
  { value: 'ft_height', label: 'ft height' },
  { value: 'ft_edge', label: 'ft edge' },
  { value: 'yd', label: 'yd' },
]
/** The units of lines, as their choice names them. */
export const lineUnits: readonly UnitChoice[] = [
  { value: 'piece', label: 'piece' },
  ...metric,
  ...feet,
  { value: 'hour', label: 'hour' },
  { value: 'set', label: 'set' },
]

/** True for a unit that is not of the other system of measures: feet where lengths are metric, metres where they are inches. */
export const isOfferedUnit = (unit: string): boolean =>
  !(isInFeet() ? metric : feet).some(({ value }) => value === unit)

/** The units of lines in the order in which they are offered. `used` stay: what is chosen already. */
export const offeredLineUnits = (used: readonly (string | null)[] = []): UnitChoice[] =>
  lineUnits.filter(({ value }) => isOfferedUnit(value) || used.includes(value))

type Sides = { unit?: string | null; width_mm?: string | null; height_mm?: string | null }

const metres = (mm: string | null | undefined): Decimal | null => {
  const read = exact(mm ?? '0')
  return read.units > 0n ? { units: read.units, scale: read.scale + 3 } : null
}

const two: Decimal = { units: 2n, scale: 0 }
const whole = (units: bigint): Decimal => ({ units, scale: 0 })

/** 8128ths of an inch, exactly: of a length in inches the fraction that was typed. The database: `private.inch_parts`. */
function inchParts(mm: string | null | undefined): Decimal | null {
  const read = exact(mm ?? '0')
  if (read.units <= 0n) return null
  const typed = sixtyFourthsOf(read)
  return typed === null ? times(read, whole(320n)) : whole(typed * 127n)
}
const partsOfFoot = 97536n
const inFeet = (parts: Decimal | null, partsOfOne: bigint): Decimal | null =>
  parts && divided(parts, whole(partsOfOne), 10)

/** In feet, cut to ten decimals, so that no third of a foot is more than it is. */
function feetOf(unit: FootUnit, { width_mm, height_mm }: Sides): Decimal | null {
  const [width, height] = [inchParts(width_mm), inchParts(height_mm)]
  switch (unit) {
    case 'ft2':
      return width && height && inFeet(times(width, height), partsOfFoot * partsOfFoot)
    case 'ft':
      return inFeet(width ?? height, partsOfFoot)
    case 'ft_height':
      return inFeet(height ?? width, partsOfFoot)
    case 'ft_edge':
      return width && height && inFeet(times(two, plus(width, height)), partsOfFoot)
    case 'yd':
      return inFeet(width ?? height, 3n * partsOfFoot)
  }
}

/**
 * A measure to four decimals. One in feet is a third or a twelfth of a whole, and is rounded: three pieces of a third are one.
 * The database does the same in `private.cut_measure`.
 */
export const cutMeasure = (unit: string | null | undefined, measure: Decimal): Decimal =>
  /^(ft|yd)/.test(sizeUnitOf(unit) ?? '') ? rounded(measure, 4) : truncated(measure, 4)

/**
 * The measure of one piece in the unit of its price: m², or metres of the width, of the height (each also of the only
 * side) or of all edges, or the same in feet. Null for other units and without a size. The database computes the same in
 * `private.measure_of`.
 */
export function measureOf({ unit, width_mm, height_mm }: Sides): Decimal | null {
  const [width, height] = [metres(width_mm), metres(height_mm)]
  const sized = sizeUnitOf(unit)
  switch (sized) {
    case 'm2':
      return width && height && times(width, height)
    case 'm':
      return width ?? height
    case 'm_height':
      return height ?? width
    case 'm_edge':
      return width && height && times(two, plus(width, height))
    case null:
      return null
    default:
      return feetOf(sized, { width_mm: width_mm ?? null, height_mm: height_mm ?? null })
  }
}

/**
 * True where a quantity counts whole things: pieces, sheets, sets, and the pieces of a size that is charged. The database
 * says the same in `private.is_counted` and `private.unit_of_pieces`.
 */
export const isCounted = (line: Sides): boolean => isWholeUnit(line.unit) || measureOf(line) !== null

/** The same of a part of `left`: where parts of pieces are left from before pieces had to be whole, they can be taken. */
export const isPartCounted = (line: Sides, left: string): boolean =>
  isCounted(line) && shortened(exact(left)).scale <= 0

const timeUnits: readonly string[] = ['hour', 'hours', 'h', 'minute', 'day', 'days']

/** Whether a line is work for the VAT abroad: it is counted in time. Every other line is taken for goods. As `private.is_work` says. */
export const isWork = (unit: string | null): boolean => timeUnits.includes(unit ?? '')
