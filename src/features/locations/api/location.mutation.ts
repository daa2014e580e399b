import { db } from '@/shared/db/client'
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

const moved = 'Somebody else changed the same fields meanwhile. Look at what they wrote, and save again.'

/**
 * Saves only what changed against `before`. Changes that somebody else made in other fields meanwhile stay; where both
 * changed the same field nothing is saved and the error says so.
 */
export async function saveLocation({ id, before, values }: SaveLocation): Promise<void> {
  const patch = changesOf(before, values)
  if (Object.keys(patch).length === 0) return
  for (let tries = 0; tries < 5; tries++) {
    const { data: now } = await db.from('locations').select('*').eq('id', id).maybeSingle().throwOnError()
    if (now === null) throw new Error('This location is not there any more')
    const theirs = Object.entries(patch).filter(
      ([field, mine]) => Reflect.get(now, field) !== Reflect.get(before, field) && Reflect.get(now, field) !== mine,
    )
    if (theirs.length > 0) throw new Error(moved)
    const { data: saved } = await db
      .from('locations')
      .update(patch)
      .eq('id', id)
      .eq('row_version', now.row_version)
      .select('id')
      .throwOnError()
    if (saved.length > 0) return
    const { data: after } = await db.from('locations').select('row_version').eq('id', id).maybeSingle().throwOnError()
    if (after?.row_version === now.row_version) throw new Error('You may not change this location')
  }
  throw new Error('Others keep changing this location: please try again')
}

function changesOf(before: LocationValues, values: LocationValues): Partial<LocationValues> {
  const changed = Object.entries(values).filter(([field, value]) => Reflect.get(before, field) !== value)
  return Object.fromEntries(changed)
}

export async function setLocationPoint(id: string, { lat, lng }: Coordinates): Promise<void> {
  const { data } = await db.from('locations').update({ lat, lng }).eq('id', id).select('id').throwOnError()
  if (data.length === 0) throw new Error('You may not change this location')
}

/** Refused in words while a task, a delivery or anything else points at it. */
export async function removeLocation(id: string): Promise<void> {
  const { data } = await db.from('locations').delete().eq('id', id).select('id').throwOnError()
  if (data.length === 0) throw new Error('You may not remove this location')
}
