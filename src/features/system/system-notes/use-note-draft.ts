import { z } from 'zod'
import { useDraft } from '@/shared/ui/use-draft'
import type { NoteValues } from './api/system-notes.mutation'

const noteSchema = z.object({ title: z.string(), body: z.string(), pinned: z.boolean() })

/** A new note that is being written: kept in this browser until it is saved or thrown away. Null while none is. */
export function useNoteDraft() {
  const { draft, keep, clear } = useDraft<NoteValues | null>({
    name: 'system-note',
    schema: noteSchema,
    blank: null,
    isBlank: (note) => note === null || (note.title === '' && note.body === ''),
  })
  return {
    draft,
    begin: () => keep({ title: '', body: '', pinned: false }),
    keep,
    forget: clear,
  }
}
