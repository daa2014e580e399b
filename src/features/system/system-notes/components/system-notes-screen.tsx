import { Alert, Button, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconNote, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '@/shared/domain/permission'
import { useCurrentUser } from '@/shared/ui/current-user'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { FilterField } from '@/shared/ui/filter-field'
import { LineSkeletons } from '@/shared/ui/line-skeletons'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import { saveProblem } from '@/shared/ui/save-problem'
import { addNote, pinNote, removeNote } from '../api/system-notes.mutation'
import { authorsQuery, type SystemNote, systemNotesKey, systemNotesQuery } from '../api/system-notes.query'
import { useLiveNotes } from '../use-live-notes'
import { useNoteDraft } from '../use-note-draft'
import { EditNote } from './edit-note'
import { NoteForm } from './note-form'
import { NoteItem } from './note-item'
import classes from './system-notes.module.css'

/** /system-notes: notices that stay in sight for everybody, by those who may write them. */
export function SystemNotesScreen() {
  const { id: me, name, rights } = useCurrentUser()
  const queryClient = useQueryClient()
  useLiveNotes()
  const notes = useQuery(systemNotesQuery)
  const authors = useQuery(authorsQuery)
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<SystemNote | null>(null)
  const { draft, begin, keep, forget } = useNoteDraft()

  const reread = () => queryClient.invalidateQueries({ queryKey: systemNotesKey })
  const adding = useMutation({
    mutationFn: addNote,
    onSuccess: async () => {
      forget()
      await reread()
    },
  })
  const pinning = useMutation({ mutationFn: pinNote, onSettled: reread })
  const removing = useMutation({ mutationFn: removeNote, onSettled: reread })
  const mayWrite = can(rights, 'system-notes', 'create')
  const problem = pinning.error ?? removing.error
  const words = search.trim().toLowerCase()
  const shown = notes.data?.filter(({ title, body }) => `${title}\n${body}`.toLowerCase().includes(words)) ?? []
  const authorOf = ({ createdBy }: SystemNote) =>
    createdBy === me ? name : ((createdBy ? authors.data?.get(createdBy) : null) ?? 'Somebody who left')
  const addButton = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={begin} disabled={draft !== null}>
      Write a note
    </Button>
  )

  return (
    <PageFrame
      title="System Notes"
      lead="Notices that stay in sight for everybody. Pinned ones lie on the dashboard."
      width="text"
      actions={mayWrite && (notes.data?.length ?? 0) > 0 ? addButton : null}
    >
      {mayWrite && draft ? (
        <NoteForm
          label="New note"
          isKept
          values={draft}
          isSaving={adding.isPending}
          problem={adding.error ? saveProblem(adding.error) : null}
          submitLabel="Publish note"
          onChange={keep}
          onSubmit={() => adding.mutate(draft)}
          onCancel={() => {
            adding.reset()
            forget()
          }}
        />
      ) : null}
      {edited ? (
        <EditNote
          key={edited.id}
          base={edited}
          now={notes.data?.find(({ id }) => id === edited.id) ?? null}
          onClose={() => setEdited(null)}
        />
      ) : null}
      {problem ? (
        <Alert color="red" role="alert" mb="md" title="The note was not changed">
          {saveProblem(problem)}
        </Alert>
      ) : null}
      {notes.isPending ? (
        <LineSkeletons count={3} height={96} />
      ) : notes.isError && !notes.data ? (
        <Problem onRetry={() => void notes.refetch()}>The notes could not be read</Problem>
      ) : notes.data?.length === 0 && !draft ? (
        <EmptyScreen icon={<IconNote stroke={1.5} />} title="No notes yet" actions={mayWrite ? addButton : null}>
          {mayWrite
            ? 'Write down what everybody should know: closed days, new prices, a machine that is down.'
            : 'What everybody should know appears here: closed days, new prices, a machine that is down.'}
        </EmptyScreen>
      ) : (
        <>
          {(notes.data?.length ?? 0) > 5 ? (
            <FilterField
              mb="md"
              label="Search the notes"
              placeholder="Search the notes"
              text={search}
              onFilter={setSearch}
            />
          ) : null}
          {words && shown.length === 0 ? <Text c="dimmed">No note holds these words.</Text> : null}
          <ul className={classes.notes}>
            {shown.map((note) =>
              edited?.id === note.id ? null : (
                <NoteItem
                  key={note.id}
                  note={note}
                  author={authorOf(note)}
                  mayEdit={can(rights, 'system-notes', 'edit')}
                  mayRemove={can(rights, 'system-notes', 'delete')}
                  onEdit={() => setEdited(note)}
                  onPin={() => pinning.mutate({ id: note.id, pinned: !note.pinned })}
                  onRemove={() =>
                    modals.openConfirmModal({
                      title: 'Remove this note?',
                      children: <Text>{`“${note.title}” disappears for everybody. The change log keeps it.`}</Text>,
                      labels: { confirm: 'Remove note', cancel: 'Cancel' },
                      confirmProps: { color: 'red' },
                      onConfirm: () => removing.mutate(note.id),
                    })
                  }
                />
              ),
            )}
          </ul>
        </>
      )}
    </PageFrame>
  )
}
