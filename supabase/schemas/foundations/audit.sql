-- The audit trail: who changed which record, and how.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.audit_logs (
  id           bigint generated always as identity primary key,
  at           timestamptz not null default clock_timestamp(),
  actor_id     uuid,
  actor_label  text,
  table_name   text not null,
  record_id    text not null,
  action       text not null,
  changed      jsonb not null default '{}',
  record_label text,
  labels       jsonb not null default '{}',
  constraint audit_logs_action_is_known check (action in
    ('INSERT', 'UPDATE', 'DELETE', 'invited', 'invited_again', 'deactivated', 'reactivated', 'temporary_password',
     'second_factor_removed', 'exported'))
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

-- ------------------------------------------------------------------------------------------------------------- who may

alter table public.audit_logs enable row level security;
call private.refuse_hostile_values('public.audit_logs');
revoke all on public.audit_logs from anon, authenticated, service_role;
grant select on public.audit_logs to authenticated, service_role;
create policy "admins read the audit trail" on public.audit_logs
  for select to authenticated using ((select private.my_role()) = 'admin');

-- -------------------------------------------------------------------------------------------------------- what it does

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

create function private.audit_labels(p_changed jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_object_agg(mentioned.key, mentioned.label), '{}')
    from (select distinct on (one.key) one.key, private.label_of_column(columns.name, one.key::uuid) as label
            from jsonb_each(p_changed) as columns (name, pair), jsonb_array_elements(columns.pair) as side (value),
                 jsonb_array_elements_text(case jsonb_typeof(side.value) when 'array' then side.value else jsonb_build_array(side.value) end) as one (key)
           where (columns.name ~ '_(id|by)$' or columns.name in ('crew', 'assignees'))
             and one.key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
           order by one.key) as mentioned
   where mentioned.label is not null);
end $$;

create function private.audit_record_label(p_table text, p_record jsonb) returns text
language plpgsql stable security definer set search_path to '' as $function$
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

-- The functions host changes accounts with the service key on behalf of a person, and logs it here.
create function public.log_account_event(p_actor uuid, p_user_id uuid, p_action text) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.audit_logs (actor_id, actor_label, table_name, record_id, record_label, action)
  values (p_actor, private.person_label(p_actor), 'accounts', p_user_id::text, private.person_label(p_user_id), p_action);
  select private.nudge('page:contacts', 'user_roles', 'UPDATE', p_user_id::text);
  select private.nudge('user:' || p_user_id, 'accounts', 'UPDATE', p_user_id::text)
$$;
comment on function public.log_account_event is 'Writes down what was done to an account, and tells the screens that show it.';
revoke execute on function public.log_account_event from public, anon, authenticated;

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger append_only before update or delete on public.audit_logs
  for each row execute function private.refuse_change();
create trigger never_emptied before truncate on public.audit_logs
  for each statement execute function private.refuse_change();
