import { useLayoutEffect, useRef } from 'react'
import { articleText } from './article-text'
import { articleNodes } from './sanitise-article'

const isOnServer = typeof window === 'undefined'

/**
 * Rich text of the office as DOM nodes; no stored script can run. A page that the server wrote already has the text,
 * and keeps it until these nodes replace it.
 */
export function Article({ html, className }: { html: string; className?: string | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    place.current?.replaceChildren(articleNodes(html))
  }, [html])
  return (
    <div
      ref={place}
      className={className ?? ''}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: isOnServer ? articleText(html) : '' }}
    />
  )
}
