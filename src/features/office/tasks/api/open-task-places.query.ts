import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { taskListsKey } from './tasks.query'

export type PlacedTask = {
  id: string
  title: string
  status: string
  due_at: string | null
  location: {
    id: string
    label: string
    address: string | null
    city: string | null
    country: string | null
    lat: number | null
    lng: number | null
  } | null
}

const most = 1000

/** Open tasks that have a location, the newest thousand that this person may see. */
export const openTaskPlacesQuery = (userId: string) =>
  queryOptions({
    queryKey: [...taskListsKey, 'places', userId],
    queryFn: async ({ signal }): Promise<PlacedTask[]> => {
      const { data } = await db
        .from('tasks')
        .select('id, title, status, due_at, location:locations(id, label, address, city, country, lat, lng)')
        .neq('status', 'completed')
        .not('location_id', 'is', null)
        .order('created_at', { ascending: false })
        .limit(most)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
