-- Lines of suppliers' invoices against what was ordered and received, and stock that comes in by an invoice alone.

create function private.taken_in(p_line_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select case when exists (select from public.stock_movements u where u.reverses_id = m.id) then 'undone' else 'here' end
    from public.stock_movements m where m.id = p_line_id
$$;
comment on function private.taken_in is
  'Whether a line of a supplier''s invoice brought its material into stock: here, undone, or null. The movement has the id of the line.';

create function private.receipt_matches(p_invoice_id uuid)
  returns table (line_id uuid, unit text, ordered text, received text, invoiced text, may_take_in boolean, fits boolean, words text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  return query
    select l.id, i.buy_unit, trim_scale(bought.ordered)::text, trim_scale(bought.received)::text, trim_scale(billed.qty)::text,
           bought.ordered = 0 and taken.state is null and l.qty > 0 and v.status <> 'paid',
           coalesce(taken.state = 'here', false) or bought.ordered = 0 or bought.since > v.invoice_date or bought.received = billed.qty,
           case
             when taken.state = 'here' then 'Taken into stock from this invoice.'
             when taken.state = 'undone' then 'It was taken into stock from this invoice, and that was undone.'
             when bought.ordered = 0 then 'No purchase order to this supplier has it.'
             when bought.since > v.invoice_date then 'It was invoiced before the first purchase order that has it:'
             when billed.qty > bought.received then format('%s more invoiced than received: %s invoiced, %s received, %s ordered.',
               private.qty_text(billed.qty - bought.received, i.buy_unit), trim_scale(billed.qty), trim_scale(bought.received), trim_scale(bought.ordered))
             when billed.qty < bought.received then format('%s received and not invoiced yet: %s invoiced, %s received.',
               private.qty_text(bought.received - billed.qty, i.buy_unit), trim_scale(billed.qty), trim_scale(bought.received))
             else format('Received as invoiced: %s.', private.qty_text(billed.qty, i.buy_unit)) end
             || coalesce(' ' || bought.numbers || '.', '')
      from public.supplier_invoices v
      join public.supplier_invoice_items l on l.supplier_invoice_id = v.id
      join public.inventory_items i on i.id = l.inventory_item_id
      cross join lateral (select private.taken_in(l.id) as state) as taken
      cross join lateral (
        select coalesce(sum(p.qty), 0) as ordered, coalesce(sum(p.qty_received), 0) as received,
               min(o.created_at at time zone (select time_zone from public.company_settings))::date as since,
               string_agg(distinct o.purchase_number, ', ' order by o.purchase_number) as numbers
          from public.purchase_order_lines p join public.purchase_orders o on o.id = p.purchase_order_id
         where o.supplier_id = v.supplier_id and p.item_id = l.inventory_item_id and o.status in ('sent', 'part_received', 'received')) as bought
      cross join lateral (
        select coalesce(sum(b.qty), 0) as qty
          from public.supplier_invoice_items b join public.supplier_invoices w on w.id = b.supplier_invoice_id
         where w.supplier_id = v.supplier_id and b.inventory_item_id = l.inventory_item_id and (w.status <> 'disputed' or w.id = v.id)
           and w.invoice_date >= bought.since
           and private.taken_in(b.id) is distinct from 'here') as billed
     where v.id = p_invoice_id
     order by l.position;
end $$;
comment on function private.receipt_matches is
  'The lines of a supplier''s invoice that have a material, against all purchase orders to that supplier: what of it was ordered,
received and invoiced in all, in buy units, and the difference in words; fits: received as invoiced. Invoices count from the
day of the first purchase order that has the material; what an invoice itself brought into stock counts apart.';
call private.offer('private.receipt_matches(uuid)');

create function private.take_in_line(p_line_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_line public.supplier_invoice_items;
  v_invoice public.supplier_invoices;
  v_purchase text;
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  perform private.must_keep_stock('take goods into stock');
  select * into v_line from public.supplier_invoice_items where id = p_line_id for no key update;
  select * into v_invoice from public.supplier_invoices where id = v_line.supplier_invoice_id;
  if v_line.id is null then
    perform private.refuse('PT404', 'This line is not there any more');
  elsif exists (select from public.stock_movements where id = p_line_id) then
    return private.movement_facts(p_line_id);
  elsif v_line.inventory_item_id is null then
    perform private.refuse('22023', 'Please say first which material this line is');
  elsif v_line.qty <= 0 then
    perform private.refuse('22023', 'Only what came is taken into stock');
  end if;
  select o.purchase_number into v_purchase
    from public.purchase_order_lines p join public.purchase_orders o on o.id = p.purchase_order_id
   where o.supplier_id = v_invoice.supplier_id and p.item_id = v_line.inventory_item_id and o.status in ('sent', 'part_received', 'received')
   order by o.created_at desc limit 1;
  if v_purchase is not null then
    perform private.refuse('PT409', format('It was ordered on %s. Receive it there, so that it is counted once.', v_purchase));
  end if;
  return private.move_stock(p_line_id, v_line.inventory_item_id, 'purchase', v_line.qty,
    (select i.buy_unit from public.inventory_items i where i.id = v_line.inventory_item_id), null, 'Invoice ' || v_invoice.supplier_number);
end $$;
comment on function private.take_in_line is
  'What a line of a supplier''s invoice brought comes into stock, in buy units of its material, where no purchase order has it. The
movement has the id of the line: a repeated call counts once.';
call private.offer('private.take_in_line(uuid)');

create function private.keep_taken_in() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.taken_in(old.id) = 'here' then
    perform private.refuse('PT409', 'This line brought its goods into stock. Undo that movement first.');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.keep_taken_in is 'Material and quantity of a line stay while what it brought is in stock.';
create trigger keep_taken_in before update of inventory_item_id, qty on public.supplier_invoice_items
  for each row when ((old.inventory_item_id, old.qty) is distinct from (new.inventory_item_id, new.qty))
  execute function private.keep_taken_in();
create trigger keep_taken_in_line before delete on public.supplier_invoice_items
  for each row execute function private.keep_taken_in();

revoke execute on all routines in schema private from public;
