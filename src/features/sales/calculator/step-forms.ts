import type { Extent, PriceList, Step, StepKind } from '@/documents/calculation/inputs'
import type { readDecimal } from '@/shared/domain/money/money'

/** The chosen values of a step, beside the typed ones. */
type TypedStep = { id: string; ref: string | null; parts: string[] | null; flag: boolean }
type Rule = Parameters<typeof readDecimal>[1]
export type StepField = {
  name: string
  label: string
  unit?: string
  /** Null: plain text. */
  rule: Rule | null
  initial?: string
  isOptional?: boolean
  help?: string
  /** Chosen from a list instead of typed. */
  options?: (list: PriceList, ref: string | null) => readonly Choice[]
  /** True when the field is asked, given the other typed values. Without it the field is always asked. */
  isAsked?: (typed: Readonly<Record<string, string | null | undefined>>) => boolean
}
export type Choice = { value: string; label: string }
type Values = Readonly<Record<string, string | null>>

export type StepForm = {
  label: string
  /** A sentence about the step, for the menu. */
  about: string
  ref: { label: string; one: string; column: string; options: (list: PriceList) => readonly Choice[] } | null
  hasParts: boolean
  fields: readonly StepField[]
  flag: { label: string; column: string; initial: boolean } | null
  stepOf: (typed: TypedStep, values: Values) => Step
}

const choices = (rates: Readonly<Record<string, { name: string }>>): Choice[] =>
  Object.entries(rates)
    .map(([value, { name }]) => ({ value, label: name }))
    .sort((a, b) => a.label.localeCompare(b.label))

const millimetres = { places: 2, least: '0', most: '1000' }
const waste = {
  name: 'waste_pct',
  label: 'Waste is sold at',
  unit: '%',
  rule: { places: 2, least: '0', most: '100' },
  initial: '100',
}
const mayTurn = { label: 'Parts may be turned', column: 'may_turn', initial: true }
const once = { label: 'Once, not for each piece', column: 'once', initial: false }

/** The unit of a quantity or a time. */
export const extents = [
  { value: 'piece', label: 'Each piece' },
  { value: 'once', label: 'All pieces together' },
  { value: 'm2', label: 'Each m²' },
  { value: 'm_edge', label: 'Each metre of edge' },
  { value: 'm2_return', label: 'Each m² of return' },
] as const
const isExtent = (value: string): value is Extent => value === 'm2' || value === 'm_edge' || value === 'm2_return'

const extentFields: readonly StepField[] = [
  { name: 'per', label: 'For', rule: null, initial: 'piece', options: () => extents },
  {
    name: 'depth_mm',
    label: 'Depth of the return',
    unit: 'mm',
    rule: { places: 2, least: '1', most: '2000' },
    initial: '60',
    isAsked: ({ per }) => per === 'm2_return',
  },
]

/** How an item or work counts: per piece, once, or per m² or metre by the parts' sizes. */
function extentOf({ parts }: TypedStep, { per, depth_mm }: Values) {
  if (per === 'm2_return') return { once: false, per, depth_mm: text(depth_mm), parts } as const
  return per && isExtent(per) ? { once: false, per, parts } : { once: per === 'once' }
}
const text = (value: string | null | undefined) => value ?? ''

/** The form of each kind of step. */
export const stepForms: Readonly<Record<StepKind, StepForm>> = {
  sheet: {
    label: 'Sheet material',
    about: 'Whole sheets with the parts laid on them, waste apart',
    ref: { label: 'Sheet', one: 'a sheet', column: 'item_id', options: ({ sheets }) => choices(sheets) },
    hasParts: true,
    fields: [
      { name: 'kerf_mm', label: 'Cut between parts', unit: 'mm', rule: { ...millimetres, most: '100' }, initial: '3' },
      waste,
    ],
    flag: mayTurn,
    stepOf: ({ id, ref, parts, flag }, { kerf_mm, waste_pct }) => ({
      id,
      kind: 'sheet',
      item_id: text(ref),
      parts,
      kerf_mm: text(kerf_mm),
      waste_pct: text(waste_pct),
      may_turn: flag,
    }),
  },
  roll: {
    label: 'Roll material',
    about: 'Running metres by width, waste apart',
    ref: { label: 'Roll', one: 'a roll', column: 'item_id', options: ({ rolls }) => choices(rolls) },
    hasParts: true,
    fields: [
      { name: 'gap_mm', label: 'Gap between parts', unit: 'mm', rule: millimetres, initial: '5' },
      { name: 'overlap_mm', label: 'Overlap of strips', unit: 'mm', rule: millimetres, initial: '20' },
      waste,
    ],
    flag: mayTurn,
    stepOf: ({ id, ref, parts, flag }, { gap_mm, overlap_mm, waste_pct }) => ({
      id,
      kind: 'roll',
      item_id: text(ref),
      parts,
      gap_mm: text(gap_mm),
      overlap_mm: text(overlap_mm),
      waste_pct: text(waste_pct),
      may_turn: flag,
    }),
  },
  ink: {
    label: 'Ink',
    about: 'By area, sides and coverage',
    ref: {
      label: 'Medium and quality',
      one: 'a medium and its quality',
      column: 'print_id',
      options: ({ prints }) => choices(prints),
    },
    hasParts: true,
    fields: [
      { name: 'sides', label: 'Printed sides', rule: { places: 0, least: '1', most: '2' }, initial: '1' },
      {
        name: 'coverage_pct',
        label: 'Coverage',
        unit: '%',
        rule: { places: 2, least: '0', most: '400' },
        initial: '100',
      },
    ],
    flag: null,
    stepOf: ({ id, ref, parts }, { sides, coverage_pct }) => ({
      id,
      kind: 'ink',
      print_id: text(ref),
      parts,
      sides: text(sides),
      coverage_pct: text(coverage_pct),
    }),
  },
  machine: {
    label: 'Machine',
    about: 'CNC metres, laser minutes, printing: set-up and run',
    ref: {
      label: 'Machine work',
      one: 'machine work',
      column: 'price_id',
      options: ({ machines }) =>
        Object.entries(machines ?? {})
          .map(([value, { name, machine, per }]) => ({
            value,
            label: `${machineNames[machine] ?? machine}: ${name}, by ${perNames[per] ?? per}`,
          }))
          .sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true })),
    },
    hasParts: true,
    fields: [
      { name: 'setups', label: 'Set-ups', rule: { places: 0, least: '0', most: '1000' }, initial: '1' },
      {
        name: 'qty',
        label: 'Work for a piece',
        rule: { places: 4, least: '0', most: '1000000' },
        isOptional: true,
        help: 'Empty: from the parts',
      },
      {
        name: 'speed_id',
        label: 'How it is cut',
        rule: null,
        isOptional: true,
        options: ({ speeds, machines }, ref) => {
          const rate = ref === null ? undefined : machines?.[ref]
          if (!rate || (rate.per !== 'minute' && rate.per !== 'hour')) return []
          return choices(
            Object.fromEntries(Object.entries(speeds).filter(([, { machine }]) => machine === rate.machine)),
          )
        },
      },
    ],
    flag: null,
    stepOf: ({ id, ref, parts }, { setups, qty, speed_id }) => ({
      id,
      kind: 'machine',
      price_id: text(ref),
      parts,
      setups: text(setups),
      qty: qty ?? null,
      speed_id: speed_id || null,
    }),
  },
  item: {
    label: 'Pieces and lengths',
    about: 'Rails, lights, fixings and other bought things',
    ref: { label: 'Item', one: 'an item', column: 'item_id', options: ({ items }) => choices(items) },
    hasParts: true,
    fields: [
      { name: 'qty', label: 'Quantity', rule: { places: 4, least: '0', most: '1000000' }, initial: '1' },
      ...extentFields,
    ],
    flag: null,
    stepOf: (typed, values) => ({
      id: typed.id,
      kind: 'item',
      item_id: text(typed.ref),
      qty: text(values.qty),
      ...extentOf(typed, values),
    }),
  },
  labour: {
    label: 'Labour',
    about: 'Design, finishing, assembly, installation',
    ref: { label: 'Work', one: 'the work', column: 'work_id', options: ({ people }) => choices(people) },
    hasParts: true,
    fields: [
      { name: 'minutes', label: 'Time', unit: 'min', rule: { places: 2, least: '0', most: '1000000' }, initial: '30' },
      ...extentFields,
    ],
    flag: null,
    stepOf: (typed, values) => ({
      id: typed.id,
      kind: 'labour',
      work_id: text(typed.ref),
      minutes: text(values.minutes),
      ...extentOf(typed, values),
    }),
  },
  outsourced: {
    label: 'Bought part',
    about: 'Powder coating, castings, crane: done by others',
    ref: null,
    hasParts: false,
    fields: [
      { name: 'name', label: 'What is bought', rule: null },
      { name: 'price', label: 'Sold for', unit: 'currency', rule: { places: 2, least: '0', most: '100000000' } },
    ],
    flag: once,
    stepOf: ({ id, flag }, { name, price }) => ({
      id,
      kind: 'outsourced',
      name: text(name),
      price: text(price),
      once: flag,
    }),
  },
  travel: {
    label: 'Travel',
    about: 'Journeys by zone',
    ref: { label: 'Zone', one: 'a zone', column: 'zone_id', options: ({ zones }) => choices(zones) },
    hasParts: false,
    fields: [{ name: 'trips', label: 'Journeys', rule: { places: 0, least: '0', most: '1000' }, initial: '1' }],
    flag: null,
    stepOf: ({ id, ref }, { trips }) => ({ id, kind: 'travel', zone_id: text(ref), trips: text(trips) }),
  },
}

/** The names of the kinds of machines. */
export const machineNames: Readonly<Record<string, string>> = { cnc: 'CNC', laser: 'Laser', print: 'Print' }
/** The units of machine work. */
export const perNames: Readonly<Record<string, string>> = { m: 'metre', minute: 'minute', m2: 'm²', hour: 'hour' }
