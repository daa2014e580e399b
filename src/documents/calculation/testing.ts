import fc from 'fast-check'
import type { CalculationInputs, Confidential, Nested, PriceList, Step } from './inputs.ts'

/** Random decimal text with at most so many places, without a sign. */
const decimals = (most: number, places: number) =>
  fc.tuple(fc.nat(most), fc.nat(10 ** places - 1)).map(([whole, rest]) => {
    const digits = String(rest).padStart(places, '0')
    return places === 0 ? String(whole) : `${whole}.${digits}`
  })
const atLeastOne = (most: number, places: number) =>
  decimals(most - 1, places).map(
    (text) => `${Number(text.split('.')[0]) + 1}${text.includes('.') ? `.${text.split('.')[1]}` : ''}`,
  )

const price = decimals(3000, 4)
const known = fc.option(price, { nil: null })
const ids = ['a', 'b'] as const
const named = <Value>(value: fc.Arbitrary<Value>) =>
  fc.record({ a: value, b: value }) as fc.Arbitrary<Record<string, Value>>

/** Any price list of two records a kind, as `private.calculator_list` gives it to people who may see everything. */
export const anyPriceList: fc.Arbitrary<PriceList> = fc.record({
  shows_costs: fc.constant(true),
  sheets: named(
    fc.record({
      name: fc.constant('Sheet'),
      price,
      cost: known,
      width_mm: fc.constant('1500.00'),
      length_mm: fc.constant('3050.00'),
    }),
  ),
  rolls: named(
    fc.record({ name: fc.constant('Roll'), price, cost: known, width_mm: fc.constantFrom('1370.00', '1600.00') }),
  ),
  items: named(fc.record({ name: fc.constant('Item'), price, cost: known, unit: fc.constantFrom('piece', 'm') })),
  prints: named(fc.record({ name: fc.constant('Print'), media_id: fc.constant(null), ml_m2: decimals(20, 2) })),
  ink: fc.record({ name: fc.constant('Ink'), price: decimals(2, 4), cost: known }),
  machines: named(
    fc.record({
      name: fc.constant('Work'),
      machine: fc.constant('cnc'),
      per: fc.constantFrom('m', 'minute', 'm2', 'hour'),
      price: decimals(50, 4),
      setup: fc.constantFrom('0.00', '15.00'),
      least: decimals(90, 2),
      hour_cost: fc.option(decimals(60, 4), { nil: null }),
    }),
  ),
  speeds: named(
    fc.record({
      name: fc.constant('Cut'),
      machine: fc.constant('cnc'),
      mm_min: atLeastOne(9000, 2),
      passes: fc.constantFrom('1', '3'),
    }),
  ),
  people: named(
    fc.record({
      name: fc.constant('People'),
      price: decimals(90, 4),
      cost: known,
      min_minutes: fc.constantFrom('0', '30'),
      crew: fc.constantFrom('1', '2'),
    }),
  ),
  zones: named(fc.record({ name: fc.constant('Zone'), price: decimals(99, 2), cost: known })),
  services: fc.constant({ '00000000-0000-4000-8000-000000000001': { name: 'Panel', min_charge: '75.00' } }),
  breaks: fc.array(
    fc.record({
      name: fc.constant('Break'),
      service_id: fc.constantFrom(null, '00000000-0000-4000-8000-000000000001'),
      basis: fc.constantFrom('qty', 'area_m2', 'length_m'),
      from: decimals(20, 3),
      to: fc.option(decimals(400, 3), { nil: null }),
      pct: decimals(99, 2),
    }),
    { maxLength: 4 },
  ),
})

const which = fc.constantFrom(...ids)
const someParts = fc.constantFrom(null, ['p0'], ['p1', 'p2'], [])
const anyExtent = {
  once: fc.constant(false),
  per: fc.constantFrom('m2', 'm_edge', 'm2_return'),
  depth_mm: atLeastOne(300, 2),
  parts: someParts,
}
const steps: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  fc.record({
    kind: fc.constant('sheet'),
    item_id: which,
    parts: someParts,
    kerf_mm: decimals(9, 2),
    may_turn: fc.boolean(),
    waste_pct: fc.constantFrom('0', '33.33', '100'),
  }),
  // The stored form before the waste of sheets had a price.
  fc.record({
    kind: fc.constant('sheet'),
    item_id: which,
    parts: someParts,
    kerf_mm: decimals(9, 2),
    may_turn: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('roll'),
    item_id: which,
    parts: someParts,
    gap_mm: decimals(9, 2),
    overlap_mm: decimals(9, 2),
    may_turn: fc.boolean(),
    waste_pct: fc.constantFrom('0', '50.5', '100'),
  }),
  fc.record({
    kind: fc.constant('ink'),
    print_id: which,
    parts: someParts,
    sides: fc.constantFrom('1', '2'),
    coverage_pct: decimals(150, 2),
  }),
  fc.record({
    kind: fc.constant('machine'),
    price_id: which,
    parts: someParts,
    setups: decimals(3, 0),
    qty: fc.option(decimals(99, 4), { nil: null }),
    speed_id: which,
  }),
  fc.record({ kind: fc.constant('item'), item_id: which, qty: decimals(99, 4), once: fc.boolean() }),
  fc.record({ kind: fc.constant('labour'), work_id: which, minutes: decimals(500, 2), once: fc.boolean() }),
  fc.record({ kind: fc.constant('item'), item_id: which, qty: decimals(9, 4), ...anyExtent }),
  fc.record({ kind: fc.constant('labour'), work_id: which, minutes: decimals(50, 2), ...anyExtent }),
  fc.record({
    kind: fc.constant('outsourced'),
    name: fc.constant('Powder coating'),
    price: decimals(900, 2),
    once: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('travel'), zone_id: which, trips: decimals(4, 0) }),
)

export type AnyCalculation = { inputs: CalculationInputs; nested: Nested; confidential: Confidential }

/** Any calculation that `private.check_calculation` accepts, over the ids of `anyPriceList`. */
export const anyCalculation: fc.Arbitrary<AnyCalculation> = fc
  .record({
    quantity: atLeastOne(300, 0),
    service_id: fc.constantFrom(null, '00000000-0000-4000-8000-000000000001'),
    parts: fc.array(
      fc.record({
        name: fc.constant('Face'),
        width_mm: atLeastOne(3000, 2),
        height_mm: atLeastOne(1400, 2),
        qty: atLeastOne(9, 0),
        edge_mm: fc.option(atLeastOne(90_000, 2), { nil: null }),
      }),
      { maxLength: 3 },
    ),
    steps: fc.array(steps, { maxLength: 8 }),
    min_charge: fc.option(decimals(500, 2), { nil: null }),
    metres: decimals(90_000_000, 2),
    target: fc.option(
      fc.record({ kind: fc.constantFrom('markup' as const, 'margin' as const), pct: decimals(94, 2) }),
      { nil: null },
    ),
    bought: fc.option(decimals(800, 2), { nil: null }),
  })
  .map(({ metres, target, bought, ...typed }) => {
    const whole = typed.steps.map((step, index) => ({ ...step, id: `s${index}` }) as unknown as Step)
    return {
      inputs: { ...typed, parts: typed.parts.map((part, index) => ({ ...part, id: `p${index}` })), steps: whole },
      nested: Object.fromEntries(whole.map(({ id, kind }) => [id, kind === 'sheet' ? '90000' : metres])),
      confidential: {
        target,
        costs: Object.fromEntries(
          whole.flatMap(({ id, kind }) => (kind === 'outsourced' && bought !== null ? [[id, bought]] : [])),
        ),
      },
    }
  })

/** Any base price, options, quantity discounts and number of pieces. */
export const anyProduct = fc.record({
  base: decimals(2000, 4),
  options: fc.array(
    fc.record({
      id: fc.uuid(),
      option_group: fc.constant(null),
      name: fc.constant('Option'),
      effect: fc.constantFrom('amount' as const, 'percent' as const),
      value: fc.tuple(fc.boolean(), decimals(99, 4)).map(([isLess, value]) => (isLess ? `-${value}` : value)),
      is_usual: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
  breaks: fc.array(
    fc.record({ from: decimals(50, 3), to: fc.option(decimals(500, 3), { nil: null }), pct: decimals(99, 2) }),
    { maxLength: 4 },
  ),
  qty: atLeastOne(1000, 0),
})
