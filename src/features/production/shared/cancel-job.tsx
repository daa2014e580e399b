import { Modal } from '@mantine/core'
import { checkbox } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { jobsKey } from './api/cards.query'
import { cancelJob } from './api/move.mutation'

const reason = longText('Why', { required: true, max: 2000, empty: '', wide: true, missing: 'Please say why' })
const fields = defineFields({
  reason,
  elsewhere: checkbox('Somebody else makes it', {
    help: 'Without the tick its order says that nobody makes the line: the job begins again, or the line is lowered.',
  }),
})
const fieldsAlone = defineFields({ reason })

/** The stages in which one job may be cancelled; `private.cancel_job` decides. */
export const mayCancel = (job: { status: string }): boolean =>
  ['new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'qc', 'on_hold'].includes(job.status)

type CancelJobProps = { job: { id: string; job_number: string; hasOrder: boolean }; onClose: () => void }

/** Cancels one job, with the reason. */
export const CancelJob = ({ job, onClose }: CancelJobProps) => (
  <Modal opened onClose={onClose} title={`Cancel ${job.job_number}`}>
    {job.hasOrder ? <OfOrder job={job} onClose={onClose} /> : <Alone job={job} onClose={onClose} />}
  </Modal>
)

const text = 'Its material is free, its timers end, and the plan goes on without it.'

function OfOrder({ job, onClose }: CancelJobProps) {
  const form = useRecordForm({
    fields,
    name: `job-cancel-${job.id}`,
    isNew: true,
    queryKey: jobsKey,
    save: ({ reason: why, elsewhere }) => cancelJob(job.id, why, elsewhere),
    onSaved: onClose,
  })
  return (
    <RecordForm form={form} label={`Cancel ${job.job_number}`} submitLabel="Cancel job" hint={text} isPlain autoFocus />
  )
}

function Alone({ job, onClose }: CancelJobProps) {
  const form = useRecordForm({
    fields: fieldsAlone,
    name: `job-cancel-${job.id}`,
    isNew: true,
    queryKey: jobsKey,
    save: ({ reason: why }) => cancelJob(job.id, why, false),
    onSaved: onClose,
  })
  return (
    <RecordForm form={form} label={`Cancel ${job.job_number}`} submitLabel="Cancel job" hint={text} isPlain autoFocus />
  )
}
