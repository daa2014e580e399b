import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { EMPTY, merge } from 'rxjs'
import { noRights, type Rights } from '@/shared/domain/permission'
import { topics } from '@/shared/domain/nudge'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { type ReadRights, rightsKey, rightsQuery } from './api/rights.query'
import { onlyOf } from './only-of'

/** While the channel is down, rights are read again this often, in ms (spec 1 §9). */
const pollEvery = 30_000
const settle = 200
/** A change of a whole role reaches many people at once; they read again spread over this many ms. */
const spread = 800

export type LiveRights = {
  /** Null until they were read once. When they cannot be read, nothing is allowed. */
  rights: Rights | null
  adminProblem: ReadRights['adminProblem']
}

/** The rights of a person as they change: read on connection, on each nudge, and every 30 s while not live. */
export function useLiveRights(userId: string): LiveRights {
  const queryClient = useQueryClient()
  const { data, isError } = useQuery(rightsQuery(userId))
  const role = data?.rights.role ?? null

  useEffect(() => {
    const own$ = channel(topics.user(userId)).pipe(onlyOf(['user_roles']), resync({ pollEvery, settle }))
    const ofRole$ = role
      ? channel(topics.role(role)).pipe(
          onlyOf(['page_permissions', 'role_permissions']),
          resync({ pollEvery, settle: settle + Math.random() * spread }),
        )
      : EMPTY
    const subscription = merge(own$, ofRole$).subscribe(
      () => void queryClient.invalidateQueries({ queryKey: [...rightsKey, userId] }),
    )
    return () => subscription.unsubscribe()
  }, [userId, role, queryClient])

  if (isError) return { rights: noRights, adminProblem: null }
  return { rights: data?.rights ?? null, adminProblem: data?.adminProblem ?? null }
}
