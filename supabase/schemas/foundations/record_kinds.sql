-- Kinds of records: search, recent activity, timelines and the names of records in the audit trail.

-- ---------------------------------------------------------------------------------------------------------- what it is

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
  recent_if        text,
  is_folded        boolean not null default false,
  other_pages      text[] not null default '{}'
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
comment on column private.record_kinds.is_folded is 'What is searched is kept folded in a column.';
comment on column private.record_kinds.other_pages is 'Pages whose view right opens the search too.';

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

create view private.record_stories as
select table_name, coalesce(shown_kind, quote_literal(kind) || '::text') as kind, 'r.created_at' as at, 'r.id' as id,
       coalesce(title, label) as title, status as detail, actor, 'null::uuid' as other_id, 'null::text' as other_type,
       case when contact is not null then format('r.%I = $1', contact) end as contact_if, recent_if
  from private.record_kinds where has_story
union all
select table_name, kind, at, id, title, detail, actor, other_id, other_type, contact_if, recent_if from private.record_events;

-- ------------------------------------------------------------------------------------------------------------- who may

alter table private.record_kinds enable row level security;

alter table private.record_events enable row level security;

-- -------------------------------------------------------------------------------------------------------- what it does

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

create function private.records_named(p_kind text, p_text text, p_limit integer) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
comment on function private.records_named is
  'Ids of the records of a kind that hold every word of the text, or whose contact does, as the kind orders them; 1,000 at most.';
grant execute on function private.records_named to authenticated;

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
grant execute on function private.find_records_sql to authenticated;

create function public.find_records(p_text text, p_limit integer default 5)
returns table (kind text, id uuid, title text, detail text)
  language plpgsql stable security invoker set search_path = ''
as $$
begin
  return query execute private.find_records_sql() using p_text, least(greatest(coalesce(p_limit, 5), 1), 20);
end $$;
comment on function public.find_records is
  'Records of every searched kind that hold every word of the text, accents and case aside; up to 5 of each unless told.';
revoke execute on function public.find_records from public, anon;

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
grant execute on function private.recent_activity_sql to authenticated;

create function public.recent_activity(p_limit integer default 12)
returns table (at timestamptz, kind text, id uuid, title text, actor text)
  language plpgsql stable security invoker set search_path = ''
as $$
begin
  return query execute private.recent_activity_sql() using least(greatest(coalesce(p_limit, 12), 1), 50);
end $$;
comment on function public.recent_activity is 'What was made and what happened last, as far as the caller may see it, newest first.';
revoke execute on function public.recent_activity from public, anon;

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
grant execute on function private.contact_timeline_sql to authenticated;

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
revoke execute on function public.contact_timeline from public, anon;

create function private.client_label(p_contact public.contacts) returns text
  language plpgsql stable set search_path = ''
as $$
begin
  return private.name_of_contact(p_contact.type, p_contact.name, p_contact.last_name, p_contact.company, p_contact.email);
end $$;
comment on function private.client_label is 'What lists call a client: a business by its company, a person by name.';

create function private.label_of_column(p_column text, p_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind private.record_kinds;
  v_label text;
begin
  select * into v_kind from private.record_kinds k where p_column = k.kind || '_id';
  if found then
    execute format('select %s from %s as r where r.id = $1', coalesce(v_kind.audit_label, v_kind.label), v_kind.table_name)
      into v_label using p_id;
  elsif p_column = 'van_id' then
    select v.name into v_label from public.vans v where v.id = p_id;
  end if;
  return coalesce(v_label, private.label_of(p_id));
end $$;
comment on function private.label_of_column is
  'What people call the record with that id in that column: by the kind that the column names, else as label_of finds it.';
