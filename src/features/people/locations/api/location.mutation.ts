import { db } from '@/shared/db/client'
import { saveOverOthers } from '@/shared/db/save-over-others'
import type { Coordinates } from '@/shared/domain/coordinates'
import type { LocationValues } from '../location-draft'

/** Adds a location of a contact; its id. */
export async function addLocation(clientId: string, values: LocationValues): Promise<string> {
  const { data } = await db
    .from('locations')
    .insert({ ...values, business_id: clientId })
    .select('id')
    .single()
    .throwOnError()
  return data.id
}

export type SaveLocation = { id: string; before: LocationValues; values: LocationValues }

/** Saves what changed, beside whatever others change meanwhile; a field that both changed is not overwritten. */
export const saveLocation = ({ id, before, values }: SaveLocation): Promise<void> =>
  saveOverOthers({
    what: 'This location',
    before,
    values,
    read: async () => {
      const { data } = await db.from('locations').select('*').eq('id', id).maybeSingle().throwOnError()
      return data
    },
    write: async (patch, version) => {
      const { data } = await db
        .from('locations')
        .update(patch)
        .eq('id', id)
        .eq('row_version', version)
        .select('id')
        .throwOnError()
      return data.length > 0
    },
  })

export async function setLocationPoint(id: string, { lat, lng }: Coordinates): Promise<void> {
  const { data } = await db.from('locations').update({ lat, lng }).eq('id', id).select('id').throwOnError()
  if (data.length === 0) throw new Error('You may not change this location')
}

/** Refused in words while a task, a delivery or anything else points at it. */
export async function removeLocation(id: string): Promise<void> {
  const { data } = await db.from('locations').delete().eq('id', id).select('id').throwOnError()
  if (data.length === 0) throw new Error('You may not remove this location')
}
