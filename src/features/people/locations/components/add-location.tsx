import { useRecordForm } from '@/kit/form/use-record-form'
import { useCompanySign } from '@/shared/hooks/company-sign'
import { addLocation } from '../api/location.mutation'
import { type LocationPin, locationsKey } from '../api/locations.query'
import { locationFields, pointText, rowOf } from '../location-fields'
import { type Panel, withPanel } from '../locations-search'
import { LocationForm } from './location-form'

type AddLocationProps = {
  panel: Extract<Panel, { kind: 'add' }>
  others: readonly LocationPin[]
  go: (panel: Panel) => void
  search: URLSearchParams
}

/** A draft belongs to its initial values, so another client's address has its own draft. */
export const addressOf = ({ client, at, label }: AddLocationProps['panel']): string =>
  [client, at && pointText(at), label].filter(Boolean).join(' ')

/** A new site of a contact. */
export function AddLocation({ panel, others, go, search }: AddLocationProps) {
  const company = useCompanySign()
  const form = useRecordForm({
    fields: locationFields.add,
    name: `location-new ${addressOf(panel)}`,
    isNew: true,
    stored: { country: company.country, label: panel.label, point: panel.at, business_id: panel.client },
    queryKey: locationsKey,
    save: ({ business_id, ...values }) => addLocation(business_id, rowOf(values)),
    onSaved: (id) => go({ kind: 'card', id }),
  })
  return (
    <LocationForm
      kind="add"
      id={null}
      title="Add location"
      form={form}
      others={others}
      onCancel={() => go({ kind: 'list' })}
      hrefOf={(id) => `?${withPanel(search, { kind: 'card', id }).toString()}`}
    />
  )
}
