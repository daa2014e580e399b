import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pickFirst } from '@/shared/hooks/pick-first'
import { clientQuery } from '../api/client-name.query'
import { contactSearchQuery } from '../api/contact-search.query'
import { clientName } from './client-name'
import classes from './task-filters.module.css'

type ClientFilterProps = { clientId: string | null; onChange: (clientId: string | null) => void }

/** The tasks of one client, found by name from 2 characters. */
export function ClientFilter({ clientId, onChange }: ClientFilterProps) {
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed, 200)
  const chosen = useQuery(clientQuery(clientId)).data ?? null
  const { data: found = [], isFetching } = useQuery(contactSearchQuery(wanted))
  const name = clientName(chosen) || 'Unknown'
  const choices = found
    .filter(({ id }) => id !== clientId)
    .map((client) => ({ value: client.id, label: clientName(client) }))
  const searching = typed.trim().length >= 2 && typed !== name

  return (
    <Select
      aria-label="Client"
      placeholder="Any client"
      searchable
      selectFirstOptionOnChange={false}
      onKeyDownCapture={pickFirst}
      data-busy={(searching && (typed !== wanted || isFetching)) || undefined}
      clearable
      className={classes.choice}
      value={clientId}
      onChange={onChange}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={[...(searching ? choices : []), ...(clientId === null ? [] : [{ value: clientId, label: name }])]}
      nothingFoundMessage={searching ? 'No client has this name' : 'Type at least 2 characters'}
    />
  )
}
