import type { Engine } from '../contracts.ts'
import { openPglite } from './pglite-engine.ts'
import { openPostgres } from './postgres-engine.ts'

/**
 * Opens a database, not yet booted. With `databaseUrl` it is that PostgreSQL; otherwise PGlite in `dataDir`,
 * or in memory without one.
 */
export async function openEngine(options: { dataDir?: string; databaseUrl?: string }): Promise<Engine> {
  if (options.databaseUrl) return openPostgres(options.databaseUrl)
  return openPglite(options.dataDir ? { dataDir: options.dataDir } : {})
}
