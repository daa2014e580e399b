import { Anchor, Text } from '@mantine/core'
import { IconReportAnalytics } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { dayRangeFilter, dayRangeText } from '@/kit/list/day-range'
import { useLive } from '@/kit/live/use-live'
import { compared, exact, isAboveZero, negative } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { linkTo } from '@/shared/lib/address'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import accounts from '../../shared/accounts.module.css'
import { today } from '../../shared/today'
import { journalKey } from '../api/account-choices.query'
import { resultsQuery } from '../api/journal.query'
import type { Days } from '../../shared/days'
import { currencyWords, figureText, resultsReport } from '../report'
import { chosenDaysOf, daysOfPeriod, monthColumns, reportPeriods, yearBefore } from '../report-days'
import { profitAndLoss, type ProfitAndLoss } from '../results'
import classes from './report.module.css'
import { NotRead, OverReport, ReportChoice, ReportFiles, WithFinancialYear, reportLive } from './report-parts'
import { ReportTable } from './report-table'

const title = 'Profit and Loss'
const chosenDays = dayRangeFilter('Days')

/** The period in the address: a named one, or chosen days; without one the financial year. */
function useDays(firstMonth: number) {
  const [search, setSearch] = useSearchParams()
  const range = chosenDays.read(search.get('days'))
  const named =
    range.from !== null || range.to !== null
      ? null
      : (reportPeriods.find(({ value }) => value === search.get('period'))?.value ?? 'year')
  const days = named ? daysOfPeriod(named, today(), firstMonth) : chosenDaysOf(range, today(), firstMonth)
  const put = (values: Record<'period' | 'days', string | null>) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(values)) {
          if (value === null) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const control = (
    <div className={classes.choices}>
      <ReportChoice
        label="Period"
        other="Chosen days"
        choices={reportPeriods}
        value={named}
        onChange={(period) => put({ period: period === 'year' ? null : period, days: null })}
      />
      <chosenDays.Control
        label="Days"
        value={range}
        onChange={(chosen) => put({ period: null, days: chosenDays.write(chosen) })}
      />
    </div>
  )
  return { days, control }
}

/** /profit-and-loss: what was earned and what it cost, by account and month, beside the year before. */
export const ProfitAndLossScreen = () => (
  <WithFinancialYear title={title}>{(firstMonth) => <OfYear firstMonth={firstMonth} />}</WithFinancialYear>
)

function OfYear({ firstMonth }: { firstMonth: number }) {
  const { days, control } = useDays(firstMonth)
  const before = yearBefore(days)
  const [now, then] = [useQuery(resultsQuery(days)), useQuery(resultsQuery(before))]
  useLive(journalKey, reportLive, { settle: 3000 })
  const months = monthColumns(days)
  const isEmpty = now.data?.length === 0 && then.data?.length === 0
  const of = now.data && then.data && !isEmpty ? profitAndLoss(now.data, then.data, months) : null
  const report = of ? resultsReport(of, days, months) : null
  return (
    <PageFrame
      above={<OverReport />}
      title={title}
      lead={`${dayRangeText(days)}, ${currencyWords()}. The year before: ${dayRangeText(before)}.`}
      isLeadKept
      width="full"
    >
      <div className={classes.toolbar}>
        {control}
        <ReportFiles
          file={`profit-and-loss-${days.from}-${days.to}`}
          title="Profit and loss"
          reports={report ? [report] : []}
        />
      </div>
      {of && report ? (
        <>
          <Said of={of} />
          <ReportTable report={report} />
          <Notes days={days} />
        </>
      ) : now.isError || then.isError ? (
        <NotRead of={[now, then]} />
      ) : isEmpty ? (
        <EmptyScreen icon={<IconReportAnalytics stroke={1.5} />} title="Nothing was earned or spent on these days">
          Issued invoices are income, booked bills are costs. They stand here by themselves.
        </EmptyScreen>
      ) : (
        <LineSkeletons count={8} height={36} />
      )}
    </PageFrame>
  )
}

/** The result in words: `A profit of €1,234.56`, with its share of the income. */
function Said({ of }: { of: ProfitAndLoss }) {
  const { total, share } = of.result
  const amount = exact(total)
  const words =
    amount.units === 0n
      ? 'Neither a profit nor a loss'
      : isAboveZero(total)
        ? `A profit of ${formatMoney(amount)}`
        : `A loss of ${formatMoney(negative(amount))}`
  return (
    <div className={`${accounts.state ?? ''} ${classes.said ?? ''}`} role="status">
      <span className={accounts.stateWords}>{words}</span>
      <Text component="span" c="dimmed">
        {[share === null ? '' : `${figureText('rate', share)} of the income`, changeWords(of.result)]
          .filter(Boolean)
          .join(', ')}
      </Text>
    </div>
  )
}

/** `€120.00 more than the year before`. */
function changeWords({ difference }: { difference: string }): string {
  const change = exact(difference)
  const side = compared(change, exact('0'))
  if (side === 0) return 'as much as the year before'
  return `${formatMoney(side > 0 ? change : negative(change))} ${side > 0 ? 'more' : 'less'} than the year before`
}

const Notes = ({ days }: { days: Days }) => (
  <>
    <p className={classes.note}>
      Invoices count on the day of their issue and bills on the day of their booking, whenever they are paid.
    </p>
    <p className={classes.note} data-no-print>
      <Anchor component={Link} inherit to={`${linkTo('/balance-sheet')}?on=${days.to}`}>
        Balance sheet as at the last day
      </Anchor>
    </p>
  </>
)
