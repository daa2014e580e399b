import { taxRounding, withTax } from '@/shared/domain/text/formats'
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
import { formatMoney } from '@/shared/domain/money/money'

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

/** Net and VAT of a line that nobody typed other ones for, as the database computes them. */
export function amountsOf(line: { qty: string; unit_price: string; vat_rate: string }): { net: string; vat: string } {
  const net = truncated(times(exact(line.qty), exact(line.unit_price)), 2)
  return { net: written(net), vat: written(taxOn(net, exact(line.vat_rate), taxRounding())) }
}
