import { Button, Group } from '@mantine/core'
import { RecordForm } from '@/kit/form/record-form'
import type { RecordFormState } from '@/kit/form/use-record-form'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import { localities, localityNear } from '@/shared/domain/places/malta'
import { SiteMap } from '@/shared/ui/map/site-map'
import type { LocationPin } from '../api/locations.query'
import { type LocationFields, pointOf, pointText } from '../location-fields'
import { LocationLayout } from './location-layout'
import classes from './locations.module.css'
import { NearLocations } from './near-locations'

type LocationFormProps = {
  kind: 'add' | 'edit'
  title: string
  form: RecordFormState<LocationFields>
  others: readonly LocationPin[]
  /** The location itself, which is no duplicate of itself. */
  id: string | null
  onCancel: () => void
  hrefOf: (id: string) => string
}

const townOf = (typed: string) => localities.find(({ name }) => foldAccents(name) === foldAccents(typed.trim())) ?? null

/** The form of a location beside the map that its pin is put on. */
export function LocationForm({ kind, title, form, others, id, onCancel, hrefOf }: LocationFormProps) {
  const { address, city, point } = form.drafts
  const at = pointOf(point)
  const near = at && city.trim() === '' ? localityNear(at) : null
  return (
    <LocationLayout
      kind={kind}
      panel={
        <RecordForm
          form={form}
          label={title}
          submitLabel={kind === 'add' ? 'Add location' : 'Save location'}
          onCancel={onCancel}
          sections={[
            {
              title,
              fields: ['business_id', 'label', 'address', 'city', 'postcode', 'state', 'country', 'point'],
              after: (
                <>
                  {near ? (
                    <Group mt="sm">
                      <Button size="compact-sm" variant="light" onClick={() => form.put('city', near.name)}>
                        In {near.name}? Use it as the town
                      </Button>
                    </Group>
                  ) : null}
                  <NearLocations at={at} address={address} city={city} except={id} hrefOf={hrefOf} />
                </>
              ),
            },
            { fields: ['contact_on_site', 'phone_on_site', 'access_notes'] },
          ]}
        />
      }
      map={
        <SiteMap
          label="Map to put the pin on"
          className={classes.map}
          pins={others.filter((pin) => pin.id !== id)}
          picked={at}
          lookAt={townOf(city)}
          onPick={(picked) => form.put('point', pointText(picked))}
        />
      }
    />
  )
}
