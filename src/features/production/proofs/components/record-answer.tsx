import { Modal } from '@mantine/core'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { longText, text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { recordAnswer } from '../api/mockups.mutation'
import { mockupsKey } from '../api/mockups.query'
import type { MockupVersion } from '../mockups'

const fields = defineFields({
  answer: choice(
    'Answer',
    [
      { value: 'approved', label: 'Approved' },
      { value: 'revision_requested', label: 'Changes requested' },
      { value: 'rejected', label: 'Rejected' },
    ],
    { required: true },
  ),
  way: choice(
    'How it came',
    [
      { value: 'phone', label: 'By telephone' },
      { value: 'e-mail', label: 'By e-mail' },
      { value: 'in person', label: 'In person' },
      { value: 'letter', label: 'By letter' },
    ],
    { required: true },
  ),
  name: text('Who answered', { required: true, max: 200 }),
  words: longText('What they said', { max: 2000, wide: true }),
})

type RecordAnswerProps = { uuid: string; version: MockupVersion; onClose: () => void }

/** Records an answer that the client gave outside the link, with the recorder's name. */
export const RecordAnswer = (props: RecordAnswerProps) => (
  <Modal opened onClose={props.onClose} title={`Answer to version ${props.version.version}`}>
    <Form {...props} />
  </Modal>
)

function Form({ uuid, version, onClose }: RecordAnswerProps) {
  const form = useRecordForm({
    fields,
    name: `mockup-answer-${version.id}`,
    isNew: true,
    queryKey: mockupsKey(uuid),
    check: ({ answer, words }) =>
      answer !== 'approved' && words.trim() === '' ? { words: 'Please enter the wished changes or the reason' } : {},
    save: (values) => recordAnswer(version.id, values),
    onSaved: onClose,
  })
  return (
    <RecordForm
      form={form}
      label="Answer of the client"
      submitLabel="Record answer"
      onCancel={onClose}
      hint="The answer counts as if it came by the link. Production follows it."
      isPlain
    />
  )
}
