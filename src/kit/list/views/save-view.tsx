import { Modal } from '@mantine/core'
import { checkbox } from '../../fields/choice-fields'
import { defineFields } from '../../fields/field'
import { text } from '../../fields/text-fields'
import { RecordForm } from '../../form/record-form'
import { useRecordForm } from '../../form/use-record-form'
import { insertRow } from '../../save/save-row'
import { viewsKey } from './views.query'

const fields = defineFields({
  name: text('Name', { required: true, max: 60, wide: true, duplicate: 'There is a view with this name already.' }),
  is_default: checkbox('Open the list with this view', { wide: true }),
  is_shared: checkbox('Colleagues can choose it too', { wide: true }),
})

type SaveViewProps = { list: string; query: string; onClose: () => void }

/** Keeps the filters and the order that are shown now under a name. */
export const SaveView = (props: SaveViewProps) => (
  <Modal opened onClose={props.onClose} title="Save this view">
    <SaveViewForm {...props} />
  </Modal>
)

function SaveViewForm({ list, query, onClose }: SaveViewProps) {
  const form = useRecordForm({
    fields,
    name: `view-of-${list}`,
    isNew: true,
    queryKey: viewsKey,
    save: (values) => insertRow({ table: 'saved_views', what: 'this view', values: { ...values, list, query } }),
    onSaved: onClose,
  })
  return (
    <RecordForm
      form={form}
      label="Save this view"
      submitLabel="Save view"
      onCancel={onClose}
      hint="It keeps the filters and the order."
      isPlain
      autoFocus
    />
  )
}
