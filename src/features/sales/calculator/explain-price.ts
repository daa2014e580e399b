import type { CalculationInputs, Part, PerExtent, PriceLine, PriceList, Step } from '@/documents/calculation/inputs'
import { isProven } from '@/documents/calculation/nesting'
import { extentOf } from '@/documents/calculation/price'
import { written } from '@/shared/domain/money/decimal'
import { countText } from '@/shared/domain/text/formats'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import { qtyText } from '@/shared/domain/money/quantity-text'
import { areaText, bareSides, lengthText, runText } from '@/shared/domain/text/length'
import type { Answer, SheetLayout } from './answer'
import { machineNames, stepForms } from './step-forms'

const number = (plain: string | number) => shortDecimalText(String(plain))
const withUnit = (qty: string, unit: string | undefined) => (unit ? qtyText(qty, unit) : number(qty))
const plural = (count: number, one: string, many = `${one}s`) => `${countText(count)} ${count === 1 ? one : many}`

/** The name of a price line. */
export function lineName(line: PriceLine, step: Step, list: PriceList): string {
  const named: Readonly<Record<string, { name: string }>> =
    step.kind === 'sheet'
      ? list.sheets
      : step.kind === 'roll'
        ? list.rolls
        : step.kind === 'item'
          ? list.items
          : step.kind === 'labour'
            ? list.people
            : step.kind === 'travel'
              ? list.zones
              : step.kind === 'machine'
                ? (list.machines ?? {})
                : step.kind === 'ink'
                  ? list.prints
                  : {}
  const column = stepForms[step.kind].ref?.column
  const id: unknown = column ? Reflect.get(step, column) : null
  const known = typeof id === 'string' ? named[id]?.name : undefined
  const machine = step.kind === 'machine' ? list.machines?.[step.price_id]?.machine : undefined
  const name = machine && known ? `${machineNames[machine] ?? machine}: ${known}` : known
  if (step.kind === 'outsourced') return step.name || 'Bought part'
  const called = name ?? stepForms[step.kind].label
  if (line.kind === 'waste') return `Waste of ${called}`
  if (line.kind === 'setup') return `Set-up, ${called}`
  if (line.kind === 'least') return `Minimum, ${called}`
  if (line.kind === 'ink') return `Ink, ${called}`
  return called
}

/** Why the line has its quantity: `2 sheets 3,050 × 1,500: 9 parts of 900 × 700, 6 fit on one`. */
export function explainLine(
  line: PriceLine,
  step: Step,
  inputs: CalculationInputs,
  answer: Answer,
  list: PriceList,
): string {
  const layout = answer.layouts[step.id]
  const pieces = Number(inputs.quantity)
  const times = (each: string, isOnce: boolean) =>
    pieces === 1
      ? each
      : isOnce
        ? `${each} once, for all ${countText(pieces)}`
        : `${each} for each of ${plural(pieces, 'piece')}`
  if (line.kind === 'sheet' && layout?.kind === 'sheet') return sheetsWhy(layout, pieces)
  if (line.kind === 'roll' && layout?.kind === 'roll') {
    const strips = layout.roll.strips > 0 ? `, some in strips: ${layout.roll.strips} strips` : ''
    return `${runText((layout.roll.length / 1000).toFixed(3))} of ${lengthText(layout.roll.width)} for ${areaText(line.qty)} of parts${strips}`
  }
  if (line.kind === 'waste' && step.kind === 'sheet')
    return `${number(line.qty)} of a sheet beside the parts, at ${number(step.waste_pct ?? '100')} % of its price`
  if (line.kind === 'waste' && step.kind === 'roll')
    return `${areaText(line.qty)} of the roll beside the parts, at ${number(step.waste_pct)} % of its price`
  if (step.kind === 'ink')
    return `${number(line.qty)} ml: ${number(list.prints[step.print_id]?.ml_m2 ?? '0')} ml a m², ${step.sides === '2' ? 'both sides' : 'one side'}, ${number(step.coverage_pct)} % covered`
  if (line.kind === 'setup') return plural(Number(line.qty), 'set-up')
  if (line.kind === 'least' && step.kind === 'machine')
    return `The least for this machine is ${formatMoney(list.machines?.[step.price_id]?.least ?? '0')}`
  if (step.kind === 'machine') {
    const worked = withUnit(line.qty, list.machines?.[step.price_id]?.per)
    if (step.qty !== null) return pieces === 1 ? worked : `${worked}: ${number(step.qty)} ${times('', false).trim()}`
    const speed = step.speed_id === null ? null : list.speeds[step.speed_id]?.name
    return speed ? `${worked} along the parts, cut as “${speed}”` : `${worked}, from the sizes of the parts`
  }
  if (step.kind === 'item') {
    const unit = list.items[step.item_id]?.unit
    if (step.per) return `${withUnit(line.qty, unit)}: ${number(step.qty)} ${extentWords(step, inputs)}`
    return times(withUnit(step.qty, unit), step.once)
  }
  if (step.kind === 'labour') {
    const rate = list.people[step.work_id]
    const crew = Number(rate?.crew ?? '1')
    const people = crew === 1 ? '' : `, ${crew} people`
    const asked = Number(step.minutes) * (step.once ? 1 : pieces) * Number(written(extentOf(step, inputs.parts)))
    if (rate && asked < Number(rate.min_minutes))
      return `${number(rate.min_minutes)} min, the least for this work${people}`
    if (step.per) return `${number(step.minutes)} min ${extentWords(step, inputs)}${people}`
    return times(`${number(step.minutes)} min`, step.once) + people
  }
  if (step.kind === 'outsourced') return step.once || pieces === 1 ? 'once' : plural(pieces, 'piece')
  if (step.kind === 'travel') return plural(Number(step.trips), 'journey')
  return ''
}

/** `for each metre of edge: 8 m a piece`. */
function extentWords(step: PerExtent, { parts }: CalculationInputs): string {
  const extent = written(extentOf(step, parts))
  if (step.per === 'm2') return `for each m²: ${areaText(extent)} a piece`
  if (step.per === 'm_edge') return `for each metre of edge: ${runText(extent)} a piece`
  return `for each m² of return: ${areaText(extent)} a piece, ${lengthText(step.depth_mm ?? '0')} deep`
}

function sheetsWhy({ nesting, parts, kerfCosts }: SheetLayout, pieces: number): string {
  const count = nesting.sheets.length
  const size = bareSides([nesting.width, nesting.height])
  const first = nesting.sheets[0]?.length ?? 0
  const all = nesting.sheets.reduce((sum, sheet) => sum + sheet.length, 0)
  const sizes = [...new Set(parts.map(sizeOf))]
  const what =
    sizes.length === 1 ? `${plural(all, 'part')} of ${sizes[0]}` : `${plural(all, 'part')} of ${sizes.length} sizes`
  const fit = sizes.length === 1 && count > 1 ? `, ${first} fit on one` : ''
  const proof = isProven(nesting) && sizes.length > 1 ? '; fewer are impossible' : ''
  const cut = kerfCosts > 0 ? `. Without the cut between parts ${plural(count - kerfCosts, 'sheet')} would do` : ''
  return pieces === 0 ? '' : `${plural(count, 'sheet')} ${size}: ${what}${fit}${proof}${cut}`
}

export const sizeOf = ({ width_mm, height_mm }: Part): string => bareSides([width_mm, height_mm])
