import { Button, Text } from '@mantine/core'
import { IconCalendarStats, IconDeviceTv, IconLayoutKanban } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { filtersSet, readFilters, withFilters } from '@/kit/list/filter'
import { ListFilters } from '@/kit/list/list-filters'
import { useLive } from '@/kit/live/use-live'
import { useLiveRows } from '@/kit/live/use-live-rows'
import { ReadLateByPlan } from '@/kit/planning/late-by-plan'
import { useLateByPlan } from '@/kit/planning/use-late-by-plan'
import { useTimings } from '@/kit/record/due-mark'
import { ReasonDialog } from '@/kit/record/reason-dialog'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { can } from '@/shared/domain/people/permission'
import { todayOf } from '@/shared/domain/time/today'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { useNow } from '@/shared/hooks/use-now'
import { type JobCard, jobsKey } from '../../shared/api/cards.query'
import { holdJob } from '../../shared/api/move.mutation'
import { boardQuery, centresQuery, closuresQuery, mostCards } from '../api/board.query'
import { boardFilters, isShown } from '../board-filters'
import { CancelJob } from '../../shared/cancel-job'
import { byCentre, byStage } from '../columns'
import { BoardColumns } from './board-columns'
import { TvBoard } from './tv-board'
import { useMove } from './use-move'

/** The tables with rows of one job, by its id. */
const boardLive = {
  page: 'production',
  tables: ['jobs', 'job_steps', 'job_materials', 'job_checks', 'job_files'],
} as const

const withTv = (search: URLSearchParams, isOn: boolean) => {
  const next = new URLSearchParams(search)
  if (isOn) next.set('tv', 'yes')
  else next.delete('tv')
  return next
}

/** /production: the live board of all open jobs (domain: one card a job, progress by step). */
export function BoardScreen() {
  const { id: me, rights } = useCurrentUser()
  const [search, setSearch] = useSearchParams()
  const [holding, setHolding] = useState<JobCard | null>(null)
  const [cancelling, setCancelling] = useState<JobCard | null>(null)
  const now = useNow(60_000)
  const today = todayOf(now)
  const filter = readFilters(boardFilters, search)
  const jobs = useQuery(boardQuery)
  const centres = useQuery(centresQuery)
  const closures = useQuery(closuresQuery)
  const { data: staff } = useQuery(staffQuery)
  const timings = useTimings()
  const planned = useLateByPlan()
  const { move, release, read } = useMove()
  useLiveRows(boardQuery.queryKey, boardLive, read)
  useLive(boardQuery.queryKey, [{ page: 'production', tables: ['work_centres'] }])
  useLive(['work-centres'], [{ page: 'production', tables: ['work_centres', 'work_centre_closures'] }])
  const cards = useMemo(
    () => (jobs.data ?? []).filter((card) => isShown(card, filter, { me, today, timings, planned })),
    [jobs.data, filter, me, today, timings, planned],
  )
  const columns =
    filter.by === 'centre' ? byCentre(cards, centres.data ?? [], closures.data ?? [], today) : byStage(cards)
  const mayMove = can(rights, 'jobs', 'edit')
  const actions = useMemo(
    () => (mayMove ? { onMove: move, onHold: setHolding, onCancel: setCancelling, onRelease: release } : null),
    [mayMove, move, release],
  )
  const names = useMemo(() => new Map(staff?.map(({ value, label }) => [value, label])), [staff])
  const setting = useMemo(() => ({ now, names, actions }), [now, names, actions])
  return (
    <PageFrame
      title="Production"
      width="full"
      actions={
        <>
          <Button
            component={Link}
            to="/production/plan"
            variant="default"
            leftSection={<IconCalendarStats size={18} aria-hidden />}
          >
            Plan
          </Button>
          <Button
            variant="default"
            leftSection={<IconDeviceTv size={18} aria-hidden />}
            onClick={() => setSearch((now) => withTv(now, true))}
          >
            Wall view
          </Button>
        </>
      }
    >
      <ReadLateByPlan />
      <ListFilters
        filters={boardFilters}
        values={filter}
        set={filtersSet(boardFilters, search)}
        onChange={(change) => setSearch((now) => withFilters(boardFilters, now, change), { replace: true })}
      >
        <Text span size="sm" c="dimmed" role="status">
          {jobs.data ? `${cards.length} ${cards.length === 1 ? 'job' : 'jobs'}` : ''}
        </Text>
      </ListFilters>
      {jobs.data && jobs.data.length >= mostCards ? (
        <Text size="sm" c="dimmed" mb="sm">
          The board shows the {mostCards} jobs that are due first.
        </Text>
      ) : null}
      {jobs.isPending ? (
        <LineSkeletons count={6} height={64} />
      ) : jobs.isError && !jobs.data ? (
        <Problem onRetry={() => void jobs.refetch()}>The board could not be read</Problem>
      ) : jobs.data?.length === 0 ? (
        <EmptyScreen icon={<IconLayoutKanban stroke={1.5} />} title="No open jobs">
          Jobs come here when a client approves a quotation.
        </EmptyScreen>
      ) : (
        <BoardColumns columns={columns} setting={setting} />
      )}
      {search.has('tv') && jobs.data ? (
        <TvBoard
          cards={cards}
          stages={filter.by === 'centre' ? byStage(cards) : columns}
          centres={filter.by === 'centre' ? columns : byCentre(cards, centres.data ?? [], closures.data ?? [], today)}
          onClose={() => setSearch((now) => withTv(now, false))}
        />
      ) : null}
      {cancelling ? (
        <CancelJob job={{ ...cancelling, hasOrder: cancelling.order !== null }} onClose={() => setCancelling(null)} />
      ) : null}
      {holding ? (
        <ReasonDialog
          title={`Put ${holding.job_number} on hold`}
          text="Its steps wait until somebody resumes it."
          submitLabel="Put on hold"
          name={`job-hold-${holding.id}`}
          queryKey={jobsKey}
          save={(reason) => holdJob(holding.id, reason)}
          onClose={() => setHolding(null)}
        />
      ) : null}
    </PageFrame>
  )
}
