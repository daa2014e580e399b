import { Button, Skeleton, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { ActionButton } from '@/kit/form/action-button'
import { zoneOfTimes } from '@/shared/domain/text/formats'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { hoursQuery } from '../api/hours.query'
import { hoursCsv } from '../hours-csv'
import { saveCsv } from '@/shared/lib/save-file'
import { readSummarySearch, spanProblem, type SummarySearch, withSummarySearch } from '../summary-search'
import { useGrowth } from '../use-growth'
import { useLiveTimeOfAll } from '../use-live-time'
import { useToday } from '../use-today'
import { CorrectionsToDecide } from './corrections-to-decide'
import { HoursSettings } from './hours-settings'
import { HoursTable } from './hours-table'
import { RunningNow } from './running-now'
import { SummaryFilters } from './summary-filters'
import classes from './time-tracking.module.css'
import { LoadError } from './load-error'
import { linkTo } from '@/shared/lib/address'

/** /time-tracking/summary: everybody's hours by day, week, person and client. The address holds the choice. */
export function SummaryScreen() {
  const [search, setSearch] = useSearchParams()
  const today = useToday()
  const choice = readSummarySearch(search, today)
  const { from, to, by, userId } = choice
  const problem = spanProblem(choice)
  const zone = zoneOfTimes()
  const hours = useQuery({
    ...hoursQuery({ from, to, zone, userId: null, today }),
    enabled: problem === null,
  })
  const all = useGrowth(hours.data)
  useLiveTimeOfAll()

  const people = new Map(all?.map((row) => [row.userId, row.person]))
  const rows = userId === null ? all : all?.filter((row) => row.userId === userId)
  const change = (next: Partial<SummarySearch>) =>
    setSearch((current) => withSummarySearch(current, next), { replace: true })

  return (
    <PageFrame
      title="Time Tracking Summary"
      lead="Hours by day, week, person and client, as they are worked."
      actions={
        <>
          <Button component={Link} to={linkTo('/time-tracking')} variant="default">
            My timers
          </Button>
          <ActionButton
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            why={rows?.length ? null : 'There are no hours to save.'}
            onClick={() => rows && saveCsv(`hours-${from}-${to}.csv`, hoursCsv(rows))}
          >
            Export CSV
          </ActionButton>
        </>
      }
    >
      <CorrectionsToDecide />
      <RunningNow />
      <Title order={2} mt="xl" mb="xs">
        Hours
      </Title>
      <SummaryFilters choice={choice} people={people} onChange={change} />
      {problem !== null ? (
        <p className={classes.note}>{problem}</p>
      ) : rows === undefined ? (
        hours.isError ? (
          <LoadError what={`The hours (${hours.error.message})`} onRetry={() => void hours.refetch()} />
        ) : (
          <Skeleton height={240} />
        )
      ) : rows.length === 0 ? (
        <p className={classes.note}>
          {userId === null ? 'Nobody' : (people.get(userId) ?? 'This person')} worked on a timer in these days.
        </p>
      ) : (
        <HoursTable rows={rows} by={by} />
      )}
      <HoursSettings />
    </PageFrame>
  )
}
