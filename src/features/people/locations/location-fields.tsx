import { Autocomplete } from '@mantine/core'
import { defineFields, type Field, type FieldInput, type ValuesOf } from '@/kit/fields/field'
import { cityOfAddress, postcodeOfAddress, stateOfAddress } from '@/kit/fields/place-fields'
import { record } from '@/kit/fields/record-field'
import { lineInput, longText, shared, text } from '@/kit/fields/text-fields'
import { contacts } from '@/kit/pickers/contact-picker'
import type { Coordinates } from '@/shared/domain/places/coordinates'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import { currentFormats } from '@/shared/domain/text/formats'
import { localities } from '@/shared/domain/places/malta'
import { readPlace } from '@/shared/domain/places/map-link'

export const pointText = ({ lat, lng }: Coordinates): string => `${lat}, ${lng}`

/** The point of the text; null without a valid one. */
export function pointOf(typed: string): Coordinates | null {
  const read = typed.trim() === '' ? null : readPlace(typed)
  return read?.kind === 'point' ? read.at : null
}

/** Coordinates, typed or dragged, or a link to a map. */
const point: Field<Coordinates | null> = {
  label: 'Coordinates or map link',
  help: 'Paste them, or click the map and drag the pin',
  placeholder: '51.4779, -0.0015',
  wide: true,
  draftOf: (stored) => (isPoint(stored) ? pointText(stored) : ''),
  checkedWhileTyped: (draft) => draft.length > 6,
  problem: (draft) => {
    const read = readPlace(draft)
    return read.kind === 'problem' ? read.words : null
  },
  valueOf: pointOf,
  words: (draft) => draft,
  Input: lineInput('text'),
}

const isPoint = (stored: unknown): stored is Coordinates =>
  typeof stored === 'object' && stored !== null && 'lat' in stored && 'lng' in stored

const fieldsOf = (isNew: boolean) =>
  defineFields({
    business_id: record('Client', contacts, {
      required: true,
      missing: 'Please choose whose location it is',
      wide: true,
      right: () => isNew,
    }),
    label: text('Name of the location', {
      required: true,
      missing: 'Please give the location a name, such as Main entrance',
      wide: true,
      placeholder: 'Main entrance',
    }),
    address: text('Street and number', { max: 500, wide: true }),
    city: { ...text('Town', cityOfAddress()), Input: TownInput },
    postcode: text('Postcode', { max: 20, ...postcodeOfAddress() }),
    state: stateOfAddress(),
    country: text('Country', { wide: true }),
    point,
    contact_on_site: text('Contact on site', { help: 'Who opens the door' }),
    phone_on_site: text('Phone on site', {
      keyboard: 'tel',
      max: 50,
      check: (typed) => ((typed.match(/\d/g) ?? []).length < 3 ? 'A number has at least 3 digits' : null),
    }),
    access_notes: longText('Access notes', {
      max: 2000,
      placeholder: 'Gate code, opening hours, where to park, ladder needed',
    }),
  })

/** The client of a location is chosen once, when it is added. */
export const locationFields = { add: fieldsOf(true), edit: fieldsOf(false) }
export type LocationFields = typeof locationFields.add

type FormValues = Omit<ValuesOf<LocationFields>, 'business_id'>
export type LocationValues = Omit<FormValues, 'point'> & { lat: number | null; lng: number | null }

/** The form's values as columns of the table. */
export const rowOf = ({ point: at, ...values }: FormValues): LocationValues => ({
  ...values,
  lat: at?.lat ?? null,
  lng: at?.lng ?? null,
})

export const pointOfRow = ({ lat, lng }: { lat: number | null; lng: number | null }): Coordinates | null =>
  lat === null || lng === null ? null : { lat, lng }

const names = localities.map(({ name }) => name)

/** Known towns of the country in which the company's clock is; most countries have none here. */
export const suggestedTowns = (zone: string | null): string[] => (zone === 'Europe/Malta' ? names : [])

/** A town, with suggestions. */
function TownInput({ onChange, value, ...input }: FieldInput) {
  return (
    <Autocomplete
      {...shared(input)}
      data={suggestedTowns(currentFormats().time_zone)}
      limit={8}
      value={value}
      onChange={onChange}
      filter={({ options, search, limit }) =>
        options
          .filter((option) => 'label' in option && foldAccents(option.label).includes(foldAccents(search.trim())))
          .slice(0, limit)
      }
    />
  )
}
