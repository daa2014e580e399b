import { Modal } from '@mantine/core'
import { useState } from 'react'
import { checkbox, choice } from '@/kit/fields/choice-fields'
import { quantity } from '@/kit/fields/number-fields'
import { record } from '@/kit/fields/record-field'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { saveVersioned } from '@/kit/save/save-row'
import { newId } from '@/shared/lib/new-id'
import { jobsKey } from '../../shared/api/cards.query'
import { workCentres } from '../../shared/api/centres.query'
import { inOrder } from '../../shared/card'
import type { Job } from '../api/job.query'
import { addStep } from '../api/step.mutation'

type JobStep = Job['steps'][number]

/** The task, the machine and the time of a step. */
const planned = {
  name: text('Step', { required: true, max: 200, empty: '', placeholder: 'Laminate' }),
  work_centre_id: record('Work centre', workCentres),
  planned_minutes: quantity('Minutes', { required: true, places: 2, most: '14400', initial: '0' }),
}

type EditJobStepProps = { job: Job; step: JobStep | null; onClose: () => void }

/** A step of one job; without `step` a new one. The service's template does not change. */
export const EditJobStep = ({ job, step, onClose }: EditJobStepProps) => (
  <Modal opened onClose={onClose} title={step ? `Change ${step.name}` : `New step of ${job.job_number}`}>
    {step ? <ChangeStep step={step} onClose={onClose} /> : <NewStep job={job} onClose={onClose} />}
  </Modal>
)

function ChangeStep({ step, onClose }: { step: JobStep; onClose: () => void }) {
  const stored = {
    ...step,
    work_centre_id: step.work_centre?.id ?? null,
    planned_minutes: String(step.planned_minutes),
  }
  const form = useRecordForm({
    fields: planned,
    name: `job-step-${step.id}`,
    stored,
    queryKey: jobsKey,
    save: (values) => saveVersioned({ table: 'job_steps', what: 'this step', row: stored, values }),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Step" submitLabel="Save changes" onCancel={onClose} isPlain autoFocus />
}

const first = 'first'

function NewStep({ job, onClose }: { job: Job; onClose: () => void }) {
  const [id] = useState(newId)
  const [fields] = useState(() => {
    const steps = inOrder(job.steps)
    return {
      ...planned,
      after: choice(
        'Comes after',
        [
          { value: first, label: 'Nothing: it comes first' },
          ...steps.map((step) => ({ value: step.id, label: step.name })),
        ],
        { required: true, initial: steps.at(-1)?.id ?? first },
      ),
      before_approval: checkbox('May start before the mockup is approved'),
    }
  })
  const form = useRecordForm({
    fields,
    name: `job-step-new-${job.id}`,
    isNew: true,
    queryKey: jobsKey,
    save: ({ name, work_centre_id, planned_minutes, after, before_approval }) =>
      addStep({
        id,
        jobId: job.id,
        name,
        workCentre: work_centre_id,
        minutes: planned_minutes,
        after: after === first ? null : after,
        beforeApproval: before_approval,
      }),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Step" submitLabel="Add step" onCancel={onClose} isPlain autoFocus />
}
