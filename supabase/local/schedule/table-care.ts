import type { Engine } from '../contracts.ts'
import { repeatedly, type Schedule } from './repeatedly.ts'

const everyMinutes = 1

type Due = { name: string; isBloated: boolean }

/**
 * As PostgreSQL's autovacuum decides by its own defaults; a table that was never counted is counted. The table in which
 * the counts stand counts itself never.
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
 * Takes what is dead out of the tables that were written to much, and counts their values anew for the planner: PGlite
 * has no autovacuum. A table at a time, so that others are answered between two. Returns the names of the tables.
 */
export async function careForTables(engine: Pick<Engine, 'query' | 'exec'>): Promise<string[]> {
  // What was written in the last second is counted too.
  await engine.query('select pg_stat_force_next_flush()')
  const { rows } = await engine.query<Due>(due)
  for (const { name, isBloated } of rows) await engine.exec(`${isBloated ? 'vacuum (analyze)' : 'analyze'} ${name}`)
  return rows.map(({ name }) => name)
}

/** Cares for the tables of PGlite for as long as the server runs; PostgreSQL does it by itself. */
export const scheduleTableCare = (engine: Engine, report: (failure: unknown) => void): Schedule | null =>
  engine.kind === 'pglite' ? repeatedly(() => careForTables(engine), everyMinutes, report) : null
