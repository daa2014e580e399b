import { createClient } from '@supabase/supabase-js'
import { removeOrphanedFiles } from '../../functions/_shared/orphaned-files.ts'
import type { Keys } from '../contracts.ts'
import { repeatedly, type Schedule } from '../schedule/repeatedly.ts'

const everyMinutes = 60

/** Removes the files of drafts that were never saved, for as long as the server at `url` runs. */
export function scheduleOrphanSweep(url: string, keys: Keys, report: (failure: unknown) => void): Schedule {
  const service = createClient(url, keys.secretKey, { auth: { persistSession: false, autoRefreshToken: false } })
  return repeatedly(() => removeOrphanedFiles(service), everyMinutes, report)
}
