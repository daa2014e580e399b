import { Modal } from '@mantine/core'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { saveVersioned } from '@/kit/save/save-row'
import { jobsKey } from '../../shared/api/cards.query'
import type { Job } from '../api/job.query'
import { jobFields } from '../job-fields'

/** Title, quantity, size, due day, priority and lead of a job. */
export const EditJob = ({ job, onClose }: { job: Job; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={`Change ${job.job_number}`} size="lg">
    <JobForm job={job} onClose={onClose} />
  </Modal>
)

function JobForm({ job, onClose }: { job: Job; onClose: () => void }) {
  const form = useRecordForm({
    fields: jobFields,
    name: `job-${job.id}`,
    stored: job,
    queryKey: jobsKey,
    save: (values) => saveVersioned({ table: 'jobs', what: 'this job', row: job, values }),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Job" submitLabel="Save changes" onCancel={onClose} isPlain />
}
