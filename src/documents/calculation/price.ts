import { percentOf, type Rounding, toCents } from '../../shared/domain/money/tax-on.ts'
import {
  compared,
  type Decimal,
  divided,
  exact,
  minus,
  plus,
  rounded,
  sum,
  times,
  truncated,
  written,
  zero,
} from '../../shared/domain/money/decimal.ts'
import type {
  CalculatedPrice,
  CalculationInputs,
  Confidential,
  Nested,
  Part,
  PerExtent,
  PriceLine,
  PriceLineKind,
  PriceList,
  Step,
} from './inputs.ts'

/** A step names something that the price list has not, or that the reader may not see. */
export class NotPriced extends Error {
  override readonly name = 'NotPriced'
  readonly step: string

  constructor(step: string) {
    super('This step has no price')
    this.step = step
  }
}

const hundred = exact('100')
const sixty = exact('60')
const nothing: Confidential = { target: null, costs: {} }

/**
 * The price of a calculation, as `private.calculated_price` in the database computes it.
 * @throws NotPriced for a step without a price in the list
 */
export function calculatedPrice(
  inputs: CalculationInputs,
  nested: Nested,
  list: PriceList,
  { target, costs }: Confidential = nothing,
  rounding: Rounding = 'cut',
): CalculatedPrice {
  const quantity = exact(inputs.quantity)
  const lines = inputs.steps.flatMap((step) => linesOf(step, inputs, nested, list, costs))
  const listed = sum([cents('0'), ...lines.map(({ price }) => exact(price))])
  const known = lines.filter(({ cost }) => cost !== null)
  const cost = sum([cents('0'), ...known.map((line) => exact(line.cost ?? '0'))])
  const other = sum([cents('0'), ...lines.filter((line) => line.cost === null).map(({ price }) => exact(price))])
  const aimed = target && plus(targetPrice(cost, target), other)
  const before = aimed ?? listed
  const found = breakOf(inputs, list)
  const pct = exact(found?.pct ?? '0')
  const discount = percentOf(before, pct, 'cut')
  const after = minus(before, discount)
  const service = inputs.service_id === null ? undefined : list.services[inputs.service_id]
  const least = inputs.min_charge ?? service?.min_charge ?? null
  const isLeast = least !== null && compared(exact(least), after) > 0
  const unit = upTo4(isLeast ? exact(least) : after, quantity)
  const net = toCents(times(quantity, unit), rounding)
  const sees = list.shows_costs
  const margin = minus(net, cost)
  return {
    lines,
    list: written(listed),
    target: aimed && written(aimed),
    break_name: found?.name ?? null,
    discount_pct: written(truncated(pct, 2)),
    discount: written(discount),
    minimum: isLeast ? written(truncated(exact(least), 2)) : null,
    unit_price: written(unit),
    net: written(net),
    cost: sees ? written(cost) : null,
    margin: sees ? written(margin) : null,
    margin_pct: sees && net.units > 0n ? written(divided(times(margin, hundred), net, 2) ?? zero) : null,
  }
}

const cents = (text: string) => truncated(exact(text), 2)

/** Cost with a markup on it, or so that the margin is that part of the price; cut toward zero to cents. */
function targetPrice(cost: Decimal, { kind, pct }: NonNullable<Confidential['target']>): Decimal {
  if (kind === 'markup') return truncated(times(cost, hundredths(plus(hundred, exact(pct)))), 2)
  return divided(times(cost, hundred), minus(hundred, exact(pct)), 2) ?? cents('0')
}
const hundredths = ({ units, scale }: Decimal): Decimal => ({ units, scale: scale + 2 })

/** Rounded up to four decimals, so that all pieces together are never below the price that was worked out. */
function upTo4(amount: Decimal, quantity: Decimal): Decimal {
  const cut = divided(amount, quantity, 4) ?? exact('0.0000')
  return compared(times(cut, quantity), amount) < 0 ? plus(cut, exact('0.0001')) : cut
}

type Break = PriceList['breaks'][number]

/** The discount of the service, by pieces, by area or by length; of several, the largest. */
function breakOf(inputs: CalculationInputs, list: PriceList): Break | null {
  const values: Record<string, Decimal> = {
    qty: exact(inputs.quantity),
    area_m2: areaOf(inputs.parts, inputs.quantity),
    length_m: times(
      sum(inputs.parts.map((part) => times(metres(part.width_mm), exact(part.qty)))),
      exact(inputs.quantity),
    ),
  }
  let best: Break | null = null
  for (const one of list.breaks) {
    const value = values[one.basis]
    const hasOwn = list.breaks.some((own) => own.basis === one.basis && own.service_id === inputs.service_id)
    const isFor = one.service_id === inputs.service_id || (one.service_id === null && !hasOwn)
    if (!value || !isFor || compared(value, exact(one.from)) < 0) continue
    if (one.to !== null && compared(value, exact(one.to)) >= 0) continue
    if (best === null || compared(exact(one.pct), exact(best.pct)) > 0) best = one
  }
  return best
}

const metres = (mm: string): Decimal => {
  const { units, scale } = exact(mm)
  return { units, scale: scale + 3 }
}

/** The parts of a step. */
export const partsOf = ({ parts: chosen }: { parts?: readonly string[] | null }, parts: readonly Part[]): Part[] =>
  parts.filter(({ id }) => !chosen || chosen.includes(id))

/** The area of the parts of all pieces in m², cut to four decimals. */
const areaOf = (parts: readonly Part[], quantity: string): Decimal =>
  truncated(
    times(
      sum(parts.map((part) => times(times(metres(part.width_mm), metres(part.height_mm)), exact(part.qty)))),
      exact(quantity),
    ),
    4,
  )

/** The number of sheets by the area of the parts, truncated to four decimals. */
const sheetsOf = (
  step: { parts: readonly string[] | null },
  { parts, quantity }: CalculationInputs,
  { width_mm, length_mm }: { width_mm: string; length_mm: string },
): Decimal => divided(areaOf(partsOf(step, parts), quantity), times(metres(width_mm), metres(length_mm)), 4) ?? zero

/** The circumference of one part in metres, as measured or of its rectangle. */
const edgeOf = ({ edge_mm, width_mm, height_mm }: Part): Decimal =>
  edge_mm ? metres(edge_mm) : times(plus(metres(width_mm), metres(height_mm)), exact('2'))

/** Metres along the contours of the parts of one piece. */
const contour = (parts: readonly Part[]): Decimal => sum(parts.map((part) => times(edgeOf(part), exact(part.qty))))

/** How many times one piece needs the quantity or minutes of a step, with four decimals at most. */
export function extentOf(step: PerExtent, parts: readonly Part[]): Decimal {
  const own = partsOf(step, parts)
  switch (step.per) {
    case 'm2':
      return areaOf(own, '1')
    case 'm_edge':
      return truncated(contour(own), 4)
    case 'm2_return':
      return truncated(times(contour(own), metres(step.depth_mm ?? '0')), 4)
    default:
      return exact('1')
  }
}

/** The next whole number. */
const upToWhole = (amount: Decimal): Decimal => {
  const whole = truncated(amount, 0)
  return compared(whole, amount) < 0 ? plus(whole, exact('1')) : whole
}

function linesOf(
  step: Step,
  inputs: CalculationInputs,
  nested: Nested,
  list: PriceList,
  costs: Confidential['costs'],
): PriceLine[] {
  const { quantity } = inputs
  const line = (kind: PriceLineKind, qty: Decimal, price: Decimal, cost: string | null = null): PriceLine => {
    const [many, each] = [truncated(qty, 4), truncated(price, 4)]
    return {
      step: step.id,
      kind,
      qty: written(many),
      unit_price: written(each),
      price: written(truncated(times(many, each), 2)),
      cost: cost === null ? null : written(truncated(times(many, truncated(exact(cost), 4)), 2)),
    }
  }
  const must = <Found>(found: Found | undefined | null): Found => {
    if (found === undefined || found === null) throw new NotPriced(step.id)
    return found
  }
  const all = (amount: Decimal, once: boolean) => (once ? amount : times(amount, exact(quantity)))
  switch (step.kind) {
    case 'sheet': {
      const rate = must(list.sheets[step.item_id])
      const sheets = exact(must(nested[step.id]))
      const waste = exact(step.waste_pct ?? '100')
      const used = compared(waste, hundred) === 0 ? sheets : sheetsOf(step, inputs, rate)
      const covered = compared(used, sheets) > 0 ? sheets : used
      const price = exact(rate.price)
      const whole = line('sheet', covered, price, rate.cost ?? null)
      const rest = minus(sheets, covered)
      return rest.units === 0n
        ? [whole]
        : [whole, line('waste', rest, times(price, hundredths(waste)), rate.cost ?? null)]
    }
    case 'roll': {
      const rate = must(list.rolls[step.item_id])
      const bought = truncated(times(metres(must(nested[step.id])), metres(rate.width_mm)), 4)
      const used = areaOf(partsOf(step, inputs.parts), quantity)
      const waste = compared(bought, used) > 0 ? minus(bought, used) : zero
      const price = exact(rate.price)
      return [
        line('roll', used, price, rate.cost ?? null),
        line('waste', waste, times(price, hundredths(exact(step.waste_pct))), rate.cost ?? null),
      ]
    }
    case 'ink': {
      const print = must(list.prints[step.print_id])
      const ink = must(list.ink)
      const area = areaOf(partsOf(step, inputs.parts), quantity)
      const ml = times(times(times(area, exact(step.sides)), exact(print.ml_m2)), hundredths(exact(step.coverage_pct)))
      return [line('ink', ml, exact(ink.price), ink.cost ?? null)]
    }
    case 'machine': {
      const rate = must(list.machines?.[step.price_id])
      const each = step.qty === null ? fromParts(step, rate.per, partsOf(step, inputs.parts), list) : exact(step.qty)
      const setup = line('setup', exact(step.setups), exact(rate.setup))
      const run = line('machine', times(must(each), exact(quantity)), exact(rate.price), unitCost(step, rate, list))
      const short = minus(exact(rate.least), plus(exact(setup.price), exact(run.price)))
      return [setup, run, ...(short.units > 0n ? [line('least', exact('1'), short)] : [])].filter(
        ({ kind, price }) => kind !== 'setup' || exact(price).units !== 0n,
      )
    }
    case 'item': {
      const rate = must(list.items[step.item_id])
      const each = times(exact(step.qty), extentOf(step, inputs.parts))
      const counted = step.per && rate.unit === 'piece' ? upToWhole(each) : each
      return [line('item', all(counted, step.once), exact(rate.price), rate.cost ?? null)]
    }
    case 'labour': {
      const rate = must(list.people[step.work_id])
      const asked = all(times(exact(step.minutes), extentOf(step, inputs.parts)), step.once)
      const least = exact(rate.min_minutes)
      const minutes = times(compared(asked, least) > 0 ? asked : least, exact(rate.crew))
      return [line('labour', divided(minutes, sixty, 4) ?? zero, exact(rate.price), rate.cost ?? null)]
    }
    case 'outsourced':
      return [line('outsourced', step.once ? exact('1') : exact(quantity), exact(step.price), costs[step.id] ?? null)]
    case 'travel': {
      const rate = must(list.zones[step.zone_id])
      return [line('travel', exact(step.trips), exact(rate.price), rate.cost ?? null)]
    }
  }
}

/** Machine work that follows from the parts of one piece: metres along the contour, m², or the time for them. */
function fromParts(
  step: Extract<Step, { kind: 'machine' }>,
  per: string,
  parts: readonly Part[],
  list: PriceList,
): Decimal | null {
  if (per === 'm') return truncated(contour(parts), 4)
  if (per === 'm2') return areaOf(parts, '1')
  const speed = step.speed_id === null ? undefined : list.speeds[step.speed_id]
  if (!speed) return null
  const path = times(times(contour(parts), exact('1000')), exact(speed.passes))
  const perUnit = per === 'hour' ? times(exact(speed.mm_min), sixty) : exact(speed.mm_min)
  return divided(path, perUnit, 4)
}

/**
 * The cost of one unit of machine work from the machine's hourly cost: per metre when the speed is known. Null when it
 * cannot be known.
 */
function unitCost(
  step: Extract<Step, { kind: 'machine' }>,
  { per, hour_cost }: NonNullable<PriceList['machines']>[string],
  list: PriceList,
): string | null {
  if (hour_cost === null || hour_cost === undefined) return null
  if (per === 'hour') return hour_cost
  const textOf = (cost: Decimal | null) => cost && written(cost)
  if (per === 'minute') return textOf(divided(exact(hour_cost), sixty, 4))
  const speed = step.speed_id === null ? undefined : list.speeds[step.speed_id]
  if (per !== 'm' || !speed) return null
  const forMetre = times(times(exact(hour_cost), exact('1000')), exact(speed.passes))
  return textOf(divided(forMetre, times(exact(speed.mm_min), sixty), 4))
}

/** The selling price of a bought part: its cost plus the markup of its band. Null without a band. */
export function soldFor(
  cost: string,
  bands: readonly { from: string; to: string | null; pct: string }[],
): string | null {
  const amount = exact(cost)
  const band = bands.find(
    ({ from, to }) => compared(amount, exact(from)) >= 0 && (to === null || compared(amount, exact(to)) < 0),
  )
  return band ? written(rounded(times(amount, hundredths(plus(hundred, exact(band.pct)))), 2)) : null
}
