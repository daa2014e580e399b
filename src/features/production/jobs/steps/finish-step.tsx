import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isPartCounted } from '@/documents/units'
import { fromField } from '@/kit/fields/moment'
import { MomentField } from '@/kit/fields/moment-field'
import { quantity } from '@/kit/fields/number-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { shortDecimalText } from '@/shared/domain/money/money'
import { asksForEnd } from '@/shared/domain/time/time-entry'
import { todayOf } from '@/shared/domain/time/today'
import { jobsKey } from '../../shared/api/cards.query'
import { materialSettingQuery } from '../../shared/api/material-setting.query'
import { piecesInto, piecesToMake, roundsOf } from '../../shared/pieces'
import type { Job } from '../api/job.query'
import type { Material } from '../api/job-work.query'
import { finishStep } from '../api/step.mutation'
import { materialAnswers, materialFields } from '../hand-over'
import { AskedMaterials } from '../components/asked-materials'

type Step = Job['steps'][number]
type FinishStepProps = { step: Step; job: Job; onClose: () => void }

/**
 * Finishes a step: the good and the wasted pieces, which artwork and what else comes before the approval does not have, and, when the shop books by step, the reserved material it used. When
 * the person forgot the timer of the step, it asks when the work ended.
 */
export function FinishStep({ step, job, onClose }: FinishStepProps) {
  const { data: setting } = useQuery(materialSettingQuery)
  return (
    <Modal opened onClose={onClose} title={`${step.name} is done`}>
      {setting?.material_of_jobs === 'by_step' ? (
        <AskedMaterials job={job}>
          {(materials) => <FinishForm step={step} job={job} materials={materials} onClose={onClose} />}
        </AskedMaterials>
      ) : (
        <FinishForm step={step} job={job} materials={[]} onClose={onClose} />
      )}
    </Modal>
  )
}

function FinishForm({ step, job, materials, onClose }: FinishStepProps & { materials: readonly Material[] }) {
  const into = piecesInto(step, job.steps)
  const toMake = String(piecesToMake(step, job))
  const isWhole = isPartCounted(job, job.qty)
  const [fields] = useState(() => ({
    good: quantity('Good pieces', {
      isWhole,
      hiddenUnless: () => !step.before_approval,
      most: toMake,
      ...(roundsOf(step).length > 0
        ? {
            help: `Only what is made again, ${shortDecimalText(toMake)} at most: ${shortDecimalText(String(step.qty_kept))} are good already`,
          }
        : into === null
          ? {}
          : { help: `${shortDecimalText(toMake)} good came in` }),
    }),
    waste: quantity('Wasted pieces', { isWhole, hiddenUnless: () => !step.before_approval, most: '1000000' }),
    ...materialFields(materials),
  }))
  const [asksEnd, setAsksEnd] = useState(false)
  const [ended, setEnded] = useState(() => todayOf(Date.now()))
  const form = useRecordForm({
    fields,
    name: `step-done-${step.id}`,
    isNew: true,
    stored: { good: toMake, waste: '0' },
    queryKey: jobsKey,
    save: ({ good, waste, ...more }) =>
      finishStep(
        step.id,
        good,
        waste,
        // Material answered with none stays reserved for the later steps.
        materialAnswers(materials, more).filter(({ used }) => used > 0),
        asksEnd ? fromField(ended, null) : null,
      ).catch((error: unknown) => {
        if (asksForEnd(error)) setAsksEnd(true)
        throw error
      }),
    onSaved: onClose,
  })
  return (
    <RecordForm form={form} label="Step" submitLabel="Done" onCancel={onClose} isPlain autoFocus>
      {asksEnd ? (
        <MomentField
          label="The work ended"
          value={ended}
          error={
            ended.includes('T') && fromField(ended, null) === null
              ? 'Give a time of day, for example 17:30.'
              : undefined
          }
          onChange={setEnded}
        />
      ) : null}
    </RecordForm>
  )
}
