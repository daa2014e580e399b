import { db } from '@/shared/db/client'
import { compareAndSet } from '@/kit/save/compare-and-set'
import { NotSaved } from '@/kit/save/not-saved'
import type { LineChange, Patch, QuotationItem } from '../editor/line'

const gone = () => new NotSaved('gone', 'This line was removed meanwhile.')
const refused = () => new NotSaved('refused', 'You may not change the lines of quotations.')

/**
 * Stores one change of the lines. Each write names the values that the person saw, so that nobody's change is lost. A
 * change that is already stored (its answer was lost) succeeds again.
 * @throws Overtaken, NotSaved, and errors of the database (for example for a sent quotation)
 */
export async function storeChange(quotationId: string, change: LineChange): Promise<void> {
  switch (change.kind) {
    case 'set':
      return setColumns(change.id, change.from, change.to)
    case 'cost':
      return setCost(change.id, change.from, change.to)
    case 'add':
      return addLines(quotationId, change.lines)
    case 'remove':
      return removeLines(change.lines.map(({ id }) => id))
    case 'move':
      for (const { id, from, to } of change.moves) await setPosition(id, from, to)
  }
}

const numbers = ['qty', 'own_charged_qty', 'width_mm', 'height_mm', 'unit_price', 'discount_pct', 'vat_rate']

/** PostgREST takes numbers as text without losing a digit. */
const setColumns = (id: string, from: Patch, to: Patch): Promise<void> =>
  compareAndSet({ table: 'quotation_items', what: 'this line', id, from, to, numbers, author: 'changed_by' })

async function setCost(id: string, from: string | null, to: string | null): Promise<void> {
  if (to === null) return forgetCost(id, from)
  const cost = { item_id: id, unit_cost: to as unknown as number }
  if (from === null) {
    const { data } = await db
      .from('quotation_item_costs')
      .upsert(cost, { ignoreDuplicates: true })
      .select('item_id')
      .throwOnError()
    if (data.length > 0) return
    const { data: same } = await db
      .from('quotation_item_costs')
      .select('item_id')
      .eq('item_id', id)
      .eq('unit_cost', cost.unit_cost)
      .throwOnError()
    if (same.length === 0) throw new NotSaved('conflict', 'Somebody else entered this cost meanwhile.')
    return
  }
  const { data } = await db
    .from('quotation_item_costs')
    .update({ unit_cost: cost.unit_cost })
    .eq('item_id', id)
    .eq('unit_cost', from as unknown as number)
    .select('item_id')
    .throwOnError()
  if (data.length === 0) throw new NotSaved('conflict', 'Somebody else changed this cost meanwhile.')
}

/** A cost that is taken out of its cell is unknown, not nothing. */
async function forgetCost(id: string, from: string | null): Promise<void> {
  if (from === null) return
  const { data } = await db
    .from('quotation_item_costs')
    .delete()
    .eq('item_id', id)
    .eq('unit_cost', from as unknown as number)
    .select('item_id')
    .throwOnError()
  if (data.length > 0) return
  const { data: left } = await db.from('quotation_item_costs').select('item_id').eq('item_id', id).throwOnError()
  if (left.length > 0) throw new NotSaved('conflict', 'Somebody else changed this cost meanwhile.')
}

async function addLines(quotationId: string, lines: readonly QuotationItem[]): Promise<void> {
  const rows = lines.map((line) => ({ ...line, quotation_id: quotationId }))
  await db
    .from('quotation_items')
    .upsert(rows as never[], { onConflict: 'id', ignoreDuplicates: true })
    .throwOnError()
  const { count } = await db
    .from('quotation_items')
    .select('id', { count: 'exact', head: true })
    .in(
      'id',
      lines.map(({ id }) => id),
    )
    .throwOnError()
  if (count !== lines.length) throw refused()
}

async function removeLines(ids: string[]): Promise<void> {
  const { data } = await db.from('quotation_items').delete().in('id', ids).select('id').throwOnError()
  if (data.length === ids.length) return
  const { count } = await db
    .from('quotation_items')
    .select('id', { count: 'exact', head: true })
    .in('id', ids)
    .throwOnError()
  if (count !== 0) throw refused()
}

async function setPosition(id: string, from: string, to: string): Promise<void> {
  const { data } = await db
    .from('quotation_items')
    .update({ position: to })
    .eq('id', id)
    .eq('position', from)
    .select('id')
    .throwOnError()
  if (data.length > 0) return
  const { data: now } = await db.from('quotation_items').select('position').eq('id', id).maybeSingle().throwOnError()
  if (now === null) throw gone()
  if (now.position !== to) throw new NotSaved('conflict', 'Somebody else moved this line meanwhile.')
}
