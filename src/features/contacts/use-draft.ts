import { useState } from 'react'
import { useCurrentUser } from '@/shared/ui/current-user'

/** What somebody types survives a reload: it is kept in this browser, for this person, until it is saved. */
export function useDraft<Draft extends Record<string, string>>(name: string, empty: Draft) {
  const key = `signwright-draft:${useCurrentUser().id}:${name}`
  const [draft, setDraft] = useState<Draft>(() => kept(key, empty))
  const keep = (next: Draft) => {
    setDraft(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      return
    }
  }
  const forget = () => {
    try {
      localStorage.removeItem(key)
    } catch {
      return
    }
  }
  return { draft, keep, forget, clear: () => (forget(), setDraft(empty)) }
}

function kept<Draft extends Record<string, string>>(key: string, empty: Draft): Draft {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return empty
    const known = Object.entries(stored).filter(([field, value]) => field in empty && typeof value === 'string')
    return { ...empty, ...Object.fromEntries(known) }
  } catch {
    return empty
  }
}
