import './shell/base-styles'
import { QueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { Navigate, Outlet, RouterProvider, ScrollRestoration, useLocation } from 'react-router-dom'
import { onSessionKeptElsewhere } from '@/features/system/auth/stored-session'
import { bannersQuery } from '@/features/site/shared/api/site.query'
import { useNoteVisit } from '@/features/site/visits/use-note-visit'
import type { AppConfig } from '@/shared/db/config'
import { LoadingScreen } from '@/shared/ui/loading-screen'
import { createSetRouter } from './create-router'
import { Ground } from './ground'
import { clientSet } from './route-sets/client'
import { marketingSet } from './route-sets/marketing'
import { NotFound } from './shell/not-found'
import { PublicLayout } from './shell/public-layout'
import { SiteMetadata } from './shell/site-metadata'
import { isStaffHostHere, SiteContext, useSite } from './site'
import { ViewerContext } from './viewer-context'
import { visitorSetAt } from './visitor-set'

const sets = { client: clientSet, marketing: marketingSet }
type VisitorSet = keyof typeof sets

/** Brings the whole app, at the address where the tab is by then. */
const WholeAppContext = createContext<() => void>(() => {})

const minutes = 60_000
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5 * minutes, gcTime: 10 * minutes, retry: false, refetchOnWindowFocus: false },
  },
})

const signedOut = { session: 'signedOut' } as const

type VisitorAppProps = { config: AppConfig; first: VisitorSet; toWholeApp: () => void }

/**
 * The public site and what clients open from mails, for a tab without a session: no code for accounts, live topics or
 * the back office (docs/decisions/0184). The whole app takes over where somebody wants to sign in, or did in another tab.
 */
export function VisitorApp({ config, first, toWholeApp }: VisitorAppProps) {
  const [{ set, router }, mount] = useState(() => mounted(first))
  const site = useMemo(
    () => ({
      config,
      switchTo: (next: string) => {
        router.dispose()
        if (next === 'client' || next === 'marketing') mount(mounted(next))
        else toWholeApp()
      },
    }),
    [config, router, toWholeApp],
  )
  useEffect(() => onSessionKeptElsewhere(toWholeApp), [toWholeApp])
  // Asked beside the code of the page: banners that come after it would push it down.
  useEffect(() => {
    if (set === 'marketing') void queryClient.prefetchQuery(bannersQuery(window.location.pathname))
  }, [set])
  return (
    <Ground queryClient={queryClient}>
      <ViewerContext value={signedOut}>
        <SiteContext value={site}>
          <WholeAppContext value={toWholeApp}>
            <SiteMetadata />
            <RouterProvider key={set} router={router} />
          </WholeAppContext>
        </SiteContext>
      </ViewerContext>
    </Ground>
  )
}

const layout = (
  <PublicLayout>
    <Outlet />
  </PublicLayout>
)

const mounted = (name: VisitorSet) => ({
  set: name,
  router: createSetRouter({
    set: sets[name],
    root: <Root set={name} />,
    frames: { public: layout, shared: layout, staff: layout, whole: <WholeApp />, bare: <WholeApp /> },
    fallback: <Fallback set={name} />,
  }),
})

/** Another set, or the whole app, where the address leads to one. */
function Root({ set }: { set: VisitorSet }) {
  const place = useLocation()
  const { config, switchTo } = useSite()
  const wanted = visitorSetAt(place, config)
  useNoteVisit(place.pathname)
  useEffect(() => {
    if (wanted !== null && wanted !== set) switchTo(wanted)
  }, [wanted, set, switchTo])
  if (wanted === null) return <WholeApp />
  return wanted === set ? (
    <>
      <ScrollRestoration />
      <Outlet />
    </>
  ) : (
    <LoadingScreen />
  )
}

function WholeApp() {
  const toWholeApp = useContext(WholeAppContext)
  useEffect(toWholeApp, [toWholeApp])
  return <LoadingScreen />
}

/** On a staff host an unknown address may belong to the back office: the whole app knows it (spec 1 §2.3). */
function Fallback({ set }: { set: VisitorSet }) {
  const { config } = useSite()
  const { fallback } = sets[set]
  if (isStaffHostHere(config)) return <WholeApp />
  if (fallback !== 'not-found') return <Navigate to={fallback} replace />
  return (
    <PublicLayout>
      <NotFound />
    </PublicLayout>
  )
}
