import { useLayoutEffect, useRef } from 'react'
import { createArticleSanitiser } from './sanitise-article'

let sanitise: ReturnType<typeof createArticleSanitiser> | null = null

/** Rich text of the office as nodes: whatever was stored, nothing of it runs. */
export function Article({ html, className }: { html: string; className?: string | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    sanitise ??= createArticleSanitiser(window)
    place.current?.replaceChildren(sanitise(html))
  }, [html])
  return <div ref={place} className={className ?? ''} />
}
