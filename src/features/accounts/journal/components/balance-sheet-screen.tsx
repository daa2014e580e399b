import { Anchor, Text } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { dayFilter } from '@/kit/list/day-filter'
import { useFilters } from '@/kit/list/use-filters'
import { useLive } from '@/kit/live/use-live'
import { compared, exact, negative } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { calendarDayText } from '@/shared/domain/text/formats'
import { monthBefore } from '@/shared/domain/time/days'
import { linkTo } from '@/shared/lib/address'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import accounts from '../../shared/accounts.module.css'
import { today } from '../../shared/today'
import { journalKey } from '../api/account-choices.query'
import { balanceQuery } from '../api/journal.query'
import type { Days } from '../../shared/days'
import { balanceReports, currencyWords } from '../report'
import { yearsOf } from '../report-days'
import { balanceSheet, type BalanceSheet } from '../results'
import classes from './report.module.css'
import { NotRead, OverReport, ReportChoice, ReportFiles, WithFinancialYear, reportLive } from './report-parts'
import { ReportTable } from './report-table'

const title = 'Balance Sheet'
const filters = { on: dayFilter('As at') }

/** Days that are asked for most. */
const choices = [
  { value: 'today', label: 'Today' },
  { value: 'month', label: 'End of last month' },
  { value: 'year', label: 'End of last year' },
] as const

/** /balance-sheet: what the company has, and to whom it belongs, as at a day, beside the end of the financial year before. */
export const BalanceSheetScreen = () => (
  <WithFinancialYear title={title}>{(firstMonth) => <OfYear firstMonth={firstMonth} />}</WithFinancialYear>
)

/** The day in the address; without one it is today. */
function useDay(firstMonth: number) {
  const { filter, change } = useFilters(filters)
  const days = { today: today(), month: monthBefore(today()).to, year: yearsOf(today(), firstMonth).before.to }
  const day = filter.on ?? days.today
  return {
    day,
    control: (
      <div className={classes.choices}>
        <ReportChoice
          label="Day"
          other="Another day"
          choices={choices}
          value={choices.find(({ value }) => days[value] === day)?.value ?? null}
          onChange={(chosen) => change({ on: chosen === 'today' ? null : days[chosen] })}
        />
        <filters.on.Control label="As at" value={day} onChange={(on) => change({ on })} />
      </div>
    ),
  }
}

function OfYear({ firstMonth }: { firstMonth: number }) {
  const { day, control } = useDay(firstMonth)
  const years = yearsOf(day, firstMonth)
  const [now, then] = [useQuery(balanceQuery(years.now)), useQuery(balanceQuery(years.before))]
  useLive(journalKey, reportLive, { settle: 3000 })
  const isEmpty = now.data?.length === 0 && then.data?.length === 0
  const of = now.data && then.data && !isEmpty ? balanceSheet(now.data, then.data) : null
  const reports = of ? balanceReports(of, years.now, years.before) : null
  return (
    <PageFrame
      above={<OverReport />}
      title={title}
      lead={`As at ${calendarDayText(day)}, ${currencyWords()}. The financial year before ended on ${calendarDayText(years.before.to)}.`}
      isLeadKept
      width="full"
    >
      <div className={classes.toolbar}>
        {control}
        <ReportFiles
          file={`balance-sheet-${day}`}
          title="Balance sheet"
          reports={reports ? [reports.assets, reports.claims] : []}
        />
      </div>
      {of && reports ? (
        <>
          <Said of={of} years={years} />
          <div className={classes.sides}>
            <ReportTable report={reports.assets} />
            <ReportTable report={reports.claims} />
          </div>
          <p className={classes.note} data-no-print>
            <Anchor
              component={Link}
              inherit
              to={`${linkTo('/profit-and-loss')}?days=${years.now.from}..${years.now.to}`}
            >
              Profit and loss of this financial year
            </Anchor>
          </p>
        </>
      ) : now.isError || then.isError ? (
        <NotRead of={[now, then]} />
      ) : isEmpty ? (
        <EmptyScreen icon={<IconScale stroke={1.5} />} title="The books have no entries up to this day">
          Issued invoices, payments and bills are booked by themselves. What the former books ended with is entered as
          an opening balance.
        </EmptyScreen>
      ) : (
        <LineSkeletons count={8} height={36} />
      )}
    </PageFrame>
  )
}

/** By how much the sides differ, in words; null where they are equal. */
function gapWords(gap: string, day: string): string | null {
  const by = exact(gap)
  const side = compared(by, exact('0'))
  if (side === 0) return null
  return `On ${calendarDayText(day)} the sides differ: ${
    side > 0 ? `the assets are ${formatMoney(by)} more` : `liabilities and equity are ${formatMoney(negative(by))} more`
  }.`
}

/** That both sides are equal, or by how much they are not. */
function Said({ of, years }: { of: BalanceSheet; years: { now: Days; before: Days } }) {
  const gaps = [gapWords(of.gap.now, years.now.to), gapWords(of.gap.before, years.before.to)].filter(
    (words) => words !== null,
  )
  if (gaps.length > 0) return <Problem>{gaps.join(' ')}</Problem>
  return (
    <div className={`${accounts.state ?? ''} ${classes.said ?? ''}`} role="status">
      <span className={accounts.stateWords}>{`Both sides come to ${formatMoney(of.claims.now)}`}</span>
      <Text component="span" c="dimmed">
        {`${formatMoney(of.claims.before)} on ${calendarDayText(years.before.to)}`}
      </Text>
    </div>
  )
}
