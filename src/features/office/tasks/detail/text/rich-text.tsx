import { useLayoutEffect, useRef } from 'react'
import type { Colleague } from '@/features/office/tasks/api/staff.query'
import { readableText } from './readable-text'
import classes from './rich-text.module.css'

const nobody: readonly Colleague[] = []

/** Stored rich text. What it may not show is removed each time it is shown. */
export function RichText({ html, staff = nobody }: { html: string; staff?: readonly Colleague[] | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.replaceChildren(readableText(html, staff)), [html, staff])
  return <div ref={place} className={classes.text} data-plain={!html.includes('<') || undefined} />
}
