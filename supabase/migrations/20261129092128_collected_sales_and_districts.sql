set check_function_bodies = off;

drop trigger count_version on public.invoices;

drop trigger follow_exemption on public.invoices;

drop trigger settle_exemption on public.invoices;

drop trigger pin on public.orders;

drop trigger count_version on public.quotations;

drop trigger follow_client_rates on public.quotations;

drop trigger settle_exemption on public.quotations;

alter table public.tax_places drop constraint tax_places_district_2_rate_is_a_number;

alter table public.tax_places drop constraint tax_places_district_rate_is_a_number;

alter table public.tax_places drop constraint tax_places_parts_are_named;

alter table public.tax_places drop constraint tax_places_rates_range;

alter table public.tax_places drop constraint tax_places_texts_length;

drop routine private.exemption_for(p_contact uuid, p_location uuid, p_quotation uuid);

drop routine private.exemption_said(p_contact uuid, p_location uuid, p_holds jsonb);

drop routine private.sale_state(p_location uuid, p_contact uuid);

drop routine private.tax_facts_for(p_location uuid, p_contact uuid, p_exemption uuid);

drop routine private.tax_place_for(p_location uuid, p_contact uuid);

alter table public.tax_places add column districts jsonb not null default '[]'::jsonb;

update public.tax_places set districts = (
  select coalesce(jsonb_agg(jsonb_build_object('name', btrim(d.name), 'rate', trim_scale(d.rate)::text) order by d.place), '[]')
    from (values (1, district, district_rate), (2, district_2, district_2_rate)) as d (place, name, rate)
   where coalesce(btrim(d.name), '') <> '');

alter table public.tax_places drop column rate;

alter table public.tax_places drop column district;

alter table public.tax_places drop column district_rate;

alter table public.tax_places drop column district_2;

alter table public.tax_places drop column district_2_rate;

alter table public.invoices add column is_collected boolean not null default false;

alter table public.orders add column is_collected boolean not null default false;

alter table public.quotations add column is_collected boolean not null default false;


create or replace function private.follow_exemption() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.invoice_items i set vat_rate = usual.rate, vat_treatment = usual.treatment
    from public.invoice_items line
   cross join lateral private.rate_of_goods(line.service_id, null) as own
   cross join lateral private.usual_vat(new.contact_id, own, private.tax_facts_for(null, new.contact_id, old.exemption_id, old.is_collected)) as before
   cross join lateral private.usual_vat(new.contact_id, own, private.tax_facts_of_paper('invoice', new.id)) as usual
   where i.id = line.id and line.invoice_id = new.id and line.kind in ('item', 'discount') and line.order_item_id is null and line.vat is null
     and (line.vat_rate, line.vat_treatment) = (before.rate, before.treatment)
     and (usual.rate, usual.treatment) is distinct from (before.rate, before.treatment) and usual.rate is not null;
  perform private.total_invoice(new.id);
  return null;
end $$;

create or replace function private.quotation_document(p_quotation_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'kind', 'quotation', 'language', private.language_of('quotation', q.id), 'number', q.number_with_version, 'quotation_number', q.quotation_number, 'version', q.version,
    'created_at', q.created_at, 'sent_at', q.sent_at, 'project_title', q.project_title, 'valid_until', q.valid_until,
    'currency', q.currency, 'net', private.amount_text(q.net), 'vat', private.amount_text(q.vat),
    'gross', private.amount_text(q.net + q.vat),
    'deposit', jsonb_build_object('kind', q.deposit_kind, 'value', q.deposit_value::text, 'amount', private.amount_text(q.deposit_amount)),
    'terms', q.terms, 'client_note', q.client_note,
    'company', private.company_facts(), 'client', private.contact_facts(q.contact_id) || coalesce(nullif(s.snapshot -> 'client', 'null'), '{}'),
    'person', private.contact_facts(q.person_id) || coalesce(nullif(s.snapshot -> 'person', 'null'), '{}'), 'site', private.site_facts(q.location_id),
    'lines', coalesce((
      select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('is_optional', i.is_optional,
               'option_group', i.option_group, 'is_selected', i.is_selected,
               'price_breaks', case when q.show_price_breaks then i.price_breaks end) order by i.position)
        from public.quotation_items i where i.quotation_id = q.id), '[]'),
    'vat_table', coalesce((
      select jsonb_agg(jsonb_build_object('vat_rate', v.vat_rate::text, 'vat_treatment', v.vat_treatment,
               'base', private.amount_text(v.base), 'vat', private.amount_text(v.vat)))
        from private.quotation_vat(q.id) as v), '[]'))
    || case when s.snapshot is null then private.tax_facts_of_paper('quotation', q.id)
         else jsonb_strip_nulls(jsonb_build_object('tax_place', s.snapshot -> 'tax_place', 'tax_exemptions', s.snapshot -> 'tax_exemptions', 'is_collected', s.snapshot -> 'is_collected')) end
    from public.quotations q left join public.quotation_versions s on s.quotation_id = q.id and s.version = q.version
   where q.id = p_quotation_id
$$;

create or replace function private.sale_state(p_location uuid, p_contact uuid, p_collected boolean default false) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select s.tax_kind from public.company_settings s) is distinct from 'sales_tax' then
    return null;
  end if;
  return (select coalesce(t.state, private.state_code((private.tax_place_at(t.postcode, t.city, t.state, private.company_today())).state))
            from private.goods_go_to(p_location, p_contact, p_collected) as t);
end $$;

create or replace function private.exemption_for(p_contact uuid, p_location uuid, p_quotation uuid, p_collected boolean default false) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from public.exemption_certificates where contact_id = p_contact) then
    return null;
  end if;
  return (
    select c.id from public.exemption_certificates c
     where c.contact_id = p_contact and private.sale_state(p_location, p_contact, p_collected) = any (c.states)
       and (c.quotation_id is null or c.quotation_id = p_quotation)
       and private.company_today() between c.valid_from and coalesce(c.valid_to, 'infinity')
     order by c.quotation_id nulls last, c.valid_to desc nulls first, c.created_at, c.id limit 1);
end $$;

create or replace function private.exemptions_of_paper(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_facts jsonb;
begin
  if (select s.tax_kind from public.company_settings s) is distinct from 'sales_tax' then
    return null;
  elsif p_kind = 'quotation' then
    return (select jsonb_build_array(private.exemption_facts(q.exemption_id, private.sale_state(q.location_id, q.contact_id, q.is_collected)))
              from public.quotations q where q.id = p_id and q.exemption_id is not null);
  elsif p_kind = 'order' then
    return (
      select jsonb_agg(distinct facts)
        from public.orders o
        join public.quotations q on q.id = o.quotation_id or q.amends_order_id = o.id and q.status = 'converted'
        join public.quotation_versions s on s.quotation_id = q.id and s.version = case q.id when o.quotation_id then o.quotation_version else q.version end
       cross join jsonb_array_elements(coalesce(nullif(s.snapshot -> 'tax_exemptions', 'null'), '[]')) as facts
       where o.id = p_id);
  elsif p_kind = 'credit_note' then
    return (select nullif(v.snapshot -> 'tax_exemptions', 'null') from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_id);
  elsif exists (select from public.invoice_items where invoice_id = p_id and order_id is not null)
    or exists (select from public.invoices where id = p_id and order_id is not null)
  then
    select jsonb_agg(distinct facts) into v_facts
      from public.orders o cross join jsonb_array_elements(coalesce(private.exemptions_of_paper('order', o.id), '[]')) as facts
     where o.id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id union select v.order_id from public.invoices v where v.id = p_id);
    return v_facts;
  end if;
  return (select jsonb_build_array(private.exemption_facts(v.exemption_id, private.sale_state(null, v.contact_id, v.is_collected)))
            from public.invoices v where v.id = p_id and v.exemption_id is not null);
end $$;

create or replace function private.is_collected(p_kind text, p_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_kind = 'quotation' then
    return (select q.is_collected from public.quotations q where q.id = p_id);
  elsif p_kind = 'order' then
    return (select o.is_collected from public.orders o where o.id = p_id);
  elsif p_kind = 'credit_note' then
    return (select v.snapshot ->> 'is_collected' from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_id)::boolean;
  end if;
  return coalesce((
    select bool_and(o.is_collected) from public.orders o
     where o.id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id union select v.order_id from public.invoices v where v.id = p_id)),
    (select v.is_collected from public.invoices v where v.id = p_id));
end $$;

create or replace function private.tax_facts_of_paper(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('tax_place', private.tax_place_of_paper(p_kind, p_id),
    'tax_exemptions', private.exemptions_of_paper(p_kind, p_id), 'is_collected', nullif(private.is_collected(p_kind, p_id), false)));
end $$;

create or replace function private.tax_facts_for(p_location uuid, p_contact uuid, p_exemption uuid, p_collected boolean default false) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('tax_place', private.tax_place_for(p_location, p_contact, p_collected),
    'tax_exemptions', (select jsonb_build_array(facts) from private.exemption_facts(p_exemption, private.sale_state(p_location, p_contact, p_collected)) as facts
                        where facts is not null)));
end $$;

create or replace function private.settle_exemption(p_kind text, p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_kind = 'quotation' then
    update public.quotations q set exemption_id = now.id
      from public.quotations d cross join lateral (select private.exemption_for(d.contact_id, d.location_id, d.id, d.is_collected) as id) as now
     where d.id = p_id and q.id = d.id and d.status = 'draft' and d.exemption_id is distinct from now.id;
    return;
  end if;
  update public.invoices v set exemption_id = now.id
    from public.invoices d cross join lateral (select private.exemption_for(d.contact_id, null, null, d.is_collected) as id) as now
   where d.id = p_id and v.id = d.id and d.status = 'draft' and d.order_id is null and d.opening_on is null and d.exemption_id is distinct from now.id;
end $$;

create or replace function private.keep_exemption() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'quotations' then
    new.exemption_id := private.exemption_for(new.contact_id, (to_jsonb(new) ->> 'location_id')::uuid, new.id, new.is_collected);
  else
    new.exemption_id := case when to_jsonb(new) ->> 'order_id' is null and to_jsonb(new) ->> 'opening_on' is null
      then private.exemption_for(new.contact_id, null, null, new.is_collected) end;
  end if;
  return new;
end $$;

create or replace function private.exemption_said(p_contact uuid, p_location uuid, p_holds jsonb, p_collected boolean) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_state constant text := private.sale_state(p_location, p_contact, coalesce(p_collected, false));
  v_today constant date := private.company_today();
begin
  if jsonb_array_length(p_holds) > 0 then
    return p_holds -> 0 || '{"says": "holds"}';
  end if;
  return (
    select private.exemption_facts(c.id, v_state) || jsonb_build_object('valid_from', c.valid_from, 'says', case
             when v_state = any (c.states) and c.valid_from > v_today then 'begins'
             when v_state = any (c.states) and c.valid_to < v_today then 'ended'
             when v_state = any (c.states) then 'for_another_sale' else 'elsewhere' end)
      from public.exemption_certificates c
     where c.contact_id = p_contact and v_state is not null
     order by v_state = any (c.states) desc, c.quotation_id nulls first, c.valid_to desc nulls first, c.id limit 1);
end $$;

create or replace function private.amend_order(p_order_id uuid, p_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_owner uuid;
  v_id uuid;
begin
  perform private.must('quotations', 'create', 'write quotations');
  select id into v_id from public.quotations where id = p_id;
  if found then
    return v_id;
  end if;
  v_order := private.must_be_amendable(p_order_id);
  select q.account_manager_id into v_owner from public.quotations q where q.id = v_order.quotation_id;
  insert into public.quotations (id, quotation_number, contact_id, project_title, person_id, location_id, currency, terms,
    account_manager_id, amends_order_id, is_collected, created_by)
  values (coalesce(p_id, gen_random_uuid()), private.draw_number('Q'), v_order.contact_id,
    left('Extra work: ' || coalesce(v_order.project_title, v_order.order_number), 500), v_order.person_id, v_order.location_id,
    v_order.currency, v_order.terms, coalesce(v_owner, auth.uid()), v_order.id, v_order.is_collected, auth.uid())
  returning id into v_id;
  perform private.log_event('quotation', v_id, 'created', jsonb_build_object('order_number', v_order.order_number));
  perform private.log_event('order', v_order.id, 'amendment_begun',
    jsonb_build_object('quotation_number', (select quotation_number from public.quotations where id = v_id)));
  return v_id;
end $$;

create or replace function private.accept_quotation(
  p_quotation_id uuid, p_name text, p_selected uuid[], p_ip inet, p_signature text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_quotation public.quotations;
  v_order public.orders;
  v_amended uuid;
  v_item public.order_items;
  v_group text;
  v_number integer := 0;
begin
  if p_selected is not null then
    perform private.select_options(p_quotation_id, p_selected);
  end if;
  select i.option_group into v_group from public.quotation_items i
   where i.quotation_id = p_quotation_id and i.option_group is not null
   group by i.option_group having count(*) > 1 and count(*) filter (where i.is_selected) <> 1 order by 1 limit 1;
  if found then
    perform private.refuse('22023', format('Please choose one of the options of "%s"', v_group));
  end if;
  select * into v_quotation from public.quotations where id = p_quotation_id;
  perform private.sign_document('quotation', p_quotation_id, v_quotation.version, p_name, p_signature);
  update public.quotations
     set status = 'approved', decided_at = now(), decided_name = btrim(p_name), decided_ip = p_ip, decided_by = auth.uid(),
         reject_reason = null
   where id = p_quotation_id;

  if v_quotation.amends_order_id is not null then
    v_amended := private.add_to_order(v_quotation, btrim(p_name));
    select * into v_order from public.orders where id = v_amended;
  else
    insert into public.orders (order_number, quotation_id, quotation_version, contact_id, person_id, location_id, project_title,
      currency, net, vat, deposit_amount, terms, is_collected, created_by)
    values (private.draw_number('SO'), p_quotation_id, v_quotation.version, v_quotation.contact_id, v_quotation.person_id,
      v_quotation.location_id, v_quotation.project_title, v_quotation.currency, v_quotation.net, v_quotation.vat,
      v_quotation.deposit_amount, v_quotation.terms, v_quotation.is_collected, auth.uid())
    returning * into v_order;
    insert into public.order_items (order_id, quotation_item_id, position, kind, description, details, qty, unit, width_mm, height_mm,
      unit_price, discount_pct, vat_rate, vat_treatment, picture_path, service_id, inventory_item_id, product_id, calculation_id)
    select v_order.id, i.id, i.position, i.kind, i.description, i.details, i.qty, i.unit, i.width_mm, i.height_mm, i.unit_price,
           i.discount_pct, i.vat_rate, i.vat_treatment, i.picture_path, i.service_id, i.inventory_item_id, i.product_id, i.calculation_id
      from public.quotation_items i
     where i.quotation_id = p_quotation_id and (not i.is_optional or i.is_selected);
    for v_item in
      select oi.* from public.order_items oi
        join public.quotation_items qi on qi.id = oi.quotation_item_id
       where oi.order_id = v_order.id and oi.kind = 'item' and oi.qty > 0 and private.becomes_job(qi)
       order by oi.position
    loop
      v_number := v_number + 1;
      perform private.make_job(v_order, v_item, v_number);
    end loop;
    perform private.request_deposit(v_order.id);
    perform private.promise_order(v_order.id);
    perform private.refresh_order(v_order.id);
    perform private.log_event('order', v_order.id, 'created',
      jsonb_build_object('quotation_number', v_quotation.number_with_version, 'jobs', v_number), btrim(p_name));
  end if;
  update public.quotations set status = 'converted' where id = p_quotation_id;

  perform private.cancel_mails('quotation', p_quotation_id);
  perform private.log_event('quotation', p_quotation_id, 'approved',
    jsonb_build_object('version', v_quotation.version, 'name', btrim(p_name), 'order_number', v_order.order_number,
      'gross', private.amount_text(v_quotation.net + v_quotation.vat)), btrim(p_name));
  perform private.tell_staff(private.owners_of(v_quotation), 'sales',
    format('%s was approved', v_quotation.number_with_version),
    format(case when v_quotation.amends_order_id is null then '%s approved %s. Order %s stands in the office.'
      else '%s approved %s. It is part of order %s now.' end, btrim(p_name), coalesce(v_quotation.project_title, 'the quotation'),
      v_order.order_number), p_quotation_id,
    jsonb_build_object('quotation_number', v_quotation.number_with_version, 'order_number', v_order.order_number, 'kind', 'approved'));
  return v_order.id;
end $$;

create or replace function private.follow_client_rates() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.follow_client_rate(new.id, old.contact_id, private.tax_facts_for(old.location_id, old.contact_id, old.exemption_id, old.is_collected));
  return null;
end $$;

create or replace function private.guard_sent_quotation() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if (old.contact_id, old.project_title, old.valid_until, old.person_id, old.location_id, old.deposit_kind, old.deposit_value,
      old.terms, old.client_note, old.show_price_breaks, old.is_collected)
    is distinct from (new.contact_id, new.project_title, new.valid_until, new.person_id, new.location_id, new.deposit_kind,
      new.deposit_value, new.terms, new.client_note, new.show_price_breaks, new.is_collected)
  then
    raise exception using errcode = 'PT409', message = 'This quotation was sent. Revise it to change it.';
  end if;
  return new;
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
    deposit_value, terms, client_note, account_manager_id, show_price_breaks, is_collected, created_by)
  values (v_id, private.draw_number('Q'), coalesce(p_contact_id, v_old.contact_id), v_old.project_title,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.person_id end,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.location_id end,
    v_old.currency, v_old.deposit_kind, v_old.deposit_value, v_old.terms, v_old.client_note, v_old.account_manager_id,
    v_old.show_price_breaks, v_old.is_collected, auth.uid());
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
  perform private.follow_client_rate(v_id, v_old.contact_id, private.tax_facts_of_paper('quotation', p_id));
  perform private.log_event('quotation', v_id, 'created', jsonb_build_object('copied_from', v_old.number_with_version));
  return v_id;
end $$;

create or replace function private.rate_of_districts(p_districts jsonb) returns numeric
  language sql immutable strict parallel safe set search_path = ''
as $$
  select case when private.are_districts(p_districts) then (
    select least(coalesce(sum((d.said ->> 'rate')::numeric), 0), 900) from jsonb_array_elements(p_districts) as d (said)) else 0 end
$$;

create or replace function private.are_districts(p_districts jsonb) returns boolean
  language sql immutable strict parallel safe set search_path = ''
as $$
  select case when jsonb_typeof(p_districts) = 'array' and jsonb_array_length(p_districts) <= 20 then not exists (
    select from jsonb_array_elements(p_districts) as d (said)
     where jsonb_typeof(d.said) <> 'object' or coalesce(btrim(d.said ->> 'name'), '') = '' or char_length(d.said ->> 'name') > 100
       or coalesce(d.said ->> 'rate', '') !~ '^[0-9]{1,3}(\.[0-9]{1,4})?$') else false end
$$;

create or replace function private.goods_go_to(p_location uuid, p_contact uuid, p_collected boolean) returns table (postcode text, city text, state text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select * from private.ship_to(case when not p_collected then p_location end, case when not p_collected then p_contact end);
end $$;

create or replace function private.tax_place_facts(p_place public.tax_places) returns jsonb
  language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('name', p_place.name, 'rate', p_place.rate::text, 'parts', coalesce((
    select jsonb_agg(jsonb_build_object('level', part.level, 'name', btrim(part.name), 'rate', part.rate::text) order by part.place)
      from (values (1, 'state', p_place.state, p_place.state_rate), (2, 'county', p_place.county, p_place.county_rate),
                   (3, 'city', p_place.city, p_place.city_rate)
            union all
            select 3 + d.place, 'district', d.said ->> 'name', (d.said ->> 'rate')::numeric(7, 4)
              from jsonb_array_elements(p_place.districts) with ordinality as d (said, place)) as part (place, level, name, rate)
     where part.rate > 0), '[]'));
end $$;

create or replace function private.tax_place_for(p_location uuid, p_contact uuid, p_collected boolean default false) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select s.tax_kind from public.company_settings s) is distinct from 'sales_tax' then
    return null;
  end if;
  return (select private.tax_place_facts(p) from private.goods_go_to(p_location, p_contact, p_collected) as t
    cross join lateral private.tax_place_at(t.postcode, t.city, t.state, private.company_today()) as p where p.id is not null);
end $$;

create or replace function private.tax_place_of_paper(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_places jsonb[];
begin
  if (select s.tax_kind from public.company_settings s) is distinct from 'sales_tax' then
    return null;
  elsif p_kind = 'quotation' then
    return (select private.tax_place_for(q.location_id, q.contact_id, q.is_collected) from public.quotations q where q.id = p_id);
  elsif p_kind = 'order' then
    return (
      select coalesce((select nullif(s.snapshot -> 'tax_place', 'null') from public.quotation_versions s
                        where s.quotation_id = o.quotation_id and s.version = o.quotation_version),
                      private.tax_place_for(o.location_id, o.contact_id, o.is_collected))
        from public.orders o where o.id = p_id);
  elsif p_kind = 'credit_note' then
    return (select v.snapshot -> 'tax_place' from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_id);
  end if;
  select array_agg(distinct private.tax_place_of_paper('order', o.id)) into v_places
    from public.orders o
   where o.id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id union select v.order_id from public.invoices v where v.id = p_id);
  if v_places is not null then
    return case when cardinality(v_places) = 1 then v_places[1] end;
  end if;
  return (select private.tax_place_for(null, v.contact_id, v.is_collected) from public.invoices v where v.id = p_id);
end $$;

create or replace function private.vat_proposal(p_contact uuid, p_kind text default null, p_paper uuid default null)
returns table (rate text, treatment text, is_abroad boolean, place jsonb, exemption jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_facts jsonb;
  v_location uuid;
begin
  if not private.is_staff() then
    perform private.refuse('42501', 'Only staff see the rate of a client');
  end if;
  v_facts := case when p_kind is null then private.tax_facts_for(null, p_contact, private.exemption_for(p_contact, null, null))
    else private.tax_facts_of_paper(p_kind, p_paper) end;
  v_location := case p_kind when 'quotation' then (select q.location_id from public.quotations q where q.id = p_paper)
    when 'order' then (select o.location_id from public.orders o where o.id = p_paper) end;
  return query
    select usual.rate::text, usual.treatment, private.is_business_abroad(p_contact), v_facts -> 'tax_place',
           private.exemption_said(p_contact, v_location, v_facts -> 'tax_exemptions', (v_facts ->> 'is_collected')::boolean)
      from private.usual_vat(p_contact, null, v_facts) as usual
     where usual.rate is not null;
end $$;

alter table public.tax_places add column rate numeric(7,4) not null generated always as ((state_rate + county_rate + city_rate + private.rate_of_districts(districts))) stored;

alter table public.tax_places add constraint tax_places_rate_is_a_number CHECK (rate <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.tax_places add constraint tax_places_parts_are_named CHECK ((county_rate = 0::numeric OR COALESCE(btrim(county), ''::text) <> ''::text) AND (city_rate = 0::numeric OR COALESCE(btrim(city), ''::text) <> ''::text));

alter table public.tax_places add constraint tax_places_rates_range CHECK (LEAST(state_rate, county_rate, city_rate) >= 0::numeric AND (state_rate + county_rate + city_rate + private.rate_of_districts(districts)) <= 100::numeric);

alter table public.tax_places add constraint tax_places_texts_length CHECK (char_length(city) <= 100 AND char_length(county) <= 100);

alter table public.tax_places add constraint tax_places_districts_have_name_and_rate CHECK (private.are_districts(districts));

revoke execute on all routines in schema private from public;

create or replace trigger count_version before update of person_id, project_title, client_po, supply_date, due_date, terms, note, link_revoked_at,
    archived_at, is_collected, row_version on public.invoices
  for each row execute function private.count_version();

create or replace trigger follow_exemption after update of exemption_id, is_collected on public.invoices for each row
  when ((old.exemption_id, old.is_collected) is distinct from (new.exemption_id, new.is_collected) and new.status = 'draft') execute function private.follow_exemption();

create or replace trigger settle_exemption before insert or update of is_collected on public.invoices
  for each row when (new.status = 'draft') execute function private.keep_exemption();

CREATE TRIGGER pin BEFORE UPDATE ON public.orders FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'order_number', 'public_uuid', 'quotation_id', 'quotation_version', 'contact_id', 'status', 'ordered_at', 'hold_reason', 'cancelled_at', 'cancel_reason', 'currency', 'net', 'vat', 'deposit_amount', 'deposit_paid', 'delivered_pct', 'invoiced_pct', 'drafted_pct', 'terms', 'is_collected');

create or replace trigger count_version before update of contact_id, project_title, valid_until, link_revoked_at, person_id, location_id,
    deposit_kind, deposit_value, terms, client_note, account_manager_id, follow_up_on, archived_at, show_price_breaks, is_collected, row_version
  on public.quotations
  for each row execute function private.count_version();

create or replace trigger follow_client_rates after update of contact_id, location_id, is_collected, status, exemption_id on public.quotations for each row
  when ((old.contact_id, old.location_id, old.is_collected, old.exemption_id) is distinct from (new.contact_id, new.location_id, new.is_collected, new.exemption_id)
    and new.status = 'draft')
  execute function private.follow_client_rates();

create or replace trigger settle_exemption before insert or update of contact_id, location_id, is_collected, status on public.quotations
  for each row when (new.status = 'draft') execute function private.keep_exemption();

comment on function private.follow_exemption() is 'Lines of a draft that had the rate by a former exemption certificate or place get that of now. A rate that somebody chose stays, and lines of orders keep theirs.';

comment on function private.tax_facts_of_paper(pg_catalog.text,pg_catalog.uuid) is 'What decides the sales tax of a paper and stays in its snapshot: {tax_place, tax_exemptions, is_collected}, each only where there is one. private.usual_vat reads it.';

comment on function private.are_districts(pg_catalog.jsonb) is 'Whether a list of special districts has up to 20, each with a name and a rate of up to four decimals.';

comment on function private.exemption_for(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,boolean) is 'The certificate by which a sale to this contact is without sales tax today: that of the one sale, else the blanket one that
holds longest; null without one, and for other taxes.';

comment on function private.exemption_said(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,boolean) is 'What staff read beside the sales tax of a draft: the facts of the certificate with says: holds, or why tax is charged although the client has one: begins, ended,
for_another_sale, elsewhere (it is for other states). Null for a client without certificates.';

comment on function private.goods_go_to(pg_catalog.uuid,pg_catalog.uuid,boolean) is 'Where the goods of a sale change hands: at the company where they are collected, else private.ship_to.';

comment on function private.is_collected(pg_catalog.text,pg_catalog.uuid) is 'Whether the goods of a paper are collected at the company: quotation, order, invoice (of its orders, where it has any), credit_note.';

comment on function private.rate_of_districts(pg_catalog.jsonb) is 'The rates of special districts together, in percent; of a list that is refused anyway 0, and never so much that it has no room.';

comment on function private.sale_state(pg_catalog.uuid,pg_catalog.uuid,boolean) is 'The letters of the state where goods for this site or client go, or are collected; null where it is unknown, and for other taxes.';

comment on function private.tax_facts_for(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,boolean) is 'The same facts of a site, a client and a certificate today.';

comment on function private.tax_place_for(pg_catalog.uuid,pg_catalog.uuid,boolean) is 'The facts of the place of sales tax where goods for this site or client go today, or are collected; null where it is unknown, and for other taxes.';

comment on column public.invoices.is_collected is 'The goods of an invoice without an order are collected at the company.';

comment on column public.orders.is_collected is 'The goods are collected at the company, as its quotation says.';

comment on column public.quotations.is_collected is 'The goods are collected at the company: sales tax is that of its place, not of the client.';

comment on column public.tax_places.districts is 'Special districts, such as a transit authority, in the order of papers: [{name, rate}], the rate as text in percent.';

comment on column public.tax_places.rate is 'The combined rate: the sum of its parts, in percent.';

reset check_function_bodies;
