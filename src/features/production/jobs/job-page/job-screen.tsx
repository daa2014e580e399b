import { ReadLateByPlan } from '@/kit/planning/late-by-plan'
import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AsOf, useKeptReads } from '@/kit/kept-reads/use-kept-reads'
import { useLive } from '@/kit/live/use-live'
import { DocumentStory } from '@/kit/record/document-story'
import { useTimings } from '@/kit/record/due-mark'
import { PrintedPaper } from '@/kit/record/printed-paper'
import { RecordPage, RecordState } from '@/kit/record/record-page'
import { StatusBadge } from '@/kit/record/status-badge'
import { RecordTasks } from '@/kit/tasks/record-tasks'
import { ProofQuestionMark } from '@/kit/thread/question-mark'
import { staffQuery } from '@/shared/db/reads/staff.query'
import page from '@/shared/ui/page/record-page.module.css'
import { jobsKey, jobsLive } from '../../shared/api/cards.query'
import { isMade } from '../../shared/job-status'
import { type Job, jobKey, jobQuery } from '../api/job.query'
import { JobBench } from '../components/job-bench'
import { JobChecks } from '../components/job-checks'
import { JobEffort } from '../components/job-effort'
import { JobFiles } from '../components/job-files'
import { JobMaterials } from '../components/job-materials'
import { jobEventDetail, jobWords } from '../job-story'
import { JobSteps } from '../steps/job-steps'
import { jobActions } from './job-actions'
import { JobDialogs } from './job-dialogs'
import { JobFacts } from './job-facts'
import { JobNotices } from './job-notices'
import { partOf } from './pieces-of-job'
import { type JobPage, useJobPage } from './use-job-page'

/** /jobs?job=: one job, its steps and its story. */
export function JobScreen({ id }: { id: string }) {
  const job = useQuery(jobQuery(id))
  // The job's materials, files, checks and time are live too.
  useLive(jobsKey, jobsLive)
  useTimings()
  useKeptReads(
    [jobKey(id), ...['files', 'materials', 'checks'].map((what) => [...jobsKey, what, id]), staffQuery.queryKey],
    job.isSuccess,
  )
  return (
    <RecordState of={job} what="job" back={{ label: 'Jobs', href: '/jobs' }}>
      {(row) => (
        <>
          <ReadLateByPlan />
          <AsOf read={job} what="the job" meanwhile="Files that you add are kept and sent later." />
          <OpenJob job={row} />
        </>
      )}
    </RecordState>
  )
}

function OpenJob({ job }: { job: Job }) {
  const of = useJobPage(job)
  return (
    <RecordPage
      title={job.job_number}
      kind={job.title}
      status={<JobStatus of={of} />}
      {...jobActions(of)}
      back={{ label: 'Jobs', href: '/jobs' }}
      width="full"
      notice={<JobNotices of={of} />}
      aside={<Aside of={of} />}
    >
      <Stack>
        <JobBench job={job} />
        <section className={page.panel} aria-label="Steps">
          <JobSteps job={job} />
        </section>
        <JobFiles jobId={job.id} />
        <JobMaterials job={job} />
      </Stack>
      <PrintedPaper of={['job', job.id]} version={JSON.stringify(job)} read={of.printed} />
      <JobDialogs of={of} />
    </RecordPage>
  )
}

/** Its status, the pieces that are ready while others are made again, and questions about its proof. */
const JobStatus = ({ of: { job, again } }: { of: JobPage }) => (
  <Group gap="xs" wrap="nowrap">
    <StatusBadge kind="job" status={job.status} />
    {again?.made.some(({ status }) => !isMade(status)) ? <Text size="sm">{partOf(job, again.ready)} ready</Text> : null}
    <ProofQuestionMark job={job.id} />
  </Group>
)

const Aside = ({ of }: { of: JobPage }) => (
  <Stack gap="md">
    <section className={page.panel} aria-label="About this job">
      <JobFacts of={of} />
    </section>
    <RecordTasks kind="job" id={of.job.id} />
    <JobEffort job={of.job} />
    <JobChecks job={of.job} />
    <section className={page.panel} aria-label="Story">
      <Title order={2} size="h4" mb="sm">
        Story
      </Title>
      <DocumentStory
        kind="job"
        id={of.job.id}
        queryKey={jobKey(of.job.id)}
        words={jobWords}
        detailOf={jobEventDetail}
      />
    </section>
  </Stack>
)
