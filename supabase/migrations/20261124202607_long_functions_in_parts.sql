set check_function_bodies = off;

create or replace procedure private.stamp_rows(p_table regclass, p_columns text[])
  language plpgsql set search_path = ''
as $$
declare
  v_people constant text := $when$when (current_user in ('anon', 'authenticated'))$when$;
begin
  if 'created_at' = any (p_columns) then
    execute format('create trigger stamp_created_at before insert on %s for each row %s
      execute function private.stamp_created_at()', p_table, v_people);
  end if;
  if 'created_by' = any (p_columns) then
    execute format('create trigger stamp_created_by before insert on %s for each row %s
      execute function private.stamp_created_by()', p_table, v_people);
  end if;
  if 'updated_at' = any (p_columns) then
    execute format('create trigger stamp_updated_at before update on %s for each row
      execute function private.stamp_updated_at()', p_table);
  end if;
  if 'row_version' = any (p_columns) then
    execute format('create trigger first_version before insert on %s for each row %s
      execute function private.first_version()', p_table, v_people);
    execute format('create trigger count_version before update on %s for each row
      execute function private.count_version()', p_table);
  end if;
end $$;

create or replace procedure private.borrow_rules(
  p_table regclass,
  p_rights text default 'select, insert, update, delete',
  p_pinned text[] default '{}',
  p_audited boolean default false,
  p_key text default 'id',
  p_pages text[] default '{}',
  p_person text default null,
  p_document text default null,
  p_changeable text[] default null)
  language plpgsql set search_path = ''
as $$
declare
  v_people constant text := $when$when (current_user in ('anon', 'authenticated'))$when$;
  v_columns constant text[] := array(
    select attname::text from pg_catalog.pg_attribute where attrelid = p_table and attnum > 0 and not attisdropped);
  v_pinned text;
  v_pages text;
begin
  if not v_columns @> (p_pinned || p_changeable) then
    raise undefined_column using message = format('%s has not all of the columns %s', p_table, p_pinned || p_changeable);
  end if;

  execute format('alter table %s enable row level security', p_table);
  execute format('revoke all on %s from anon, authenticated', p_table);
  execute format('grant all on %s to service_role', p_table);
  if p_rights <> '' then
    execute format('grant %s on %s to authenticated', p_rights, p_table);
  end if;

  select string_agg(quote_literal(name), ', ' order by place) into v_pinned
    from (
      select name, min(place) as place
        from unnest(array['id', 'created_by', 'created_at'] || p_pinned) with ordinality as listed (name, place)
       where name = any (v_columns)
       group by name) as pinned;
  if p_changeable is not null then
    execute format('create trigger pin before update on %s for each row %s execute function private.pin_all_but(%s)',
      p_table, v_people, (select string_agg(quote_literal(name), ', ') from unnest(p_changeable) as name));
  elsif v_pinned is not null then
    execute format('create trigger pin before update on %s for each row %s execute function private.pin(%s)',
      p_table, v_people, v_pinned);
  end if;
  call private.stamp_rows(p_table, v_columns);
  if p_audited then
    execute format('create trigger audit after insert or update or delete on %s for each row
      execute function private.audit(%L)', p_table, p_key);
  end if;
  call private.refuse_hostile_values(p_table);

  select string_agg(quote_literal(page), ', ' order by place) into v_pages
    from unnest(p_pages) with ordinality as listed (page, place);
  if v_pages is not null then
    call private.after_each_statement(p_table, 'nudge_page', format('private.nudge_pages(%L, %s)', p_key, v_pages));
  end if;
  if p_person is not null then
    call private.after_each_statement(p_table, 'nudge_user',
      format('private.nudge_owners(''user:'', %L, %L)', p_person, p_key));
  end if;
  if p_document is not null then
    call private.after_each_statement(p_table, 'nudge_document',
      format('private.nudge_owners(''doc:'', %L, %L)', p_document, p_document));
  end if;
end $$;

create table private.schedules (
  name      text primary key,
  runs_at   text not null,
  statement text not null
);

create or replace function private.follow_schedule() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if exists (select from pg_catalog.pg_available_extensions where name = 'pg_cron')
    and exists (select from pg_catalog.pg_roles where rolname = 'supabase_admin')
  then
    create extension if not exists pg_cron;
    create extension if not exists pg_net with schema extensions;
  end if;
  if to_regnamespace('cron') is null then
    return null;
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and new.name <> old.name then
    perform cron.unschedule(old.name);
  end if;
  if tg_op <> 'DELETE' then
    perform cron.schedule(new.name, new.runs_at, new.statement);
  end if;
  return null;
end $$;

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
             coalesce(o.created_by::text, 'none'), coalesce(p.label, 'Nobody'), null::text, o.net, null::numeric
        from public.orders o
        left join (select u.user_id, private.person_label(u.user_id) as label from public.user_roles u) as p on p.user_id = o.created_by
       where o.ordered_at >= p_since and o.ordered_at < p_until and o.status <> 'cancelled' and o.currency = p_currency;
  else
    return query
      select 'order', o.id, concat_ws(' · ', o.order_number, o.project_title), o.contact_id, (o.ordered_at at time zone p_zone)::date,
             coalesce(s.slug, 'none'), coalesce(s.name, 'Without a service'), null::text, sum(i.net), sum(trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2))
        from public.orders o
        join public.order_items i on i.order_id = o.id and i.kind = 'item'
        join public.quotation_item_costs c on c.item_id = i.quotation_item_id
        left join public.services s on s.id = i.service_id
       where o.ordered_at >= p_since and o.ordered_at < p_until and o.status <> 'cancelled' and o.currency = p_currency and c.unit_cost is not null
       group by o.id, s.id;
  end if;
end $$;

create or replace function private.analytics_of_quotations(p_part text, p_since timestamptz, p_until timestamptz, p_zone text, p_currency text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select 'quotation', q.id, concat_ws(' · ', q.number_with_version, q.project_title), q.contact_id, (q.created_at at time zone p_zone)::date,
           case p_part when 'quotes' then to_char(q.created_at at time zone p_zone, 'YYYY-MM') else coalesce(q.created_by::text, 'none') end,
           case p_part when 'winners' then coalesce(p.label, 'Nobody') end,
           case when q.status in ('approved', 'converted') then 'won' when q.status = 'rejected' then 'lost'
                when q.status = 'expired' then 'expired' else 'open' end, q.net, null::numeric
      from public.quotations q
      left join (select u.user_id, private.person_label(u.user_id) as label from public.user_roles u) as p on p.user_id = q.created_by
     where q.created_at >= p_since and q.created_at < p_until and q.status not in ('draft', 'cancelled') and q.currency = p_currency;
end $$;

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
        from private.late_jobs() j;
  else
    return query
      select 'job', j.id, concat_ws(' · ', j.job_number, j.title), j.contact_id, (j.finished_at at time zone p_zone)::date,
             coalesce(s.slug, 'none'), coalesce(s.name, 'Without a service'), null::text, p.minutes, w.minutes
        from public.jobs j
        left join public.services s on s.id = j.service_id
        cross join lateral (
          select round(sum(private.seconds_of(e.total_duration)) / 60.0, 2) as minutes from public.time_entries e where e.job_id = j.id) as w
        cross join lateral (
          select sum(t.planned_minutes) as minutes from public.job_steps t where t.job_id = j.id and t.status <> 'skipped') as p
       where j.finished_at >= p_since and j.finished_at < p_until and w.minutes > 0 and p.minutes > 0;
  end if;
end $$;

create or replace function private.analytics_of_open_money(p_part text, p_zone text, p_currency text, p_today date) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  if p_part = 'to_invoice' then
    return query
      select 'order', t.order_id, concat_ws(' · ', t.order_number, t.project_title), t.contact_id, (t.since at time zone p_zone)::date,
             case when w.days <= 7 then '7' when w.days <= 30 then '30' else 'older' end, null::text, null::text, t.net, null::numeric
        from private.to_invoice() as t,
             lateral (select p_today - coalesce((t.since at time zone p_zone)::date, p_today) as days) as w
       where t.currency = p_currency;
  elsif p_part = 'receivables' then
    return query
      select 'invoice', v.id, concat_ws(' · ', v.invoice_number, v.project_title), v.contact_id, coalesce(v.due_date, v.issue_date),
             case when w.late <= 0 then 'not_due' when w.late <= 30 then 'days_30' when w.late <= 60 then 'days_60'
                  when w.late <= 90 then 'days_90' else 'older' end, null::text, null::text, v.balance, null::numeric
        from public.invoices v, lateral (select p_today - coalesce(v.due_date, v.issue_date) as late) as w
       where v.status in ('issued', 'partly_paid') and v.kind <> 'proforma' and v.balance > 0 and v.currency = p_currency;
  else
    return query
      select m.kind, m.id, m.label, m.contact_id, m.due,
             case when m.due < p_today then 'overdue' when m.due >= date_trunc('week', p_today)::date + 56 then 'later'
                  else date_trunc('week', m.due)::date::text end, null::text, m.mark, m.open, null::numeric
        from (
          select 'invoice' as kind, v.id, concat_ws(' · ', v.invoice_number, v.project_title) as label, v.contact_id,
                 coalesce(v.due_date, v.issue_date) as due, 'in' as mark, v.balance as open
            from public.invoices v
           where v.status in ('issued', 'partly_paid') and v.kind <> 'proforma' and v.balance > 0 and v.currency = p_currency
          union all
          select 'supplier_invoice', s.id, s.supplier_number, s.supplier_id, coalesce(s.scheduled_for, s.due_date, s.invoice_date), 'out', s.open
            from public.supplier_invoices s
           where s.status in ('received', 'approved', 'scheduled', 'part_paid') and s.open > 0 and s.currency = p_currency
             and (private.is_server() or private.can('supplier-invoices', 'view'))) as m;
  end if;
end $$;

create or replace function private.analytics_of_vat(p_from date, p_to date, p_currency text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select 'invoice', v.id, concat_ws(' · ', v.invoice_number, v.project_title), v.contact_id, v.issue_date, to_char(v.issue_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', t.base, t.vat
      from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
     where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.currency = p_currency
    union all
    select 'credit_note', n.id, concat_ws(' · ', n.credit_number, n.reason), n.contact_id, n.issue_date, to_char(n.issue_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', -t.base, -t.vat
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void') and n.currency = p_currency
    union all
    select 'supplier_invoice', s.id, s.supplier_number, s.supplier_id, s.invoice_date, to_char(s.invoice_date, 'YYYY-MM'), 'all rates', 'purchases',
           s.net, s.vat
      from public.supplier_invoices s
     where s.invoice_date between p_from and p_to and s.status <> 'disputed' and s.currency = p_currency
       and (private.is_server() or private.can('supplier-invoices', 'view'));
end $$;

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
  else
    return query select * from private.analytics_of_vat(p_from, p_to, v_currency);
  end if;
end $$;

create or replace function private.free_money(p_contact_id uuid) returns table(contact_id uuid, open numeric)
  language sql stable set search_path = ''
as $$
  select money.contact_id, sum(money.open)
    from (select p.contact_id, case p.direction when 'in' then p.open else p.refunded - p.amount end as open from public.payments p
           where p.status in ('succeeded', 'part_refunded', 'refunded')
          union all
          select n.contact_id, n.open from public.credit_notes n where n.status not in ('draft', 'void')) as money
   where p_contact_id is null or money.contact_id = p_contact_id
   group by money.contact_id
$$;

create or replace function private.client_balances(p_contact_id uuid default null) returns table(contact_id uuid, balance numeric, overdue numeric, credit numeric, oldest_due date, open_invoices bigint)
  language sql stable security definer set search_path = ''
as $$
  with today as materialized (
    select private.company_today() as day
  ), owed as (
    select v.contact_id, sum(v.balance) as open, coalesce(sum(v.balance) filter (where v.due_date < today.day), 0.00) as overdue,
           min(v.due_date) filter (where v.balance > 0) as oldest_due, count(*) filter (where v.balance > 0) as invoices
      from today, public.invoices v
     where v.status not in ('draft', 'void') and v.kind <> 'proforma' and (p_contact_id is null or v.contact_id = p_contact_id)
     group by v.contact_id
  ), free as (
    select m.contact_id, m.open from private.free_money(p_contact_id) as m
  )
  select coalesce(o.contact_id, f.contact_id), coalesce(o.open, 0.00) - coalesce(f.open, 0.00), coalesce(o.overdue, 0.00), coalesce(f.open, 0.00),
         o.oldest_due, coalesce(o.invoices, 0)
    from owed o full join free f on f.contact_id = o.contact_id
   where private.is_server() or private.can('statements', 'view') or coalesce(o.contact_id, f.contact_id) in (select private.my_contact_ids())
$$;

-- What each client owes, by age: the day of the company is one value of the whole answer.
create or replace function private.client_ageing(p_contact_id uuid default null) returns table(id uuid, client_name text, contact_type text, balance numeric, overdue numeric, credit numeric, not_due numeric, days_30 numeric, days_60 numeric, days_90 numeric, older numeric, oldest_due date, open_invoices bigint)
  language sql stable security definer set search_path = ''
as $$
  with today as materialized (
    select private.company_today() as day
  ), owed as (
    select v.contact_id, sum(v.balance) as open,
           coalesce(sum(v.balance) filter (where late <= 0), 0.00) as not_due,
           coalesce(sum(v.balance) filter (where late between 1 and 30), 0.00) as days_30,
           coalesce(sum(v.balance) filter (where late between 31 and 60), 0.00) as days_60,
           coalesce(sum(v.balance) filter (where late between 61 and 90), 0.00) as days_90,
           coalesce(sum(v.balance) filter (where late > 90), 0.00) as older,
           min(v.due_date) filter (where v.balance > 0) as oldest_due, count(*) filter (where v.balance > 0) as invoices
      from today, public.invoices v,
           lateral (select today.day - coalesce(v.due_date, v.issue_date) as late) as days
     where v.status not in ('draft', 'void') and v.kind <> 'proforma' and (p_contact_id is null or v.contact_id = p_contact_id)
     group by v.contact_id
  ), free as (
    select m.contact_id, m.open from private.free_money(p_contact_id) as m
  )
  select c.id, private.client_label(c), c.type::text, coalesce(o.open, 0.00) - coalesce(f.open, 0.00),
         coalesce(o.open - o.not_due, 0.00), coalesce(f.open, 0.00), coalesce(o.not_due, 0.00), coalesce(o.days_30, 0.00),
         coalesce(o.days_60, 0.00), coalesce(o.days_90, 0.00), coalesce(o.older, 0.00), o.oldest_due, coalesce(o.invoices, 0)
    from owed o full join free f on f.contact_id = o.contact_id
    join public.contacts c on c.id = coalesce(o.contact_id, f.contact_id)
   where (private.is_server() or private.can('statements', 'view')) and (coalesce(o.open, 0) <> 0 or coalesce(f.open, 0) <> 0)
$$;

create or replace function private.refuse_ended_delivery(p_delivery public.deliveries) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if p_delivery.status in ('cancelled', 'failed') then
    perform private.refuse('PT409', format('This delivery %s', case p_delivery.status when 'failed' then 'failed: plan it again first' else 'is cancelled' end));
  elsif p_delivery.status = 'delivered' then
    perform private.refuse('PT409', 'All of this delivery is handed over already' || coalesce(format(': %s received it on %s',
      p_delivery.received_by, to_char(p_delivery.delivered_at at time zone private.company_zone(), 'FMDD Mon, HH24:MI')), ''));
  end if;
end $$;

create or replace function private.lines_of_drop(p_delivery_id uuid, p_items jsonb) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  v_line record;
  v_lines jsonb := '[]';
begin
  for v_line in
    select i.id, i.order_item_id, i.qty - i.qty_delivered as left_over, asked.qty as asked, o.description
      from public.delivery_items i
      join public.order_items o on o.id = i.order_item_id
      left join (select (line ->> 'delivery_item_id')::uuid as id, sum((line ->> 'qty')::numeric) as qty
                   from jsonb_array_elements(coalesce(p_items, '[]')) as line group by 1) as asked on asked.id = i.id
     where i.delivery_id = p_delivery_id and (p_items is null or asked.id is not null)
     order by i.position
  loop
    if p_items is not null and not coalesce(v_line.asked >= 0 and v_line.asked <= 1000000, false) then
      perform private.refuse('22023', format('Please enter how many of "%s" were handed over', left(v_line.description, 100)));
    elsif v_line.asked > v_line.left_over then
      perform private.refuse('PT409', format('Of "%s" only %s are left on this delivery', left(v_line.description, 100), trim_scale(v_line.left_over)));
    end if;
    if coalesce(v_line.asked, v_line.left_over) > 0 then
      v_lines := v_lines || jsonb_build_object('id', v_line.id, 'order_item_id', v_line.order_item_id,
        'qty', coalesce(v_line.asked, v_line.left_over)::text);
    end if;
  end loop;
  if jsonb_array_length(v_lines) = 0 and exists (select from public.delivery_items where delivery_id = p_delivery_id) then
    perform private.refuse('22023', 'Please say what was handed over');
  elsif (select count(distinct line ->> 'delivery_item_id') from jsonb_array_elements(coalesce(p_items, '[]')) as line
          where (line ->> 'qty')::numeric > 0) > jsonb_array_length(v_lines) then
    perform private.refuse('22023', 'A line is not part of this delivery');
  end if;
  return v_lines;
end $$;

-- The order before its delivery, as where its plan changes: in the other order the two waited for each other.
create or replace function private.deliver_drop(p_delivery_id uuid, p_items jsonb default null, p_received_by text default null, p_signature text default null, p_photo_paths text[] default '{}', p_drop_id uuid default null, p_at timestamptz default null, p_lat double precision default null, p_lng double precision default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_delivery public.deliveries;
  v_order_id uuid;
  v_lines jsonb;
  v_partial public.partial_deliveries;
  v_whole boolean;
  v_before boolean;
  v_at timestamptz;
  v_photos constant text[] := coalesce(p_photo_paths, '{}');
begin
  perform private.must('deliveries', 'edit', 'hand over deliveries');
  perform from public.orders where id = (select d.order_id from public.deliveries d where d.id = p_delivery_id) for no key update;
  select * into v_delivery from public.deliveries where id = p_delivery_id for no key update;
  if v_delivery.id is null then
    perform private.refuse('PT404', 'This delivery is not there any more');
  end if;
  if p_drop_id is not null and v_delivery.last_drop_id is not distinct from p_drop_id
    or exists (select from public.partial_deliveries where id = p_drop_id and delivery_id = p_delivery_id and status = 'delivered')
  then
    select * into v_partial from public.partial_deliveries where id = p_drop_id;
    return jsonb_build_object('status', v_delivery.status, 'partial_id', v_partial.id, 'partial_number', v_partial.partial_number);
  end if;
  perform private.refuse_ended_delivery(v_delivery);
  perform private.check_delivery_photos(p_delivery_id, v_photos);
  v_at := private.moment_of_drop(v_delivery, p_at);
  v_order_id := v_delivery.order_id;
  v_before := exists (select from public.delivery_items where delivery_id = p_delivery_id and qty_delivered > 0);

  v_lines := private.lines_of_drop(p_delivery_id, p_items);
  update public.delivery_items i set qty_delivered = i.qty_delivered + (line ->> 'qty')::numeric
    from jsonb_array_elements(v_lines) as line where i.id = (line ->> 'id')::uuid;
  update public.order_items i set qty_delivered = i.qty_delivered + (line ->> 'qty')::numeric
    from jsonb_array_elements(v_lines) as line where i.id = (line ->> 'order_item_id')::uuid;
  v_whole := not exists (select from public.delivery_items where delivery_id = p_delivery_id and qty_delivered < qty);

  select * into v_partial from public.partial_deliveries where id = p_drop_id and delivery_id = p_delivery_id;
  if v_partial.id is null and (v_before or not v_whole) then
    insert into public.partial_deliveries (id, partial_number, delivery_id, seq)
    select coalesce(p_drop_id, gen_random_uuid()), v_delivery.delivery_number || '/' || next.seq, p_delivery_id, next.seq
      from (select coalesce(max(seq), 0) + 1 as seq from public.partial_deliveries where delivery_id = p_delivery_id) as next
    returning * into v_partial;
  end if;
  if v_partial.id is not null then
    update public.partial_deliveries set status = 'delivered', delivered_at = v_at, received_by = nullif(btrim(p_received_by), ''),
      photo_paths = v_photos, lat = p_lat, lng = p_lng where id = v_partial.id;
    insert into public.partial_delivery_items (partial_delivery_id, delivery_item_id, qty)
    select v_partial.id, (line ->> 'id')::uuid, (line ->> 'qty')::numeric from jsonb_array_elements(v_lines) as line;
  end if;
  update public.deliveries
     set status = case when v_whole then 'delivered' else 'partially_delivered' end,
         delivered_at = case when v_whole then v_at end, received_by = coalesce(nullif(btrim(p_received_by), ''), received_by),
         photo_paths = case when v_partial.id is null then v_photos else photo_paths end,
         lat = coalesce(p_lat, lat), lng = coalesce(p_lng, lng), failed_at = null, failed_reason = null, last_drop_id = p_drop_id
   where id = p_delivery_id;
  if nullif(btrim(p_received_by), '') is not null then
    perform private.sign_document(case when v_partial.id is null then 'delivery' else 'partial_delivery' end,
      coalesce(v_partial.id, p_delivery_id), null, p_received_by, p_signature);
  end if;

  update public.jobs j set status = 'delivered'
    from public.order_items i
   where i.id = j.order_item_id and i.order_id = v_order_id and i.qty_delivered >= i.qty
     and j.status not in ('delivered', 'closed', 'cancelled', 'on_hold');
  perform private.refresh_order(v_order_id);
  perform private.log_event('delivery', p_delivery_id, 'handed_over',
    jsonb_build_object('partial_number', v_partial.partial_number, 'received_by', nullif(btrim(p_received_by), '')));
  perform private.tell_of_delivery(v_delivery, v_partial, v_whole);
  return jsonb_build_object('status', case when v_whole then 'delivered' else 'partially_delivered' end,
    'partial_id', v_partial.id, 'partial_number', v_partial.partial_number);
end $$;

create or replace function private.calendar_of_work(p_from date, p_to date, p_since timestamptz, p_until timestamptz) returns table(kind text, id uuid, title text, detail text, number text, starts_at timestamptz, ends_at timestamptz, all_day boolean, first_day date, last_day date, person_ids uuid[], work_centre_id uuid, van_id uuid, status text, is_done boolean, may_move boolean, may_resize boolean, mark text, parent_id uuid, amount text)
  language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select 'job', j.id, j.title, coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')), j.job_number,
         null::timestamptz, null::timestamptz, true, j.due_date, j.due_date,
         case when j.lead_user_id is null then '{}' else array[j.lead_user_id] end, null::uuid, null::uuid, j.status,
         j.status in ('delivered', 'closed'),
         j.status not in ('delivered', 'closed') and (select private.can('jobs', 'edit')), false, private.plan_mark(j), null::uuid, null::text
    from public.jobs j left join public.contacts c on c.id = j.contact_id
   where j.due_date between p_from and p_to and j.status <> 'cancelled'
  union all
  select 'step', s.id, s.name, j.title, j.job_number, s.planned_start,
         s.planned_start + make_interval(secs => greatest(s.planned_minutes, 5)::double precision * 60), false, null, null, s.assignees,
         s.work_centre_id, null, s.status, s.status = 'done',
         s.status in ('todo', 'paused') and ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit'))),
         s.status in ('todo', 'paused') and ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit'))),
         private.plan_mark(s), s.job_id, null
    from public.job_steps s join public.jobs j on j.id = s.job_id
   where s.planned_start < p_until and s.planned_start > p_since - interval '12 days' and s.status <> 'skipped' and j.status <> 'cancelled'
     and s.planned_start + make_interval(secs => greatest(s.planned_minutes, 5)::double precision * 60) > p_since
  union all
  select case d.method when 'installation' then 'installation' else 'delivery' end, d.id, d.project_title,
         coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')), d.delivery_number, d.scheduled_at,
         d.scheduled_at + make_interval(mins => coalesce(d.slot_minutes, case d.method when 'installation' then 120 else 30 end)), false,
         null, null, d.crew, null, d.van_id, d.status, d.status = 'delivered',
         d.status in ('planned', 'ready', 'failed') and (select private.can('deliveries', 'edit')),
         d.status in ('planned', 'ready', 'failed') and (select private.can('deliveries', 'edit')), private.plan_mark(d), d.order_id, null
    from public.deliveries d left join public.contacts c on c.id = d.contact_id
   where d.scheduled_at < p_until and d.scheduled_at > p_since - interval '8 days' and d.status <> 'cancelled' and (select private.is_staff())
     and d.scheduled_at + make_interval(mins => coalesce(d.slot_minutes, 30)) > p_since;
end $$;

create or replace function private.calendar_of_people(p_from date, p_to date, p_since timestamptz, p_until timestamptz, p_zone text) returns table(kind text, id uuid, title text, detail text, number text, starts_at timestamptz, ends_at timestamptz, all_day boolean, first_day date, last_day date, person_ids uuid[], work_centre_id uuid, van_id uuid, status text, is_done boolean, may_move boolean, may_resize boolean, mark text, parent_id uuid, amount text)
  language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select 'booking', b.id, coalesce(b.name, 'Appointment'), t.name, b.reference, b.starts_at, b.ends_at, false, null, null, '{}', null::uuid, null::uuid,
         b.status, b.status = 'done', b.status = 'confirmed' and (select private.named('manage_bookings')), false,
         private.plan_mark(extract(epoch from b.starts_at)::text, extract(epoch from b.ends_at)::text),
         null::uuid, null
    from public.bookings b join public.booking_types t on t.id = b.type_id
   where b.starts_at < p_until and b.ends_at > p_since and b.status in ('confirmed', 'done', 'no_show')
  union all
  select 'task', t.id, t.title, coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')), null,
         case when not due.whole then t.due_at end, case when not due.whole then t.due_at + interval '30 minutes' end, due.whole,
         case when due.whole then due.clock::date end, case when due.whole then due.clock::date end,
         case when cardinality(t.assignees) > 0 then t.assignees else array[t.created_by] end, null, null, t.status, t.status = 'completed',
         t.status <> 'completed' and (t.created_by = (select auth.uid()) or t.assignees @> array[(select auth.uid())]
           or (cardinality(t.assignees) > 0 and (select private.can('tasks', 'edit')))), false, private.plan_mark(t), null, null
    from public.tasks t left join public.contacts c on c.id = t.contact_id
    cross join lateral (select t.due_at at time zone p_zone as clock, (t.due_at at time zone p_zone)::time >= time '23:59' as whole) as due
   where t.due_at >= p_since and t.due_at < p_until
  union all
  select 'shift', s.id, coalesce(w.name, initcap(s.place)), s.note, null, s.starts_at, s.ends_at, false, null, null, array[s.user_id],
         null, null, s.place, s.ends_at < now(), (select private.named('manage_shifts')), (select private.named('manage_shifts')),
         private.plan_mark(s), null, null
    from public.shifts s left join public.work_centres w on w.id = s.work_centre_id
   where s.starts_at < p_until and s.ends_at > p_since
  union all
  select 'absence', a.id, case a.status when 'requested' then 'Asks for leave' else 'Away' end, d.kind, null, null, null, true, a.starts_on,
         a.ends_on, array[a.user_id], null, null, a.status, a.ends_on < (now() at time zone p_zone)::date, false, false,
         private.plan_mark(a.starts_on::text, a.ends_on::text), null, null
    from public.absences a left join public.absence_details d on d.absence_id = a.id
   where a.starts_on <= p_to and a.ends_on >= p_from and a.status in ('requested', 'approved');
end $$;

create or replace function private.calendar_of_days(p_from date, p_to date) returns table(kind text, id uuid, title text, detail text, number text, starts_at timestamptz, ends_at timestamptz, all_day boolean, first_day date, last_day date, person_ids uuid[], work_centre_id uuid, van_id uuid, status text, is_done boolean, may_move boolean, may_resize boolean, mark text, parent_id uuid, amount text)
  language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select 'payment', v.id, coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), ''), v.invoice_number),
         v.project_title, v.invoice_number, null::timestamptz, null::timestamptz, true, v.due_date, v.due_date, '{}'::uuid[], null::uuid, null::uuid, v.status, false, false, false,
         private.plan_mark(v.due_date::text), null::uuid, v.currency || ' ' || v.balance::text
    from public.invoices v left join public.contacts c on c.id = v.contact_id
   where v.due_date between p_from and p_to and v.status in ('issued', 'partly_paid') and v.balance > 0
     and (select private.named('view_financial_data')) and (select private.is_staff())
  union all
  select 'closure', x.id, x.reason, case x.desk when 'studio' then 'No appointments in the studio' when 'road' then 'No visits on the road'
           else 'No appointments' end, null, null, null, true, x.starts_on, x.ends_on, '{}', null, null, 'closed', false, false, false,
         private.plan_mark(x.starts_on::text, x.ends_on::text), null, null
    from public.booking_closures x
   where x.starts_on <= p_to and x.ends_on >= p_from;
end $$;

create or replace function public.calendar_entries(p_from date, p_to date, p_kinds text[] default null, p_people uuid[] default null, p_places uuid[] default null) returns table(kind text, id uuid, title text, detail text, number text, starts_at timestamptz, ends_at timestamptz, all_day boolean, first_day date, last_day date, person_ids uuid[], work_centre_id uuid, van_id uuid, status text, is_done boolean, may_move boolean, may_resize boolean, mark text, parent_id uuid, amount text)
  language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  v_zone constant text := coalesce((select c.time_zone from public.company_settings c), 'UTC');
  v_from constant timestamptz := p_from::timestamp at time zone v_zone;
  v_until constant timestamptz := (p_to + 1)::timestamp at time zone v_zone;
begin
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 400 then
    raise exception using errcode = '22023', message = 'Choose between one day and 400 days';
  end if;
  return query
  select e.* from (
    select w.* from private.calendar_of_work(p_from, p_to, v_from, v_until) as w
     where p_kinds is null or p_kinds && '{job,step,delivery,installation}'
    union all
    select w.* from private.calendar_of_people(p_from, p_to, v_from, v_until, v_zone) as w
     where p_kinds is null or p_kinds && '{booking,task,shift,absence}'
    union all
    select w.* from private.calendar_of_days(p_from, p_to) as w
     where p_kinds is null or p_kinds && '{payment,closure}'
  ) as e
  where (p_kinds is null or e.kind = any (p_kinds))
    and (p_people is null or e.person_ids && p_people)
    and (p_places is null or e.work_centre_id = any (p_places) or e.van_id = any (p_places))
  order by coalesce(e.starts_at, e.first_day::timestamp at time zone v_zone), not e.all_day, e.title, e.id
  limit 5000;
end $$;

create or replace function private.check_merge(p_keep public.contacts, p_gone public.contacts) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if p_keep.type <> p_gone.type then
    raise invalid_parameter_value using message = 'A person and a business cannot become one contact';
  end if;
  if p_gone.user_id is not null then
    raise invalid_parameter_value using message = case when p_keep.user_id is null
      then 'The contact that goes has an account: keep that one instead'
      else 'Both contacts have an account: they are two people' end;
  end if;
  if p_keep.user_id <> auth.uid() and not private.named('manage_user_roles') then
    raise insufficient_privilege using
      message = 'The card that stays belongs to an account: only its owner and who manages users change it';
  end if;
end $$;

create or replace function private.drop_double_links(p_keep uuid, p_gone uuid) returns void
  language plpgsql set search_path = ''
as $$
begin
  delete from public.contact_relations r
   where (r.contact_id, r.related_contact_id) in ((p_keep, p_gone), (p_gone, p_keep))
      or (r.contact_id = p_gone and exists (select from public.contact_relations k
            where k.contact_id = p_keep and k.related_contact_id = r.related_contact_id and k.relation = r.relation))
      or (r.related_contact_id = p_gone and exists (select from public.contact_relations k
            where k.related_contact_id = p_keep and k.contact_id = r.contact_id and k.relation = r.relation));
  delete from public.contact_bank_accounts b
   where b.contact_id = p_gone and exists (select from public.contact_bank_accounts k
            where k.contact_id = p_keep and k.iban = b.iban);
  insert into public.distinct_contacts (contact_id, other_id, said_by, created_at)
  select least(p_keep, third.id), greatest(p_keep, third.id), d.said_by, d.created_at
    from public.distinct_contacts d
    cross join lateral (select case d.contact_id when p_gone then d.other_id else d.contact_id end as id) as third
   where p_gone in (d.contact_id, d.other_id) and third.id <> p_keep
  on conflict do nothing;
  delete from public.distinct_contacts where p_gone in (contact_id, other_id);
end $$;

create or replace function private.move_links(p_keep uuid, p_gone uuid) returns void
  language plpgsql set search_path = ''
as $$
declare
  v_link record;
begin
  for v_link in
    select k.conrelid::regclass as child, a.attname as key, exists (
             select from pg_catalog.pg_attribute d
              where d.attrelid = k.conrelid and d.attname = 'is_default' and not d.attisdropped) as has_default
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'public.contacts'::regclass
  loop
    if v_link.has_default then
      execute format('update %1$s set is_default = false where is_default and %2$I = $2
        and exists (select from %1$s where is_default and %2$I = $1)', v_link.child, v_link.key) using p_keep, p_gone;
    end if;
    execute format('update %s set %I = $1 where %I = $2', v_link.child, v_link.key, v_link.key) using p_keep, p_gone;
  end loop;
end $$;

-- Every row that points at the second contact points at the first afterwards. p_values holds the fields that the person
-- chose. A field that is not named keeps the value of the first contact, or takes the second's where the first has none.
create or replace function private.merge_contacts(p_keep uuid, p_gone uuid, p_values jsonb, p_keep_version integer, p_gone_version integer)
returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_fields constant text[] := array['name', 'last_name', 'company', 'email', 'phone', 'mobile', 'vat_number', 'address_line',
    'city', 'postcode', 'country', 'contact_type_id', 'payment_terms_days', 'account_manager_id'];
  v_fixed constant text[] := array['id', 'user_id', 'type', 'profile', 'roles', 'created_at', 'has_temporary_password',
    'on_stop', 'archived_at', 'row_version'];
  v_keep public.contacts;
  v_gone public.contacts;
  v_row jsonb;
  v_not_kept text;
begin
  if not (private.can('contacts', 'edit') and private.can('contacts', 'delete')) then
    raise insufficient_privilege using message = 'You may not merge contacts';
  end if;
  if p_keep = p_gone then
    raise invalid_parameter_value using message = 'These are one and the same contact';
  end if;
  perform from public.contacts where id in (p_keep, p_gone) order by id for update;
  select * into v_keep from public.contacts where id = p_keep;
  select * into v_gone from public.contacts where id = p_gone;
  if v_keep.id is null or v_gone.id is null then
    raise invalid_parameter_value using message = 'One of the two contacts is not there any more';
  end if;
  if v_keep.row_version <> p_keep_version or v_gone.row_version <> p_gone_version then
    raise serialization_failure using message = 'Somebody changed one of the two contacts meanwhile: please look again';
  end if;
  perform private.check_merge(v_keep, v_gone);

  v_row := jsonb_strip_nulls(to_jsonb(v_gone)) || jsonb_strip_nulls(to_jsonb(v_keep))
    || coalesce((select jsonb_object_agg(key, value) from jsonb_each(p_values) where key = any (v_fields)), '{}');
  select string_agg(field || ' ' || lost.value, ', ' order by place) into v_not_kept
    from unnest(v_fields) with ordinality as fields (field, place)
    cross join lateral (
      select distinct value from (values (to_jsonb(v_keep) ->> field), (to_jsonb(v_gone) ->> field)) as both_of (value)
       where value is not null and value is distinct from v_row ->> field) as lost
   where field not like '%\_id' and not (field = 'name' and v_keep.type = 'Business');
  v_not_kept := replace(replace(replace(v_not_kept, 'address_line', 'address'), 'payment_terms_days', 'payment terms'), 'vat_number', 'VAT number');

  perform private.drop_double_links(p_keep, p_gone);
  perform private.move_links(p_keep, p_gone);
  delete from public.contacts where id = p_gone;
  insert into public.merged_contacts (id, kept_id, merged_by) values (p_gone, p_keep, auth.uid())
  on conflict (id) do update set kept_id = excluded.kept_id, merged_by = excluded.merged_by, merged_at = now();
  execute (
    select format('update public.contacts c set %s, on_stop = c.on_stop or $3, created_at = least(c.created_at, $4),
        archived_at = case when c.archived_at is null or $5 is null then null else greatest(c.archived_at, $5) end
        from jsonb_populate_record(null::public.contacts, $1) as r where c.id = $2',
      string_agg(format(case when a.attname = any (v_fields) then '%1$I = r.%1$I' else '%1$I = coalesce(c.%1$I, r.%1$I)' end,
        a.attname), ', '))
      from pg_catalog.pg_attribute a
     where a.attrelid = 'public.contacts'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.attname <> all (v_fixed))
    using v_row, p_keep, v_gone.on_stop, v_gone.created_at, v_gone.archived_at;
  insert into public.contact_notes (contact_id, kind, body)
  values (p_keep, 'merge', left('Merged with ' || concat_ws(', ',
    nullif(btrim(concat_ws(' ', v_gone.name, v_gone.last_name)), ''), nullif(v_gone.company, v_gone.name), v_gone.email,
    v_gone.phone, v_gone.vat_number) || coalesce(E'\nNot kept: ' || v_not_kept, ''), 5000));
  insert into public.audit_logs (actor_id, actor_label, table_name, record_id, action, changed)
  select auth.uid(), private.person_label(auth.uid()), 'contacts', line.record_id, 'UPDATE',
         jsonb_build_object(line.what, jsonb_build_array(null, line.whom))
    from (values
      (p_keep::text, 'merged_with', concat_ws(' · ', coalesce(v_gone.company, concat_ws(' ', v_gone.name, v_gone.last_name)), p_gone)),
      (p_gone::text, 'merged_into', concat_ws(' · ', coalesce(v_keep.company, concat_ws(' ', v_keep.name, v_keep.last_name)), p_keep))
    ) as line (record_id, what, whom);
end $$;

create or replace function private.check_mail_plan(p_kind text, p_note text, p_at timestamptz, p_reminders integer[]) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if char_length(p_note) > 5000 then
    perform private.refuse('22023', 'Your words may have 5000 characters at most');
  elsif p_at < now() - interval '5 minutes' then
    perform private.refuse('22023', 'Please choose a time that has not passed');
  elsif p_at > now() + interval '400 days' then
    perform private.refuse('22023', 'Please choose a time within a year');
  elsif cardinality(p_reminders) > 5 or exists (select from unnest(p_reminders) as d where d is null or d not between -60 and 180) then
    perform private.refuse('22023', 'Please plan at most five reminders, within half a year');
  elsif cardinality(p_reminders) > 0 and p_kind not in ('quotation', 'invoice') then
    perform private.refuse('22023', 'Only quotations and invoices are reminded of');
  end if;
end $$;

create or replace function private.count_as_sent(p_kind text, p_id uuid, p_to text[]) returns text
  language plpgsql set search_path = ''
as $$
begin
  case p_kind
    when 'quotation' then
      return 'v' || private.send_quotation(p_id);
    when 'invoice', 'credit_note', 'statement' then
      perform private.mark_sent(p_kind, p_id);
    when 'order' then
      perform private.must('orders', 'edit', 'send orders');
      if not exists (select from public.orders where id = p_id and status <> 'cancelled') then
        perform private.refuse('PT409', 'This order is not open any more');
      end if;
    when 'delivery' then
      perform private.must('deliveries', 'edit', 'send delivery notes');
      if not exists (select from public.deliveries where id = p_id and status <> 'cancelled') then
        perform private.refuse('PT409', 'This delivery is not open any more');
      end if;
    when 'purchase_order' then
      perform private.send_purchase_order(p_id, array_to_string(private.emails_of(p_to), ', '));
      if not (private.is_server() or private.named('view_financial_data')) then
        raise insufficient_privilege using message = 'You may not send purchase orders: they show what things cost';
      end if;
    else
      perform private.refuse('22023', 'This kind of document is not sent by mail');
  end case;
  return '';
end $$;

create or replace function private.send_document(p_kind text, p_id uuid, p_to text[], p_mail_id uuid, p_template text default null, p_cc text[] default '{}'::text[], p_note text default null, p_send_at timestamp with time zone default null, p_reminders integer[] default '{}'::integer[]) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_template public.email_templates := private.template_of(coalesce(p_template, case p_kind when 'order' then 'order_confirmation'
    when 'delivery' then 'delivery_note' else p_kind end));
  v_at constant timestamptz := coalesce(p_send_at, now());
  v_series text;
  v_label text;
  v_key text;
  v_row public.scheduled_emails;
  v_id uuid;
begin
  select id into v_id from public.scheduled_emails where id = p_mail_id and created_by is not distinct from auth.uid();
  if found then
    return v_id;
  end if;
  perform private.check_recipients(p_to, p_cc);
  perform private.check_mail_plan(p_kind, p_note, v_at, p_reminders);
  v_series := private.count_as_sent(p_kind, p_id, p_to);
  if v_template.id is null or v_template.kind <> p_kind then
    perform private.refuse('PT404', 'There is no such mail template for this document');
  elsif not v_template.is_active then
    perform private.refuse('PT409', format('The template “%s” is switched off', v_template.name));
  end if;
  select label into v_label from private.mail_parties(p_kind, p_id);
  v_key := format('%s/%s/%s/%s/%s/%s', p_kind, p_id, v_series, v_template.key, private.company_today(),
    md5(array_to_string(array(select e from unnest(private.emails_of(p_to)) as e order by 1), ',')));
  select * into v_row from public.scheduled_emails where dedupe_key = v_key for update;
  if v_row.status in ('queued', 'sending', 'sent') then
    perform private.refuse('PT409', case when v_row.status = 'sent' then 'This was sent to the same people today. You can send that mail again.'
      else 'This mail to the same people is waiting already' end);
  elsif v_row.id is not null then
    update public.scheduled_emails set status = 'queued', tries = 0, send_at = v_at, next_try_at = v_at, cc = private.emails_of(p_cc),
           variables = jsonb_strip_nulls(jsonb_build_object('note', nullif(btrim(p_note), ''))), last_error = null
     where id = v_row.id;
    v_id := v_row.id;
  else
    v_id := private.queue_mail(v_template.key, p_to, p_kind, p_id, v_key, jsonb_build_object('note', nullif(btrim(p_note), '')), v_at,
      p_stops_with_answer => p_kind = 'quotation', p_cc => p_cc, p_label => v_label, p_id => p_mail_id);
  end if;
  if p_kind in ('quotation', 'invoice') then
    perform private.plan_reminders(p_kind, p_id, p_to, p_reminders, v_at);
  end if;
  if v_at > now() then
    perform private.log_event(p_kind, p_id, 'mail_planned', jsonb_build_object('to', array_to_string(private.emails_of(p_to), ', '), 'at', v_at));
  end if;
  return v_id;
end $$;

create or replace function private.machine_lines(p_inputs jsonb, p_step jsonb, p_rate jsonb, p_speed jsonb, p_quantity numeric) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  v_contour numeric;
  v_each numeric;
  v_setup jsonb;
  v_run jsonb;
  v_below_least numeric;
begin
  select coalesce(sum(edge * qty), 0) into v_contour from private.calculated_parts(p_inputs, p_step);
  v_each := case
    when p_step ->> 'qty' is not null then (p_step ->> 'qty')::numeric
    when p_rate ->> 'per' = 'm' then trunc(v_contour, 4)
    when p_rate ->> 'per' = 'm2' then private.calculated_area(p_inputs, p_step, 1)
    when p_rate ->> 'per' = 'hour' then private.cut_ratio(v_contour * 1000 * (p_speed ->> 'passes')::numeric, (p_speed ->> 'mm_min')::numeric * 60)
    else private.cut_ratio(v_contour * 1000 * (p_speed ->> 'passes')::numeric, (p_speed ->> 'mm_min')::numeric) end;
  if v_each is null then
    perform private.refuse('22023', 'A machine step says neither how long nor how fast');
  end if;
  v_setup := private.calculated_line(p_step, 'setup', (p_step ->> 'setups')::numeric, (p_rate ->> 'setup')::numeric);
  v_run := private.calculated_line(p_step, 'machine', v_each * p_quantity, (p_rate ->> 'price')::numeric,
    private.machine_unit_cost(p_rate, p_speed)::text);
  v_below_least := (p_rate ->> 'least')::numeric - (v_setup ->> 'price')::numeric - (v_run ->> 'price')::numeric;
  return case when (v_setup ->> 'price')::numeric <> 0 then jsonb_build_array(v_setup) else '[]' end
    || v_run
    || case when v_below_least > 0 then jsonb_build_array(private.calculated_line(p_step, 'least', 1, v_below_least)) else '[]' end;
end $$;

create or replace function private.calculated_lines(p_inputs jsonb, p_nested jsonb, p_list jsonb, p_costs jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  v_quantity constant numeric := (p_inputs ->> 'quantity')::numeric;
  v_lines jsonb := '[]';
  v_step jsonb;
  v_rate jsonb;
  v_each numeric;
  v_area numeric;
  v_bought numeric;
  v_pct numeric;
begin
  for v_step in select * from jsonb_array_elements(p_inputs -> 'steps') loop
    v_each := case when (v_step ->> 'once')::boolean then 1 else v_quantity end;
    v_rate := case v_step ->> 'kind'
      when 'sheet' then p_list #> array['sheets', v_step ->> 'item_id']
      when 'roll' then p_list #> array['rolls', v_step ->> 'item_id']
      when 'ink' then p_list #> array['prints', v_step ->> 'print_id']
      when 'machine' then p_list #> array['machines', v_step ->> 'price_id']
      when 'item' then p_list #> array['items', v_step ->> 'item_id']
      when 'labour' then p_list #> array['people', v_step ->> 'work_id']
      when 'travel' then p_list #> array['zones', v_step ->> 'zone_id']
      when 'outsourced' then '{}' end;
    if v_rate is null or (v_step ->> 'kind' = 'ink' and p_list ->> 'ink' is null)
      or (v_step ->> 'kind' in ('sheet', 'roll') and p_nested ->> (v_step ->> 'id') is null)
    then
      perform private.refuse('22023', 'A step of this calculation has no price any more');
    end if;
    case v_step ->> 'kind'
      when 'sheet' then
        v_bought := (p_nested ->> (v_step ->> 'id'))::numeric;
        v_pct := coalesce((v_step ->> 'waste_pct')::numeric, 100);
        v_area := case when v_pct = 100 then v_bought else least(v_bought, private.cut_ratio(
          private.calculated_area(p_inputs, v_step, v_quantity),
          (v_rate ->> 'width_mm')::numeric / 1000 * (v_rate ->> 'length_mm')::numeric / 1000)) end;
        v_lines := v_lines || private.calculated_line(v_step, 'sheet', v_area, (v_rate ->> 'price')::numeric, v_rate ->> 'cost');
        if v_area < v_bought then
          v_lines := v_lines || private.calculated_line(v_step, 'waste', v_bought - v_area,
            (v_rate ->> 'price')::numeric * v_pct / 100, v_rate ->> 'cost');
        end if;
      when 'roll' then
        v_bought := trunc((p_nested ->> (v_step ->> 'id'))::numeric / 1000 * (v_rate ->> 'width_mm')::numeric / 1000, 4);
        v_area := private.calculated_area(p_inputs, v_step, v_quantity);
        v_lines := v_lines || private.calculated_line(v_step, 'roll', v_area, (v_rate ->> 'price')::numeric, v_rate ->> 'cost')
          || private.calculated_line(v_step, 'waste', greatest(v_bought - v_area, 0),
               (v_rate ->> 'price')::numeric * (v_step ->> 'waste_pct')::numeric / 100, v_rate ->> 'cost');
      when 'ink' then
        v_lines := v_lines || private.calculated_line(v_step, 'ink', private.calculated_area(p_inputs, v_step, v_quantity)
            * (v_step ->> 'sides')::numeric * (v_rate ->> 'ml_m2')::numeric * (v_step ->> 'coverage_pct')::numeric / 100,
          (p_list #>> '{ink,price}')::numeric, p_list #>> '{ink,cost}');
      when 'machine' then
        v_lines := v_lines || private.machine_lines(p_inputs, v_step, v_rate, p_list #> array['speeds', v_step ->> 'speed_id'], v_quantity);
      when 'item' then
        v_area := (v_step ->> 'qty')::numeric * private.calculated_extent(p_inputs, v_step);
        if v_step ->> 'per' is not null and v_rate ->> 'unit' = 'piece' then
          v_area := ceil(v_area);
        end if;
        v_lines := v_lines || private.calculated_line(v_step, 'item', v_area * v_each, (v_rate ->> 'price')::numeric, v_rate ->> 'cost');
      when 'labour' then
        v_lines := v_lines || private.calculated_line(v_step, 'labour', private.cut_ratio(
            greatest((v_step ->> 'minutes')::numeric * private.calculated_extent(p_inputs, v_step) * v_each, (v_rate ->> 'min_minutes')::numeric) * (v_rate ->> 'crew')::numeric, 60),
          (v_rate ->> 'price')::numeric, v_rate ->> 'cost');
      when 'outsourced' then
        v_lines := v_lines || private.calculated_line(v_step, 'outsourced', v_each, (v_step ->> 'price')::numeric, p_costs ->> (v_step ->> 'id'));
      when 'travel' then
        v_lines := v_lines || private.calculated_line(v_step, 'travel', (v_step ->> 'trips')::numeric, (v_rate ->> 'price')::numeric,
          v_rate ->> 'cost');
    end case;
  end loop;
  return v_lines;
end $$;

create or replace function private.check_product_request(p_request uuid, p_name text, p_email text, p_qty integer, p_phone text, p_message text) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if p_request is null then
    perform private.refuse('22023', 'This request has no id');
  elsif p_name is null or char_length(p_name) > 200 then
    perform private.refuse('22023', 'Please enter your name');
  elsif coalesce(p_email, '') !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' or char_length(p_email) > 320 then
    perform private.refuse('22023', 'Please enter your e-mail address');
  elsif p_qty is null or p_qty < 1 or p_qty > 100000 then
    perform private.refuse('22023', 'Please enter a number of pieces between 1 and 100,000');
  elsif char_length(p_phone) > 50 or char_length(p_message) > 2000 then
    perform private.refuse('22023', 'Please use 50 characters for the telephone and 2000 for the message at most');
  end if;
end $$;

create or replace function private.check_chosen_options(p_product uuid, p_options uuid[]) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if exists (
    select from unnest(p_options) as chosen (id) where not exists (
      select from public.product_options o where o.id = chosen.id and o.product_id = p_product))
    or exists (
      select from public.product_options o where o.product_id = p_product and o.option_group is not null
       group by o.option_group having count(*) filter (where o.id = any (coalesce(p_options, '{}'))) <> 1)
  then
    perform private.refuse('22023', 'Please choose one option of each group');
  end if;
end $$;

create or replace function private.limit_product_requests(p_address inet, p_email text) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.ask_for_product'));
  delete from private.product_requests where asked_at < now() - interval '30 days';
  if (select count(*) from private.product_requests r where r.asked_at > now() - interval '1 hour'
        and (r.address = p_address or r.email = p_email)) >= 5
    or (select count(*) from private.product_requests r where r.asked_at > now() - interval '1 day') >= 200
  then
    perform private.refuse('PT429', 'Too many requests in one hour. Please call us.');
  end if;
end $$;

create or replace function private.ask_for_product(p_request uuid, p_slug text, p_options uuid[], p_qty integer, p_name text, p_email text,
  p_phone text default null, p_message text default null, p_trap text default null) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_product public.manufactured_products;
  v_chosen jsonb;
  v_names text;
  v_price jsonb;
  v_contact uuid;
  v_quotation uuid;
  v_number text;
  v_name constant text := nullif(btrim(p_name), '');
  v_email constant text := lower(btrim(p_email));
  v_address constant inet := private.client_address();
begin
  select q.quotation_number into v_number from private.product_requests r join public.quotations q on q.id = r.quotation_id where r.id = p_request;
  if v_number is not null then
    return v_number;
  elsif coalesce(btrim(p_trap), '') <> '' then
    -- A field that people do not see is filled in: the sender is a program, and learns nothing.
    return 'Q-' || extract(year from now())::integer || '-0000';
  end if;
  select * into v_product from public.manufactured_products p
   where p.is_public and p.archived_at is null and (p.slug = p_slug or p.id = private.uuid_or_null(p_slug));
  if v_product.id is null then
    perform private.refuse('PT404', 'This product is not offered any more');
  end if;
  perform private.check_product_request(p_request, v_name, v_email, p_qty, p_phone, p_message);
  perform private.check_chosen_options(v_product.id, p_options);
  perform private.limit_product_requests(v_address, v_email);

  select coalesce(jsonb_agg(jsonb_build_object('effect', o.effect, 'value', o.value::text)), '[]'),
         string_agg(concat_ws(': ', o.option_group, o.name), E'\n' order by o.sort, o.created_at, o.id)
    into v_chosen, v_names from public.product_options o where o.product_id = v_product.id and o.id = any (p_options);
  v_price := private.product_price(v_product.base_price, v_chosen, private.product_breaks(v_product.service_id), p_qty);

  select c.id into v_contact from public.contacts c where lower(c.email) = v_email and c.archived_at is null order by c.created_at, c.id limit 1;
  if v_contact is null then
    insert into public.contacts (name, email, phone, type, profile)
    values (v_name, v_email, nullif(btrim(p_phone), ''), 'Person', 'pending_verification') returning id into v_contact;
  end if;
  insert into public.quotations (quotation_number, contact_id, project_title, currency, deposit_kind, deposit_value, terms, created_by)
  select private.draw_number('Q'), v_contact, v_product.name, s.currency, case when s.deposit_percent > 0 then 'percent' else 'none' end,
         s.deposit_percent, s.quotation_terms, null
    from public.company_settings s returning id, quotation_number into v_quotation, v_number;
  insert into public.quotation_items (quotation_id, position, description, details, qty, unit, unit_price, discount_pct, service_id, product_id)
  values (v_quotation, 'a0', v_product.name, v_names, p_qty, 'piece', (v_price ->> 'unit_price')::numeric,
    (v_price ->> 'discount_pct')::numeric, v_product.service_id, v_product.id);
  insert into public.internal_notes (kind, record_id, body) values ('quotation', v_quotation, concat_ws(E'\n',
    format('Asked on the website by %s, %s%s.', v_name, v_email, coalesce(', ' || nullif(btrim(p_phone), ''), '')),
    'The e-mail address is not verified.', nullif(btrim(p_message), '')));
  insert into private.product_requests (id, address, email, quotation_id) values (p_request, v_address, v_email, v_quotation);
  perform private.log_event('quotation', v_quotation, 'created', jsonb_build_object('product', v_product.name, 'name', v_name), v_name);
  perform private.tell_staff('{}', 'sales', format('%s asks for %s', v_name, v_product.name),
    format('%s × %s: %s', p_qty, v_product.name, v_number), v_quotation, jsonb_build_object('quotation_number', v_number, 'kind', 'product_request'));
  return v_number;
end $$;

create or replace function private.put_booking(p_booking public.bookings, p_starts_at timestamptz) returns public.bookings
  language plpgsql set search_path = ''
as $$
declare
  v_row public.bookings;
begin
  if p_booking.status <> 'confirmed' then
    perform private.refuse('PT409', 'Only a confirmed appointment can be moved');
  elsif p_starts_at is null then
    perform private.refuse('22023', 'Please choose a time');
  end if;
  perform private.clear_ended_holds(p_booking.desk);
  update public.bookings set starts_at = p_starts_at, ends_at = p_starts_at + (p_booking.ends_at - p_booking.starts_at),
    busy_until = p_starts_at + (p_booking.busy_until - p_booking.starts_at), moved = p_booking.moved + 1, reminded_at = null
   where id = p_booking.id returning * into v_row;
  return v_row;
exception when exclusion_violation then
  perform private.refuse('PT409', 'There is another appointment at this time');
end $$;

create or replace function private.reschedule_booking(p_id uuid, p_mark text, p_starts_at timestamptz) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bookings;
begin
  perform private.must_keep_bookings();
  select * into v_row from public.bookings where id = p_id and status <> 'held' for update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This appointment is not there');
  elsif v_row.starts_at = p_starts_at then
    return;
  elsif private.plan_mark(v_row) is distinct from p_mark then
    perform private.refuse('PT409', format('This appointment was moved meanwhile: it is on %s', private.in_company_words(v_row.starts_at)));
  end if;
  perform private.mail_booking(private.put_booking(v_row, p_starts_at), 'untold');
end $$;

create or replace function private.shift_booking(p_id uuid, p_starts_at timestamptz) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bookings;
begin
  perform private.must_keep_bookings();
  select * into v_row from public.bookings where id = p_id and status <> 'held' for update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This appointment is not there');
  end if;
  perform private.mail_booking(private.put_booking(v_row, p_starts_at), 'moved');
end $$;

revoke execute on all routines in schema private from public;

alter table private.schedules enable row level security;

create or replace trigger follow_schedule after insert or update or delete on private.schedules for each row
  execute function private.follow_schedule();

grant execute on routine private.calendar_of_days(p_from date, p_to date) to authenticated;

grant execute on routine private.calendar_of_days(p_from date, p_to date) to service_role;

grant execute on routine private.calendar_of_people(p_from date, p_to date, p_since timestamp with time zone, p_until timestamp with time zone, p_zone text) to authenticated;

grant execute on routine private.calendar_of_people(p_from date, p_to date, p_since timestamp with time zone, p_until timestamp with time zone, p_zone text) to service_role;

grant execute on routine private.calendar_of_work(p_from date, p_to date, p_since timestamp with time zone, p_until timestamp with time zone) to authenticated;

grant execute on routine private.calendar_of_work(p_from date, p_to date, p_since timestamp with time zone, p_until timestamp with time zone) to service_role;

comment on function private.analytics_of_jobs(pg_catalog.text,timestamp with time zone,timestamp with time zone,pg_catalog.text,pg_catalog.date) is 'The parts late and labour of private.analytics_rows.';

comment on function private.analytics_of_open_money(pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.date) is 'The parts to_invoice, receivables and cash of private.analytics_rows: as of now.';

comment on function private.analytics_of_orders(pg_catalog.text,timestamp with time zone,timestamp with time zone,pg_catalog.text,pg_catalog.text) is 'The parts sales, services, sellers and margin of private.analytics_rows.';

comment on function private.analytics_of_quotations(pg_catalog.text,timestamp with time zone,timestamp with time zone,pg_catalog.text,pg_catalog.text) is 'The parts quotes and winners of private.analytics_rows.';

comment on function private.analytics_of_vat(pg_catalog.date,pg_catalog.date,pg_catalog.text) is 'The part vat of private.analytics_rows.';

comment on function private.calendar_of_days(pg_catalog.date,pg_catalog.date) is 'Calendar entries of payments expected and of days closed, by the rights of the caller.';

comment on function private.calendar_of_people(pg_catalog.date,pg_catalog.date,timestamp with time zone,timestamp with time zone,pg_catalog.text) is 'Calendar entries of appointments, tasks, shifts and absences, by the rights of the caller.';

comment on function private.calendar_of_work(pg_catalog.date,pg_catalog.date,timestamp with time zone,timestamp with time zone) is 'Calendar entries of jobs due, planned steps, deliveries and installations, by the rights of the caller.';

comment on function private.check_chosen_options(pg_catalog.uuid,pg_catalog.uuid[]) is 'Refuses options of other products, and any other number than one of each group.';

comment on function private.check_mail_plan(pg_catalog.text,pg_catalog.text,timestamp with time zone,integer[]) is 'Refuses words that are too long, a time that has passed or is far away, and reminders of what is not reminded of.';

comment on function private.check_merge(public.contacts,public.contacts) is 'Refuses to merge a person with a business, a card whose account would be lost, and somebody else''s own card.';

comment on function private.check_product_request(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,integer,pg_catalog.text,pg_catalog.text) is 'Refuses a request of a visitor without a name, an e-mail address or a number of pieces.';

comment on function private.count_as_sent(pg_catalog.text,pg_catalog.uuid,pg_catalog.text[]) is 'A document counts as sent before its mail leaves; who may not send it is refused. Returns what tells one sending from the next: the
version of a quotation, of all else an empty text.';

comment on function private.drop_double_links(pg_catalog.uuid,pg_catalog.uuid) is 'Removes relations, bank accounts and notes "not the same" of p_gone that p_keep has too, or that would name one contact twice.';

comment on function private.follow_schedule() is 'Tells pg_cron, where there is one, what private.schedules says.';

comment on function private.free_money(pg_catalog.uuid) is 'The money of each client, or of one, that settles no invoice yet: open payments and open credit notes, less what was paid out to them.';

comment on function private.limit_product_requests(pg_catalog.inet,pg_catalog.text) is 'Refuses the sixth request of an address or a mailbox within an hour, and the 201st of all within a day. One caller after the other.';

comment on function private.lines_of_drop(pg_catalog.uuid,pg_catalog.jsonb) is 'The lines that a drop hands over: [{id, order_item_id, qty}]. p_items: [{delivery_item_id, qty}], null for all that is left. A
quantity that is none, more than is left, and a line of another delivery are refused in words.';

comment on function private.machine_lines(pg_catalog.jsonb,pg_catalog.jsonb,pg_catalog.jsonb,pg_catalog.jsonb,numeric) is 'The lines of a machine step: its setup where that costs something, its run, and what is missing to the least that the machine takes.';

comment on function private.move_links(pg_catalog.uuid,pg_catalog.uuid) is 'Every row that names the contact p_gone names p_keep instead. The default stays that of p_keep.';

comment on function private.put_booking(public.bookings,timestamp with time zone) is 'Moves a confirmed appointment, as long as it was, also outside the hours that visitors see. Another one at this time is refused with PT409.';

comment on function private.refuse_ended_delivery(public.deliveries) is 'Refuses a drop of a delivery that is cancelled, failed or handed over.';

comment on procedure private.stamp_rows(pg_catalog.regclass,pg_catalog.text[]) is 'Triggers that write created_at, created_by, updated_at and row_version themselves, for those of these columns that a table has.';

comment on table private.schedules is 'Work that the database does by the clock, in the notation of cron. Hosted Supabase runs it by pg_cron; the embedded backend does the same work itself.';

insert into private.schedules ("name", "runs_at", "statement") select "name", "runs_at", "statement" from jsonb_populate_record(null::private.schedules, '{"name":"expire-quotations","runs_at":"7 * * * *","statement":"select private.expire_quotations()"}');

insert into private.schedules ("name", "runs_at", "statement") select "name", "runs_at", "statement" from jsonb_populate_record(null::private.schedules, '{"name":"make-recurring","runs_at":"12 * * * *","statement":"select private.make_recurring()"}');

insert into private.schedules ("name", "runs_at", "statement") select "name", "runs_at", "statement" from jsonb_populate_record(null::private.schedules, '{"name":"send-due-reminders","runs_at":"*/5 * * * *","statement":"select private.send_due_reminders()"}');

insert into private.schedules ("name", "runs_at", "statement") select "name", "runs_at", "statement" from jsonb_populate_record(null::private.schedules, '{"name":"send-mail","runs_at":"* * * * *","statement":"select private.wake_mail_sender()"}');

reset check_function_bodies;
