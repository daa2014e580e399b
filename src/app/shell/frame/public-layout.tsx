import { Button } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { useSiteHref } from '@/features/site/shared/site-link'
import { linkTo } from '@/shared/lib/address'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { isStaffHostHere, useSite } from '@/app/start/site'
import { isStaffSession, useLogout, useViewer } from '@/app/viewer/viewer-context'
import { Brand } from './brand'
import { ColourBar } from './colour-bar'
import { Footer } from './footer'
import { FrameWords, useFrameWords } from './words/frame-words'
import classes from './public-layout.module.css'
import { SkipLink } from './skip-link'
import { ThemeToggle } from '../person/theme-toggle'

/** Header and footer of the public site and of the pages that clients open from mails. */
export const PublicLayout = ({ children }: { children: ReactNode }) => (
  <FrameWords>
    <Layout>{children}</Layout>
  </FrameWords>
)

function Layout({ children }: { children: ReactNode }) {
  const say = useFrameWords()
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
          <nav className={classes.links} aria-label={say('site')}>
            {siteLinks.map((link) => (
              <NavLink key={link.to} to={siteHref(link.to)} className={classes.link ?? ''}>
                {say(link.text)}
              </NavLink>
            ))}
          </nav>
        ) : null}
        <div className={classes.end}>
          {isClient ? (
            <NavLink to={linkTo('/my-account')} className={`${classes.link} ${classes.account}`}>
              <IconUser size={20} stroke={1.5} aria-hidden="true" />
              <span>{say('your_account')}</span>
            </NavLink>
          ) : null}
          <ThemeToggle />
          {viewer.session === 'signedOut' ? (
            <Button component={Link} to={linkTo('/auth')} variant="default" size="xs">
              {say('sign_in')}
            </Button>
          ) : null}
          {viewer.session !== 'signedIn' ? null : isStaffSession(viewer) && isStaffHostHere(config) ? (
            <Button component={Link} to={linkTo('/dashboard')} variant="default" size="xs">
              Dashboard
            </Button>
          ) : (
            <Button variant="default" size="xs" onClick={logout}>
              {say('log_out')}
            </Button>
          )}
        </div>
      </header>
      <main id="content" className={classes.content} tabIndex={-1}>
        <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
      </main>
      <Footer />
    </div>
  )
}

const siteLinks = [
  { text: 'services', to: linkTo('/services') },
  { text: 'products', to: linkTo('/products/manufactured') },
  { text: 'tips', to: linkTo('/tips-advice') },
  { text: 'book', to: linkTo('/schedule-appointment') },
] as const
