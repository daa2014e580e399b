import { roundingsNow, withTax } from '@/shared/domain/text/formats'
import {
  compared,
  type Decimal,
  exact,
  minus,
  negative,
  sum,
  times,
  truncated,
  written,
  zero,
} from '@/shared/domain/money/decimal'
import { taxOn } from '@/shared/domain/money/tax-on'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import { isFreeOfTax, isOwnTax, purchaseTreatments } from '../shared/purchase-treatments'

type Bill = { net: string; vat: string; currency: string; lines: readonly { net: string; vat: string }[] }

const size = (value: Decimal) => (compared(value, zero) < 0 ? negative(value) : value)

/** The sums of a bill's lines, as decimal text. */
export function linesTotal({ lines }: Pick<Bill, 'lines'>) {
  const net = sum([exact('0.00'), ...lines.map((line) => exact(line.net))])
  const vat = sum([exact('0.00'), ...lines.map((line) => exact(line.vat))])
  return { net: written(net), vat: written(vat), gross: written(sum([net, vat])) }
}

/**
 * Why the lines keep a bill from its approval, in words; null where they do not. A bill without lines gets one, and a cent
 * of VAT a line is rounding: the database settles both.
 */
export function linesProblem(bill: Bill): string | null {
  if (bill.lines.length === 0) return null
  const total = linesTotal(bill)
  if (compared(exact(total.net), exact(bill.net)) !== 0)
    return `The lines come to ${formatMoney(total.net, bill.currency)} net, the invoice to ${formatMoney(bill.net, bill.currency)}.`
  const most = { units: BigInt(bill.lines.length), scale: 2 }
  if (compared(size(minus(exact(total.vat), exact(bill.vat))), most) > 0)
    return withTax(
      `The {tax} of the lines comes to ${formatMoney(total.vat, bill.currency)}, that of the invoice to ${formatMoney(bill.vat, bill.currency)}.`,
    )
  return null
}

type Amounts = { qty: string; unit_price: string; vat_rate: string | null; vat_treatment: string }

/** Net and VAT of a line that nobody typed other ones for, as the database computes them. */
export function amountsOf(line: Amounts): { net: string; vat: string } {
  const net = truncated(times(exact(line.qty), exact(line.unit_price)), 2)
  const vat =
    line.vat_treatment === 'standard' ? taxOn(net, exact(line.vat_rate ?? '0'), roundingsNow().tax) : exact('0.00')
  return { net: written(net), vat: written(vat) }
}

/** The VAT that the company owes itself on this net, as decimal text. */
export const ownTaxOn = (net: string, rate: string): string =>
  written(taxOn(exact(net), exact(rate), roundingsNow().tax))

type TaxOfLine = {
  vat_treatment: string
  vat_rate: string
  vat: string
  own_vat: string
  deducted: string
  deductible_pct: string
}

/** The VAT of a line in words: who owes it, its rate, its amount, and what of it is deducted. */
export function taxWords(line: TaxOfLine, currency: string): string {
  const rate = `${shortDecimalText(line.vat_rate)} %`
  const name = purchaseTreatments.find(({ value }) => value === line.vat_treatment)?.label ?? line.vat_treatment
  const own = formatMoney(line.own_vat, currency)
  const said = isFreeOfTax(line.vat_treatment)
    ? name
    : line.vat_treatment === 'standard'
      ? `{Tax} ${rate}: ${formatMoney(line.vat, currency)}`
      : isOwnTax(line.vat_treatment)
        ? `${line.vat_treatment === 'reverse_charge' ? 'Reverse charge' : name}, ${rate}: you owe ${own}`
        : `${name}, ${formatMoney(line.vat, currency)}`
  const part =
    isFreeOfTax(line.vat_treatment) || compared(exact(line.deductible_pct), exact('100')) === 0
      ? ''
      : `, ${shortDecimalText(line.deductible_pct)} % deducted: ${formatMoney(line.deducted, currency)}`
  return withTax(said + part)
}

/** The sums of what the company owes itself and of what is not deducted, as decimal text; null where there is none. */
export function ownSums(lines: readonly TaxOfLine[]): { own: string | null; kept: string | null } {
  const own = sum([exact('0.00'), ...lines.map(({ own_vat }) => exact(own_vat))])
  const kept = minus(
    sum([exact('0.00'), ...lines.flatMap((line) => [exact(line.vat), exact(line.own_vat)])]),
    sum([exact('0.00'), ...lines.map(({ deducted }) => exact(deducted))]),
  )
  const said = (value: Decimal) => (compared(value, zero) === 0 ? null : written(value))
  return { own: said(own), kept: said(kept) }
}
