set check_function_bodies = off;

create or replace function private.put_back_filled(p_import_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row record;
  v_now jsonb;
  v_back jsonb;
  v_differ text;
  v_changed text;
  v_kept text;
begin
  -- Two rows of one import may fill the same contact: the later one is put back first.
  for v_row in
    select r.line, r.changed, r.contact_id from public.contact_import_rows r
     where r.import_id = p_import_id and r.outcome = 'updated' and r.undone_at is null order by r.line desc
  loop
    select to_jsonb(c) into v_now from public.contacts c where c.id = v_row.contact_id for update;
    select coalesce(jsonb_object_agg(key, value -> 0) filter (where v_now -> key is not distinct from value -> 1), '{}'),
           string_agg(replace(replace(key, '_id', ''), '_', ' '), ', ' order by key)
             filter (where v_now -> key is distinct from value -> 1 and v_now -> key is distinct from value -> 0)
      into v_back, v_differ from jsonb_each(v_row.changed);
    v_changed := 'Changed since the import: ' || v_differ;
    v_kept := case
      when not private.can('contacts', 'edit') then 'You may not change contacts'
      when v_now ->> 'user_id' is not null and v_now ->> 'user_id' <> auth.uid()::text and not private.named('manage_user_roles')
        then 'Has an account: only its owner and who manages users change it'
      else v_changed end;
    if v_now is not null and v_back <> '{}' and (v_kept is null or v_kept = v_changed) then
      update public.contacts c
         set (name, last_name, company, email, phone, mobile, vat_number, address_line, city, postcode, country,
              payment_terms_days, on_stop, contact_type_id, account_manager_id)
           = (select b.name, b.last_name, b.company, b.email, b.phone, b.mobile, b.vat_number, b.address_line, b.city, b.postcode,
                     b.country, b.payment_terms_days, b.on_stop,
                     (select t.id from public.contact_types t where t.id = b.contact_type_id),
                     (select u.id from auth.users u where u.id = b.account_manager_id)
                from jsonb_populate_record(c, v_back) as b)
       where c.id = v_row.contact_id;
      if v_back -> 'on_stop' = 'false' then
        insert into public.contact_notes (contact_id, kind, body) values (v_row.contact_id, 'release', 'The import that put it on stop was undone');
      end if;
    end if;
    update public.contact_import_rows r
       set undone_at = case when v_kept is null then now() end, kept = v_kept
     where r.import_id = p_import_id and r.line = v_row.line;
  end loop;
end $$;

reset check_function_bodies;
