import { useQuery } from '@tanstack/react-query'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import { metadataSettingsQuery } from '../api/save-metadata.mutation'
import { MetadataForm } from './metadata-form'
import { NamedSkeleton } from '@/shared/ui/named-skeleton'

/** /settings/website: how the public site calls itself in titles, search results and shared links. For admins. */
export function MetadataSettingsScreen() {
  const stored = useQuery(metadataSettingsQuery)
  return (
    <PageFrame title="Website Metadata" lead="How the site calls itself in titles, search results and shared links.">
      {stored.isPending ? <NamedSkeleton height={480} label="Reading the settings" /> : null}
      {stored.isError && !stored.data ? (
        <Problem onRetry={() => void stored.refetch()}>The settings could not be read</Problem>
      ) : null}
      {stored.data ? <MetadataForm stored={stored.data} /> : null}
    </PageFrame>
  )
}
