import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRecordForm } from '@/kit/form/use-record-form'
import { contactName } from '@/shared/domain/people/contact'
import { Problem } from '@/shared/ui/page/problem'
import { saveLocation } from '../api/location.mutation'
import { type LocationCard, type LocationPin, locationQuery, locationsKey } from '../api/locations.query'
import { locationFields, pointOfRow, rowOf } from '../location-fields'
import { type Panel, withPanel } from '../locations-search'
import { LocationForm } from './location-form'

type EditLocationProps = {
  id: string
  others: readonly LocationPin[]
  go: (panel: Panel) => void
  search: URLSearchParams
}

/** Edits a location. Other people's changes arrive in the form; when both changed a field, the person decides. */
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
  const done = () => go({ kind: 'card', id: card.id })
  const form = useRecordForm({
    fields: locationFields.edit,
    name: `location-${card.id}`,
    stored: { ...card, point: pointOfRow(card) },
    queryKey: locationsKey,
    save: (values) => saveLocation(card, rowOf(values)),
    onSaved: done,
  })
  return (
    <LocationForm
      kind="edit"
      id={card.id}
      title={card.business ? `Edit ${card.label} of ${contactName(card.business)}` : `Edit ${card.label}`}
      form={form}
      others={others}
      onCancel={done}
      hrefOf={(other) => `?${withPanel(search, { kind: 'card', id: other }).toString()}`}
    />
  )
}
