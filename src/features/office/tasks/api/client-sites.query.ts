import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { siteSchema } from '@/shared/domain/records/related-schemas'
import { tasksKey } from './tasks.query'

/** The sites of a client by label, with the data for a street view (spec 2 §7). */
export const clientSitesQuery = (clientId: string | null) =>
  queryOptions({
    queryKey: [...tasksKey, 'sites', clientId],
    enabled: clientId !== null,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('locations')
        .select('id, label, address, city, state, country, lat, lng')
        .eq('business_id', clientId ?? '')
        .order('label')
        .abortSignal(signal)
        .throwOnError()
      return z.array(siteSchema).parse(data)
    },
  })
