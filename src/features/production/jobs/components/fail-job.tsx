import { Button, FileInput, Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCamera } from '@tabler/icons-react'
import { useState } from 'react'
import { isPartCounted } from '@/documents/units'
import { choice } from '@/kit/fields/choice-fields'
import type { Drafts } from '@/kit/fields/field'
import { quantity } from '@/kit/fields/number-fields'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { newId } from '@/shared/lib/new-id'
import { jobsKey } from '../../shared/api/cards.query'
import { inOrder } from '../../shared/card'
import { checkReasons } from '../../shared/check-reasons'
import { piecesMade } from '../../shared/pieces'
import type { Job } from '../api/job.query'
import { checkJob } from '../api/job-work.mutation'
import type { Material } from '../api/job-work.query'
import { materialAnswers, materialFields } from '../hand-over'
import { AskedMaterials } from './asked-materials'

/** What becomes of the pieces that did not pass. */
const ways = [
  { value: 'here', label: 'This job goes back and makes them again' },
  { value: 'remake', label: 'A remake makes them again. The good pieces are ready' },
]
const isRemade = ({ way }: Drafts) => way === 'remake'

const fieldsOf = (job: Job, materials: readonly Material[]) => ({
  reason: choice('Reason', [...checkReasons], { required: true }),
  note: longText('What is wrong', { required: true, empty: '', max: 5000, wide: true }),
  // What is ready waits for its van: one bad piece does not take the good ones back.
  way: choice('What happens now', ways, {
    required: true,
    initial: job.status === 'ready' ? 'remake' : 'here',
    wide: true,
  }),
  remake: quantity('How many are made again', {
    required: true,
    isWhole: isPartCounted(job, job.qty),
    aboveZero: true,
    most: job.qty,
    hiddenUnless: isRemade,
  }),
  ...(job.steps.length > 0
    ? {
        back: choice(
          'Begin again with',
          inOrder(job.steps)
            .filter(({ status }) => status !== 'skipped')
            .map(({ id, name }) => ({ value: id, label: name })),
          { required: true, missing: 'Please choose the step', help: 'It and all after it are to do again' },
        ),
        failed: quantity('How many did not pass', {
          isWhole: isPartCounted(job, job.qty),
          aboveZero: true,
          most: String(piecesMade(job.steps) ?? job.qty),
          help: 'Only these go back. Empty: all of them',
          hiddenUnless: (drafts) => !isRemade(drafts),
        }),
      }
    : {}),
  ...materialFields(materials, isRemade),
})

/** A failed job, or a ready one of which a piece turned out to be bad: the reason, a photo, the step to return to, and the number of pieces for a remake. */
export const FailJob = ({ job, onClose }: { job: Job; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={`${job.job_number} did not pass`}>
    <AskedMaterials job={job}>
      {(materials) => <FailForm job={job} materials={materials} onClose={onClose} />}
    </AskedMaterials>
  </Modal>
)

type FailFormProps = { job: Job; materials: readonly Material[]; onClose: () => void }

function FailForm({ job, materials, onClose }: FailFormProps) {
  const [id] = useState(newId)
  const [fields] = useState(() => fieldsOf(job, materials))
  const [photo, setPhoto] = useState<File | null>(null)
  const form = useRecordForm({
    fields,
    name: `job-fail-${job.id}`,
    isNew: true,
    queryKey: jobsKey,
    save: ({ reason, note, way, remake, ...more }) =>
      checkJob({
        id,
        jobId: job.id,
        result: 'fail',
        note,
        photo,
        reason,
        backTo: more.back ?? null,
        ...(way === 'remake'
          ? { remake, failed: null, material: materialAnswers(materials, more) }
          : { remake: null, failed: more.failed ?? null, material: [] }),
      }),
    onSaved: (remake) => {
      onClose()
      notifications.show({
        message: remake
          ? 'A remake is on the board. The good pieces of this job are ready.'
          : 'The job is in production again.',
      })
    },
  })
  return (
    <RecordForm form={form} label="Failed" submitLabel="Save" onCancel={onClose} isPlain autoFocus>
      <FileInput
        label="Photo"
        placeholder="Take or choose a photo"
        leftSection={<IconCamera size={18} aria-hidden />}
        accept="image/jpeg,image/png,image/webp"
        clearable
        value={photo}
        onChange={setPhoto}
      />
      {photo ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setPhoto(null)}>
          Without this photo
        </Button>
      ) : null}
    </RecordForm>
  )
}
