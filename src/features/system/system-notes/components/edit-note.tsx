import { Alert, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveProblem } from '@/shared/ui/save-problem'
import { TheirsOrMine } from '@/shared/ui/theirs-or-mine'
import { addNote, saveNote } from '../api/system-notes.mutation'
import { type SystemNote, systemNotesKey } from '../api/system-notes.query'
import { NoteForm } from './note-form'

type EditNoteProps = {
  /** The note as it was when editing began. */
  base: SystemNote
  /** The note as it is now; null when somebody removed it. */
  now: SystemNote | null
  onClose: () => void
}

/** A note while it is edited. Over a change that somebody else made meanwhile nothing is saved unseen. */
export function EditNote({ base, now, onClose }: EditNoteProps) {
  const queryClient = useQueryClient()
  const [values, setValues] = useState({ title: base.title, body: base.body, pinned: base.pinned })
  const [version, setVersion] = useState(base.version)
  const saving = useMutation({
    mutationFn: saveNote,
    onSuccess: (outcome) => {
      if (outcome === 'saved') onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: systemNotesKey }),
  })
  const again = useMutation({
    mutationFn: addNote,
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: systemNotesKey }),
  })
  const error = saving.error ?? again.error

  return (
    <NoteForm
      label="Edit note"
      values={values}
      isSaving={saving.isPending || again.isPending}
      problem={error ? saveProblem(error) : null}
      submitLabel={now ? 'Save changes' : 'Publish as a new note'}
      conflict={
        now === null ? (
          <Alert color="yellow" role="alert" title="Somebody removed this note meanwhile">
            What you typed is still here. It can become a new note.
          </Alert>
        ) : now.version === version ? null : (
          <TheirsOrMine
            title="Somebody else changed this note meanwhile"
            onTheirs={() => {
              setValues({ title: now.title, body: now.body, pinned: now.pinned })
              setVersion(now.version)
            }}
            onMine={() => setVersion(now.version)}
          >
            <Text size="sm" w="100%" fw={550}>
              {now.title}
            </Text>
            <Text size="sm" w="100%" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {now.body}
            </Text>
          </TheirsOrMine>
        )
      }
      onChange={setValues}
      onSubmit={() => (now === null ? again.mutate(values) : saving.mutate({ id: base.id, version, values }))}
      onCancel={onClose}
    />
  )
}
