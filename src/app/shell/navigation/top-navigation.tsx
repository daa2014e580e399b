import { Fragment } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useRights } from '@/shared/hooks/current-user'
import { topNavigation } from './menu'
import { isHighlighted, visibleGroups } from './menu-rules'
import { prefetch } from './prefetch'
import classes from './top-navigation.module.css'

/** The links of the top bar, with a divider between the groups. */
export function TopNavigation() {
  const { pathname } = useLocation()
  const groups = visibleGroups(topNavigation, useRights())
  return (
    <nav className={classes.links} aria-label="Main">
      {groups.map((links, index) => (
        <Fragment key={links[0]?.to}>
          {index > 0 ? <span className={classes.divider} role="separator" aria-orientation="vertical" /> : null}
          {links.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              className={classes.link}
              aria-current={isHighlighted(link, pathname) ? 'page' : undefined}
              onPointerEnter={() => prefetch(link.to)}
              onFocus={() => prefetch(link.to)}
            >
              {link.label}
            </Link>
          ))}
        </Fragment>
      ))}
    </nav>
  )
}
