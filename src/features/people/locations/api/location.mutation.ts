import { insertRow, removeRow, saveVersioned, updateRow } from '@/kit/save/save-row'
import type { Coordinates } from '@/shared/domain/places/coordinates'
import type { LocationValues } from '../location-fields'
import type { LocationCard } from './locations.query'

const location = { table: 'locations', what: 'this location' } as const

/** Adds a location of a contact; its id. */
export const addLocation = (clientId: string, values: LocationValues): Promise<string> =>
  insertRow({ ...location, values: { ...values, business_id: clientId } })

/** Saves the changed fields. Other people's changes stay; a field that both changed is not overwritten. */
export const saveLocation = (row: LocationCard, values: LocationValues): Promise<void> =>
  saveVersioned({ ...location, row, values })

export const setLocationPoint = (id: string, { lat, lng }: Coordinates): Promise<void> =>
  updateRow({ ...location, id, values: { lat, lng } })

/** Refused in words while a task, a delivery or anything else points at it. */
export const removeLocation = (id: string): Promise<void> => removeRow({ ...location, id })
