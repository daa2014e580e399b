import { expect, test } from 'vitest'
import { ruleText, serviceRuleOf, storedRule } from './charge-rule'
import { appliedRule, lineNet } from './lines'

const banner = {
  base_price: '5.25',
  min_charge: '50.00',
  charge_per: null,
  charge_step: null,
  charge_min: null,
  charge_waste_pct: null,
}
const net = (rule: ReturnType<typeof serviceRuleOf>, width_mm: string, height_mm: string) =>
  lineNet(
    {
      kind: 'item',
      qty: '1',
      unit: 'ft2',
      unit_price: '5.25',
      discount_pct: '0',
      width_mm,
      height_mm,
      charge_rule: rule && storedRule(rule),
    },
    'cut',
  )

test.each([
  ['m2 line 0 0.5148 0', '600', 'The whole line: at least 0.51 m²'],
  ['m2 line 0 0.5148 0', '1200', null],
  ['m2 line 0.1 0.5148 10', '1200', 'The whole line: with 10 % waste, up to the next 0.1 m²'],
  ['m2 piece 0 0.5 0', '600', 'Each piece: at least 0.5 m²'],
  ['m2 piece 0 0.5 0', '1200', null],
])('by the rule %s a width of %s mm is charged as: %s', (charge_rule, width_mm, words) => {
  const size = { qty: '1', unit: 'm2', width_mm, height_mm: '800', own_charged_qty: null }
  const rule = appliedRule({ ...size, charge_rule })
  expect(rule && ruleText(rule, 2)).toBe(words)
})

test('the minimum charge of a service is the least quantity of its line, and the rule says it', () => {
  const rule = serviceRuleOf('ft2', banner)
  expect(rule && storedRule(rule)).toBe('ft2 line 0 9.5239 0')
  expect(rule && ruleText(rule)).toBe('The whole line: at least 9.5239 sq ft')
  // 24 × 18 and 12 × 12 inches are charged at the minimum, 96 × 36 at its size.
  expect(net(rule, '609.6', '457.2')).toBe('50.00')
  expect(net(rule, '304.8', '304.8')).toBe('50.00')
  expect(net(rule, '2438.4', '914.4')).toBe('126.00')
  expect(serviceRuleOf('ft2', { ...banner, min_charge: null })).toBeNull()
  // A rule for each piece keeps its own minimum; pieces have no size to charge by.
  expect(serviceRuleOf('ft2', { ...banner, charge_min: '2' })).toMatchObject({ per: 'piece', min: '2' })
  expect(serviceRuleOf('piece', banner)).toBeNull()
})
