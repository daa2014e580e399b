import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Queryable } from './contracts.ts'

const pictures = fileURLToPath(new URL('../demo/', import.meta.url))

/**
 * Puts the bytes of the demo's pictures where storage looks for them: the seed names the rows, supabase/demo holds the
 * pictures; invoices of suppliers are drawn, once. May run on every start; it replaces nothing that people uploaded.
 */
export async function placeDemoFiles(database: Queryable, storageDirectory: string): Promise<void> {
  const { rows } = await database.query<{ version: string; demo: string }>(
    `select version, user_metadata ->> 'demo' as demo from storage.objects
      where bucket_id in ('mockups', 'line-pictures', 'job-files', 'item-photos', 'site-photos') and user_metadata ->> 'demo' ~ '^[a-z0-9-]+\\.(png|jpg|webp|pdf|dxf)$'`,
  )
  for (const { version, demo } of rows) {
    const folder = join(storageDirectory, 'objects', version.slice(0, 2))
    await mkdir(folder, { recursive: true })
    await copyFile(join(pictures, demo), join(folder, version))
  }
  const papers = await database.query(
    `select from storage.objects where bucket_id = 'supplier-invoices' and user_metadata ->> 'demo' = 'drawn' and metadata ->> 'size' = '0' limit 1`,
  )
  // Loaded for the first start alone: it brings the fonts of papers with it.
  if (papers.rows.length > 0) await (await import('./demo-papers.ts')).drawDemoPapers(database, storageDirectory)
}
