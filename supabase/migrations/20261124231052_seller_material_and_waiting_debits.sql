set check_function_bodies = off;

drop routine private.payment_candidates(p_pay_on date);

drop routine public.payment_candidates(p_pay_on date);

create or replace function private.analytics_of_orders(p_part text, p_since timestamptz, p_until timestamptz, p_zone text, p_currency text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  if p_part = 'sales' then
    return query
      select 'order', o.id, concat_ws(' · ', o.order_number, o.project_title), o.contact_id, (o.ordered_at at time zone p_zone)::date,
             to_char(o.ordered_at at time zone p_zone, 'YYYY-MM'), null::text, null::text, o.net, null::numeric
        from public.orders o
       where o.ordered_at >= p_since and o.ordered_at < p_until and o.status <> 'cancelled' and o.currency = p_currency;
  elsif p_part = 'services' then
    return query
      select 'order', o.id, concat_ws(' · ', o.order_number, o.project_title), o.contact_id, (o.ordered_at at time zone p_zone)::date,
             coalesce(s.slug, 'none'), coalesce(s.name, 'Without a service, and discounts'), null::text, sum(i.net), null::numeric
        from public.orders o
        join public.order_items i on i.order_id = o.id and i.kind not in ('heading', 'text')
        left join public.services s on s.id = i.service_id
       where o.ordered_at >= p_since and o.ordered_at < p_until and o.status <> 'cancelled' and o.currency = p_currency
       group by o.id, s.id;
  elsif p_part = 'sellers' then
    return query
      select 'order', o.id, concat_ws(' · ', o.order_number, o.project_title), o.contact_id, (o.ordered_at at time zone p_zone)::date,
             coalesce(w.id::text, 'none'), coalesce(p.label, 'Nobody'), null::text, o.net, null::numeric
        from public.orders o
        left join public.quotations q on q.id = o.quotation_id
        cross join lateral (select coalesce(q.account_manager_id, q.created_by, o.created_by) as id) as w
        left join (select u.user_id, private.person_label(u.user_id) as label from public.user_roles u) as p on p.user_id = w.id
       where o.ordered_at >= p_since and o.ordered_at < p_until and o.status <> 'cancelled' and o.currency = p_currency;
  else
    return query
      select 'order', o.id, concat_ws(' · ', o.order_number, o.project_title), o.contact_id, (o.ordered_at at time zone p_zone)::date,
             coalesce(s.slug, 'none'), coalesce(s.name, 'Without a service'), null::text, sum(c.net), sum(c.cost)
        from private.order_line_costs(array(
               select a.id from public.orders a where a.ordered_at >= p_since and a.ordered_at < p_until and a.status <> 'cancelled'
                 and a.currency = p_currency)) as c
        join public.orders o on o.id = c.order_id
        left join public.services s on s.id = c.service_id
       where c.cost is not null
       group by o.id, s.id;
  end if;
end $$;

create or replace function private.analytics_of_quotations(p_part text, p_since timestamptz, p_until timestamptz, p_zone text, p_currency text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select 'quotation', q.id, concat_ws(' · ', q.number_with_version, q.project_title), q.contact_id, (q.created_at at time zone p_zone)::date,
           case p_part when 'quotes' then to_char(q.created_at at time zone p_zone, 'YYYY-MM') else coalesce(w.id::text, 'none') end,
           case p_part when 'winners' then coalesce(p.label, 'Nobody') end,
           case when q.status in ('approved', 'converted') then 'won' when q.status = 'rejected' then 'lost'
                when q.status = 'expired' then 'expired' else 'open' end, q.net, null::numeric
      from public.quotations q
      cross join lateral (select coalesce(q.account_manager_id, q.created_by) as id) as w
      left join (select u.user_id, private.person_label(u.user_id) as label from public.user_roles u) as p on p.user_id = w.id
     where q.created_at >= p_since and q.created_at < p_until and q.status not in ('draft', 'cancelled') and q.currency = p_currency;
end $$;

create or replace function private.waiting_debit(p_invoice public.supplier_invoices, p_iban text, p_amount numeric) returns text
  language sql stable security definer set search_path = ''
as $$
  select format('The bank paid %s on %s, which seems to be this one: book that first.', private.money_words(e.amount, e.currency),
           to_char(e.booked_on, 'FMDD Mon'))
    from public.bank_entries e
   where e.status = 'open' and e.direction = 'out' and e.currency = p_invoice.currency and e.booked_on >= p_invoice.invoice_date
     and (private.is_named(private.debit_text(e), p_invoice.supplier_number) or private.is_named(private.debit_text(e), p_invoice.payment_reference)
          or e.party_iban = p_iban and e.amount in (p_invoice.open, p_amount))
   order by e.booked_on desc, e.id limit 1
$$;

create or replace function private.payment_candidates(p_pay_on date)
  returns table (id uuid, supplier_id uuid, supplier text, supplier_number text, status text, due_date date, scheduled_for date, currency text, open text, amount text, discount text, discount_until date, iban text, is_known_account boolean, why text, bank_note text, is_suggested boolean) language plpgsql  stable security definer set search_path = '' as $$
begin
  perform private.must('payments', 'create', 'prepare payments');
  return query
    select v.id, v.supplier_id, private.client_label(c), v.supplier_number, v.status, v.due_date, v.scheduled_for, v.currency,
           private.amount_text(v.open), private.amount_text(v.open - take.off), private.amount_text(take.off), v.discount_until, acc.iban,
           private.is_known_account(v.supplier_id, acc.iban),
           obstacle.why, debit.note,
           obstacle.why is null and debit.note is null and (v.scheduled_for <= p_pay_on or v.due_date <= p_pay_on + 2 or (take.off > 0 and v.discount_until <= p_pay_on + 7))
      from public.supplier_invoices v
      join public.contacts c on c.id = v.supplier_id,
           lateral (select case when v.discount_until >= p_pay_on and v.paid = 0 then private.vat_of(v.net + v.vat, v.discount_pct) else 0 end as off) as take,
           lateral (select coalesce(v.iban, private.supplier_iban(v.supplier_id)) as iban) as acc,
           lateral (select case
             when r.run_number is not null then format('It is in %s.', r.run_number)
             when v.currency <> 'EUR' then format('It is in %s: SEPA pays in euro.', v.currency)
             when acc.iban is null then 'The supplier''s IBAN is missing.'
             when not private.is_iban(acc.iban) then 'The IBAN is wrong.' end as why
             from (select 1) as one
             left join public.payment_run_items i on i.supplier_invoice_id = v.id and i.status = 'open'
             left join public.payment_runs r on r.id = i.payment_run_id) as obstacle,
           lateral (select private.waiting_debit(v, acc.iban, v.open - take.off) as note) as debit
     where v.status in ('approved', 'scheduled', 'part_paid') and v.open > 0
     order by coalesce(v.scheduled_for, v.due_date) nulls last, v.supplier_number, v.id;
end $$;

create or replace function private.calculated_material(p_calculation public.price_calculations, p_pieces numeric)
  returns table (item_id uuid, qty numeric) language sql stable set search_path = ''
as $$
  with step as (
    select s, case s ->> 'kind' when 'item' then (s ->> 'qty')::numeric * private.calculated_extent(p_calculation.inputs, s)
             * case when (s ->> 'once')::boolean then 1 else p_pieces end
           else (p_calculation.nested ->> (s ->> 'id'))::numeric * p_pieces / p_calculation.quantity end as amount
      from jsonb_array_elements(p_calculation.inputs -> 'steps') as s where s ->> 'kind' in ('sheet', 'roll', 'item')
  ), need as (
    select i.id, i.stock_unit in ('sheet', 'roll', 'piece', 'box', 'set') as is_whole,
           case step.s ->> 'kind'
             when 'sheet' then case i.stock_unit when 'm2' then ceil(amount) * i.width_mm * i.length_mm / 1000000
                                 when 'sheet' then ceil(amount) when 'piece' then ceil(amount) end
             when 'roll' then case i.stock_unit when 'm' then amount / 1000 when 'm2' then amount / 1000 * i.width_mm / 1000 end
             else case when i.stock_unit = i.sell_unit then amount end end as qty
      from step join public.inventory_items i on i.id = (step.s ->> 'item_id')::uuid and i.archived_at is null
  )
  select id, least(case when is_whole then ceil(sum(n.qty)) else ceil(sum(n.qty) * 10000) / 10000 end, 1000000) from need n
   where n.qty > 0 group by id, is_whole order by id
$$;

create or replace function private.plan_calculated_material(p_job_id uuid, p_calculation_id uuid, p_pieces numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_need record;
begin
  if exists (select from public.job_materials where job_id = p_job_id) then
    return;
  end if;
  for v_need in
    select n.item_id, n.qty from public.price_calculations c, lateral private.calculated_material(c, p_pieces) as n
     where c.id = p_calculation_id order by n.item_id
  loop
    perform from public.inventory_items where id = v_need.item_id for no key update;
    insert into public.job_materials (job_id, item_id, qty_planned) values (p_job_id, v_need.item_id, v_need.qty);
    perform private.share_out(v_need.item_id);
  end loop;
end $$;

create or replace function private.make_job(p_order public.orders, p_item public.order_items, p_number integer) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job_id uuid;
begin
  select id into v_job_id from public.jobs
   where quotation_item_id = p_item.quotation_item_id and order_id is null and status <> 'cancelled'
   order by created_at limit 1 for no key update;
  if found then
    update public.jobs set order_id = p_order.id, order_item_id = p_item.id, due_date = coalesce(due_date, p_order.due_date)
     where id = v_job_id;
    perform private.plan_calculated_material(v_job_id, p_item.calculation_id, p_item.qty);
    return v_job_id;
  end if;
  insert into public.jobs (job_number, quotation_id, quotation_item_id, order_id, order_item_id, service_id, title, qty, unit, width_mm,
    height_mm, details, due_date, priority, mockup_required, created_by)
  select 'JOB' || substr(p_order.order_number, 3) || '-' || private.letters(p_number), p_order.quotation_id, p_item.quotation_item_id,
         p_order.id, p_item.id, p_item.service_id, left(coalesce(nullif(btrim(p_item.description), ''), s.name, 'Job'), 500), p_item.qty,
         coalesce(p_item.unit, 'piece'), p_item.width_mm, p_item.height_mm, p_item.details, p_order.due_date, p_order.priority,
         coalesce(s.mockup_required, false), auth.uid()
    from (select 1) as one left join public.services s on s.id = p_item.service_id
  returning id into v_job_id;
  perform private.add_template_steps(v_job_id);
  perform private.plan_calculated_material(v_job_id, p_item.calculation_id, p_item.qty);
  return v_job_id;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.payment_candidates(date)');

comment on function private.analytics_of_orders(pg_catalog.text,timestamp with time zone,timestamp with time zone,pg_catalog.text,pg_catalog.text) is 'The parts sales, services, sellers and margin of private.analytics_rows. An order is sold by the owner of its quotation: a client
who approves by the link is nobody of the house.';

comment on function private.make_job(public.orders,public.order_items,integer) is 'The job of an order line: the one that began before the approval, else a new one with the steps of its service. The material of
its calculation is planned and kept for it.';

comment on function private.calculated_material(public.price_calculations,numeric) is 'What so many pieces of a calculation need of the stock, in the stock unit of each item: whole sheets as they were laid out, metres
or m² of a roll, and parts. What is counted in another unit than it is calculated in is left out.';

comment on function private.payment_candidates(pg_catalog.date) is 'Approved invoices of suppliers that are still to be paid, the earliest first: what a payment on that day costs less the
discount for paying early, the account it goes to, why it cannot be in a run, a debit of the bank that seems to have paid it, and
whether it is suggested (planned or due by then, or its discount ends within a week, and no such debit waits). Amounts are text.';

comment on function private.plan_calculated_material(pg_catalog.uuid,pg_catalog.uuid,numeric) is 'Plans and keeps for a new job what its calculation needs, unless somebody planned its material already.';

comment on function private.waiting_debit(public.supplier_invoices,pg_catalog.text,numeric) is 'A debit of the bank that nobody booked and that seems to pay this invoice of a supplier: it names its number, or went to this account with its amount. A sentence, or null.';

comment on function public.payment_candidates(pg_catalog.date) is 'Approved invoices of suppliers that are still to be paid, the earliest first: what a payment on that day costs less the
discount for paying early, the account it goes to, why it cannot be in a run, a debit of the bank that seems to have paid it, and
whether it is suggested (planned or due by then, or its discount ends within a week, and no such debit waits). Amounts are text.';

reset check_function_bodies;
