import type { Queryable } from '../../supabase/local/contracts.ts'
import type { Fault, Kind } from './fault.ts'

const exposed = `c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`

/** How pg_policy is written in SQL again: for one table, its condition and its check. */
const policies = `
  pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace s on s.oid = c.relnamespace,
  lateral (select pg_get_expr(polqual, polrelid) as rule, pg_get_expr(polwithcheck, polrelid) as checked,
                  case when s.nspname = 'public' then null else s.nspname end as system) as told`

/** Each query names its faults: `subject` first, then other words by which tests may speak of it. */
const queries: readonly [Kind, string][] = [
  [
    'policy dropped',
    `select format('policy "%s" of %s dropped', polname, relname) as name, relname::text as subject, polname::text as words,
            format('drop policy %I on %I.%I', polname, nspname, relname) as sql
       from ${policies} where told.system is null`,
  ],
  [
    'policy open',
    `select format('policy "%s" of %s is using (true)', polname, relname) as name, relname::text as subject, polname::text as words,
            format('alter policy %I on %I.%I using (true)', polname, nspname, relname) as sql
       from ${policies} where told.system is null and told.rule <> 'true'
     union all
     select format('policy "%s" of %s is with check (true)', polname, relname), relname, polname,
            format('alter policy %I on %I.%I with check (true)', polname, nspname, relname)
       from ${policies} where told.system is null and told.checked <> 'true'`,
  ],
  [
    'policy without a part',
    `select format('policy "%s" of %s without %s', polname, relname, part[1]) as name, relname::text as subject, polname::text as words,
            format('alter policy %I on %I.%I%s%s', polname, nspname, relname,
              ' using (' || replace(told.rule, part[1], 'true') || ')', ' with check (' || replace(told.checked, part[1], 'true') || ')') as sql
       from ${policies}, lateral (select distinct p as part from regexp_matches(
              coalesce(told.rule, '') || coalesce(told.checked, ''),
              '\\( SELECT private\\.[a-z_]+\\([^()]*\\) AS [a-z_]+\\)|\\([a-z_]+ (?:=|<>|IS) [^()]+\\)|\\([a-z_]+ = \\( SELECT auth\\.uid\\(\\) AS uid\\)\\)', 'g') as p) as found
      where told.system is null and part[1] not in (coalesce(told.rule, ''), coalesce(told.checked, ''))`,
  ],
  [
    'policy for more roles',
    `select format('policy "%s" of %s is for visitors too', polname, relname) as name, relname::text as subject, polname::text as words,
            format('alter policy %I on %I.%I to authenticated, anon', polname, nspname, relname) as sql
       from ${policies} where told.system is null and polroles = array['authenticated'::regrole::oid]`,
  ],
  [
    'grant',
    `select format('%s may call %s', r, p.oid::regprocedure) as name, p.proname::text as subject, r as words,
            format('grant execute on function %s to %s', p.oid::regprocedure, r) as sql
       from pg_proc p, unnest(array['anon', 'authenticated']) as r
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prokind = 'f' and prorettype <> 'trigger'::regtype
        and not has_function_privilege(r, p.oid, 'execute')
     union all
     select format('%s may %s all of %s', r, verb, c.oid::regclass), c.relname, verb, format('grant %s on %s to %s', verb, c.oid::regclass, r)
       from pg_class c, unnest(array['anon', 'authenticated']) as r, unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as verb
      where ${exposed} and c.relkind = 'r' and not has_table_privilege(r, c.oid, verb)
     union all
     select format('accounts may %s %s.%s', verb, c.relname, a.attname), c.relname, a.attname,
            format('grant %s (%I) on %s to authenticated', verb, a.attname, c.oid::regclass)
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '',
            unnest(array['insert', 'update']) as verb
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and has_any_column_privilege('authenticated', c.oid, verb) and not has_column_privilege('authenticated', c.oid, a.attname, verb)`,
  ],
  [
    'trigger',
    `select format('trigger %s of %s dropped', t.tgname, c.relname) as name, c.relname::text as subject,
            t.tgname || ' ' || f.proname as words, format('drop trigger %I on %s', t.tgname, c.oid::regclass) as sql
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc f on f.oid = t.tgfoid
      where f.pronamespace = 'private'::regnamespace and not t.tgisinternal`,
  ],
  ...(
    [
      ['check', 'c'],
      ['foreign key', 'f'],
    ] as const
  ).map(([kind, type]): [Kind, string] => [
    kind,
    `select format('${kind} %s of %s dropped', conname, relname) as name, relname::text as subject,
            concat_ws(' ', conname, (select string_agg(attname::text, ' ') from pg_attribute where attrelid = conrelid and attnum = any (conkey))) as words,
            format('alter table %s drop constraint %I', conrelid::regclass, conname) as sql
       from pg_constraint join pg_class c on c.oid = conrelid where ${exposed} and contype = '${type}'`,
  ]),
  [
    'unique',
    `select format('%s %s of %s dropped', case contype when 'x' then 'exclusion' else 'unique' end, conname, relname) as name,
            relname::text as subject, conname::text as words, format('alter table %s drop constraint %I', conrelid::regclass, conname) as sql
       from pg_constraint join pg_class c on c.oid = conrelid where ${exposed} and contype in ('u', 'x')
     union all
     select format('unique index %s of %s dropped', x.relname, c.relname), c.relname, x.relname, format('drop index %s', x.oid::regclass)
       from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid
      where ${exposed} and i.indisunique and not exists (select from pg_constraint k where k.conindid = x.oid)`,
  ],
  [
    'setting',
    `select format('%s searches the schemas of its caller', p.oid::regprocedure) as name, p.proname::text as subject, 'search_path' as words,
            format('alter function %s reset search_path', p.oid::regprocedure) as sql
       from pg_proc p where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef and prokind = 'f'
     union all
     select format('%s runs as its owner', p.oid::regprocedure), p.proname, 'security definer',
            format('alter function %s security definer', p.oid::regprocedure)
       from pg_proc p where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and not prosecdef and prokind = 'f'
        and has_function_privilege('authenticated', p.oid, 'execute')
     union all
     select format('%s has no row level security', c.oid::regclass), c.relname, 'row level security',
            format('alter table %s disable row level security', c.oid::regclass)
       from pg_class c where ${exposed} and c.relrowsecurity`,
  ],
  [
    'realtime',
    `select format('policy "%s" of %s is true', polname, relname) as name, 'may_hear' as subject, polname || ' realtime.messages' as words,
            format('alter policy %I on %I.%I%s%s', polname, nspname, relname, case when told.rule is not null then ' using (true)' end,
              case when told.checked is not null then ' with check (true)' end) as sql
       from ${policies} where told.system = 'realtime'
     union all
     select format('policy "%s" of %s without %s', polname, relname, part[1]), 'may_hear', polname || ' realtime.messages',
            format('alter policy %I on %I.%I%s%s', polname, nspname, relname,
              ' using (' || replace(told.rule, part[1], 'true') || ')', ' with check (' || replace(told.checked, part[1], 'true') || ')')
       from ${policies}, lateral (select distinct p as part from regexp_matches(
              coalesce(told.rule, '') || coalesce(told.checked, ''),
              '\\(extension = ''[a-z]+''::text\\)|\\( SELECT private\\.is_[a-z]+\\(\\) AS [a-z_]+\\)|\\(\\( SELECT realtime\\.topic\\(\\) AS topic\\) (?:!~~|~~) ''[a-z]+:%''::text\\)|\\( SELECT private\\.may_hear\\(\\( SELECT realtime\\.topic\\(\\) AS topic\\)\\) AS may_hear\\)', 'g') as p) as found
      where told.system = 'realtime'`,
  ],
  [
    'storage',
    `select format('files of %s: %s is free to all accounts', bucket, command) as name, bucket as subject, 'storage.objects' as words,
            format($sql$do $fault$ begin update private.file_rules set rule = %L where bucket = %L and command = %L; call private.write_file_policies(); end $fault$$sql$,
              'bucket_id = ' || quote_literal(bucket), bucket, command) as sql
       from private.file_rules
     union all
     select format('files of %s: %s without %s', bucket, command, part[1]), bucket, 'storage.objects',
            format($sql$do $fault$ begin update private.file_rules set rule = %L where bucket = %L and command = %L; call private.write_file_policies(); end $fault$$sql$,
              replace(rule, part[1], 'true'), bucket, command)
       from private.file_rules, regexp_matches(rule,
         '\\(select private\\.[a-z_]+\\([^()]*\\)\\)|name ~ ''[^'']+''|not exists \\([^()]*\\)|split_part\\(name, ''/'', 1\\) = \\(select auth\\.uid\\(\\)\\)::text', 'g') as part
     union all
     select format('files of %s: %s', id, what), id, 'storage.buckets', format('update storage.buckets set %s where id = %L', what, id)
       from storage.buckets, unnest(array['file_size_limit = null', 'allowed_mime_types = null', 'public = true']) as what
      where not (public and what = 'public = true') and not (allowed_mime_types is null and what like 'allowed%')`,
  ],
]

type Row = { name: string; subject: string; words: string; sql: string }

/** Faults in what the catalogue lists: policies, grants, triggers, constraints, settings, topics and files. */
export async function faultsOfCatalogue(db: Queryable): Promise<Fault[]> {
  const found: Fault[] = []
  for (const [kind, query] of queries) {
    const { rows } = await db.query<Row>(query)
    found.push(...rows.map(({ name, subject, words, sql }) => ({ name, kind, subjects: [subject, words], sql })))
  }
  return found
}
