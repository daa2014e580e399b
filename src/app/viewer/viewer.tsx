import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { useSession } from '@/features/system/auth/session-provider'
import { type ReadRights, rightsQuery, toldRights } from '@/features/system/rights/api/rights.query'
import { serverBackoff } from '@/shared/db/fetch/server-backoff'
import { isUnreachable } from '@/shared/db/fetch/unreachable'
import { noRights, type Rights } from '@/shared/domain/people/permission'
import { memoryOfVisit } from '@/shared/lib/memory'
import type { Viewer } from '../routing/access'
import { ViewerContext } from './viewer-context'

const LiveRights = lazy(async () => ({ default: (await import('./live-rights')).LiveRights }))

/** Provides the viewer. Its children stay mounted during sign-in and sign-out. */
export function ViewerProvider({ children }: { children: ReactNode }) {
  const { status, hasEnded, user } = useSession()
  const id = user?.id ?? null
  const mustChangePassword = user?.hasTemporaryPassword ?? false
  const read = useQuery({ ...rightsQuery(id ?? ''), enabled: id !== null })
  const { isError, error, fetchStatus } = read
  const kept = useKeptRights(id, read.data)
  // Until they can be read: nobody answers.
  const data = read.data ?? (fetchStatus === 'paused' || (isError && isOutage(error)) ? (kept ?? undefined) : undefined)
  const isCovered = isError && data !== undefined && isOutage(error)
  const rights = isError && !isCovered ? noRights : (data?.rights ?? null)
  const viewer = useMemo(
    () => viewerOf(hasEnded ? 'ended' : status, rights, { isCovered, mustChangePassword }),
    [hasEnded, status, rights, isCovered, mustChangePassword],
  )

  return (
    <ViewerContext value={viewer}>
      {user ? (
        <Suspense fallback={null}>
          <LiveRights key={user.id} userId={user.id} />
        </Suspense>
      ) : null}
      {children}
    </ViewerContext>
  )
}

/** The rights of a person as this browser read them last: for a start without a network. A sign-out takes them. */
function useKeptRights(id: string | null, read: ReadRights | undefined): ReadRights | null {
  const memory = useMemo(() => (id === null ? null : memoryOfVisit(id, 'rights', toldRights)), [id])
  useEffect(() => {
    if (read) memory?.keep(read)
  }, [memory, read])
  return useMemo(() => memory?.read() ?? null, [memory])
}

/** Nobody answers, so nothing was said about the rights; a server that refuses to tell them takes them away. */
const isOutage = (error: unknown): boolean => isUnreachable(error) || serverBackoff.over() !== null

type About = { isCovered: boolean; mustChangePassword: boolean }

const viewerOf = (status: Viewer['session'], rights: Rights | null, about: About): Viewer =>
  status === 'signedIn' ? { session: status, rights, ...about } : { session: status }
