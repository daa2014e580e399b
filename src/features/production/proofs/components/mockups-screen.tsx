import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ClientNotice } from '@/kit/client-page/client-notice'
import { WayOn } from '@/kit/client-page/way-on'
import { ClientPage } from '@/kit/client-page/client-page'
import { useSay } from '@/kit/client-page/use-say'
import { useLive } from '@/kit/live/use-live'
import { isStaffRole } from '@/shared/domain/people/role'
import { topics } from '@/shared/domain/records/nudge'
import { proofsPart } from '@/shared/domain/texts/proofs/part'
import { isPreview } from '@/shared/domain/web/site-preview'
import { useRights } from '@/shared/hooks/current-user'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { useProblem } from '@/shared/hooks/use-problem'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { Problem } from '@/shared/ui/page/problem'
import { mockupsKey, mockupsQuery } from '../api/mockups.query'
import { type Mockups, showing } from '../mockups'
import { useMeantComment } from '../use-meant-comment'
import { ClientProof } from './client-proof'

const StaffProof = lazy(async () => ({ default: (await import('./staff-proof')).StaffProof }))
const tables = ['mockups', 'mockup_comments', 'jobs', 'quotations']
const parts = [proofsPart]
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
  if (data === undefined && !error) return <LoadingScreen />
  if (!data)
    return <ClientPage>{error ? <Unread error={error} onRetry={() => void refetch()} /> : <NothingHere />}</ClientPage>
  const asked = search.get('job')
  const meantJob = data.jobs.find((one) => showing(one, meant) !== null)
  const job = meantJob ?? data.jobs.find(({ id }) => id === asked) ?? firstOf(data)
  const reader = { own: data.client_language, company: data.language }
  if (!job)
    return (
      <ClientPage parts={parts} {...reader}>
        {isStaff ? <NothingHere /> : <NotYet />}
      </ClientPage>
    )
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
    <ClientPage parts={parts} {...reader}>
      <ClientProof {...shared} key={key} />
    </ClientPage>
  )
}

/** The mockup that waits for an answer, else the first with a version. */
const firstOf = ({ jobs }: Mockups) =>
  jobs.find(({ versions }) => versions.some(({ status }) => status === 'sent')) ??
  jobs.find(({ versions }) => versions.length > 0) ??
  jobs[0]

function Unread({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const words = usePageWords()
  const problem = useProblem()
  return (
    <main>
      <Problem again={words.say('try_again')} onRetry={onRetry}>
        {problem(error)}
      </Problem>
    </main>
  )
}

function NothingHere() {
  const { say } = usePageWords()
  return (
    <main>
      <ClientNotice icon={<IconFileOff />} title={say('nothing_title')} actions={<WayOn />}>
        {say('nothing_text')}
      </ClientNotice>
    </main>
  )
}

function NotYet() {
  const say = useSay(proofsPart)
  return (
    <main>
      <ClientNotice icon={<IconFileOff />} title={say('no_mockup')}>
        {say('in_the_making')}
      </ClientNotice>
    </main>
  )
}
