import { Alert, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PageFrame } from '@/shared/ui/page-frame'
import { metadataSettingsQuery } from '../api/save-metadata.mutation'
import { MetadataForm } from './metadata-form'

/** /settings/website: how the public site calls itself in titles, search results and shared links. For admins. */
export function MetadataSettingsScreen() {
  const stored = useQuery(metadataSettingsQuery)
  return (
    <PageFrame title="Website Metadata" lead="How the site calls itself in titles, search results and shared links.">
      {stored.isPending ? <Skeleton height={480} aria-label="Reading the settings" /> : null}
      {stored.isError && !stored.data ? (
        <Alert color="red" role="alert" title="The settings could not be read">
          <Button size="compact-sm" variant="default" onClick={() => void stored.refetch()}>
            Try again
          </Button>
        </Alert>
      ) : null}
      {stored.data ? <MetadataForm stored={stored.data} /> : null}
    </PageFrame>
  )
}
