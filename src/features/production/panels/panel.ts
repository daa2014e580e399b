import { bareLength, lengthSign, sidesText } from '@/shared/domain/text/length'

export const panelKinds = {
  tray: 'Tray',
  fascia: 'Fascia',
  totem_face: 'Totem face',
  lightbox: 'Lightbox',
  flat: 'Flat panel',
  other: 'Other',
} as const
export type PanelKind = keyof typeof panelKinds
export const kindLabel = (kind: string): string => new Map<string, string>(Object.entries(panelKinds)).get(kind) ?? kind

export const panelStatuses: Readonly<Record<string, { label: string; colour: string }>> = {
  planned: { label: 'Planned', colour: 'gray' },
  cutting: { label: 'Cutting', colour: 'process' },
  prepared: { label: 'Prepared', colour: 'process' },
  assembling: { label: 'Assembling', colour: 'process' },
  ready: { label: 'Ready', colour: 'yellow' },
  packed: { label: 'Packed', colour: 'dark' },
}

export const marks = ['cut', 'prepared', 'fitted'] as const
export type Mark = (typeof marks)[number]

/** The number of stiffening rails of a face, up to this height in mm. */
const railsByHeight: readonly (readonly [height: number, rails: number])[] = [
  [500, 2],
  [750, 3],
  [900, 3],
  [1000, 4],
  [1200, 4],
  [1500, 5],
  [1750, 6],
  [2000, 7],
  [2250, 8],
  [2440, 8],
]
/** In mm: the least distance of a rail from the edge, and the largest distance between rails beyond the table. */
const edge = 30
const largestGap = 350

/** The number of stiffening rails of a face of that height in mm. Below 250 mm it needs none. */
export function railsFor(height: number): number {
  if (height < 250) return 0
  const row = railsByHeight.find(([upTo]) => height <= upTo)
  return row ? row[1] : Math.ceil((height - 2 * edge) / largestGap) + 1
}

/**
 * The positions of the rails, in mm from the top: the first and the last 30 mm from the edge, the others evenly
 * between.
 */
export function railPlaces(height: number): number[] {
  const rails = railsFor(height)
  return Array.from({ length: rails }, (_, at) => Math.round(edge + (at * (height - 2 * edge)) / (rails - 1)))
}

/** Sides in the unit of lengths; millimetres go without a thousands mark, as on drawings: `2400 × 600 mm`. */
export const panelSides = (sides: readonly number[]): string =>
  lengthSign() === 'mm' ? `${sides.map(String).join(' × ')} ${lengthSign()}` : sidesText(sides)

/** One measure beside a drawing: `2400`, `96"`. */
export const panelMeasure = (side: number): string => (lengthSign() === 'mm' ? String(side) : bareLength(side))

export type NewPart = { name: string; detail: string | null; qty: number; needs_cut: boolean; needs_prep: boolean }

/** The usual parts of a panel of that kind and size in mm. */
export function usualParts(kind: PanelKind, width: number, height: number, depth: number): NewPart[] {
  const part = (name: string, qty: number, detail: string | null, needs_cut: boolean, needs_prep = false): NewPart => ({
    name,
    detail,
    qty,
    needs_cut,
    needs_prep,
  })
  const size = panelSides([width, height])
  const deep = `${panelSides([depth])} deep`
  const rails = railsFor(height)
  const stiffening =
    rails > 0 ? [part('Stiffening rail', rails, panelSides([Math.max(1, width - 2 * edge)]), true)] : []
  switch (kind) {
    case 'tray':
      return [
        part('Face, V-grooved and folded', 1, `${size}, ${deep}`, true, true),
        part('Corner brackets', 4, null, false),
        ...stiffening,
        part('Vinyl', 1, size, true),
      ]
    case 'fascia':
      return [
        part('Face', 1, size, true),
        ...stiffening,
        part('Letters', 1, 'Set', true, true),
        part('Studs and spacers', 1, 'Set', false),
        part('LED chain', 1, null, false, true),
        part('Power supply', 1, null, false),
      ]
    case 'totem_face':
      return [
        part('Face', 1, size, true, true),
        part('Returns', 2, panelSides([height, depth]), true, true),
        ...stiffening,
        part('Vinyl', 1, size, true),
      ]
    case 'lightbox':
      return [
        part('Frame', 1, `${size}, ${deep}`, true, true),
        part('Opal face', 1, size, true),
        part('LED modules', 1, 'Set', false, true),
        part('Power supply', 1, null, false),
        part('Printed film', 1, size, true),
      ]
    case 'flat':
      return [part('Panel', 1, size, true), ...stiffening, part('Fixings', 4, null, false)]
    case 'other':
      return [part('Panel', 1, size, true)]
  }
}

export type Part = {
  id: string
  position: number
  name: string
  detail: string | null
  qty: number
  needs_cut: boolean
  needs_prep: boolean
  cut_at: string | null
  cut_by: string | null
  prepared_at: string | null
  prepared_by: string | null
  fitted_at: string | null
  fitted_by: string | null
  missing_at: string | null
  missing_note: string | null
}

/** The marks that a part needs, in their order. */
export const marksOf = (part: Part): Mark[] =>
  marks.filter((mark) => mark === 'fitted' || (mark === 'cut' ? part.needs_cut : part.needs_prep))

/** When and by whom a part was marked; null without a mark. */
export function markOf(part: Part, mark: Mark): { at: string; by: string | null } | null {
  const at = part[`${mark}_at`]
  return at === null ? null : { at, by: part[`${mark}_by`] }
}
