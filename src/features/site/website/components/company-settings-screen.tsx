import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAnchor } from '@/shared/hooks/use-anchor'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { companySettingsQuery } from '../api/company-settings.query'
import { CompanyForm } from './company-form'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { TaxPlaces } from './tax-places'
import { VatRates } from './vat-rates'

/** The company's identity, its formats, its VAT rates, and the sections of other areas. For admins. */
export function CompanySettingsScreen({ children }: { children?: ReactNode }) {
  const stored = useQuery(companySettingsQuery)
  useAnchor(Boolean(stored.data))
  return (
    <PageFrame
      title="Company"
      lead="What the site, the papers and the mails say of the company, and how it writes money and times."
    >
      {stored.isPending ? <NamedSkeleton height={480} label="Reading the settings" /> : null}
      {stored.isError && !stored.data ? (
        <Problem onRetry={() => void stored.refetch()}>The settings could not be read</Problem>
      ) : null}
      {stored.data === null ? (
        <Alert color="red" role="alert" title="This database has no company row">
          It is made when the database is set up. Ask the person who runs the server to run the migrations again.
        </Alert>
      ) : null}
      {stored.data ? <CompanyForm stored={stored.data} /> : null}
      <VatRates />
      {stored.data?.tax_kind === 'sales_tax' ? <TaxPlaces /> : null}
      {children}
    </PageFrame>
  )
}
