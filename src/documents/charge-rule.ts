import {
  compared,
  type Decimal,
  divided,
  exact,
  plus,
  rounded,
  shortened,
  times,
  written,
} from '../shared/domain/money/decimal.ts'
import { shortDecimalText } from '../shared/domain/money/money.ts'
import { unitWord } from '../shared/domain/money/quantity-text.ts'
import { type SizeUnit, sizeUnitOf } from './units.ts'

/**
 * How the catalogue charges a size: the measure of a piece, or of the whole line, plus waste, rounded up to the next
 * `step`, and at least `min`. Numbers are decimal text; 0 switches a rule off.
 */
export type ChargeRule = { unit: SizeUnit; per: 'piece' | 'line'; step: string; min: string; waste: string }

const pattern =
  /^(m2|m|m_height|m_edge|ft2|ft|ft_height|ft_edge|yd) (piece|line) (\d+(?:\.\d+)?) (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)$/

/** The rule that a line carries as `m2 piece 0.1 0.5 0`: unit, per, step, minimum, waste in percent. */
export function ruleOf(stored: string | null | undefined): ChargeRule | null {
  const [, unit, per, step = '0', min = '0', waste = '0'] = pattern.exec(stored ?? '') ?? []
  const sized = sizeUnitOf(unit)
  return sized && (per === 'piece' || per === 'line') ? { unit: sized, per, step, min, waste } : null
}

type Charging = {
  charge_per: string | null
  charge_step: string | null
  charge_min: string | null
  charge_waste_pct: string | null
}

/** The charge rule of a service or material for this unit; null without one. */
export function chargeRuleOf(unit: string, row: Charging): ChargeRule | null {
  const sized = sizeUnitOf(unit)
  const waste = row.charge_waste_pct ?? '0'
  if (!sized || (row.charge_step === null && row.charge_min === null && exact(waste).units === 0n)) return null
  const per = row.charge_per === 'line' ? 'line' : 'piece'
  return { unit: sized, per, step: row.charge_step ?? '0', min: row.charge_min ?? '0', waste }
}

type ServiceCharging = Charging & { base_price: string | null; min_charge: string | null }

/**
 * The charge rule of a service. Its minimum charge is a least quantity of the whole line: $50.00 at $5.25 are 9.5239 sq ft; not
 * where the rule has a step or a minimum of its own for each piece. The database writes the same in `private.service_rule`.
 */
export function serviceRuleOf(unit: string, row: ServiceCharging): ChargeRule | null {
  const [price, least] = [exact(row.base_price ?? '0'), exact(row.min_charge ?? '0')]
  const isOfLine = row.charge_per === 'line' || (row.charge_step === null && row.charge_min === null)
  if (price.units <= 0n || least.units <= 0n || !isOfLine) return chargeRuleOf(unit, row)
  const cut = divided(least, price, 4) ?? exact('0')
  const min = compared(times(cut, price), least) < 0 ? plus(cut, exact('0.0001')) : cut
  const own = exact(row.charge_min ?? '0')
  if (compared(min, exact('100000')) >= 0) return chargeRuleOf(unit, row)
  return chargeRuleOf(unit, { ...row, charge_per: 'line', charge_min: written(compared(own, min) > 0 ? own : min) })
}

/** The rule as a line carries it. The database writes the same in `private.charge_rule`. */
export const storedRule = ({ unit, per, step, min, waste }: ChargeRule): string =>
  [unit, per, ...[step, min, waste].map((number) => written(shortened(exact(number))))].join(' ')

/** A measure by a rule. The database computes the same in `private.by_charge_rule`. */
export function byRule(measure: Decimal, rule: ChargeRule): Decimal {
  const [step, min, waste] = [exact(rule.step), exact(rule.min), exact(rule.waste)]
  const share = plus({ units: 100n, scale: 0 }, waste)
  const whole = times(measure, { units: share.units, scale: share.scale + 2 })
  if (whole.units <= 0n) return { units: 0n, scale: 0 }
  const stepped = step.units > 0n ? upTo(whole, step) : whole
  return compared(stepped, min) < 0 ? min : stepped
}

/** The next multiple of a step that is not below the number; both are above zero. */
function upTo(number: Decimal, step: Decimal): Decimal {
  const scale = Math.max(number.scale, step.scale)
  const [units, each] = [number, step].map((one) => one.units * 10n ** BigInt(scale - one.scale))
  if (units === undefined || each === undefined) return number
  return { units: ((units + each - 1n) / each) * each, scale }
}

/** `Each piece: with 10 % waste, up to the next 0.1 m², at least 0.5 m²`. `places`: the most decimals of the minimum. */
export function ruleText(rule: ChargeRule, places = 4): string {
  const sign = unitWord(rule.unit, '2')
  const isAny = (text: string) => exact(text).units > 0n
  const parts = [
    isAny(rule.waste) ? `with ${shortDecimalText(rule.waste)} % waste` : '',
    isAny(rule.step) ? `up to the next ${shortDecimalText(rule.step)} ${sign}` : '',
    isAny(rule.min) ? `at least ${shortDecimalText(written(rounded(exact(rule.min), places)))} ${sign}` : '',
  ].filter(Boolean)
  return `${rule.per === 'piece' ? 'Each piece' : 'The whole line'}: ${parts.join(', ')}`
}
