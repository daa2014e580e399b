set check_function_bodies = off;

create or replace function public.register_client(p_business jsonb, p_person jsonb, p_site jsonb) returns uuid
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_business uuid;
  v_person uuid;
begin
  insert into public.contacts (type, profile, company, name, email, phone, mobile, vat_number, address_line, city, postcode,
                               state, country, contact_type_id, payment_terms_days, language, length_unit, account_manager_id)
  select 'Business', 'verified', b.company, b.company, b.email, b.phone, b.mobile, b.vat_number, b.address_line, b.city, b.postcode,
         b.state, b.country, b.contact_type_id, b.payment_terms_days, b.language, b.length_unit, b.account_manager_id
    from jsonb_populate_record(null::public.contacts, p_business) as b
  returning id into v_business;
  if p_person is not null then
    insert into public.contacts (type, profile, name, last_name, email, phone, company)
    select 'Person', 'verified', p.name, p.last_name, p.email, p.phone, p_business ->> 'company'
      from jsonb_populate_record(null::public.contacts, p_person) as p
    returning id into v_person;
    insert into public.contact_relations (contact_id, related_contact_id, relation, is_primary)
    values (v_person, v_business, 'works_for', true);
  end if;
  if p_site is not null then
    insert into public.locations (label, address, city, postcode, state, country, business_id)
    select s.label, s.address, s.city, s.postcode, s.state, s.country, v_business
      from jsonb_populate_record(null::public.locations, p_site) as s;
  end if;
  return v_business;
end $$;

reset check_function_bodies;
