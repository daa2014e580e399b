import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { useSession } from '@/features/system/auth/session-provider'
import { rightsQuery } from '@/features/system/rights/api/rights.query'
import { serverRest } from '@/shared/db/server-rest'
import { isUnreachable } from '@/shared/db/unreachable'
import { noRights, type Rights } from '@/shared/domain/permission'
import type { Viewer } from './access'
import { ViewerContext } from './viewer-context'

const LiveRights = lazy(async () => ({ default: (await import('./live-rights')).LiveRights }))

/** Knows who looks at the screens. Its children stay mounted while somebody signs in or out. */
export function ViewerProvider({ children }: { children: ReactNode }) {
  const { status, hasEnded, user } = useSession()
  const { data, isError, error } = useQuery({ ...rightsQuery(user?.id ?? ''), enabled: user !== null })
  const isCovered = isError && data !== undefined && isOutage(error)
  const rights = isError && !isCovered ? noRights : (data?.rights ?? null)
  const viewer = useMemo(
    () => viewerOf(hasEnded ? 'ended' : status, rights, isCovered),
    [hasEnded, status, rights, isCovered],
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

/** Nobody answers, so nothing was said about the rights; a server that refuses to tell them takes them away. */
const isOutage = (error: unknown): boolean => isUnreachable(error) || serverRest.over() !== null

const viewerOf = (status: Viewer['session'], rights: Rights | null, isCovered: boolean): Viewer =>
  status === 'signedIn' ? { session: status, rights, ...(isCovered ? { isCovered } : {}) } : { session: status }
