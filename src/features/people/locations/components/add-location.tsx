import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ContactPicker } from '@/kit/pickers/contact-picker'
import { useCompanySign } from '@/shared/ui/company-sign'
import { useKeptEdits } from '@/shared/ui/kept-edits'
import { addLocation } from '../api/location.mutation'
import { type LocationPin, locationsKey } from '../api/locations.query'
import { emptyLocation, locationValues, pointText } from '../location-draft'
import { type Panel, withPanel } from '../locations-search'
import { LocationForm } from './location-form'

type AddLocationProps = {
  panel: Extract<Panel, { kind: 'add' }>
  others: readonly LocationPin[]
  go: (panel: Panel) => void
  search: URLSearchParams
}

/** A draft belongs to what it began with: another client's address begins another one. */
export const addressOf = ({ client, at, label }: AddLocationProps['panel']): string =>
  [client, at && pointText(at), label].filter(Boolean).join(' ')

/** A new site of a contact. What is typed survives a reload, until it is saved or cancelled. */
export function AddLocation({ panel, others, go, search }: AddLocationProps) {
  const queryClient = useQueryClient()
  const company = useCompanySign()
  const [asked, setAsked] = useState(false)
  const { values, put, forgetKept } = useKeptEdits(`location-new ${addressOf(panel)}`, {
    ...emptyLocation,
    country: company.country ?? '',
    label: panel.label,
    point: panel.at ? pointText(panel.at) : '',
    client: panel.client ?? '',
  })
  const adding = useMutation({
    mutationFn: () => addLocation(values.client, locationValues(values)),
    onSuccess: async (id) => {
      forgetKept()
      await queryClient.invalidateQueries({ queryKey: locationsKey })
      go({ kind: 'card', id })
    },
  })
  const clientProblem = values.client === '' ? 'Please choose whose location it is' : null
  return (
    <LocationForm
      kind="add"
      id={null}
      title="Add location"
      values={values}
      put={put}
      others={others}
      client={
        <ContactPicker
          label="Client"
          required
          disabled={adding.isPending}
          value={values.client || null}
          error={asked ? clientProblem : null}
          onChange={(client) => put('client', client ?? '')}
        />
      }
      clientProblem={clientProblem}
      onAsked={() => setAsked(true)}
      error={adding.error}
      isSaving={adding.isPending}
      onSave={() => adding.mutate()}
      onCancel={() => {
        forgetKept()
        go({ kind: 'list' })
      }}
      hrefOf={(id) => `?${withPanel(search, { kind: 'card', id }).toString()}`}
    />
  )
}
