import { useLayoutEffect, useRef } from 'react'
import { articleNodes } from './sanitise-article'

/** Rich text of the office as nodes: whatever was stored, nothing of it runs. */
export function Article({ html, className }: { html: string; className?: string | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    place.current?.replaceChildren(articleNodes(html))
  }, [html])
  return <div ref={place} className={className ?? ''} />
}
