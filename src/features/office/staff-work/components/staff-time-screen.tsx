import { Group, SegmentedControl, Table, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { DateInput } from '@mantine/dates'
import { ActionButton } from '@/kit/form/action-button'
import { useLive } from '@/kit/live/use-live'
import { type CsvText, toCsv } from '@/shared/domain/text/csv'
import { dayAfter, isDay } from '@/shared/domain/time/days'
import { exact, minus, sum, written } from '@/shared/domain/money/decimal'
import { calendarDayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { hasPermission } from '@/shared/domain/people/permission'
import { todayOf } from '@/shared/domain/time/today'
import { saveCsv } from '@/shared/lib/save-file'
import { usePutSearch } from '@/shared/lib/use-put-search'
import { useRights } from '@/shared/hooks/current-user'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import { useNow } from '@/shared/hooks/use-now'
import { staffTimeQuery, staffWorkKey, staffWorkLive } from '../api/staff-work.query'
import { formatDuration } from '@/shared/domain/time/duration'
import { costOf, type Grouping, groupings, groupWork, type WorkJob, type WorkRow } from '../work'

const labels: Record<Grouping, string> = { person: 'Person', job: 'Job', client: 'Client', day: 'Day' }

/** /staff-time-summary: time by person, job, client and day, and labour against the quoted labour. */
export function StaffTimeScreen() {
  const [search] = useSearchParams()
  const rights = useRights()
  const seesCosts = hasPermission(rights, 'view_financial_data')
  // The cost of hours reveals wages.
  const seesWages = seesCosts && hasPermission(rights, 'manage_wage_rates')
  const today = todayOf(useNow(60_000))
  const [asked, until] = [search.get('from'), search.get('to')]
  const to = isDay(until) ? until : today
  const from = isDay(asked) && asked <= to ? asked : dayAfter(to, -13)
  const by = groupings.find((one) => one === search.get('by')) ?? 'person'
  const time = useQuery(staffTimeQuery(from, to))
  useLive(staffWorkKey, staffWorkLive)
  const groups = useMemo(() => groupWork(time.data?.rows ?? [], by), [time.data, by])
  const put = usePutSearch()
  const rows = time.data?.rows ?? []
  return (
    <PageFrame
      title="Staff Time Summary"
      width="full"
      actions={
        <ActionButton
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          why={rows.length === 0 ? 'There are no hours to save.' : null}
          onClick={() => saveCsv(`staff-time-${from}-${to}.csv`, csvOf(rows, seesWages))}
        >
          CSV
        </ActionButton>
      }
    >
      <Group gap="sm" mb="md" align="flex-end">
        <DateInput
          label="From"
          value={from}
          maxDate={to}
          valueFormat="D MMM YYYY"
          w={150}
          onChange={(day) => put('from', day)}
        />
        <DateInput label="To" value={to} valueFormat="D MMM YYYY" w={150} onChange={(day) => put('to', day)} />
        <SegmentedControl
          aria-label="Sum up by"
          data={groupings.map((value) => ({ value, label: labels[value] }))}
          value={by}
          onChange={(value) => put('by', value === 'person' ? null : value)}
        />
      </Group>
      {time.isPending ? (
        <LineSkeletons count={6} height={40} />
      ) : !time.data ? (
        <Problem onRetry={() => void time.refetch()}>The time could not be read</Problem>
      ) : groups.length === 0 ? (
        <Text c="dimmed">No timers ran in these days.</Text>
      ) : (
        <>
          <Table.ScrollContainer minWidth={320}>
            <Table verticalSpacing="xs" maw={760}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{labels[by]}</Table.Th>
                  <Table.Th ta="right">Time</Table.Th>
                  {seesWages ? <Table.Th ta="right">Labour</Table.Th> : null}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {groups.map(({ key, label, seconds, cost }) => (
                  <Table.Tr key={key}>
                    <Table.Td>
                      {by === 'job' && key ? (
                        <RecordLink kind="job" id={key}>
                          {label}
                        </RecordLink>
                      ) : by === 'day' ? (
                        calendarDayText(label)
                      ) : (
                        label
                      )}
                    </Table.Td>
                    <Table.Td ta="right">{formatDuration(seconds)}</Table.Td>
                    {seesWages ? <Table.Td ta="right">{cost === null ? '' : formatMoney(cost)}</Table.Td> : null}
                  </Table.Tr>
                ))}
              </Table.Tbody>
              <Table.Tfoot>
                <Table.Tr>
                  <Table.Th>All</Table.Th>
                  <Table.Th ta="right">{formatDuration(rows.reduce((all, { seconds }) => all + seconds, 0))}</Table.Th>
                  {seesWages ? <Table.Th ta="right">{formatMoney(costOf(rows) ?? '0')}</Table.Th> : null}
                </Table.Tr>
              </Table.Tfoot>
            </Table>
          </Table.ScrollContainer>
          <Jobs of={time.data.jobs} seesCosts={seesCosts} seesWages={seesWages} />
        </>
      )}
    </PageFrame>
  )
}

function Jobs({ of, seesCosts, seesWages }: { of: readonly WorkJob[]; seesCosts: boolean; seesWages: boolean }) {
  if (of.length === 0) return null
  return (
    <section aria-labelledby="jobs-heading">
      <Title order={2} size="h4" id="jobs-heading" mt="xl" mb="sm">
        {seesWages ? 'Jobs: time against plan, cost against quoted' : 'Jobs: time against plan'}
      </Title>
      <Table.ScrollContainer minWidth={seesCosts ? 760 : 480}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Job</Table.Th>
              <Table.Th ta="right">Planned</Table.Th>
              <Table.Th ta="right">Worked</Table.Th>
              {seesCosts ? (
                <>
                  {seesWages ? <Table.Th ta="right">Labour</Table.Th> : null}
                  <Table.Th ta="right">Material</Table.Th>
                  <Table.Th ta="right">Quoted net</Table.Th>
                  {seesWages ? <Table.Th ta="right">Left</Table.Th> : null}
                </>
              ) : null}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {of.map(({ id, number, title, planned_minutes, effort }) => {
              const planned = (planned_minutes ?? 0) * 60
              const spent = sum([exact(effort.labour ?? '0'), exact(effort.material ?? '0')])
              const left = effort.quoted ? written(minus(exact(effort.quoted), spent)) : null
              return (
                <Table.Tr key={id}>
                  <Table.Td>
                    <RecordLink kind="job" id={id}>
                      {number}
                    </RecordLink>{' '}
                    {title}
                  </Table.Td>
                  <Table.Td ta="right">{planned > 0 ? formatDuration(planned) : ''}</Table.Td>
                  <Table.Td ta="right" {...(planned > 0 && effort.seconds > planned ? { c: 'magenta' } : {})}>
                    {formatDuration(effort.seconds)}
                  </Table.Td>
                  {seesCosts ? (
                    <>
                      {seesWages ? <Table.Td ta="right">{formatMoney(effort.labour ?? '0')}</Table.Td> : null}
                      <Table.Td ta="right">{formatMoney(effort.material ?? '0')}</Table.Td>
                      <Table.Td ta="right">{effort.quoted ? formatMoney(effort.quoted) : 'Not quoted'}</Table.Td>
                      {seesWages ? (
                        <Table.Td ta="right" {...(left?.startsWith('-') ? { c: 'magenta' } : {})}>
                          {left === null ? '' : formatMoney(left)}
                        </Table.Td>
                      ) : null}
                    </>
                  ) : null}
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  )
}

const csvOf = (rows: readonly WorkRow[], seesWages: boolean): CsvText =>
  toCsv(
    ['Day', 'Person', 'Job', 'Order', 'Client', 'Seconds', ...(seesWages ? ['Labour'] : [])],
    rows.map((row) => [
      row.day,
      row.person ?? '',
      row.job ?? '',
      row.order ?? '',
      row.client ?? '',
      row.seconds,
      ...(seesWages ? [row.cost] : []),
    ]),
  )
