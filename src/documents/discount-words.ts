import type { Writing } from './paper/writing.ts'

type NumbersOf = Pick<Writing, 'number' | 'money'>

/** The line of a further text that says how a percentage came to an amount, in whatever style of numbers: see `private.fitting_details`. */
const working = /^([\d.,]+) % × ([^=]*\d[.,]\d{2}[^\d=]*) = ([^=]*\d[.,]\d{2}[^\d=]*)$/

/** `€1,000.00` and `1.000,00 €` as `1000.00`: the last two digits are decimals. */
const amountOf = (written: string): string => written.replaceAll(/\D/g, '').replace(/(\d{2})$/, '.$1')

/** A percentage has no thousands: its one mark is the decimal one. */
const percentOf = (written: string): string => written.replace(',', '.')

/**
 * The further text of a line for a reader: how a percentage came to an amount stands in their numbers, `7,5 % × 1.000,00 € = 75,00 €`.
 * What a person wrote stays as it is.
 */
export const detailsIn = (details: string | null, { number, money }: NumbersOf): string | null =>
  details
    ?.split('\n')
    .map((line) => {
      const [, percent, net, off] = working.exec(line) ?? []
      return percent && net && off && /^\d+(\.\d+)?$/.test(percentOf(percent))
        ? `${number(percentOf(percent))} % × ${money(amountOf(net))} = ${money(amountOf(off))}`
        : line
    })
    .join('\n') ?? null
