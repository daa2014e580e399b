import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { noRights, type Rights } from '@/shared/domain/people/permission'
import { type ReadRights, rightsQuery } from './api/rights.query'
import { keepRightsFresh } from './fresh-rights'

export type LiveRights = {
  /** Null until they were read once. When they cannot be read, nothing is allowed. */
  rights: Rights | null
  adminProblem: ReadRights['adminProblem']
}

/**
 * The rights of a person as they change: read on connection, on each nudge, and every 30 s while not live, by one tab
 * of the browser for all.
 */
export function useLiveRights(userId: string): LiveRights {
  const queryClient = useQueryClient()
  const { data, isError } = useQuery(rightsQuery(userId))
  const role = data?.rights.role ?? null

  useEffect(() => {
    const subscription = keepRightsFresh(userId, role, queryClient).subscribe()
    return () => subscription.unsubscribe()
  }, [userId, role, queryClient])

  if (isError) return { rights: noRights, adminProblem: null }
  return { rights: data?.rights ?? null, adminProblem: data?.adminProblem ?? null }
}
