import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { uuidOf } from '@/shared/domain/records/uuid'

/** The root of everything that is read about services. */
export const servicesKey = ['services'] as const

const lineColumns = 'id, slug, name, category, unit, base_price::text, min_charge::text, is_public, archived_at, sort'
const cardColumns =
  `${lineColumns}, summary, mockup_required, makes_job, lead_days, recipe, public_title, public_text, picture, photo_id, where_used, lasts, ready_in, vat_rate_id, supply, row_version,
  charge_per, charge_step::text, charge_min::text, charge_waste_pct::text` as const

/** Every service, in list order. A company has some dozens. */
export async function readServices(signal: AbortSignal) {
  const { data } = await db
    .from('services')
    .select(lineColumns)
    .order('category', { nullsFirst: false })
    .order('sort')
    .order('name')
    .limit(1000)
    .abortSignal(signal)
    .throwOnError()
  return data
}
export type ServiceLine = Awaited<ReturnType<typeof readServices>>[number]

/** One service by its address, or by its id as links from elsewhere name it; null when it is not there. */
export const serviceQuery = (slugOrId: string) =>
  queryOptions({
    queryKey: [...servicesKey, 'one', slugOrId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('services')
        .select(cardColumns)
        .eq(uuidOf(slugOrId) ? 'id' : 'slug', slugOrId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
export type Service = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof serviceQuery>['queryFn']>>>>
