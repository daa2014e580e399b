-- The audit trail: who changed what, when, from which value to which. Triggers add the rows; no row ever changes.

create table public.audit_logs (
  id          bigint generated always as identity primary key,
  at          timestamptz not null default clock_timestamp(),
  actor_id    uuid,
  actor_label text,
  table_name  text not null,
  record_id   text not null,
  action      text not null,
  changed     jsonb not null default '{}',
  record_label text,
  labels jsonb not null default '{}',
  constraint audit_logs_action_is_known check (action in
    ('INSERT', 'UPDATE', 'DELETE', 'invited', 'invited_again', 'deactivated', 'reactivated', 'temporary_password'))
);
create index audit_logs_record_idx on public.audit_logs (record_id, id);
create index audit_logs_table_name_idx on public.audit_logs (table_name, id);
create index audit_logs_record_prefix_idx on public.audit_logs (record_id text_pattern_ops);
comment on table public.audit_logs is 'Every change of people and rights, oldest first. Append-only.';
comment on column public.audit_logs.actor_id is 'Null: the system, not a person. No foreign key: the trail outlives people.';
comment on column public.audit_logs.actor_label is 'The name of the person as it was then.';
comment on column public.audit_logs.record_id is 'The key of the record; the parts of a longer key are joined by a slash.';
comment on column public.audit_logs.changed is 'Column to [before, after].';
comment on column public.audit_logs.record_label is 'What the record was called then.';
comment on column public.audit_logs.labels is 'Key to name, for the keys of other records among the changes.';

alter table public.audit_logs enable row level security;
revoke all on public.audit_logs from anon, authenticated, service_role;
grant select on public.audit_logs to authenticated, service_role;
create trigger append_only before update or delete on public.audit_logs
  for each row execute function private.refuse_change();
create trigger never_emptied before truncate on public.audit_logs
  for each statement execute function private.refuse_change();
call private.refuse_hostile_values('public.audit_logs');

create policy "admins read the audit trail" on public.audit_logs
  for select to authenticated using ((select private.my_role()) = 'admin');

-- The trail names what people changed. It leaves out columns that the database derives.
create function private.changes(p_before jsonb, p_after jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(p_before -> key, p_after -> key)), '{}')
    from jsonb_object_keys(coalesce(p_before, '{}') || coalesce(p_after, '{}')) as key
   where key not in ('updated_at', 'row_version', 'search_text', 'sort_name')
     and nullif(p_before -> key, 'null') is distinct from nullif(p_after -> key, 'null')
$$;
comment on function private.changes is 'Column to [before, after] of the columns that differ.';

create function private.audit() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_after constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_changed constant jsonb := private.changes(v_before, v_after);
begin
  if v_changed <> '{}' then
    insert into public.audit_logs
      (actor_id, actor_label, table_name, record_id, record_label, action, changed, labels)
    select auth.uid(), private.person_label(auth.uid()), tg_table_name,
           string_agg(coalesce(v_after, v_before) ->> key, '/' order by position),
           private.audit_record_label(tg_table_name, coalesce(v_after, v_before)), tg_op,
           v_changed, private.audit_labels(v_changed)
      from unnest(tg_argv) with ordinality as parts (key, position);
  end if;
  return null;
end $$;
comment on function private.audit is 'Arguments: the columns of the key. Attached after every row to whatever belongs in the trail.';

create trigger audit after insert or update or delete on public.user_roles
  for each row execute function private.audit('user_id');
create trigger audit after insert or update or delete on public.page_permissions
  for each row execute function private.audit('role', 'page_name');
create trigger audit after insert or update or delete on public.permissions
  for each row execute function private.audit('id');
create trigger audit after insert or update or delete on public.role_permissions
  for each row execute function private.audit('role', 'permission_id');

revoke execute on all routines in schema private from public;
