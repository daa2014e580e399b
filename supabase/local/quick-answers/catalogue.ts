import { z } from 'zod'
import type { Engine } from '../contracts.ts'
import { quoted } from '../engine/quoted-name.ts'

/** A foreign key from `table` to `target`, column by column. `isUnique`: at most one row has the same key. */
export type ForeignKey = {
  isUnique: boolean
  name: string
  table: string
  columns: string[]
  target: string
  targetColumns: string[]
}

/** The tables and views of a schema, and what leads from one to another. */
export type Catalogue = {
  schema: string
  /** The columns of each table. A computed column is a function of the row. */
  columns: ReadonlyMap<string, ReadonlyMap<string, 'stored' | 'computed'>>
  foreignKeys: readonly ForeignKey[]
  /** The functions that can be called by names of arguments, by their names; none where one of several cannot. */
  functions: ReadonlyMap<string, readonly CalledFunction[]>
}

export type CalledFunction = {
  /** Types by the names of the arguments. */
  parameters: ReadonlyMap<string, string>
  required: readonly string[]
  /** The argument that stands for any number of them. */
  variadic: string | null
  /** It changes nothing, so that a `GET` may call it. */
  isStable: boolean
  /** A function answers nothing, one value, or a list; a `row` is an object, a `value` is what it is. */
  answers: 'nothing' | 'value' | 'row' | 'values' | 'rows'
  /** Of `rows`: the table whose rows they are, or the names of their columns. */
  table: string | null
  columns: readonly string[]
}

const columnRows = z.array(z.object({ table: z.string(), name: z.string(), kind: z.enum(['stored', 'computed']) }))
const keyRows = z.array(
  z.object({
    name: z.string(),
    table: z.string(),
    columns: z.array(z.string()),
    target: z.string(),
    targetColumns: z.array(z.string()),
    isUnique: z.boolean(),
  }),
)

const functionRows = z.array(
  z.object({
    name: z.string(),
    names: z.array(z.string()),
    types: z.array(z.string()),
    defaults: z.number(),
    isVariadic: z.boolean(),
    isStable: z.boolean(),
    answers: z.enum(['nothing', 'value', 'row', 'values', 'rows']),
    table: z.string().nullable(),
    columns: z.array(z.string()),
  }),
)

export async function readCatalogue(engine: Engine, schema: string): Promise<Catalogue> {
  const { rows } = await engine.query<{ columns: unknown; keys: unknown; functions: unknown }>(statement, [
    quoted(schema),
  ])
  const columns = new Map<string, Map<string, 'stored' | 'computed'>>()
  for (const { table, name, kind } of columnRows.parse(rows[0]?.columns)) {
    const known = columns.get(table) ?? new Map<string, 'stored' | 'computed'>()
    // A stored column comes first, and hides a function of its name, as in the database.
    if (!known.has(name)) known.set(name, kind)
    columns.set(table, known)
  }
  const functions = new Map<string, CalledFunction[]>()
  for (const { name, names, types, defaults, isVariadic, ...called } of functionRows.parse(rows[0]?.functions)) {
    const parameters = new Map(names.map((parameter, index) => [parameter, types[index] ?? '']))
    const variadic = isVariadic ? (names.at(-1) ?? null) : null
    const required = names.slice(0, names.length - defaults)
    functions.set(name, [...(functions.get(name) ?? []), { parameters, required, variadic, ...called }])
  }
  return { schema, columns, foreignKeys: keyRows.parse(rows[0]?.keys), functions }
}

const statement = `
  with tables as (
    select c.oid, c.relname, c.reltype from pg_class c
     where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')),
  named as (
    select t.relname as "table", a.attname as name, 'stored' as kind, a.attnum as place
      from tables t join pg_attribute a on a.attrelid = t.oid
     where a.attnum > 0 and not a.attisdropped
    union all
    select t.relname, p.proname, 'computed', 32767
      from tables t join pg_proc p on p.pronargs = 1 and p.proargtypes[0] = t.reltype
     where p.pronamespace = $1::regnamespace and p.prokind = 'f' and not p.proretset
       and p.prorettype not in (select reltype from tables)),
  keys as (
    select k.conname as name, t.relname as "table", u.relname as target,
           (select jsonb_agg(a.attname order by n.place) from unnest(k.conkey) with ordinality n (number, place)
              join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.number) as columns,
           (select jsonb_agg(a.attname order by n.place) from unnest(k.confkey) with ordinality n (number, place)
              join pg_attribute a on a.attrelid = k.confrelid and a.attnum = n.number) as "targetColumns",
           exists (select from pg_constraint u where u.conrelid = k.conrelid and u.contype in ('p', 'u')
              and u.conkey @> k.conkey and u.conkey <@ k.conkey) as "isUnique"
      from pg_constraint k join tables t on t.oid = k.conrelid join tables u on u.oid = k.confrelid
     where k.contype = 'f' and k.conparentid = 0),
  plain as (
    select p.*,
           -- A record without names, a type of the answer of its own, a trigger, arguments without names, and arguments that answer.
           (t.typtype in ('b', 'c', 'e') or p.prorettype = 'void'::regtype
             or (p.prorettype = 'record'::regtype and p.proargmodes @> '{t}'::"char"[]))
           and (p.pronargs = 0 or cardinality(array_remove(p.proargnames[1:p.pronargs], '')) = p.pronargs)
           and (p.proargmodes is null or p.proargmodes <@ '{i,t,v}'::"char"[]) as "isPlain"
      from pg_proc p join pg_type t on t.oid = p.prorettype
     where p.pronamespace = $1::regnamespace and p.prokind = 'f'),
  functions as (
    select p.proname as name, coalesce(to_jsonb(p.proargnames[1:p.pronargs]), '[]') as names, p.pronargdefaults as defaults,
           p.provariadic <> 0 as "isVariadic", p.provolatile <> 'v' as "isStable",
           -- With their schemas, since each request has a search path of its own.
           (select coalesce(jsonb_agg(case when n.nspname = 'pg_catalog' then format_type(a.type, null)
                     else format('%I.%I', n.nspname, y.typname) || case when y.oid = a.type then '' else '[]' end end order by a.place), '[]')
              from unnest(p.proargtypes::oid[]) with ordinality a (type, place)
              join pg_type w on w.oid = a.type
              join pg_type y on y.oid = case when w.typcategory = 'A' and w.typelem <> 0 then w.typelem else w.oid end
              join pg_namespace n on n.oid = y.typnamespace) as types,
           case when p.prorettype = 'void'::regtype then 'nothing'
                when t.typtype = 'c' or p.proargmodes @> '{t}'::"char"[] then case when p.proretset then 'rows' else 'row' end
                when p.proretset then 'values' else 'value' end as answers,
           (select o.relname from tables o where o.reltype = t.oid) as "table",
           coalesce(to_jsonb(p.proargnames[p.pronargs + 1:]), '[]') as columns
      from plain p join pg_type t on t.oid = p.prorettype
     where not exists (select from plain o where o.proname = p.proname and not o."isPlain")
       -- What a function says of the status and the headers of its answer is read by the library.
       and not exists (select from pg_proc o where o.pronamespace <> 'pg_catalog'::regnamespace and o.prosrc ~ 'response[.](status|headers)'))
  select (select coalesce(jsonb_agg(to_jsonb(n) order by n."table", n.place), '[]') from named n) as columns,
         (select coalesce(jsonb_agg(to_jsonb(k)), '[]') from keys k) as keys,
         (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from functions f) as functions`
