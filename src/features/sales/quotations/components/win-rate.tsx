import { Table, Text, Title } from '@mantine/core'
import { IconDownload, IconTrophy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ActionButton } from '@/kit/form/action-button'
import { ListFilters } from '@/kit/list/list-filters'
import { useFilters } from '@/kit/list/use-filters'
import { useLive } from '@/kit/live/use-live'
import { SumsNote } from '@/kit/rates/sums-note'
import { toCsv } from '@/shared/domain/text/csv'
import { countText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { todayOf } from '@/shared/domain/time/today'
import { saveCsv } from '@/shared/lib/save-file'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { useNow } from '@/shared/hooks/use-now'
import { lostReason } from '../../shared/lost-reasons'
import { quotationsKey } from '../api/quotations.query'
import { lossReasonsQuery, winRateQuery } from '../api/win-rate.query'
import { quotationFilters } from '../quotation-filters'
import { byOwner, type Decided, lastDayOf, monthsBetween, rateOf, type Tally, together } from '../win-rate'
import classes from './win-rate.module.css'

const { view, owner, closed } = quotationFilters
const filters = { view, owner, closed }

/** The list of quotations that were decided in these days. */
const listOf = (from: string, to: string, more: Readonly<Record<string, string | null>>) => {
  const search = new URLSearchParams({ show: 'all' })
  for (const [name, value] of Object.entries(more)) if (value !== null) search.set(name, value)
  search.set('closed', `${from}..${to}`)
  return `/quotations?${search}`
}
const monthNames = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })
const monthLabel = (month: string) => `${monthNames.format(new Date(`${month}T00:00:00Z`))} ${month.slice(2, 4)}`

/** The number of each owner's won offers by month of decision, and the reasons of the lost ones. */
export function WinRate() {
  const { filter, set, change } = useFilters(filters)
  const today = todayOf(useNow(600_000))
  const to = filter.closed.to ?? today
  const from = filter.closed.from ?? monthsBetween(`${Number(to.slice(0, 4)) - 1}${to.slice(4)}`, to).at(-6) ?? to
  const rate = useQuery(winRateQuery(from, to))
  const reasons = useQuery(lossReasonsQuery(from, to, filter.owner))
  useLive(quotationsKey, [{ page: 'quotations', tables: ['quotations', 'quotation_losses'] }])
  const rows = (rate.data ?? []).filter((row) => filter.owner === null || row.owner === filter.owner)
  return (
    <>
      <ListFilters filters={filters} values={filter} set={set} onChange={change}>
        <ActionButton
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          why={rows.length === 0 ? 'There are no rows to save.' : null}
          onClick={() => saveCsv(`win-rate-${from}-${to}.csv`, csvOf(rows))}
        >
          CSV
        </ActionButton>
      </ListFilters>
      {rate.isPending ? (
        <LineSkeletons count={5} height={48} />
      ) : rate.isError && !rate.data ? (
        <Problem onRetry={() => void rate.refetch()}>The win rate could not be read</Problem>
      ) : rows.length === 0 ? (
        <EmptyScreen icon={<IconTrophy stroke={1.5} />} title="Nothing was decided in these days">
          An offer counts on the day on which it is approved, rejected, expires, or is cancelled after it was sent.
        </EmptyScreen>
      ) : (
        <div className={classes.parts}>
          <ByOwner rows={rows} months={monthsBetween(from, to)} from={from} to={to} />
          {reasons.isError ? (
            <Problem onRetry={() => void reasons.refetch()}>The reasons could not be read</Problem>
          ) : null}
          {reasons.data && reasons.data.length > 0 ? (
            <Reasons of={reasons.data} from={from} to={to} owner={filter.owner} />
          ) : null}
        </div>
      )}
    </>
  )
}

type Days = { from: string; to: string }

function ByOwner({ rows, months, from, to }: Days & { rows: readonly Decided[]; months: readonly string[] }) {
  const owners = byOwner(rows, months)
  const all = together(rows)
  const daysOf = (month: string): [string, string] => [
    month < from ? from : month,
    lastDayOf(month) > to ? to : lastDayOf(month),
  ]
  return (
    <section aria-labelledby="win-rate-heading" className={classes.wide}>
      <Title order={2} size="h4" id="win-rate-heading" mb="xs">
        Win rate of decided quotations
      </Title>
      <Table.ScrollContainer minWidth={0} className={classes.scroll}>
        <Table className={classes.table} verticalSpacing="xs" horizontalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={classes.owner}>Owner</Table.Th>
              {months.map((month) => (
                <Table.Th key={month} ta="right">
                  {monthLabel(month)}
                </Table.Th>
              ))}
              <Table.Th ta="right">All</Table.Th>
              <Table.Th ta="right">Won</Table.Th>
              <Table.Th ta="right">Lost</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {owners.map(({ owner: id, name, months: tallies, all: own }) => (
              <Table.Tr key={id ?? 'none'}>
                <Table.Th scope="row" className={classes.owner}>
                  {name}
                </Table.Th>
                {tallies.map((tally, place) => {
                  const month = months[place] ?? ''
                  return (
                    <Rate
                      key={month}
                      tally={tally}
                      href={id ? listOf(...daysOf(month), { owner: id }) : null}
                      what={`${name}, ${monthLabel(month)}`}
                    />
                  )
                })}
                <Rate tally={own} href={id ? listOf(from, to, { owner: id }) : null} what={`${name}, all`} />
                <Amounts of={own} />
              </Table.Tr>
            ))}
          </Table.Tbody>
          {owners.length > 1 ? (
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th scope="row" className={classes.owner}>
                  All
                </Table.Th>
                {months.map((month) => (
                  <Rate
                    key={month}
                    tally={together(rows.filter((row) => row.month === month))}
                    href={listOf(...daysOf(month), {})}
                    what={`Everybody, ${monthLabel(month)}`}
                  />
                ))}
                <Rate tally={all} href={listOf(from, to, {})} what="Everybody, all" />
                <Amounts of={all} />
              </Table.Tr>
            </Table.Tfoot>
          ) : null}
        </Table>
      </Table.ScrollContainer>
      <Text size="sm" c="dimmed" mt="xs">
        An offer counts in the month in which it was approved, rejected, expired, or cancelled after it was sent.
        Amounts are net.
      </Text>
      <SumsNote of="quotation" />
    </section>
  )
}

function Rate({ tally, href, what }: { tally: Tally | null; href: string | null; what: string }) {
  const rate = tally ? rateOf(tally) : null
  if (tally === null || rate === null)
    return (
      <Table.Td ta="right" c="dimmed">
        –
      </Table.Td>
    )
  const words = (
    <>
      <span className={classes.rate}>{rate} %</span>
      <span className={classes.of}>
        {countText(tally.won)} of {countText(tally.won + tally.lost)}
      </span>
    </>
  )
  return (
    <Table.Td className={classes.cell} style={{ '--rate': `${rate}%` }}>
      {href ? (
        <Link to={href} aria-label={`${what}: ${rate} %, ${tally.won} of ${tally.won + tally.lost}`}>
          {words}
        </Link>
      ) : (
        words
      )}
    </Table.Td>
  )
}

const Amounts = ({ of }: { of: Tally }) => (
  <>
    <Table.Td className={classes.amount}>{formatMoney(of.won_net)}</Table.Td>
    <Table.Td className={classes.amount} c="dimmed">
      {formatMoney(of.lost_net)}
    </Table.Td>
  </>
)

type Reason = { reason: string | null; quotations: number; net: string }

function Reasons({ of, from, to, owner: id }: Days & { of: readonly Reason[]; owner: string | null }) {
  const most = Math.max(...of.map(({ quotations }) => quotations))
  return (
    <section aria-labelledby="why-lost-heading">
      <Title order={2} size="h4" id="why-lost-heading" mb="xs">
        Why offers were lost
      </Title>
      <ul className={classes.reasons}>
        {of.map(({ reason, quotations, net }) => (
          <li key={reason ?? 'unsaid'}>
            <Link to={listOf(from, to, { show: 'lost', lost: reason ?? 'unsaid', owner: id })}>
              <span className={classes.reason}>{lostReason(reason)}</span>
              <span className={classes.of}>
                {countText(quotations)} · {formatMoney(net)}
              </span>
              <span
                className={classes.bar}
                data-quiet={reason === null || undefined}
                style={{ inlineSize: `${Math.max(3, (quotations * 100) / most)}%` }}
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const csvOf = (rows: readonly Decided[]) =>
  toCsv(
    ['Owner', 'Month', 'Won', 'Lost', 'Win rate %', 'Won net', 'Lost net'],
    rows.map((row) => [
      row.owner_name ?? '',
      row.month.slice(0, 7),
      row.won,
      row.lost,
      rateOf(row),
      row.won_net,
      row.lost_net,
    ]),
  )
