import type { Engine } from '../contracts.ts'
import { repeatedly, type Schedule } from './repeatedly.ts'

const everyMinutes = 1

type Due = { name: string; isBloated: boolean }

/**
 * The same rule as PostgreSQL's autovacuum with default settings. A table without statistics is always counted.
 * `pg_statistic`, which holds the statistics, is never counted.
 */
const due = `
  select name, "isBloated" from (
    select format('%I.%I', s.schemaname, s.relname) as name,
      s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
        or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0) as "isBloated",
      c.oid <> 'pg_statistic'::regclass and (s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
        or (c.reltuples < 0 and pg_relation_size(c.oid) > 0)) as is_changed
    from pg_stat_all_tables s join pg_class c on c.oid = s.relid
    where s.schemaname !~ '^pg_(toast|temp)' and c.relkind = 'r') as tables
  where "isBloated" or is_changed order by name`

/**
 * Removes dead rows of heavily written tables and renews their statistics for the planner: PGlite has no autovacuum. It
 * handles one table at a time, so that other requests are answered in between. Returns the tables' names.
 */
export async function careForTables(engine: Pick<Engine, 'query' | 'exec'>): Promise<string[]> {
  // Includes the writes of the last second.
  await engine.query('select pg_stat_force_next_flush()')
  const { rows } = await engine.query<Due>(due)
  for (const { name, isBloated } of rows) await engine.exec(`${isBloated ? 'vacuum (analyze)' : 'analyze'} ${name}`)
  return rows.map(({ name }) => name)
}

/** Vacuums and analyses PGlite's tables while the server runs; PostgreSQL does it itself. */
export const scheduleTableCare = (engine: Engine, report: (failure: unknown) => void): Schedule | null =>
  engine.kind === 'pglite' ? repeatedly(() => careForTables(engine), everyMinutes, report) : null
