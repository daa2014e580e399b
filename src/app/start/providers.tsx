import '../shell/frame/base-styles'
import { useNotifications } from '@mantine/notifications'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { SessionProvider } from '@/features/system/auth/session-provider'
import type { AppConfig } from '@/shared/db/config'
import { BaseProviders } from './base-providers'
import { queryClient } from './query-client'
import { holdQuestions } from '@/kit/held-questions'
import { guardSecondClicks } from '@/kit/second-clicks'
import { afterFirstScreen } from '@/shared/lib/first-screen'
import { optionalPart } from '@/shared/lib/optional-part'
import type { RouteSetName } from '../route-sets/route'
import { SiteMetadata } from '../shell/frame/site-metadata'
import { useFocusReturn } from '../shell/use-focus-return'
import { SiteContext } from './site'
import { ViewerProvider } from '../viewer/viewer'

const Overlays = optionalPart(async () => (await import('../shell/frame/overlays')).Overlays)

type ProvidersProps = { config: AppConfig; switchTo: (set: RouteSetName) => void; children: ReactNode }

export function Providers({ config, switchTo, children }: ProvidersProps) {
  const site = useMemo(() => ({ config, switchTo }), [config, switchTo])
  useFocusReturn()
  useEffect(() => guardSecondClicks(document), [])
  return (
    <BaseProviders queryClient={queryClient}>
      <SessionProvider>
        <ViewerProvider>
          <SiteContext value={site}>
            <LaterOverlays />
            <SiteMetadata />
            {children}
          </SiteContext>
        </ViewerProvider>
      </SessionProvider>
    </BaseProviders>
  )
}

/** Toasts and confirmations come after the first screen, or with the first toast or question. */
function LaterOverlays() {
  const { notifications } = useNotifications()
  const [isWanted, want] = useState(false)
  useEffect(() => holdQuestions(() => want(true)), [])
  useEffect(() => afterFirstScreen(() => want(true)), [])
  return isWanted || notifications.length > 0 ? (
    <Suspense fallback={null}>
      <Overlays />
    </Suspense>
  ) : null
}
