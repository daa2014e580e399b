import { Modal } from '@mantine/core'
import { defineFields } from '@/kit/fields/field'
import { quantity } from '@/kit/fields/number-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { jobsKey, type Step } from '../../shared/api/cards.query'
import type { Job } from '../api/job.query'
import { finishStep } from '../api/step.mutation'

const fields = defineFields({
  good: quantity('Good pieces', { most: '1000000' }),
  waste: quantity('Wasted pieces', { most: '1000000' }),
})

/** A step is done: how many pieces are good, and how many were wasted. */
export const FinishStep = ({ step, job, onClose }: { step: Step; job: Job; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={`${step.name} is done`}>
    <FinishForm step={step} job={job} onClose={onClose} />
  </Modal>
)

function FinishForm({ step, job, onClose }: { step: Step; job: Job; onClose: () => void }) {
  const form = useRecordForm({
    fields,
    name: `step-done-${step.id}`,
    isNew: true,
    stored: { good: job.qty, waste: '0' },
    queryKey: jobsKey,
    save: ({ good, waste }) => finishStep(step.id, good, waste),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Step" submitLabel="Done" onCancel={onClose} isPlain autoFocus />
}
