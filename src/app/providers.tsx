import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './shell/global.css'
import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { SessionProvider } from '@/features/auth/session-provider'
import { useBrandColour } from '@/features/website/use-brand-colour'
import type { AppConfig } from '@/shared/db/config'
import { queryClient } from './query-client'
import type { RouteSetName } from './route-sets/route'
import { SiteMetadata } from './shell/site-metadata'
import { cssVariables, themeIn } from './shell/theme'
import { useFocusReturn } from './shell/use-focus-return'
import { SiteContext } from './site'
import { ViewerProvider } from './viewer'

type ProvidersProps = { config: AppConfig; switchTo: (set: RouteSetName) => void; children: ReactNode }

export function Providers({ config, switchTo, children }: ProvidersProps) {
  const site = useMemo(() => ({ config, switchTo }), [config, switchTo])
  useFocusReturn()
  return (
    <QueryClientProvider client={queryClient}>
      <Look>
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
      </Look>
    </QueryClientProvider>
  )
}

/** Light or dark, in the colour of the company as it is now. */
export function Look({ children }: { children: ReactNode }) {
  const brandColour = useBrandColour()
  const theme = useMemo(() => themeIn(brandColour), [brandColour])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  )
}
