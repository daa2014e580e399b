import type { Queryable } from '../contracts.ts'
import { registers } from './registers.ts'

/**
 * An entry of a database's catalogue, for comparing two of them. `on`: the table of a column, constraint, trigger or
 * policy.
 */
export type CatalogueEntry = {
  kind:
    | 'extension'
    | 'type'
    | 'table'
    | 'column'
    | 'constraint'
    | 'index'
    | 'view'
    | 'function'
    | 'security'
    | 'trigger'
    | 'policy'
    | 'comment'
    | 'right'
    | 'row'
  name: string
  on: string
  /** The statement that creates it; for rights and rows their content. */
  definition: string
}

/** Everything that migrations made: objects with their definitions, comments, rights, and the rows of the registers. */
export async function readCatalogue(db: Queryable): Promise<CatalogueEntry[]> {
  const { rows: before } = await db.query<{ path: string }>(`select current_setting('search_path') as path`)
  // Names are printed with their schema only while no schema is searched.
  await db.query(`select set_config('search_path', '', false)`)
  try {
    const entries: CatalogueEntry[] = []
    for (const [kind, sql] of Object.entries(queries)) {
      const { rows } = await db.query<{ name: string; on: string | null; definition: string }>(sql)
      entries.push(
        ...rows.map((row) => ({
          kind: kind as CatalogueEntry['kind'],
          name: row.name,
          on: row.on ?? '',
          definition: row.definition,
        })),
      )
    }
    for (const register of registers) {
      // An older database lacks this register, so it has none of its rows.
      const { rows: known } = await db.query('select from pg_catalog.pg_class where oid = to_regclass($1)', [
        register.table,
      ])
      if (known.length === 0) continue
      const { rows } = await db.query<{ name: string; definition: string }>(
        `select concat_ws(' ', ${register.key.map((column) => `r.row ->> '${column}'`).join(', ')}) as name, r.row::text as definition
           from (${register.query}) as r (row) order by 1`,
      )
      entries.push(
        ...rows.map((row) => ({
          kind: 'row' as const,
          name: row.name,
          on: register.table,
          definition: row.definition,
        })),
      )
    }
    return entries
  } finally {
    await db.query(`select set_config('search_path', $1, false)`, [before[0]?.path ?? 'public'])
  }
}

/** The entries in which two databases differ, by name. */
export function differences(
  had: readonly CatalogueEntry[],
  wanted: readonly CatalogueEntry[],
): { had: CatalogueEntry | undefined; wanted: CatalogueEntry | undefined }[] {
  const key = ({ kind, on, name }: CatalogueEntry) => `${kind} ${on} ${name}`
  const before = new Map(had.map((one) => [key(one), one]))
  const after = new Map(wanted.map((one) => [key(one), one]))
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ had: before.get(name), wanted: after.get(name) }))
    .filter((one) => one.had?.definition !== one.wanted?.definition)
}

const ours = `('public', 'private')`
const oid = (catalog: string) => `'pg_catalog.${catalog}'::pg_catalog.regclass`
const ofNoExtension = (catalog: string, id: string) => `not exists (
  select from pg_catalog.pg_depend x where x.classid = ${oid(catalog)} and x.objid = ${id} and x.deptype = 'e')`
const relation = `format('%I.%I', n.nspname, c.relname)`
const routine = `format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid))`
/** Without `maintain`, new in PostgreSQL 17: `all` includes it. */
const privileges = (list: string) => `(
  select string_agg(role || ': ' || rights, '; ' order by role) from (
    select case a.grantee when 0 then 'public' else a.grantee::pg_catalog.regrole::text end as role,
           string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) as rights
      from pg_catalog.aclexplode(${list}) as a where a.grantee <> a.grantor and a.privilege_type <> 'MAINTAIN' group by 1) as granted)`

const queries: Partial<Record<CatalogueEntry['kind'], string>> = {
  extension: `select extname as name, '' as on, format('create extension %I with schema %I;', extname, extnamespace::regnamespace) as definition
    from pg_catalog.pg_extension where extname <> 'plpgsql' order by 1`,
  type: `select format('%I.%I', n.nspname, t.typname) as name, '' as on, format('create type %I.%I as enum (%s);', n.nspname, t.typname,
      (select string_agg(quote_literal(v.enumlabel), ', ' order by v.enumsortorder) from pg_catalog.pg_enum v where v.enumtypid = t.oid)) as definition
    from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
   where t.typtype = 'e' and n.nspname in ${ours} order by 1`,
  table: `select ${relation} as name, '' as on, format('create table %s ();', ${relation}) as definition
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p') and n.nspname in ${ours} order by 1`,
  column: `select a.attname as name, ${relation} as on, row_number() over (partition by c.oid order by a.attnum) || ' ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attcollation <> t.typcollation then ' collate ' || a.attcollation::pg_catalog.regcollation else '' end
      || case when a.attnotnull then ' not null' else '' end
      || case when a.attidentity = 'a' then ' generated always as identity' when a.attidentity = 'd' then ' generated by default as identity'
              when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid, true) || ') stored'
              when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid, true) else '' end as definition
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_type t on t.oid = a.atttypid
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where c.relkind in ('r', 'p') and n.nspname in ${ours} and a.attnum > 0 and not a.attisdropped
   order by ${relation}, a.attnum`,
  constraint: `select k.conname as name, ${relation} as on,
      format('alter table %s add constraint %I %s;', ${relation}, k.conname, pg_get_constraintdef(k.oid, true)) as definition
    from pg_catalog.pg_constraint k join pg_catalog.pg_class c on c.oid = k.conrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ${ours} and k.contype in ('p', 'u', 'f', 'c', 'x') order by ${relation}, 1`,
  index: `select i.relname as name, ${relation} as on, pg_get_indexdef(x.indexrelid, 0, true) || ';' as definition
    from pg_catalog.pg_index x join pg_catalog.pg_class i on i.oid = x.indexrelid join pg_catalog.pg_class c on c.oid = x.indrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ${ours} and not exists (
     select from pg_catalog.pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x')) order by ${relation}, 1`,
  view: `select ${relation} as name, '' as on, format(E'create view %s as\\n%s', ${relation}, pg_get_viewdef(c.oid, true)) as definition
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'v' and n.nspname in ${ours} and ${ofNoExtension('pg_class', 'c.oid')} order by 1`,
  function: `select ${routine} as name, '' as on, btrim(pg_get_functiondef(p.oid), E'\\n ') || ';' as definition
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
   where n.nspname in ${ours} and p.prokind in ('f', 'p') and ${ofNoExtension('pg_proc', 'p.oid')} order by 1`,
  security: `select ${relation} as name, '' as on, format('alter table %s enable row level security;', ${relation}) as definition
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p') and c.relrowsecurity and n.nspname in ${ours} order by 1`,
  trigger: `select t.tgname as name, ${relation} as on, pg_get_triggerdef(t.oid, true) || ';' || case t.tgenabled when 'O' then '' else ' -- ' || t.tgenabled::text end as definition
    from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_proc f on f.oid = t.tgfoid
   where not t.tgisinternal and f.pronamespace::pg_catalog.regnamespace::text in ${ours} order by ${relation}, 1`,
  policy: `select p.polname as name, ${relation} as on, format('create policy %I on %s%s for %s to %s%s%s;', p.polname, ${relation},
      case when p.polpermissive then '' else ' as restrictive' end,
      case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
      (select string_agg(case role when 0 then 'public' else role::pg_catalog.regrole::text end, ', ' order by role::pg_catalog.regrole::text)
         from unnest(p.polroles) as role),
      E'\\n  using (' || pg_get_expr(p.polqual, p.polrelid, true) || ')',
      E'\\n  with check (' || pg_get_expr(p.polwithcheck, p.polrelid, true) || ')') as definition
    from pg_catalog.pg_policy p join pg_catalog.pg_class c on c.oid = p.polrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
   order by ${relation}, 1`,
  comment: `select o.type || ' ' || o.identity as name, '' as on, d.description as definition
    from pg_catalog.pg_description as d cross join lateral pg_catalog.pg_identify_object(d.classoid, d.objoid, d.objsubid) as o
   where (o.schema in ${ours} or o.type in ('policy', 'trigger') or (o.type = 'schema' and o.identity = 'private')
       or (o.type in ('table column', 'table constraint') and split_part(split_part(o.identity, ' on ', 2) || o.identity, '.', 1) in ${ours}))
     and d.classoid in (${['pg_class', 'pg_proc', 'pg_type', 'pg_constraint', 'pg_trigger', 'pg_policy', 'pg_namespace'].map(oid).join(', ')})
     and (d.classoid <> ${oid('pg_proc')} or ${ofNoExtension('pg_proc', 'd.objoid')})
   order by 1`,
  right: `select granted.name, '' as on, coalesce(granted.definition, 'none') as definition from (
      select 'schema ' || n.nspname as name, ${privileges(`coalesce(n.nspacl, acldefault('n', n.nspowner))`)} as definition
        from pg_catalog.pg_namespace n where n.nspname in ${ours}
      union all
      select case c.relkind when 'S' then 'sequence ' else 'table ' end || ${relation},
             ${privileges(`coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner))`)}
        from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'S') and n.nspname in ${ours} and ${ofNoExtension('pg_class', 'c.oid')}
      union all
      select 'column ' || ${relation} || '.' || a.attname, ${privileges('a.attacl')}
        from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
       where a.attacl is not null and n.nspname in ${ours} and not a.attisdropped
      union all
      select 'routine ' || ${routine}, ${privileges(`coalesce(p.proacl, acldefault('f', p.proowner))`)}
        from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ${ours} and p.prokind in ('f', 'p') and ${ofNoExtension('pg_proc', 'p.oid')}) as granted order by 1`,
}
