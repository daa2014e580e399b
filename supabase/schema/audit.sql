-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.audit_logs (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default clock_timestamp(),
  actor_id uuid,
  actor_label text,
  table_name text not null,
  record_id text not null,
  action text not null,
  changed jsonb not null default '{}'::jsonb,
  record_label text,
  labels jsonb not null default '{}'::jsonb,
  constraint audit_logs_pkey PRIMARY KEY (id),
  constraint audit_logs_action_is_known CHECK (action = ANY (ARRAY['INSERT'::text, 'UPDATE'::text, 'DELETE'::text, 'invited'::text, 'invited_again'::text, 'deactivated'::text, 'reactivated'::text, 'temporary_password'::text])),
  constraint audit_logs_at_is_in_reach CHECK (at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.audit_logs enable row level security;
CREATE INDEX audit_logs_record_idx ON public.audit_logs USING btree (record_id, id);
CREATE INDEX audit_logs_record_prefix_idx ON public.audit_logs USING btree (record_id text_pattern_ops);
CREATE INDEX audit_logs_table_name_idx ON public.audit_logs USING btree (table_name, id);
grant select on public.audit_logs to authenticated;
grant select on public.audit_logs to service_role;
create policy "admins read the audit trail" on public.audit_logs for select to authenticated
  using ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.audit_logs FOR EACH ROW EXECUTE FUNCTION private.refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.audit_logs FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();
comment on table public.audit_logs is 'Every change of people and rights, oldest first. Append-only.';
comment on column public.audit_logs.actor_id is 'Null: the system, not a person. No foreign key: the trail outlives people.';
comment on column public.audit_logs.actor_label is 'The name of the person as it was then.';
comment on column public.audit_logs.changed is 'Column to [before, after].';
comment on column public.audit_logs.labels is 'Key to name, for the keys of other records among the changes.';
comment on column public.audit_logs.record_id is 'The key of the record; the parts of a longer key are joined by a slash.';
comment on column public.audit_logs.record_label is 'What the record was called then.';

CREATE OR REPLACE FUNCTION private.audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.audit() is 'Arguments: the columns of the key. Attached after every row to whatever belongs in the trail.';

CREATE OR REPLACE FUNCTION private.changes(p_before jsonb, p_after jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(p_before -> key, p_after -> key)), '{}')
    from jsonb_object_keys(coalesce(p_before, '{}') || coalesce(p_after, '{}')) as key
   where key not in ('updated_at', 'row_version', 'search_text', 'sort_name')
     and nullif(p_before -> key, 'null') is distinct from nullif(p_after -> key, 'null')
$function$;
comment on function private.changes(p_before jsonb, p_after jsonb) is 'Column to [before, after] of the columns that differ.';
