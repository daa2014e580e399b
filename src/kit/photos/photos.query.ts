import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import type { PhotoFacts } from '@/shared/ui/photo/photo-facts'

export const photosKey = ['site', 'photos'] as const

/** The photographs of the site, the newest first, 500 at most. */
export const photosQuery = queryOptions({
  queryKey: photosKey,
  queryFn: async ({ signal }): Promise<PhotoFacts[]> => {
    const { data } = await db
      .from('site_photos')
      .select('id, alt, type:file_type, width, height, widths, tone')
      .order('created_at', { ascending: false })
      .limit(500)
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})
