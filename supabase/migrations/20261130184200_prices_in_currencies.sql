set check_function_bodies = off;

create or replace function private.job_effort(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_seconds bigint;
  v_labour numeric;
  v_untimed integer;
  v_material numeric;
  v_quoted numeric;
  v_again_seconds bigint := 0;
  v_again_labour numeric := 0;
  v_again_material numeric := 0;
  v_remakes uuid[];
  v_sees_costs boolean;
  v_sees_labour boolean;
begin
  if not (private.is_server() or private.can('jobs', 'view') or private.can('production', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  v_sees_costs := private.is_server() or private.named('view_financial_data');
  v_sees_labour := private.sees_labour_cost();
  with recursive again as (
    select id, 1 as depth from public.jobs where remake_of = p_id
    union
    select j.id, a.depth + 1 from again a join public.jobs j on j.remake_of = a.id where a.depth < 50
  )
  select array_agg(id) into v_remakes from again;
  select coalesce(sum(w.seconds), 0), sum(w.cost), coalesce(sum(w.untimed), 0) into v_seconds, v_labour, v_untimed
    from private.labour_of_jobs(array[p_id]) as w;
  if v_remakes is not null then
    select coalesce(sum(w.seconds), 0), sum(w.cost) into v_again_seconds, v_again_labour from private.labour_of_jobs(v_remakes) as w;
    select sum(-m.qty * c.unit_cost) into v_again_material from public.stock_movements m
      join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = any (v_remakes);
  end if;
  if v_sees_costs then
    select sum(-m.qty * c.unit_cost) into v_material from public.stock_movements m
      join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = p_id;
    select coalesce(private.worth(oi.net, o.rate), private.worth(qi.net, q.rate)) into v_quoted
      from public.jobs j left join public.order_items oi on oi.id = j.order_item_id left join public.orders o on o.id = oi.order_id
      left join public.quotation_items qi on qi.id = j.quotation_item_id left join public.quotations q on q.id = qi.quotation_id
     where j.id = p_id and j.remake_of is null;
  end if;
  return jsonb_strip_nulls(jsonb_build_object('short', (select private.short_of_job(j) from public.jobs j where j.id = p_id))) || jsonb_build_object('seconds', v_seconds)
    || case when v_sees_costs then jsonb_build_object('material', private.amount_text(trunc(coalesce(v_material, 0), 2)),
         'quoted', private.amount_text(v_quoted)) else '{}' end
    || case when v_sees_labour then jsonb_build_object('labour', private.amount_text(trunc(coalesce(v_labour, 0), 2)),
         'untimed', v_untimed) else '{}' end
    || case when v_remakes is null then '{}' else jsonb_build_object('remakes', jsonb_build_object('jobs', cardinality(v_remakes), 'seconds', v_again_seconds)
         || private.pieces_again(p_id, v_remakes)
         || case when v_sees_costs then jsonb_build_object('material', private.amount_text(trunc(coalesce(v_again_material, 0), 2))) else '{}' end
         || case when v_sees_labour then jsonb_build_object('labour', private.amount_text(trunc(coalesce(v_again_labour, 0), 2))) else '{}' end) end;
end $$;

create or replace function private.put_calculation(p_calculation uuid, p_quotation uuid, p_item uuid, p_position text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.price_calculations;
  v_line public.quotation_items;
  v_sizes record;
  v_price numeric;
begin
  perform private.open_quotation_draft(p_quotation);
  select * into v_row from public.price_calculations where id = p_calculation;
  if v_row.id is null then
    perform private.refuse('PT404', 'This calculation is not there any more');
  end if;
  select * into v_line from public.quotation_items
   where quotation_id = p_quotation and kind = 'item' and (id = p_item or calculation_id = p_calculation)
   order by id = p_item desc, position limit 1;
  select * into v_sizes from private.sizes_for_line(v_row.inputs, v_line);
  select private.price_in(v_row.unit_price, q.rate) into v_price from public.quotations q where q.id = p_quotation;
  if char_length(v_sizes.details) > 10000 then
    perform private.refuse('22023', 'The sizes of the parts are too long for the details of a line. Give the parts shorter names.');
  end if;
  if v_line.id is not null then
    update public.quotation_items
       set qty = v_row.quantity, unit = 'piece', unit_price = v_price, price_breaks = null, own_charged_qty = null,
           priced_size = null, calculation_id = v_row.id, service_id = coalesce(v_row.service_id, service_id),
           width_mm = v_sizes.width_mm, height_mm = v_sizes.height_mm, details = v_sizes.details
     where id = v_line.id;
  else
    insert into public.quotation_items (id, quotation_id, position, description, details, qty, unit, unit_price, service_id,
      calculation_id, width_mm, height_mm)
    values (p_item, p_quotation, p_position, v_row.name, v_sizes.details, v_row.quantity, 'piece', v_price, v_row.service_id,
      v_row.id, v_sizes.width_mm, v_sizes.height_mm)
    returning id into v_line.id;
  end if;
  perform private.cost_of_line(v_line.id, p_calculation);
  return v_line.id;
end $$;

create or replace function private.calculated_lines_of(p_quotation uuid)
returns table (item_id uuid, calculation_id uuid, name text, unit_price text, saved_price text, price_now text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select i.id, c.id, c.name, i.unit_price::text, private.price_in(c.unit_price, q.rate)::text, private.price_in(private.price_now(c.id)::numeric, q.rate)::text
      from public.quotation_items i join public.price_calculations c on c.id = i.calculation_id join public.quotations q on q.id = i.quotation_id
     where i.quotation_id = p_quotation order by i.position;
end $$;

create or replace function private.take_new_prices(p_quotation uuid, p_items uuid[]) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_line record;
  v_count integer := 0;
begin
  perform private.open_quotation_draft(p_quotation);
  for v_line in
    select i.id, i.calculation_id, i.unit_price, q.rate, private.price_in(c.unit_price, q.rate) as saved
      from public.quotation_items i join public.price_calculations c on c.id = i.calculation_id join public.quotations q on q.id = i.quotation_id
     where i.quotation_id = p_quotation and i.id = any (p_items) order by i.position for update of i
  loop
    if v_line.unit_price = v_line.saved then
      perform private.settle_calculation(v_line.calculation_id);
      update public.quotation_items set unit_price = private.price_in(c.unit_price, v_line.rate) from public.price_calculations c
       where quotation_items.id = v_line.id and c.id = v_line.calculation_id;
      perform private.cost_of_line(v_line.id, v_line.calculation_id);
      v_count := v_count + 1;
    end if;
  end loop;
  return v_count;
end $$;

create or replace function private.follow_calculated_qty() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.calculation_id is null or new.price_breaks is not null then
    new.priced_qty := null;
  elsif (new.qty, new.unit_price, new.calculation_id) is distinct from (old.qty, old.unit_price, old.calculation_id) then
    new.priced_qty := (select nullif(c.quantity, new.qty) from public.price_calculations c join public.quotations q on q.id = new.quotation_id
      where c.id = new.calculation_id and private.price_in(c.unit_price, q.rate) = new.unit_price);
  end if;
  return new;
end $$;

create or replace function private.suggest_lines(p_quotation_id uuid, p_text text, p_limit integer default 8) returns table(source text, description text, details text, unit text, width_mm text, height_mm text, unit_price text, unit_cost text, service_id uuid, inventory_item_id uuid, quoted_in text, quoted_at timestamptz, charge_rule text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_patterns constant text[] := private.patterns(p_text);
  v_sees_costs constant boolean := private.named('view_financial_data');
  v_language constant text := private.language_of('quotation', p_quotation_id);
  v_contact uuid;
  v_rate numeric;
begin
  perform private.must('quotations', 'view', 'see quotations');
  select q.contact_id, q.rate into v_contact, v_rate from public.quotations q where q.id = p_quotation_id;
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
    (select 'service', words.name, private.text_in('services', s.id::text, 'summary', s.summary, v_language), s.unit, null, null,
            private.price_in(s.base_price, v_rate)::text, null, s.id, null::uuid, case when words.name <> s.name then s.name end, null::timestamptz, private.service_rule(s)
       from public.services s cross join lateral (select private.text_in('services', s.id::text, 'name', s.name, v_language) as name) as words
      where s.archived_at is null and private.folded(concat_ws(' ', s.name, s.category, words.name)) like all (v_patterns)
      order by s.sort, s.name limit 5)
    union all
    (select 'material', m.name, null, case when m.sell_unit in ('m2', 'm', 'set') then m.sell_unit else 'piece' end, null, null,
            private.price_in(m.sell_price, v_rate)::text,
            case when v_sees_costs then trunc(c.cost_price / m.sell_per_buy, 4)::text end, null::uuid, m.id, m.sku, null::timestamptz,
            private.charge_rule(m.sell_unit, m.charge_per, m.charge_step, m.charge_min, m.charge_waste_pct)
       from public.inventory_items m left join public.inventory_item_costs c on c.item_id = m.id
      where m.archived_at is null
        and private.folded(m.sku || ' ' || m.name || ' ' || coalesce(m.supplier_sku, '')) like all (v_patterns)
      order by m.name limit 5)
    limit least(greatest(p_limit, 1), 20);
end $$;

create or replace function private.lines_again(p_order_id uuid)
  returns table (item_id uuid, item_position text, unit_price numeric, rule text, net numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select i.id, i.position, coalesce(own.price, i.unit_price), coalesce(own.rule, q.charge_rule),
           case when i.kind in ('heading', 'text') then 0.00
             when s.is_public and priced.net >= coalesce(private.price_in(s.min_charge, today.rate), 0) then priced.net end
      from public.order_items i
      join lateral (
        select coalesce((select r.rate from public.exchange_rates r where r.currency = o.currency and r.on_date <= private.company_today()
                          order by r.on_date desc limit 1), o.rate) as rate
          from public.orders o where o.id = i.order_id) as today on true
      left join public.quotation_items q on q.id = i.quotation_item_id
      left join public.services s on s.id = i.service_id and i.kind = 'item' and s.archived_at is null and s.base_price is not null and s.unit = i.unit
        and i.calculation_id is null and i.product_id is null and i.discount_pct = 0 and q.price_breaks is null
      left join lateral (select private.service_rule(s) as rule, private.price_in(s.base_price, today.rate) as price) as own on s.id is not null
      left join lateral (select private.line_net(coalesce(private.charged_qty(i.qty, i.unit, i.width_mm, i.height_mm, own.rule), i.qty),
        own.price, 0)::numeric(14, 2) as net) as priced on s.id is not null
     where i.order_id = p_order_id and i.kind <> 'discount' and i.qty is distinct from 0;
end $$;

comment on function private.calculated_lines_of(pg_catalog.uuid) is 'The lines of a quotation that were worked out: the price on the line, the price when the calculation was saved, and the price with
the costs of today (null where a step is not offered any more), in the currency of the quotation.';

comment on function private.job_effort(pg_catalog.uuid) is 'Time that was worked for a job; for holders of view_financial_data also material and what was quoted, in the currency of the books, and for those of them who
hold manage_wage_rates labour, in which untimed steps count as planned. Amounts are text. remakes: the same of all jobs that make pieces of it again, which is not in the
figures of the job itself; ready: how many of its own pieces are ready; made: those jobs. short: as in short_of_job, where pieces are short.';

comment on function private.lines_again(pg_catalog.uuid) is 'The lines of an order at the prices of today. A line of a service that has a price in the catalogue for its unit takes that price and rule; another one keeps what was agreed, until the office
looks at it: what was worked out, products, prices by quantity and discounts. Prices of the catalogue are in the currency of the order, at the rate of today. net: what a client may be told at once, for services that the site shows with a price; else null. Discounts are left out.';

comment on function private.put_calculation(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text) is 'Puts price, pieces and sizes of a calculation into a draft quotation: into the line p_item, or the line that it has there already,
else as a new line at p_position. The price is for a piece, in the currency of the quotation. Returns the line.';

comment on function private.suggest_lines(pg_catalog.uuid,pg_catalog.text,integer) is 'What a line of this quotation may be: lines that were quoted to the same client with their last price, services, and
materials, with the rule by which their size is charged. Services are in the language of the quotation, with their own name in quoted_in. Prices are in its currency, costs in that of the books. Numbers are text. Costs only for holders of view_financial_data.';

comment on function public.calculated_lines_of(pg_catalog.uuid) is 'The lines of a quotation that were worked out: the price on the line, the price when the calculation was saved, and the price with
the costs of today (null where a step is not offered any more), in the currency of the quotation.';

comment on function public.job_effort(pg_catalog.uuid) is 'Time that was worked for a job; for holders of view_financial_data also material and what was quoted, in the currency of the books, and for those of them who
hold manage_wage_rates labour, in which untimed steps count as planned. Amounts are text. remakes: the same of all jobs that make pieces of it again, which is not in the
figures of the job itself; ready: how many of its own pieces are ready; made: those jobs. short: as in short_of_job, where pieces are short.';

comment on function public.put_calculation(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text) is 'Puts price, pieces and sizes of a calculation into a draft quotation: into the line p_item, or the line that it has there already,
else as a new line at p_position. The price is for a piece, in the currency of the quotation. Returns the line.';

comment on function public.suggest_lines(pg_catalog.uuid,pg_catalog.text,integer) is 'What a line of this quotation may be: lines that were quoted to the same client with their last price, services, and
materials, with the rule by which their size is charged. Services are in the language of the quotation, with their own name in quoted_in. Prices are in its currency, costs in that of the books. Numbers are text. Costs only for holders of view_financial_data.';

reset check_function_bodies;

create or replace function private.keep_contact_currency() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.currency = private.books_currency() then
    new.currency := null;
  end if;
  if tg_op = 'UPDATE' and new.currency is distinct from old.currency then
    -- A paper that is written at the same moment waits here, and is looked at by check_currency.
    perform from public.contacts c where c.id = new.id for update;
    if exists (select from public.quotations q where q.contact_id = new.id) or exists (select from public.orders o where o.contact_id = new.id)
      or exists (select from public.invoices v where v.contact_id = new.id) or exists (select from public.payments p where p.contact_id = new.id)
      or exists (select from public.recurring_payments r where r.contact_id = new.id and r.direction = 'in') then
      perform private.refuse('PT409', format('The currency stays %s: there are papers with amounts in it. Another currency begins with a new contact.',
        coalesce(old.currency, private.books_currency())), 'Key (currency)=()');
    end if;
  end if;
  return new;
end $$;
