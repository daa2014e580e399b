import { Button, FileInput, Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCamera } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isPartCounted } from '@/documents/units'
import { choice } from '@/kit/fields/choice-fields'
import type { Drafts } from '@/kit/fields/field'
import { quantity } from '@/kit/fields/number-fields'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { shortDecimalText } from '@/shared/domain/money/money'
import { exact, plus, written } from '@/shared/domain/money/decimal'
import { newId } from '@/shared/lib/new-id'
import { jobsKey } from '../../shared/api/cards.query'
import { inOrder } from '../../shared/card'
import { checkReasons } from '../../shared/check-reasons'
import { piecesMade } from '../../shared/pieces'
import type { Job } from '../api/job.query'
import { checkJob } from '../api/job-work.mutation'
import { effortQuery, type Material } from '../api/job-work.query'
import { materialAnswers, materialFields } from '../hand-over'
import { AskedMaterials } from './asked-materials'

/** What becomes of the pieces that did not pass. */
const ways = [
  { value: 'here', label: 'This job goes back and makes them again' },
  { value: 'remake', label: 'A remake makes them again. The good pieces are ready' },
]
const isRemade = ({ way }: Drafts) => way === 'remake'

/** `short`: pieces that are missing besides those that did not pass, as decimal text. */
const fieldsOf = (job: Job, materials: readonly Material[], short: string) => ({
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
  besides: choice(
    `${shortDecimalText(short)} of ${shortDecimalText(job.qty)} ${short === '1' ? 'is' : 'are'} short besides`,
    [
      { value: 'again', label: 'The remake makes them too' },
      { value: 'leave', label: 'Leave them short for now' },
    ],
    { required: true, wide: true, hiddenUnless: (drafts) => isRemade(drafts) && short !== '0' },
  ),
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
export function FailJob({ job, onClose }: { job: Job; onClose: () => void }) {
  const short = useQuery(effortQuery(job.id)).data?.short?.qty ?? '0'
  return (
    <Modal opened onClose={onClose} title={`${job.job_number} did not pass`}>
      <AskedMaterials job={job}>
        {(materials) => <FailForm key={short} job={job} short={short} materials={materials} onClose={onClose} />}
      </AskedMaterials>
    </Modal>
  )
}

/** What a remake makes: what did not pass, and what is short besides. */
const remadeOf = (failed: string, short: string) =>
  short === '0' ? { remake: failed, failed: null } : { remake: written(plus(exact(failed), exact(short))), failed }

type FailFormProps = { job: Job; short: string; materials: readonly Material[]; onClose: () => void }

function FailForm({ job, short, materials, onClose }: FailFormProps) {
  const [id] = useState(newId)
  const [fields] = useState(() => fieldsOf(job, materials, short))
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
          ? { ...remadeOf(remake, more.besides === 'again' ? short : '0'), material: materialAnswers(materials, more) }
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
