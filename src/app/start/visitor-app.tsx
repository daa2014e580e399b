import { QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { onSessionKeptElsewhere } from '@/features/system/auth/stored-session'
import { frameQuery } from '@/features/site/shared/api/site.query'
import type { AppConfig } from '@/shared/db/config'
import { chosenLanguage } from '@/shared/domain/texts/languages'
import { routesOfVisit, VisitorProviders, type VisitorSet } from './visitor-providers'

const minutes = 60_000
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5 * minutes, gcTime: 10 * minutes, retry: false, refetchOnWindowFocus: false },
  },
})

export type Mounted = { set: VisitorSet; router: ReturnType<typeof createBrowserRouter> }

export const mounted = (set: VisitorSet): Mounted => ({ set, router: createBrowserRouter(routesOfVisit(set)) })

type VisitorAppProps = { config: AppConfig; first: Mounted; toWholeApp: () => void }

/**
 * The public site and the pages that clients open from mails, for a tab without a session: no code for accounts, live
 * topics or the back office (docs/decisions/0184). It is replaced by the whole app when the visitor wants to sign in,
 * or did so in another tab.
 */
export function VisitorApp({ config, first, toWholeApp }: VisitorAppProps) {
  const [{ set, router }, mount] = useState(first)
  const switchTo = useMemo(
    () => (next: string) => {
      router.dispose()
      if (next === 'client' || next === 'marketing') mount(mounted(next))
      else toWholeApp()
    },
    [router, toWholeApp],
  )
  // A page that the server wrote waits for it (public/take-over.js).
  useEffect(() => void window.dispatchEvent(new Event('taken-over')), [])
  useEffect(() => onSessionKeptElsewhere(toWholeApp), [toWholeApp])
  // Asked beside the code of the page: banners that come after it would push it down.
  useEffect(() => {
    if (set === 'marketing')
      void queryClient.prefetchQuery(
        frameQuery(window.location.pathname, chosenLanguage(document.documentElement.lang)),
      )
  }, [set])
  return (
    <VisitorProviders queryClient={queryClient} config={config} switchTo={switchTo} toWholeApp={toWholeApp}>
      <RouterProvider key={set} router={router} />
    </VisitorProviders>
  )
}
