import { useQuery } from '@tanstack/react-query'
import { clientQuery } from '../api/client-name.query'
import { contactSearchQuery } from '../api/contact-search.query'
import { clientName } from './client-name'
import { FoundFilter } from './found-filter'

type ClientFilterProps = { clientId: string | null; onChange: (clientId: string | null) => void }

/** The tasks of one client, found by name from 2 characters. */
export function ClientFilter({ clientId, onChange }: ClientFilterProps) {
  const chosen = useQuery(clientQuery(clientId)).data ?? null
  return (
    <FoundFilter
      label="Client"
      placeholder="Any client"
      value={clientId}
      name={clientName(chosen) || 'Unknown'}
      onChange={onChange}
      search={contactSearchQuery}
      choiceOf={(client) => ({ value: client.id, label: clientName(client) })}
      nothingFound="No client has this name"
    />
  )
}
