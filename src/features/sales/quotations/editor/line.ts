import { roundingsNow } from '@/shared/domain/text/formats'
import { type DocumentLine, lineNet, type LineKind, type VatTreatment } from '@/documents/lines'

/** A stored line of a quotation. Numbers are decimal text; null for headings and texts. */
export type QuotationItem = {
  id: string
  position: string
  kind: LineKind
  description: string
  details: string | null
  qty: string | null
  unit: string | null
  width_mm: string | null
  height_mm: string | null
  unit_price: string | null
  discount_pct: string | null
  vat_rate: string | null
  vat_treatment: VatTreatment | null
  is_optional: boolean
  option_group: string | null
  is_selected: boolean
  /** Whether the line becomes a job; null: as its service says; hours without a service make none. */
  makes_job: boolean | null
  service_id: string | null
  inventory_item_id: string | null
  /** The last writer of the line, set by the database. */
  changed_by?: string | null | undefined
  /** The catalogue's charge rule: `m2 piece 0.1 0.5 0`. */
  charge_rule: string | null
  /** The charged quantity that a person said by hand. */
  own_charged_qty: string | null
  /** The size that the price was for, `1000x800`, while nobody answered whether it holds for another one. */
  priced_size: string | null
  /** For how many the price was calculated, while nobody answered whether it holds for another number. The database sets it. */
  priced_qty: string | null
  /** Prices by quantity: `1:14 10:13.5 50:12`. The unit price follows them. */
  price_breaks: string | null
  /** A picture for the client: a file of the bucket `line-pictures`. */
  picture_path: string | null
}

/** Columns of a line with the values that they get or had. */
export type Patch = Partial<Omit<QuotationItem, 'id' | 'position' | 'changed_by'>>

/** One change of the lines. It is shown at once, kept until it is stored, and can be taken back. */
export type LineChange =
  | { kind: 'set'; id: string; from: Patch; to: Patch }
  | { kind: 'cost'; id: string; from: string | null; to: string | null }
  | { kind: 'add'; lines: readonly QuotationItem[] }
  | { kind: 'remove'; lines: readonly QuotationItem[] }
  | { kind: 'move'; moves: readonly { id: string; from: string; to: string }[] }

/** The order of lines on paper and screen. */
export const byPosition = (a: QuotationItem, b: QuotationItem): number =>
  a.position < b.position ? -1 : a.position > b.position ? 1 : a.id < b.id ? -1 : 1

/** The lines after a change, in their order. */
export function changed(lines: readonly QuotationItem[], change: LineChange): QuotationItem[] {
  switch (change.kind) {
    case 'set':
      return lines.map((line) => (line.id === change.id ? { ...line, ...change.to } : line))
    case 'cost':
      return [...lines]
    case 'add': {
      const known = new Set(lines.map(({ id }) => id))
      return [...lines, ...change.lines.filter(({ id }) => !known.has(id))].sort(byPosition)
    }
    case 'remove': {
      const gone = new Set(change.lines.map(({ id }) => id))
      return lines.filter(({ id }) => !gone.has(id))
    }
    case 'move': {
      const places = new Map(change.moves.map(({ id, to }) => [id, to]))
      return lines.map((line) => ({ ...line, position: places.get(line.id) ?? line.position })).sort(byPosition)
    }
  }
}

/** The change that takes another one back. */
export function inverse(change: LineChange): LineChange {
  switch (change.kind) {
    case 'set':
      return { ...change, from: change.to, to: change.from }
    case 'cost':
      return { ...change, from: change.to, to: change.from }
    case 'add':
      return { kind: 'remove', lines: change.lines }
    case 'remove':
      return { kind: 'add', lines: change.lines }
    case 'move':
      return { kind: 'move', moves: change.moves.map(({ id, from, to }) => ({ id, from: to, to: from })) }
  }
}

/** A new line, with the VAT that the company uses. */
export const newLine = (
  id: string,
  position: string,
  vat: Pick<Patch, 'vat_rate' | 'vat_treatment'>,
): QuotationItem => ({
  id,
  position,
  kind: 'item',
  description: '',
  details: null,
  qty: '1',
  unit: 'piece',
  width_mm: null,
  height_mm: null,
  unit_price: '0',
  discount_pct: '0',
  // Null: the database takes the usual rate of the company, as its rates are not read yet.
  vat_rate: vat.vat_rate ?? null,
  vat_treatment: vat.vat_treatment ?? 'standard',
  is_optional: false,
  option_group: null,
  is_selected: false,
  makes_job: null,
  service_id: null,
  inventory_item_id: null,
  charge_rule: null,
  own_charged_qty: null,
  priced_size: null,
  priced_qty: null,
  price_breaks: null,
  picture_path: null,
})

const amounts = [
  'qty',
  'unit',
  'width_mm',
  'height_mm',
  'unit_price',
  'discount_pct',
  'vat_rate',
  'vat_treatment',
] as const

/** The change that follows from a line's kind: headings and texts have no amounts, a discount has a negative quantity. */
export function kindPatch(line: QuotationItem, kind: LineKind, vat: Pick<Patch, 'vat_rate' | 'vat_treatment'>): Patch {
  if (kind === 'heading' || kind === 'text')
    return {
      kind,
      is_optional: false,
      option_group: null,
      price_breaks: null,
      picture_path: null,
      makes_job: null,
      own_charged_qty: null,
      priced_size: null,
      priced_qty: null,
      ...Object.fromEntries(amounts.map((name) => [name, null])),
    }
  const plain = newLine(line.id, line.position, vat)
  const qty = (line.qty ?? '1').replace('-', '')
  return {
    kind,
    qty: kind === 'discount' ? `-${qty}` : qty,
    unit: line.unit ?? plain.unit,
    unit_price: line.unit_price ?? '0',
    discount_pct: kind === 'discount' ? '0' : (line.discount_pct ?? '0'),
    vat_rate: line.vat_rate ?? plain.vat_rate,
    vat_treatment: line.vat_treatment ?? plain.vat_treatment,
    ...(kind === 'discount'
      ? { is_optional: false, option_group: null, price_breaks: null, picture_path: null, makes_job: null }
      : {}),
  }
}

/** The current values of the columns that the patch changes. */
export function seenBefore(line: QuotationItem, patch: Patch): Patch {
  const before: Patch = {}
  for (const column of Object.keys(patch)) Object.assign(before, { [column]: Reflect.get(line, column) })
  return before
}

/** The line as `src/documents` computes with it. */
export const documentLine = (line: QuotationItem): DocumentLine => ({
  ...line,
  qty: line.qty ?? '0',
  unit_price: line.unit_price ?? '0',
  discount_pct: line.discount_pct ?? '0',
  vat_rate: line.vat_rate ?? '0',
  vat_treatment: line.vat_treatment ?? 'standard',
})

/** Net of a line as decimal text; empty for headings and texts. */
export const netText = (line: QuotationItem): string =>
  line.kind === 'heading' || line.kind === 'text' ? '' : lineNet(documentLine(line), roundingsNow().amounts)
