import type { QueryClient } from '@tanstack/react-query'
import { fromCallback, fromPromise } from 'xstate'
import {
  type EnsuredContact,
  type SessionEvent,
  sessionMachine,
  type SessionUser,
} from '@/machines/session/session.machine'
import { db } from '@/shared/db/client'
import { ownContactTold } from '@/shared/db/reads/own-contact'
import { isUnreachable } from '@/shared/db/fetch/unreachable'
import { forgetKeptApp } from '@/shared/lib/day-worker'
import { forgetVisits } from '@/shared/lib/memory'
import { forgetReads } from '@/shared/hooks/forget-reads'
import {
  clearStoredSession,
  onLeavingElsewhere,
  onSessionRemovedElsewhere,
  storedUser,
  tellLeaving,
} from './stored-session'
import { nameOfAddress } from './name-of-address'

/** Codes of the database: no row for `single()`, and a row that is already there. */
const noRow = 'PGRST116'
const duplicate = '23505'

/** The session of this tab with its real effects. It outlives every screen, so it gets the cache that it empties. */
export const liveSession = (queryClient: QueryClient) =>
  sessionMachine.provide({
    actors: {
      authEvents: fromCallback(({ sendBack }) => listenToAuth(sendBack)),
      readSession: fromPromise(readSession),
      ensureContact: fromPromise(({ input }) => ensureContact(someone(input))),
      ensureRole: fromPromise(({ input }) => ensureRole(someone(input))),
      sendVerificationEmail: fromPromise(({ input }) => sendVerificationEmail(someone(input))),
      signOut: fromPromise(signOutHere),
    },
    actions: {
      tellOtherTabs: () => tellLeaving(),
      clearStoredToken: () => clearStoredSession(),
      clearCaches: () => forgetReads(queryClient),
      rereadPerson: () => void queryClient.invalidateQueries(),
    },
  })

/** Ends the session in this browser: its tokens go first, so no network is needed to be signed out. Drafts stay. */
export async function signOutHere(): Promise<void> {
  forgetVisits()
  forgetKeptApp()
  const { error } = await db.auth.signOut({ scope: 'local' })
  if (error) throw error
}

function listenToAuth(send: (event: SessionEvent) => void): () => void {
  const { data } = db.auth.onAuthStateChange((event, session) => {
    if (event === 'SIGNED_OUT') return send({ type: 'session.signedOut' })
    if (!session) return
    const arrived = event === 'SIGNED_IN' || event === 'PASSWORD_RECOVERY'
    send({ type: arrived ? 'session.signedIn' : 'session.renewed', user: toUser(session.user) })
  })
  const stopWatching = onSessionRemovedElsewhere(() => send({ type: 'session.signedOut' }))
  const stopListening = onLeavingElsewhere(() => send({ type: 'session.left' }))
  return () => {
    data.subscription.unsubscribe()
    stopWatching()
    stopListening()
  }
}

/** Without a network nobody can know whether the stored session has ended, so its person stays. */
async function readSession(): Promise<SessionUser | null> {
  const stored = storedUser()
  if (stored && !navigator.onLine) return stored
  const { data, error } = await db.auth.getSession()
  if (error && stored && isUnreachable(error)) return stored
  if (error) throw error
  return data.session ? toUser(data.session.user) : null
}

async function ensureContact(user: SessionUser): Promise<EnsuredContact> {
  // No row is a usual answer: a client may not read the own card, and is told of it by a function.
  const found = await db.from('contacts').select('id, has_temporary_password').eq('user_id', user.id).maybeSingle()
  if (found.error) throw found.error
  if (found.data) return { created: false, hasTemporaryPassword: found.data.has_temporary_password }
  const told = await ownContactTold().catch(() => null)
  if (told) return { created: false, hasTemporaryPassword: told.has_temporary_password }

  const { error } = await db.from('contacts').insert({
    user_id: user.id,
    name: nameOfAddress(user.email),
    email: user.email,
    type: 'Person',
    profile: 'pending_verification',
    created_at: new Date().toISOString(),
  })
  if (error && error.code !== duplicate) throw error
  return { created: !error, hasTemporaryPassword: false }
}

async function ensureRole(user: SessionUser): Promise<{ created: boolean }> {
  const found = await db.from('user_roles').select('role').eq('user_id', user.id).single()
  if (found.data) return { created: false }
  if (found.error?.code !== noRow) throw found.error

  const { error } = await db.from('user_roles').insert({ user_id: user.id, role: 'pending' })
  if (error && error.code !== duplicate) throw error
  return { created: !error }
}

async function sendVerificationEmail(user: SessionUser): Promise<void> {
  const { error } = await db.functions.invoke('send-verification-email', {
    body: { userEmail: user.email, userName: nameOfAddress(user.email), userId: user.id },
  })
  if (error) throw error
}

const toUser = (user: { id: string; email?: string | undefined }): SessionUser => ({
  id: user.id,
  email: user.email ?? '',
})

function someone(user: SessionUser | null): SessionUser {
  if (!user) throw new Error('Nobody is signed in.')
  return user
}
