set check_function_bodies = off;

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
             coalesce(s.slug, 'none'), coalesce(s.name, 'Without a service'),
             case when c.cost is null then 'unknown' else 'known' end, sum(c.net), coalesce(sum(c.cost), count(*))
        from private.order_line_costs(array(
               select a.id from public.orders a where a.ordered_at >= p_since and a.ordered_at < p_until and a.status <> 'cancelled'
                 and a.currency = p_currency)) as c
        join public.orders o on o.id = c.order_id
        left join public.services s on s.id = c.service_id
       group by o.id, s.id, c.cost is null;
  end if;
end $$;
comment on function private.analytics_of_orders is 'The parts sales, services, sellers and margin of private.analytics_rows. An order is sold by the owner of its quotation: a client
who approves by the link is nobody of the house.';

create or replace function private.analytics_of_jobs(p_part text, p_since timestamptz, p_until timestamptz, p_zone text, p_today date) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  if p_part = 'late' then
    return query
      select 'job', j.id, concat_ws(' · ', j.job_number, j.title), j.contact_id, (j.finished_at at time zone p_zone)::date,
             to_char(j.finished_at at time zone p_zone, 'YYYY-MM'), null::text,
             case when (j.finished_at at time zone p_zone)::date > j.due_date then 'late' else 'in_time' end,
             greatest((j.finished_at at time zone p_zone)::date - j.due_date, 0)::numeric, null::numeric
        from public.jobs j
       where j.finished_at >= p_since and j.finished_at < p_until and j.due_date is not null and j.status in ('ready', 'delivered', 'closed')
      union all
      select 'job', j.id, concat_ws(' · ', j.job_number, j.title), j.contact_id, j.due_date, 'now', null, 'late',
             (p_today - j.due_date)::numeric, null
        from private.late_jobs() j
      union all
      select 'job', j.id, concat_ws(' · ', j.job_number, j.title), j.contact_id, j.due_date, 'risk', null, 'at_risk', 0, null
        from private.jobs_at_risk() j;
  else
    return query
      select 'job', j.id, concat_ws(' · ', j.job_number, j.title), j.contact_id, (j.finished_at at time zone p_zone)::date,
             coalesce(s.slug, 'none'), coalesce(s.name, 'Without a service'), null::text, p.minutes, w.minutes
        from public.jobs j
        left join public.services s on s.id = j.service_id
        cross join lateral (
          select trunc(sum(private.seconds_of(e.total_duration)) / 60.0) as minutes from public.time_entries e where e.job_id = j.id) as w
        cross join lateral (
          select sum(round(t.planned_minutes)) as minutes from public.job_steps t where t.job_id = j.id and t.status <> 'skipped' and exists (
            select from public.time_entries e where e.job_id = j.id and (e.step_id is null or e.step_id = t.id))) as p
       where j.finished_at >= p_since and j.finished_at < p_until and w.minutes > 0 and p.minutes > 0;
  end if;
end $$;
comment on function private.analytics_of_jobs is 'The parts late and labour of private.analytics_rows. Labour compares what has a timer, in
the whole minutes of a job that people read, so that sums are those of the lines.';

create or replace function private.analytics_rows(p_part text, p_from date, p_to date) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_zone constant text := private.company_zone();
  v_from constant timestamptz := p_from::timestamp at time zone v_zone;
  v_until constant timestamptz := (p_to + 1)::timestamp at time zone v_zone;
  v_today constant date := private.company_today();
  v_currency constant text := (select c.currency from public.company_settings c);
begin
  if p_part is null or p_part <> all (private.analytics_parts()) then
    raise insufficient_privilege using message = 'You may not see these figures';
  elsif p_from is null or p_to is null or p_to < p_from or p_to - p_from > 1100 then
    perform private.refuse('22023', 'Please choose a first day that is not after the last, and at most three years');
  end if;

  if p_part in ('sales', 'services', 'sellers', 'margin') then
    return query select * from private.analytics_of_orders(p_part, v_from, v_until, v_zone, v_currency);
  elsif p_part in ('quotes', 'winners') then
    return query select * from private.analytics_of_quotations(p_part, v_from, v_until, v_zone, v_currency);
  elsif p_part in ('late', 'labour') then
    return query select * from private.analytics_of_jobs(p_part, v_from, v_until, v_zone, v_today);
  elsif p_part in ('to_invoice', 'receivables', 'cash') then
    return query select * from private.analytics_of_open_money(p_part, v_zone, v_currency, v_today);
  elsif p_part = 'tax_places' then
    return query select * from private.analytics_of_tax_places(p_from, p_to, v_currency);
  else
    return query select * from private.analytics_of_vat(p_from, p_to, v_currency);
  end if;
end $$;
comment on function private.analytics_rows is
  'The records of a part of the figures, with what each brings in. amount and other: sales, services, sellers, quotes, winners:
net; margin: net and cost of the lines whose cost is known (private.order_line_costs), mark unknown: net and number of those whose is not; late: days late, bucket now and risk for what is late and at risk now; labour: planned and worked minutes; to_invoice: net; receivables, cash: what is open
(gross); vat, tax_places: base and VAT. Cancelled orders, drafts and other currencies than that of the company do not count.';

create or replace function private.statement_of(p_contact_id uuid, p_from date, p_to date) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with entries as materialized (
    select e.*, sum(e.debit - e.credit) over (order by e.on_date, e.sort, e.number, e.id) as running
      from private.account_entries(p_contact_id) as e where e.on_date <= p_to
  ), sums as (
    select coalesce(sum(debit - credit) filter (where on_date < p_from), 0) as opening, coalesce(sum(debit - credit), 0) as closing from entries
  ), invoices as materialized (
    select o.* from private.open_invoices(p_contact_id, p_to) as o
  ), ageing as (
    select coalesce(sum(o.open) filter (where late <= 0), 0) as not_due,
           coalesce(sum(o.open) filter (where late between 1 and 30), 0) as days_30,
           coalesce(sum(o.open) filter (where late between 31 and 60), 0) as days_60,
           coalesce(sum(o.open) filter (where late between 61 and 90), 0) as days_90,
           coalesce(sum(o.open) filter (where late > 90), 0) as older,
           coalesce(sum(o.open), 0) as open
      from invoices as o, lateral (select p_to - coalesce(o.due_date, o.issue_date) as late) as days
  )
  -- json and not jsonb within: thousands of lines are put in order of their keys once, at the end. Amounts as private.amount_text has them.
  select jsonb_build_object('kind', 'statement', 'language', private.client_language(null, p_contact_id), 'date_from', p_from, 'date_to', p_to,
    'currency', (select currency from public.company_settings),
    'company', private.company_facts(), 'client', private.contact_facts(p_contact_id),
    'opening', private.amount_text(sums.opening), 'closing', private.amount_text(sums.closing),
    'lines', coalesce((
      select json_agg(json_build_object('date', e.on_date, 'kind', e.kind, 'id', e.id, 'number', e.number, 'description', e.description,
               'due_date', o.due_date, 'debit', e.debit::numeric(14, 2)::text, 'credit', e.credit::numeric(14, 2)::text,
               'balance', e.running::numeric(14, 2)::text) order by e.on_date, e.sort, e.number, e.id)
        from entries e left join invoices o on o.id = e.id and o.open > 0 where e.on_date >= p_from)::jsonb, '[]'),
    'open', coalesce((
      select json_agg(json_build_object('id', o.id, 'number', o.number, 'issue_date', o.issue_date, 'due_date', o.due_date,
               'gross', o.gross::numeric(14, 2)::text, 'open', o.open::numeric(14, 2)::text) order by o.due_date, o.number)
        from invoices as o where o.open > 0)::jsonb, '[]'),
    'ageing', jsonb_build_object('not_due', private.amount_text(ageing.not_due), 'days_30', private.amount_text(ageing.days_30),
      'days_60', private.amount_text(ageing.days_60), 'days_90', private.amount_text(ageing.days_90),
      'older', private.amount_text(ageing.older), 'unallocated', private.amount_text(ageing.open - sums.closing)))
    from sums, ageing
$$;

create function private.option_words(p_quotation_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select left(concat_ws('. ', 'With ' || string_agg(o.words, ', ' order by o.position) filter (where o.is_selected),
             'Without ' || string_agg(o.words, ', ' order by o.position) filter (where not o.is_selected)), 2000)
      from (
        select i.position, i.is_selected, format('“%s” (%s net)', left(split_part(btrim(i.description), E'\n', 1), 120), private.money_words(i.net, q.currency)) as words
          from public.quotation_items i join public.quotations q on q.id = i.quotation_id
         where i.quotation_id = p_quotation_id and i.is_optional) as o
    having count(*) > 0);
end $$;
comment on function private.option_words is
  'Which options of a quotation are chosen and which are left out, each with its net after its discount: a sentence for its story. Null without options.';

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
   group by i.option_group having count(*) > 1 and count(*) filter (where i.is_selected) <> 1 order by 1 limit 1;
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
      currency, net, vat, deposit_amount, terms, is_collected, created_by)
    values (private.draw_number('SO'), p_quotation_id, v_quotation.version, v_quotation.contact_id, v_quotation.person_id,
      v_quotation.location_id, v_quotation.project_title, v_quotation.currency, v_quotation.net, v_quotation.vat,
      v_quotation.deposit_amount, v_quotation.terms, v_quotation.is_collected, auth.uid())
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
      'words', private.option_words(p_quotation_id), 'gross', private.amount_text(v_quotation.net + v_quotation.vat)), btrim(p_name));
  perform private.tell_staff(private.owners_of(v_quotation), 'sales',
    format('%s was approved', v_quotation.number_with_version),
    format(case when v_quotation.amends_order_id is null then '%s approved %s. Order %s stands in the office.'
      else '%s approved %s. It is part of order %s now.' end, btrim(p_name), coalesce(v_quotation.project_title, 'the quotation'),
      v_order.order_number), p_quotation_id,
    jsonb_build_object('quotation_number', v_quotation.number_with_version, 'order_number', v_order.order_number, 'kind', 'approved'));
  return v_order.id;
end $$;
comment on function private.accept_quotation is
  'One transaction: quotation approved and converted, order with the chosen lines (or the amended order with them), a job for
each line of production, the request for the deposit, events, notices, cancelled reminders. The caller holds the lock of the
quotation.';

revoke execute on all routines in schema private from public;

reset check_function_bodies;
