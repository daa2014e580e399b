import { db } from '@/shared/db/client'
import type { SitePageName } from '@/shared/domain/web/site-blocks'

/** Publishes the draft that the person saw, now or at a time; the number of the version. */
export async function publishPage(page: SitePageName, draft: number, at: string | null): Promise<number> {
  const { data } = await db
    .rpc('publish_site_page', { p_page: page, p_draft: draft, ...(at === null ? {} : { p_at: at }) })
    .throwOnError()
  return data
}

/** Takes back a version whose time has not come. */
export async function withdrawVersion(id: string): Promise<void> {
  await db.rpc('withdraw_site_version', { p_id: id }).throwOnError()
}
