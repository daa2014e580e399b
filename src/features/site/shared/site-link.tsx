import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { isPreview, previewed } from '@/shared/domain/web/site-preview'

/** The address of a page of the site. A preview of the site on a host of the back office stays a preview (spec 1 §2.5). */
export function useSiteHref(): (path: string) => string {
  const { search } = useLocation()
  return (path) => (isPreview(search) ? previewed(path) : path)
}

type SiteLinkProps = { to: string; className?: string | undefined; children: ReactNode }

/** A link within the public site. */
export function SiteLink({ to, className, children }: SiteLinkProps) {
  const href = useSiteHref()
  return (
    <Link to={href(to)} className={className ?? ''}>
      {children}
    </Link>
  )
}
