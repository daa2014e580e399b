import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './shell/global.css'
import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { SessionProvider } from '@/features/auth/session-provider'
import type { AppConfig } from '@/shared/db/config'
import { queryClient } from './query-client'
import type { RouteSetName } from './route-sets/route'
import { SiteMetadata } from './shell/site-metadata'
import { cssVariables, theme } from './shell/theme'
import { SiteContext } from './site'
import { ViewerProvider } from './viewer'

type ProvidersProps = { config: AppConfig; switchTo: (set: RouteSetName) => void; children: ReactNode }

export function Providers({ config, switchTo, children }: ProvidersProps) {
  const site = useMemo(() => ({ config, switchTo }), [config, switchTo])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <ViewerProvider>
            <SiteContext value={site}>
              <ModalsProvider>
                <Notifications position="bottom-left" limit={4} />
                <SiteMetadata />
                {children}
              </ModalsProvider>
            </SiteContext>
          </ViewerProvider>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}
