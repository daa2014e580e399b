import { Button, Stack, Text } from '@mantine/core'
import { IconNote, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { confirmRemoval } from '@/kit/confirm'
import { useOpenedForm } from '@/kit/form/use-opened-form'
import { useLive } from '@/kit/live/use-live'
import { can } from '@/shared/domain/people/permission'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { FilterField } from '@/shared/ui/parts/filter-field'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { pinNote, removeNote } from '../api/system-notes.mutation'
import {
  authorsQuery,
  type SystemNote,
  systemNotesKey,
  systemNotesLive,
  systemNotesQuery,
} from '../api/system-notes.query'
import { EditNote, NewNote } from './edit-note'
import { NoteItem } from './note-item'
import classes from './system-notes.module.css'

/** /system-notes: notices for everybody, written by staff who have the right to. */
export function SystemNotesScreen() {
  const { id: me, name, rights } = useCurrentUser()
  const queryClient = useQueryClient()
  useLive(systemNotesKey, systemNotesLive)
  const notes = useQuery(systemNotesQuery)
  const authors = useQuery(authorsQuery)
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<SystemNote | null>(null)
  const writing = useOpenedForm('system-note')
  const onSettled = () => queryClient.invalidateQueries({ queryKey: systemNotesKey })
  const pinning = useActMutation({ mutationFn: pinNote, onSettled })
  const removing = useActMutation({ mutationFn: removeNote, onSettled })

  const mayWrite = can(rights, 'system-notes', 'create')
  const isWriting = mayWrite && writing.isOpen
  const problem = pinning.error ?? removing.error
  const words = search.trim().toLowerCase()
  const all = notes.data ?? []
  const shown = all.filter(({ title, body }) => `${title}\n${body}`.toLowerCase().includes(words))
  const authorOf = ({ created_by: by }: SystemNote) =>
    by === me ? name : ((by ? authors.data?.get(by) : null) ?? 'Former colleague')
  const addButton = mayWrite ? (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={writing.open} disabled={isWriting}>
      Write a note
    </Button>
  ) : null

  return (
    <PageFrame
      title="System Notes"
      lead="Notices for everybody. Pinned ones are also on the dashboard."
      width="text"
      actions={all.length > 0 ? addButton : null}
    >
      <Stack gap="md">
        {isWriting ? <NewNote onClose={writing.close} /> : null}
        {edited ? (
          <EditNote
            key={edited.id}
            id={edited.id}
            note={all.find(({ id }) => id === edited.id) ?? null}
            onClose={() => setEdited(null)}
          />
        ) : null}
        {problem ? <Problem>{saveProblem(problem)}</Problem> : null}
        {notes.isPending ? (
          <LineSkeletons count={3} height={96} />
        ) : !notes.data ? (
          <Problem onRetry={() => void notes.refetch()}>The notes could not be read</Problem>
        ) : all.length === 0 && !isWriting && !edited ? (
          <EmptyScreen icon={<IconNote stroke={1.5} />} title="No notes yet" actions={addButton}>
            {mayWrite
              ? 'Write down what everybody should know: closed days, new prices, a machine that is down.'
              : 'What everybody should know appears here: closed days, new prices, a machine that is down.'}
          </EmptyScreen>
        ) : null}
        {all.length > 5 ? (
          <FilterField label="Search the notes" placeholder="Search the notes" text={search} onFilter={setSearch} />
        ) : null}
        {words && shown.length === 0 ? <Text c="dimmed">No notes match these words.</Text> : null}
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
                  confirmRemoval({
                    title: 'Remove this note?',
                    text: `“${note.title}” disappears for everybody. The change log keeps it.`,
                    confirm: 'Remove note',
                    onConfirm: () => removing.mutate(note.id),
                  })
                }
              />
            ),
          )}
        </ul>
      </Stack>
    </PageFrame>
  )
}
