import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { exhaustMap, filter, merge, pairwise } from 'rxjs'
import { noRights, type Rights } from '@/shared/domain/people/permission'
import { nudgeSchema, topics } from '@/shared/domain/records/nudge'
import { CurrentUserContext } from '@/shared/hooks/current-user'
import { setOwnLengthUnit } from '@/shared/domain/text/formats'
import { readAgain } from '@/shared/hooks/read-again'
import type { Signal } from '@/streams/realtime/channels'
import { channel } from '@/streams/realtime/live-channels'
import { accountClosure } from './api/account-closed.query'
import { currentPersonKey, currentPersonQuery } from './api/current-person.query'
import { personName } from './person-name'
import { type SignedInUser, useSession } from './session-provider'

type CurrentUserProviderProps = {
  /** Null until they were read: nothing is allowed yet. */
  rights: Rights | null
  children: ReactNode
}

/** Provides the signed-in person and their rights to the screens below; null for visitors. */
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
  const { data: person, isPending } = useQuery(currentPersonQuery(user.id))
  const { id, email } = user
  const ownUnit = person?.lengthUnit ?? null
  useEffect(() => {
    setOwnLengthUnit(ownUnit)
    return () => setOwnLengthUnit(null)
  }, [ownUnit])

  const current = useMemo(
    () => ({ id, email, name: personName({ isPending, person, email }), avatarUrl: person?.avatarUrl ?? null, rights }),
    [id, email, person, isPending, rights],
  )
  return <CurrentUserContext value={current}>{children}</CurrentUserContext>
}

const tableOf = (signal: Signal): string | null =>
  signal.kind === 'message' ? (nudgeSchema.safeParse(signal.payload).data?.table ?? null) : null

const closedWords = {
  ended: { title: 'Your access was ended', message: 'Ask an administrator if this is a mistake.' },
  signedOut: { title: 'You were signed out', message: 'Your account was changed. Please sign in again.' },
} as const

/**
 * Shows a new name or picture as soon as it is stored. A deactivated person is signed out at once: their account says
 * so, or their connection breaks and the server is asked.
 */
function useLivePerson(userId: string) {
  const queryClient = useQueryClient()
  const { close } = useSession()

  useEffect(() => {
    const own$ = channel(topics.user(userId))
    const changed$ = own$.pipe(filter((signal) => tableOf(signal) === 'contacts'))
    const broken$ = own$.pipe(
      pairwise(),
      filter(([before, signal]) => before.kind !== 'lost' && signal.kind === 'lost'),
    )
    const accountChanged$ = own$.pipe(filter((signal) => tableOf(signal) === 'accounts'))
    const closed$ = merge(broken$, accountChanged$).pipe(
      exhaustMap(() => accountClosure().catch(() => null)),
      filter((closure) => closure !== null),
    )
    const subscription = changed$.subscribe(() => void readAgain(queryClient, currentPersonKey))
    subscription.add(
      closed$.subscribe((closure) => {
        notifications.show({ id: 'account-closed', color: 'red', autoClose: 15_000, ...closedWords[closure] })
        close()
      }),
    )
    return () => subscription.unsubscribe()
  }, [userId, queryClient, close])
}
