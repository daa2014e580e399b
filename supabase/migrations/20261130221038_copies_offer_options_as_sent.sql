set check_function_bodies = off;

create or replace function private.open_visits(p_quotation_id uuid) returns table (place text, opened_at timestamptz, seconds integer)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.can('orders', 'view') then
    perform private.must('quotations', 'view', 'see quotations');
  end if;
  return query
    select v.place, v.opened_at, v.seconds from public.quotation_visits v
     where v.quotation_id = p_quotation_id and v.seen_at > now() - interval '1 minute'
     order by v.seen_at, v.opened_at;
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
  if p_contact_id is not null and private.currency_of(p_contact_id) <> v_old.currency then
    perform private.refuse('22023', format('The prices of %s are in %s, and this client is quoted in %s. Begin a new quotation for this client.', v_old.quotation_number,
      v_old.currency, private.currency_of(p_contact_id)));
  end if;
  select id into v_id from public.quotations where id = p_new_id;
  if found then
    return v_id;
  end if;
  v_id := coalesce(p_new_id, gen_random_uuid());
  insert into public.quotations (id, quotation_number, contact_id, project_title, person_id, location_id, currency, deposit_kind,
    deposit_value, terms, client_note, account_manager_id, show_price_breaks, is_collected, created_by)
  values (v_id, private.draw_number('Q'), coalesce(p_contact_id, v_old.contact_id), v_old.project_title,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.person_id end,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.location_id end,
    v_old.currency, v_old.deposit_kind, v_old.deposit_value, v_old.terms, v_old.client_note, v_old.account_manager_id,
    v_old.show_price_breaks, v_old.is_collected, auth.uid());
  with copied as (
    -- What its client chose is no choice of the next one: options stand as they were sent.
    select i.*, gen_random_uuid() as new_id, coalesce((
        select (l ->> 'is_selected')::boolean from public.quotation_versions s cross join lateral jsonb_array_elements(s.snapshot -> 'lines') as l
         where s.quotation_id = p_id and s.version = v_old.version and l ->> 'id' = i.id::text), i.is_selected) as is_offered
      from public.quotation_items i where i.quotation_id = p_id
  ), written as (
    insert into public.quotation_items (id, quotation_id, position, kind, description, details, qty, unit, width_mm, height_mm,
      unit_price, discount_pct, vat_rate, vat_treatment, is_optional, option_group, is_selected, makes_job, picture_path, service_id,
      inventory_item_id, product_id, calculation_id, price_breaks, charge_rule, own_charged_qty,
      priced_size, priced_qty)
    select new_id, v_id, position, kind, description, details, qty, unit, width_mm, height_mm, unit_price, discount_pct, vat_rate,
           vat_treatment, is_optional, option_group, is_offered, makes_job, picture_path, service_id, inventory_item_id, product_id,
           calculation_id, price_breaks, charge_rule, own_charged_qty, priced_size, priced_qty
      from copied
    returning id
  )
  insert into public.quotation_item_costs (item_id, unit_cost, base_cost, base_size)
  select copied.new_id, c.unit_cost, c.base_cost, c.base_size from copied join written on written.id = copied.new_id
    join public.quotation_item_costs c on c.item_id = copied.id;
  perform private.follow_client_rate(v_id, v_old.contact_id, private.tax_facts_of_paper('quotation', p_id));
  perform private.log_event('quotation', v_id, 'created', jsonb_build_object('copied_from', v_old.number_with_version));
  return v_id;
end $$;

comment on function private.copy_quotation(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'A new draft with the head, lines and costs of another one, its options as they were sent, for the same contact or p_contact_id. p_new_id: chosen by the
caller, so that a repeated call returns the same quotation. Returns the id.';

comment on function private.open_visits(pg_catalog.uuid) is 'Where clients have the link of a quotation open at this moment: on its page, or on the page where it is paid. The one that was seen last is
the last: a client who goes from one page to the other is there.';

comment on function public.copy_quotation(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'A new draft with the head, lines and costs of another one, its options as they were sent, for the same contact or p_contact_id. p_new_id: chosen by the
caller, so that a repeated call returns the same quotation. Returns the id.';

comment on function public.open_visits(pg_catalog.uuid) is 'Where clients have the link of a quotation open at this moment: on its page, or on the page where it is paid. The one that was seen last is
the last: a client who goes from one page to the other is there.';

reset check_function_bodies;
