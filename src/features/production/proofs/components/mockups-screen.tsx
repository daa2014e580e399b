import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { isStaffRole } from '@/shared/domain/people/role'
import { topics } from '@/shared/domain/records/nudge'
import { isPreview } from '@/shared/domain/web/site-preview'
import { useRights } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { mockupsKey, mockupsQuery } from '../api/mockups.query'
import { type Mockups, showing } from '../mockups'
import { useMeantComment } from '../use-meant-comment'
import { ClientProof } from './client-proof'

const StaffProof = lazy(async () => ({ default: (await import('./staff-proof')).StaffProof }))
const tables = ['mockups', 'mockup_comments', 'jobs', 'quotations']
/** Staff also get a message when the client looks. */
const tablesOfStaff = [...tables, 'document_events']

/**
 * /mockups/:uuid: mockups of a quotation's jobs by its public uuid. Nobody needs to sign in. Staff see drafts and their
 * tools; they also open the mockups of one job by its id.
 */
export function MockupsScreen({ uuid }: { uuid: string }) {
  const [search, setSearch] = useSearchParams()
  const meant = useMeantComment()
  const { role } = useRights()
  const isStaff = role !== null && isStaffRole(role) && !isPreview(search)
  const { data, error, refetch } = useQuery(mockupsQuery(uuid, isStaff))
  useLive(mockupsKey(uuid), [
    { topic: topics.document(data?.public_uuid ?? uuid), tables },
    { page: 'jobs', tables: tablesOfStaff },
    { page: 'production', tables },
  ])
  if (data === undefined)
    return error ? (
      <main>
        <Problem onRetry={() => void refetch()}>{saveProblem(error)}</Problem>
      </main>
    ) : (
      <LoadingScreen />
    )
  if (data === null) return <NothingHere />
  const asked = search.get('job')
  const meantJob = data.jobs.find((one) => showing(one, meant) !== null)
  const job = meantJob ?? data.jobs.find(({ id }) => id === asked) ?? firstOf(data)
  if (!job) return isStaff ? <NothingHere /> : <NotYet />
  // Led to another comment, the page begins anew with the version that shows it.
  const key = meantJob ? `${job.id} ${meant}` : job.id
  const shared = {
    uuid,
    mockups: data,
    job,
    onJob: (id: string) =>
      setSearch((before) => {
        before.set('job', id)
        return before
      }),
  }
  return isStaff ? (
    <Suspense fallback={<LoadingScreen />}>
      <StaffProof {...shared} key={key} />
    </Suspense>
  ) : (
    <ClientProof {...shared} key={key} />
  )
}

/** The mockup that waits for an answer, else the first with a version. */
const firstOf = ({ jobs }: Mockups) =>
  jobs.find(({ versions }) => versions.some(({ status }) => status === 'sent')) ??
  jobs.find(({ versions }) => versions.length > 0) ??
  jobs[0]

const NothingHere = () => (
  <main>
    <EmptyScreen whole icon={<IconFileOff />} title="This link does not open anything">
      It may have been withdrawn, or it was not copied whole. Please ask us for a new one.
    </EmptyScreen>
  </main>
)

const NotYet = () => (
  <main>
    <EmptyScreen whole icon={<IconFileOff />} title="No mockup yet">
      We are working on it. It appears here as soon as we send it.
    </EmptyScreen>
  </main>
)
