import '../shell/frame/base-styles'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { Navigate, Outlet, type RouteObject, ScrollRestoration, useLocation } from 'react-router-dom'
import { companyQuery } from '@/features/site/shared/api/company.query'
import { useNoteVisit } from '@/features/site/visits/use-note-visit'
import type { AppConfig } from '@/shared/db/config'
import { setFormats } from '@/shared/domain/text/formats'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { routesIn } from '../routing/create-router'
import { BaseProviders } from './base-providers'
import { clientSet } from '../route-sets/client'
import { marketingSet } from '../route-sets/marketing'
import { NotFound } from '../shell/failures/not-found'
import { PublicLayout } from '../shell/frame/public-layout'
import { SiteMetadata } from '../shell/frame/site-metadata'
import { isStaffHostHere, type Site, SiteContext, useSite } from './site'
import { ViewerContext } from '../viewer/viewer-context'
import { visitorSetAt } from './visitor-set'

const sets = { client: clientSet, marketing: marketingSet }
export type VisitorSet = keyof typeof sets

/** Brings the whole app, at the address where the tab is by then. */
const WholeAppContext = createContext<() => void>(() => {})

const signedOut = { session: 'signedOut' } as const

type VisitorGroundProps = {
  queryClient: QueryClient
  config: AppConfig
  switchTo: Site['switchTo']
  toWholeApp: () => void
  children: ReactNode
}

/** Providers of visitors' pages, in the browser and in the server that writes them. */
export function VisitorProviders({ queryClient, config, switchTo, toWholeApp, children }: VisitorGroundProps) {
  const site = useMemo(() => ({ config, switchTo }), [config, switchTo])
  return (
    <BaseProviders queryClient={queryClient}>
      <ViewerContext value={signedOut}>
        <SiteContext value={site}>
          <WholeAppContext value={toWholeApp}>
            <SiteMetadata />
            {children}
          </WholeAppContext>
        </SiteContext>
      </ViewerContext>
    </BaseProviders>
  )
}

/** Sets the company's formats, if they were read already, before the first text is made. */
export function followFormats(queryClient: QueryClient): void {
  const formats = queryClient.getQueryData(companyQuery().queryKey)?.formats
  if (formats) setFormats(formats)
}

const layout = (
  <PublicLayout>
    <Outlet />
  </PublicLayout>
)

/** The routes of a set of visitors. */
export const routesOfVisit = (name: VisitorSet): RouteObject[] =>
  routesIn({
    set: sets[name],
    root: <Root set={name} />,
    frames: { public: layout, shared: layout, staff: layout, whole: <WholeApp />, bare: <WholeApp /> },
    fallback: <Fallback set={name} />,
  })

/** Another set, or the whole app, where the address leads to one. */
function Root({ set }: { set: VisitorSet }) {
  const place = useLocation()
  const { config, switchTo } = useSite()
  const wanted = isOnServer ? set : visitorSetAt(place, config)
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

/** There the set was chosen by the host of the request. */
const isOnServer = typeof window === 'undefined'

function WholeApp() {
  const toWholeApp = useContext(WholeAppContext)
  useEffect(toWholeApp, [toWholeApp])
  return <LoadingScreen />
}

/** On a staff host an unknown address may belong to the back office, so the whole app handles it (spec 1 §2.3). */
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
