import { z } from 'zod'
import type { Caller, Engine } from '../contracts.ts'

const columnSchema = z.object({
  name: z.string(),
  type: z.string(),
  required: z.boolean(),
  default: z.string().nullable(),
  comment: z.string().nullable(),
  maxLength: z.number().nullable(),
  words: z.array(z.string()).nullable(),
  isKey: z.boolean(),
  /** The table and the column that it refers to. */
  refers: z.tuple([z.string(), z.string()]).nullable(),
})
const tableSchema = z.object({
  name: z.string(),
  comment: z.string().nullable(),
  verbs: z.array(z.enum(['get', 'post', 'patch', 'delete'])),
  columns: z.array(columnSchema),
})
const functionSchema = z.object({
  name: z.string(),
  comment: z.string().nullable(),
  isStable: z.boolean(),
  parameters: z.array(z.object({ name: z.string(), type: z.string(), required: z.boolean(), isVariadic: z.boolean() })),
})
const describedSchema = z.object({
  comment: z.string().nullable(),
  tables: z.array(tableSchema),
  functions: z.array(functionSchema),
})

export type DescribedColumn = z.infer<typeof columnSchema>
export type DescribedTable = z.infer<typeof tableSchema>
export type DescribedFunction = z.infer<typeof functionSchema>
export type DescribedSchema = z.infer<typeof describedSchema>

/** What a caller may use of a schema: its tables and views with what may be done with them, and its functions. */
export async function describeSchema(engine: Engine, caller: Caller, schema: string): Promise<DescribedSchema> {
  const rows = await engine.asCaller(caller, async (tx) => {
    const [tables, functions] = [await tx.query(tablesOf, [schema]), await tx.query(functionsOf, [schema])]
    const { rows } = await tx.query('select obj_description($1::regnamespace) as comment', [JSON.stringify(schema)])
    return { ...rows[0], tables: tables.rows, functions: functions.rows }
  })
  return describedSchema.parse(rows)
}

/** What can be written to a view is bit 8 (insert), 4 (update) and 16 (delete) of `pg_relation_is_updatable`. */
const tablesOf = `
  select c.relname as name, obj_description(c.oid, 'pg_class') as comment,
         array_remove(array[
           case when has_any_column_privilege(c.oid, 'select') then 'get' end,
           case when has_any_column_privilege(c.oid, 'insert') and w.bits & 8 > 0 then 'post' end,
           case when has_any_column_privilege(c.oid, 'update') and w.bits & 4 > 0 then 'patch' end,
           case when has_table_privilege(c.oid, 'delete') and w.bits & 16 > 0 then 'delete' end], null) as verbs,
         (select jsonb_agg(jsonb_build_object(
             'name', a.attname, 'type', format_type(a.atttypid, null), 'comment', col_description(c.oid, a.attnum),
             'required', a.attnotnull and d.oid is null and a.attidentity = '',
             'default', pg_get_expr(d.adbin, d.adrelid),
             'maxLength', case when a.atttypid in ('varchar'::regtype, 'bpchar'::regtype) and a.atttypmod > 4 then a.atttypmod - 4 end,
             'words', (select jsonb_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = a.atttypid),
             'isKey', exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p' and a.attnum = any (k.conkey)),
             'refers', (select jsonb_build_array(t.relname, r.attname) from pg_constraint k
                 join pg_class t on t.oid = k.confrelid and t.relnamespace = c.relnamespace
                 join pg_attribute r on r.attrelid = t.oid and r.attnum = k.confkey[1]
                where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum] order by k.conname limit 1))
             order by a.attnum)
            from pg_attribute a left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c, lateral (select pg_relation_is_updatable(c.oid, true) as bits) w
   where c.relnamespace = (select oid from pg_namespace where nspname = $1) and c.relkind in ('r', 'p', 'v', 'm', 'f')
     and not c.relispartition and exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
     and (has_any_column_privilege(c.oid, 'select, insert, update') or has_table_privilege(c.oid, 'delete'))
   order by c.relname`

/** Of several functions of one name the one with the fewest arguments, as the address is the same. */
const functionsOf = `
  select distinct on (p.proname) p.proname as name, obj_description(p.oid, 'pg_proc') as comment, p.provolatile <> 'v' as "isStable",
         (select coalesce(jsonb_agg(jsonb_build_object(
             'name', coalesce(p.proargnames[a.place], ''), 'type', format_type(p.proargtypes[a.place - 1], null),
             'required', a.place <= p.pronargs - p.pronargdefaults and not (p.provariadic <> 0 and a.place = p.pronargs),
             'isVariadic', p.provariadic <> 0 and a.place = p.pronargs) order by a.place), '[]')
            from generate_series(1, p.pronargs) a (place)) as parameters
    from pg_proc p
   where p.pronamespace = (select oid from pg_namespace where nspname = $1) and p.prokind = 'f'
     and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype) and has_function_privilege(p.oid, 'execute')
   order by p.proname, p.pronargs, p.oid`
