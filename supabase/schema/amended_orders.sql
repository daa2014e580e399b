-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

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
           charged_qty = oi.charged_qty - trunc(oi.charged_qty * v_off.qty / oi.qty, 4),
           net = private.line_net(coalesce(oi.charged_qty - trunc(oi.charged_qty * v_off.qty / oi.qty, 4), oi.qty - v_off.qty),
             oi.unit_price, oi.discount_pct),
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
comment on function private.add_to_order(p_quotation public.quotations, p_name text) is 'The approval of extra work, in one transaction: lowered and new lines, totals, jobs and the deposit of the order. Refuses in
words to touch what is delivered, planned for a delivery or invoiced.';

CREATE OR REPLACE FUNCTION private.amend_order(p_order_id uuid, p_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.amend_order(p_order_id uuid, p_id uuid) to authenticated;
grant execute on function private.amend_order(p_order_id uuid, p_id uuid) to service_role;
comment on function private.amend_order(p_order_id uuid, p_id uuid) is 'A draft for extra work on an order, without a deposit. Its approval adds its lines and jobs to the order. p_id: chosen by the
caller, so that a repeated call returns the same quotation. Returns the id.';

CREATE OR REPLACE FUNCTION private.free_of_line(p_order_item_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.qty - greatest(i.qty_delivered, i.qty_invoiced, coalesce((
      select sum(d.qty) from public.delivery_items d join public.deliveries v on v.id = d.delivery_id
       where d.order_item_id = i.id and v.status not in ('cancelled', 'failed')), 0))
    from public.order_items i where i.id = p_order_item_id
$function$;
comment on function private.free_of_line(p_order_item_id uuid) is 'How much of a line of an order is neither delivered, planned for a delivery nor invoiced.';

CREATE OR REPLACE FUNCTION private.guard_amendment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.guard_amendment() is 'A line that lowers a line of the order has its price, and takes off what is free.';

CREATE OR REPLACE FUNCTION private.must_be_amendable(p_order_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.must_be_amendable(p_order_id uuid) is 'The order, locked. A cancelled or completed one takes no extra work.';

CREATE OR REPLACE FUNCTION private.must_stay_untouched(p_order_item_id uuid, p_qty numeric)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.must_stay_untouched(p_order_item_id uuid, p_qty numeric) is 'Refuses in words to take more off a line of an order than is free.';

CREATE OR REPLACE FUNCTION private.order_lines_to_take_off(p_quotation_id uuid)
 RETURNS TABLE(order_item_id uuid, description text, qty text, free text, unit text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select oi.id, oi.description, trim_scale(oi.qty)::text, trim_scale(greatest(private.free_of_line(oi.id), 0))::text, oi.unit
      from public.quotations q join public.order_items oi on oi.order_id = q.amends_order_id
     where q.id = p_quotation_id and oi.kind = 'item' and oi.qty > 0
     order by oi.position;
end $function$;
grant execute on function private.order_lines_to_take_off(p_quotation_id uuid) to authenticated;
grant execute on function private.order_lines_to_take_off(p_quotation_id uuid) to service_role;
comment on function private.order_lines_to_take_off(p_quotation_id uuid) is 'The lines of the order that a quotation amends, with what is neither delivered, planned nor invoiced. Quantities are text.';

CREATE OR REPLACE FUNCTION private.take_off_order_line(p_quotation_id uuid, p_order_item_id uuid, p_qty numeric)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.take_off_order_line(p_quotation_id uuid, p_order_item_id uuid, p_qty numeric) to authenticated;
grant execute on function private.take_off_order_line(p_quotation_id uuid, p_order_item_id uuid, p_qty numeric) to service_role;
comment on function private.take_off_order_line(p_quotation_id uuid, p_order_item_id uuid, p_qty numeric) is 'Lowers a line of the amended order by p_qty, in a draft for extra work. A second call changes the quantity. Returns the id of
the line.';
