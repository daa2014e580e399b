import { db } from '@/shared/db/client'
import { NotSaved } from '@/kit/save/not-saved'
import type { LineChange, Patch, QuotationItem } from '../editor/line'

/** Somebody else changed the same cell: what stands there now. */
export class CellConflict extends Error {
  override readonly name = 'CellConflict'
  readonly theirs: Patch

  constructor(theirs: Patch) {
    super('Somebody else changed this meanwhile.')
    this.theirs = theirs
  }
}

const gone = () => new NotSaved('gone', 'This line was removed meanwhile.')
const refused = () => new NotSaved('refused', 'You may not change the lines of quotations.')

/**
 * Stores one change of the lines. Each write names what the person saw, so that nobody's change is lost. A change that
 * is stored already (its answer was lost) succeeds again.
 * @throws CellConflict, NotSaved, and errors of the database in words (a quotation that was sent)
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

async function setColumns(id: string, from: Patch, to: Patch): Promise<void> {
  let query = db.from('quotation_items').update(asWritten(to)).eq('id', id)
  for (const [column, value] of Object.entries(from))
    query = value === null ? query.is(column, null) : query.eq(column, String(value))
  const { data } = await query.select('id').throwOnError()
  if (data.length > 0) return
  const now = await readLine(id)
  if (now === null) throw gone()
  const isThere = Object.entries(to).every(([column, value]) => isSame(Reflect.get(now, column), value))
  if (isThere) return
  const isAsSeen = Object.entries(from).every(([column, value]) => isSame(Reflect.get(now, column), value))
  if (isAsSeen) throw refused()
  const theirs: Patch = {}
  for (const column of Object.keys(to)) Object.assign(theirs, { [column]: Reflect.get(now, column) })
  throw new CellConflict(theirs)
}

async function readLine(id: string): Promise<object | null> {
  const { data } = await db
    .from('quotation_items')
    .select(
      `kind, description, details, unit, vat_treatment, is_optional, option_group, is_selected, charge_rule, own_charged_qty::text, priced_size, service_id, inventory_item_id, price_breaks, picture_path, qty::text, width_mm::text,
       height_mm::text, unit_price::text, discount_pct::text, vat_rate::text`,
    )
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data
}

/** Numbers are compared as numbers of the database: 2 is 2.0000. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'string' && typeof other === 'string' && plain(one) === plain(other))
const plain = (text: string): string => (/^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text)

/** PostgREST takes numbers as text without losing a digit; the generated types know only numbers. */
const asWritten = (patch: Patch): Record<string, never> => patch as Record<string, never>

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
