import { Modal } from '@mantine/core'
import { useState } from 'react'
import { wholeNumber } from '@/kit/fields/number-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { jobsKey } from '../../shared/api/cards.query'
import type { Job } from '../api/job.query'
import { labelsOfJob, mostLabels, usualLabels } from '../job-labels'

/** The number of a job's labels: one a piece, or one a package. */
export const JobLabelsDialog = (props: { job: Job; onClose: () => void }) => (
  <Modal opened onClose={props.onClose} title={`Labels of ${props.job.job_number}`}>
    <LabelsForm {...props} />
  </Modal>
)

function LabelsForm({ job, onClose }: { job: Job; onClose: () => void }) {
  const [fields] = useState(() => ({
    count: wholeNumber('How many labels', {
      required: true,
      least: '1',
      most: String(mostLabels),
      initial: String(usualLabels(job)),
      help: 'One a piece, or one a package. Each says the client and “1 of 3”.',
    }),
  }))
  const form = useRecordForm({
    fields,
    name: `job-labels-${job.id}`,
    isNew: true,
    queryKey: [...jobsKey, 'labels'],
    save: async ({ count }) => {
      const { downloadLabels } = await import('@/kit/labels/download-labels')
      await downloadLabels(job.job_number, labelsOfJob(job, count, window.location.origin))
    },
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Labels" submitLabel="Save as PDF" onCancel={onClose} isPlain autoFocus />
}
