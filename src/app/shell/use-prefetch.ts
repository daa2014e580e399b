import { useEffect } from 'react'

/**
 * Tells once of each link of this site that the pointer comes over or the focus reaches: what it leads to can be fetched
 * before it is asked for. `fetchFor` stays the same function.
 */
export function usePrefetch(fetchFor: (link: HTMLAnchorElement) => void): void {
  useEffect(() => {
    const known = new Set<string>()
    const look = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (!link || link.origin !== window.location.origin || known.has(link.href)) return
      known.add(link.href)
      fetchFor(link)
    }
    const kinds = ['pointerover', 'focusin'] as const
    for (const kind of kinds) document.addEventListener(kind, look, { passive: true })
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, look)
    }
  }, [fetchFor])
}
