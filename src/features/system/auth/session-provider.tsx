import { useQueryClient } from '@tanstack/react-query'
import { useActorRef, useSelector } from '@xstate/react'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { waitFor } from 'xstate'
import { liveSession } from './session.actors'
import { hasStoredSession } from './stored-session'

export type SignedInUser = { id: string; email: string; hasTemporaryPassword: boolean }

export type Session = {
  status: 'loading' | 'signedOut' | 'signedIn'
  /** True when the session ended against the person's will, and they are not at sign-in yet. */
  hasEnded: boolean
  /** The person, while `status` is `signedIn`. */
  user: SignedInUser | null
  /** The person leaves, in every tab of this browser; resolves when this tab is signed out. */
  signOut: () => Promise<void>
  /** Ends the session without a wish of the person: they are led to sign-in, and back. */
  close: () => void
  /** Says that the person is being asked to sign in. */
  askedToSignIn: () => void
  /** Called after the person chose their own password. */
  passwordChanged: () => void
}

const SessionContext = createContext<Session | null>(null)

/** Runs the session of this tab. It needs the query client above it, and is above everything that asks who is here. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const [machine] = useState(() => liveSession(queryClient))
  const [isStored] = useState(hasStoredSession)
  const actor = useActorRef(machine, { input: { isStored } })

  const isSignedIn = useSelector(actor, (state) => state.hasTag('signedIn'))
  const isSignedOut = useSelector(actor, (state) => state.hasTag('signedOut'))
  const hasEnded = useSelector(actor, (state) => state.matches('ended'))
  const known = useSelector(actor, (state) => state.context.user)
  const hasTemporaryPassword = useSelector(actor, (state) => state.context.hasTemporaryPassword)
  const id = known?.id
  const email = known?.email

  const session = useMemo((): Session => {
    const user = isSignedIn && id !== undefined ? { id, email: email ?? '', hasTemporaryPassword } : null
    return {
      status: user ? 'signedIn' : isSignedOut ? 'signedOut' : 'loading',
      hasEnded,
      user,
      signOut: async () => {
        actor.send({ type: 'person.signOut' })
        await waitFor(actor, (state) => state.hasTag('signedOut'))
      },
      close: () => actor.send({ type: 'session.close' }),
      askedToSignIn: () => actor.send({ type: 'person.askedToSignIn' }),
      passwordChanged: () => actor.send({ type: 'person.changedPassword' }),
    }
  }, [actor, isSignedIn, isSignedOut, hasEnded, id, email, hasTemporaryPassword])

  return <SessionContext value={session}>{children}</SessionContext>
}

/** The session of this tab. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('The session lives inside SessionProvider.')
  return session
}
