import { Modal, Text } from '@mantine/core'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { record } from '@/kit/fields/record-field'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { contacts } from '@/kit/pickers/contact-picker'
import { savePersonalNumber } from '../api/hand-over.mutation'
import { handOverKey } from '../api/hand-over.query'

const sides = [
  { value: 'clients', label: 'Client' },
  { value: 'suppliers', label: 'Supplier' },
] as const

const fields = defineFields({
  contact_id: record('Contact', contacts, { required: true }),
  side: choice('As', sides, { required: true }),
  number: text('Account', {
    required: true,
    max: 9,
    duplicate: 'Another client or supplier has this account.',
    help: 'Clients begin with 1 to 6, suppliers with 7 to 9.',
  }),
})

/** Numbers of DATEV are names: nothing is put between their digits. */
function numberProblem(side: string | undefined, number: string): string | null {
  if (!/^[1-9]\d{4,8}$/.test(number)) return 'Please enter a number of 5 to 9 digits'
  if ((side === 'clients') === /^[1-6]/.test(number)) return null
  return side === 'clients' ? 'Clients begin with 1 to 6' : 'Suppliers begin with 7 to 9'
}

/** The account that the accountant keeps a client or supplier under. */
export function PersonalNumber({ onClose }: { onClose: () => void }) {
  const form = useRecordForm({
    fields,
    name: 'personal-number',
    isNew: true,
    stored: { side: 'clients' },
    queryKey: handOverKey,
    check: ({ side, number }) => {
      const problem = numberProblem(side, number?.trim() ?? '')
      return problem === null ? {} : { number: problem }
    },
    save: savePersonalNumber,
    onSaved: onClose,
  })
  return (
    <Modal opened onClose={onClose} title="Account of a client or supplier">
      <RecordForm
        form={form}
        label="Account of a client or supplier"
        submitLabel="Save account"
        onCancel={onClose}
        isPlain
      >
        <Text size="sm" c="dimmed">
          Whoever has no account is numbered by the next DATEV hand-over.
        </Text>
      </RecordForm>
    </Modal>
  )
}
