import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'

const answerSchema = z.object({ secret: z.string().min(1) })

/** The key of the street-view service (spec 2 §7). It is used in addresses of pictures and never shown. */
export const mapsKeyQuery = queryOptions({
  queryKey: ['maps-key'],
  staleTime: Infinity,
  queryFn: async () => {
    const { data, error } = await db.functions.invoke<unknown>('get-secret', {
      body: { secretName: 'maps_street_view' },
    })
    if (error) throw new Error('The street-view key could not be read')
    return answerSchema.parse(data).secret
  },
})
