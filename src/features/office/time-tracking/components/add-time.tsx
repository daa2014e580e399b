import { Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { choice } from '@/kit/fields/choice-fields'
import { date, time } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { wholeNumber } from '@/kit/fields/number-fields'
import { record } from '@/kit/fields/record-field'
import { longText, text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { workedJobs } from '@/kit/pickers/open-jobs'
import { orders } from '@/kit/pickers/orders'
import { newId } from '@/shared/lib/new-id'
import { addTime } from '../api/corrections.mutation'
import { timeTrackingKey } from '../api/time-tracking-key'
import { stepsOfJobQuery } from '../api/work-of-entry.query'
import { addedProblems, beginOf, endOf } from '../added-time'
import { useToday } from '../use-today'

type AddTimeProps = {
  isOpen: boolean
  /** The job that the address names. */
  jobId: string | null
  onClose: () => void
}

/** Adds worked time for which no timer ran. It counts after the approval of a person who manages time, as a correction. */
export const AddTime = ({ isOpen, jobId, onClose }: AddTimeProps) => (
  <Modal opened={isOpen} onClose={onClose} title="Add time by hand" size="lg">
    <AddTimeForm jobId={jobId} onDone={onClose} />
  </Modal>
)

type Step = { id: string; name: string }

const hasNoJob = (drafts: Readonly<Record<string, string>>) => drafts['job_id'] === ''

const fieldsOn = (today: string) =>
  defineFields({
    job_id: record('Job', workedJobs),
    order_id: record('Order', orders, { hiddenUnless: hasNoJob }),
    client: text('Client', { max: 400, help: 'A job brings its client', hiddenUnless: hasNoJob }),
    day: date('Day', { required: true, initial: today, to: today }),
    from: time('From', { required: true }),
    to: time('To'),
    minutes: wholeNumber('Or minutes', { least: '1', most: '1440' }),
    reason: longText('Note', {
      required: true,
      missing: 'Please say why no timer ran',
      max: 500,
      placeholder: 'Forgot to start the timer',
    }),
  })

const stepOf = (steps: readonly Step[]) =>
  choice(
    'Step',
    steps.map(({ id, name }) => ({ value: id, label: name })),
    { placeholder: 'The whole job', hiddenUnless: (drafts) => !hasNoJob(drafts) && steps.length > 0 },
  )

function AddTimeForm({ jobId, onDone }: { jobId: string | null; onDone: () => void }) {
  const [id] = useState(newId)
  const [stored] = useState(() => (jobId ? { job_id: jobId } : {}))
  const [job, setJob] = useState(jobId)
  const today = useToday()
  const { data: steps } = useQuery(stepsOfJobQuery(job))
  // The other fields stay the same when the steps come, so that none loses what is typed in it.
  const others = useMemo(() => fieldsOn(today), [today])
  const fields = useMemo(() => ({ ...others, step_id: stepOf(steps ?? []) }), [others, steps])
  const form = useRecordForm({
    fields,
    name: `time-by-hand-${jobId ?? 'any'}`,
    isNew: true,
    stored: { day: today, ...stored },
    queryKey: timeTrackingKey,
    check: addedProblems,
    save: ({ job_id, step_id, order_id, client, day, from, to, minutes, reason }) => {
      const typed = { day, from: from ?? '', to: to ?? '', minutes: minutes === null ? '' : String(minutes) }
      return addTime({
        id,
        from: beginOf(typed) ?? '',
        until: endOf(typed) ?? '',
        reason,
        client,
        jobId: job_id,
        stepId: steps?.some((step) => step.id === step_id) ? step_id : null,
        orderId: order_id,
      })
    },
    onSaved: (isApproved) => {
      notifications.show({
        title: 'Time added by hand',
        message: isApproved ? null : 'It counts when a person who manages time approves it.',
      })
      onDone()
    },
  })
  const chosen = form.drafts.job_id || null
  if (chosen !== job) setJob(chosen)
  return <RecordForm form={form} label="Time by hand" submitLabel="Add time" onCancel={onDone} isPlain />
}
