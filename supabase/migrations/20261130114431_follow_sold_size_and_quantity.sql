set check_function_bodies = off;

drop trigger pin on public.quotation_item_costs;

drop routine private.calculated_material(p_calculation public.price_calculations, p_pieces numeric);

drop routine private.plan_calculated_material(p_job_id uuid, p_calculation_id uuid, p_pieces numeric);

alter table public.quotation_item_costs add column base_cost numeric(14,4);

alter table public.quotation_item_costs add column base_size text;

alter table public.quotation_items add column priced_qty numeric(14,4);

create or replace function private.calculated_size(p_inputs jsonb, p_width_mm numeric, p_height_mm numeric, out inputs jsonb, out ratio numeric)
  language plpgsql immutable set search_path = ''
as $$
declare
  v_part constant jsonb := p_inputs #> '{parts,0}';
  v_width constant numeric := (v_part ->> 'width_mm')::numeric;
  v_height constant numeric := (v_part ->> 'height_mm')::numeric;
begin
  inputs := p_inputs;
  ratio := 1;
  if jsonb_array_length(p_inputs -> 'parts') = 1 and v_part ->> 'qty' = '1' and p_width_mm > 0 and p_height_mm > 0 then
    ratio := p_width_mm * p_height_mm / (v_width * v_height);
    inputs := jsonb_set(p_inputs, '{parts,0}', v_part || jsonb_build_object('width_mm', p_width_mm::text, 'height_mm', p_height_mm::text)
      || case when v_part ->> 'edge_mm' is null then '{}'
           else jsonb_build_object('edge_mm', trunc((v_part ->> 'edge_mm')::numeric * (p_width_mm + p_height_mm) / (v_width + v_height), 2)::text) end);
  end if;
end $$;

create or replace function private.calculated_material(p_calculation public.price_calculations, p_pieces numeric, p_width_mm numeric default null, p_height_mm numeric default null)
  returns table (item_id uuid, qty numeric) language sql stable set search_path = ''
as $$
  with sized as (
    select * from private.calculated_size(p_calculation.inputs, p_width_mm, p_height_mm)
  ), step as (
    select s, case s ->> 'kind' when 'item' then (s ->> 'qty')::numeric * private.calculated_extent(sized.inputs, s)
             * case when (s ->> 'once')::boolean then 1 else p_pieces end
           else (p_calculation.nested ->> (s ->> 'id'))::numeric * p_pieces / p_calculation.quantity * sized.ratio end as amount
      from sized, jsonb_array_elements(p_calculation.inputs -> 'steps') as s where s ->> 'kind' in ('sheet', 'roll', 'item')
  ), need as (
    select i.id, i.stock_unit in ('sheet', 'roll', 'piece', 'box', 'set') as is_whole,
           case step.s ->> 'kind'
             when 'sheet' then case i.stock_unit when 'm2' then ceil(amount) * i.width_mm * i.length_mm / 1000000
                                 when 'sheet' then ceil(amount) when 'piece' then ceil(amount) end
             when 'roll' then case i.stock_unit when 'm' then amount / 1000 when 'm2' then amount / 1000 * i.width_mm / 1000 end
             else case when i.stock_unit = i.sell_unit then amount end end as qty
      from step join public.inventory_items i on i.id = (step.s ->> 'item_id')::uuid and i.archived_at is null
  )
  select id, least(case when is_whole then ceil(sum(n.qty)) else ceil(sum(n.qty) * 10000) / 10000 end, 1000000) from need n
   where n.qty > 0 group by id, is_whole order by id
$$;

create or replace function private.plan_calculated_material(
  p_job_id uuid, p_calculation_id uuid, p_pieces numeric, p_width_mm numeric, p_height_mm numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_need record;
begin
  if exists (select from public.job_materials where job_id = p_job_id) then
    return;
  end if;
  for v_need in
    select n.item_id, n.qty from public.price_calculations c, lateral private.calculated_material(c, p_pieces, p_width_mm, p_height_mm) as n
     where c.id = p_calculation_id order by n.item_id
  loop
    perform from public.inventory_items where id = v_need.item_id for no key update;
    insert into public.job_materials (job_id, item_id, qty_planned) values (p_job_id, v_need.item_id, v_need.qty);
    perform private.share_out(v_need.item_id);
  end loop;
end $$;

create or replace function private.arrival_for_quotation(p_id uuid) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select max(private.arrival_of(m.id, n.qty))
      from public.quotation_items i join public.price_calculations c on c.id = i.calculation_id
      cross join lateral private.calculated_material(c, i.qty, i.width_mm, i.height_mm) as n join public.inventory_items m on m.id = n.item_id
     where i.quotation_id = p_id and n.qty > m.available and private.is_quoted_job(i));
end $$;

create or replace function private.work_of_quotation(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_day date;
begin
  perform private.must('quotations', 'view', 'see this quotation');
  select o.* into v_order from public.orders o join public.quotations q on q.amends_order_id = o.id where q.id = p_id;
  if v_order.id is null then
    select q.id, q.terms into v_order.quotation_id, v_order.terms from public.quotations q where q.id = p_id;
  end if;
  v_day := coalesce(private.day_of_order(v_order), private.day_to_promise(v_order, array(
    select i.service_id from public.quotation_items i where i.quotation_id = p_id and private.is_quoted_job(i)),
    private.minutes_of_quotation(p_id), private.arrival_for_quotation(p_id)));
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', i.id, 'title', left(i.description, 200), 'waits_for_client', coalesce(s.mockup_required, false), 'lead_day', v_day,
             'lacks', coalesce((
               select jsonb_agg(jsonb_build_object('name', m.name, 'qty', (n.qty - greatest(m.available, 0))::double precision, 'unit', m.stock_unit,
                        'expected_on', private.arrival_of(m.id, n.qty), 'is_ordered', m.on_order > 0) order by m.name)
                 from public.price_calculations c, lateral private.calculated_material(c, i.qty, i.width_mm, i.height_mm) as n join public.inventory_items m on m.id = n.item_id
                where c.id = i.calculation_id and n.qty > m.available), '[]'),
             'steps', coalesce((
               select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'centre', w.id, 'wait', t.wait_minutes, 'early', t.before_approval,
                        'minutes', private.template_minutes(t, i.qty, i.width_mm, i.height_mm)::double precision, 'follows', t.after_previous)
                        order by t.position)
                 from public.job_step_templates t left join public.work_centres w on w.id = t.work_centre_id and w.archived_at is null
                where t.service_id = i.service_id), '[]')) order by i.position)
      from public.quotation_items i left join public.services s on s.id = i.service_id
     where i.quotation_id = p_id and private.is_quoted_job(i)), '[]');
end $$;

create or replace function private.make_job(p_order public.orders, p_item public.order_items, p_number integer) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job_id uuid;
begin
  select id into v_job_id from public.jobs
   where quotation_item_id = p_item.quotation_item_id and order_id is null and status <> 'cancelled'
   order by created_at limit 1 for no key update;
  if found then
    update public.jobs
       set order_id = p_order.id, order_item_id = p_item.id, due_date = coalesce(due_date, p_order.due_date),
           width_mm = case when width_mm is null and height_mm is null then p_item.width_mm else width_mm end,
           height_mm = case when width_mm is null and height_mm is null then p_item.height_mm else height_mm end,
           details = coalesce(details, p_item.details)
     where id = v_job_id;
    perform private.plan_calculated_material(v_job_id, p_item.calculation_id, p_item.qty, p_item.width_mm, p_item.height_mm);
    return v_job_id;
  end if;
  insert into public.jobs (job_number, quotation_id, quotation_item_id, order_id, order_item_id, service_id, title, qty, unit, width_mm,
    height_mm, details, due_date, priority, mockup_required, created_by)
  select 'JOB' || substr(p_order.order_number, 3) || '-' || private.letters(p_number), p_order.quotation_id, p_item.quotation_item_id,
         p_order.id, p_item.id, p_item.service_id, left(coalesce(nullif(btrim(p_item.description), ''), s.name, 'Job'), 500), p_item.qty,
         coalesce(p_item.unit, 'piece'), p_item.width_mm, p_item.height_mm, p_item.details, p_order.due_date, p_order.priority,
         coalesce(s.mockup_required, false), auth.uid()
    from (select 1) as one left join public.services s on s.id = p_item.service_id
  returning id into v_job_id;
  perform private.add_template_steps(v_job_id);
  perform private.plan_calculated_material(v_job_id, p_item.calculation_id, p_item.qty, p_item.width_mm, p_item.height_mm);
  return v_job_id;
end $$;

create or replace function private.cost_of_line(p_item uuid, p_calculation uuid) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.quotation_item_costs (item_id, unit_cost)
  select p_item, trunc(k.cost / c.quantity, 4)
    from public.price_calculations c join public.price_calculation_costs k on k.calculation_id = c.id where c.id = p_calculation
  on conflict (item_id) do update set unit_cost = excluded.unit_cost, base_cost = null, base_size = null
$$;

create or replace function private.follow_calculated_qty() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.calculation_id is null or new.price_breaks is not null then
    new.priced_qty := null;
  elsif (new.qty, new.unit_price, new.calculation_id) is distinct from (old.qty, old.unit_price, old.calculation_id) then
    new.priced_qty := (select nullif(c.quantity, new.qty) from public.price_calculations c where c.id = new.calculation_id and c.unit_price = new.unit_price);
  end if;
  return new;
end $$;

create or replace function private.size_key(p_width_mm numeric, p_height_mm numeric) returns text
  language sql immutable set search_path = ''
as $$ select case when p_width_mm > 0 and p_height_mm > 0 then trim_scale(p_width_mm) || 'x' || trim_scale(p_height_mm) end $$;

create or replace function private.area_of_size(p_size text) returns numeric
  language sql immutable set search_path = ''
as $$ select split_part(p_size, 'x', 1)::numeric * split_part(p_size, 'x', 2)::numeric $$;

create or replace function private.estimate_cost() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_size constant text := private.size_key(new.width_mm, new.height_mm);
  v_cost public.quotation_item_costs;
begin
  if new.unit = 'hour' or private.measure_of(new.unit, 1000, 1000) is not null then
    return null;
  end if;
  select * into v_cost from public.quotation_item_costs where item_id = new.id for update;
  v_cost.base_size := coalesce(v_cost.base_size, private.size_key(old.width_mm, old.height_mm));
  v_cost.base_cost := coalesce(v_cost.base_cost, v_cost.unit_cost);
  if v_cost.item_id is null or v_cost.base_size is null or v_cost.base_cost = 0 then
    return null;
  end if;
  update public.quotation_item_costs
     set unit_cost = case when v_size is null then v_cost.base_cost
           else least(trunc(v_cost.base_cost * private.area_of_size(v_size) / private.area_of_size(v_cost.base_size), 4), 100000000) end,
         base_cost = case when v_size is distinct from v_cost.base_size then v_cost.base_cost end,
         base_size = case when v_size is distinct from v_cost.base_size then v_cost.base_size end
   where item_id = new.id;
  return null;
end $$;

create or replace function private.note_own_cost() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.base_cost := null;
  new.base_size := null;
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
      priced_size, priced_qty)
    select new_id, v_id, position, kind, description, details, qty, unit, width_mm, height_mm, unit_price, discount_pct, vat_rate,
           vat_treatment, is_optional, option_group, is_selected, makes_job, picture_path, service_id, inventory_item_id, product_id,
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

alter table public.quotation_item_costs add constraint quotation_item_costs_base_cost_is_a_number CHECK (base_cost <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.quotation_item_costs add constraint quotation_item_costs_base_has_a_size CHECK ((base_cost IS NULL) = (base_size IS NULL));

alter table public.quotation_item_costs add constraint quotation_item_costs_base_size_is_a_size CHECK (base_size ~ '^[0-9]{1,7}([.][0-9]{1,2})?x[0-9]{1,7}([.][0-9]{1,2})?$'::text);

alter table public.quotation_items add constraint quotation_items_priced_qty_is_a_number CHECK (priced_qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.quotation_items add constraint quotation_items_priced_qty_range CHECK (priced_qty > 0::numeric);

revoke execute on all routines in schema private from public;

CREATE TRIGGER pin BEFORE UPDATE ON public.quotation_item_costs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('item_id', 'base_cost', 'base_size');

-- Its name puts it behind the pins.
create or replace trigger typed_cost before insert or update of unit_cost on public.quotation_item_costs
  for each row when (current_user in ('anon', 'authenticated')) execute function private.note_own_cost();

create or replace trigger estimate_cost after update of width_mm, height_mm on public.quotation_items
  for each row when (new.kind = 'item' and (old.width_mm, old.height_mm) is distinct from (new.width_mm, new.height_mm))
  execute function private.estimate_cost();

create or replace trigger follow_calculated_qty before update of qty, unit_price, calculation_id, price_breaks on public.quotation_items
  for each row execute function private.follow_calculated_qty();

comment on function private.calculated_material(public.price_calculations,numeric,numeric,numeric) is 'What so many pieces of a calculation need of the stock, in the stock unit of each item: whole sheets as they were laid out, metres
or m² of a roll, and parts. In another size than the calculated one parts follow their m² and edges, sheets and rolls the area. What is counted in another unit than it is calculated in is left out.';

comment on function private.calculated_size(pg_catalog.jsonb,numeric,numeric) is 'A calculation of one part in the size that is sold: its inputs with that size, and the ratio of the areas. Of several parts, or without a size, as it was calculated.';

comment on function private.estimate_cost() is 'The cost of a piece follows the size of its line, by the area, whatever becomes of the price: the margin is that of the size that is sold. The cost and the size of before
are kept, so that the size of before brings its cost back.';

comment on function private.follow_calculated_qty() is 'A calculated price spreads set-up and waste over its pieces: a line with it and another quantity keeps for how many it was calculated, until a person answers or
another price is written.';

comment on function private.note_own_cost() is 'A cost that a person enters is not estimated.';

comment on function private.plan_calculated_material(pg_catalog.uuid,pg_catalog.uuid,numeric,numeric,numeric) is 'Plans and keeps for a new job what its calculation needs in the size that is sold, unless somebody planned its material already.';

comment on function private.size_key(numeric,numeric) is 'A whole size in mm, as a line keeps it: "1000x800". Null where a side is missing. Agrees with sizeKey in the editor.';

comment on column public.quotation_item_costs.base_cost is 'Of a cost that is estimated by the area: what the line cost in the size base_size, "1000x800" in mm. Null for a cost that somebody entered or that was calculated.';

comment on column public.quotation_items.priced_qty is 'For how many the price of a line was calculated, while nobody has answered whether it holds for another quantity. Set by the database.';

reset check_function_bodies;
