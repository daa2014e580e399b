-- Extra work: an approved quotation that amends an order adds its lines and jobs to that order, and may lower what is
-- neither delivered, planned for a delivery nor invoiced.

alter table public.quotations
  add column amends_order_id uuid references public.orders (id) on delete restrict;
create index quotations_amends_order_id_idx on public.quotations (amends_order_id);
comment on column public.quotations.amends_order_id is
  'The order that the approval of this quotation adds to; null: the approval makes an order of its own.';
alter table public.quotation_items
  add column amends_item_id uuid references public.order_items (id) on delete set null,
  add constraint quotation_items_amend_by_taking_off check (amends_item_id is null or kind = 'discount');
create index quotation_items_amends_item_id_idx on public.quotation_items (amends_item_id);
comment on column public.quotation_items.amends_item_id is
  'The line of the amended order that this one lowers by its quantity, at the price of that line.';

drop trigger pin on public.quotations;
create trigger pin before update on public.quotations
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'quotation_number', 'public_uuid', 'created_by', 'created_at', 'status', 'version', 'currency',
    'net', 'vat', 'deposit_amount', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'decided_at', 'decided_name', 'decided_by',
    'decided_ip', 'reject_reason', 'closed_on', 'amends_order_id');

create function private.must_be_amendable(p_order_id uuid) returns public.orders
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where id = p_order_id for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'This order is not there any more');
  elsif v_order.status in ('cancelled', 'completed') then
    perform private.refuse('PT409', format('Order %s is %s. Please write a new quotation.', v_order.order_number, v_order.status));
  end if;
  return v_order;
end $$;
comment on function private.must_be_amendable is 'The order, locked. A cancelled or completed one takes no extra work.';

create function private.free_of_line(p_order_item_id uuid) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select i.qty - greatest(i.qty_delivered, i.qty_invoiced, coalesce((
      select sum(d.qty) from public.delivery_items d join public.deliveries v on v.id = d.delivery_id
       where d.order_item_id = i.id and v.status not in ('cancelled', 'failed')), 0))
    from public.order_items i where i.id = p_order_item_id
$$;
comment on function private.free_of_line is
  'How much of a line of an order is neither delivered, planned for a delivery nor invoiced.';

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

create function private.guard_amendment() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_line public.order_items;
begin
  select oi.* into v_line from public.order_items oi
    join public.quotations q on q.amends_order_id = oi.order_id
   where oi.id = new.amends_item_id and q.id = new.quotation_id;
  if v_line.id is null then
    perform private.refuse('22023', 'This line is not part of the order that the quotation amends');
  elsif coalesce(new.qty, 0) = 0 then
    perform private.refuse('22023', 'Please say how much is taken off');
  end if;
  perform private.must_stay_untouched(v_line.id, abs(new.qty));
  new.unit := v_line.unit;
  new.width_mm := v_line.width_mm;
  new.height_mm := v_line.height_mm;
  new.unit_price := v_line.unit_price;
  new.discount_pct := v_line.discount_pct;
  new.vat_rate := v_line.vat_rate;
  new.vat_treatment := v_line.vat_treatment;
  return new;
end $$;
comment on function private.guard_amendment is 'A line that lowers a line of the order has its price, and takes off what is free.';
create trigger amend_line before insert or update on public.quotation_items
  for each row when (new.amends_item_id is not null) execute function private.guard_amendment();

-- --------------------------------------------------------------------------------------------- what staff call

create function private.amend_order(p_order_id uuid, p_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_owner uuid;
  v_id uuid;
begin
  perform private.must('quotations', 'create', 'write quotations');
  select id into v_id from public.quotations where id = p_id;
  if found then
    return v_id;
  end if;
  v_order := private.must_be_amendable(p_order_id);
  select q.account_manager_id into v_owner from public.quotations q where q.id = v_order.quotation_id;
  insert into public.quotations (id, quotation_number, contact_id, project_title, person_id, location_id, currency, terms,
    account_manager_id, amends_order_id, created_by)
  values (coalesce(p_id, gen_random_uuid()), private.draw_number('Q'), v_order.contact_id,
    left('Extra work: ' || coalesce(v_order.project_title, v_order.order_number), 500), v_order.person_id, v_order.location_id,
    v_order.currency, v_order.terms, coalesce(v_owner, auth.uid()), v_order.id, auth.uid())
  returning id into v_id;
  perform private.log_event('quotation', v_id, 'created', jsonb_build_object('order_number', v_order.order_number));
  perform private.log_event('order', v_order.id, 'amendment_begun',
    jsonb_build_object('quotation_number', (select quotation_number from public.quotations where id = v_id)));
  return v_id;
end $$;
comment on function private.amend_order is
  'A draft for extra work on an order, without a deposit. Its approval adds its lines and jobs to the order. p_id: chosen by the
caller, so that a repeated call returns the same quotation. Returns the id.';
call private.offer('private.amend_order(uuid, uuid)');

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

-- -------------------------------------------------------------------------------------------------- the approval

create function private.add_to_order(p_quotation public.quotations, p_name text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
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
       set qty = oi.qty - v_off.qty, net = private.line_net(oi.qty - v_off.qty, oi.unit_price, oi.discount_pct),
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
    loop
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
end $$;
comment on function private.add_to_order is
  'The approval of extra work, in one transaction: lowered and new lines, totals, jobs and the deposit of the order. Refuses in
words to touch what is delivered, planned for a delivery or invoiced.';

create or replace function private.accept_quotation(
  p_quotation_id uuid, p_name text, p_selected uuid[], p_ip inet, p_signature text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_quotation public.quotations;
  v_order public.orders;
  v_item public.order_items;
  v_group text;
  v_number integer := 0;
begin
  if p_selected is not null then
    perform private.select_options(p_quotation_id, p_selected);
  end if;
  select i.option_group into v_group from public.quotation_items i
   where i.quotation_id = p_quotation_id and i.option_group is not null
   group by i.option_group having count(*) filter (where i.is_selected) <> 1 order by 1 limit 1;
  if found then
    perform private.refuse('22023', format('Please choose one of the options of "%s"', v_group));
  end if;
  select * into v_quotation from public.quotations where id = p_quotation_id;
  perform private.sign_document('quotation', p_quotation_id, v_quotation.version, p_name, p_signature);
  update public.quotations
     set status = 'approved', decided_at = now(), decided_name = btrim(p_name), decided_ip = p_ip, decided_by = auth.uid(),
         reject_reason = null
   where id = p_quotation_id;

  if v_quotation.amends_order_id is not null then
    select * into v_order from public.orders where id = private.add_to_order(v_quotation, btrim(p_name));
  else
    insert into public.orders (order_number, quotation_id, quotation_version, contact_id, person_id, location_id, project_title,
      currency, net, vat, deposit_amount, terms, created_by)
    values (private.draw_number('SO'), p_quotation_id, v_quotation.version, v_quotation.contact_id, v_quotation.person_id,
      v_quotation.location_id, v_quotation.project_title, v_quotation.currency, v_quotation.net, v_quotation.vat,
      v_quotation.deposit_amount, v_quotation.terms, auth.uid())
    returning * into v_order;
    insert into public.order_items (order_id, quotation_item_id, position, kind, description, details, qty, unit, width_mm, height_mm,
      unit_price, discount_pct, vat_rate, vat_treatment, picture_path, service_id, inventory_item_id, product_id, calculation_id)
    select v_order.id, i.id, i.position, i.kind, i.description, i.details, i.qty, i.unit, i.width_mm, i.height_mm, i.unit_price,
           i.discount_pct, i.vat_rate, i.vat_treatment, i.picture_path, i.service_id, i.inventory_item_id, i.product_id, i.calculation_id
      from public.quotation_items i
     where i.quotation_id = p_quotation_id and (not i.is_optional or i.is_selected);
    for v_item in
      select oi.* from public.order_items oi
        join public.quotation_items qi on qi.id = oi.quotation_item_id
        left join public.services s on s.id = oi.service_id
       where oi.order_id = v_order.id and oi.kind = 'item' and oi.qty > 0 and coalesce(qi.makes_job, s.makes_job, true)
       order by oi.position
    loop
      v_number := v_number + 1;
      perform private.make_job(v_order, v_item, v_number);
    end loop;
    perform private.request_deposit(v_order.id);
    perform private.refresh_order(v_order.id);
    perform private.log_event('order', v_order.id, 'created',
      jsonb_build_object('quotation_number', v_quotation.number_with_version, 'jobs', v_number), btrim(p_name));
  end if;
  update public.quotations set status = 'converted' where id = p_quotation_id;

  perform private.cancel_mails('quotation', p_quotation_id);
  perform private.log_event('quotation', p_quotation_id, 'approved',
    jsonb_build_object('version', v_quotation.version, 'name', btrim(p_name), 'order_number', v_order.order_number,
      'gross', private.amount_text(v_quotation.net + v_quotation.vat)), btrim(p_name));
  perform private.tell_staff(private.owners_of(v_quotation), 'sales',
    format('%s was approved', v_quotation.number_with_version),
    format(case when v_quotation.amends_order_id is null then '%s approved %s. Order %s stands in the office.'
      else '%s approved %s. It is part of order %s now.' end, btrim(p_name), coalesce(v_quotation.project_title, 'the quotation'),
      v_order.order_number), p_quotation_id,
    jsonb_build_object('quotation_number', v_quotation.quotation_number, 'order_number', v_order.order_number, 'kind', 'approved'));
  return v_order.id;
end $$;
comment on function private.accept_quotation is
  'One transaction: quotation approved and converted, order with the chosen lines (or the amended order with them), a job for
each line of production, the request for the deposit, events, notices, cancelled reminders. The caller holds the lock of the
quotation.';

create or replace function private.order_of_quotation(p_quotation_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('order', jsonb_build_object('order_number', o.order_number, 'public_uuid', o.public_uuid,
             'status', o.status, 'deposit_amount', private.amount_text(o.deposit_amount),
             'deposit_paid', private.amount_text(o.deposit_paid), 'gross', private.amount_text(o.gross),
             'is_amended', o.quotation_id is distinct from p_quotation_id))
      from public.orders o
     where o.status <> 'cancelled' and (o.quotation_id = p_quotation_id or o.id = (
       select q.amends_order_id from public.quotations q where q.id = p_quotation_id and q.status in ('approved', 'converted')))),
    jsonb_build_object('order', null))
$$;
comment on function private.order_of_quotation is
  'The order of a quotation, or the order that it amended, as its client may see it: {order: null} without one.';

create or replace function private.undo_approval(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'undo the approval of a quotation');
  v_order public.orders;
begin
  if v_row.status = 'sent' then
    return;
  elsif v_row.status not in ('approved', 'converted') then
    perform private.refuse('PT409', format('This quotation is %s', replace(v_row.status, '_', ' ')));
  elsif v_row.amends_order_id is not null then
    perform private.refuse('PT409', 'Extra work is part of its order now. Amend the order again to take it off.');
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  select * into v_order from public.orders where quotation_id = p_id and status <> 'cancelled' for no key update;
  if v_order.id is not null then
    if v_order.deposit_paid > 0 then
      perform private.refuse('PT409', 'The deposit is paid: the approval cannot be undone');
    elsif exists (select from public.quotations q where q.amends_order_id = v_order.id and q.status in ('approved', 'converted')) then
      perform private.refuse('PT409', 'Extra work was added to this order: the approval cannot be undone');
    elsif exists (
      select from public.jobs j where j.order_id = v_order.id and (j.status not in ('new', 'cancelled')
        or exists (select from public.job_steps s where s.job_id = j.id and s.status <> 'todo')))
    then
      perform private.refuse('PT409', 'A job of this order has begun: the approval cannot be undone');
    end if;
    perform private.close_order(v_order, p_reason);
  end if;
  update public.quotations
     set status = 'sent', decided_at = null, decided_name = null, decided_by = null, decided_ip = null
   where id = p_id;
  perform private.log_event('quotation', p_id, 'approval_undone', jsonb_build_object('reason', left(btrim(p_reason), 2000),
    'order_number', v_order.order_number));
end $$;

revoke execute on all routines in schema private from public;
