import type { Coordinates } from '@/shared/domain/coordinates'
import { readPlace } from '@/shared/domain/map-link'
import { storableLine } from '@/shared/domain/storable'

/** What the form holds while somebody types: texts, the point as it was typed, pasted or dragged. */
export type LocationDraft = {
  label: string
  address: string
  city: string
  postcode: string
  country: string
  point: string
  access_notes: string
  contact_on_site: string
  phone_on_site: string
}
export type LocationField = keyof LocationDraft
type TextField = Exclude<LocationField, 'point' | 'label'>
export type LocationValues = Record<TextField, string | null> & {
  label: string
  lat: number | null
  lng: number | null
}

export const emptyLocation: LocationDraft = {
  label: '',
  address: '',
  city: '',
  postcode: '',
  country: '',
  point: '',
  access_notes: '',
  contact_on_site: '',
  phone_on_site: '',
}

const longest: Record<Exclude<LocationField, 'point'>, number> = {
  label: 200,
  address: 500,
  city: 200,
  postcode: 20,
  country: 200,
  access_notes: 2000,
  contact_on_site: 200,
  phone_on_site: 50,
}

export const pointText = ({ lat, lng }: Coordinates): string => `${lat}, ${lng}`

/** The point that the text means; null where there is none, or none yet. */
export function pointOf(text: string): Coordinates | null {
  const read = text.trim() === '' ? null : readPlace(text)
  return read?.kind === 'point' ? read.at : null
}

/** What is wrong, field by field and in words. Only the name is required. */
export function locationProblems(draft: LocationDraft): Partial<Record<LocationField, string>> {
  const problems: Partial<Record<LocationField, string>> = {}
  for (const [field, most] of Object.entries(longest)) {
    if (isField(field) && storableLine(draft[field]).length > most) problems[field] = `At most ${most} characters`
  }
  if (storableLine(draft.label) === '') problems.label = 'Please give the location a name, such as Main entrance'
  const phone = storableLine(draft.phone_on_site)
  if (phone !== '' && (phone.match(/\d/g) ?? []).length < 3) problems.phone_on_site = 'A number has at least 3 digits'
  const read = draft.point.trim() === '' ? null : readPlace(draft.point)
  if (read?.kind === 'problem') problems.point = read.words
  return problems
}

const isField = (name: string): name is LocationField => Object.hasOwn(emptyLocation, name)

/** As it is saved: trimmed, null where nothing was entered. */
export function locationValues(draft: LocationDraft): LocationValues {
  const kept = (field: TextField) => storableLine(draft[field]) || null
  const at = pointOf(draft.point)
  return {
    label: storableLine(draft.label),
    address: kept('address'),
    city: kept('city'),
    postcode: kept('postcode'),
    country: kept('country'),
    access_notes: kept('access_notes'),
    contact_on_site: kept('contact_on_site'),
    phone_on_site: kept('phone_on_site'),
    lat: at?.lat ?? null,
    lng: at?.lng ?? null,
  }
}

export const locationDraft = (values: LocationValues): LocationDraft => ({
  label: values.label,
  address: values.address ?? '',
  city: values.city ?? '',
  postcode: values.postcode ?? '',
  country: values.country ?? '',
  access_notes: values.access_notes ?? '',
  contact_on_site: values.contact_on_site ?? '',
  phone_on_site: values.phone_on_site ?? '',
  point: values.lat === null || values.lng === null ? '' : pointText({ lat: values.lat, lng: values.lng }),
})
