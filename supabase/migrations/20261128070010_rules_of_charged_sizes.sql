-- What is charged of a size: the catalogue rounds it up, has a minimum and adds waste, for each piece or for the whole line.
-- A line carries the rule that it was written with; a person may say the charged quantity by hand.

alter table public.services drop constraint services_unit_is_known;
alter table public.services add constraint services_unit_is_known
  check (unit in ('piece', 'm2', 'm', 'm_height', 'm_edge', 'hour', 'set'));

alter table public.services
  add column charge_per text,
  add column charge_step numeric(10, 4),
  add column charge_min numeric(10, 4),
  add column charge_waste_pct numeric(5, 2);
alter table public.inventory_items
  add column charge_per text,
  add column charge_step numeric(10, 4),
  add column charge_min numeric(10, 4),
  add column charge_waste_pct numeric(5, 2);

alter table public.services
  add constraint services_charge_per_is_known check (charge_per in ('piece', 'line')),
  add constraint services_charge_step_range check (charge_step > 0 and charge_step <= 1000),
  add constraint services_charge_min_range check (charge_min > 0 and charge_min <= 10000),
  add constraint services_charge_waste_range check (charge_waste_pct >= 0 and charge_waste_pct <= 100),
  add constraint services_charge_step_is_a_number
    check (charge_step <> all (array['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  add constraint services_charge_min_is_a_number
    check (charge_min <> all (array['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  add constraint services_charge_waste_pct_is_a_number
    check (charge_waste_pct <> all (array['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));
comment on column public.services.charge_per is 'Rounding and minimum are for each piece or for the whole line. Null: for each piece.';
comment on column public.services.charge_step is 'What is charged of a size goes up to the next multiple of it, in the unit of the price. Null: it is not rounded.';
comment on column public.services.charge_min is 'The least that is charged of a size, in the unit of the price. Null: there is none.';
comment on column public.services.charge_waste_pct is 'Waste that is charged with a size, before it is rounded.';

alter table public.inventory_items
  add constraint inventory_items_charge_per_is_known check (charge_per in ('piece', 'line')),
  add constraint inventory_items_charge_step_range check (charge_step > 0 and charge_step <= 1000),
  add constraint inventory_items_charge_min_range check (charge_min > 0 and charge_min <= 10000),
  add constraint inventory_items_charge_waste_range check (charge_waste_pct >= 0 and charge_waste_pct <= 100),
  add constraint inventory_items_charge_step_is_a_number
    check (charge_step <> all (array['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  add constraint inventory_items_charge_min_is_a_number
    check (charge_min <> all (array['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  add constraint inventory_items_charge_waste_pct_is_a_number
    check (charge_waste_pct <> all (array['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));
comment on column public.inventory_items.charge_per is 'Rounding and minimum are for each piece or for the whole line. Null: for each piece.';
comment on column public.inventory_items.charge_step is 'What is charged of a size goes up to the next multiple of it, in the unit of the price. Null: it is not rounded.';
comment on column public.inventory_items.charge_min is 'The least that is charged of a size, in the unit of the price. Null: there is none.';
comment on column public.inventory_items.charge_waste_pct is 'Waste that is charged with a size, before it is rounded.';


create function private.unit_of_size(p_unit text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case when p_unit is null then null
    when lower(btrim(p_unit)) in ('m2', 'm²', 'sqm') then 'm2'
    when lower(btrim(p_unit)) in ('m', 'metre') then 'm'
    when lower(btrim(p_unit)) in ('m_height', 'm_edge') then lower(btrim(p_unit)) end
$$;
comment on function private.unit_of_size(text) is 'm2, m (along the width), m_height (along the height) or m_edge (around) for a unit that is charged by size, else null.';

create function private.measure_of(p_unit text, p_width_mm numeric, p_height_mm numeric) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select case private.unit_of_size(p_unit)
    when 'm2' then case when p_width_mm > 0 and p_height_mm > 0 then p_width_mm * 0.001 * p_height_mm * 0.001 end
    when 'm' then nullif(coalesce(nullif(p_width_mm, 0), p_height_mm) * 0.001, 0)
    when 'm_height' then nullif(coalesce(nullif(p_height_mm, 0), p_width_mm) * 0.001, 0)
    when 'm_edge' then case when p_width_mm > 0 and p_height_mm > 0 then (p_width_mm + p_height_mm) * 0.002 end
    end
$$;
comment on function private.measure_of(text, numeric, numeric) is 'What one piece measures in the unit of its price; null where the price is not for a size.';

create function private.charge_rule(p_unit text, p_per text, p_step numeric, p_min numeric, p_waste_pct numeric) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case when private.unit_of_size(p_unit) is not null and coalesce(p_step, p_min, nullif(p_waste_pct, 0)) is not null
    then concat_ws(' ', private.unit_of_size(p_unit), coalesce(p_per, 'piece'), trim_scale(coalesce(p_step, 0)), trim_scale(coalesce(p_min, 0)),
      trim_scale(coalesce(p_waste_pct, 0))) end
$$;
comment on function private.charge_rule(text, text, numeric, numeric, numeric) is 'How a size is charged, as a line carries it: unit, piece or line, step, minimum, waste in percent: "m2 piece 0.1 0.5 0". Null
without a rule.';

create function private.by_charge_rule(p_measure numeric, p_rule text) returns numeric
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_parts constant text[] := string_to_array(p_rule, ' ');
  v_step constant numeric := v_parts[3]::numeric;
  v_whole numeric := p_measure * (100 + v_parts[5]::numeric) * 0.01;
begin
  if v_whole <= 0 then
    return 0;
  elsif v_step > 0 then
    v_whole := (div(v_whole, v_step) + case when mod(v_whole, v_step) > 0 then 1 else 0 end) * v_step;
  end if;
  return greatest(v_whole, v_parts[4]::numeric);
end $$;
comment on function private.by_charge_rule(numeric, text) is 'A measure with its waste, up to the next step, and not below the minimum.';

create function private.charged_qty(p_qty numeric, p_unit text, p_width_mm numeric, p_height_mm numeric, p_rule text) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select case
    when m.measure is null then p_qty
    when p_rule is null or split_part(p_rule, ' ', 1) is distinct from private.unit_of_size(p_unit) then trunc(p_qty * m.measure, 4)
    when split_part(p_rule, ' ', 2) = 'piece' then trunc(p_qty * private.by_charge_rule(m.measure, p_rule), 4)
    else trunc(sign(p_qty) * private.by_charge_rule(abs(p_qty) * m.measure, p_rule), 4) end
    from (select private.measure_of(p_unit, p_width_mm, p_height_mm) as measure) as m
$$;
comment on function private.charged_qty(numeric, text, numeric, numeric, text) is 'The quantity that the price of a line is for: its size in m² or metres, times its pieces, by the rule of the line, where the unit is
one of these and a size is given, else the pieces. Agrees with chargedQty in src/documents.';
revoke all on function private.unit_of_size(text), private.measure_of(text, numeric, numeric),
  private.charge_rule(text, text, numeric, numeric, numeric), private.by_charge_rule(numeric, text),
  private.charged_qty(numeric, text, numeric, numeric, text) from public, anon, authenticated;

alter table public.quotation_items
  add column charge_rule text,
  add column own_charged_qty numeric(14, 4),
  add column priced_size text,
  add constraint quotation_items_charge_rule_is_read check (charge_rule ~
    '^(m2|m|m_height|m_edge) (piece|line) [0-9]{1,5}([.][0-9]{1,4})? [0-9]{1,5}([.][0-9]{1,4})? [0-9]{1,3}([.][0-9]{1,2})?$'),
  add constraint quotation_items_own_charged_qty_is_a_number
    check (own_charged_qty <> all (array['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  add constraint quotation_items_own_charged_qty_range check (own_charged_qty >= 0 and own_charged_qty <= 1000000000),
  add constraint quotation_items_priced_size_is_a_size check (priced_size ~ '^[0-9]{1,7}([.][0-9]{1,2})?x[0-9]{1,7}([.][0-9]{1,2})?$');
comment on column public.quotation_items.charge_rule is 'How the catalogue charged a size when the line was written: unit, piece or line, step, minimum, waste in percent
("m2 piece 0.1 0.5 0"). It holds while the line has that unit.';
comment on column public.quotation_items.own_charged_qty is 'The charged quantity that a person said by hand, until pieces, size or unit change. Null: it is computed.';
comment on column public.quotation_items.priced_size is 'The size in mm that the price was for, "1000x800", while nobody has answered whether it holds for another one.';


CREATE OR REPLACE FUNCTION private.settle_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_default public.vat_rates;
  v_row jsonb;
  v_old jsonb;
begin
  if new.kind in ('heading', 'text') then
    new.qty := null;
    new.charged_qty := null;
    new.unit := null;
    new.width_mm := null;
    new.height_mm := null;
    new.unit_price := null;
    new.discount_pct := null;
    new.vat_rate := null;
    new.vat_treatment := null;
    new.net := 0;
    return new;
  end if;
  new.qty := coalesce(new.qty, 1);
  new.unit_price := coalesce(new.unit_price, 0);
  new.discount_pct := coalesce(new.discount_pct, 0);
  if new.kind = 'discount' then
    new.qty := -abs(new.qty);
  end if;
  if new.vat_rate is null and coalesce(new.vat_treatment, 'standard') = 'standard' then
    v_default := private.default_vat();
    new.vat_rate := coalesce(v_default.rate, 0);
    new.vat_treatment := coalesce(v_default.treatment, 'standard');
  end if;
  new.vat_treatment := coalesce(new.vat_treatment, 'standard');
  if new.vat_treatment <> 'standard' then
    new.vat_rate := 0;
  end if;
  v_row := to_jsonb(new);
  v_old := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  if tg_table_name = 'quotation_items' then
    -- What a person said of other pieces, another size or another unit does not hold any more.
    if private.measure_of(new.unit, new.width_mm, new.height_mm) is null or new.kind <> 'item' or (v_old is not null
      and v_old ->> 'own_charged_qty' is not distinct from v_row ->> 'own_charged_qty'
      and (v_old ->> 'qty', v_old ->> 'unit', v_old ->> 'width_mm', v_old ->> 'height_mm')
        is distinct from (v_row ->> 'qty', v_row ->> 'unit', v_row ->> 'width_mm', v_row ->> 'height_mm')) then
      new.own_charged_qty := null;
    end if;
    v_row := to_jsonb(new);
  end if;
  if new.qty in ('NaN', 'Infinity', '-Infinity') then
    new.charged_qty := new.qty;
  elsif tg_table_name = 'order_items' and v_row ->> 'quotation_item_id' is not null then
    -- What was agreed stays.
    select i.charged_qty into new.charged_qty from public.quotation_items i where i.id = (v_row ->> 'quotation_item_id')::uuid;
  elsif tg_table_name = 'quotation_items' and tg_op = 'UPDATE'
    and (v_old ->> 'qty', v_old ->> 'unit', v_old ->> 'width_mm', v_old ->> 'height_mm', v_old ->> 'kind', v_old ->> 'charge_rule',
        v_old ->> 'own_charged_qty')
      is not distinct from (v_row ->> 'qty', v_row ->> 'unit', v_row ->> 'width_mm', v_row ->> 'height_mm', v_row ->> 'kind',
        v_row ->> 'charge_rule', v_row ->> 'own_charged_qty')
    and exists (select from public.quotations q where q.id = (v_row ->> 'quotation_id')::uuid and q.status <> 'draft') then
    new.charged_qty := (v_old ->> 'charged_qty')::numeric;
  elsif v_row ->> 'amends_item_id' is not null then
    -- What is taken off is the share of its pieces.
    select -trunc(o.charged_qty * abs(new.qty) / nullif(o.qty, 0), 4) into new.charged_qty
      from public.order_items o where o.id = (v_row ->> 'amends_item_id')::uuid;
  else
    new.charged_qty := coalesce((v_row ->> 'own_charged_qty')::numeric,
      private.charged_qty(new.qty, new.unit, new.width_mm, new.height_mm, v_row ->> 'charge_rule'));
    if abs(new.charged_qty) >= 1000000000000 then
      perform private.refuse('22023', 'The size of a line is too large to be charged');
    end if;
  end if;
  if new.qty <> 'NaN' and new.unit_price <> 'NaN' and new.discount_pct <> 'NaN'
    and abs(private.line_net(coalesce(new.charged_qty, new.qty), new.unit_price, new.discount_pct)) >= 100000000 then
    perform private.refuse('22023', 'The amount of a line must stay below 100,000,000');
  end if;
  new.net := private.line_net(coalesce(new.charged_qty, new.qty), new.unit_price, new.discount_pct);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.add_to_order(p_quotation public.quotations, p_name text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders := private.must_be_amendable(p_quotation.amends_order_id);
  v_last text;
  v_item public.order_items;
  v_off record;
  v_number integer;
  v_jobs integer := 0;
begin
  for v_off in
    select i.amends_item_id as id, abs(i.qty) as qty from public.quotation_items i
     where i.quotation_id = p_quotation.id and i.amends_item_id is not null order by i.amends_item_id
  loop
    perform private.must_stay_untouched(v_off.id, v_off.qty);
    update public.order_items oi
       set qty = oi.qty - v_off.qty,
           charged_qty = oi.charged_qty - trunc(oi.charged_qty * v_off.qty / oi.qty, 4),
           net = private.line_net(coalesce(oi.charged_qty - trunc(oi.charged_qty * v_off.qty / oi.qty, 4), oi.qty - v_off.qty),
             oi.unit_price, oi.discount_pct),
           qty_ready = least(oi.qty_ready, oi.qty - v_off.qty)
     where oi.id = v_off.id
    returning * into v_item;
    if v_item.qty = 0 then
      update public.jobs set status = 'cancelled'
       where order_item_id = v_item.id and status in ('new', 'artwork', 'awaiting_approval', 'approved');
    else
      update public.jobs set qty = v_item.qty
       where order_item_id = v_item.id and status in ('new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'on_hold');
    end if;
  end loop;

  select coalesce(max(position), 'a') || 'V' into v_last from public.order_items where order_id = v_order.id;
  insert into public.order_items (order_id, position, kind, description)
  values (v_order.id, v_last, 'heading', format('Extra work, %s', p_quotation.number_with_version));
  insert into public.order_items (order_id, quotation_item_id, position, kind, description, details, qty, unit, width_mm, height_mm,
    unit_price, discount_pct, vat_rate, vat_treatment, picture_path, service_id, inventory_item_id, product_id, calculation_id)
  select v_order.id, i.id, v_last || i.position, i.kind, i.description, i.details, i.qty, i.unit, i.width_mm, i.height_mm, i.unit_price,
         i.discount_pct, i.vat_rate, i.vat_treatment, i.picture_path, i.service_id, i.inventory_item_id, i.product_id, i.calculation_id
    from public.quotation_items i
   where i.quotation_id = p_quotation.id and i.amends_item_id is null and (not i.is_optional or i.is_selected);

  update public.orders o
     set net = total.net, vat = total.vat,
         deposit_amount = greatest(o.deposit_paid, least(o.deposit_amount + p_quotation.deposit_amount, total.net + total.vat))
    from (select coalesce(sum(base), 0) as net, coalesce(sum(vat), 0) as vat from private.order_vat(v_order.id)) as total
   where o.id = v_order.id
  returning o.* into v_order;

  select count(*) into v_number from public.jobs where order_id = v_order.id;
  for v_item in
    select oi.* from public.order_items oi
      join public.quotation_items qi on qi.id = oi.quotation_item_id
      left join public.services s on s.id = oi.service_id
     where oi.order_id = v_order.id and qi.quotation_id = p_quotation.id and oi.kind = 'item' and oi.qty > 0
       and coalesce(qi.makes_job, s.makes_job, true)
     order by oi.position
  loop
    for n in 1 .. 10000 loop
      v_number := v_number + 1;
      exit when not exists (select from public.jobs where job_number = 'JOB' || substr(v_order.order_number, 3) || '-' || private.letters(v_number));
    end loop;
    perform private.make_job(v_order, v_item, v_number);
    v_jobs := v_jobs + 1;
  end loop;

  -- A request that nobody pays at this moment asks for the new deposit. One that is being paid stays as it is.
  update public.payment_requests set status = 'cancelled'
   where order_id = v_order.id and purpose = 'deposit' and status = 'open' and amount <> v_order.deposit_amount - v_order.deposit_paid;
  perform private.request_deposit(v_order.id);
  perform private.refresh_order(v_order.id);
  perform private.log_event('order', v_order.id, 'amended',
    jsonb_build_object('quotation_number', p_quotation.number_with_version, 'jobs', v_jobs,
      'gross', private.amount_text(v_order.net + v_order.vat)), p_name);
  return v_order.id;
end $function$;

CREATE OR REPLACE FUNCTION private.copy_quotation(p_id uuid, p_new_id uuid DEFAULT NULL::uuid, p_contact_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  perform private.log_event('quotation', v_id, 'created', jsonb_build_object('copied_from', v_old.number_with_version));
  return v_id;
end $function$;

CREATE OR REPLACE FUNCTION private.below_floor(p_quotation_id uuid)
 RETURNS TABLE(item_id uuid, description text, margin_pct numeric, floor_pct numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with house as (
    select f.floor_pct from public.margin_floors f where f.service_id is null
  ), priced as (
    select i.id, i.position, i.description,
           least(private.margin_of(i.net, trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2)), band.margin_pct) as margin_pct,
           coalesce(f.floor_pct, (select house.floor_pct from house)) as floor_pct
      from public.quotation_items i
      join public.quotations q on q.id = i.quotation_id
      join public.quotation_item_costs c on c.item_id = i.id
      left join public.margin_floors f on f.service_id = i.service_id
      -- The client chooses among the prices by quantity that are shown.
      left join lateral (
        select min(private.margin_of(private.line_net(private.charged_qty(b.qty, i.unit, i.width_mm, i.height_mm, i.charge_rule), b.price, i.discount_pct),
                       trunc(private.charged_qty(b.qty, i.unit, i.width_mm, i.height_mm, i.charge_rule) * c.unit_cost, 2))) as margin_pct
          from (select greatest(split_part(part, ':', 1)::numeric, 1) as qty, split_part(part, ':', 2)::numeric as price
                  from regexp_split_to_table(i.price_breaks, ' ') as part) as b
      ) as band on q.show_price_breaks
     where i.quotation_id = p_quotation_id and i.kind = 'item'
  ), whole as (
    select q.net, sum(trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2)) as cost, (select house.floor_pct from house) as floor_pct
      from public.quotations q
      join public.quotation_items i on i.quotation_id = q.id
      join public.quotation_item_costs c on c.item_id = i.id
     where q.id = p_quotation_id and i.kind = 'item' and (not i.is_optional or i.is_selected)
     group by q.net
  )
  select found.id, found.description, found.margin_pct, found.floor_pct from (
    select p.id, p.position, p.description, p.margin_pct, p.floor_pct from priced p
    union all
    select null, null, null, private.margin_of(w.net, w.cost), w.floor_pct from whole w
  ) as found
   where found.margin_pct < found.floor_pct
   order by found.position nulls first
$function$;

CREATE OR REPLACE FUNCTION private.get_public_delivery(p_uuid uuid, p_visit text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.deliveries;
begin
  select * into v_row from public.deliveries where public_uuid = p_uuid and link_revoked_at is null and status <> 'cancelled';
  if v_row.id is null then
    return null;
  end if;
  perform private.log_view('delivery', v_row.id, p_visit);
  return jsonb_build_object('kind', 'delivery', 'number', v_row.delivery_number, 'public_uuid', p_uuid, 'status', v_row.status,
    'method', v_row.method, 'project_title', v_row.project_title, 'scheduled_at', v_row.scheduled_at, 'delivered_at', v_row.delivered_at,
    'planned_on', private.day_of(v_row.scheduled_at), 'delivered_on', private.day_of(v_row.delivered_at),
    'signature', private.signature_of('delivery', v_row.id),
    'received_by', v_row.received_by, 'instructions', v_row.instructions, 'show_prices', v_row.show_prices,
    'currency', coalesce((select o.currency from public.orders o where o.id = v_row.order_id), (select s.currency from public.company_settings s)),
    'order_number', (select o.order_number from public.orders o where o.id = v_row.order_id),
    'client_po', (select o.client_po from public.orders o where o.id = v_row.order_id),
    'company', private.company_facts(), 'client', private.contact_facts(v_row.contact_id), 'site', private.site_facts(v_row.location_id),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('id', i.id, 'description', o.description, 'details', o.details, 'unit', o.unit,
               'width_mm', o.width_mm::text, 'height_mm', o.height_mm::text, 'ordered', o.qty::text, 'qty', i.qty::text,
               'qty_delivered', i.qty_delivered::text, 'elsewhere', greatest(o.qty_delivered - i.qty_delivered, 0)::text,
               'discount_pct', case when v_row.show_prices then o.discount_pct::text end,
               'unit_price', case when v_row.show_prices then o.unit_price::text end, 'charged_qty', o.charged_qty::text, 'net', case when v_row.show_prices then o.net::text end)
               order by i.position)
        from public.delivery_items i join public.order_items o on o.id = i.order_item_id where i.delivery_id = v_row.id), '[]'),
    'drops', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'number', p.partial_number, 'status', p.status, 'delivered_at', p.delivered_at,
               'delivered_on', private.day_of(p.delivered_at), 'received_by', p.received_by, 'signature', private.signature_of('partial_delivery', p.id), 'lines', coalesce((
                 select jsonb_agg(jsonb_build_object('id', d.delivery_item_id, 'qty', d.qty::text))
                   from public.partial_delivery_items d where d.partial_delivery_id = p.id), '[]')) order by p.seq)
        from public.partial_deliveries p where p.delivery_id = v_row.id), '[]'));
end $function$;

drop function public.suggest_lines(uuid, text, integer);
drop function private.suggest_lines(uuid, text, integer);
create FUNCTION private.suggest_lines(p_quotation_id uuid, p_text text, p_limit integer DEFAULT 8)
 RETURNS TABLE(source text, description text, details text, unit text, width_mm text, height_mm text, unit_price text, unit_cost text, service_id uuid, inventory_item_id uuid, quoted_in text, quoted_at timestamp with time zone, charge_rule text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_patterns constant text[] := private.patterns(p_text);
  v_sees_costs constant boolean := private.named('view_financial_data');
  v_contact uuid;
begin
  perform private.must('quotations', 'view', 'see quotations');
  select q.contact_id into v_contact from public.quotations q where q.id = p_quotation_id;
  if v_contact is null or cardinality(v_patterns) = 0 then
    return;
  end if;
  return query
    (select 'earlier', e.description, e.details, e.unit, e.width_mm::text, e.height_mm::text, e.unit_price::text,
            case when v_sees_costs then e.unit_cost::text end, e.service_id, e.inventory_item_id, e.number, e.created_at, e.charge_rule
       from (
         select distinct on (private.folded(i.description)) i.*, c.unit_cost, q.number_with_version as number
           from public.quotations q
           join public.quotation_items i on i.quotation_id = q.id
           left join public.quotation_item_costs c on c.item_id = i.id
          where q.contact_id = v_contact and q.id <> p_quotation_id and i.kind = 'item' and btrim(i.description) <> ''
            and private.folded(i.description) like all (v_patterns)
          order by private.folded(i.description), q.created_at desc, i.position
       ) as e
      order by e.created_at desc limit 4)
    union all
    (select 'service', s.name, s.summary, s.unit, null, null, s.base_price::text, null, s.id, null::uuid, null, null::timestamptz,
            private.charge_rule(s.unit, s.charge_per, s.charge_step, s.charge_min, s.charge_waste_pct)
       from public.services s
      where s.archived_at is null and private.folded(s.name || ' ' || coalesce(s.category, '')) like all (v_patterns)
      order by s.sort, s.name limit 5)
    union all
    (select 'material', m.name, null, case when m.sell_unit in ('m2', 'm', 'set') then m.sell_unit else 'piece' end, null, null,
            m.sell_price::text,
            case when v_sees_costs then trunc(c.cost_price / m.sell_per_buy, 4)::text end, null::uuid, m.id, m.sku, null::timestamptz,
            private.charge_rule(m.sell_unit, m.charge_per, m.charge_step, m.charge_min, m.charge_waste_pct)
       from public.inventory_items m left join public.inventory_item_costs c on c.item_id = m.id
      where m.archived_at is null
        and private.folded(m.sku || ' ' || m.name || ' ' || coalesce(m.supplier_sku, '')) like all (v_patterns)
      order by m.name limit 5)
    limit least(greatest(p_limit, 1), 20);
end $function$;
comment on function private.suggest_lines(uuid, text, integer) is 'What a line of this quotation may be: lines that were quoted to the same client with their last price, services, and
materials, with the rule by which their size is charged. Numbers are text. Costs only for holders of view_financial_data.';
call private.offer('private.suggest_lines(uuid, text, integer)');

drop function private.charged_qty(numeric, text, numeric, numeric);
