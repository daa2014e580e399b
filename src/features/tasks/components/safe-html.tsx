import { useMemo } from 'react'
import { createSanitiser } from '../sanitise-html'
import classes from './safe-html.module.css'

let sanitise: ReturnType<typeof createSanitiser> | null = null

/** Stored rich text. What it may not show is removed each time it is shown. */
export function SafeHtml({ html }: { html: string }) {
  const safe = useMemo(() => {
    sanitise ??= createSanitiser(window)
    return sanitise(html)
  }, [html])
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: safe }} />
}
