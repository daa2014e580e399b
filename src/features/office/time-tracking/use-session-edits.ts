import { useState } from 'react'
import type { Session } from '@/shared/domain/time/time-entry'
import { useServerSecond } from '@/streams/react/use-worked-seconds'
import { type Edit, type Edits, linesOf, problemsOf, sessionsOf } from './correction'

/** A person's edits over the current sessions, and their problems by the server's clock. */
export function useSessionEdits(sessions: readonly Session[]) {
  const now = useServerSecond(true)
  const [edits, setEdits] = useState<Edits>({})
  const lines = linesOf(sessions, edits)
  const problems = problemsOf(lines, now)
  return {
    now,
    lines,
    problems,
    isRight: Object.keys(problems).length === 0,
    sessions: sessionsOf(lines),
    change: (key: string, edit: Edit) => setEdits((current) => ({ ...current, [key]: { ...current[key], ...edit } })),
  }
}

export type SessionEdits = ReturnType<typeof useSessionEdits>
