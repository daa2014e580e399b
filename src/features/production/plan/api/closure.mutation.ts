import { db } from '@/shared/db/client'
import type { Closure } from '@/shared/domain/records/work-centre'

/** Closes a work centre for some days. `id`: chosen by the caller, so that a repeated request adds nothing. */
export async function closeCentre(id: string, closure: Closure): Promise<void> {
  await db
    .from('work_centre_closures')
    .upsert({ id, ...closure }, { onConflict: 'id', ignoreDuplicates: true })
    .throwOnError()
}
