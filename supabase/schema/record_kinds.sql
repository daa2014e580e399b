-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.record_events (
  event text not null,
  table_name regclass not null,
  kind text not null,
  at text not null default 'r.created_at'::text,
  id text not null default 'r.id'::text,
  title text not null,
  detail text not null default 'null::text'::text,
  actor text not null default 'null::uuid'::text,
  other_id text not null default 'null::uuid'::text,
  other_type text not null default 'null::text'::text,
  contact_if text,
  recent_if text,
  constraint record_events_pkey PRIMARY KEY (event)
);
alter table private.record_events enable row level security;
comment on table private.record_events is 'Lines of the stories beside the creation of records. Expressions are SQL over the row `r`; $1 is the contact.';

create table private.record_kinds (
  kind text not null,
  table_name regclass not null,
  "position" integer not null default 100,
  label text not null,
  audit_label text,
  title text,
  shown_kind text,
  detail text not null default 'null::text'::text,
  is_mentioned boolean not null default false,
  page text,
  named_right text,
  searched text,
  searched_if text not null default 'true'::text,
  best_first text not null default 'r.created_at desc'::text,
  finder text,
  contact text,
  found_by_contact boolean not null default false,
  has_story boolean not null default true,
  status text not null default 'null::text'::text,
  actor text not null default 'r.created_by'::text,
  recent_if text,
  is_folded boolean not null default false,
  other_pages text[] not null default '{}'::text[],
  constraint record_kinds_pkey PRIMARY KEY (kind),
  constraint record_kinds_table_name_key UNIQUE (table_name)
);
alter table private.record_kinds enable row level security;
comment on table private.record_kinds is 'One row a kind of record. Expressions are SQL over the row `r`.';
comment on column private.record_kinds.audit_label is 'What the audit trail calls it; otherwise the label.';
comment on column private.record_kinds.contact is 'The column that names the contact of the record. Its story shows the record.';
comment on column private.record_kinds.detail is 'The second line in search results.';
comment on column private.record_kinds.finder is 'A from-item of ids for the text $1 and the limit $2, where `searched` does not serve.';
comment on column private.record_kinds.found_by_contact is 'The name of its contact finds the record too.';
comment on column private.record_kinds.has_story is 'Its creation is a line in the stories.';
comment on column private.record_kinds.is_folded is 'What is searched is kept folded in a column.';
comment on column private.record_kinds.is_mentioned is 'The audit trail may name it where a column of another record holds its id.';
comment on column private.record_kinds.label is 'What people call the record.';
comment on column private.record_kinds.other_pages is 'Pages whose view right opens the search too.';
comment on column private.record_kinds.page is 'The page whose view right opens the search. `named_right` opens it too.';
comment on column private.record_kinds."position" is 'The order of the kinds in the results of a search.';
comment on column private.record_kinds.recent_if is 'Which rows stand in the recent activity; none without it.';
comment on column private.record_kinds.searched is 'The text that must hold every word of a search. An index on private.folded(searched) keeps it quick.';
comment on column private.record_kinds.searched_if is 'Which rows the search may name, beside the policies of the table.';
comment on column private.record_kinds.shown_kind is 'The kind that the browser is told; otherwise the kind itself.';
comment on column private.record_kinds.status is 'The second line in the story of its contact.';
comment on column private.record_kinds.title is 'Its line in search results and stories; otherwise the label.';

CREATE OR REPLACE FUNCTION private.audit_labels(p_changed jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(mentioned.key, mentioned.label), '{}')
    from (select distinct on (one.key) one.key, private.label_of_column(columns.name, one.key::uuid) as label
            from jsonb_each(p_changed) as columns (name, pair), jsonb_array_elements(columns.pair) as side (value),
                 jsonb_array_elements_text(case jsonb_typeof(side.value) when 'array' then side.value else jsonb_build_array(side.value) end) as one (key)
           where (columns.name ~ '_(id|by)$' or columns.name in ('crew', 'assignees'))
             and one.key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
           order by one.key) as mentioned
   where mentioned.label is not null
$function$;

CREATE OR REPLACE FUNCTION private.audit_record_label(p_table text, p_record jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_expression text;
  v_label text;
begin
  select coalesce(k.audit_label, k.label) into v_expression
    from private.record_kinds k where k.table_name = to_regclass(format('public.%I', p_table));
  if v_expression is not null then
    execute format('select %s from jsonb_populate_record(null::public.%I, $1) as r', v_expression, p_table)
      into v_label using p_record;
    return v_label;
  elsif p_table in ('quotation_items', 'invoice_items') then
    select coalesce(
        (select q.number_with_version from public.quotations q where q.id = (p_record ->> 'quotation_id')::uuid),
        (select v.invoice_number from public.invoices v where v.id = (p_record ->> 'invoice_id')::uuid), 'Draft')
      into v_label;
    return v_label || coalesce(', ' || nullif(left(btrim(p_record ->> 'description'), 100), ''), '');
  end if;
  return coalesce(p_record ->> 'name', p_record ->> 'title', p_record ->> 'company');
end $function$;

CREATE OR REPLACE FUNCTION private.contact_timeline_sql()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select format('
    select * from (%s) as story (at, kind, id, title, detail, author_id, other_id, other_type)
     where ($3 is null or (story.at, story.id) < ($3, coalesce($4, ''00000000-0000-0000-0000-000000000000'')))
       and ($2 is null or story.kind = any ($2))
     order by story.at desc, story.id desc limit $5', string_agg(format(
    'select %s, %s, %s, %s, %s, %s, %s, %s from %s as r where %s',
    s.at, s.kind, s.id, s.title, s.detail, s.actor, s.other_id, s.other_type, s.table_name, s.contact_if), ' union all '))
    from private.record_stories s where s.contact_if is not null
$function$;
grant execute on function private.contact_timeline_sql() to authenticated;

CREATE OR REPLACE FUNCTION private.find_records_sql()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select string_agg(format(
    '(select %s, r.id, %s, %s from %s as found (id) join %s as r on r.id = found.id order by %s)',
    coalesce(k.shown_kind, quote_literal(k.kind) || '::text'), coalesce(k.title, k.label), k.detail,
    coalesce(k.finder, format('private.records_named(%L, $1, $2)', k.kind)), k.table_name, k.best_first),
    ' union all ' order by k.position, k.kind)
    from private.record_kinds k where k.searched is not null or k.finder is not null
$function$;
grant execute on function private.find_records_sql() to authenticated;

CREATE OR REPLACE FUNCTION private.label_of(p_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_kind record;
  v_label text := private.person_label(p_id);
begin
  for v_kind in select table_name, label from private.record_kinds where is_mentioned order by position, kind loop
    exit when v_label is not null;
    execute format('select %s from %s as r where r.id = $1', v_kind.label, v_kind.table_name) into v_label using p_id;
  end loop;
  return v_label;
end $function$;
comment on function private.label_of(p_id uuid) is 'What people call the person or record with that id, of the kinds that may be mentioned.';

CREATE OR REPLACE FUNCTION private.recent_activity_sql()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select format('
    select story.at, story.kind, story.id, story.title, nullif(btrim(concat_ws('' '', who.name, who.last_name)), '''')
      from (%s) as story (at, kind, id, title, actor_id)
      left join public.contacts as who on who.user_id = story.actor_id
     order by story.at desc, story.kind, story.id limit $1', string_agg(format(
    '(select %1$s, %2$s, %3$s, %4$s, %5$s from %6$s as r where %7$s order by %1$s desc limit $1)',
    s.at, s.kind, s.id, s.title, s.actor, s.table_name, s.recent_if), ' union all '))
    from private.record_stories s where s.recent_if is not null
$function$;
grant execute on function private.recent_activity_sql() to authenticated;

CREATE OR REPLACE FUNCTION private.records_named(p_kind text, p_text text, p_limit integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_kind private.record_kinds;
  v_patterns constant text[] := private.patterns(p_text);
  v_words text;
  v_contacts uuid[];
  v_found constant text := 'select r.id from %1$s as r where (%2$s) and (%3$s) order by %4$s limit $2';
begin
  select * into v_kind from private.record_kinds where kind = p_kind and searched is not null;
  if not found or cardinality(v_patterns) = 0
    or not (coalesce(private.named(v_kind.named_right), false)
      or exists (select from unnest(v_kind.page || v_kind.other_pages) as p (page) where private.can(p.page, 'view')))
  then
    return;
  end if;
  -- With '' it is no column of an index: a pattern shorter than a trigram is asked of the rows that the others leave.
  select string_agg(format(case when not v_kind.is_folded then 'private.folded(%1$s) like $1[%2$s]'
        when char_length(v_patterns[n]) < 5 then '(%1$s || '''') like $1[%2$s]' else '%1$s like $1[%2$s]' end,
      v_kind.searched, n), ' and ' order by n)
    into v_words from generate_subscripts(v_patterns, 1) as n;
  if v_kind.found_by_contact then
    v_contacts := array(select c.id from private.search_contacts(p_text, null, null, false, false, null, null, 50) as c);
  end if;
  v_words := format(v_found, v_kind.table_name, v_words, v_kind.searched_if, v_kind.best_first);
  if cardinality(v_contacts) > 0 then
    v_words := format('select r.id from %1$s as r where r.id = any (array(%2$s) || array(%3$s)) order by %4$s limit $2', v_kind.table_name, v_words,
      format(v_found, v_kind.table_name, format('r.%I = any ($3)', v_kind.contact), v_kind.searched_if, v_kind.best_first), v_kind.best_first);
  end if;
  return query execute v_words using v_patterns, least(p_limit, 1000), v_contacts;
end $function$;
grant execute on function private.records_named(p_kind text, p_text text, p_limit integer) to authenticated;
comment on function private.records_named(p_kind text, p_text text, p_limit integer) is 'Ids of the records of a kind that hold every word of the text, or whose contact does, as the kind orders them; 1,000 at most.';

CREATE OR REPLACE FUNCTION public.contact_timeline(p_contact_id uuid, p_kinds text[] DEFAULT NULL::text[], p_before timestamp with time zone DEFAULT NULL::timestamp with time zone, p_before_id uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 50)
 RETURNS TABLE(at timestamp with time zone, kind text, id uuid, title text, detail text, author_id uuid, other_id uuid, other_type text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute private.contact_timeline_sql()
    using p_contact_id, p_kinds, p_before, p_before_id, least(greatest(coalesce(p_limit, 50), 1), 200);
end $function$;
grant execute on function public.contact_timeline(p_contact_id uuid, p_kinds text[], p_before timestamp with time zone, p_before_id uuid, p_limit integer) to authenticated;
grant execute on function public.contact_timeline(p_contact_id uuid, p_kinds text[], p_before timestamp with time zone, p_before_id uuid, p_limit integer) to service_role;
comment on function public.contact_timeline(p_contact_id uuid, p_kinds text[], p_before timestamp with time zone, p_before_id uuid, p_limit integer) is 'Everything that belongs to a contact in one list, newest first; the next page is before the last row''s time and id.';

CREATE OR REPLACE FUNCTION public.find_records(p_text text, p_limit integer DEFAULT 5)
 RETURNS TABLE(kind text, id uuid, title text, detail text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute private.find_records_sql() using p_text, least(greatest(coalesce(p_limit, 5), 1), 20);
end $function$;
grant execute on function public.find_records(p_text text, p_limit integer) to authenticated;
grant execute on function public.find_records(p_text text, p_limit integer) to service_role;
comment on function public.find_records(p_text text, p_limit integer) is 'Records of every searched kind that hold every word of the text, accents and case aside; up to 5 of each unless told.';

CREATE OR REPLACE FUNCTION public.recent_activity(p_limit integer DEFAULT 12)
 RETURNS TABLE(at timestamp with time zone, kind text, id uuid, title text, actor text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute private.recent_activity_sql() using least(greatest(coalesce(p_limit, 12), 1), 50);
end $function$;
grant execute on function public.recent_activity(p_limit integer) to authenticated;
grant execute on function public.recent_activity(p_limit integer) to service_role;
comment on function public.recent_activity(p_limit integer) is 'What was made and what happened last, as far as the caller may see it, newest first.';
