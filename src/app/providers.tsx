import './shell/base-styles'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { SessionProvider } from '@/features/system/auth/session-provider'
import { useCompanyLook } from '@/features/site/website/use-company-look'
import type { AppConfig } from '@/shared/db/config'
import { CompanySignContext } from '@/shared/ui/company-sign'
import { queryClient } from './query-client'
import type { RouteSetName } from './route-sets/route'
import { SiteMetadata } from './shell/site-metadata'
import { cssVariables, themeIn } from './shell/theme'
import { useFocusReturn } from './shell/use-focus-return'
import { SiteContext } from './site'
import { ViewerProvider } from './viewer'

const Overlays = lazy(async () => ({ default: (await import('./shell/overlays')).Overlays }))

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
              <Suspense fallback={null}>
                <Overlays />
              </Suspense>
              <SiteMetadata />
              {children}
            </SiteContext>
          </ViewerProvider>
        </SessionProvider>
      </Look>
    </QueryClientProvider>
  )
}

/** Light or dark, with the name, the logo and the colour of the company as they are now. */
function Look({ children }: { children: ReactNode }) {
  const { name, logoUrl, country, brandColour } = useCompanyLook()
  const theme = useMemo(() => themeIn(brandColour), [brandColour])
  const sign = useMemo(() => ({ name, logoUrl, country }), [name, logoUrl, country])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <CompanySignContext value={sign}>{children}</CompanySignContext>
    </MantineProvider>
  )
}
