-- The export of everything: what is in it, and its tables and files page by page, for admins.

-- ---------------------------------------------------------------------------------------------------------- what it is

create view private.people_of_accounts as
  select u.id, u.email::text as email, private.person_label(u.id) as name, ur.role::text as role, u.created_at
    from auth.users u left join public.user_roles ur on ur.user_id = u.id;
comment on view private.people_of_accounts is 'Who has an account. Columns such as created_by and user_id name its id.';

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.export_limits() returns table (source text, left_out text[], kept text, reason text)
  language plpgsql stable set search_path = ''
as $$
begin
  return query values
    ('push_devices', null::text[], null::text, 'Addresses and keys of browsers, with which anybody could send to them.'),
    ('push_choices', null, null, 'What single people chose for the messages of this program.'),
    ('saved_views', null, null, 'Filters that single people keep for lists of this program.'),
    ('task_mutes', null, null, 'Tasks that single people do not want to hear of.'),
    ('notifications', null, null, 'Messages to single people about tasks and deliveries that are in this export.'),
    ('task_reply_notifications', null, null, 'Messages to single people about comments that are in this export.'),
    ('mockup_notifications', null, null, 'Messages to single people about mockups that are in this export.'),
    ('delivery_notifications', null, null, 'Messages to single people about deliveries that are in this export.'),
    ('partial_delivery_notifications', null, null, 'Messages to single people about deliveries that are in this export.'),
    ('tasks', '{}', 'cardinality(r.assignees) > 0 or r.created_by = (select auth.uid())', 'Private tasks of other people are not in it.'),
    ('task_comments', '{}', 'r.task_id in (select private.exported_tasks())', 'Those of private tasks of other people are not in it.'),
    ('task_ready', '{}', 'r.task_id in (select private.exported_tasks())', 'Those of private tasks of other people are not in it.'),
    ('page_visits', '{session_hash}', null, 'Without the mark of the visitor.'),
    ('quotation_visits', '{visit}', null, 'Without the mark of the visitor.'),
    ('payment_requests', '{provider_session}', null, 'Without the session at the provider of card payments.'),
    ('contacts', '{has_temporary_password}', null, 'Without the state of the password.'),
    ('scheduled_emails', '{variables,dedupe_key}', null, 'Ids in texts, which open papers without a password, are shown as dots.'),
    ('audit_logs', '{}', null, 'Without the ids that open papers without a password.');
end $$;
comment on function private.export_limits is
  'What an export leaves out, and why: left_out are columns, null is the whole table; kept is a condition over its rows r. Tables without a line are whole.';

create function private.exported_tasks() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select t.id from public.tasks t where cardinality(t.assignees) > 0 or t.created_by = (select auth.uid())
$$;
comment on function private.exported_tasks is 'The tasks of an export: shared ones, and private ones of the caller.';

create function private.export_sources() returns table (name text, source regclass, key text[], columns text[], kept text, reason text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select c.relname::text, c.oid::regclass,
           coalesce((select array_agg(a.attname::text order by k.place)
             from pg_catalog.pg_index i, unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
             join pg_catalog.pg_attribute a on a.attnum = k.attnum and a.attrelid = c.oid
            where i.indrelid = c.oid and i.indisprimary), '{id}'),
           (select array_agg(a.attname::text order by a.attnum) from pg_catalog.pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
               and a.attname <> all (array['public_uuid', 'search_text', 'sort_name'] || coalesce(l.left_out, '{}'))),
           coalesce(l.kept, 'true'), l.reason
      from pg_catalog.pg_class c
      left join private.export_limits() l on l.source = c.relname
     where (c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         or c.relnamespace = 'private'::regnamespace and c.relname in ('people_of_accounts', 'document_sequences', 'hour_closings',
           'invoice_order_vat', 'request_invoices', 'paper_languages', 'paper_companies', 'former_slugs'))
       and (l.source is null or l.left_out is not null);
end $$;
comment on function private.export_sources is
  'The tables of an export: every table of public but those that export_limits leaves out, and the facts of the business that only functions read.
Without ids that open papers, and columns that follow from others.';

create function private.export_columns(p_source regclass, p_columns text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod), 'about', pg_catalog.col_description(a.attrelid, a.attnum),
      'joins', (select min(case f.confrelid when 'auth.users'::regclass then 'people_of_accounts' else t.relname end || '.' || b.attname)
        from pg_catalog.pg_constraint f
        join pg_catalog.pg_class t on t.oid = f.confrelid
        join pg_catalog.pg_attribute b on b.attrelid = f.confrelid and b.attnum = f.confkey[array_position(f.conkey, a.attnum)]
       where f.conrelid = a.attrelid and f.contype = 'f' and a.attnum = any (f.conkey)
         and (f.confrelid = 'auth.users'::regclass or t.relnamespace = 'public'::regnamespace)))) order by a.attnum)
    from pg_catalog.pg_attribute a where a.attrelid = p_source and a.attname = any (p_columns));
end $$;
comment on function private.export_columns is 'Columns of a table for the README of an export: name, type, comment, and the column of another file that they name.';

create function private.must_export(p_export uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_set_up();
  if not exists (select from public.audit_logs l where l.record_id = p_export::text and l.table_name = 'exports'
      and l.actor_id = auth.uid() and l.at > now() - interval '1 day') then
    perform private.refuse('PT409', 'This export was not started by you today. Please start it again.');
  end if;
end $$;
comment on function private.must_export is 'Refuses everybody but admins, and exports that the audit trail does not have: nothing is read before it was written down.';

create function private.start_export(p_export uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_set_up();
  if p_export is null then
    perform private.refuse('22023', 'An export has an id');
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(p_export::text, 0));
  if not exists (select from public.audit_logs l where l.record_id = p_export::text and l.table_name = 'exports') then
    insert into public.audit_logs (actor_id, actor_label, table_name, record_id, record_label, action)
    values (auth.uid(), private.person_label(auth.uid()), 'exports', p_export::text, 'Everything', 'exported');
  end if;
  perform private.must_export(p_export);
  return jsonb_build_object(
    'tables', (select jsonb_agg(jsonb_build_object('name', s.name, 'about', pg_catalog.obj_description(s.source, 'pg_class'), 'key', s.key,
        'limit', s.reason, 'columns', private.export_columns(s.source, s.columns)) order by s.name) from private.export_sources() s),
    'left_out', (select jsonb_agg(jsonb_build_object('name', l.source, 'reason', l.reason) order by l.source)
      from private.export_limits() l where l.left_out is null));
end $$;
comment on function private.start_export is
  'For admins: begins an export of everything, writes it into the audit trail, and says what is in it. Twice with one id is one export.';
call private.offer('private.start_export(uuid)');

create function private.exported_values(p_table text, p_row jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  v_id constant text := '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
begin
  return case p_table
    when 'audit_logs' then p_row || jsonb_build_object('changed', (p_row -> 'changed') - '{public_uuid,provider_session}'::text[])
    when 'scheduled_emails' then p_row || jsonb_build_object('body', regexp_replace(p_row ->> 'body', v_id, '…', 'gi'),
      'own_body', regexp_replace(p_row ->> 'own_body', v_id, '…', 'gi'))
    else p_row end;
end $$;
comment on function private.exported_values is 'A row as it is exported: without the ids that open papers in its texts.';

create function private.export_rows(p_export uuid, p_table text, p_after text[] default null, p_most integer default 1000) returns jsonb
  language plpgsql stable security definer set search_path = '' set timezone = 'UTC' set intervalstyle = 'iso_8601'
as $$
declare
  v_from record;
  v_key text;
  v_after text;
  v_answer jsonb;
begin
  perform private.must_export(p_export);
  select * into v_from from private.export_sources() s where s.name = p_table;
  if not found then
    perform private.refuse('P0002', 'This table is not in the export');
  end if;
  if cardinality(p_after) <> cardinality(v_from.key) then
    perform private.refuse('22023', 'The place in the table is not one');
  end if;
  select string_agg(format('r.%I', k.name), ', ' order by k.place),
         string_agg(format('($2[%s])::%s', k.place, pg_catalog.format_type(a.atttypid, a.atttypmod)), ', ' order by k.place)
    into v_key, v_after
    from unnest(v_from.key) with ordinality as k (name, place)
    join pg_catalog.pg_attribute a on a.attrelid = v_from.source and a.attname = k.name;
  -- A page has at most about 4 MB, and always a row.
  execute format($query$
    with page as (
      select private.exported_values($1, to_jsonb(r)) as row, array[%4$s] as key, row_number() over (order by %2$s) as place
        from %1$s as r where (%3$s) and (%5$s) order by %2$s limit $3
    ), sized as (select p.*, sum(octet_length(p.row::text)) over (order by p.place) - octet_length(p.row::text) as before from page p)
    select jsonb_build_object(
      'rows', coalesce(jsonb_agg((select jsonb_agg(s.row ->> c.name order by c.place) from unnest($4) with ordinality as c (name, place))
        order by s.place), '[]'),
      'next', case when count(*) = $3 or count(*) < (select count(*) from page) then to_jsonb((array_agg(to_jsonb(s.key) order by s.place desc))[1]) end)
      from sized s where s.before < 4000000$query$,
    v_from.source, v_key, v_from.kept, (select string_agg(format('r.%I::text', k.name), ', ' order by k.place) from unnest(v_from.key) with ordinality as k (name, place)),
    case when p_after is null then 'true' else format('(%s) > (%s)', v_key, v_after) end)
    into v_answer using p_table, p_after, least(greatest(p_most, 1), 1000), v_from.columns;
  return v_answer;
end $$;
comment on function private.export_rows is
  'For admins: a page of a table of an export that was started, by its key. rows: the values of its columns as text, amounts with all their digits and
times in UTC. next: the place to go on from; null after the last page.';
call private.offer('private.export_rows(uuid, text, text[], integer)');

create function private.export_files(p_export uuid, p_after text[] default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_export(p_export);
  return (select jsonb_build_object('files', coalesce(jsonb_agg(jsonb_build_object('bucket', f.bucket_id, 'name', f.name, 'is_public', f.public)
      order by f.bucket_id, f.name), '[]'),
      'next', case when count(*) = 1000 then (array_agg(jsonb_build_array(f.bucket_id, f.name) order by f.bucket_id desc, f.name desc))[1] end)
    from (select o.bucket_id, o.name, b.public from storage.objects o join storage.buckets b on b.id = o.bucket_id
           where (p_after is null or (o.bucket_id, o.name) > (p_after[1], p_after[2]))
             and (o.bucket_id <> 'task-images' or o.owner_id = (select auth.uid())::text
               or exists (select from private.tasks_of_file(o.name) as n (id) where n.id in (select private.exported_tasks())))
           order by o.bucket_id, o.name limit 1000) as f);
end $$;
comment on function private.export_files is
  'For admins: the files of an export that was started, 1,000 at a time: pictures, artwork and papers, but those of private tasks of other people.';
call private.offer('private.export_files(uuid, text[])');
