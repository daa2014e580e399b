import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { metadataSettingsQuery } from '../api/save-metadata.mutation'
import { MetadataForm } from './metadata-form'
import { PolicyEditor } from './policy-editor'

const parts = ['metadata', 'privacy', 'terms'] as const

/** /settings/website: how the public site calls itself, and its legal texts. For admins. */
export function WebsiteSettingsScreen() {
  const [query, setQuery] = useSearchParams()
  const part = parts.find((name) => name === query.get('part')) ?? 'metadata'
  return (
    <PageFrame
      title="Website Metadata"
      lead="How the site calls itself in titles, search results and shared links, and its legal texts."
    >
      <Tabs
        value={part}
        onChange={(name) => setQuery(name === 'metadata' || name === null ? {} : { part: name }, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="metadata">Metadata</Tabs.Tab>
          <Tabs.Tab value="privacy">Privacy policy</Tabs.Tab>
          <Tabs.Tab value="terms">Terms</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="metadata">
          <Metadata />
        </Tabs.Panel>
        <Tabs.Panel value="privacy">
          <PolicyEditor kind="privacy" label="Privacy policy" />
        </Tabs.Panel>
        <Tabs.Panel value="terms">
          <PolicyEditor kind="terms" label="Terms and conditions" />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}

function Metadata() {
  const stored = useQuery(metadataSettingsQuery)
  if (stored.data) return <MetadataForm stored={stored.data} />
  return stored.isError ? (
    <Problem onRetry={() => void stored.refetch()}>The settings could not be read</Problem>
  ) : (
    <NamedSkeleton height={480} label="Reading the settings" />
  )
}
