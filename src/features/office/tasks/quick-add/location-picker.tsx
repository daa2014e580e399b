import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Site, siteText } from '@/shared/domain/records/related'
import { clientSitesQuery } from '../api/client-sites.query'

type LocationPickerProps = {
  clientId: string | null
  value: Site | null
  disabled: boolean
  onChange: (site: Site | null) => void
}

/** The locations of one client. Its placeholder gives the reason when there are none (spec 2 §8). */
export function LocationPicker({ clientId, value, disabled, onChange }: LocationPickerProps) {
  const { data: sites, isError } = useQuery(clientSitesQuery(clientId))
  return (
    <Select
      label="Location"
      placeholder={placeholderOf(clientId, sites, isError)}
      data={(sites ?? []).map((site) => ({ value: site.id, label: siteText(site) }))}
      value={value?.id ?? null}
      onChange={(id) => onChange(sites?.find((site) => site.id === id) ?? null)}
      disabled={disabled || !sites?.length}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the location' }}
      maxDropdownHeight={240}
      nothingFoundMessage="Nothing found"
    />
  )
}

function placeholderOf(clientId: string | null, sites: readonly Site[] | undefined, isError: boolean): string {
  if (clientId === null) return 'Select contact first'
  if (isError) return 'Error loading locations'
  if (!sites) return 'Loading locations...'
  return sites.length === 0 ? 'No locations available for this contact' : 'Select location'
}
