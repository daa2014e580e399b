import type { ValuesOf } from '@/kit/fields/field'
import { insertRow, removeRow, saveVersioned, updateRow } from '@/kit/save/save-row'
import type { noteFields } from '../note-fields'
import type { SystemNote } from './system-notes.query'

type NoteValues = ValuesOf<typeof noteFields>
const note = { table: 'system_notes', what: 'this note' } as const

export const addNote = (values: NoteValues) => insertRow({ ...note, values })
export const saveNote = (row: SystemNote, values: NoteValues) => saveVersioned({ ...note, row, values })
/** Pins or unpins a note. Another person's simultaneous edit stays. */
export const pinNote = ({ id, pinned }: { id: string; pinned: boolean }) =>
  updateRow({ ...note, id, values: { pinned } })
export const removeNote = (id: string) => removeRow({ ...note, id })
