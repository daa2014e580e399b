import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { addNote, saveNote } from '../api/system-notes.mutation'
import { type SystemNote, systemNotesKey } from '../api/system-notes.query'
import { noteFields } from '../note-fields'

/** A new note. Its draft survives a reload. */
export function NewNote({ onClose }: { onClose: () => void }) {
  const form = useRecordForm({
    fields: noteFields,
    name: 'system-note',
    isNew: true,
    queryKey: systemNotesKey,
    save: addNote,
    onSaved: onClose,
  })
  return <RecordForm form={form} label="New note" submitLabel="Publish note" autoFocus onCancel={onClose} />
}

type EditNoteProps = {
  id: string
  /** The current note; null when it was removed. */
  note: SystemNote | null
  onClose: () => void
}

/** A note in editing. A note removed meanwhile can be published again. */
export function EditNote({ id, note, onClose }: EditNoteProps) {
  const form = useRecordForm({
    fields: noteFields,
    name: `system-note-${id}`,
    stored: note,
    queryKey: systemNotesKey,
    save: async (values) => {
      if (note) await saveNote(note, values)
      else await addNote(values)
    },
    onSaved: onClose,
  })
  return (
    <RecordForm
      form={form}
      label="Edit note"
      submitLabel="Save changes"
      goneLabel="Publish as a new note"
      autoFocus
      onCancel={onClose}
    />
  )
}
