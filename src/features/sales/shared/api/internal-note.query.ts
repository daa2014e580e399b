import { queryOptions } from '@tanstack/react-query'
import { NotSaved } from '@/kit/save/not-saved'
import { db } from '@/shared/db/client'

export type NoteKind = 'quotation' | 'order'
export const noteKey = (kind: NoteKind, id: string) => ['internal-note', kind, id] as const

/** The internal note on a document; null without one. */
export const noteQuery = (kind: NoteKind, id: string) =>
  queryOptions({
    queryKey: noteKey(kind, id),
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('internal_notes')
        .select('body, row_version, updated_at')
        .eq('kind', kind)
        .eq('record_id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })

/** Saves the note over the seen version. @throws NotSaved when another person wrote it meanwhile, or without the right */
export async function saveNote(kind: NoteKind, id: string, body: string, seen: number | null): Promise<void> {
  const { data } = await (
    seen === null
      ? db.from('internal_notes').upsert({ kind, record_id: id, body }, { ignoreDuplicates: true })
      : db.from('internal_notes').update({ body }).eq('kind', kind).eq('record_id', id).eq('row_version', seen)
  )
    .select('record_id')
    .throwOnError()
  if (data.length === 0) throw new NotSaved('conflict', 'Somebody else wrote this note meanwhile. Yours is kept here.')
}
