set check_function_bodies = off;

drop trigger follow_service_rate on public.quotation_items;

drop routine private.follow_service_rate();

create or replace function private.rate_of_goods(p_service uuid, p_material uuid) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select s.vat_rate_id from public.services s where s.id = p_service),
    (select i.vat_rate_id from public.inventory_items i where i.id = p_material));
end $$;

create or replace function private.propose_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row constant jsonb := to_jsonb(new);
  v_old constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  v_is_open constant boolean := new.vat_rate is null and coalesce(new.vat_treatment, 'standard') = 'standard';
  v_contact uuid;
  v_rate public.vat_rates;
begin
  if new.kind not in ('item', 'discount') or not v_is_open and (v_old is null
    or (v_row ->> 'service_id', v_row ->> 'inventory_item_id') is not distinct from (v_old ->> 'service_id', v_old ->> 'inventory_item_id')
    or (new.vat_rate, new.vat_treatment) is distinct from (old.vat_rate, old.vat_treatment)) then
    return new;
  end if;
  execute format('select contact_id from public.%I where id = $1', tg_argv[0]) into v_contact using (v_row ->> tg_argv[1])::uuid;
  if not v_is_open then
    v_rate := private.usual_vat(v_contact);
    if (old.vat_rate, old.vat_treatment) is distinct from (coalesce(v_rate.rate, 0), coalesce(v_rate.treatment, 'standard')) then
      return new;
    end if;
  end if;
  v_rate := private.usual_vat(v_contact, private.rate_of_goods((v_row ->> 'service_id')::uuid, (v_row ->> 'inventory_item_id')::uuid));
  if v_rate.id is not null then
    new.vat_rate := v_rate.rate;
    new.vat_treatment := v_rate.treatment;
  end if;
  return new;
end $$;

create or replace function private.follow_client_rate(p_quotation uuid, p_from uuid, p_to uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.quotation_items i set vat_rate = usual.rate, vat_treatment = usual.treatment
    from public.quotation_items line
   cross join lateral private.rate_of_goods(line.service_id, line.inventory_item_id) as own
   cross join lateral private.usual_vat(p_from, own) as before
   cross join lateral private.usual_vat(p_to, own) as usual
   where i.id = line.id and line.quotation_id = p_quotation and line.kind in ('item', 'discount') and line.amends_item_id is null
     and (line.vat_rate, line.vat_treatment) = (before.rate, before.treatment) and usual.id is distinct from before.id and usual.id is not null;
end $$;

create or replace function private.follow_client_rates() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.follow_client_rate(new.id, old.contact_id, new.contact_id);
  return null;
end $$;

create or replace function private.copy_quotation(p_id uuid, p_new_id uuid default null, p_contact_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_old public.quotations;
  v_id uuid;
begin
  perform private.must('quotations', 'create', 'write quotations');
  select * into v_old from public.quotations where id = p_id;
  if v_old.id is null then
    perform private.refuse('PT404', 'This quotation is not there any more');
  end if;
  select id into v_id from public.quotations where id = p_new_id;
  if found then
    return v_id;
  end if;
  v_id := coalesce(p_new_id, gen_random_uuid());
  insert into public.quotations (id, quotation_number, contact_id, project_title, person_id, location_id, currency, deposit_kind,
    deposit_value, terms, client_note, account_manager_id, show_price_breaks, created_by)
  values (v_id, private.draw_number('Q'), coalesce(p_contact_id, v_old.contact_id), v_old.project_title,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.person_id end,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.location_id end,
    v_old.currency, v_old.deposit_kind, v_old.deposit_value, v_old.terms, v_old.client_note, v_old.account_manager_id,
    v_old.show_price_breaks, auth.uid());
  with copied as (
    select i.*, gen_random_uuid() as new_id from public.quotation_items i where i.quotation_id = p_id
  ), written as (
    insert into public.quotation_items (id, quotation_id, position, kind, description, details, qty, unit, width_mm, height_mm,
      unit_price, discount_pct, vat_rate, vat_treatment, is_optional, option_group, is_selected, makes_job, picture_path, service_id,
      inventory_item_id, product_id, calculation_id, price_breaks, charge_rule, own_charged_qty,
      priced_size)
    select new_id, v_id, position, kind, description, details, qty, unit, width_mm, height_mm, unit_price, discount_pct, vat_rate,
           vat_treatment, is_optional, option_group, is_selected, makes_job, picture_path, service_id, inventory_item_id, product_id,
           calculation_id, price_breaks, charge_rule, own_charged_qty, priced_size
      from copied
    returning id
  )
  insert into public.quotation_item_costs (item_id, unit_cost)
  select copied.new_id, c.unit_cost from copied join written on written.id = copied.new_id
    join public.quotation_item_costs c on c.item_id = copied.id;
  perform private.follow_client_rate(v_id, v_old.contact_id, coalesce(p_contact_id, v_old.contact_id));
  perform private.log_event('quotation', v_id, 'created', jsonb_build_object('copied_from', v_old.number_with_version));
  return v_id;
end $$;

create or replace function private.union_state(p_vat_number text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select replace((regexp_match(p_vat_number,
    '^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)[A-Z0-9]*[0-9]'))[1], 'GR', 'EL')
$$;

create or replace function private.is_business_abroad(p_contact uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select private.union_state(c.vat_number) <> private.union_state(s.vat_number)
    from public.contacts c, public.company_settings s where c.id = p_contact and s.tax_kind = 'vat'), false);
end $$;

create or replace function private.usual_vat(p_contact uuid, p_own uuid default null) returns public.vat_rates
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rate public.vat_rates;
  v_reverse public.vat_rates;
begin
  select r.* into v_rate from public.vat_rates r where r.id = p_own;
  if v_rate.id is null then
    v_rate := private.default_vat();
  end if;
  if v_rate.rate > 0 and private.is_business_abroad(p_contact) then
    select r.* into v_reverse from public.vat_rates r
     where r.treatment = 'reverse_charge'
       and private.company_today() between coalesce(r.valid_from, '-infinity') and coalesce(r.valid_to, 'infinity')
     order by r.sort, r.code limit 1;
    if found then
      return v_reverse;
    end if;
  end if;
  return v_rate;
end $$;

create or replace function private.vat_proposal(p_contact uuid) returns table (rate text, treatment text, is_abroad boolean)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.refuse('42501', 'Only staff see the rate of a client');
  end if;
  return query
    select usual.rate::text, usual.treatment, private.is_business_abroad(p_contact) from private.usual_vat(p_contact) as usual
     where usual.id is not null;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.vat_proposal(uuid)');

create or replace trigger propose_rate before insert or update on public.invoice_items
  for each row when (new.order_item_id is null and new.vat is null) execute function private.propose_rate('invoices', 'invoice_id');

create or replace trigger propose_rate before insert or update on public.quotation_items
  for each row execute function private.propose_rate('quotations', 'quotation_id');

create or replace trigger follow_client_rates after update of contact_id on public.quotations for each row
  when (old.contact_id is distinct from new.contact_id and new.status = 'draft') execute function private.follow_client_rates();

comment on function private.follow_client_rate(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'Lines of a quotation with the rate of one client get that of another. A rate that somebody chose stays.';

comment on function private.follow_client_rates() is 'A draft for another client has the rates of that client.';

comment on function private.is_business_abroad(pg_catalog.uuid) is 'Whether a contact has a VAT number of another state of the European Union than the company: it mostly owes the VAT itself.';

comment on function private.propose_rate() is 'Before settle_line: a line takes the rate of its service or material, or that of its client, unless somebody chose one. A rate other than
the usual one of the client was chosen. Arguments: the table of the document and the column that points at it.';

comment on function private.rate_of_goods(pg_catalog.uuid,pg_catalog.uuid) is 'The own VAT rate of a service or material; null for the usual one.';

comment on function private.union_state(pg_catalog.text) is 'The letters of the state of the European Union that gave a VAT number; null for any other number.';

comment on function private.usual_vat(pg_catalog.uuid,pg_catalog.uuid) is 'The rate of a new line for this contact: reverse charge for a business abroad, else p_own, the rate of a service or material, else the
usual one. Where no VAT is charged anyway, that stays.';

comment on function private.vat_proposal(pg_catalog.uuid) is 'For staff: the rate that a new line for this client begins with, and whether the client is a business of another state of the European Union.';

comment on function public.vat_proposal(pg_catalog.uuid) is 'For staff: the rate that a new line for this client begins with, and whether the client is a business of another state of the European Union.';

reset check_function_bodies;
