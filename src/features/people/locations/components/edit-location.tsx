import { Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { contactName } from '@/shared/domain/contact'
import { useKeptEdits } from '@/shared/ui/kept-edits'
import { Problem } from '@/shared/ui/problem'
import { saveLocation } from '../api/location.mutation'
import { type LocationCard, type LocationPin, locationQuery, locationsKey } from '../api/locations.query'
import { locationDraft, locationValues } from '../location-draft'
import { type Panel, withPanel } from '../locations-search'
import { LocationForm } from './location-form'

type EditLocationProps = {
  id: string
  others: readonly LocationPin[]
  go: (panel: Panel) => void
  search: URLSearchParams
}

/** Changes a location; what somebody else changes meanwhile arrives in the form, and is asked about where both typed. */
export function EditLocation({ id, ...shared }: EditLocationProps) {
  const location = useQuery(locationQuery(id))
  if (location.isPending) return <Skeleton height={320} aria-hidden />
  if (!location.data) {
    return (
      <Problem onRetry={() => void location.refetch()}>
        {location.isError ? 'This location could not be read' : 'This location is not there any more'}
      </Problem>
    )
  }
  return <Form card={location.data} {...shared} />
}

function Form({ card, others, go, search }: { card: LocationCard } & Omit<EditLocationProps, 'id'>) {
  const queryClient = useQueryClient()
  const stored = locationDraft(card)
  const { values, put, conflicts, insist, forget, forgetKept } = useKeptEdits(`location-${card.id}`, stored)
  const done = () => {
    forgetKept()
    go({ kind: 'card', id: card.id })
  }
  const saving = useMutation({
    mutationFn: () => saveLocation(card, locationValues(values)),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: locationsKey })
      done()
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: locationsKey }),
  })
  return (
    <LocationForm
      kind="edit"
      id={card.id}
      title={`Edit ${card.label}`}
      values={values}
      put={put}
      theirs={conflicts.map((field) => ({ field, value: stored[field] }))}
      onInsist={insist}
      onTake={(field) => forget([field])}
      others={others}
      client={card.business ? <p style={{ margin: 0 }}>A location of {contactName(card.business)}</p> : null}
      error={saving.error}
      isSaving={saving.isPending}
      onSave={() => saving.mutate()}
      onCancel={done}
      hrefOf={(other) => `?${withPanel(search, { kind: 'card', id: other }).toString()}`}
    />
  )
}
