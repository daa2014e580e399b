set check_function_bodies = off;

alter table public.company_settings add column lead_days integer not null default 10;

alter table public.services add column lead_days integer;

create or replace function private.take_deposit(p_order_id uuid, p_payment_id uuid, p_amount numeric) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_amount numeric;
  v_invoice_id uuid;
  v_number text;
begin
  select * into v_order from public.orders where id = p_order_id for no key update;
  v_amount := least(p_amount, coalesce(private.deposit_possible(p_order_id), 0));
  if coalesce(v_amount, 0) <= 0 then
    return 0;
  end if;
  insert into public.invoices (kind, contact_id, person_id, order_id, quotation_id, project_title, client_po, currency, created_by)
  values ('deposit', v_order.contact_id, v_order.person_id, p_order_id, v_order.quotation_id, v_order.project_title, v_order.client_po,
    v_order.currency, auth.uid())
  returning id into v_invoice_id;
  insert into public.invoice_items (invoice_id, order_id, position, kind, description, qty, unit, unit_price, discount_pct, vat_rate,
    vat_treatment, net, vat)
  select v_invoice_id, p_order_id, private.line_key((row_number() over (order by s.vat_rate, s.vat_treatment))::integer - 1), 'item',
         format('Deposit for order %s', v_order.order_number), 1, 'piece', s.base, 0, s.vat_rate, s.vat_treatment, s.base, s.vat
    from private.split_deposit(p_order_id, v_amount) as s;
  perform private.total_invoice(v_invoice_id);
  update public.invoices
     set issue_date = private.company_today(), supply_date = private.company_today(), due_date = private.company_today(), issued_at = now(),
         issued_by = auth.uid(), invoice_number = private.draw_number('INV'), status = 'issued',
         snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(contact_id),
           'person', private.contact_facts(person_id))
   where id = v_invoice_id returning invoice_number into v_number;
  perform private.log_event('invoice', v_invoice_id, 'issued', jsonb_build_object('number', v_number, 'gross', private.amount_text(v_amount)));
  insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, created_by)
  values (p_payment_id, v_invoice_id, v_amount, private.company_today(), auth.uid());
  perform private.refresh_invoice(v_invoice_id);
  update public.orders set deposit_paid = deposit_paid + v_amount where id = p_order_id;
  perform private.promise_order(p_order_id);
  if v_order.deposit_paid + v_amount >= v_order.deposit_amount then
    update public.payment_requests set status = 'cancelled'
     where order_id = p_order_id and purpose = 'deposit' and status in ('open', 'processing')
       and id is distinct from (select request_id from public.payments where id = p_payment_id);
  end if;
  perform private.log_event('order', p_order_id, 'deposit_paid', jsonb_build_object('amount', private.amount_text(v_amount), 'invoice_number', v_number));
  if v_order.quotation_id is not null then
    perform private.log_event('quotation', v_order.quotation_id, 'deposit_paid', jsonb_build_object('amount', private.amount_text(v_amount)));
    perform private.cancel_mails('quotation', v_order.quotation_id);
  end if;
  perform private.refresh_order(p_order_id);
  return v_amount;
end $$;

create or replace function private.working_day_after(p_day date, p_days integer) returns date
  language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select d.day from (
      select g::date as day, count(*) over (order by g) as place
        from generate_series(p_day + 1, p_day + 2 * least(p_days, 365) + 60, interval '1 day') as g
       where extract(isodow from g) < 6
         and not exists (select from public.work_centre_closures c
           where c.work_centre_id is null and g::date between c.starts_on and c.ends_on)) as d
     where d.place = p_days), p_day + p_days)
$$;

create or replace function private.promise_order(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_days integer;
  v_day date;
begin
  select * into v_order from public.orders where id = p_order_id for no key update;
  if v_order.id is null or v_order.cancelled_at is not null or v_order.deposit_paid < v_order.deposit_amount
     or v_order.due_date is not null or v_order.promised_date is not null then
    return;
  end if;
  select coalesce(max(coalesce(s.lead_days, c.lead_days)), max(c.lead_days)) into v_days
    from public.company_settings c
    left join public.jobs j on j.order_id = p_order_id and j.status <> 'cancelled'
    left join public.services s on s.id = j.service_id;
  v_day := private.working_day_after(private.company_today(), v_days);
  update public.orders set due_date = v_day, promised_date = v_day where id = p_order_id;
  perform private.log_event('order', p_order_id, 'promised', jsonb_build_object('day', v_day, 'working_days', v_days));
end $$;

create or replace function private.accept_quotation(
  p_quotation_id uuid, p_name text, p_selected uuid[], p_ip inet, p_signature text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_quotation public.quotations;
  v_order public.orders;
  v_amended uuid;
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
    v_amended := private.add_to_order(v_quotation, btrim(p_name));
    select * into v_order from public.orders where id = v_amended;
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
       where oi.order_id = v_order.id and oi.kind = 'item' and oi.qty > 0 and private.becomes_job(qi)
       order by oi.position
    loop
      v_number := v_number + 1;
      perform private.make_job(v_order, v_item, v_number);
    end loop;
    perform private.request_deposit(v_order.id);
    perform private.promise_order(v_order.id);
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

create or replace function private.becomes_job(p_line public.quotation_items) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    p_line.makes_job,
    (select s.makes_job and (p_line.unit is distinct from 'hour' or exists (
              select from public.job_step_templates t where t.service_id = s.id))
       from public.services s where s.id = p_line.service_id),
    p_line.unit is distinct from 'hour' or p_line.inventory_item_id is not null or p_line.product_id is not null
      or p_line.calculation_id is not null)
$$;

create or replace function private.add_to_order(p_quotation public.quotations, p_name text) returns uuid
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
     where oi.order_id = v_order.id and qi.quotation_id = p_quotation.id and oi.kind = 'item' and oi.qty > 0
       and private.becomes_job(qi)
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
end $$;

alter table public.company_settings add constraint company_settings_lead_days_range CHECK (lead_days >= 0 AND lead_days <= 365);

alter table public.services add constraint services_lead_days_range CHECK (lead_days >= 0 AND lead_days <= 365);

revoke execute on all routines in schema private from public;

comment on column public.quotation_items.makes_job is 'Whether the line becomes a job on approval; null: by private.becomes_job.';

comment on function private.becomes_job(public.quotation_items) is 'Whether a line becomes a job when its quotation is approved: as the line says, else as its service says. Hours make no job where
their service has no steps, or where there is no service: design and survey are worked without one.';

comment on function private.promise_order(pg_catalog.uuid) is 'Gives an order that has no day one, when its work can begin: after the approval, or after its deposit. The longest lead time of its
jobs counts; the day is due and promised. A person moves it like any other.';

comment on function private.working_day_after(pg_catalog.date,integer) is 'The day that is so many working days later: Monday to Friday without the days on which all work centres are closed.';

comment on column public.company_settings.lead_days is 'Working days from the approval, or from the deposit, to the day of an order; services may say their own.';

comment on column public.services.lead_days is 'Working days until it is ready. Null: as the company says.';

reset check_function_bodies;
