-- Pieces and the quantity that is charged are two things: a price per m² or per metre is charged by the size of all pieces.

create function private.charged_qty(p_qty numeric, p_unit text, p_width_mm numeric, p_height_mm numeric) returns numeric
 language sql immutable parallel safe
 set search_path to ''
as $$
  select case
    when lower(btrim(p_unit)) in ('m2', 'm²', 'sqm') and p_width_mm > 0 and p_height_mm > 0
      then trunc(p_qty * p_width_mm * 0.001 * p_height_mm * 0.001, 4)
    when lower(btrim(p_unit)) in ('m', 'metre') and coalesce(nullif(p_width_mm, 0), p_height_mm) > 0
      then trunc(p_qty * coalesce(nullif(p_width_mm, 0), p_height_mm) * 0.001, 4)
    else p_qty end
$$;
comment on function private.charged_qty(numeric, text, numeric, numeric) is 'The quantity that the price of a line is for: m² or running metres of all pieces where the unit is one of these and a size is
given, else the pieces. Agrees with chargedQty in src/documents.';
revoke all on function private.charged_qty(numeric, text, numeric, numeric) from public, anon, authenticated;

alter table public.quotation_items add column charged_qty numeric(20, 4);
alter table public.order_items add column charged_qty numeric(20, 4);
alter table public.invoice_items add column charged_qty numeric(20, 4);
alter table public.credit_note_items add column charged_qty numeric(20, 4);
comment on column public.quotation_items.charged_qty is 'What the price is multiplied by: size × pieces for m² and m, else qty. Written by the database. Null on lines that were sent
before it was kept: their qty.';
comment on column public.order_items.charged_qty is 'That of the quotation''s line. Null: qty.';
comment on column public.invoice_items.charged_qty is 'The share of the order''s line; its last part is the rest. Null: qty.';
comment on column public.credit_note_items.charged_qty is 'The share of the invoice''s line; its last part is the rest. Null: qty.';
alter table public.quotation_items add constraint quotation_items_charged_qty_is_a_number
  check (charged_qty <> all (array['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));
alter table public.order_items add constraint order_items_charged_qty_is_a_number
  check (charged_qty <> all (array['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));
alter table public.invoice_items add constraint invoice_items_charged_qty_is_a_number
  check (charged_qty <> all (array['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));
alter table public.credit_note_items add constraint credit_note_items_charged_qty_is_a_number
  check (charged_qty <> all (array['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

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
  if new.qty in ('NaN', 'Infinity', '-Infinity') then
    new.charged_qty := new.qty;
  elsif tg_table_name = 'order_items' and v_row ->> 'quotation_item_id' is not null then
    -- What was agreed stays.
    select i.charged_qty into new.charged_qty from public.quotation_items i where i.id = (v_row ->> 'quotation_item_id')::uuid;
  elsif tg_table_name = 'quotation_items' and tg_op = 'UPDATE'
    and (v_old ->> 'qty', v_old ->> 'unit', v_old ->> 'width_mm', v_old ->> 'height_mm', v_old ->> 'kind')
      is not distinct from (v_row ->> 'qty', v_row ->> 'unit', v_row ->> 'width_mm', v_row ->> 'height_mm', v_row ->> 'kind')
    and exists (select from public.quotations q where q.id = (v_row ->> 'quotation_id')::uuid and q.status <> 'draft') then
    new.charged_qty := (v_old ->> 'charged_qty')::numeric;
  elsif v_row ->> 'amends_item_id' is not null
    and exists (select from public.order_items o where o.id = (v_row ->> 'amends_item_id')::uuid and o.charged_qty is null) then
    new.charged_qty := null;
  else
    if abs(private.charged_qty(new.qty, new.unit, new.width_mm, new.height_mm)) >= 1000000000000 then
      perform private.refuse('22023', 'The size of a line is too large to be charged');
    end if;
    new.charged_qty := private.charged_qty(new.qty, new.unit, new.width_mm, new.height_mm);
  end if;
  if new.qty <> 'NaN' and new.unit_price <> 'NaN' and new.discount_pct <> 'NaN'
    and abs(private.line_net(coalesce(new.charged_qty, new.qty), new.unit_price, new.discount_pct)) >= 100000000 then
    perform private.refuse('22023', 'The amount of a line must stay below 100,000,000');
  end if;
  new.net := private.line_net(coalesce(new.charged_qty, new.qty), new.unit_price, new.discount_pct);
  return new;
end $function$;
comment on function private.settle_line() is 'Completes a line before it is written: its sign, its VAT, the quantity that is charged and its net.';

CREATE OR REPLACE FUNCTION private.settle_part()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_item public.order_items;
  v_taken numeric;
  v_billed_qty numeric;
  v_billed_net numeric;
  v_billed_charged numeric;
begin
  select * into v_item from public.order_items where id = new.order_item_id for no key update;
  new.order_id := v_item.order_id;
  new.kind := v_item.kind;
  new.unit := v_item.unit;
  new.unit_price := v_item.unit_price;
  new.discount_pct := v_item.discount_pct;
  new.vat_rate := v_item.vat_rate;
  new.vat_treatment := v_item.vat_treatment;
  new.qty := case when v_item.kind = 'discount' then -abs(new.qty) else new.qty end;
  select coalesce(sum(abs(i.qty)), 0) into v_taken
    from public.invoice_items i join public.invoices v on v.id = i.invoice_id
   where i.order_item_id = new.order_item_id and i.id <> new.id and v.status <> 'void' and v.kind <> 'proforma';
  if not coalesce(abs(new.qty) > 0, false) or new.qty = 'NaN' then
    perform private.refuse('22023', 'Please enter a quantity above zero');
  elsif abs(new.qty) > abs(v_item.qty) - v_taken and (select kind from public.invoices where id = new.invoice_id) <> 'proforma' then
    perform private.refuse('PT409', format('Of "%s" only %s of %s are left to invoice', left(v_item.description, 100),
      trim_scale(greatest(abs(v_item.qty) - v_taken, 0)), trim_scale(abs(v_item.qty))));
  end if;
  select coalesce(sum(abs(i.qty)), 0), coalesce(sum(i.net), 0), coalesce(sum(coalesce(i.charged_qty, i.qty)), 0)
    into v_billed_qty, v_billed_net, v_billed_charged
    from public.invoice_items i join public.invoices v on v.id = i.invoice_id
   where i.order_item_id = new.order_item_id and i.invoice_id <> new.invoice_id
     and v.status not in ('draft', 'void') and v.kind <> 'proforma';
  new.charged_qty := case when v_item.charged_qty is null then null
    when v_billed_qty + abs(new.qty) = abs(v_item.qty) then v_item.charged_qty - v_billed_charged
    else trunc(v_item.charged_qty * abs(new.qty) / abs(v_item.qty), 4) end;
  new.net := case when v_billed_qty + abs(new.qty) = abs(v_item.qty) then v_item.net - v_billed_net
    else private.line_net(coalesce(new.charged_qty, new.qty), new.unit_price, new.discount_pct) end;
  return new;
end $function$;
comment on function private.settle_part() is 'A line of an order: the price is the order''s, no more than is left, the charged quantity is the share of the pieces, and the
last part of a line is the rest of both.';

create function private.charge_credit() returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $$
declare
  v_line public.invoice_items;
  v_qty numeric;
  v_charged numeric;
begin
  select * into v_line from public.invoice_items where id = new.invoice_item_id;
  if v_line.charged_qty is null or v_line.qty = 0 or new.qty is null then
    new.charged_qty := null;
    return new;
  end if;
  select coalesce(sum(abs(c.qty)), 0), coalesce(sum(coalesce(c.charged_qty, c.qty)), 0) into v_qty, v_charged
    from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
   where c.invoice_item_id = new.invoice_item_id and c.id <> new.id and n.status <> 'void';
  new.charged_qty := case when v_qty + abs(new.qty) = abs(v_line.qty) then v_line.charged_qty - v_charged
    else trunc(v_line.charged_qty * new.qty / v_line.qty, 4) end;
  return new;
end $$;
comment on function private.charge_credit() is 'The charged quantity of a credited line is the share of the invoice''s; the last part is the rest.';
create trigger charge_credit before insert or update of qty on public.credit_note_items
  for each row execute function private.charge_credit();

create function private.recharge_draft() returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $$
begin
  update public.quotation_items set qty = qty where quotation_id = new.id and charged_qty is null and kind not in ('heading', 'text');
  return null;
end $$;
comment on function private.recharge_draft() is 'A version that is written anew is charged by today''s rule.';
create trigger recharge_draft after update of status on public.quotations
  for each row when (old.status <> 'draft' and new.status = 'draft') execute function private.recharge_draft();

CREATE OR REPLACE FUNCTION private.line_facts(p_line jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', p_line -> 'id', 'position', p_line -> 'position', 'kind', p_line -> 'kind',
    'description', p_line -> 'description', 'details', p_line -> 'details', 'unit', p_line -> 'unit',
    'picture_path', p_line -> 'picture_path', 'vat_treatment', p_line -> 'vat_treatment')
    || (select jsonb_object_agg(key, p_line ->> key)
          from unnest(array['qty', 'charged_qty', 'width_mm', 'height_mm', 'unit_price', 'discount_pct', 'vat_rate', 'net']) as key)
$function$;

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
           charged_qty = case when oi.charged_qty is not null
             then private.charged_qty(oi.qty - v_off.qty, oi.unit, oi.width_mm, oi.height_mm) end,
           net = private.line_net(case when oi.charged_qty is null then oi.qty - v_off.qty
             else private.charged_qty(oi.qty - v_off.qty, oi.unit, oi.width_mm, oi.height_mm) end, oi.unit_price, oi.discount_pct),
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
        select min(private.margin_of(private.line_net(private.charged_qty(b.qty, i.unit, i.width_mm, i.height_mm), b.price, i.discount_pct),
                       trunc(private.charged_qty(b.qty, i.unit, i.width_mm, i.height_mm) * c.unit_cost, 2))) as margin_pct
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

CREATE OR REPLACE FUNCTION private.quotation_margin(p_quotation_id uuid)
 RETURNS TABLE(net numeric, cost numeric, margin numeric, margin_pct numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select q.net, total.cost, q.net - total.cost, case when q.net > 0 then trunc((q.net - total.cost) * 100 / q.net, 2) end
    from public.quotations q,
         lateral (select coalesce(sum(trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2)), 0) as cost
                    from public.quotation_items i join public.quotation_item_costs c on c.item_id = i.id
                   where i.quotation_id = q.id and i.kind = 'item' and (not i.is_optional or i.is_selected)) as total
   where q.id = p_quotation_id and private.named('view_financial_data') and private.can('quotations', 'view')
$function$;

CREATE OR REPLACE FUNCTION private.analytics_rows(p_part text, p_from date, p_to date)
 RETURNS TABLE(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_zone constant text := private.company_zone();
  v_from constant timestamptz := p_from::timestamp at time zone v_zone;
  v_until constant timestamptz := (p_to + 1)::timestamp at time zone v_zone;
  v_today constant date := private.company_today();
  v_currency constant text := (select c.currency from public.company_settings c);
begin
  if p_part is null or p_part <> all (private.analytics_parts()) then
    raise insufficient_privilege using message = 'You may not see these figures';
  elsif p_from is null or p_to is null or p_to < p_from or p_to - p_from > 1100 then
    perform private.refuse('22023', 'Please choose a first day that is not after the last, and at most three years');
  end if;

  if p_part = 'sales' then
    return query
      select 'order', o.id, concat_ws(' · ', o.order_number, o.project_title), o.contact_id, (o.ordered_at at time zone v_zone)::date,
             to_char(o.ordered_at at time zone v_zone, 'YYYY-MM'), null::text, null::text, o.net, null::numeric
        from public.orders o
       where o.ordered_at >= v_from and o.ordered_at < v_until and o.status <> 'cancelled' and o.currency = v_currency;
  elsif p_part = 'services' then
    return query
      select 'order', o.id, concat_ws(' · ', o.order_number, o.project_title), o.contact_id, (o.ordered_at at time zone v_zone)::date,
             coalesce(s.slug, 'none'), coalesce(s.name, 'Without a service, and discounts'), null::text, sum(i.net), null::numeric
        from public.orders o
        join public.order_items i on i.order_id = o.id and i.kind not in ('heading', 'text')
        left join public.services s on s.id = i.service_id
       where o.ordered_at >= v_from and o.ordered_at < v_until and o.status <> 'cancelled' and o.currency = v_currency
       group by o.id, s.id;
  elsif p_part = 'sellers' then
    return query
      select 'order', o.id, concat_ws(' · ', o.order_number, o.project_title), o.contact_id, (o.ordered_at at time zone v_zone)::date,
             coalesce(o.created_by::text, 'none'), coalesce(p.label, 'Nobody'), null::text, o.net, null::numeric
        from public.orders o
        left join (select u.user_id, private.person_label(u.user_id) as label from public.user_roles u) as p on p.user_id = o.created_by
       where o.ordered_at >= v_from and o.ordered_at < v_until and o.status <> 'cancelled' and o.currency = v_currency;
  elsif p_part = 'margin' then
    return query
      select 'order', o.id, concat_ws(' · ', o.order_number, o.project_title), o.contact_id, (o.ordered_at at time zone v_zone)::date,
             coalesce(s.slug, 'none'), coalesce(s.name, 'Without a service'), null::text, sum(i.net), sum(trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2))
        from public.orders o
        join public.order_items i on i.order_id = o.id and i.kind = 'item'
        join public.quotation_item_costs c on c.item_id = i.quotation_item_id
        left join public.services s on s.id = i.service_id
       where o.ordered_at >= v_from and o.ordered_at < v_until and o.status <> 'cancelled' and o.currency = v_currency and c.unit_cost is not null
       group by o.id, s.id;
  elsif p_part in ('quotes', 'winners') then
    return query
      select 'quotation', q.id, concat_ws(' · ', q.number_with_version, q.project_title), q.contact_id, (q.created_at at time zone v_zone)::date,
             case p_part when 'quotes' then to_char(q.created_at at time zone v_zone, 'YYYY-MM') else coalesce(q.created_by::text, 'none') end,
             case p_part when 'winners' then coalesce(p.label, 'Nobody') end,
             case when q.status in ('approved', 'converted') then 'won' when q.status = 'rejected' then 'lost'
                  when q.status = 'expired' then 'expired' else 'open' end, q.net, null::numeric
        from public.quotations q
        left join (select u.user_id, private.person_label(u.user_id) as label from public.user_roles u) as p on p.user_id = q.created_by
       where q.created_at >= v_from and q.created_at < v_until and q.status not in ('draft', 'cancelled') and q.currency = v_currency;
  elsif p_part = 'late' then
    return query
      select 'job', j.id, concat_ws(' · ', j.job_number, j.title), j.contact_id, (j.finished_at at time zone v_zone)::date,
             to_char(j.finished_at at time zone v_zone, 'YYYY-MM'), null::text,
             case when (j.finished_at at time zone v_zone)::date > j.due_date then 'late' else 'in_time' end,
             greatest((j.finished_at at time zone v_zone)::date - j.due_date, 0)::numeric, null::numeric
        from public.jobs j
       where j.finished_at >= v_from and j.finished_at < v_until and j.due_date is not null and j.status in ('ready', 'delivered', 'closed')
      union all
      select 'job', j.id, concat_ws(' · ', j.job_number, j.title), j.contact_id, j.due_date, 'now', null, 'late',
             (v_today - j.due_date)::numeric, null
        from private.late_jobs() j;
  elsif p_part = 'labour' then
    return query
      select 'job', j.id, concat_ws(' · ', j.job_number, j.title), j.contact_id, (j.finished_at at time zone v_zone)::date,
             coalesce(s.slug, 'none'), coalesce(s.name, 'Without a service'), null::text, p.minutes, w.minutes
        from public.jobs j
        left join public.services s on s.id = j.service_id
        cross join lateral (
          select round(sum(private.seconds_of(e.total_duration)) / 60.0, 2) as minutes from public.time_entries e where e.job_id = j.id) as w
        cross join lateral (
          select sum(t.planned_minutes) as minutes from public.job_steps t where t.job_id = j.id and t.status <> 'skipped') as p
       where j.finished_at >= v_from and j.finished_at < v_until and w.minutes > 0 and p.minutes > 0;
  elsif p_part = 'to_invoice' then
    return query
      select 'order', t.order_id, concat_ws(' · ', t.order_number, t.project_title), t.contact_id, (t.since at time zone v_zone)::date,
             case when w.days <= 7 then '7' when w.days <= 30 then '30' else 'older' end, null::text, null::text, t.net, null::numeric
        from private.to_invoice() as t,
             lateral (select v_today - coalesce((t.since at time zone v_zone)::date, v_today) as days) as w
       where t.currency = v_currency;
  elsif p_part = 'receivables' then
    return query
      select 'invoice', v.id, concat_ws(' · ', v.invoice_number, v.project_title), v.contact_id, coalesce(v.due_date, v.issue_date),
             case when w.late <= 0 then 'not_due' when w.late <= 30 then 'days_30' when w.late <= 60 then 'days_60'
                  when w.late <= 90 then 'days_90' else 'older' end, null::text, null::text, v.balance, null::numeric
        from public.invoices v, lateral (select v_today - coalesce(v.due_date, v.issue_date) as late) as w
       where v.status in ('issued', 'partly_paid') and v.kind <> 'proforma' and v.balance > 0 and v.currency = v_currency;
  elsif p_part = 'cash' then
    return query
      select m.kind, m.id, m.label, m.contact_id, m.due,
             case when m.due < v_today then 'overdue' when m.due >= date_trunc('week', v_today)::date + 56 then 'later'
                  else date_trunc('week', m.due)::date::text end, null::text, m.mark, m.open, null::numeric
        from (
          select 'invoice' as kind, v.id, concat_ws(' · ', v.invoice_number, v.project_title) as label, v.contact_id,
                 coalesce(v.due_date, v.issue_date) as due, 'in' as mark, v.balance as open
            from public.invoices v
           where v.status in ('issued', 'partly_paid') and v.kind <> 'proforma' and v.balance > 0 and v.currency = v_currency
          union all
          select 'supplier_invoice', s.id, s.supplier_number, s.supplier_id, coalesce(s.scheduled_for, s.due_date, s.invoice_date), 'out', s.open
            from public.supplier_invoices s
           where s.status in ('received', 'approved', 'scheduled', 'part_paid') and s.open > 0 and s.currency = v_currency
             and (private.is_server() or private.can('supplier-invoices', 'view'))) as m;
  else
    return query
      select 'invoice', v.id, concat_ws(' · ', v.invoice_number, v.project_title), v.contact_id, v.issue_date, to_char(v.issue_date, 'YYYY-MM'),
             format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', t.base, t.vat
        from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
       where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.currency = v_currency
      union all
      select 'credit_note', n.id, concat_ws(' · ', n.credit_number, n.reason), n.contact_id, n.issue_date, to_char(n.issue_date, 'YYYY-MM'),
             format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', -t.base, -t.vat
        from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
       where n.issue_date between p_from and p_to and n.status not in ('draft', 'void') and n.currency = v_currency
      union all
      select 'supplier_invoice', s.id, s.supplier_number, s.supplier_id, s.invoice_date, to_char(s.invoice_date, 'YYYY-MM'), 'all rates', 'purchases',
             s.net, s.vat
        from public.supplier_invoices s
       where s.invoice_date between p_from and p_to and s.status <> 'disputed' and s.currency = v_currency
         and (private.is_server() or private.can('supplier-invoices', 'view'));
  end if;
end $function$;

-- Drafts are charged by their size from now on. What was sent, ordered or issued keeps what it said.
update public.quotation_items i set qty = i.qty
  from public.quotations q where q.id = i.quotation_id and q.status = 'draft' and i.kind not in ('heading', 'text');
