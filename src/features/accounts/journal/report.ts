import { exact } from '@/shared/domain/money/decimal'
import { decimalText, withMinus } from '@/shared/domain/money/money'
import { calendarDayText, currentFormats } from '@/shared/domain/text/formats'
import { linkTo } from '@/shared/lib/address'
import { monthWords } from '../shared/months'
import type { Days } from '../shared/days'
import { sheetAddress } from './journal-words'
import {
  type BalanceFigures,
  type BalanceRow,
  type BalanceSection,
  type BalanceSheet,
  type ProfitAndLoss,
  type ResultFigures,
  type ResultSection,
  yearResult,
} from './results'

// A report as the screen, the paper and the files show it.

/** Decimal text, null where nothing can be said. */
type Cells = readonly (string | null)[]
export type ReportColumn = { label: string; kind: 'amount' | 'rate' }
export type ReportRow = { key: string; code: string | null; name: string; href: string | null; cells: Cells }
export type ReportSum = { name: string; cells: Cells }
export type ReportSection = { title: string; rows: readonly ReportRow[]; sum: ReportSum }
export type Report = {
  name: string
  columns: readonly ReportColumn[]
  sections: readonly ReportSection[]
  total: ReportSum | null
}

/** A figure as people read it; a dash for nothing. */
export const figureText = (kind: ReportColumn['kind'], figure: string | null): string =>
  figure === null || exact(figure).units === 0n
    ? '–'
    : `${withMinus(decimalText(figure))}${kind === 'rate' ? ' %' : ''}`

/** An account with its number, as rows and links name it. */
export const accountText = ({ code, name }: Pick<ReportRow, 'code' | 'name'>): string =>
  code === null ? name : `${code} ${name}`

/** `in EUR`: figures stand without their currency. */
export const currencyWords = (): string => `in ${currentFormats().currency}`

const amount = (label: string): ReportColumn => ({ label, kind: 'amount' })

/** Profit and loss of these days. The sums come first, so that they stand beside the names however many months follow. */
export function resultsReport(of: ProfitAndLoss, days: Days, months: readonly string[]): Report {
  const cells = ({ total, share, before, difference, months: byMonth }: ResultFigures): Cells => [
    total,
    share,
    before,
    difference,
    ...byMonth,
  ]
  const section = (title: string, { rows, sum }: ResultSection): ReportSection => ({
    title,
    rows: rows.map((row) => ({
      key: row.id ?? row.name,
      code: row.code,
      name: row.name,
      href: row.id === null ? null : sheetAddress(row.id, days),
      cells: cells(row),
    })),
    sum: { name: `All ${title.toLowerCase()}`, cells: cells(sum) },
  })
  return {
    name: 'Profit and loss',
    columns: [
      amount('Total'),
      { label: '% of income', kind: 'rate' },
      amount('Year before'),
      amount('Difference'),
      ...months.map((month) => amount(monthWords(month))),
    ],
    sections: [section('Income', of.income), section('Costs', of.costs)],
    total: { name: 'Result', cells: cells(of.result) },
  }
}

/** Both sides of a balance sheet, each a table of its own. `now`: the financial year up to the day; `before`: the one before. */
export function balanceReports(of: BalanceSheet, now: Days, before: Days): { assets: Report; claims: Report } {
  const columns = [amount(calendarDayText(now.to)), amount(calendarDayText(before.to)), amount('Difference')]
  const cells = ({ now: one, before: then, difference }: BalanceFigures): Cells => [one, then, difference]
  const hrefOf = ({ id, name }: BalanceRow) =>
    id !== null
      ? sheetAddress(id, now)
      : name === yearResult
        ? `${linkTo('/profit-and-loss')}?days=${now.from}..${now.to}`
        : null
  const section = (title: string, { rows, sum }: BalanceSection): ReportSection => ({
    title,
    rows: rows.map((row) => ({
      key: row.id ?? row.name,
      code: row.code,
      name: row.name,
      href: hrefOf(row),
      cells: cells(row),
    })),
    sum: { name: `All ${title.toLowerCase()}`, cells: cells(sum) },
  })
  return {
    assets: { name: 'Assets', columns, sections: [section('Assets', of.assets)], total: null },
    claims: {
      name: 'Liabilities and equity',
      columns,
      sections: [section('Liabilities', of.liabilities), section('Equity', of.equity)],
      total: { name: 'Liabilities and equity', cells: cells(of.claims) },
    },
  }
}
