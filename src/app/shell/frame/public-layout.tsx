import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { useSiteHref } from '@/features/site/shared/site-link'
import { linkTo } from '@/shared/lib/address'
import { isStaffHostHere, useSite } from '@/app/start/site'
import { isStaffSession, useLogout, useViewer } from '@/app/viewer/viewer-context'
import { Brand } from './brand'
import { ColourBar } from './colour-bar'
import { Footer } from './footer'
import classes from './public-layout.module.css'
import { SkipLink } from './skip-link'
import { ThemeToggle } from '../person/theme-toggle'

/** Header and footer of the public site and of the pages that clients open from mails. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const viewer = useViewer()
  const { config } = useSite()
  const logout = useLogout()
  const siteHref = useSiteHref()
  const isClient = viewer.session === 'signedIn' && viewer.rights?.role === 'client'
  return (
    <div className={classes.shell}>
      <SkipLink />
      <ColourBar />
      <header className={classes.header}>
        <Brand to={siteHref(linkTo('/'))} />
        {siteLinks.length > 0 ? (
          <nav className={classes.links} aria-label="Site">
            {siteLinks.map((link) => (
              <NavLink key={link.to} to={siteHref(link.to)} className={classes.link ?? ''}>
                {link.label}
              </NavLink>
            ))}
            {isClient ? (
              <NavLink to={linkTo('/my-account')} className={classes.link ?? ''}>
                Your account
              </NavLink>
            ) : null}
          </nav>
        ) : null}
        <div className={classes.end}>
          <ThemeToggle />
          {viewer.session === 'signedOut' ? (
            <Button component={Link} to={linkTo('/auth')} variant="default" size="xs">
              Sign in
            </Button>
          ) : null}
          {viewer.session !== 'signedIn' ? null : isStaffSession(viewer) && isStaffHostHere(config) ? (
            <Button component={Link} to={linkTo('/dashboard')} variant="default" size="xs">
              Dashboard
            </Button>
          ) : (
            <Button variant="default" size="xs" onClick={logout}>
              Logout
            </Button>
          )}
        </div>
      </header>
      <main id="content" className={classes.content} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  )
}

const siteLinks = [
  { label: 'Services', to: linkTo('/services') },
  { label: 'Products', to: linkTo('/products/manufactured') },
  { label: 'Tips', to: linkTo('/tips-advice') },
  { label: 'Book a visit', to: linkTo('/schedule-appointment') },
]
