import { type Decimal, exact, plus, times } from '../shared/domain/money/decimal.ts'

/** Units that are charged by size: m², metres along the width, along the height, or around a piece. */
export type SizeUnit = 'm2' | 'm' | 'm_height' | 'm_edge'

const sizeUnits: Readonly<Record<string, SizeUnit>> = {
  m2: 'm2',
  'm²': 'm2',
  sqm: 'm2',
  m: 'm',
  metre: 'm',
  m_height: 'm_height',
  m_edge: 'm_edge',
}

/** The unit of a size that a unit of a line means; null for pieces, hours and the like. */
export const sizeUnitOf = (unit: string | null | undefined): SizeUnit | null =>
  sizeUnits[unit?.trim().toLowerCase() ?? ''] ?? null

/** The units of lines in the order in which they are offered, as their choice names them. */
export const lineUnits: readonly { value: string; label: string }[] = [
  { value: 'piece', label: 'piece' },
  { value: 'm2', label: 'm²' },
  { value: 'm', label: 'm' },
  { value: 'm_height', label: 'm height' },
  { value: 'm_edge', label: 'm edge' },
  { value: 'hour', label: 'hour' },
  { value: 'set', label: 'set' },
]

type Sides = { unit?: string | null; width_mm?: string | null; height_mm?: string | null }

const metres = (mm: string | null | undefined): Decimal | null => {
  const read = exact(mm ?? '0')
  return read.units > 0n ? { units: read.units, scale: read.scale + 3 } : null
}

const two: Decimal = { units: 2n, scale: 0 }

/**
 * The measure of one piece in the unit of its price: m², or metres of the width, of the height (each also of the only
 * side) or of all edges. Null for other units and without a size. The database computes the same in
 * `private.measure_of`.
 */
export function measureOf({ unit, width_mm, height_mm }: Sides): Decimal | null {
  const [width, height] = [metres(width_mm), metres(height_mm)]
  switch (sizeUnitOf(unit)) {
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
  }
}
