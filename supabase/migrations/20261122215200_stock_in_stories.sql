-- The story of a job says when and by whom material was taken, also for movements that are entered later.

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
  select new.id, round(cost.of_unit / i.stock_per_buy, 4)
    from public.inventory_items i, lateral (select coalesce(
      (select c.unit_cost from public.purchase_order_line_costs c where c.line_id = new.purchase_line_id),
      (select c.cost_price from public.inventory_item_costs c where c.item_id = i.id)) as of_unit) as cost
   where i.id = new.item_id and cost.of_unit is not null;
  perform private.share_out(new.item_id);
  return null;
end $$;
