import { type ReactNode, useEffect, useRef } from 'react'
import site from '../../shared/site.module.css'

/** The page after a form was sent. The heading gets the focus, so that it is read out. */
export function Thanks({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={`${site.inside} ${site.section}`}>
      <h1 ref={heading} tabIndex={-1} className={site.display} style={{ outline: 'none' }}>
        {title}
      </h1>
      <p className={site.lead}>{lead}</p>
      <div className={site.row} style={{ marginTop: '2rem' }}>
        {children}
      </div>
    </div>
  )
}
