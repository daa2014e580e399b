import { ReasonDialog } from '@/kit/record/reason-dialog'
import { jobsKey } from '../../shared/api/cards.query'
import { holdJob } from '../../shared/api/move.mutation'
import { CancelJob, mayCancel } from '../../shared/cancel-job'
import { EditJob } from '../components/edit-job'
import { FailJob } from '../components/fail-job'
import { HandOverJob } from '../components/hand-over-job'
import { JobLabelsDialog } from '../components/job-labels-dialog'
import type { JobPage } from './use-job-page'

/** The open dialog of a job, where this person may do what it does. */
export function JobDialogs({ of: { job, dialog, mayEdit, mayCheck, mayFail } }: { of: JobPage }) {
  const onClose = dialog.close
  const mayUse: Record<string, boolean> = { labels: true, fail: mayFail, pass: mayCheck }
  if (dialog.subject === null || !(mayUse[dialog.subject] ?? mayEdit)) return null
  switch (dialog.subject) {
    case 'labels':
      return <JobLabelsDialog job={job} onClose={onClose} />
    case 'fail':
      return <FailJob job={job} onClose={onClose} />
    case 'hand':
      return job.status === 'in_production' ? <HandOverJob job={job} to="qc" onClose={onClose} /> : null
    case 'pass':
      return <HandOverJob job={job} to="ready" onClose={onClose} />
    case 'edit':
      return <EditJob job={job} onClose={onClose} />
    case 'cancel':
      return mayCancel(job) ? <CancelJob job={{ ...job, hasOrder: job.order !== null }} onClose={onClose} /> : null
    case 'hold':
      return (
        <ReasonDialog
          title={`Put ${job.job_number} on hold`}
          text="Its steps wait until somebody resumes it."
          submitLabel="Put on hold"
          name={`job-hold-${job.id}`}
          queryKey={jobsKey}
          save={(reason) => holdJob(job.id, reason)}
          onClose={onClose}
        />
      )
    default:
      return null
  }
}
