-- Lines of orders: extra work, amendments, what is to be delivered and invoiced.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.order_items (
  like private.document_line including all,
  order_id          uuid not null references public.orders (id) on delete cascade,
  quotation_item_id uuid references public.quotation_items (id) on delete set null,
  service_id        uuid references public.services (id) on delete set null,
  inventory_item_id uuid,
  product_id        uuid,
  calculation_id    uuid,
  qty_ready         numeric(14, 4) not null default 0,
  qty_delivered     numeric(14, 4) not null default 0,
  qty_invoiced      numeric(14, 4) not null default 0,
  charged_qty       numeric(20, 4),
  qty_drafted       numeric(14, 4) not null default 0,
  unique (order_id, position),
  constraint order_items_not_more_than_ordered check (
    qty_delivered >= 0 and qty_delivered <= greatest(coalesce(abs(qty), 0), 0) and qty_invoiced >= 0 and qty_invoiced <= coalesce(abs(qty), 0)
    and qty_drafted >= 0 and qty_drafted <= qty_invoiced)
);
create index order_items_quotation_item_id_idx on public.order_items (quotation_item_id);
create index order_items_service_id_idx on public.order_items (service_id);
comment on table public.order_items is 'The lines of an order: those of the quotation that were chosen.';
comment on column public.order_items.qty_delivered is 'Handed over so far. Kept by deliver_drop.';
comment on column public.order_items.qty_invoiced is 'On invoices so far, drafts included, less what credit notes took back to be invoiced again. Discounts count as their positive quantity.';
comment on column public.order_items.qty_drafted is 'The part of qty_invoiced that is only on drafts.';
comment on column public.order_items.charged_qty is 'That of the quotation''s line. Null: qty.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.order_items', '');
grant select on public.order_items to authenticated;
create policy "whoever reads an order reads its lines" on public.order_items
  for select to authenticated using ((select true from public.orders o where o.id = order_id));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.must_stay_untouched(p_order_item_id uuid, p_qty numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_line public.order_items;
  v_free constant numeric := private.free_of_line(p_order_item_id);
begin
  select * into v_line from public.order_items where id = p_order_item_id;
  if p_qty > v_free then
    perform private.refuse('PT409', format('Only %s of %s of "%s" can be taken off: the rest is delivered, planned for a delivery or invoiced',
      trim_scale(greatest(v_free, 0)), trim_scale(v_line.qty), left(v_line.description, 100)));
  elsif p_qty = v_line.qty and exists (
    select from public.jobs j where j.order_item_id = p_order_item_id and j.status not in ('new', 'artwork', 'awaiting_approval', 'approved', 'cancelled'))
  then
    perform private.refuse('PT409', format('The job of "%s" has begun: it cannot be taken off whole', left(v_line.description, 100)));
  end if;
end $$;
comment on function private.must_stay_untouched is 'Refuses in words to take more off a line of an order than is free.';

create function private.take_off_order_line(p_quotation_id uuid, p_order_item_id uuid, p_qty numeric) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_quotation_id, 'change quotations');
  v_id uuid;
begin
  if v_row.status <> 'draft' then
    perform private.refuse('PT409', 'This quotation was sent. Revise it to change its lines.');
  elsif not coalesce(p_qty > 0, false) then
    perform private.refuse('22023', 'Please say how much is taken off');
  end if;
  perform private.must_be_pieces(p_qty, private.unit_of_pieces(o.unit, o.width_mm, o.height_mm), o.description, o.qty)
     from public.order_items o where o.id = p_order_item_id;
  select id into v_id from public.quotation_items where quotation_id = p_quotation_id and amends_item_id = p_order_item_id;
  if found then
    update public.quotation_items set qty = p_qty where id = v_id;
    return v_id;
  end if;
  insert into public.quotation_items (quotation_id, position, kind, description, qty, amends_item_id)
  select p_quotation_id,
         coalesce((select max(position) from public.quotation_items where quotation_id = p_quotation_id), 'a') || 'V', 'discount',
         left('Taken off: ' || oi.description, 2000), p_qty, oi.id
    from public.order_items oi where oi.id = p_order_item_id
  returning id into v_id;
  return v_id;
end $$;
comment on function private.take_off_order_line is
  'Lowers a line of the amended order by p_qty, in a draft for extra work. A second call changes the quantity. Returns the id of
the line.';
call private.offer('private.take_off_order_line(uuid, uuid, numeric)');

create function private.is_nothing(p_line public.order_items) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  return p_line.kind in ('item', 'discount') and p_line.qty = 0;
end $$;
comment on function private.is_nothing is 'Whether nothing of a line is ordered any more: papers and clients do not read it.';

create function private.order_lines_to_take_off(p_quotation_id uuid)
returns table (order_item_id uuid, description text, qty text, free text, unit text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select oi.id, oi.description, trim_scale(oi.qty)::text, trim_scale(greatest(private.free_of_line(oi.id), 0))::text, oi.unit
      from public.quotations q join public.order_items oi on oi.order_id = q.amends_order_id
     where q.id = p_quotation_id and oi.kind = 'item' and oi.qty > 0
     order by oi.position;
end $$;
comment on function private.order_lines_to_take_off is
  'The lines of the order that a quotation amends, with what is neither delivered, planned nor invoiced. Quantities are text.';
call private.offer('private.order_lines_to_take_off(uuid)');

create function private.discount_limits(p_invoice_id uuid, p_order_id uuid, p_rate numeric, p_treatment text, out at_least numeric, out at_most numeric)
language sql stable security definer set search_path to '' as $function$
  -- Where a rate has no lines, or less of them than discounts, nothing is limited.
  select case when s.lines > 0 and s.lines >= s.discounts
              then least(greatest(s.here - (s.lines_left - s.discounts_left), 0), s.here, s.discounts_left) else 0 end,
         case when s.lines > 0 and s.lines >= s.discounts then least(s.here, s.discounts_left) else s.discounts end
    from (
      select coalesce(sum(o.net) filter (where o.kind = 'item'), 0) as lines,
             coalesce(-sum(o.net) filter (where o.kind = 'discount'), 0) as discounts,
             coalesce(sum(o.net - billed.net) filter (where o.kind = 'item'), 0) as lines_left,
             coalesce(-sum(o.net - billed.net) filter (where o.kind = 'discount'), 0) as discounts_left,
             coalesce(sum(billed.here) filter (where o.kind = 'item'), 0) as here
        from public.order_items o
       cross join lateral (
         select coalesce((select sum(b.net) from private.billed_parts(o.id) as b
                           where b.invoice_id is distinct from p_invoice_id and not b.is_draft), 0) as net,
                coalesce((select sum(i.net) from public.invoice_items i where i.order_item_id = o.id and i.invoice_id = p_invoice_id), 0) as here) as billed
       where o.order_id = p_order_id and o.vat_rate = p_rate and o.vat_treatment = p_treatment) as s
$function$;
comment on function private.discount_limits is 'How much of the discounts of an order at one VAT rate its lines on this invoice must bear, so that those of the rest are not below
zero, and how much they can. Amounts without VAT.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger name_discount before insert or update of kind, description, details on public.order_items
  for each row when (new.kind = 'discount') execute function private.name_discount();
-- Its name puts it behind what computes the amount.
create trigger zz_fit_details before insert or update of qty, net, unit_price, details on public.order_items
  for each row when (new.kind = 'discount') execute function private.fit_details();
create trigger settle_line before insert on public.order_items
  for each row execute function private.settle_line();
create trigger whole_pieces before insert on public.order_items
  for each row execute function private.keep_pieces_whole('quotation_items', 'quotation_item_id');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.order_items', 'nudge_page', $$private.nudge_pages('order_id', 'orders', 'invoices')$$);
