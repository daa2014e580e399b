import { queryOptions } from '@tanstack/react-query'
import type { Page, PageRequest } from '@/kit/list/define-list'
import { keysetArguments } from '@/kit/list/keyset'
import { db } from '@/shared/db/client'
import type { Coordinates } from '@/shared/domain/places/coordinates'
import { storableLine } from '@/shared/domain/text/storable'
import type { LocationFilter, locationFilters } from '../locations-search'

/** The root of everything this feature reads. */
export const locationsKey = ['locations'] as const

export type LocationLine = {
  id: string
  label: string
  address: string | null
  city: string | null
  lat: number | null
  lng: number | null
  business_id: string
  business_type: string | null
  business_name: string | null
  business_on_stop: boolean | null
  open_tasks: number
  open_deliveries: number
  /** The sorted value; null when it is empty. */
  sort_value: string | null
}
export type LocationPin = { id: string; label: string; lat: number; lng: number }

const lineColumns = `id, label, address, city, lat, lng, business_id, business_type, business_name, business_on_stop,
  open_tasks, open_deliveries, sort_value`

const asked = ({ q, client }: Pick<LocationFilter, 'q' | 'client'>) => {
  const words = storableLine(q)
  return { ...(words ? { p_text: words } : {}), ...(client ? { p_business_id: client } : {}) }
}

/** One page of the locations that match. */
export async function readLocations({
  filter,
  sort,
  after,
  limit,
  signal,
}: PageRequest<typeof locationFilters>): Promise<Page<LocationLine>> {
  const wanted = { ...asked(filter), ...(filter.map === 'all' ? {} : { p_has_point: filter.map === 'yes' }) }
  const [{ data }, total] = await Promise.all([
    db
      .rpc('search_locations', {
        ...wanted,
        ...keysetArguments(sort, after),
        p_limit: limit,
      })
      .select(lineColumns)
      .abortSignal(signal)
      .throwOnError(),
    after ? null : countLocations(wanted, signal),
  ])
  const last = data.length < limit ? undefined : data.at(-1)
  return { rows: data, total, next: last ? { value: last.sort_value, id: last.id } : null }
}

type Wanted = { p_text?: string; p_business_id?: string; p_has_point?: boolean }

/** Null where the database could not count: the rows are shown all the same. */
async function countLocations(wanted: Wanted, signal: AbortSignal): Promise<number | null> {
  const { data } = await db.rpc('count_locations', wanted).abortSignal(signal)
  return typeof data === 'number' ? data : null
}

/** The locations of one client, up to 1000, by name. */
export const locationsOfClientQuery = (client: string | null) =>
  queryOptions({
    queryKey: [...locationsKey, 'of-client', client],
    enabled: client !== null,
    queryFn: async ({ signal }) => {
      const filter = { q: '', client, map: 'all' } as const
      const { rows } = await readLocations({
        filter,
        sort: { by: 'label', down: false },
        after: null,
        limit: 1000,
        signal,
      })
      return rows
    },
  })

/** The pins of the map: all matching locations with a point, 2000 at most. */
export const locationPinsQuery = (filter: LocationFilter) =>
  queryOptions({
    queryKey: [...locationsKey, 'pins', filter.q, filter.client],
    queryFn: async ({ signal }): Promise<LocationPin[]> => {
      const { data } = await db.rpc('location_pins', asked(filter)).abortSignal(signal).throwOnError()
      return data
    },
  })

/** One location with its client; null when it is not there. */
export const locationQuery = (id: string) =>
  queryOptions({
    queryKey: [...locationsKey, 'card', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('locations')
        .select(
          `id, label, address, city, postcode, state, country, lat, lng, access_notes, contact_on_site, phone_on_site, row_version,
           business:contacts!locations_business_id_fkey(id, type, name, last_name, company, phone, mobile, on_stop)`,
        )
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
export type LocationCard = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof locationQuery>['queryFn']>>>>

/** The tasks and deliveries at a location that this person may see, open ones first. */
export const hangingQuery = (id: string) =>
  queryOptions({
    queryKey: [...locationsKey, 'hanging', id],
    queryFn: async ({ signal }) => {
      const [tasks, deliveries] = await Promise.all([
        db
          .from('tasks')
          .select('id, title, status, due_at')
          .eq('location_id', id)
          .order('created_at', { ascending: false })
          .limit(30)
          .abortSignal(signal)
          .throwOnError(),
        db
          .from('deliveries')
          .select('id, delivery_number, project_title, status, scheduled_at')
          .eq('location_id', id)
          .order('created_at', { ascending: false })
          .limit(30)
          .abortSignal(signal)
          .throwOnError(),
      ])
      return { tasks: tasks.data, deliveries: deliveries.data }
    },
  })

/** The people of a location's client, with their telephone numbers. */
export const peopleQuery = (clientId: string) =>
  queryOptions({
    queryKey: [...locationsKey, 'people', clientId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('contact_relations')
        .select(
          'id, relation, person:contacts!contact_relations_contact_id_fkey(id, type, name, last_name, company, phone, mobile)',
        )
        .eq('related_contact_id', clientId)
        .order('created_at')
        .limit(20)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

export type NearLocation = {
  id: string
  label: string
  address: string | null
  city: string | null
  business_id: string
  business_name: string | null
  metres: number | null
  reason: string
}

type Sought = { at: Coordinates | null; address: string; city: string; except: string | null; within?: number }

/** Locations that may be the one being entered: 60 metres around the point unless told, or the same address. */
export const nearLocationsQuery = ({ at, address, city, except, within }: Sought) =>
  queryOptions({
    queryKey: [...locationsKey, 'near', at?.lat, at?.lng, address, city, except, within],
    enabled: at !== null || address.length >= 4,
    queryFn: async ({ signal }): Promise<NearLocation[]> => {
      const { data } = await db
        .rpc('near_locations', {
          ...(at ? { p_lat: at.lat, p_lng: at.lng } : {}),
          ...(address.length >= 4 ? { p_address: address, p_city: city } : {}),
          ...(except ? { p_except: except } : {}),
          ...(within ? { p_within: within } : {}),
        })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
