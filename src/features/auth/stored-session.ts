/** Where the Supabase client keeps the session; its other keys begin with it. */
export const sessionKey = 'sb-signwright-auth'

/** Whether somebody was signed in here, known before the first paint. A blocked storage holds nothing. */
export function hasStoredSession(): boolean {
  try {
    return window.localStorage.getItem(sessionKey) !== null
  } catch {
    return false
  }
}

/** Removes the token and everything the client keeps beside it. */
export function clearStoredSession(): void {
  try {
    const keys = Array.from({ length: window.localStorage.length }, (_, index) => window.localStorage.key(index))
    for (const key of keys) if (key?.startsWith(sessionKey)) window.localStorage.removeItem(key)
  } catch {
    return
  }
}

/** Calls back when another tab removed the session. Returns how to stop. */
export function onSessionRemovedElsewhere(removed: () => void): () => void {
  const heard = (event: StorageEvent) => {
    const concernsUs = event.key === sessionKey || event.key === null
    if (concernsUs && !hasStoredSession()) removed()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}
