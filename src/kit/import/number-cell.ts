import { compared, decimal, exact, truncated, written } from '@/shared/domain/money/decimal'

/** The sign that parts the decimals of a number. */
export type DecimalSign = 'point' | 'comma'

/** A number as programs and people write it, in plain decimal text: `(1.250,50 €)` with a comma is `-1250.50`. Null for others. */
export function readNumber(typed: string, decimals: DecimalSign): string | null {
  const below = /^\(.*\)$|-\s*$|^\s*[-−–]/.test(typed.trim())
  const bare = typed.replaceAll(/[\s\u00a0\u202f'’_()%+−–-]|\p{Sc}|[A-Z]{3}/gu, '')
  const [parting, point] = decimals === 'point' ? [',', '.'] : ['.', ',']
  const [whole = '', fraction, ...rest] = bare.split(point)
  const groups = whole.split(parting)
  const areThousands =
    groups.length === 1 || ((groups[0] ?? '').length <= 3 && groups.slice(1).every((group) => group.length === 3))
  const plain = `${groups.join('') || '0'}${fraction === undefined || fraction === '' ? '' : `.${fraction}`}`
  if (rest.length > 0 || !areThousands || !/^\d{1,12}(\.\d+)?$/.test(plain) || !/\d/.test(bare)) return null
  return decimal(plain) === null ? null : `${below && !/^[0.]+$/.test(plain) ? '-' : ''}${plain}`
}

/** Which sign parts the decimals of these cells: the one that some of them show without doubt; null where none does. */
export function guessDecimals(cells: readonly string[]): DecimalSign | null {
  const votes = { point: 0, comma: 0 }
  for (const cell of cells) {
    const [, last, after = ''] = /([.,])(\d+)\D*$/.exec(cell) ?? []
    const other = last === '.' ? ',' : '.'
    if (last && (after.length !== 3 || cell.includes(other))) votes[last === '.' ? 'point' : 'comma'] += 1
  }
  return votes.point === votes.comma ? null : votes.point > votes.comma ? 'point' : 'comma'
}

/** An amount of at most two decimals, in plain decimal text; null for every other cell. */
export function readAmountCell(cell: string, decimals: DecimalSign): string | null {
  const number = readNumber(cell, decimals)
  const kept = number === null ? null : truncated(exact(number), 2)
  return kept && number !== null && compared(kept, exact(number)) === 0 ? written(kept) : null
}

/**
 * The signs by which all these cells are amounts, or as many as by any; one of several that read every cell as the same amount.
 * Two signs mean that a person has to say which it is: `12.000` is 12 or 12,000.
 */
export function possibleDecimals(cells: readonly string[]): DecimalSign[] {
  const read = (['point', 'comma'] as const).map((sign) => {
    const amounts = cells.map((cell) => readAmountCell(cell, sign))
    return { sign, amounts: amounts.join('|'), count: amounts.filter((amount) => amount !== null).length }
  })
  const most = read.filter(({ count }) => count === Math.max(...read.map((one) => one.count)))
  return most
    .filter(({ amounts }, at) => most.findIndex((one) => one.amounts === amounts) === at)
    .map(({ sign }) => sign)
}
