import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { EMPTY, merge, tap } from 'rxjs'
import { noRights, type Rights } from '@/shared/domain/permission'
import { topics } from '@/shared/domain/nudge'
import { readAgain } from '@/shared/ui/read-again'
import { aboutTables } from '@/streams/realtime/about-tables'
import { channel } from '@/streams/realtime/live-channels'
import { oneAtATime } from '@/streams/realtime/one-at-a-time'
import { polledElsewhere, pollNews, tellPoll } from '@/streams/realtime/poll-news'
import { pollTurn } from '@/streams/realtime/poll-turn'
import { resync } from '@/streams/realtime/resync'
import { type ReadRights, readRightsSchema, rightsQuery } from './api/rights.query'

/** While the channel is down, rights are read again this often, in ms (spec 1 §9). */
const pollEvery = 30_000
const settle = 200

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
    const { queryKey } = rightsQuery(userId)
    const polls = `rights of ${userId}`
    const turns$ = pollTurn(polls)
    const own$ = channel(topics.user(userId)).pipe(aboutTables('user_roles'), resync({ pollEvery, settle, turns$ }))
    const ofRole$ = role
      ? channel(topics.role(role)).pipe(
          aboutTables('page_permissions', 'role_permissions'),
          resync({ pollEvery, settle, turns$ }),
        )
      : EMPTY
    const read$ = merge(own$, ofRole$).pipe(
      oneAtATime(async (because) => {
        await readAgain(queryClient, queryKey, because)
        const read = queryClient.getQueryState(queryKey)
        if (because === 'polled' && read?.status === 'success') tellPoll(polls, read.data)
      }),
    )
    const elsewhere$ = polledElsewhere(channel(topics.user(userId)), pollNews(polls)).pipe(
      tap((told) => {
        const rights = readRightsSchema.safeParse(told)
        if (rights.success) queryClient.setQueryData(queryKey, rights.data)
      }),
    )
    const subscription = merge(read$, elsewhere$).subscribe()
    return () => subscription.unsubscribe()
  }, [userId, role, queryClient])

  if (isError) return { rights: noRights, adminProblem: null }
  return { rights: data?.rights ?? null, adminProblem: data?.adminProblem ?? null }
}
