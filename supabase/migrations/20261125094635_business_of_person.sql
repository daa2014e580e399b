set check_function_bodies = off;

create or replace function private.create_invoice(p_contact_id uuid, p_project_title text default null, p_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_business constant uuid := private.business_of_person(p_contact_id);
begin
  perform private.must('invoices', 'create', 'write invoices');
  select id into v_id from public.invoices where id = p_id;
  if found then
    return v_id;
  end if;
  if not exists (select from public.contacts where id = p_contact_id) then
    perform private.refuse('PT404', 'This contact is not there any more');
  end if;
  insert into public.invoices (id, contact_id, person_id, project_title, currency, created_by)
  select coalesce(p_id, gen_random_uuid()), coalesce(v_business, p_contact_id),
         case when v_business is not null then p_contact_id end, nullif(btrim(p_project_title), ''), s.currency, auth.uid()
    from public.company_settings s
  returning id into v_id;
  perform private.log_event('invoice', v_id, 'created');
  return v_id;
end $$;

create or replace function private.business_of_person(p_contact_id uuid) returns uuid
  language sql stable security definer set search_path = ''
as $$
  select b.id from public.contacts c
    join public.contact_relations r on r.contact_id = c.id and r.is_primary and r.relation in ('works_for', 'owner', 'accounts', 'site_manager')
    join public.contacts b on b.id = r.related_contact_id and b.type = 'Business' and b.archived_at is null
   where c.id = p_contact_id and c.type = 'Person'
   order by r.created_at, r.id limit 1
$$;

create or replace function private.create_quotation(
  p_contact_id uuid, p_project_title text default null, p_id uuid default null, p_person_id uuid default null, p_location_id uuid default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_business constant uuid := private.business_of_person(p_contact_id);
  v_person constant uuid := coalesce(p_person_id, case when v_business is not null then p_contact_id end);
  v_contact public.contacts;
begin
  perform private.must('quotations', 'create', 'write quotations');
  select id into v_id from public.quotations where id = p_id;
  if found then
    return v_id;
  end if;
  select * into v_contact from public.contacts where id = coalesce(v_business, p_contact_id);
  if v_contact.id is null then
    perform private.refuse('PT404', 'This contact is not there any more');
  elsif v_contact.archived_at is not null then
    perform private.refuse('22023', 'This contact is archived');
  end if;
  insert into public.quotations (id, quotation_number, contact_id, project_title, person_id, location_id, currency, deposit_kind,
    deposit_value, terms, account_manager_id, created_by)
  select coalesce(p_id, gen_random_uuid()), private.draw_number('Q'), v_contact.id, nullif(btrim(p_project_title), ''), v_person,
         p_location_id, s.currency, case when s.deposit_percent > 0 then 'percent' else 'none' end, s.deposit_percent,
         private.terms_for(v_contact.id), coalesce(v_contact.account_manager_id, auth.uid()), auth.uid()
    from public.company_settings s
  returning id into v_id;
  perform private.log_event('quotation', v_id, 'created');
  return v_id;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.create_invoice(pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid) is 'An empty draft for a client, without an order; for the business of a person who buys for one. Its lines are written into invoice_items.
Returns the id.';

comment on function private.create_quotation(pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'A new draft with the next number, the terms for its client and the company''s deposit. A person who works for a business buys for it:
the business is the client and the person its contact. p_id: an id chosen by the caller, so that a repeated call returns the same
quotation. Returns the id.';

comment on function public.create_invoice(pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid) is 'An empty draft for a client, without an order; for the business of a person who buys for one. Its lines are written into invoice_items.
Returns the id.';

comment on function public.create_quotation(pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'A new draft with the next number, the terms for its client and the company''s deposit. A person who works for a business buys for it:
the business is the client and the person its contact. p_id: an id chosen by the caller, so that a repeated call returns the same
quotation. Returns the id.';

comment on function private.business_of_person(pg_catalog.uuid) is 'The business that a person buys for: the one of their main relation; null for anybody else.';

reset check_function_bodies;
