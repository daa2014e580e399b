import { db } from '@/shared/db/client'
import type { LengthUnit } from '@/shared/domain/text/formats'

/** Saves the unit in which the signed-in person reads and types lengths; null: that of the company. */
export async function saveMyLengthUnit(unit: LengthUnit | null): Promise<void> {
  await db.rpc('save_my_length_unit', unit === null ? {} : { p_unit: unit }).throwOnError()
}
