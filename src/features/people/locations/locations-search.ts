import { coordinatesOf, type Coordinates } from '@/shared/domain/coordinates'
import { uuidOf } from '@/shared/domain/uuid'

export type LocationFilter = { text: string; client: string | null; onMap: boolean | null }

/** What lies beside the map: the list, one location, or a form. */
export type Panel =
  | { kind: 'list' }
  | { kind: 'card'; id: string }
  | { kind: 'edit'; id: string }
  | { kind: 'add'; client: string | null; at: Coordinates | null; label: string }

/** What the address says of the list. What cannot be is as if it were not there. */
export function readFilter(search: URLSearchParams): LocationFilter {
  const onMap = search.get('map')
  return {
    text: search.get('q') ?? '',
    client: uuidOf(search.get('client')),
    onMap: onMap === 'yes' ? true : onMap === 'no' ? false : null,
  }
}

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

export function withFilter(search: URLSearchParams, change: Partial<LocationFilter>): URLSearchParams {
  const next = new URLSearchParams(search)
  const put = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name))
  if (change.text !== undefined) put('q', change.text)
  if (change.client !== undefined) put('client', change.client)
  if (change.onMap !== undefined) put('map', change.onMap === null ? null : change.onMap ? 'yes' : 'no')
  return next
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
