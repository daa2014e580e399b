-- The contact of somebody with an account says how that person is reached: their name, e-mail and telephone. It is changed
-- by them and by whoever manages users. On-stop signs and credit are decided by functions with their own rights.

drop policy "staff change contacts" on public.contacts;
create policy "staff change contacts" on public.contacts
  for update to authenticated
  using ((select private.can('contacts', 'edit'))
    and (user_id is null or user_id = (select auth.uid()) or (select private.named('manage_user_roles'))))
  with check ((select private.can('contacts', 'edit'))
    and (user_id is null or user_id = (select auth.uid()) or (select private.named('manage_user_roles'))));

create or replace function private.merge_contacts(p_keep uuid, p_gone uuid, p_values jsonb, p_keep_version integer, p_gone_version integer)
returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_fields constant text[] := array['name', 'last_name', 'company', 'email', 'phone', 'mobile', 'vat_number', 'address_line',
    'city', 'postcode', 'country', 'contact_type_id', 'payment_terms_days', 'account_manager_id'];
  v_fixed constant text[] := array['id', 'user_id', 'type', 'profile', 'roles', 'created_at', 'has_temporary_password',
    'on_stop', 'archived_at', 'row_version'];
  v_keep public.contacts;
  v_gone public.contacts;
  v_row jsonb;
  v_link record;
  v_not_kept text;
begin
  if not (private.can('contacts', 'edit') and private.can('contacts', 'delete')) then
    raise insufficient_privilege using message = 'You may not merge contacts';
  end if;
  if p_keep = p_gone then
    raise invalid_parameter_value using message = 'These are one and the same contact';
  end if;
  perform from public.contacts where id in (p_keep, p_gone) order by id for update;
  select * into v_keep from public.contacts where id = p_keep;
  select * into v_gone from public.contacts where id = p_gone;
  if v_keep.id is null or v_gone.id is null then
    raise invalid_parameter_value using message = 'One of the two contacts is not there any more';
  end if;
  if v_keep.row_version <> p_keep_version or v_gone.row_version <> p_gone_version then
    raise serialization_failure using message = 'Somebody changed one of the two contacts meanwhile: please look again';
  end if;
  if v_keep.type <> v_gone.type then
    raise invalid_parameter_value using message = 'A person and a business cannot become one contact';
  end if;
  if v_gone.user_id is not null then
    raise invalid_parameter_value using message = case when v_keep.user_id is null
      then 'The contact that goes has an account: keep that one instead'
      else 'Both contacts have an account: they are two people' end;
  end if;
  if v_keep.user_id <> auth.uid() and not private.named('manage_user_roles') then
    raise insufficient_privilege using
      message = 'The card that stays belongs to an account: only its owner and who manages users change it';
  end if;

  v_row := jsonb_strip_nulls(to_jsonb(v_gone)) || jsonb_strip_nulls(to_jsonb(v_keep))
    || coalesce((select jsonb_object_agg(key, value) from jsonb_each(p_values) where key = any (v_fields)), '{}');
  select string_agg(field || ' ' || lost.value, ', ' order by place) into v_not_kept
    from unnest(v_fields) with ordinality as fields (field, place)
    cross join lateral (
      select distinct value from (values (to_jsonb(v_keep) ->> field), (to_jsonb(v_gone) ->> field)) as both_of (value)
       where value is not null and value is distinct from v_row ->> field) as lost
   where field not like '%\_id' and not (field = 'name' and v_keep.type = 'Business');
  v_not_kept := replace(replace(replace(v_not_kept, 'address_line', 'address'), 'payment_terms_days', 'payment terms'), 'vat_number', 'VAT number');

  delete from public.contact_relations r
   where (r.contact_id, r.related_contact_id) in ((p_keep, p_gone), (p_gone, p_keep))
      or (r.contact_id = p_gone and exists (select from public.contact_relations k
            where k.contact_id = p_keep and k.related_contact_id = r.related_contact_id and k.relation = r.relation))
      or (r.related_contact_id = p_gone and exists (select from public.contact_relations k
            where k.related_contact_id = p_keep and k.contact_id = r.contact_id and k.relation = r.relation));
  delete from public.contact_bank_accounts b
   where b.contact_id = p_gone and exists (select from public.contact_bank_accounts k
            where k.contact_id = p_keep and k.iban = b.iban);
  insert into public.distinct_contacts (contact_id, other_id, said_by, created_at)
  select least(p_keep, third.id), greatest(p_keep, third.id), d.said_by, d.created_at
    from public.distinct_contacts d
    cross join lateral (select case d.contact_id when p_gone then d.other_id else d.contact_id end as id) as third
   where p_gone in (d.contact_id, d.other_id) and third.id <> p_keep
  on conflict do nothing;
  delete from public.distinct_contacts where p_gone in (contact_id, other_id);

  for v_link in
    select k.conrelid::regclass as child, a.attname as key, exists (
             select from pg_catalog.pg_attribute d
              where d.attrelid = k.conrelid and d.attname = 'is_default' and not d.attisdropped) as has_default
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'public.contacts'::regclass
  loop
    if v_link.has_default then
      execute format('update %1$s set is_default = false where is_default and %2$I = $2
        and exists (select from %1$s where is_default and %2$I = $1)', v_link.child, v_link.key) using p_keep, p_gone;
    end if;
    execute format('update %s set %I = $1 where %I = $2', v_link.child, v_link.key, v_link.key) using p_keep, p_gone;
  end loop;

  delete from public.contacts where id = p_gone;
  insert into public.merged_contacts (id, kept_id, merged_by) values (p_gone, p_keep, auth.uid())
  on conflict (id) do update set kept_id = excluded.kept_id, merged_by = excluded.merged_by, merged_at = now();
  execute (
    select format('update public.contacts c set %s, on_stop = c.on_stop or $3, created_at = least(c.created_at, $4),
        archived_at = case when c.archived_at is null or $5 is null then null else greatest(c.archived_at, $5) end
        from jsonb_populate_record(null::public.contacts, $1) as r where c.id = $2',
      string_agg(format(case when a.attname = any (v_fields) then '%1$I = r.%1$I' else '%1$I = coalesce(c.%1$I, r.%1$I)' end,
        a.attname), ', '))
      from pg_catalog.pg_attribute a
     where a.attrelid = 'public.contacts'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.attname <> all (v_fixed))
    using v_row, p_keep, v_gone.on_stop, v_gone.created_at, v_gone.archived_at;
  insert into public.contact_notes (contact_id, kind, body)
  values (p_keep, 'merge', left('Merged with ' || concat_ws(', ',
    nullif(btrim(concat_ws(' ', v_gone.name, v_gone.last_name)), ''), nullif(v_gone.company, v_gone.name), v_gone.email,
    v_gone.phone, v_gone.vat_number) || coalesce(E'\nNot kept: ' || v_not_kept, ''), 5000));
  insert into public.audit_logs (actor_id, actor_label, table_name, record_id, action, changed)
  select auth.uid(), private.person_label(auth.uid()), 'contacts', line.record_id, 'UPDATE',
         jsonb_build_object(line.what, jsonb_build_array(null, line.whom))
    from (values
      (p_keep::text, 'merged_with', concat_ws(' · ', coalesce(v_gone.company, concat_ws(' ', v_gone.name, v_gone.last_name)), p_gone)),
      (p_gone::text, 'merged_into', concat_ws(' · ', coalesce(v_keep.company, concat_ws(' ', v_keep.name, v_keep.last_name)), p_keep))
    ) as line (record_id, what, whom);
end $$;

-- The id of a payment request opens its page, and the page names the link of its quotation or invoice. So a request is read
-- by those who may read that paper, and the nudges of lists name the client instead of the request.

drop policy "staff read requests, clients read theirs" on public.payment_requests;
create policy "staff read requests for papers that they read, clients read theirs" on public.payment_requests
  for select to authenticated
  using (contact_id in (select private.my_contact_ids())
    or (((select private.can('payments', 'view')) or (select private.can('orders', 'view')))
      and (quotation_id is null or (select private.can('quotations', 'view')))
      and (invoice_id is null or (select private.can('invoices', 'view')))
      and (statement_id is null or (select private.can('statements', 'view')))));

drop trigger nudge_page_insert on public.payment_requests;
drop trigger nudge_page_update on public.payment_requests;
drop trigger nudge_page_delete on public.payment_requests;
call private.after_each_statement('public.payment_requests', 'nudge_page',
  $$private.nudge_pages('contact_id', 'payments', 'orders')$$);
