import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { isUnreachable } from '@/shared/db/fetch/unreachable'
import type { OutboxEntry } from '@/shared/domain/records/outbox'
import { type CurrentUser, useCurrentUserOrNull } from '@/shared/hooks/current-user'
import { afterFirstScreen } from '@/shared/lib/first-screen'
import { readAgain } from '@/shared/hooks/read-again'
import { sayNotKept } from '@/shared/hooks/draft'
import { createOutbox, type Outbox, type Sending } from './outbox'
import type { KnownKind, LoadKinds } from './outbox-kind'

const OutboxContext = createContext<Outbox | null>(null)

type OutboxProviderProps = { kinds: LoadKinds; children: ReactNode }

/** Keeps the signed-in person's actions until the server has them. Visitors have no outbox. */
export function OutboxProvider({ kinds, children }: OutboxProviderProps) {
  const user = useCurrentUserOrNull()
  return user ? (
    <Running key={user.id} user={user} kinds={kinds}>
      {children}
    </Running>
  ) : (
    children
  )
}

function Running({ user, kinds, children }: OutboxProviderProps & { user: CurrentUser }) {
  const queryClient = useQueryClient()
  const userId = user.id
  const outbox = useMemo(() => {
    const kindOf = (entry: OutboxEntry) => kinds.kindOf(entry.kind)
    const reread = async (entry: OutboxEntry) => {
      const kind = await kindOf(entry).catch(() => undefined)
      const keys = kind?.touches(entry.payload) ?? []
      await Promise.allSettled(keys.map((key) => readAgain(queryClient, key)))
    }
    return createOutbox({
      userId,
      send: async (entry, as) => {
        const kind = await kindOf(entry).catch(() => 'not here' as const)
        if (kind === 'not here') return { kind: 'unreachable' }
        const outcome = await sendBy(kind, entry, as)
        // The changed rows are on the screen before the waiting sign goes.
        if (outcome.kind === 'sent') await Promise.race([reread(entry), soon()])
        return outcome
      },
      onUnkept: sayNotKept,
      onSettledLater: sayRefused,
      onEndedElsewhere: reread,
      onWithdrawn: async (entry) => (await kindOf(entry).catch(() => undefined))?.forget(entry.payload),
    })
  }, [userId, kinds, queryClient])
  useEffect(() => outbox.sendAs(user), [outbox, user])
  useEffect(() => outbox.start(), [outbox])
  // Loads the code before the network may go: a browser does not retry a failed import.
  useEffect(() => afterFirstScreen(kinds.prefetch), [kinds])
  return <OutboxContext value={outbox}>{children}</OutboxContext>
}

/** For how many ms at most a finished sending waits for its rows to be read again. */
const rereadPatience = 3_000
const soon = () => new Promise((passed) => setTimeout(passed, rereadPatience))

async function sendBy(kind: KnownKind | undefined, entry: OutboxEntry, as: CurrentUser): Promise<Sending> {
  if (!kind) return { kind: 'refused', reason: 'This page does not know how to send it' }
  try {
    return { kind: 'sent', answer: await kind.send(entry.payload, as, entry.id, entry.isTried) }
  } catch (error) {
    if (isUnreachable(error) || isEndedSession(error)) return { kind: 'unreachable' }
    const refusal = error instanceof Error ? error : new Error('')
    return { kind: 'refused', reason: refusal.message, error: refusal }
  }
}

/** An expired token says nothing about the action, so it waits for the next token. */
const isEndedSession = (error: unknown): boolean => error instanceof Error && /^JWT\b/.test(error.message)

function sayRefused({ state, label, reason }: OutboxEntry): void {
  if (state !== 'refused') return
  notifications.show({ color: 'red', title: `Not sent: ${label}`, message: reason, autoClose: false })
}

/** The outbox of the signed-in person: it keeps actions that can wait for the network. */
export function useOutbox(): Outbox {
  const outbox = useContext(OutboxContext)
  if (!outbox) throw new Error('This screen needs the outbox of a signed-in person.')
  return outbox
}

/** Everything that the server does not have yet, the oldest first. */
export function useOutboxEntries(): readonly OutboxEntry[] {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox.subscribe, outbox.getSnapshot)
}

/** The waiting entries of one kind for one record. */
export function useWaiting(kind: { name: string }, about: string): readonly OutboxEntry[] {
  const entries = useOutboxEntries()
  return useMemo(
    () => entries.filter((entry) => entry.kind === kind.name && entry.about === about),
    [entries, kind.name, about],
  )
}
