set check_function_bodies = off;

create or replace function private.is_counted(p_unit text) returns boolean
  language sql immutable set search_path = ''
as $$
  select coalesce(nullif(lower(btrim(p_unit)), ''), 'piece') in ('piece', 'pieces', 'pc', 'pcs', 'sheet', 'roll', 'box', 'set', 'pair')
$$;

create or replace function private.must_be_pieces(p_qty numeric, p_unit text, p_name text, p_of numeric default 0) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if p_qty <> trunc(p_qty) and p_of is not distinct from trunc(p_of) and private.is_counted(p_unit) then
    perform private.refuse('22023', format('%s is counted in whole %s',
      coalesce(nullif(left(btrim(split_part(p_name, E'\n', 1)), 100), ''), 'A line'),
      case lower(btrim(p_unit)) when 'sheet' then 'sheets' when 'roll' then 'rolls' when 'box' then 'boxes' when 'set' then 'sets'
        when 'pair' then 'pairs' else 'pieces' end));
  end if;
end $$;

create or replace function private.keep_delivery_whole() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_be_pieces(q.qty, private.unit_of_pieces(o.unit, o.width_mm, o.height_mm), o.description, coalesce(
       (select case when i.qty <> trunc(i.qty) then i.qty else i.qty_delivered end from public.delivery_items i
         where i.order_item_id = o.id and (i.qty <> trunc(i.qty) or i.qty_delivered <> trunc(i.qty_delivered)) limit 1), o.qty))
     from public.order_items o, unnest(array[new.qty, new.qty_delivered]) as q (qty) where o.id = new.order_item_id;
  return new;
end $$;

create or replace function private.keep_step_whole() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_be_pieces(q.qty, private.unit_of_pieces(j.unit, j.width_mm, j.height_mm), j.title, j.qty)
     from public.jobs j, unnest(array[new.qty_good, new.qty_waste]) as q (qty) where j.id = new.job_id;
  return new;
end $$;

create or replace function private.keep_job_whole() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_be_pieces(new.qty, private.unit_of_pieces(new.unit, new.width_mm, new.height_mm), new.title, coalesce(
    (select j.qty from public.jobs j where j.id = new.remake_of), (select i.qty from public.quotation_items i where i.id = new.quotation_item_id), 0));
  return new;
end $$;

create or replace function private.unit_of_pieces(p_unit text, p_width_mm numeric, p_height_mm numeric) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case when private.measure_of(p_unit, p_width_mm, p_height_mm) is null then p_unit else 'piece' end
$$;

create or replace function private.keep_pieces_whole() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_of numeric;
begin
  if new.kind = 'discount' and tg_table_name <> 'quotation_items' or new.qty = trunc(new.qty) then
    return new;
  elsif tg_nargs > 0 and to_jsonb(new) ->> tg_argv[1] is not null then
    execute format('select coalesce((select i.qty from public.%I i where i.%I = $1 and i.id <> $2 and i.qty <> trunc(i.qty) limit 1), w.qty)
      from public.%I w where w.id = $1', tg_table_name, tg_argv[1], tg_argv[0]) into v_of using (to_jsonb(new) ->> tg_argv[1])::uuid, new.id;
  elsif new.kind <> 'item' then
    return new;
  end if;
  perform private.must_be_pieces(new.qty, private.unit_of_pieces(new.unit, new.width_mm, new.height_mm), new.description, coalesce(v_of, 0));
  return new;
end $$;

create or replace function private.take_off_order_line(p_quotation_id uuid, p_order_item_id uuid, p_qty numeric) returns uuid
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

create or replace function private.choose_quantity(p_uuid uuid, p_version integer, p_line uuid, p_qty numeric)
  returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_row public.quotations := private.quotation_by_link(p_uuid);
  v_line public.quotation_items;
  v_sent numeric;
  v_least numeric;
  v_counted boolean;
begin
  perform private.must_be_current(v_row, p_version);
  perform private.must_be_open(v_row);
  select * into v_line from public.quotation_items i
   where i.id = p_line and i.quotation_id = v_row.id and i.price_breaks is not null for no key update;
  select (sent ->> 'qty')::numeric into v_sent from public.quotation_versions v, jsonb_array_elements(v.snapshot -> 'lines') as sent
   where v.quotation_id = v_row.id and v.version = v_row.version and sent ->> 'id' = p_line::text;
  v_sent := coalesce(v_sent, v_line.qty);
  v_counted := private.is_counted(private.unit_of_pieces(v_line.unit, v_line.width_mm, v_line.height_mm));
  v_least := least(split_part(v_line.price_breaks, ':', 1)::numeric, v_sent);
  if v_line.id is null or not v_row.show_price_breaks then
    perform private.refuse('22023', 'The quantity of this line is fixed. Please ask us for another one.');
  elsif p_qty is null or p_qty <= 0 or p_qty > 1000000 or p_qty <> trunc(p_qty, case when v_counted then 0 else 4 end) then
    perform private.refuse('22023', case when v_counted then 'Please enter a whole quantity from 1 to 1,000,000'
      else 'Please enter a quantity up to 1,000,000' end);
  elsif p_qty < v_least then
    perform private.refuse('22023', format('The smallest quantity is %s. Please ask us for less.', trim_scale(v_least)));
  elsif p_qty < v_sent and exists (
    select from public.quotation_items i where i.quotation_id = v_row.id and i.kind = 'discount' and i.amends_item_id is null)
  then
    perform private.refuse('22023', format('The discount is for %s or more. Please ask us for less.', trim_scale(v_sent)));
  elsif p_qty = v_line.qty then
    return private.quotation_document(v_row.id);
  elsif (select count(*) from public.document_events e
          where e.kind = 'quotation' and e.record_id = v_row.id and e.type = 'quantity_chosen' and e.at > now() - interval '1 hour') >= 60
  then
    perform private.refuse('PT429', 'Too many changes in one hour. Please call us.');
  end if;
  update public.quotation_items set qty = p_qty where id = v_line.id;
  perform private.log_event('quotation', v_row.id, 'quantity_chosen', jsonb_build_object('version', v_row.version,
    'words', format('%s: %s instead of %s', left(v_line.description, 200), trim_scale(p_qty), trim_scale(v_line.qty))));
  return private.quotation_document(v_row.id);
end $$;

create or replace function private.must_have_whole_pieces(p_quotation_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_be_pieces(i.qty, private.unit_of_pieces(i.unit, i.width_mm, i.height_mm), i.description, coalesce(o.qty, 0))
     from public.quotation_items i left join public.order_items o on o.id = i.amends_item_id
    where i.quotation_id = p_quotation_id and (i.kind = 'item' or o.id is not null);
end $$;

create or replace function private.send_quotation(p_id uuid) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'send quotations');
begin
  if v_row.status = 'sent' then
    return v_row.version;
  elsif v_row.status <> 'draft' then
    perform private.refuse('PT409', format('This quotation is %s', replace(v_row.status, '_', ' ')));
  end if;
  perform private.settle_blank_lines(p_id);
  if not exists (select from public.quotation_items where quotation_id = p_id and kind = 'item') then
    perform private.refuse('22023', 'Please add a line before you send the quotation');
  elsif v_row.valid_until < private.company_today() then
    perform private.refuse('22023', 'Please choose a last valid day that has not passed');
  end if;
  perform private.must_have_whole_pieces(p_id);
  update public.quotations q
     set status = 'sent', sent_at = now(), decided_at = null, decided_name = null, decided_by = null, decided_ip = null,
         reject_reason = null,
         valid_until = coalesce(q.valid_until, private.company_today() + (select quotation_valid_days from public.company_settings))
   where q.id = p_id;
  insert into public.quotation_versions (quotation_id, version, number, snapshot, reason, sent_by)
  values (p_id, v_row.version, v_row.number_with_version, private.quotation_document(p_id),
    (select e.meta ->> 'reason' from public.document_events e
      where e.kind = 'quotation' and e.record_id = p_id and e.type = 'revised' order by e.id desc limit 1), auth.uid());
  perform private.log_event('quotation', p_id, 'sent', jsonb_build_object('version', v_row.version));
  return v_row.version;
end $$;

create or replace function private.must_be_whole(p_item public.inventory_items, p_qty numeric) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform private.must_be_pieces(p_qty, p_item.stock_unit, p_item.name);
end $$;

create or replace function private.keep_purchase_whole() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_be_pieces(new.qty, i.buy_unit, i.name) from public.inventory_items i where i.id = new.item_id;
  return new;
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger whole_pieces before insert or update of qty on public.credit_note_items
  for each row execute function private.keep_pieces_whole('invoice_items', 'invoice_item_id');

create or replace trigger whole_pieces before insert or update of qty, qty_delivered on public.delivery_items
  for each row execute function private.keep_delivery_whole();

create or replace trigger whole_pieces before insert or update of qty, unit, width_mm, height_mm on public.invoice_items
  for each row execute function private.keep_pieces_whole('order_items', 'order_item_id');

create or replace trigger whole_pieces before insert or update of qty_good, qty_waste on public.job_steps
  for each row execute function private.keep_step_whole();

create or replace trigger whole_pieces before insert or update of qty, unit, width_mm, height_mm on public.jobs
  for each row execute function private.keep_job_whole();

create or replace trigger whole_pieces before insert on public.order_items
  for each row execute function private.keep_pieces_whole('quotation_items', 'quotation_item_id');

create or replace trigger whole_units before insert or update of qty on public.purchase_order_lines
  for each row execute function private.keep_purchase_whole();

-- A copy takes the lines of before as they are; it is not sent with them.
create or replace trigger whole_pieces before insert or update of kind, qty, unit, width_mm, height_mm on public.quotation_items
  for each row when (current_user in ('anon', 'authenticated')) execute function private.keep_pieces_whole('order_items', 'amends_item_id');

comment on function private.is_counted(pg_catalog.text) is 'Whether a unit is counted, so that there is no half of it: pieces (also where none is said), sheets, rolls, boxes, sets, pairs. Agrees with
isWholeUnit in src/shared/domain/money.';

comment on function private.keep_delivery_whole() is 'What is planned and what is handed over of an ordered line in pieces are whole pieces.';

comment on function private.keep_job_whole() is 'A job makes whole pieces, unless its line on a quotation of before had a part of one.';

comment on function private.keep_pieces_whole() is 'Pieces of a line are whole. Arguments: the table of the line that this one is a part of, and the column that names it. Of a line that is not
whole itself, or has a part from before that is not, what is left may be a part too. A discount is no piece, unless it takes off pieces of an ordered line.';

comment on function private.keep_purchase_whole() is 'Whole sheets, rolls and boxes are ordered.';

comment on function private.keep_step_whole() is 'Good and wasted pieces of a step are whole pieces.';

comment on function private.must_be_pieces(numeric,pg_catalog.text,pg_catalog.text,numeric) is 'Refuses in words a part of a piece. p_of: the whole that the quantity is a part of; of one that is not whole itself, as it was written
before pieces had to be whole, a part need not be.';

comment on function private.must_have_whole_pieces(pg_catalog.uuid) is 'Refuses a quotation with a part of a piece, by the name of its line.';

comment on function private.unit_of_pieces(pg_catalog.text,numeric,numeric) is 'What the quantity of a line counts: its unit, or pieces where a size is charged, as in "3 pieces of 2.5 m²".';

reset check_function_bodies;
