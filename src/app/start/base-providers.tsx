import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useCompanyLook } from '@/features/site/website/use-company-look'
import { CompanySignContext } from '@/shared/hooks/company-sign'
import { cssVariables, themeIn } from '@/shared/ui/theme'

/** Providers of both apps, the visitors' and the whole one: the query cache and the company's look. */
export const BaseProviders = ({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <Look>{children}</Look>
  </QueryClientProvider>
)

/** Light or dark, with the name, the logo and the colour of the company. */
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
