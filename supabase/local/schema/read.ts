import type { Queryable } from '../contracts.ts'

/** A thing that migrations made, as the statements that would make it again. */
export type SchemaObject = {
  kind: 'extension' | 'type' | 'table' | 'function'
  /** With its schema: `public.contacts`, `private.can(text, text)`. */
  name: string
  statements: string[]
}

/** Names are printed with their schema only while no schema is searched. */
const searchNothing = `select set_config('search_path', '', false)`

/** Reads everything that belongs to the product: `public`, `private`, and what it added to the tables of Supabase. */
export async function readSchema(db: Queryable): Promise<SchemaObject[]> {
  const { rows: before } = await db.query<{ path: string }>(`select current_setting('search_path') as path`)
  await db.query(searchNothing)
  try {
    const objects: SchemaObject[] = []
    for (const sql of [extensionsSql, typesSql, tablesSql, functionsSql]) {
      const { rows } = await db.query<{ object: SchemaObject }>(sql)
      objects.push(...rows.map(({ object }) => object))
    }
    return objects
  } finally {
    await db.query(`select set_config('search_path', $1, false)`, [before[0]?.path ?? 'public'])
  }
}

const own = (namespace: string) =>
  `${namespace} in (select oid from pg_catalog.pg_namespace where nspname in ('public', 'private'))`

const notOfAnExtension = (catalog: string, oid: string) => `not exists (
  select from pg_catalog.pg_depend d
   where d.classid = 'pg_catalog.${catalog}'::pg_catalog.regclass and d.objid = ${oid} and d.deptype = 'e')`

/** The roles whose rights differ from table to table. The owner may everything. */
const grantees = `array['PUBLIC', 'anon', 'authenticated', 'service_role']`

/** `comment on …`, or null where there is none. */
const comment = (what: string, text: string) =>
  `case when ${text} is not null then pg_catalog.format('comment on %s is %L;', ${what}, ${text}) end`

const extensionsSql = `
  select jsonb_build_object('kind', 'extension', 'name', e.extname, 'statements',
           jsonb_build_array(format('create extension %I with schema %I;', e.extname, n.nspname))) as object
    from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
   where e.extname <> 'plpgsql'
   order by e.extname collate "C"`

const typesSql = `
  select jsonb_build_object('kind', 'type', 'name', format('%I.%I', n.nspname, t.typname), 'statements', jsonb_build_array(
           format('create type %I.%I as enum (%s);', n.nspname, t.typname,
             (select string_agg(quote_literal(v.enumlabel), ', ' order by v.enumsortorder)
                from pg_catalog.pg_enum v where v.enumtypid = t.oid)))) as object
    from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
   where t.typtype = 'e' and ${own('t.typnamespace')}
   order by t.typname collate "C"`

/** `grant select, insert on table … to authenticated;`, a line a role. */
const grantsOf = (list: string, target: string) => `(
  select jsonb_agg(format('grant %s on %s to %s;', granted.rights, ${target}, granted.role) order by granted.place)
    from (
      select case acl.grantee when 0 then 'PUBLIC' else acl.grantee::pg_catalog.regrole::text end as role,
             array_position(${grantees}, case acl.grantee when 0 then 'PUBLIC' else acl.grantee::pg_catalog.regrole::text end) as place,
             string_agg(lower(acl.privilege_type), ', ' order by acl.privilege_type) as rights
        from pg_catalog.aclexplode(${list}) as acl
       group by acl.grantee
    ) as granted
   where granted.role = any (${grantees}))`

const columnsAndConstraints = `(
  select string_agg(line, E',\\n' order by rank, place, line) from (
    select 0 as rank, a.attnum as place, '  ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
           || case when a.attnotnull then ' not null' else '' end
           || case when a.attidentity = 'a' then ' generated always as identity'
                   when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid, true) || ') stored'
                   when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid, true)
                   else '' end as line
      from pg_catalog.pg_attribute a
      left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    union all
    select case k.contype when 'p' then 1 when 'u' then 2 when 'f' then 3 else 4 end, 0,
           '  constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid, true)
      from pg_catalog.pg_constraint k
     where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c', 'x')
  ) as parts (rank, place, line))`

const policies = `(
  select jsonb_agg(format('create policy %I on %s%s for %s to %s%s%s;', p.polname, relation.name,
           case when p.polpermissive then '' else ' as restrictive' end,
           case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
           (select string_agg(case role when 0 then 'PUBLIC' else role::pg_catalog.regrole::text end, ', ' order by role::pg_catalog.regrole::text)
              from unnest(p.polroles) as role),
           E'\\n  using (' || pg_get_expr(p.polqual, p.polrelid, true) || ')',
           E'\\n  with check (' || pg_get_expr(p.polwithcheck, p.polrelid, true) || ')')
         order by p.polcmd, p.polname collate "C")
    from pg_catalog.pg_policy p where p.polrelid = c.oid)`

const triggers = `(
  select jsonb_agg(pg_get_triggerdef(t.oid, true) || ';' || case t.tgenabled when 'O' then '' else ' -- ' || t.tgenabled::text end
           order by t.tgname collate "C")
    from pg_catalog.pg_trigger t join pg_catalog.pg_proc f on f.oid = t.tgfoid
   where t.tgrelid = c.oid and not t.tgisinternal and ${own('f.pronamespace')})`

const nothing = `'[]'::jsonb`

/** The tables of Supabase (`auth.users`, `storage.objects`, `realtime.messages`) with the policies and triggers alone. */
const tablesSql = `
  select jsonb_build_object('kind', 'table', 'name', relation.name, 'statements', case when relation.is_own then
           jsonb_build_array(format(E'create table %s (\\n%s\\n);', relation.name, ${columnsAndConstraints}))
           || case when c.relrowsecurity then jsonb_build_array(format('alter table %s enable row level security;', relation.name)) else ${nothing} end
           || coalesce((
             select jsonb_agg(pg_get_indexdef(i.indexrelid, 0, true) || ';' order by ic.relname collate "C")
               from pg_catalog.pg_index i join pg_catalog.pg_class ic on ic.oid = i.indexrelid
              where i.indrelid = c.oid
                and not exists (select from pg_catalog.pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))), ${nothing})
           || coalesce(${grantsOf('c.relacl', 'relation.name')}, ${nothing})
           || coalesce((
             select jsonb_agg(one.statement order by a.attname collate "C", one.statement)
               from pg_catalog.pg_attribute a
               cross join lateral jsonb_array_elements_text(
                 ${grantsOf('a.attacl', `format('%s (%I)', relation.name, a.attname)`)}) as one (statement)
              where a.attrelid = c.oid and a.attacl is not null), ${nothing})
           else ${nothing} end
           || coalesce(${policies}, ${nothing})
           || coalesce(${triggers}, ${nothing})
           || case when relation.is_own then
             coalesce(nullif(jsonb_build_array(${comment(`'table ' || relation.name`, `obj_description(c.oid, 'pg_class')`)}), '[null]'), ${nothing})
             || coalesce((
               select jsonb_agg(${comment(`format('column %s.%I', relation.name, a.attname)`, 'col_description(c.oid, a.attnum)')} order by a.attname collate "C")
                 from pg_catalog.pg_attribute a
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and col_description(c.oid, a.attnum) is not null), ${nothing})
           else ${nothing} end) as object
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    cross join lateral (select format('%I.%I', n.nspname, c.relname) as name, n.nspname in ('public', 'private') as is_own) as relation
   where c.relkind in ('r', 'p') and (relation.is_own
      or exists (select from pg_catalog.pg_trigger t join pg_catalog.pg_proc f on f.oid = t.tgfoid
                  where t.tgrelid = c.oid and not t.tgisinternal and ${own('f.pronamespace')})
      or (n.nspname in ('storage', 'realtime') and exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid)))
   order by relation.name collate "C"`

const functionsSql = `
  select jsonb_build_object('kind', 'function', 'name', routine.name, 'statements',
           jsonb_build_array(btrim(pg_get_functiondef(p.oid), E'\\n ') || ';')
           || coalesce(${grantsOf(`coalesce(p.proacl, acldefault('f', p.proowner))`, 'routine.name')}, ${nothing})
           || coalesce(nullif(jsonb_build_array(${comment('routine.name', `obj_description(p.oid, 'pg_proc')`)}), '[null]'), ${nothing})) as object
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    cross join lateral (select format('%s %I.%I(%s)', case p.prokind when 'p' then 'procedure' else 'function' end,
      n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as name) as routine
   where ${own('p.pronamespace')} and p.prokind in ('f', 'p') and ${notOfAnExtension('pg_proc', 'p.oid')}
   order by n.nspname, p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`
