import { db } from '@/shared/db/client'
import { storableLine } from '@/shared/domain/storable'

export type NoteValues = { title: string; body: string; pinned: boolean }

const stored = ({ title, body, pinned }: NoteValues) => ({
  title: storableLine(title),
  body: storableLine(body),
  pinned,
})

export async function addNote(values: NoteValues): Promise<void> {
  await db.from('system_notes').insert(stored(values)).throwOnError()
}

/** `conflict`: somebody else changed the note since that version; `gone`: it was removed. Nothing was written then. */
export type SavedNote = 'saved' | 'conflict' | 'gone'

/** Saves over the version that the person looked at, and over no other. */
export async function saveNote(note: { id: string; version: number; values: NoteValues }): Promise<SavedNote> {
  const { data } = await db
    .from('system_notes')
    .update(stored(note.values))
    .eq('id', note.id)
    .eq('row_version', note.version)
    .select('id')
    .throwOnError()
  if (data.length > 0) return 'saved'
  const { data: now } = await db
    .from('system_notes')
    .select('row_version')
    .eq('id', note.id)
    .maybeSingle()
    .throwOnError()
  if (now === null) return 'gone'
  if (now.row_version === note.version) throw new Error('You may not change this note.')
  return 'conflict'
}

/** Pins or unpins a note, whatever else somebody writes in it at the same time. */
export async function pinNote({ id, pinned }: { id: string; pinned: boolean }): Promise<void> {
  const { data } = await db.from('system_notes').update({ pinned }).eq('id', id).select('id').throwOnError()
  if (data.length === 0) throw new Error('You may not change this note, or it is gone.')
}

export async function removeNote(id: string): Promise<void> {
  const { data } = await db.from('system_notes').delete().eq('id', id).select('id').throwOnError()
  if (data.length === 0) throw new Error('You may not remove this note, or it is gone already.')
}
