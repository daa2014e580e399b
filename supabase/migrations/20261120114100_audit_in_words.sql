-- The trail in words: what a record and a mentioned person, contact or right was called when the line was written.
-- The keys stay in `changed`; the names stand beside them, because the trail outlives what it speaks of.

alter table public.audit_logs
  add column record_label text,
  add column labels jsonb not null default '{}';
create index audit_logs_record_prefix_idx on public.audit_logs (record_id text_pattern_ops);
comment on column public.audit_logs.record_label is 'What the record was called then.';
comment on column public.audit_logs.labels is 'Key to name, for the keys of other records among the changes.';

create function private.contact_label(p_contact jsonb) returns text
  language sql immutable set search_path = ''
as $$
  select coalesce(
    nullif(btrim(concat_ws(' ', p_contact ->> 'name', p_contact ->> 'last_name')), ''),
    nullif(btrim(p_contact ->> 'company'), ''), p_contact ->> 'email')
$$;

create function private.label_of(p_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    private.person_label(p_id),
    (select private.contact_label(to_jsonb(c)) from public.contacts c where c.id = p_id),
    (select p.name from public.permissions p where p.id = p_id),
    (select t.name from public.contact_types t where t.id = p_id))
$$;
comment on function private.label_of is 'What people call whatever has that key: a person, a contact, a named right, a type of contact.';

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
  language sql stable security definer set search_path = ''
as $$
  select case p_table
    when 'user_roles' then private.person_label((p_record ->> 'user_id')::uuid)
    when 'page_permissions' then concat_ws(' · ', p_record ->> 'role', p_record ->> 'page_name')
    when 'role_permissions' then concat_ws(' · ', p_record ->> 'role', private.label_of((p_record ->> 'permission_id')::uuid))
    when 'contacts' then private.contact_label(p_record)
    when 'contact_relations' then private.label_of((p_record ->> 'contact_id')::uuid)
    when 'contact_bank_accounts' then private.label_of((p_record ->> 'contact_id')::uuid)
    else coalesce(p_record ->> 'name', p_record ->> 'title', p_record ->> 'company')
  end
$$;

create or replace function private.audit() returns trigger
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

create or replace function public.log_account_event(p_actor uuid, p_user_id uuid, p_action text) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.audit_logs (actor_id, actor_label, table_name, record_id, record_label, action)
  values (p_actor, private.person_label(p_actor), 'accounts', p_user_id::text, private.person_label(p_user_id), p_action);
  select private.nudge('page:contacts', 'user_roles', 'UPDATE', p_user_id::text);
  select private.nudge('user:' || p_user_id, 'accounts', 'UPDATE', p_user_id::text)
$$;

-- The lines so far get their names once, as far as what they speak of is still there.
alter table public.audit_logs disable trigger append_only;
update public.audit_logs
   set labels = private.audit_labels(changed),
       record_label = case table_name
         when 'user_roles' then private.label_of(record_id::uuid)
         when 'accounts' then private.label_of(record_id::uuid)
         when 'contacts' then private.label_of(record_id::uuid)
         when 'contact_relations' then private.label_of(record_id::uuid)
         when 'contact_bank_accounts' then private.label_of(record_id::uuid)
         when 'contact_types' then private.label_of(record_id::uuid)
         when 'permissions' then private.label_of(record_id::uuid)
         when 'page_permissions' then replace(record_id, '/', ' · ')
         when 'role_permissions' then concat_ws(' · ', split_part(record_id, '/', 1),
           private.label_of(nullif(split_part(record_id, '/', 2), '')::uuid))
       end;
alter table public.audit_logs enable trigger append_only;

revoke execute on function private.contact_label, private.label_of, private.audit_labels, private.audit_record_label from public;
