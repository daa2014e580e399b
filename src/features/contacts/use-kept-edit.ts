import { useState } from 'react'
import {
  type ContactDraft,
  contactDraft,
  contactFields,
  type ContactValues,
  emptyContact,
} from '@/shared/domain/contact'
import { useCurrentUser } from '@/shared/ui/current-user'

/** A card that is being edited: which version of it, how it read when editing began, and what was typed since. */
export type ContactEdit = { version: number; before: ContactDraft; draft: ContactDraft }

/** The edit of a card survives a reload: it is kept in this browser, for this person, until it is saved or dropped. */
export function useKeptEdit(contactId: string) {
  const key = `signwright-draft:${useCurrentUser().id}:edit-${contactId}`
  const [edit, setEdit] = useState<ContactEdit | null>(() => kept(key))
  const put = (next: ContactEdit | null) => {
    setEdit(next)
    try {
      if (next === null) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(next))
    } catch {
      return
    }
  }
  const begin = (card: ContactValues & { row_version: number }) => {
    const before = contactDraft(card)
    put({ version: card.row_version, before, draft: before })
  }
  return { edit, put, begin }
}

function kept(key: string): ContactEdit | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const version: unknown = Reflect.get(stored, 'version')
    const before = draftIn(Reflect.get(stored, 'before'))
    const draft = draftIn(Reflect.get(stored, 'draft'))
    return typeof version === 'number' && before && draft ? { version, before, draft } : null
  } catch {
    return null
  }
}

function draftIn(value: unknown): ContactDraft | null {
  if (typeof value !== 'object' || value === null) return null
  const draft = { ...emptyContact }
  for (const field of contactFields) {
    const text: unknown = Reflect.get(value, field)
    if (typeof text === 'string') draft[field] = text
  }
  return draft
}
