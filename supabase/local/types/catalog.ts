import type { Queryable } from '../contracts.ts'

/** A type as the catalog names it: `uuid`, `_uuid` for its array, `app_role` with `kind` `e` for an enum. */
export type CatalogType = { name: string; schema: string; kind: string; element: CatalogType | null }

export type Column = {
  name: string
  type: CatalogType
  nullable: boolean
  hasDefault: boolean
  /** Identity `always` and generated columns: the database refuses a value. */
  computed: boolean
}

export type Relationship = {
  foreignKeyName: string
  columns: string[]
  isOneToOne: boolean
  referencedRelation: string
  referencedColumns: string[]
}

export type Relation = { name: string; kind: 'table' | 'view'; columns: Column[]; relationships: Relationship[] }
export type Argument = { name: string; type: CatalogType; optional: boolean }
export type Routine = { name: string; arguments: Argument[]; returns: CatalogType; isSet: boolean; columns: Argument[] }
export type Enumeration = { name: string; values: string[] }
export type Catalog = { relations: Relation[]; routines: Routine[]; enums: Enumeration[] }

/** Reads the API's part of the schema `public`, sorted by name, so that equal schemas give equal catalogs. */
export async function readCatalog(db: Queryable): Promise<Catalog> {
  const read = async <Row>(sql: string) => (await db.query<{ row: Row }>(sql)).rows.map(({ row }) => row)
  return {
    relations: await read<Relation>(relationsSql),
    routines: await read<Routine>(routinesSql),
    enums: await read<Enumeration>(enumsSql),
  }
}

/** A correlated subquery that turns a type's oid into a `CatalogType`. */
const typeOf = (oid: string) => `(
  select jsonb_build_object('name', t.typname, 'schema', tn.nspname, 'kind', t.typtype, 'element',
    (select jsonb_build_object('name', e.typname, 'schema', en.nspname, 'kind', e.typtype, 'element', null)
       from pg_type e join pg_namespace en on en.oid = e.typnamespace
      where e.oid = t.typelem and t.typcategory = 'A'))
    from pg_type t join pg_namespace tn on tn.oid = t.typnamespace where t.oid = ${oid})`

/** Extensions may live in `public`; their objects are not the application's. */
const ownObject = (catalog: string, oid: string) => `not exists (
  select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

const columnNames = (relation: string, numbers: string) => `(
  select jsonb_agg(ka.attname order by k.position)
    from unnest(${numbers}) with ordinality k(number, position)
    join pg_attribute ka on ka.attrelid = ${relation} and ka.attnum = k.number)`

const relationsSql = `
  select jsonb_build_object(
    'name', c.relname,
    'kind', case when c.relkind in ('v', 'm') then 'view' else 'table' end,
    'columns', (
      select jsonb_agg(jsonb_build_object(
          'name', a.attname,
          'type', ${typeOf('a.atttypid')},
          'nullable', not a.attnotnull,
          'hasDefault', a.atthasdef or a.attidentity <> '',
          'computed', a.attidentity = 'a' or a.attgenerated <> ''
        ) order by a.attname collate "C")
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
    'relationships', coalesce((
      select jsonb_agg(jsonb_build_object(
          'foreignKeyName', f.conname,
          'columns', ${columnNames('f.conrelid', 'f.conkey')},
          'isOneToOne', exists (
            select from pg_constraint u
             where u.conrelid = f.conrelid and u.contype in ('p', 'u')
               and u.conkey @> f.conkey and u.conkey <@ f.conkey),
          'referencedRelation', r.relname,
          'referencedColumns', ${columnNames('f.confrelid', 'f.confkey')}
        ) order by f.conname collate "C")
        from pg_constraint f join pg_class r on r.oid = f.confrelid
       where f.conrelid = c.oid and f.contype = 'f' and r.relnamespace = 'public'::regnamespace), '[]')
  ) as row
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and ${ownObject('pg_class', 'c.oid')}
   order by c.relname collate "C"`

/** Argument modes: i(n), o(ut), b(oth), v(ariadic), t(able column). Defaults belong to the last arguments. */
const routinesSql = `
  select jsonb_build_object(
    'name', p.proname,
    'returns', ${typeOf('p.prorettype')},
    'isSet', p.proretset,
    'arguments', coalesce((
      select jsonb_agg(jsonb_build_object(
          'name', coalesce(i.name, ''), 'type', ${typeOf('i.oid')}, 'optional', i.position > p.pronargs - p.pronargdefaults
        ) order by i.name collate "C")
        from (
          select a.name, a.oid, row_number() over (order by a.position) as position
            from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes)
              with ordinality a(oid, name, mode, position)
           where a.oid is not null and coalesce(a.mode, 'i') in ('i', 'b', 'v')
        ) i), '[]'),
    'columns', coalesce((
      select jsonb_agg(jsonb_build_object('name', a.name, 'type', ${typeOf('a.oid')}, 'optional', false)
               order by a.name collate "C")
        from unnest(p.proallargtypes, p.proargnames, p.proargmodes) a(oid, name, mode)
       where a.mode in ('o', 'b', 't')), '[]')
  ) as row
    from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
     and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype) and ${ownObject('pg_proc', 'p.oid')}
   order by p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`

const enumsSql = `
  select jsonb_build_object('name', t.typname,
    'values', (select jsonb_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)) as row
    from pg_type t
   where t.typnamespace = 'public'::regnamespace and t.typtype = 'e' and ${ownObject('pg_type', 't.oid')}
   order by t.typname collate "C"`
