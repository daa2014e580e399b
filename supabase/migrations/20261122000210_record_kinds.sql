-- Record kinds: what the product keeps records of. The audit trail, the search of the palette, recent activity and the
-- story of a contact read this register, so a new kind of record adds one row here and replaces no function.

create table private.record_kinds (
  kind             text primary key,
  table_name       regclass not null unique,
  position         integer not null default 100,
  label            text not null,
  audit_label      text,
  title            text,
  shown_kind       text,
  detail           text not null default 'null::text',
  is_mentioned     boolean not null default false,
  page             text,
  named_right      text,
  searched         text,
  searched_if      text not null default 'true',
  best_first       text not null default 'r.created_at desc',
  finder           text,
  contact          text,
  found_by_contact boolean not null default false,
  has_story        boolean not null default true,
  status           text not null default 'null::text',
  actor            text not null default 'r.created_by',
  recent_if        text
);
comment on table private.record_kinds is 'One row a kind of record. Expressions are SQL over the row `r`.';
comment on column private.record_kinds.position is 'The order of the kinds in the results of a search.';
comment on column private.record_kinds.label is 'What people call the record.';
comment on column private.record_kinds.audit_label is 'What the audit trail calls it; otherwise the label.';
comment on column private.record_kinds.title is 'Its line in search results and stories; otherwise the label.';
comment on column private.record_kinds.shown_kind is 'The kind that the browser is told; otherwise the kind itself.';
comment on column private.record_kinds.detail is 'The second line in search results.';
comment on column private.record_kinds.is_mentioned is 'The audit trail may name it where a column of another record holds its id.';
comment on column private.record_kinds.page is 'The page whose view right opens the search. `named_right` opens it too.';
comment on column private.record_kinds.searched is
  'The text that must hold every word of a search. An index on private.folded(searched) keeps it quick.';
comment on column private.record_kinds.searched_if is 'Which rows the search may name, beside the policies of the table.';
comment on column private.record_kinds.finder is 'A from-item of ids for the text $1 and the limit $2, where `searched` does not serve.';
comment on column private.record_kinds.contact is 'The column that names the contact of the record. Its story shows the record.';
comment on column private.record_kinds.found_by_contact is 'The name of its contact finds the record too.';
comment on column private.record_kinds.has_story is 'Its creation is a line in the stories.';
comment on column private.record_kinds.status is 'The second line in the story of its contact.';
comment on column private.record_kinds.recent_if is 'Which rows stand in the recent activity; none without it.';

create table private.record_events (
  event      text primary key,
  table_name regclass not null,
  kind       text not null,
  at         text not null default 'r.created_at',
  id         text not null default 'r.id',
  title      text not null,
  detail     text not null default 'null::text',
  actor      text not null default 'null::uuid',
  other_id   text not null default 'null::uuid',
  other_type text not null default 'null::text',
  contact_if text,
  recent_if  text
);
comment on table private.record_events is
  'Lines of the stories beside the creation of records. Expressions are SQL over the row `r`; $1 is the contact.';

alter table private.record_kinds enable row level security;
alter table private.record_events enable row level security;
revoke all on private.record_kinds, private.record_events from anon, authenticated;

create view private.record_stories as
select table_name, coalesce(shown_kind, quote_literal(kind) || '::text') as kind, 'r.created_at' as at, 'r.id' as id,
       coalesce(title, label) as title, status as detail, actor, 'null::uuid' as other_id, 'null::text' as other_type,
       case when contact is not null then format('r.%I = $1', contact) end as contact_if, recent_if
  from private.record_kinds where has_story
union all
select table_name, kind, at, id, title, detail, actor, other_id, other_type, contact_if, recent_if from private.record_events;
revoke all on private.record_stories from anon, authenticated;

-- Labels of the audit trail.

create function private.label_of(p_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind record;
  v_label text := private.person_label(p_id);
begin
  for v_kind in select table_name, label from private.record_kinds where is_mentioned order by position, kind loop
    exit when v_label is not null;
    execute format('select %s from %s as r where r.id = $1', v_kind.label, v_kind.table_name) into v_label using p_id;
  end loop;
  return v_label;
end $$;
comment on function private.label_of is 'What people call the person or record with that id, of the kinds that may be mentioned.';

create function private.audit_labels(p_changed jsonb) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, label), '{}')
    from (select distinct value as key
            from jsonb_each(p_changed) as columns (name, pair), jsonb_array_elements_text(columns.pair) as value
           where columns.name ~ '_(id|by)$' and value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') as mentioned,
         lateral private.label_of(mentioned.key::uuid) as label
   where label is not null
$$;

create function private.audit_record_label(p_table text, p_record jsonb) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_expression text;
  v_label text;
begin
  select coalesce(k.audit_label, k.label) into v_expression
    from private.record_kinds k where k.table_name = to_regclass(format('public.%I', p_table));
  if v_expression is null then
    return coalesce(p_record ->> 'name', p_record ->> 'title', p_record ->> 'company');
  end if;
  execute format('select %s from jsonb_populate_record(null::public.%I, $1) as r', v_expression, p_table)
    into v_label using p_record;
  return v_label;
end $$;

-- The search of the palette. Under row level security PostgreSQL cannot use an index on text: private.records_named finds
-- candidates as its owner, and the policies decide which of them are shown.

create function private.records_named(p_kind text, p_text text, p_limit integer) returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind private.record_kinds;
  v_patterns constant text[] := private.patterns(p_text);
begin
  select * into v_kind from private.record_kinds where kind = p_kind and searched is not null;
  if not found or cardinality(v_patterns) = 0
    or not (private.can(v_kind.page, 'view') or coalesce(private.named(v_kind.named_right), false))
  then
    return;
  end if;
  return query execute format('
    select r.id from %1$s as r
     where ((private.folded(%2$s) like $1[1] and private.folded(%2$s) like all ($1)) %3$s) and (%4$s)
     order by %5$s limit $3',
    v_kind.table_name, v_kind.searched,
    case when v_kind.found_by_contact then format(
      'or r.%I in (select c.id from private.search_contacts($2, null, null, false, false, null, null, 50) as c)', v_kind.contact)
    end, v_kind.searched_if, v_kind.best_first)
    using v_patterns, p_text, p_limit;
end $$;

create function private.find_records_sql() returns text
  language sql stable security definer set search_path = ''
as $$
  select string_agg(format(
    '(select %s, r.id, %s, %s from %s as found (id) join %s as r on r.id = found.id order by %s)',
    coalesce(k.shown_kind, quote_literal(k.kind) || '::text'), coalesce(k.title, k.label), k.detail,
    coalesce(k.finder, format('private.records_named(%L, $1, $2)', k.kind)), k.table_name, k.best_first),
    ' union all ' order by k.position, k.kind)
    from private.record_kinds k where k.searched is not null or k.finder is not null
$$;

create function public.find_records(p_text text, p_limit integer default 5)
returns table (kind text, id uuid, title text, detail text)
  language plpgsql stable security invoker set search_path = ''
as $$
begin
  return query execute private.find_records_sql() using p_text, least(greatest(coalesce(p_limit, 5), 1), 20);
end $$;
comment on function public.find_records is
  'Records of every searched kind that hold every word of the text, accents and case aside; up to 5 of each unless told.';

create function private.recent_activity_sql() returns text
  language sql stable security definer set search_path = ''
as $$
  select format('
    select story.at, story.kind, story.id, story.title, nullif(btrim(concat_ws('' '', who.name, who.last_name)), '''')
      from (%s) as story (at, kind, id, title, actor_id)
      left join public.contacts as who on who.user_id = story.actor_id
     order by story.at desc, story.kind, story.id limit $1', string_agg(format(
    '(select %1$s, %2$s, %3$s, %4$s, %5$s from %6$s as r where %7$s order by %1$s desc limit $1)',
    s.at, s.kind, s.id, s.title, s.actor, s.table_name, s.recent_if), ' union all '))
    from private.record_stories s where s.recent_if is not null
$$;

create function public.recent_activity(p_limit integer default 12)
returns table (at timestamptz, kind text, id uuid, title text, actor text)
  language plpgsql stable security invoker set search_path = ''
as $$
begin
  return query execute private.recent_activity_sql() using least(greatest(coalesce(p_limit, 12), 1), 50);
end $$;
comment on function public.recent_activity is 'What was made and what happened last, as far as the caller may see it, newest first.';

create function private.contact_timeline_sql() returns text
  language sql stable security definer set search_path = ''
as $$
  select format('
    select * from (%s) as story (at, kind, id, title, detail, author_id, other_id, other_type)
     where ($3 is null or (story.at, story.id) < ($3, coalesce($4, ''00000000-0000-0000-0000-000000000000'')))
       and ($2 is null or story.kind = any ($2))
     order by story.at desc, story.id desc limit $5', string_agg(format(
    'select %s, %s, %s, %s, %s, %s, %s, %s from %s as r where %s',
    s.at, s.kind, s.id, s.title, s.detail, s.actor, s.other_id, s.other_type, s.table_name, s.contact_if), ' union all '))
    from private.record_stories s where s.contact_if is not null
$$;

create function public.contact_timeline(
  p_contact_id uuid, p_kinds text[] default null, p_before timestamptz default null, p_before_id uuid default null,
  p_limit integer default 50)
returns table (at timestamptz, kind text, id uuid, title text, detail text, author_id uuid, other_id uuid, other_type text)
  language plpgsql stable security invoker set search_path = ''
as $$
begin
  return query execute private.contact_timeline_sql()
    using p_contact_id, p_kinds, p_before, p_before_id, least(greatest(coalesce(p_limit, 50), 1), 200);
end $$;
comment on function public.contact_timeline is
  'Everything that belongs to a contact in one list, newest first; the next page is before the last row''s time and id.';

-- The records of rights.

insert into private.record_kinds (kind, table_name, label, is_mentioned, has_story) values
  ('permission', 'public.permissions', 'r.name', true, false),
  ('user_role', 'public.user_roles', 'private.person_label(r.user_id)', false, false),
  ('page_right', 'public.page_permissions', $$concat_ws(' · ', r.role, r.page_name)$$, false, false),
  ('named_right', 'public.role_permissions', $$concat_ws(' · ', r.role, private.label_of(r.permission_id))$$, false, false);

revoke execute on all routines in schema private from public;
grant execute on function private.records_named, private.find_records_sql, private.recent_activity_sql,
  private.contact_timeline_sql to authenticated;
revoke execute on function public.find_records, public.recent_activity, public.contact_timeline from public, anon,
  authenticated;
grant execute on function public.find_records, public.recent_activity, public.contact_timeline to authenticated,
  service_role;
