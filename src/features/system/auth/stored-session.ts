import { fields, text } from '@/shared/domain/records/mini-schema'
import { forgetKey, keysFrom, memory, storedText } from '@/shared/lib/memory'

/** The Supabase client's key for the session; its other keys begin with it. */
export const sessionKey = 'sb-signwright-auth'

/** True when a session is stored, known before the first paint. A blocked storage has none. */
export const hasStoredSession = (): boolean => storedText(sessionKey) !== null

const keptSession = fields({ user: fields({ id: text, email: text }) })

/** The person of the stored session, if it can be read. */
export const storedUser = (): { id: string; email: string } | null =>
  memory(sessionKey, keptSession).read()?.user ?? null

/** Removes the token and everything the client keeps beside it. */
export const clearStoredSession = (): void => keysFrom(sessionKey).forEach(forgetKey)

/** Calls back when another tab removed the session. Returns how to stop. */
export function onSessionRemovedElsewhere(removed: () => void): () => void {
  const heard = (event: StorageEvent) => {
    const concernsUs = event.key === sessionKey || event.key === null
    if (concernsUs && !hasStoredSession()) removed()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

/** Calls back when another tab signs in. Returns the function that stops it. */
export function onSessionKeptElsewhere(kept: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === sessionKey && hasStoredSession()) kept()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

/** The channel on which the tabs of this browser tell each other that the person leaves. */
export const leavingName = 'signwright-leaving'

/** Tells the other tabs that the session ends because the person wants it. */
export function tellLeaving(): void {
  const channel = new BroadcastChannel(leavingName)
  channel.postMessage(null)
  channel.close()
}

/** Calls back when the person leaves in another tab. Returns how to stop. */
export function onLeavingElsewhere(left: () => void): () => void {
  const channel = new BroadcastChannel(leavingName)
  channel.onmessage = () => left()
  return () => channel.close()
}
