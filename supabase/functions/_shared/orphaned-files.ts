import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'

const atOnce = 100
const namesSchema = z.array(z.string())

/**
 * Removes files that no task and no comment names, a week after their upload: a draft of Friday may be taken up again on
 * Monday. `service` speaks with the service key. Returns how many are gone; throws with the reason of whoever refused.
 */
export async function removeOrphanedFiles(service: SupabaseClient): Promise<number> {
  let removed = 0
  for (;;) {
    const { data } = await service.rpc('take_orphaned_files', { p_most: atOnce }).throwOnError()
    const names = namesSchema.parse(data)
    if (names.length === 0) return removed
    const { data: gone, error } = await service.storage.from('task-images').remove(names)
    if (error) throw error
    if (gone.length === 0) return removed
    removed += gone.length
  }
}
