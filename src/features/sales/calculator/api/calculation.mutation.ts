import { generateKeyBetween } from 'fractional-indexing'
import type { CalculationInputs, Confidential, Nested, Step } from '@/documents/calculation/inputs'
import { NotSaved } from '@/kit/save/not-saved'
import { db } from '@/shared/db/client'
import type { Json } from '@/shared/db/database.types'
import { newId } from '@/shared/lib/new-id'

export type SavedValues = { name: string; contact_id: string | null; inputs: CalculationInputs; nested: Nested }

/**
 * Saves a calculation over the version that the person saw; `version` null creates one. `confidential` null keeps
 * margin and bought costs. Returns the new version.
 * @throws errors of the database; PT409 when another person saved meanwhile
 */
export async function saveCalculation(
  id: string,
  version: number | null,
  values: SavedValues,
  confidential: Confidential | null,
): Promise<number> {
  const { data } = await db
    .rpc('save_calculation', {
      p_id: id,
      // A new calculation has no version; the generated types lack null.
      p_version: version as number,
      p_values: values as unknown as Json,
      ...(confidential ? { p_confidential: confidential as unknown as Json } : {}),
    })
    .throwOnError()
  return data
}

/** Removes a calculation. Lines that it priced stay. @throws NotSaved when nothing was removed */
export async function removeCalculation(id: string): Promise<void> {
  const { data } = await db.from('price_calculations').delete().eq('id', id).select('id').throwOnError()
  if (data.length === 0) throw new NotSaved('refused', 'Only who made this calculation may remove it.')
}

/** Saves these steps as the recipe of a service. @throws NotSaved when the person may not change services */
export async function saveRecipe(serviceId: string, steps: readonly Step[]): Promise<void> {
  const { data } = await db
    .from('services')
    .update({ recipe: steps as unknown as Json })
    .eq('id', serviceId)
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new NotSaved('refused', 'You may not change what services are made of.')
}

/**
 * Puts the price into a draft quotation: into the line `lineId`, the line that it has there already, or a new one at the end.
 * Two people at once: again.
 */
export async function putIntoQuotation(
  calculationId: string,
  quotationId: string,
  lineId: string | null,
): Promise<void> {
  const item = lineId ?? newId()
  for (let tries = 0; ; tries++) {
    const { data: last } = await db
      .from('quotation_items')
      .select('position')
      .eq('quotation_id', quotationId)
      .order('position', { ascending: false })
      .limit(1)
      .maybeSingle()
      .throwOnError()
    const { error } = await db.rpc('put_calculation', {
      p_calculation: calculationId,
      p_quotation: quotationId,
      p_item: item,
      p_position: generateKeyBetween(last?.position ?? null, null),
    })
    if (!error) return
    if (error.code !== '23505' || tries >= 4) throw error
  }
}
