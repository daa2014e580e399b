import { roundingsNow } from '@/shared/domain/text/formats'
import type { CalculatedPrice, Nested, Part, PriceList, StepOf } from '@/documents/calculation/inputs'
import { type CutPart, isProven, type Nesting, nest } from '@/documents/calculation/nesting'
import { calculatedPrice, NotPriced, partsOf } from '@/documents/calculation/price'
import { layOnRoll, type RollLayout } from '@/documents/calculation/roll'
import { bareSides, sidesText } from '@/shared/domain/text/length'
import type { Problems, ReadDraft } from './draft'

export type SheetLayout = { kind: 'sheet'; parts: Part[]; nesting: Nesting; kerfCosts: number }
export type StripLayout = { kind: 'roll'; parts: Part[]; roll: RollLayout }

/** The result of a calculation. `price` is null while an input is missing or the person may not see it. */
export type Answer = {
  nested: Nested
  layouts: Readonly<Record<string, SheetLayout | StripLayout>>
  price: CalculatedPrice | null
  problems: Problems
}

/** More parts than these are not laid out: the calculation is to be divided. */
const mostParts = 1000

/** The layouts and the price of the typed inputs, by the current price list. */
export function answerOf({ inputs, confidential, problems: typed }: ReadDraft, list: PriceList): Answer {
  const problems: Record<string, string> = { ...typed }
  const nested: Record<string, string> = {}
  const layouts: Record<string, SheetLayout | StripLayout> = {}
  for (const step of inputs.steps) {
    if (step.kind !== 'sheet' && step.kind !== 'roll') continue
    const place = `step ${step.id} layout`
    const parts = partsOf(step, inputs.parts)
    const cut = parts.map((part) => cutPart(part, inputs.quantity))
    if (cut.reduce((sum, { count }) => sum + count, 0) > mostParts)
      problems[place] = `More than ${mostParts} parts cannot be laid out. Please divide the calculation.`
    else if (step.kind === 'sheet') {
      const layout = onSheets(step, cut, list)
      if (!layout) continue
      const oversize = layout.nesting.oversize
      if (oversize.length > 0)
        problems[place] =
          `${oversize.join(', ')}: larger than the sheet of ${sidesText([layout.nesting.width, layout.nesting.height])}`
      layouts[step.id] = { kind: 'sheet', parts, ...layout }
      nested[step.id] = String(layout.nesting.sheets.length)
    } else {
      const rate = list.rolls[step.item_id]
      if (!rate) continue
      const roll = laidOnRoll(cut, {
        width: Number(rate.width_mm),
        gap: Number(step.gap_mm),
        overlap: Number(step.overlap_mm),
        mayTurn: step.may_turn,
      })
      if (roll.impossible.length > 0)
        problems[place] = `${roll.impossible.join(', ')}: too large to be divided into strips of this roll`
      layouts[step.id] = { kind: 'roll', parts, roll }
      nested[step.id] = (Math.ceil(roll.length * 100 - 1e-6) / 100).toFixed(2)
    }
  }
  const price = priced(problems, () => calculatedPrice(inputs, nested, list, confidential, roundingsNow().amounts))
  return { nested, layouts, price, problems }
}

function priced(problems: Record<string, string>, compute: () => CalculatedPrice): CalculatedPrice | null {
  try {
    const price = compute()
    return Object.keys(problems).length > 0 ? null : price
  } catch (error) {
    if (!(error instanceof NotPriced)) throw error
    problems[`step ${error.step} ref`] ??= 'This has no price that you may see'
    return null
  }
}

const cutPart = ({ name, width_mm, height_mm, qty }: Part, quantity: string): CutPart => ({
  name: name || bareSides([width_mm, height_mm]),
  width: Number(width_mm),
  height: Number(height_mm),
  count: Number(qty) * Number(quantity),
})

function onSheets({ item_id, kerf_mm, may_turn }: StepOf<'sheet'>, parts: readonly CutPart[], list: PriceList) {
  const rate = list.sheets[item_id]
  if (!rate) return null
  const sheet = {
    width: Math.max(Number(rate.length_mm), Number(rate.width_mm)),
    height: Math.min(Number(rate.length_mm), Number(rate.width_mm)),
    kerf: Number(kerf_mm),
    mayTurn: may_turn,
  }
  const nesting = laidOnSheets(parts, sheet)
  const isWorthAsking = sheet.kerf > 0 && nesting.sheets.length > 0 && !isProven(nesting)
  const withoutCut = isWorthAsking ? laidOnSheets(parts, { ...sheet, kerf: 0 }).sheets.length : nesting.sheets.length
  return { nesting, kerfCosts: nesting.sheets.length - withoutCut }
}

/** A layout is kept while other things are typed. */
function remembered<Given extends unknown[], Made>(make: (...given: Given) => Made): (...given: Given) => Made {
  const made = new Map<string, Made>()
  return (...given) => {
    const key = JSON.stringify(given)
    const known = made.get(key) ?? make(...given)
    made.delete(key)
    made.set(key, known)
    for (const oldest of made.keys()) {
      if (made.size <= 40) break
      made.delete(oldest)
    }
    return known
  }
}
const laidOnSheets = remembered(nest)
const laidOnRoll = remembered(layOnRoll)
