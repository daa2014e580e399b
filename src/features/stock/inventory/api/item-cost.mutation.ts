import { NotSaved } from '@/kit/save/not-saved'
import { db } from '@/shared/db/client'

/**
 * Saves the cost of one bought unit; the database computes the selling price from it.
 * @throws NotSaved `refused` for people who may not write costs, and errors of the database
 */
export async function saveItemCost(itemId: string, cost: { cost_price: string; markup_pct: string | null }) {
  // Decimals travel as text, which PostgreSQL takes for numbers without losing a digit.
  const values = { item_id: itemId, ...cost } as unknown as { item_id: string; cost_price: number }
  const { data } = await db.from('inventory_item_costs').upsert(values).select('item_id').throwOnError()
  if (data.length === 0) throw new NotSaved('refused', 'You may not change what this item costs.')
}
