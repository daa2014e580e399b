import { useEffect } from 'react'

type Tell = (link: HTMLAnchorElement) => void

/**
 * Reports links of this site before they are followed. `fetchFor` gets each link once, when the pointer or the focus
 * reaches it, for cacheable things, but none while the device has no network. `askFor` gets each press, for data that
 * must be fresh. Both must be stable functions.
 */
export function usePrefetch(fetchFor: Tell, askFor: Tell): void {
  useEffect(() => {
    const known = new Set<string>()
    const linkOf = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      return link?.origin === window.location.origin ? link : null
    }
    const look = (event: Event) => {
      const link = linkOf(event)
      if (!link || known.has(link.href) || !navigator.onLine) return
      known.add(link.href)
      fetchFor(link)
    }
    const press = (event: PointerEvent) => {
      const link = event.button === 0 ? linkOf(event) : null
      if (link) askFor(link)
    }
    const kinds = ['pointerover', 'focusin'] as const
    for (const kind of kinds) document.addEventListener(kind, look, { passive: true })
    document.addEventListener('pointerdown', press, { passive: true })
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, look)
      document.removeEventListener('pointerdown', press)
    }
  }, [fetchFor, askFor])
}
