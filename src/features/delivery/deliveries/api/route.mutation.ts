import { db } from '@/shared/db/client'

export type Move = {
  id: string
  /** `2026-11-20`; null: without a day. */
  day: string | null
  /** Null: without a van. */
  vanId: string | null
  /** The drop of that van before which it comes; null: last. */
  before: string | null
}

/** Puts a delivery on a day and into a van. Refused in words. */
export async function routeDelivery({ id, day, vanId, before }: Move): Promise<void> {
  await db
    .rpc('route_delivery', {
      p_id: id,
      ...(day ? { p_day: day } : {}),
      ...(vanId ? { p_van_id: vanId } : {}),
      ...(before ? { p_before: before } : {}),
    })
    .throwOnError()
}

/** Sets the crew of a van on a day, also for its unfinished drops. */
export async function setVanCrew(vanId: string, day: string, crew: readonly string[]): Promise<void> {
  await db.rpc('set_van_crew', { p_van_id: vanId, p_day: day, p_crew: [...crew] }).throwOnError()
}
