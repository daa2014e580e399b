import { Modal } from '@mantine/core'
import { generateKeyBetween } from 'fractional-indexing'
import { checkbox, choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { quantity, wholeNumber } from '@/kit/fields/number-fields'
import { record } from '@/kit/fields/record-field'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { insertRow, saveVersioned } from '@/kit/save/save-row'
import { workCentres } from '../../shared/api/centres.query'
import { type ServiceTemplate, templatesKey, type TemplateStep } from '../api/templates.query'

const fields = defineFields({
  name: text('Step', { required: true, max: 200, empty: '', placeholder: 'Print' }),
  work_centre_id: record('Work centre', workCentres),
  minutes_fixed: quantity('Minutes to set up', { required: true, places: 2, most: '100000', initial: '0' }),
  minutes_per_unit: quantity('Minutes for each unit', { required: true, places: 2, most: '100000', initial: '0' }),
  unit: choice(
    'Unit',
    [
      { value: 'piece', label: 'Piece' },
      { value: 'm2', label: 'Square metre' },
      { value: 'm', label: 'Metre' },
    ],
    { required: true, initial: 'piece' },
  ),
  wait_minutes: wholeNumber('Minutes it rests afterwards', {
    required: true,
    most: '20160',
    initial: '0',
    help: 'Outgassing or drying: the next step starts when they are over',
  }),
  after_previous: checkbox('Waits for the step before it', { initial: true }),
  before_approval: checkbox('May start before the mockup is approved'),
})

type EditStepProps = { service: ServiceTemplate; step: TemplateStep | null; onClose: () => void }

/** One step of the template of a service; a new one comes last. Jobs that exist keep their steps. */
export const EditStep = (props: EditStepProps) => (
  <Modal
    opened
    onClose={props.onClose}
    title={props.step ? `Change ${props.step.name}` : `New step of ${props.service.name}`}
  >
    <StepForm {...props} />
  </Modal>
)

function StepForm({ service, step, onClose }: EditStepProps) {
  const form = useRecordForm<typeof fields, unknown>({
    fields,
    name: step ? `step-template-${step.id}` : `step-template-new-${service.id}`,
    isNew: step === null,
    stored: step ?? {},
    queryKey: templatesKey,
    save: (values) =>
      step
        ? saveVersioned({ table: 'job_step_templates', what: 'this step', row: step, values })
        : insertRow({
            table: 'job_step_templates',
            what: 'this step',
            values: {
              ...values,
              service_id: service.id,
              position: generateKeyBetween(service.steps.at(-1)?.position ?? null, null),
            },
          }),
    onSaved: onClose,
    duplicate: 'Somebody else added a step at the same moment. Save again.',
  })
  return (
    <RecordForm form={form} label="Step" submitLabel={step ? 'Save changes' : 'Add step'} onCancel={onClose} isPlain />
  )
}
