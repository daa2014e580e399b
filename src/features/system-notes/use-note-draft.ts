import { useState } from 'react'
import { z } from 'zod'
import { useCurrentUser } from '@/shared/ui/current-user'
import type { NoteValues } from './api/system-notes.mutation'

const draftSchema = z.object({ title: z.string(), body: z.string(), pinned: z.boolean() })
const emptyNote: NoteValues = { title: '', body: '', pinned: false }

/** A new note that is being written: kept in this browser until it is saved or thrown away. Null while none is. */
export function useNoteDraft() {
  const key = `signwright-draft:${useCurrentUser().id}:system-note`
  const [draft, setDraft] = useState<NoteValues | null>(() => read(key))
  return {
    draft,
    begin: () => setDraft((current) => current ?? emptyNote),
    keep: (next: NoteValues) => {
      setDraft(next)
      write(key, next)
    },
    forget: () => {
      setDraft(null)
      write(key, null)
    },
  }
}

function read(key: string): NoteValues | null {
  try {
    return draftSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

function write(key: string, draft: NoteValues | null): void {
  try {
    if (draft === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    return
  }
}
