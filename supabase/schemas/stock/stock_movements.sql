-- Movements of stock, and offcuts.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.stock_movements (
  id               uuid primary key default gen_random_uuid(),
  item_id          uuid not null references public.inventory_items (id) on delete restrict,
  reason           text not null,
  qty              numeric(14, 4) not null,
  unit             text not null default '',
  balance          numeric(14, 4) not null default 0,
  job_id           uuid references public.jobs (id) on delete restrict,
  purchase_line_id uuid references public.purchase_order_lines (id) on delete restrict,
  receipt_id       uuid references public.purchase_receipts (id) on delete restrict,
  reverses_id      uuid references public.stock_movements (id) on delete restrict,
  note             text,
  created_by       uuid default auth.uid() references auth.users (id) on delete set null,
  created_at       timestamptz not null default clock_timestamp(),
  constraint stock_movements_reason_is_known check (reason in ('purchase', 'deduct', 'count', 'return', 'waste', 'reversal')),
  constraint stock_movements_direction check (case reason
    when 'purchase' then qty > 0 when 'return' then qty > 0 when 'deduct' then qty < 0 when 'waste' then qty < 0 else true end),
  constraint stock_movements_reversal_reverses check ((reason = 'reversal') = (reverses_id is not null)),
  constraint stock_movements_note_length check (char_length(note) <= 2000)
);
create unique index stock_movements_reversed_once_idx on public.stock_movements (reverses_id) where reverses_id is not null;
create index stock_movements_reverses_id_idx on public.stock_movements (reverses_id);
create index stock_movements_item_id_created_at_idx on public.stock_movements (item_id, created_at desc, id desc);
create index stock_movements_job_id_idx on public.stock_movements (job_id);
create index stock_movements_purchase_line_id_idx on public.stock_movements (purchase_line_id);
create index stock_movements_receipt_id_idx on public.stock_movements (receipt_id);
create index stock_movements_created_by_idx on public.stock_movements (created_by, created_at desc);
comment on table public.stock_movements is 'Every change of stock: how much, why, for which job. It only grows; a mistake is undone by a counter-movement.';
comment on column public.stock_movements.qty is 'In the stock unit of the item; what is taken is negative. A count may change nothing.';
comment on column public.stock_movements.balance is 'What was there after it.';

create table public.stock_movement_costs (
  movement_id uuid primary key references public.stock_movements (id) on delete cascade,
  unit_cost   numeric(14, 4) not null
);
comment on table public.stock_movement_costs is 'What one stock unit cost when it moved, without VAT. Only for holders of view_financial_data.';

create table public.stock_offcuts (
  id            uuid primary key,
  item_id       uuid not null references public.inventory_items (id) on delete restrict,
  width_mm      numeric(10, 2) not null,
  length_mm     numeric(12, 2) not null,
  area_m2       numeric not null generated always as (round(width_mm * length_mm / 1000000, 4)) stored,
  bin           text,
  status        text not null default 'free',
  source_job_id uuid references public.jobs (id) on delete set null,
  job_id        uuid references public.jobs (id) on delete set null,
  note          text,
  created_by    uuid default auth.uid() references auth.users (id) on delete set null,
  created_at    timestamptz not null default now(),
  constraint stock_offcuts_size_range check (width_mm between 10 and 100000 and length_mm between 10 and 10000000),
  constraint stock_offcuts_status_is_known check (status in ('free', 'used', 'scrapped')),
  constraint stock_offcuts_texts_length check (char_length(bin) <= 60 and char_length(note) <= 2000)
);
create index stock_offcuts_free_idx on public.stock_offcuts (item_id, area_m2) where status = 'free';
create index stock_offcuts_item_id_idx on public.stock_offcuts (item_id);
create index stock_offcuts_source_job_id_idx on public.stock_offcuts (source_job_id);
create index stock_offcuts_job_id_idx on public.stock_offcuts (job_id);
create index stock_offcuts_created_by_idx on public.stock_offcuts (created_by);
comment on table public.stock_offcuts is 'Pieces of sheets and rolls that are left over and large enough to keep. Each is one piece.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.stock_movements', 'select');
create policy "staff who see stock read movements" on public.stock_movements for select to authenticated
  using ((select private.can('inventory', 'view')));

call private.borrow_rules('public.stock_movement_costs', 'select', p_key => 'movement_id');
create policy "holders of view_financial_data read costs of movements" on public.stock_movement_costs for select to authenticated
  using ((select private.named('view_financial_data')));

call private.borrow_rules('public.stock_offcuts', 'select', '{item_id,width_mm,length_mm,status,source_job_id,job_id}');
create policy "staff who see stock read offcuts" on public.stock_offcuts for select to authenticated
  using ((select private.can('inventory', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.settle_movement() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item public.inventory_items;
  v_free numeric;
begin
  select * into v_item from public.inventory_items where id = new.item_id for no key update;
  if v_item.id is null then
    perform private.refuse('PT404', 'This item is not there any more');
  elsif v_item.archived_at is not null and new.reason <> 'reversal' then
    perform private.refuse('PT409', format('%s is archived. Bring it back from the archive first.', v_item.name));
  end if;
  new.unit := v_item.stock_unit;
  perform private.must_be_whole(v_item, new.qty);
  if v_item.on_hand + new.qty < 0 then
    perform private.refuse('PT409', case when v_item.on_hand = 0 then format('Nothing is left of %s', v_item.name)
      else format('There %s only %s of %s', case when v_item.on_hand = 1 then 'is' else 'are' end,
        private.qty_text(v_item.on_hand, v_item.stock_unit), v_item.name) end, v_item.on_hand::text);
  elsif new.reason = 'deduct' then
    v_free := v_item.on_hand - v_item.reserved + coalesce((
      select m.qty_reserved from public.job_materials m where m.item_id = new.item_id and m.job_id = new.job_id), 0);
    if -new.qty > v_free then
      perform private.refuse('PT409', format('Only %s can be taken: the rest is reserved for other jobs',
        private.qty_text(v_free, v_item.stock_unit)), v_free::text);
    end if;
  end if;
  new.balance := v_item.on_hand + new.qty;
  -- Reservations never exceed what is there: they shrink with it, and share_out puts them right.
  update public.inventory_items set on_hand = new.balance, reserved = least(reserved, new.balance) where id = new.item_id;
  return new;
end $$;
comment on function private.settle_movement is
  'Takes the row of the item, so that two never take the last piece; refuses in words what is not there or kept for other jobs.';

create function private.movement_cost(p_movement public.stock_movements) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when p_movement.reverses_id is not null then (select c.unit_cost from public.stock_movement_costs c where c.movement_id = p_movement.reverses_id)
    when p_movement.reason = 'return' and p_movement.job_id is not null then (
      select round(sum(-m.qty * c.unit_cost) / nullif(sum(-m.qty), 0), 4) from public.stock_movements m
        join public.stock_movement_costs c on c.movement_id = m.id
       where m.job_id = p_movement.job_id and m.item_id = p_movement.item_id and m.id <> p_movement.id)
    else (
      select round(coalesce((select c.unit_cost from public.purchase_order_line_costs c where c.line_id = p_movement.purchase_line_id),
          (select c.cost_price from public.inventory_item_costs c where c.item_id = i.id)) / i.stock_per_buy, 4)
        from public.inventory_items i where i.id = p_movement.item_id)
    end;
end $$;
comment on function private.movement_cost is
'What one stock unit of a movement costs: what is undone costs what it cost, what a job gives back costs what the job paid on
average, what arrives costs what its line of the purchase order says, everything else what the item cost last. Null: not known.';

create function private.follow_movement() returns trigger
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
comment on function private.follow_movement is 'What follows from a movement: materials of the job, its story, the purchase order, costs and reservations.';

create function private.must_keep_stock(p_doing text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('inventory', 'edit', p_doing);
end $$;

create function private.stock_qty(p_item_id uuid, p_qty numeric, p_unit text) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_item public.inventory_items;
begin
  select * into v_item from public.inventory_items where id = p_item_id;
  if v_item.id is null then
    perform private.refuse('PT404', 'This item is not there any more');
  elsif p_qty is null or p_qty in ('NaN', 'Infinity', '-Infinity') or p_qty < 0 or p_qty > 1000000 then
    perform private.refuse('22023', 'Please enter a quantity between 0 and 1,000,000');
  elsif coalesce(p_unit, v_item.stock_unit) = v_item.stock_unit then
    return p_qty;
  elsif p_unit = v_item.buy_unit then
    return round(p_qty * v_item.stock_per_buy, 4);
  end if;
  perform private.refuse('22023', format('%s is counted in %s', v_item.name, private.units_word(v_item.stock_unit)));
  return null;
end $$;
comment on function private.stock_qty is 'A quantity in the stock unit or the buy unit of an item, in its stock unit.';

create function private.movement_facts(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', m.id, 'item_id', m.item_id, 'qty', trim_scale(m.qty)::text, 'unit', m.unit,
           'on_hand', trim_scale(i.on_hand)::text, 'available', trim_scale(i.available)::text)
    from public.stock_movements m join public.inventory_items i on i.id = m.item_id where m.id = p_id
$$;

create function private.move_stock(
  p_id uuid, p_item_id uuid, p_reason text, p_qty numeric, p_unit text default null, p_job_id uuid default null,
  p_note text default null, p_seen numeric default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item public.inventory_items;
  v_kept public.stock_movements;
  v_qty numeric;
  v_used numeric;
begin
  perform private.must_keep_stock('change stock');
  select * into v_kept from public.stock_movements where id = p_id;
  if found then
    perform private.must_be_same(v_kept.item_id = p_item_id and v_kept.reason = p_reason, 'movement of stock');
    return private.movement_facts(p_id);
  end if;
  v_qty := private.stock_qty(p_item_id, p_qty, p_unit);
  select * into v_item from public.inventory_items where id = p_item_id for no key update;
  if p_reason not in ('purchase', 'deduct', 'count', 'return', 'waste') then
    perform private.refuse('22023', 'Stock is received, deducted, counted, returned or wasted');
  elsif v_qty = 0 and p_reason <> 'count' then
    perform private.refuse('22023', 'The quantity must be more than zero');
  elsif p_job_id is not null and not exists (select from public.jobs where id = p_job_id) then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif p_reason = 'waste' and coalesce(btrim(p_note), '') = '' then
    perform private.refuse('22023', 'Please say what happened to it');
  elsif p_reason = 'count' and p_seen is not null and p_seen <> v_item.on_hand then
    perform private.refuse('PT409', format('The stock changed while you counted: %s were there, now %s. Please count again.',
      private.qty_text(p_seen, v_item.stock_unit), private.qty_text(v_item.on_hand, v_item.stock_unit)), v_item.on_hand::text);
  elsif p_reason = 'return' and p_job_id is not null then
    select m.qty_used into v_used from public.job_materials m where m.job_id = p_job_id and m.item_id = p_item_id;
    if v_qty > coalesce(v_used, 0) then
      perform private.refuse('PT409', format('This job took only %s of it', private.qty_text(coalesce(v_used, 0), v_item.stock_unit)));
    end if;
  end if;
  insert into public.stock_movements (id, item_id, reason, qty, job_id, note)
  values (p_id, p_item_id, p_reason, case p_reason when 'count' then v_qty - v_item.on_hand when 'deduct' then -v_qty
    when 'waste' then -v_qty else v_qty end, case when p_reason in ('deduct', 'return', 'waste') then p_job_id end, nullif(left(btrim(p_note), 2000), ''));
  return private.movement_facts(p_id);
end $$;
comment on function private.move_stock is
  'One movement of stock: purchase, deduct, count, return or waste, in the stock unit or the buy unit. p_id is chosen by the
caller: a repeated call moves once. A count gives what is there; p_seen is what the person saw before counting, and a count over
a stock that changed meanwhile is refused. Answers what is there and free now.';
call private.offer('private.move_stock(uuid, uuid, text, numeric, text, uuid, text, numeric)');

create function private.undo_movement(p_id uuid, p_reversal_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_was public.stock_movements;
begin
  select * into v_was from public.stock_movements where id = p_id;
  -- Who took material for a job puts it back without the right to keep stock.
  if not coalesce(v_was.created_by = auth.uid() and v_was.job_id is not null and v_was.reason = 'deduct'
    and (private.can('production', 'edit') or private.can('jobs', 'edit')), false)
  then
    perform private.must_keep_stock('undo movements');
  end if;
  if v_was.id is null then
    perform private.refuse('PT404', 'This movement is not there');
  elsif exists (select from public.stock_movements where id = p_reversal_id) then
    return private.movement_facts(p_reversal_id);
  elsif v_was.reason = 'reversal' then
    perform private.refuse('PT409', 'This is an undo already. Enter the movement again.');
  end if;
  perform from public.inventory_items where id = v_was.item_id for no key update;
  if exists (select from public.stock_movements where reverses_id = p_id) then
    perform private.refuse('PT409', 'This movement is undone already');
  end if;
  insert into public.stock_movements (id, item_id, reason, qty, job_id, purchase_line_id, receipt_id, reverses_id)
  values (p_reversal_id, v_was.item_id, 'reversal', -v_was.qty, v_was.job_id, v_was.purchase_line_id, v_was.receipt_id, p_id);
  return private.movement_facts(p_reversal_id);
end $$;
comment on function private.undo_movement is 'The counter-movement of a movement; once. Refused in words where what it brought is not there any more.';
call private.offer('private.undo_movement(uuid, uuid)');

create function private.keep_offcut(
  p_id uuid, p_item_id uuid, p_width_mm numeric, p_length_mm numeric, p_job_id uuid default null, p_bin text default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_keep_stock('keep offcuts');
  perform private.put_offcut(p_id, p_item_id, p_width_mm, p_length_mm, p_job_id, p_bin);
  return p_id;
end $$;
comment on function private.keep_offcut is 'Keeps a piece that is left over. p_id is chosen by the caller: a repeated call keeps one.';
call private.offer('private.keep_offcut(uuid, uuid, numeric, numeric, uuid, text)');

create function private.move_offcut(p_id uuid, p_to text, p_job_id uuid default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_offcut public.stock_offcuts;
begin
  perform private.must_keep_stock('use offcuts');
  select * into v_offcut from public.stock_offcuts where id = p_id for update;
  if v_offcut.id is null then
    perform private.refuse('PT404', 'This offcut is not there any more');
  elsif v_offcut.status = p_to and v_offcut.job_id is not distinct from p_job_id then
    return;
  elsif p_to not in ('free', 'used', 'scrapped') then
    perform private.refuse('22023', 'An offcut is free, used or scrapped');
  elsif p_to <> 'free' and v_offcut.status <> 'free' then
    perform private.refuse('PT409', format('Somebody %s this offcut meanwhile', case v_offcut.status when 'used' then 'used' else 'scrapped' end));
  end if;
  update public.stock_offcuts set status = p_to, job_id = case p_to when 'used' then p_job_id end where id = p_id;
  if p_to = 'used' and p_job_id is not null then
    perform private.log_event('job', p_job_id, 'offcut_used', (
      select jsonb_build_object('item', i.name, 'size', private.size_words(v_offcut.length_mm, v_offcut.width_mm))
        from public.inventory_items i where i.id = v_offcut.item_id));
  end if;
end $$;
comment on function private.move_offcut is 'An offcut is used for a job, scrapped, or free again. One that somebody took meanwhile is refused in words.';
call private.offer('private.move_offcut(uuid, text, uuid)');

create function private.put_offcut(
  p_id uuid, p_item_id uuid, p_width_mm numeric, p_length_mm numeric, p_job_id uuid, p_bin text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item public.inventory_items;
begin
  select * into v_item from public.inventory_items where id = p_item_id;
  if v_item.id is null then
    perform private.refuse('PT404', 'This item is not there any more');
  elsif v_item.form not in ('sheet', 'roll') then
    perform private.refuse('22023', 'Only sheets and rolls leave offcuts');
  elsif not coalesce(p_width_mm between 10 and 100000 and p_length_mm between 10 and 1000000, false) then
    perform private.refuse('22023', 'An offcut is at least ' || private.size_words(10, 10));
  elsif v_item.width_mm is not null and v_item.length_mm is not null and (
    least(p_width_mm, p_length_mm) > least(v_item.width_mm, v_item.length_mm)
    or greatest(p_width_mm, p_length_mm) > greatest(v_item.width_mm, v_item.length_mm))
  then
    perform private.refuse('22023', format('An offcut is not larger than the %s it was cut from', v_item.form));
  end if;
  insert into public.stock_offcuts (id, item_id, width_mm, length_mm, source_job_id, bin)
  values (coalesce(p_id, gen_random_uuid()), p_item_id, p_width_mm, p_length_mm, p_job_id, nullif(left(btrim(p_bin), 60), ''))
  on conflict (id) do nothing;
end $$;
comment on function private.put_offcut is 'Keeps a piece that is left over. Who may is asked by its callers.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger append_only before update on public.stock_movements
  for each row execute function private.refuse_change();
-- An import that is undone takes its items along, with the one movement that brought their stock.
create trigger never_removed before delete on public.stock_movements
  for each row when (old.id <> old.item_id or coalesce(current_setting('signwright.undo_import', true), '') <> 'on')
  execute function private.refuse_change();
create trigger never_emptied before truncate on public.stock_movements
  for each statement execute function private.refuse_change();
create trigger settle_movement before insert on public.stock_movements
  for each row execute function private.settle_movement();
create trigger follow_movement after insert on public.stock_movements
  for each row execute function private.follow_movement();

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.stock_movements', 'nudge_page', $$private.nudge_pages('item_id', 'inventory', 'jobs')$$, '{insert}');

call private.after_each_statement('public.stock_offcuts', 'nudge_page', $$private.nudge_pages('item_id', 'inventory')$$);
