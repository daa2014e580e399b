import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'

const atOnce = 100
const namesSchema = z.array(z.string())

/** The functions that list unused files of each bucket. */
const sweeps = [
  { bucket: 'task-images', take: 'take_orphaned_files', of: {} },
  { bucket: 'line-pictures', take: 'take_orphaned_pictures', of: {} },
  { bucket: 'job-files', take: 'take_orphaned_uploads', of: { p_bucket: 'job-files' } },
  { bucket: 'item-photos', take: 'take_orphaned_uploads', of: { p_bucket: 'item-photos' } },
] as const

/**
 * Removes files without a task, comment, line, version, job or stock item, a week after their upload: a draft of Friday
 * may be continued on Monday. `service` has the service key. Returns the number of removed files; throws the reason of
 * a refusal.
 */
export async function removeOrphanedFiles(service: SupabaseClient): Promise<number> {
  let removed = 0
  for (const sweep of sweeps) removed += await swept(service, sweep)
  return removed
}

async function swept(service: SupabaseClient, { bucket, take, of }: (typeof sweeps)[number]): Promise<number> {
  let removed = 0
  for (;;) {
    const { data } = await service.rpc(take, { ...of, p_most: atOnce }).throwOnError()
    const names = namesSchema.parse(data)
    if (names.length === 0) return removed
    const { data: gone, error } = await service.storage.from(bucket).remove(names)
    if (error) throw error
    if (gone.length === 0) return removed
    removed += gone.length
  }
}
