import type { PickedRecord, RecordSource } from './record-source'
import { db } from '@/shared/db/client'
import { likeAnywhere, likeExactly } from '@/shared/db/like'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { stockText } from '@/shared/domain/money/stock-text'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import { storableLine } from '@/shared/domain/text/storable'

/** The `ilike` pattern for `search_text` of items with this word in their name, a number or their bin. */
export const wordPattern = (word: string): string => likeAnywhere(foldAccents(word))

const wordsOf = (text: string) => storableLine(text).split(' ').filter(Boolean).slice(0, 8)
/** What is there of an item and kept for nobody: `4 sheets available`. */
export const availableOf = (available: string, unit: string): NonNullable<PickedRecord['beside']> =>
  isAboveZero(available)
    ? { text: `${stockText(available, unit)} available`, isNone: false }
    : { text: 'None available', isNone: true }

type Item = { id: string; name: string; sku: string; available: string; stock_unit: string }

/** An item with what is there and kept for nobody. */
const picked = ({ id, name, sku, available, stock_unit }: Item): PickedRecord => ({
  id,
  label: `${name} · ${sku}`,
  beside: availableOf(available, stock_unit),
})
const columns = 'id, name, sku, available::text, stock_unit'

async function findItems(text: string, signal: AbortSignal): Promise<PickedRecord[]> {
  let query = db.from('inventory_items').select(columns).is('archived_at', null)
  for (const word of wordsOf(text)) query = query.like('search_text', wordPattern(word))
  const { data } = await query.order('name').limit(20).abortSignal(signal).throwOnError()
  return data.map(picked)
}

async function readItem(id: string, signal: AbortSignal): Promise<PickedRecord | null> {
  const { data } = await db
    .from('inventory_items')
    .select(columns)
    .eq('id', id)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError()
  return data && picked(data)
}

/** The id of the item with exactly this number, from a label or a scanner; null without one. */
export async function itemBySku(sku: string): Promise<string | null> {
  const number = storableLine(sku)
  if (number === '') return null
  const { data } = await db
    .from('inventory_items')
    .select('id')
    .ilike('sku', likeExactly(number))
    .is('archived_at', null)
    .maybeSingle()
    .throwOnError()
  return data?.id ?? null
}

/** What is available of these items, by id, for people who may see stock. */
export async function readAvailable(ids: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { data } = await db
    .from('inventory_items')
    .select('id, available::text, stock_unit')
    .in('id', ids)
    .abortSignal(signal)
    .throwOnError()
  return new Map(data.map(({ id, available, stock_unit }) => [id, availableOf(available, stock_unit).text]))
}

/** Stock items, found by name, number, bin or the supplier's number. */
export const stockItems: RecordSource = {
  one: 'item',
  many: 'items',
  from: 0,
  found: (text) => ({
    queryKey: ['inventory', 'pick', text],
    queryFn: ({ signal }) => findItems(text, signal),
  }),
  chosen: (id) => ({
    queryKey: ['inventory', 'pick', 'chosen', id],
    enabled: id !== null,
    queryFn: ({ signal }) => (id === null ? null : readItem(id, signal)),
  }),
}
