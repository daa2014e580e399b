import { compared, exact, minus, negative, sum, times, truncated, zero } from '../../shared/domain/money/decimal.ts'
import type { ReadInvoice, ReadLine } from './read-invoice.ts'

/** True when the lines add up to the net and, within a cent a line, to the VAT: then the VAT of each rate is known. */
export function saysItsVat({ lines, net, vat }: Pick<ReadInvoice, 'lines' | 'net' | 'vat'>): boolean {
  const nets = lines.map((line) =>
    line.net === undefined ? truncated(times(exact(line.qty), exact(line.unit_price)), 2) : exact(line.net),
  )
  const bears = lines.map(({ vat_rate, vat_treatment = 'standard' }, place) =>
    vat_treatment === 'standard' ? times(nets[place] ?? zero, times(exact(vat_rate), exact('0.01'))) : zero,
  )
  const off = minus(sum(bears), exact(vat))
  const most = times({ units: BigInt(lines.length), scale: 0 }, exact('0.01'))
  return (
    lines.length > 0 &&
    compared(sum(nets), exact(net)) === 0 &&
    compared(off, most) <= 0 &&
    compared(negative(off), most) <= 0
  )
}

/** The one treatment of all lines of a read invoice; `mixed` for several, null where it states none. */
export function treatmentOfLines(lines: readonly ReadLine[]): string | null {
  const [first, second] = new Set(lines.flatMap(({ vat_treatment }) => vat_treatment ?? []))
  return second === undefined ? (first ?? null) : 'mixed'
}
