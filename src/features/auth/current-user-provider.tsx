import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { filter } from 'rxjs'
import { noRights, type Rights } from '@/shared/domain/permission'
import { nudgeSchema, topics } from '@/shared/domain/nudge'
import { CurrentUserContext } from '@/shared/ui/current-user'
import { channel } from '@/streams/realtime/live-channels'
import { currentPersonKey, currentPersonQuery, type Person } from './api/current-person.query'
import { type SignedInUser, useSession } from './session-provider'

type CurrentUserProviderProps = {
  /** Null until they were read: nothing is allowed yet. */
  rights: Rights | null
  children: ReactNode
}

/** Tells every screen below who is signed in and what they may do; visitors are null. */
export function CurrentUserProvider({ rights, children }: CurrentUserProviderProps) {
  const { user } = useSession()
  if (!user) return <CurrentUserContext value={null}>{children}</CurrentUserContext>
  return (
    <Known user={user} rights={rights ?? noRights}>
      {children}
    </Known>
  )
}

function Known({ user, rights, children }: { user: SignedInUser; rights: Rights; children: ReactNode }) {
  useLivePerson(user.id)
  const { data: person } = useQuery(currentPersonQuery(user.id))
  const { id, email } = user

  const current = useMemo(
    () => ({ id, email, name: nameOf(person, email), avatarUrl: person?.avatarUrl ?? null, rights }),
    [id, email, person, rights],
  )
  return <CurrentUserContext value={current}>{children}</CurrentUserContext>
}

/** A new name or picture shows everywhere as soon as it is stored. */
function useLivePerson(userId: string) {
  const queryClient = useQueryClient()
  useEffect(() => {
    const subscription = channel(topics.user(userId))
      .pipe(
        filter(
          (signal) => signal.kind === 'message' && nudgeSchema.safeParse(signal.payload).data?.table === 'contacts',
        ),
      )
      .subscribe(() => void queryClient.invalidateQueries({ queryKey: currentPersonKey }))
    return () => subscription.unsubscribe()
  }, [userId, queryClient])
}

function nameOf(person: Person | undefined, email: string): string {
  const written = [person?.name, person?.lastName].filter(Boolean).join(' ').trim()
  return written || email.split('@', 1)[0] || 'New User'
}
