-- The audit trail: who changed what, when, from which value to which. Rows are added by triggers and never change.

create table public.audit_logs (
  id          bigint generated always as identity primary key,
  at          timestamptz not null default clock_timestamp(),
  actor_id    uuid,
  actor_label text,
  table_name  text not null,
  record_id   text not null,
  action      text not null,
  changed     jsonb not null default '{}',
  constraint audit_logs_action_is_known check (action in
    ('INSERT', 'UPDATE', 'DELETE', 'invited', 'deactivated', 'reactivated', 'temporary_password'))
);
create index audit_logs_record_idx on public.audit_logs (record_id, id);
create index audit_logs_table_name_idx on public.audit_logs (table_name, id);
comment on table public.audit_logs is 'Every change of people and rights, oldest first. Append-only.';
comment on column public.audit_logs.actor_id is 'Null: the system, not a person. No foreign key: the trail outlives people.';
comment on column public.audit_logs.actor_label is 'The name of the person as it was then.';
comment on column public.audit_logs.record_id is 'The key of the record; the parts of a longer key are joined by a slash.';
comment on column public.audit_logs.changed is 'Column to [before, after].';

alter table public.audit_logs enable row level security;
revoke all on public.audit_logs from anon, authenticated, service_role;
grant select on public.audit_logs to authenticated, service_role;

create policy "admins read the audit trail" on public.audit_logs
  for select to authenticated using ((select private.my_role()) = 'admin');

create function private.refuse_change() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise insufficient_privilege using message = format('%s only grows: nothing in it changes', tg_table_name);
end $$;

create trigger append_only before update or delete on public.audit_logs
  for each row execute function private.refuse_change();
create trigger never_emptied before truncate on public.audit_logs
  for each statement execute function private.refuse_change();

create function private.changes(p_before jsonb, p_after jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(p_before -> key, p_after -> key)), '{}')
    from jsonb_object_keys(coalesce(p_before, '{}') || coalesce(p_after, '{}')) as key
   where key <> 'updated_at'
     and nullif(p_before -> key, 'null') is distinct from nullif(p_after -> key, 'null')
$$;
comment on function private.changes is 'Column to [before, after] of the columns that differ.';

create function private.person_label(p_user_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select coalesce(nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''), u.email::text)
    from auth.users u left join public.contacts c on c.user_id = u.id where u.id = p_user_id
$$;

create function private.audit() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_after constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_changed constant jsonb := private.changes(v_before, v_after);
begin
  if v_changed <> '{}' then
    insert into public.audit_logs (actor_id, actor_label, table_name, record_id, action, changed)
    select auth.uid(), private.person_label(auth.uid()), tg_table_name, string_agg(coalesce(v_after, v_before) ->> key, '/'
             order by position), tg_op, v_changed
      from unnest(tg_argv) with ordinality as parts (key, position);
  end if;
  return null;
end $$;
comment on function private.audit is 'Arguments: the columns of the key. Attached after every row to whatever belongs in the trail.';

-- What was logged so far moves here, and the older log goes.
insert into public.audit_logs (at, actor_id, actor_label, table_name, record_id, action, changed)
select at, actor_id, private.person_label(actor_id), table_name,
       case table_name
         when 'user_roles' then record ->> 'user_id'
         when 'page_permissions' then concat_ws('/', record ->> 'role', record ->> 'page_name')
         else concat_ws('/', record ->> 'role', record ->> 'permission_id')
       end, op, private.changes(before, after)
  from private.rights_log, lateral (select coalesce(after, before) as record) as kept
 order by id;
drop trigger log_rights on public.user_roles;
drop trigger log_rights on public.page_permissions;
drop trigger log_rights on public.role_permissions;
drop function private.log_rights;
drop table private.rights_log;

create trigger audit after insert or update or delete on public.user_roles
  for each row execute function private.audit('user_id');
create trigger audit after insert or update or delete on public.page_permissions
  for each row execute function private.audit('role', 'page_name');
create trigger audit after insert or update or delete on public.permissions
  for each row execute function private.audit('id');
create trigger audit after insert or update or delete on public.role_permissions
  for each row execute function private.audit('role', 'permission_id');
create trigger audit after insert or update or delete on public.contacts
  for each row execute function private.audit('id');

revoke execute on function private.refuse_change, private.changes, private.person_label, private.audit from public;
