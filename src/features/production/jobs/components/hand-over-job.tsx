import { Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { choice } from '@/kit/fields/choice-fields'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { shortDecimalText } from '@/shared/domain/money/money'
import { can, hasPermission } from '@/shared/domain/people/permission'
import { newId } from '@/shared/lib/new-id'
import { useRights } from '@/shared/hooks/current-user'
import { jobsKey } from '../../shared/api/cards.query'
import { isOnSite } from '@/shared/domain/records/work-centre'
import { benchSteps, openSteps } from '../../shared/card'
import { moveJob } from '../../shared/api/move.mutation'
import type { Job } from '../api/job.query'
import { checkJob } from '../api/job-work.mutation'
import type { Material } from '../api/job-work.query'
import { madeAnswer, madeFields, materialAnswers, materialFields, shortOf, stepAnswers, stepFields } from '../hand-over'
import { AskedMaterials } from './asked-materials'

type HandOverJobProps = { job: Job; to: 'qc' | 'ready'; onClose: () => void }

/**
 * Sends a job to quality control, or passes it: the results of its open steps, the used material, and the decision on
 * missing pieces. The database refuses a job with an open answer.
 */
export const HandOverJob = ({ job, to, onClose }: HandOverJobProps) => (
  <Modal
    opened
    onClose={onClose}
    title={to === 'ready' ? `${job.job_number} passed` : `${job.job_number} to quality control`}
  >
    {to === 'ready' ? (
      <AskedMaterials job={job}>
        {(materials) => <HandOverForm job={job} to={to} materials={materials} onClose={onClose} />}
      </AskedMaterials>
    ) : (
      <HandOverForm job={job} to={to} materials={[]} onClose={onClose} />
    )}
  </Modal>
)

function HandOverForm({ job, to, materials, onClose }: HandOverJobProps & { materials: readonly Material[] }) {
  const rights = useRights()
  const [checkId] = useState(newId)
  const [steps] = useState(() => benchSteps(job.steps))
  const maySkip = hasPermission(rights, 'skip_steps')
  const isUncounted = to === 'ready' && job.steps.length === 0
  const [fields] = useState(() => {
    const isShort = (drafts: Readonly<Record<string, string>>) => to === 'ready' && shortOf(job, steps, drafts) > 0
    return {
      ...(isUncounted ? madeFields(job) : stepFields(steps, job, maySkip)),
      ...materialFields(materials),
      short: choice(
        'Pieces are short',
        [
          { value: 'again', label: 'Have them made again' },
          { value: 'enough', label: 'Fewer are enough' },
        ],
        { required: true, wide: true, hiddenUnless: isShort },
      ),
      enough: longText('Why fewer are enough', {
        required: true,
        empty: '',
        max: 5000,
        wide: true,
        help: can(rights, 'orders', 'edit')
          ? 'The order comes down to what is made, with its price. Where that cannot be yet, its page asks for it.'
          : 'Whoever sold it is asked to lower the order to what is made.',
        hiddenUnless: (drafts) => isShort(drafts) && drafts['short'] === 'enough',
      }),
    }
  })
  const form = useRecordForm({
    fields,
    name: `job-hand-over-${job.id}-${to}`,
    isNew: true,
    queryKey: jobsKey,
    save: async (values): Promise<unknown> => {
      const answers = stepAnswers(steps, values)
      if (to === 'qc') return moveJob(job.id, job.status, to, answers)
      return checkJob({
        id: checkId,
        jobId: job.id,
        result: 'pass',
        note: values.enough || null,
        photo: null,
        remake: values.short === 'again' ? String(shortOf(job, steps, form.drafts)) : null,
        steps: isUncounted ? [madeAnswer(values)] : answers,
        material: materialAnswers(materials, values),
      })
    },
    onSaved: onClose,
  })
  const short = to === 'ready' ? shortOf(job, steps, form.drafts) : 0
  return (
    <RecordForm
      form={form}
      label="Hand over"
      submitLabel={to === 'ready' ? 'Passed' : 'Hand to quality control'}
      onCancel={onClose}
      hint={
        short > 0 ? (
          <Text size="sm" c="magenta">
            {`${shortDecimalText(String(short))} of ${shortDecimalText(job.qty)} are short.`}
          </Text>
        ) : steps.length === 0 && materials.length === 0 && !isUncounted ? (
          <Text size="sm" c="dimmed">
            {openSteps(job.steps).some((step) => isOnSite(step, job.steps))
              ? 'What is done in the shop is done, and no material is open. The work on site follows with the delivery.'
              : 'Every step is done or skipped, and no material is open.'}
          </Text>
        ) : steps.length > 0 && !maySkip ? (
          <Text size="sm" c="dimmed">
            People with the right to skip steps can leave one out.
          </Text>
        ) : null
      }
      isPlain
    />
  )
}
