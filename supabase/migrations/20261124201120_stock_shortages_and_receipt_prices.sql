set check_function_bodies = off;

drop trigger pin on public.inventory_items;

alter table public.inventory_items drop constraint inventory_items_stock_is_not_negative;

alter table public.inventory_items drop column to_order;

alter table public.inventory_items add column short numeric(14,4) not null default 0;

create or replace function private.share_out(p_item_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_left numeric;
  v_kept numeric;
  v_short numeric;
  v_need record;
begin
  select on_hand into v_left from public.inventory_items where id = p_item_id for no key update;
  update public.job_materials m set qty_reserved = held.qty
    from (select o.id, least(o.qty_reserved, case when private.job_is_open(j.status) and o.settled_at is null
                   then greatest(o.qty_planned - o.qty_used, 0) else 0 end) as qty
            from public.job_materials o join public.jobs j on j.id = o.job_id where o.item_id = p_item_id) as held
   where m.id = held.id and m.qty_reserved <> held.qty;
  select coalesce(sum(qty_reserved), 0) into v_kept from public.job_materials where item_id = p_item_id;
  if v_kept > v_left then
    for v_need in
      select m.id, m.qty_reserved as qty from public.job_materials m join public.jobs j on j.id = m.job_id
       where m.item_id = p_item_id and m.qty_reserved > 0 order by j.due_date desc nulls first, m.created_at desc, m.id
    loop
      exit when v_kept <= v_left;
      update public.job_materials set qty_reserved = qty_reserved - least(v_need.qty, v_kept - v_left) where id = v_need.id;
      v_kept := v_kept - least(v_need.qty, v_kept - v_left);
    end loop;
  elsif v_kept < v_left then
    for v_need in
      select m.id, m.qty_planned - m.qty_used - m.qty_reserved as qty from public.job_materials m join public.jobs j on j.id = m.job_id
       where m.item_id = p_item_id and private.job_is_open(j.status) and m.settled_at is null
         and m.qty_planned - m.qty_used - m.qty_reserved > 0
       order by j.due_date nulls last, m.created_at, m.id
    loop
      exit when v_kept >= v_left;
      update public.job_materials set qty_reserved = qty_reserved + least(v_need.qty, v_left - v_kept) where id = v_need.id;
      v_kept := v_kept + least(v_need.qty, v_left - v_kept);
    end loop;
  end if;
  select coalesce(sum(m.qty_planned - m.qty_used - m.qty_reserved), 0) into v_short
    from public.job_materials m join public.jobs j on j.id = m.job_id
   where m.item_id = p_item_id and private.job_is_open(j.status) and m.settled_at is null and m.qty_planned > m.qty_used + m.qty_reserved;
  update public.inventory_items set reserved = v_kept, short = v_short where id = p_item_id and (reserved, short) is distinct from (v_kept, v_short);
end $$;

create or replace function private.no_stock_by_hand() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.on_hand := 0;
  new.reserved := 0;
  new.on_order := 0;
  new.short := 0;
  return new;
end $$;

create or replace function private.cost_receipt(p_line_id uuid, p_item_id uuid, p_unit_cost numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_cost numeric;
begin
  if p_unit_cost is not null then
    insert into public.purchase_order_line_costs (line_id, unit_cost) values (p_line_id, p_unit_cost)
    on conflict (line_id) do update set unit_cost = excluded.unit_cost where purchase_order_line_costs.unit_cost <> excluded.unit_cost;
  end if;
  select unit_cost into v_cost from public.purchase_order_line_costs where line_id = p_line_id;
  if v_cost is not null then
    insert into public.inventory_item_costs (item_id, cost_price) values (p_item_id, v_cost)
    on conflict (item_id) do update set cost_price = excluded.cost_price where inventory_item_costs.cost_price <> excluded.cost_price;
  end if;
end $$;

create or replace function private.receive_purchase(p_receipt_id uuid, p_id uuid, p_lines jsonb, p_delivery_note text default null) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.purchase_orders;
  v_line record;
  v_any boolean := false;
begin
  perform private.must('inventory', 'edit', 'receive goods');
  select * into v_order from public.purchase_orders where id = p_id for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'This purchase order is not there any more');
  elsif exists (select from public.purchase_receipts where id = p_receipt_id) then
    return v_order.status;
  elsif v_order.status not in ('sent', 'part_received') then
    perform private.refuse('PT409', format('Nothing is expected: this purchase order is %s', replace(v_order.status, '_', ' ')));
  end if;
  insert into public.purchase_receipts (id, purchase_order_id, delivery_note) values (p_receipt_id, p_id, nullif(left(btrim(p_delivery_note), 200), ''));
  -- Items are locked in the order of their ids, so that two receipts never wait for each other.
  for v_line in
    select l.id, l.item_id, i.name, i.stock_per_buy, i.buy_unit, l.qty - l.qty_received as missing, (g.value ->> 'qty')::numeric as qty,
           (g.value ->> 'unit_cost')::numeric as unit_cost
      from jsonb_array_elements(p_lines) as g
      join public.purchase_order_lines l on l.id = private.uuid_or_null(g.value ->> 'line_id') and l.purchase_order_id = p_id
      join public.inventory_items i on i.id = l.item_id
     order by l.item_id
  loop
    if not coalesce(v_line.qty between 0 and 1000000, false) then
      perform private.refuse('22023', 'Please enter a quantity between 0 and 1,000,000');
    elsif v_line.qty > v_line.missing then
      perform private.refuse('PT409', format('No more than this is still to come: %s of %s', private.qty_text(v_line.missing, v_line.buy_unit), v_line.name));
    elsif v_line.unit_cost is not null and not (private.is_server() or private.named('view_financial_data')) then
      raise insufficient_privilege using message = 'You may not say what goods cost';
    elsif v_line.unit_cost is not null and not coalesce(v_line.unit_cost between 0 and 1000000, false) then
      perform private.refuse('22023', 'Please enter a price between 0 and 1,000,000');
    elsif v_line.qty > 0 then
      perform private.cost_receipt(v_line.id, v_line.item_id, v_line.unit_cost);
      insert into public.stock_movements (item_id, reason, qty, purchase_line_id, receipt_id)
      values (v_line.item_id, 'purchase', round(v_line.qty * v_line.stock_per_buy, 4), v_line.id, p_receipt_id);
      v_any := true;
    end if;
  end loop;
  if not v_any then
    perform private.refuse('22023', 'Please say what arrived');
  end if;
  select status into v_order.status from public.purchase_orders where id = p_id;
  return v_order.status;
end $$;

create or replace function private.movement_cost(p_movement public.stock_movements) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select case
    when p_movement.reverses_id is not null then (select c.unit_cost from public.stock_movement_costs c where c.movement_id = p_movement.reverses_id)
    when p_movement.reason = 'return' and p_movement.job_id is not null then (
      select round(sum(-m.qty * c.unit_cost) / nullif(sum(-m.qty), 0), 4) from public.stock_movements m
        join public.stock_movement_costs c on c.movement_id = m.id
       where m.job_id = p_movement.job_id and m.item_id = p_movement.item_id and m.id <> p_movement.id)
    else (
      select round(coalesce((select c.unit_cost from public.purchase_order_line_costs c where c.line_id = p_movement.purchase_line_id),
          (select c.cost_price from public.inventory_item_costs c where c.item_id = i.id)) / i.stock_per_buy, 4)
        from public.inventory_items i where i.id = p_movement.item_id)
    end
$$;

create or replace function private.follow_movement() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.job_id is not null then
    insert into public.job_materials as m (job_id, item_id, qty_used, created_by) values (new.job_id, new.item_id, greatest(-new.qty, 0), new.created_by)
    on conflict (job_id, item_id) do update
      set qty_used = m.qty_used - new.qty, qty_reserved = greatest(m.qty_reserved + least(new.qty, 0), 0);
    insert into public.document_events (kind, record_id, type, actor_id, actor_name, at, meta)
    select 'job', new.job_id, case when new.qty < 0 then 'material_taken' else 'material_returned' end, new.created_by,
           private.person_label(new.created_by), new.created_at,
           jsonb_build_object('item', i.name, 'qty', private.qty_text(abs(new.qty), new.unit))
      from public.inventory_items i where i.id = new.item_id;
  end if;
  if new.purchase_line_id is not null then
    update public.purchase_order_lines l set qty_received = l.qty_received + new.qty / i.stock_per_buy
      from public.inventory_items i where l.id = new.purchase_line_id and i.id = new.item_id;
    update public.purchase_orders o set status = case
        when not exists (select from public.purchase_order_lines l where l.purchase_order_id = o.id and l.qty_received < l.qty) then 'received'
        when exists (select from public.purchase_order_lines l where l.purchase_order_id = o.id and l.qty_received > 0) then 'part_received'
        else 'sent' end
     where o.id = (select l.purchase_order_id from public.purchase_order_lines l where l.id = new.purchase_line_id) and o.status <> 'cancelled';
    perform private.refresh_on_order(new.item_id);
  end if;
  insert into public.stock_movement_costs (movement_id, unit_cost)
  select new.id, private.movement_cost(new) where private.movement_cost(new) is not null;
  perform private.share_out(new.item_id);
  return null;
end $$;

alter table public.inventory_items add column to_order numeric not null generated always as (
CASE
    WHEN archived_at IS NULL AND (on_hand - reserved + on_order - short) < COALESCE(min_qty, 0::numeric) THEN GREATEST(COALESCE(reorder_qty, 0::numeric), COALESCE(min_qty, 0::numeric) - (on_hand - reserved + on_order - short))
    ELSE 0::numeric
END) stored;

alter table public.inventory_items add constraint inventory_items_stock_is_not_negative CHECK (on_hand >= 0::numeric AND reserved >= 0::numeric AND on_order >= 0::numeric AND short >= 0::numeric);

alter table public.inventory_items add constraint inventory_items_to_order_is_a_number CHECK (to_order <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.inventory_items add constraint inventory_items_short_is_a_number CHECK (short <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

revoke execute on all routines in schema private from public;

CREATE TRIGGER pin BEFORE UPDATE ON public.inventory_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'price_follows_cost', 'on_hand', 'reserved', 'on_order', 'short');

comment on function private.receive_purchase(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text) is 'What arrived of a purchase order: [{line_id, qty in buy units, unit_cost of one of them}]. Without unit_cost the price of the order
holds. The price stays on the movement, and the item costs it from now on. More than is still to come is refused. p_receipt_id is chosen
by the caller: a repeated call receives once. Answers the status of the order.';

comment on function private.share_out(pg_catalog.uuid) is 'Shares what is there among the jobs that need it: what a job holds it keeps, the rest goes to the jobs that are due first.
Where less is there than was kept, the jobs that are due last give up theirs. What is missing for jobs is what the item is short of. The item stays locked until the transaction ends.';

comment on function public.receive_purchase(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text) is 'What arrived of a purchase order: [{line_id, qty in buy units, unit_cost of one of them}]. Without unit_cost the price of the order
holds. The price stays on the movement, and the item costs it from now on. More than is still to come is refused. p_receipt_id is chosen
by the caller: a repeated call receives once. Answers the status of the order.';

comment on function private.cost_receipt(pg_catalog.uuid,pg_catalog.uuid,numeric) is 'What arrives costs what the supplier asked for it: the line keeps that price, and it is what the item cost last. A sell price that
follows its cost follows it.';

comment on function private.movement_cost(public.stock_movements) is 'What one stock unit of a movement costs: what is undone costs what it cost, what a job gives back costs what the job paid on
average, what arrives costs what its line of the purchase order says, everything else what the item cost last. Null: not known.';

comment on column public.inventory_items.short is 'What open jobs need and nothing is kept for. Written by private.share_out.';

comment on column public.inventory_items.to_order is 'What to order now, so that jobs have what they need and the least is there: what is on order counts as there.';

-- What the jobs that are there are short of.
update public.inventory_items i set short = missing.qty
  from (select m.item_id, sum(m.qty_planned - m.qty_used - m.qty_reserved) as qty
          from public.job_materials m join public.jobs j on j.id = m.job_id
         where private.job_is_open(j.status) and m.settled_at is null and m.qty_planned > m.qty_used + m.qty_reserved group by m.item_id) as missing
 where i.id = missing.item_id;

reset check_function_bodies;
