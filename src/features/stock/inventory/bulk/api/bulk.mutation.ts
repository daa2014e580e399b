import { db } from '@/shared/db/client'
import type { Json } from '@/shared/db/database.types'

/** Without an id an item is added. Values are columns; decimals are text. */
export type ItemChange = { id: string | null; row_version: number | null; values: Record<string, string | null> }

/**
 * Saves all of these changes or none; returns how many. @throws PT409 with a sentence for an item that changed
 * meanwhile
 */
export async function changeItems(changes: readonly ItemChange[]): Promise<number> {
  const sent: Json = changes.map(({ id, row_version, values }) => ({ id, row_version, values }))
  const { data } = await db.rpc('change_items', { p_changes: sent }).throwOnError()
  return data
}
