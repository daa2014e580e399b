import { sidesText } from '@/shared/domain/text/length'
import { slugOf } from '@/shared/domain/text/slug'
import type { SampleName, SampleStep } from '../texts/english'
import type { Ground, SampleRecord } from './sample'

const minutesOfDay = 480

/** A machine, a bench or a crew that works eight hours a day, Monday to Friday. */
export const centre = (
  key: string,
  name: SampleName,
  [kind, sort]: readonly [kind: string, sort: number],
  { named }: Ground,
): SampleRecord => ({
  key,
  kind: 'work_centres',
  values: { name: named(name), kind, capacity_minutes_day: minutesOfDay, work_days: [1, 2, 3, 4, 5], sort },
})

type Size = readonly [width: number, length: number]
type Bought = {
  name: SampleName
  /** After the name: `440 g`. */
  weight?: string
  sku: string
  /** Millimetres. */
  metric: Size
  /** Inches and feet. */
  inches: Size
  thickness?: number
  /** What a square metre costs, in euros. */
  cost: number
  markup: number
}

const size = ({ length_unit }: Ground, { metric, inches }: Bought): Size =>
  length_unit === 'in' ? [exactMm(inches[0] * 25.4), exactMm(inches[1] * 304.8)] : metric
const decimals = (value: number, places: number) => String(Number(value.toFixed(places)))
/** Without the tail that 47.999999999999992 has: hundredths of a millimetre are stored. */
const exactMm = (value: number) => Number(value.toFixed(2))

function flat(key: string, form: 'roll' | 'sheet', bought: Bought, ground: Ground): SampleRecord {
  const [width, length] = size(ground, bought)
  const area = (width * length) / 1e6
  const sides = sidesText(form === 'roll' ? [width] : [width, length], ground)
  return {
    key,
    kind: 'inventory_items',
    values: {
      sku: bought.sku,
      name: `${[ground.named(bought.name), bought.weight].filter(Boolean).join(' ')}, ${sides}`,
      form,
      width_mm: decimals(width, 2),
      length_mm: decimals(length, 2),
      ...(bought.thickness === undefined ? {} : { thickness_mm: bought.thickness }),
      buy_unit: form,
      sell_unit: 'm2',
      sell_per_buy: decimals(area, 4),
    },
    rows: [{ table: 'inventory_item_costs', values: costs(ground.price(bought.cost * area), bought.markup) }],
  }
}
const costs = (cost_price: string, markup_pct: number) => ({ cost_price, markup_pct })

/** A film or a paper from the roll, sold by the square metre. */
export const roll = (key: string, bought: Bought, ground: Ground): SampleRecord => flat(key, 'roll', bought, ground)
/** A sheet, sold by the square metre. */
export const sheet = (key: string, bought: Bought, ground: Ground): SampleRecord => flat(key, 'sheet', bought, ground)

type Piece = {
  name: SampleName
  /** After the name: `350 g, 320 × 450 mm`. */
  size?: string
  sku: string
  perBox?: number
  cost: number
  markup: number
}
/** Something that is counted. `cost` is that of what is bought: a box, where there are several in it. */
export const piece = (
  key: string,
  { name, size, sku, perBox = 1, cost, markup }: Piece,
  ground: Ground,
): SampleRecord => ({
  key,
  kind: 'inventory_items',
  values: {
    sku,
    name: [ground.named(name), size].filter(Boolean).join(', '),
    form: 'piece',
    buy_unit: perBox > 1 ? 'box' : 'piece',
    sell_unit: 'piece',
    sell_per_buy: perBox,
  },
  rows: [{ table: 'inventory_item_costs', values: costs(ground.price(cost), markup) }],
})

/** Work by people: an hour's cost and price in euros. */
export const work = (
  key: string,
  name: SampleName,
  [cost, price]: Size,
  [least, crew]: Size,
  ground: Ground,
): SampleRecord => ({
  key,
  kind: 'human_service_parameters',
  values: {
    name: ground.named(name),
    hourly_cost: ground.price(cost),
    hourly_price: ground.price(price),
    min_minutes: least,
    crew_size: crew,
  },
})

type Machine = {
  name: SampleName
  machine: 'cnc' | 'print'
  per: 'm' | 'm2' | 'hour'
  price: number
  setup: number
  least: number
}
/** What machine work is sold for. */
export const machine = (key: string, made: Machine, { price, named }: Ground): SampleRecord => ({
  key,
  kind: 'machine_prices',
  values: {
    machine: made.machine,
    name: named(made.name),
    per: made.per,
    price: price(made.price),
    setup_price: price(made.setup),
    min_charge: price(made.least),
  },
})

type Print = {
  name: SampleName
  media: string
  quality: string
  passes: number
  speed: number
  ink: number
  rest: number
}
/** How a film is printed: m² an hour, ml of ink a m², hours of rest. */
export const print = (
  key: string,
  { name, media, quality, passes, speed, ink, rest }: Print,
  { named }: Ground,
): SampleRecord => ({
  key,
  kind: 'eco_solvent_parameters',
  values: {
    name: named(name),
    media_item_id: media,
    quality,
    passes,
    speed_m2_h: speed,
    ink_ml_m2: ink,
    outgas_hours: rest,
  },
})

/** Choices have names; a number and a yes or no do not. */
type Parameter = { label: SampleName } & (
  | { kind: 'number' | 'yes_no'; unit?: string; usual: string }
  | { kind: 'choice'; usual: SampleName; choices: readonly SampleName[] }
)
type Step = {
  name: SampleStep
  at: string
  /** Minutes for a job, and for each unit of it. */
  fixed: number
  each?: number
  unit?: 'piece' | 'm2'
  /** Before the mockup is approved. */
  early?: boolean
  /** Hours until the next step may begin. */
  rest?: number
}
type Break = { basis: 'area_m2' | 'qty'; from: number; to?: number; discount: number; name: SampleName }
type Service = {
  name: SampleName
  /** After the name: `A5, 1,000`. */
  size?: string
  category: SampleName
  summary: SampleName
  unit: 'm2' | 'piece' | 'set' | 'hour'
  price: number
  least?: number
  mockup?: boolean
  /** No job of its own: an hour, a visit. */
  errand?: boolean
  sort: number
  parameters?: readonly Parameter[]
  steps?: readonly Step[]
  recipe?: readonly Readonly<Record<string, unknown>>[]
  breaks?: readonly Break[]
}

/** Square feet in a square metre. */
const squareFeet = 10.7639

/** What is sold by the square metre is sold by the square foot where lengths are inches. */
const soldBy = ({ unit, price }: Service, ground: Ground) =>
  unit === 'm2' && ground.length_unit === 'in'
    ? { unit: 'ft2', base_price: ground.price(price / squareFeet) }
    : { unit, base_price: ground.price(price) }

const parameter = (made: Parameter, { named }: Ground) => ({
  ...(made.kind === 'choice'
    ? { ...made, usual: named(made.usual), choices: made.choices.map((choice) => named(choice)) }
    : { choices: [], ...made }),
  label: named(made.label),
})

/** A service with what it asks for, its steps, its recipe and its price breaks. Its address is its key, or its name in another language. */
export const service = (key: string, made: Service, ground: Ground): SampleRecord => ({
  key,
  kind: 'services',
  values: {
    slug: ground.named(made.name) === made.name ? key : slugOf(ground.named(made.name)),
    name: [ground.named(made.name), made.size].filter(Boolean).join(', '),
    category: ground.named(made.category),
    summary: ground.named(made.summary),
    ...soldBy(made, ground),
    ...(made.least === undefined ? {} : { min_charge: ground.price(made.least) }),
    mockup_required: made.mockup ?? false,
    makes_job: !(made.errand ?? false),
    sort: made.sort,
    ...(made.recipe ? { recipe: made.recipe.map((step, at) => ({ id: `r${at + 1}`, ...step })) } : {}),
  },
  rows: [
    ...(made.parameters ?? []).map((one, sort) => ({
      table: 'service_parameters',
      values: { ...parameter(one, ground), sort: sort + 1 },
    })),
    ...(made.steps ?? []).map(({ name, at, fixed, each = 0, unit = 'piece', early = false, rest = 0 }, place) => ({
      table: 'job_step_templates',
      values: {
        position: `a${place}`,
        name: ground.step(name),
        work_centre_id: at,
        minutes_fixed: fixed,
        minutes_per_unit: each,
        unit,
        before_approval: early,
        wait_minutes: rest * 60,
      },
    })),
    ...(made.breaks ?? []).map(({ basis, from, to, discount, name }) => ({
      table: 'pricing_ranges',
      values: { name: ground.named(name), basis, from_value: from, to_value: to ?? null, discount_pct: discount },
    })),
  ],
})

/** Steps of recipes: numbers are text, as in calculations. */
export const recipe = {
  sheet: (item_id: string) => ({ kind: 'sheet', item_id, parts: null, kerf_mm: '3', waste_pct: '50', may_turn: true }),
  roll: (item_id: string) => ({
    kind: 'roll',
    item_id,
    parts: null,
    gap_mm: '10',
    overlap_mm: '20',
    waste_pct: '50',
    may_turn: true,
  }),
  ink: (print_id: string) => ({ kind: 'ink', print_id, parts: null, sides: '1', coverage_pct: '100' }),
  machine: (price_id: string) => ({
    kind: 'machine',
    price_id,
    parts: null,
    setups: '1',
    qty: null,
    speed_id: null,
  }),
  item: (item_id: string, qty: string, per: 'piece' | 'once' | 'm2' | 'm_edge' = 'piece') => ({
    kind: 'item',
    item_id,
    qty,
    once: per === 'once',
    ...extent(per),
  }),
  work: (work_id: string, minutes: string, per: 'piece' | 'once' | 'm2' | 'm_edge' = 'piece') => ({
    kind: 'labour',
    work_id,
    minutes,
    once: per === 'once',
    ...extent(per),
  }),
}
const extent = (per: string) => (per === 'm2' || per === 'm_edge' ? { per, parts: null } : {})
