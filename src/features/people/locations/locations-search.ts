import type { FilterValues } from '@/kit/list/filter'
import { contactFilter, searchFilter, segmentFilter } from '@/kit/list/filters'
import { coordinatesOf, type Coordinates } from '@/shared/domain/places/coordinates'
import { uuidOf } from '@/shared/domain/records/uuid'

/** The filters of the list and the map. */
export const locationFilters = {
  q: searchFilter('Search locations', 'Name, street, town, client'),
  client: contactFilter('Client', 'Every client'),
  map: segmentFilter('Coordinates', [
    { value: 'all', label: 'All' },
    { value: 'yes', label: 'On the map' },
    { value: 'no', label: 'Not yet' },
  ]),
}
export type LocationFilter = FilterValues<typeof locationFilters>

/** The panel beside the map: the list, one location, or a form. */
export type Panel =
  | { kind: 'list' }
  | { kind: 'card'; id: string }
  | { kind: 'edit'; id: string }
  | { kind: 'add'; client: string | null; at: Coordinates | null; label: string }

export function readPanel(search: URLSearchParams): Panel {
  if (search.has('add')) {
    return { kind: 'add', client: uuidOf(search.get('client')), at: readAt(search), label: search.get('label') ?? '' }
  }
  const id = uuidOf(search.get('location'))
  if (id === null) return { kind: 'list' }
  return { kind: search.has('edit') ? 'edit' : 'card', id }
}

/** `at=35.9,14.5` */
function readAt(search: URLSearchParams): Coordinates | null {
  const [lat, lng, ...more] = (search.get('at') ?? '').split(',')
  if (!lat || !lng || more.length > 0) return null
  return coordinatesOf({ lat: Number(lat), lng: Number(lng) })
}

/** The same address with another panel; the filter of the list stays for the way back. */
export function withPanel(search: URLSearchParams, panel: Panel): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of ['location', 'edit', 'add', 'at', 'label', 'dialog']) next.delete(name)
  if (panel.kind === 'card' || panel.kind === 'edit') next.set('location', panel.id)
  if (panel.kind === 'edit') next.set('edit', 'yes')
  if (panel.kind === 'add') {
    next.set('add', 'yes')
    if (panel.client) next.set('client', panel.client)
    if (panel.at) next.set('at', `${panel.at.lat},${panel.at.lng}`)
    if (panel.label) next.set('label', panel.label)
  }
  return next
}
