-- Nudges: a statement tells a topic that something changed, never what. Browsers read again.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.nudge_owners() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_prefix constant text := tg_argv[0];
  v_owner constant text := tg_argv[1];
  v_key constant text := tg_argv[2];
  v_touched constant text := case tg_op when 'UPDATE' then 'table previous union all table changed' else 'table changed' end;
  v_topic text;
  v_id text;
begin
  for v_topic, v_id in execute format(
    'select %L || %I::text, case when count(distinct %I) = 1 then min(%I::text) end
       from (%s) as touched where %I is not null group by 1',
    v_prefix, v_owner, v_key, v_key, v_touched, v_owner)
  loop
    perform private.nudge(v_topic, tg_table_name, tg_op, v_id);
  end loop;
  return null;
end $$;
comment on function private.nudge_owners is 'Arguments: topic prefix, column that completes the topic, key column.';

create function private.nudge_pages() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_rows bigint;
  v_id text;
  v_page text;
begin
  execute format('select count(*), case when count(*) = 1 then min(%I::text) end from changed', tg_argv[0])
    into v_rows, v_id;
  if v_rows > 0 then
    foreach v_page in array tg_argv[1:] loop
      perform private.nudge('page:' || v_page, tg_table_name, tg_op, v_id);
    end loop;
  end if;
  return null;
end $$;
comment on function private.nudge_pages is 'Arguments: key column, then the pages whose lists show the table.';

create procedure private.after_each_statement(
  p_table regclass, p_name text, p_call text, p_events text[] default '{insert,update,delete}')
  language plpgsql set search_path = ''
as $$
declare
  v_event text;
begin
  foreach v_event in array p_events loop
    execute format('create trigger %I after %s on %s referencing %s for each statement execute function %s',
      p_name || '_' || v_event, v_event, p_table,
      case v_event
        when 'insert' then 'new table as changed'
        when 'update' then 'old table as previous new table as changed'
        when 'delete' then 'old table as changed'
      end, p_call);
  end loop;
end $$;
comment on procedure private.after_each_statement is
  'Attaches a nudge to a table: transition tables want one trigger an event.';

create function private.crowd(p_topic text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select case when split_part(p_topic, ':', 1) in ('page', 'role') and staff.people >= 200
    then jsonb_build_object('spread', least(staff.people / 2, 10000))
    else '{}' end
  from (
    select count(*) as people
    from (select from public.user_roles where role not in ('client', 'pending') limit 20000) as counted
  ) as staff);
end $$;
comment on function private.crowd is 'What a nudge adds for a topic that many hear: {"spread": ms}, or nothing.';

create function private.nudge(p_topic text, p_table text, p_op text, p_id text) returns void
  language sql security definer set search_path = ''
as $$
  select realtime.send(
    jsonb_build_object('table', p_table, 'op', p_op, 'id', p_id) || private.crowd(p_topic), 'changed', p_topic, true)
$$;

-- Every screen shows the company's name, so every role hears of a change.
create function private.nudge_house() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_role public.app_role;
begin
  foreach v_role in array enum_range(null::public.app_role) loop
    perform private.nudge('role:' || v_role, tg_table_name, tg_op, null);
  end loop;
  return null;
end $$;
comment on function private.nudge_house is 'Tells every role that something changed which all of them see.';

create function private.tell_staff(
  p_people uuid[], p_role public.app_role, p_title text, p_message text, p_quotation_id uuid, p_data jsonb default '{}') returns void
  language sql security definer set search_path = ''
as $$
  insert into public.notifications (user_id, type, title, message, quotation_id, data)
  select told.id, 'logistics_update', left(p_title, 1000), left(p_message, 5000), p_quotation_id, p_data
    from (
      select distinct ur.user_id as id from public.user_roles ur
       where ur.user_id = any (p_people) and ur.role not in ('client', 'pending')
      union
      select ur.user_id from public.user_roles ur where ur.role = p_role
    ) as told
   where told.id is distinct from auth.uid()
$$;
comment on function private.tell_staff is
  'A notice to these people and to everybody of the role (null: nobody more), but not to who caused it.';

create function private.tell_people(
  p_people uuid[], p_title text, p_message text, p_kind text, p_record_id uuid, p_part text default null) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.notifications (user_id, type, title, message, metadata)
  select ur.user_id, 'logistics_update', left(p_title, 1000), left(coalesce(p_message, ''), 5000),
         jsonb_strip_nulls(jsonb_build_object('record_kind', p_kind, 'record_id', p_record_id, 'part', p_part))
    from public.user_roles ur
   where ur.user_id = any (p_people) and ur.role not in ('client', 'pending') and ur.user_id is distinct from auth.uid()
$$;
comment on function private.tell_people is
  'A notice to these people, but not to who caused it; a click on it opens the record of that kind (src/shared/domain/records/record-kind.ts).
p_part: what of it, as the address says it behind "#": question-4711.';

create function private.close_request(p_title text, p_kind text, p_record_id uuid) returns void
  language sql security definer set search_path = ''
as $$
  update public.notifications n set is_read = true
   where not n.is_read and n.type = 'logistics_update' and n.title = left(p_title, 1000)
     and (n.metadata @> jsonb_build_object('record_kind', p_kind, 'record_id', p_record_id) or p_kind = 'quotation' and n.quotation_id = p_record_id)
$$;
comment on function private.close_request is
  'What a notice of that title asked for is done: it is read for everybody whom it told.';

create function private.nudge_staff() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_role public.app_role;
begin
  foreach v_role in array enum_range(null::public.app_role) loop
    if v_role not in ('client', 'pending') then
      perform private.nudge('role:' || v_role, tg_table_name, tg_op, null);
    end if;
  end loop;
  return null;
end $$;
comment on function private.nudge_staff is 'Tells every role of the staff that a table of the site changed.';

create function private.nudge_clients() returns trigger language plpgsql security definer set search_path = '' as $function$
declare
  v_touched constant text := case tg_op when 'UPDATE' then 'table previous union all table changed' else 'table changed' end;
  v_user uuid;
begin
  for v_user in execute format(
    'with touched as materialized (select distinct t.contact_id from (%s) as t where t.%I <> all ($1))
     select distinct a.id from touched cross join lateral private.accounts_of_contact(touched.contact_id) as a (id)', v_touched, tg_argv[0])
    using tg_argv[1:]
  loop
    perform private.nudge('user:' || v_user, tg_table_name, tg_op, null);
  end loop;
  return null;
end $function$;
comment on function private.nudge_clients is
  'Arguments: column of the state, then the states in which clients read no such row. Tells the clients whose contact, or '
  'whose business, a changed row names, without its id.';
