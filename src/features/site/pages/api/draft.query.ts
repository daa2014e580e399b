import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import type { SitePageName } from '@/shared/domain/web/site-blocks'
import { draftShape, siteKey } from '../../shared/api/site.query'

/** The draft of a page with the records that its blocks show, for staff. */
export const draftQuery = (page: SitePageName) =>
  queryOptions({
    queryKey: [...siteKey, 'draft', page],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('site_draft', { p_page: page }).abortSignal(signal).throwOnError()
      return draftShape(data)
    },
  })
