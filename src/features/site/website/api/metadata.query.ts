import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { metadataOf } from '../website-metadata'

export const websiteMetadataKey = ['website-metadata'] as const

/** The site's names for titles, search results and shared links (spec 1 §7). */
export const websiteMetadataQuery = () =>
  queryOptions({
    queryKey: websiteMetadataKey,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('website_metadata_settings')
        .select('setting_key, setting_value')
        .order('display_order')
        .abortSignal(signal)
        .throwOnError()
      return metadataOf(data)
    },
  })
