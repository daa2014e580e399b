import { compared, divided, exact, minus, rounded, times, totalOf, written } from '@/shared/domain/money/decimal'

/** What an account earned or cost in a month, as the database says it. Amounts are decimal text. */
export type ResultLine = {
  account_id: string
  code: string
  name: string
  kind: string
  month: string
  amount: string
}
/** What an account has at the end of days; above zero is a debit. A line without an account is the result of earlier years. */
export type ClosingLine = {
  account_id: string | null
  code: string | null
  name: string
  kind: string
  closing: string
}

type Named = { id: string | null; code: string | null; name: string }

/** The figures of a row of profit and loss, as decimal text. */
export type ResultFigures = {
  total: string
  /** Per cent of all income, with one decimal; null where there was no income. */
  share: string | null
  /** The same days of the year before. */
  before: string
  difference: string
  /** By month, in the order of the columns. */
  months: string[]
}
export type ResultRow = Named & ResultFigures
export type ResultSection = { rows: ResultRow[]; sum: ResultFigures }
export type ProfitAndLoss = { income: ResultSection; costs: ResultSection; result: ResultFigures }

const lessOf = (one: string, other: string): string => written(minus(exact(one), exact(other)))
const isNothing = (amount: string): boolean => exact(amount).units === 0n

/** A part of the income in per cent with one decimal; null where there is no income to compare with. */
export function shareOf(part: string, income: string): string | null {
  if (compared(exact(income), exact('0')) <= 0) return null
  const percent = divided(times(exact(part), exact('100')), exact(income), 4)
  return percent && written(rounded(percent, 1))
}

/** By number, as the database sorts; what has none is last. */
const byCode = (one: Named, other: Named): number =>
  one.code === other.code
    ? Number(one.name > other.name) - Number(one.name < other.name)
    : one.code === null || (other.code !== null && one.code > other.code)
      ? 1
      : -1

/** The accounts of several sets of lines, each once, by number. */
function accountsOf(lines: readonly { account_id: string | null; code: string | null; name: string }[]): Named[] {
  const found = new Map(lines.map(({ account_id, code, name }) => [account_id, { id: account_id, code, name }]))
  return [...found.values()].sort(byCode)
}

/** Income and costs by account, with the result. `months`: those that have a column. */
export function profitAndLoss(
  now: readonly ResultLine[],
  before: readonly ResultLine[],
  months: readonly string[],
): ProfitAndLoss {
  const amountOf = (lines: readonly ResultLine[]) => totalOf(lines.map(({ amount }) => amount))
  const of = (lines: readonly ResultLine[], kind: string) => lines.filter((line) => line.kind === kind)
  const income = amountOf(of(now, 'income'))
  const figures = (total: string, then: string, byMonth: string[]): ResultFigures => ({
    total,
    share: shareOf(total, income),
    before: then,
    difference: lessOf(total, then),
    months: byMonth,
  })
  const figuresOf = (lines: readonly ResultLine[], then: readonly ResultLine[]) =>
    figures(
      amountOf(lines),
      amountOf(then),
      months.map((month) => amountOf(lines.filter((line) => line.month === month))),
    )
  const section = (kind: string): ResultSection => {
    const [lines, then] = [of(now, kind), of(before, kind)]
    return {
      rows: accountsOf([...then, ...lines]).map((account) => ({
        ...account,
        ...figuresOf(
          lines.filter(({ account_id }) => account_id === account.id),
          then.filter(({ account_id }) => account_id === account.id),
        ),
      })),
      sum: figuresOf(lines, then),
    }
  }
  const sections = { income: section('income'), costs: section('cost') }
  const [earned, cost] = [sections.income.sum, sections.costs.sum]
  return {
    ...sections,
    result: figures(
      lessOf(earned.total, cost.total),
      lessOf(earned.before, cost.before),
      months.map((_, place) => lessOf(earned.months[place] ?? '0.00', cost.months[place] ?? '0.00')),
    ),
  }
}

/** The figures of a row of the balance sheet, as decimal text: on the day, on the last day of the year before, and what came between. */
export type BalanceFigures = { now: string; before: string; difference: string }
export type BalanceRow = Named & BalanceFigures
export type BalanceSection = { rows: BalanceRow[]; sum: BalanceFigures }
export type BalanceSheet = {
  assets: BalanceSection
  liabilities: BalanceSection
  /** With the results, which have no account. */
  equity: BalanceSection
  /** Liabilities and equity. */
  claims: BalanceFigures
  /** The assets less the claims: zero in books that balance. */
  gap: BalanceFigures
}

export const yearResult = 'Result of the financial year'

/** Both sides of the books. Claims are above zero, as people read them. */
export function balanceSheet(now: readonly ClosingLine[], before: readonly ClosingLine[]): BalanceSheet {
  const closings = (lines: readonly ClosingLine[], isIn: (line: ClosingLine) => boolean) =>
    totalOf(lines.filter(isIn).map(({ closing }) => closing))
  const figures = (one: string, then: string): BalanceFigures => ({
    now: one,
    before: then,
    difference: lessOf(one, then),
  })
  const less = (one: BalanceFigures, other: BalanceFigures) =>
    figures(lessOf(one.now, other.now), lessOf(one.before, other.before))
  const none = figures('0.00', '0.00')
  const figuresOf = (isClaim: boolean, isIn: (line: ClosingLine) => boolean) => {
    const debit = figures(closings(now, isIn), closings(before, isIn))
    return isClaim ? less(none, debit) : debit
  }
  const section = (isClaim: boolean, kind: string, more: readonly BalanceRow[] = []): BalanceSection => {
    const isIn = (line: ClosingLine) => line.kind === kind
    const rows = accountsOf([...before, ...now].filter(isIn)).map((account) => ({
      ...account,
      ...figuresOf(isClaim, (line) => isIn(line) && line.account_id === account.id),
    }))
    const shown = [...rows, ...more].filter((row) => !isNothing(row.now) || !isNothing(row.before))
    const sumOf = (of: 'now' | 'before') => totalOf(shown.map((row) => row[of]))
    return { rows: shown, sum: figures(sumOf('now'), sumOf('before')) }
  }
  const ofYear = figuresOf(true, ({ kind }) => kind === 'income' || kind === 'cost')
  const [assets, liabilities] = [section(false, 'asset'), section(true, 'liability')]
  const equity = section(true, 'equity', [{ id: null, code: null, name: yearResult, ...ofYear }])
  const claims = figures(
    totalOf([liabilities.sum.now, equity.sum.now]),
    totalOf([liabilities.sum.before, equity.sum.before]),
  )
  return { assets, liabilities, equity, claims, gap: less(assets.sum, claims) }
}
