import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { signedByStorage } from '@/shared/db/fetch/signed-by-link'
import { inventoryKey } from '../../inventory'

export const photosBucket = 'item-photos'
/** Seconds that the address of a photo opens it. */
const life = 3600

/** The photos of an item. Lists show the first one. */
export const photosQuery = (itemId: string) =>
  queryOptions({
    queryKey: [...inventoryKey, 'photos', itemId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('item_photos')
        .select('id, path, preview')
        .eq('item_id', itemId)
        .order('place')
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
export type Photo = Awaited<ReturnType<NonNullable<ReturnType<typeof photosQuery>['queryFn']>>>[number]

/** The address of a photo in full. */
export const photoAddressQuery = (path: string) =>
  queryOptions({
    queryKey: [photosBucket, path],
    staleTime: (life - 600) * 1000,
    queryFn: async () => (await signedByStorage(photosBucket, [path], life))[path] ?? null,
  })
