set check_function_bodies = off;

drop trigger count_version on public.deliveries;

drop routine private.plan_in_words(p_at timestamp with time zone);

drop routine private.reschedule_delivery(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_minutes integer);

drop routine private.reschedule_on_van(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_van_id uuid, p_minutes integer);

drop routine public.reschedule_delivery(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_minutes integer);

drop routine public.reschedule_on_van(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_van_id uuid, p_minutes integer);

alter table public.deliveries add column scheduled_has_time boolean not null default true;

create or replace function private.get_public_delivery(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.deliveries;
begin
  select * into v_row from public.deliveries where public_uuid = p_uuid and link_revoked_at is null and status <> 'cancelled';
  if v_row.id is null then
    return null;
  end if;
  perform private.log_view('delivery', v_row.id, p_visit);
  return jsonb_build_object('kind', 'delivery', 'language', private.language_of('delivery', v_row.id),
    'client_language', private.reader_language('delivery', v_row.id), 'number', v_row.delivery_number, 'public_uuid', p_uuid, 'status', v_row.status,
    'method', v_row.method, 'project_title', v_row.project_title, 'scheduled_at', v_row.scheduled_at, 'scheduled_has_time', v_row.scheduled_has_time,
    'delivered_at', v_row.delivered_at,
    'planned_on', private.day_of(v_row.scheduled_at), 'delivered_on', private.day_of(v_row.delivered_at),
    'signature', private.signature_of('delivery', v_row.id), 'typed_signature', private.typed_signature_of('delivery', v_row.id),
    'received_by', v_row.received_by, 'show_prices', v_row.show_prices,
    'currency', coalesce((select o.currency from public.orders o where o.id = v_row.order_id), (select s.currency from public.company_settings s)),
    'order_number', (select o.order_number from public.orders o where o.id = v_row.order_id),
    'client_po', (select o.client_po from public.orders o where o.id = v_row.order_id),
    'company', private.company_facts(), 'client', private.contact_facts(v_row.contact_id), 'site', private.site_facts(v_row.location_id),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('id', i.id, 'description', o.description, 'details', o.details, 'unit', o.unit,
               'width_mm', o.width_mm::text, 'height_mm', o.height_mm::text, 'ordered', o.qty::text, 'qty', i.qty::text,
               'qty_delivered', i.qty_delivered::text, 'elsewhere', private.brought_before(o.id, v_row.id, v_row.delivered_at)::text,
               'discount_pct', case when v_row.show_prices then o.discount_pct::text end,
               'unit_price', case when v_row.show_prices then o.unit_price::text end, 'charged_qty', o.charged_qty::text, 'net', case when v_row.show_prices then o.net::text end)
               order by i.position)
        from public.delivery_items i join public.order_items o on o.id = i.order_item_id where i.delivery_id = v_row.id), '[]'),
    'drops', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'number', p.partial_number, 'status', p.status, 'delivered_at', p.delivered_at,
               'delivered_on', private.day_of(p.delivered_at), 'received_by', p.received_by, 'signature', private.signature_of('partial_delivery', p.id),
               'typed_signature', private.typed_signature_of('partial_delivery', p.id), 'lines', coalesce((
                 select jsonb_agg(jsonb_build_object('id', d.delivery_item_id, 'qty', d.qty::text))
                   from public.partial_delivery_items d where d.partial_delivery_id = p.id), '[]'), 'elsewhere', (
                 select jsonb_object_agg(i.id, private.brought_before(i.order_item_id, v_row.id, p.delivered_at)::text)
                   from public.delivery_items i where i.delivery_id = v_row.id)) order by p.seq)
        from public.partial_deliveries p where p.delivery_id = v_row.id), '[]'));
end $$;

create or replace function private.plan_mark(p_delivery public.deliveries) returns text
  language sql immutable set search_path = ''
as $$ select private.plan_mark(extract(epoch from p_delivery.scheduled_at)::text, p_delivery.slot_minutes::text, p_delivery.van_id::text,
  array_to_string(p_delivery.crew, ','), p_delivery.scheduled_has_time::text) $$;

-- An installation takes its people and its van for all of its time. Deliveries may share a round. Where only the day is
-- planned, nobody knows when it takes them.
create or replace function private.taken_on_the_road(p_delivery public.deliveries) returns text
  language sql stable security definer set search_path = ''
as $$
  select format('%s is on %s then: %s', coalesce(
      (select private.person_label(p) from unnest(o.crew) as p where p = any (p_delivery.crew) limit 1), 'Its van'), o.delivery_number,
      private.in_company_words(o.scheduled_at))
    from public.deliveries o
   where o.id <> p_delivery.id and o.status in ('planned', 'ready', 'out') and p_delivery.scheduled_at is not null
     and o.scheduled_has_time and p_delivery.scheduled_has_time
     and 'installation' in (o.method, p_delivery.method)
     and (o.van_id = p_delivery.van_id or o.crew && p_delivery.crew)
     and o.scheduled_at < p_delivery.scheduled_at + make_interval(mins => coalesce(p_delivery.slot_minutes,
       case p_delivery.method when 'installation' then 120 else 30 end))
     and o.scheduled_at + make_interval(mins => coalesce(o.slot_minutes, case o.method when 'installation' then 120 else 30 end))
       > p_delivery.scheduled_at
   order by o.scheduled_at limit 1
$$;

create or replace function private.own_deliveries(p_contact_id uuid, p_order_id uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('public_uuid', d.public_uuid, 'number', d.delivery_number, 'project_title', d.project_title,
           'method', d.method, 'status', d.status, 'scheduled_at', d.scheduled_at, 'scheduled_has_time', d.scheduled_has_time,
           'delivered_at', d.delivered_at, 'received_by', d.received_by,
           'drops', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'number', p.partial_number, 'delivered_at', p.delivered_at,
                              'received_by', p.received_by) order by p.seq), '[]')
                       from public.partial_deliveries p where p.delivery_id = d.id and p.status = 'delivered'))
           order by coalesce(d.delivered_at, d.scheduled_at, d.created_at) desc, d.id), '[]')
    from (select * from public.deliveries r where r.contact_id = p_contact_id and r.link_revoked_at is null and (p_order_id is null or r.order_id = p_order_id)
           order by coalesce(r.delivered_at, r.scheduled_at, r.created_at) desc, r.id limit 200) as d
$$;

create or replace function private.route_delivery(p_id uuid, p_day date default null, p_van_id uuid default null, p_before uuid default null)
returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.deliveries;
  v_van public.vans;
  v_crew uuid[] := '{}';
  v_at timestamptz;
  v_is_same boolean;
begin
  perform private.must('deliveries', 'edit', 'plan routes');
  if p_van_id is not null then
    if p_day is null or p_day not between date '2000-01-01' and date '2999-12-31' then
      perform private.refuse('22023', 'Please choose the day of the van');
    end if;
    select * into v_van from public.vans where id = p_van_id for key share;
    if v_van.id is null then
      perform private.refuse('PT404', 'This van is not there any more');
    end if;
    insert into public.van_days (van_id, day) values (p_van_id, p_day) on conflict (van_id, day) do nothing;
    select crew into v_crew from public.van_days where van_id = p_van_id and day = p_day for update;
  end if;
  -- The van's day first, then its drops by id: two people who move drops at once wait for each other and never in a circle.
  perform from public.deliveries d
    where d.id = p_id or (d.van_id = p_van_id and private.day_of(d.scheduled_at) = p_day) order by d.id for no key update;
  select * into v_row from public.deliveries where id = p_id;
  v_is_same := v_row.van_id is not distinct from p_van_id and private.day_of(v_row.scheduled_at) is not distinct from p_day;
  if v_row.id is null then
    perform private.refuse('PT404', 'This delivery is not there any more');
  elsif v_row.status in ('delivered', 'cancelled') then
    perform private.refuse('PT409', format('%s is %s already', v_row.delivery_number, v_row.status));
  elsif v_row.status = 'out' and not v_is_same then
    perform private.refuse('PT409', format('%s is on the road. Set it back to ready first.', v_row.delivery_number));
  elsif p_van_id is not null and v_row.method not in ('delivery', 'installation') then
    perform private.refuse('PT409', format('%s goes without a van: it is %s', v_row.delivery_number,
      case v_row.method when 'pickup' then 'picked up' when 'courier' then 'sent by courier' else 'sent electronically' end));
  elsif not v_is_same and p_van_id is not null and not v_van.is_active then
    perform private.refuse('PT409', format('%s is not in use', v_van.name));
  end if;

  v_at := case when p_day is null then null else (p_day + coalesce(
    (v_row.scheduled_at at time zone private.company_zone())::time,
    (select (max(d.scheduled_at + make_interval(mins => coalesce(d.slot_minutes, 30))) at time zone private.company_zone())::time
       from public.deliveries d where d.van_id = p_van_id and private.day_of(d.scheduled_at) = p_day
         and private.day_of(d.scheduled_at + make_interval(mins => coalesce(d.slot_minutes, 30))) = p_day),
    private.morning())) at time zone private.company_zone() end;
  update public.deliveries
     set van_id = p_van_id, crew = v_crew, scheduled_at = case when v_is_same then scheduled_at else v_at end,
         scheduled_has_time = v_at is null or (scheduled_has_time and scheduled_at is not null),
         status = case when status = 'failed' and p_day is not null then 'planned' else status end,
         route_seq = case when p_van_id is null then null else route_seq end
   where id = p_id;
  if p_van_id is not null then
    update public.deliveries d set route_seq = placed.seq
      from (
        select one.id, row_number() over (order by
                 case when one.id = p_id then coalesce(goal.place, 1e9) - 0.5 else one.place end, one.place) as seq
          from (
            select d.id, row_number() over (order by d.route_seq nulls last, d.scheduled_at, d.id) as place
              from public.deliveries d
             where d.van_id = p_van_id and private.day_of(d.scheduled_at) = p_day and d.status <> 'cancelled') as one
          left join (
            select d.id, row_number() over (order by d.route_seq nulls last, d.scheduled_at, d.id) as place
              from public.deliveries d
             where d.van_id = p_van_id and private.day_of(d.scheduled_at) = p_day and d.status <> 'cancelled') as goal
            on goal.id = p_before and p_before <> p_id) as placed
     where d.id = placed.id and d.route_seq is distinct from placed.seq;
  end if;
  if not v_is_same then
    perform private.log_event('delivery', p_id, 'routed', jsonb_strip_nulls(jsonb_build_object('van', v_van.name, 'day', p_day)));
  end if;
end $$;

-- The calendar by van: a drop on a van's row chooses the van, with its crew of that day, and the time at once.
create or replace function private.reschedule_on_van(p_id uuid, p_mark text, p_starts_at timestamptz default null, p_van_id uuid default null,
  p_minutes integer default null, p_day date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.deliveries;
  v_taken text;
begin
  perform private.must('deliveries', 'edit', 'move deliveries');
  if p_starts_at is null and p_day is null then
    perform private.refuse('22023', 'Please choose when the van goes');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('plan the road', 0));
  select * into v_row from public.deliveries where id = p_id;
  if v_row.id is null then
    perform private.refuse('PT404', 'This delivery is not there any more');
  elsif v_row.van_id is not distinct from p_van_id then
    perform private.reschedule_delivery(p_id, p_mark, p_starts_at, p_minutes, p_day);
    return;
  elsif private.plan_mark(v_row) is distinct from p_mark then
    perform private.refuse_moved('delivery', p_id, 'rescheduled', private.plan_in_words(v_row.scheduled_at, v_row.scheduled_has_time));
  elsif v_row.status not in ('planned', 'ready', 'failed') then
    perform private.refuse('PT409', format('This delivery is %s', lower(private.status_in_words(v_row.status))));
  end if;
  perform private.route_delivery(p_id, coalesce(private.day_of(p_starts_at), p_day), p_van_id);
  select * into v_row from public.deliveries where id = p_id;
  perform private.reschedule_delivery(p_id, private.plan_mark(v_row), p_starts_at, p_minutes, p_day);
  -- Where only the van changed, the time was not asked about again.
  select * into v_row from public.deliveries where id = p_id;
  v_taken := private.taken_on_the_road(v_row);
  if v_taken is not null then
    perform private.refuse('PT409', v_taken);
  end if;
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
         coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')), d.delivery_number, case when d.scheduled_has_time then d.scheduled_at end,
         case when d.scheduled_has_time then d.scheduled_at + make_interval(mins => coalesce(d.slot_minutes, case d.method when 'installation' then 120 else 30 end)) end,
         not d.scheduled_has_time, by_day.day, by_day.day, d.crew, null, d.van_id, d.status, d.status = 'delivered',
         d.status in ('planned', 'ready', 'failed') and (select private.can('deliveries', 'edit')),
         d.scheduled_has_time and d.status in ('planned', 'ready', 'failed') and (select private.can('deliveries', 'edit')), private.plan_mark(d),
         d.order_id, null
    from public.deliveries d left join public.contacts c on c.id = d.contact_id
    cross join lateral (select case when not d.scheduled_has_time then (d.scheduled_at at time zone (select time_zone from public.company_settings))::date end as day) as by_day
   where d.scheduled_at < p_until and d.scheduled_at > p_since - interval '8 days' and d.status <> 'cancelled' and (select private.is_staff())
     and d.scheduled_at + make_interval(mins => coalesce(d.slot_minutes, 30)) > p_since;
end $$;

create or replace function private.mail_facts(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_facts jsonb;
begin
  case p_kind
    when 'quotation' then
      select private.mail_recipient(q.person_id, q.contact_id) || jsonb_build_object('number', q.number_with_version,
          'title', q.project_title, 'total', private.amount_text(q.net + q.vat),
          'tax_amount', case when q.vat <> 0 then private.amount_text(q.vat) end,
          'deposit', case when q.deposit_amount > 0 then private.amount_text(q.deposit_amount) end, 'valid_until', q.valid_until,
          'link', '/client-quotations/' || q.public_uuid, 'currency', q.currency)
        into v_facts from public.quotations q where q.id = p_id;
    when 'order' then
      select private.mail_recipient(o.person_id, o.contact_id) || jsonb_build_object('number', o.order_number,
          'title', o.project_title, 'total', private.amount_text(o.net + o.vat),
          'tax_amount', case when o.vat <> 0 then private.amount_text(o.vat) end,
          'deposit', case when o.deposit_amount > o.deposit_paid then private.amount_text(o.deposit_amount - o.deposit_paid) end,
          'client_po', o.client_po, 'promised_date', o.promised_date,
          'link', (select '/client-quotations/' || q.public_uuid from public.quotations q where q.id = o.quotation_id), 'currency', o.currency)
        into v_facts from public.orders o where o.id = p_id;
    when 'invoice' then
      select private.mail_recipient(v.person_id, v.contact_id) || jsonb_build_object('number', v.invoice_number,
          'title', v.project_title, 'total', private.amount_text(v.gross),
          'tax_amount', case when v.vat <> 0 then private.amount_text(v.vat) end, 'paid', private.amount_text(v.paid),
          'balance', private.amount_text(v.balance), 'to_pay', case when v.balance > 0 then private.amount_text(v.balance) end,
          'issue_date', v.issue_date, 'due_date', v.due_date,
          'days_late', case when v.due_date < private.company_today() then (private.company_today() - v.due_date)::text end,
          'client_po', v.client_po, 'link', '/client-invoices/' || v.public_uuid, 'payment_link', '/invoices/payment/' || v.public_uuid,
          'currency', v.currency)
        into v_facts from public.invoices v where v.id = p_id;
    when 'credit_note' then
      select private.mail_recipient(v.person_id, n.contact_id) || jsonb_build_object('number', n.credit_number,
          'total', private.amount_text(n.gross),
          'tax_amount', case when n.vat <> 0 then private.amount_text(n.vat) end, 'issue_date', n.issue_date,
          'invoice_number', v.invoice_number, 'reason', n.reason,
          'link', '/client-credit-notes/' || n.public_uuid, 'currency', n.currency)
        into v_facts from public.credit_notes n left join public.invoices v on v.id = n.invoice_id where n.id = p_id;
    when 'delivery' then
      select private.mail_recipient(o.person_id, d.contact_id) || jsonb_build_object('number', d.delivery_number,
          'title', d.project_title, 'order_number', o.order_number, 'method', replace(d.method, '_', ' '),
          'planned_at', case when d.scheduled_has_time then to_jsonb(d.scheduled_at) else to_jsonb(private.day_of(d.scheduled_at)) end,
          'delivered_at', d.delivered_at, 'received_by', d.received_by,
          'place', nullif(concat_ws(', ', l.label, l.city), ''), 'link', '/delivery-note/' || d.public_uuid)
        into v_facts from public.deliveries d left join public.orders o on o.id = d.order_id
        left join public.locations l on l.id = d.location_id where d.id = p_id;
    when 'statement' then
      select private.mail_recipient(null, s.contact_id) || jsonb_build_object('number', s.statement_number, 'date_from', s.date_from,
          'date_to', s.date_to, 'balance', private.amount_text(s.closing), 'link', '/statements/' || s.public_uuid, 'currency', s.currency)
        into v_facts from public.statements s where s.id = p_id;
    when 'payment' then
      select private.mail_recipient(null, p.contact_id) || jsonb_build_object('number', p.payment_number,
          'amount', private.amount_text(p.amount), 'received_on', p.received_on, 'method', p.method, 'currency', p.currency)
        into v_facts from public.payments p where p.id = p_id;
    when 'mockup' then
      select private.mail_recipient(q.person_id, coalesce(o.contact_id, q.contact_id)) || jsonb_build_object('number', j.job_number,
          'title', j.title, 'link', '/mockups/' || q.public_uuid)
        into v_facts from public.jobs j left join public.orders o on o.id = j.order_id
        left join public.quotations q on q.id = j.quotation_id where j.id = p_id;
    when 'purchase_order' then
      select private.mail_recipient(null, o.supplier_id) || jsonb_build_object('number', o.purchase_number, 'expected_on', o.expected_on,
          'lines', (select count(*)::text from public.purchase_order_lines l where l.purchase_order_id = o.id))
        into v_facts from public.purchase_orders o where o.id = p_id;
    else
      v_facts := '{}';
  end case;
  return v_facts;
end $$;

create or replace function private.plan_mark(p_task public.tasks) returns text
  language sql immutable set search_path = ''
as $$ select private.plan_mark(extract(epoch from p_task.due_at)::text) $$;

create or replace function private.plan_mark(p_shift public.shifts) returns text
  language sql immutable set search_path = ''
as $$ select private.plan_mark(extract(epoch from p_shift.starts_at)::text, extract(epoch from p_shift.ends_at)::text, p_shift.user_id::text) $$;

create or replace function private.plan_mark(p_step public.job_steps) returns text
  language sql immutable set search_path = ''
as $$ select private.plan_mark(extract(epoch from p_step.planned_start)::text, p_step.planned_minutes::text, p_step.work_centre_id::text,
  array_to_string(p_step.assignees, ',')) $$;

-- Marks of the rows, said once: the calendar shows them, the moves compare them.
create or replace function private.plan_mark(p_job public.jobs) returns text
  language sql immutable set search_path = ''
as $$ select private.plan_mark(p_job.due_date::text) $$;

create or replace function private.plan_mark(variadic p_parts text[]) returns text
  language sql immutable set search_path = ''
as $$ select md5(array_to_string(p_parts, '|', '-')) $$;

create or replace function private.plan_mark(p_booking public.bookings) returns text
  language sql immutable set search_path = ''
as $$ select private.plan_mark(extract(epoch from p_booking.starts_at)::text, extract(epoch from p_booking.ends_at)::text) $$;

create or replace function private.plan_in_words(p_at timestamptz, p_has_time boolean default true) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce('to ' || case when p_has_time then private.in_company_words(p_at)
    else to_char(private.day_of(p_at), 'Dy FMDD Mon YYYY') end, 'out of the calendar');
end $$;

create or replace function private.morning() returns time
  language sql immutable set search_path = ''
as $$ select time '08:00' $$;

create or replace function private.reschedule_delivery(p_id uuid, p_mark text, p_starts_at timestamptz default null, p_minutes integer default null,
  p_day date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_at constant timestamptz := coalesce(p_starts_at, (p_day + private.morning()) at time zone private.company_zone());
  v_day constant date := private.day_of(v_at);
  v_row public.deliveries;
  v_new public.deliveries;
  v_crew uuid[];
  v_taken text;
begin
  perform private.must('deliveries', 'edit', 'move deliveries');
  perform pg_advisory_xact_lock(hashtextextended('plan the road', 0));
  -- The van's day first, then its drops, as route_delivery takes them.
  select * into v_row from public.deliveries where id = p_id;
  if v_row.van_id is not null and v_day is not null then
    insert into public.van_days (van_id, day) values (v_row.van_id, v_day) on conflict (van_id, day) do nothing;
    select crew into v_crew from public.van_days where van_id = v_row.van_id and day = v_day for update;
  end if;
  select * into v_row from public.deliveries where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This delivery is not there any more');
  end if;
  v_new := v_row;
  v_new.scheduled_at := v_at;
  v_new.scheduled_has_time := p_starts_at is not null or p_day is null;
  v_new.slot_minutes := coalesce(p_minutes, v_row.slot_minutes);
  if private.plan_mark(v_new) = private.plan_mark(v_row) then
    return;
  elsif private.plan_mark(v_row) is distinct from p_mark then
    perform private.refuse_moved('delivery', p_id, 'rescheduled', private.plan_in_words(v_row.scheduled_at, v_row.scheduled_has_time));
  elsif v_row.status not in ('planned', 'ready', 'failed') then
    perform private.refuse('PT409', format('This delivery is %s', lower(private.status_in_words(v_row.status))));
  elsif p_minutes is not null and not coalesce(p_minutes between 5 and 10080, false) then
    perform private.refuse('22023', 'A delivery takes between 5 minutes and 7 days');
  end if;
  if v_day is null then
    v_new.van_id := null;
    v_new.crew := '{}';
    v_new.route_seq := null;
  elsif v_row.van_id is not null and v_day is distinct from private.day_of(v_row.scheduled_at) then
    -- On another day its van has another crew, and it comes last.
    v_new.crew := v_crew;
    v_new.route_seq := 1 + coalesce((select max(d.route_seq) from public.deliveries d
      where d.van_id = v_row.van_id and private.day_of(d.scheduled_at) = v_day and d.id <> p_id), 0);
  end if;
  v_taken := private.taken_on_the_road(v_new);
  if v_taken is not null then
    perform private.refuse('PT409', v_taken);
  end if;
  update public.deliveries
     set scheduled_at = v_new.scheduled_at, scheduled_has_time = v_new.scheduled_has_time, slot_minutes = v_new.slot_minutes, van_id = v_new.van_id, crew = v_new.crew,
         route_seq = v_new.route_seq, status = case when status = 'failed' and v_at is not null then 'planned' else status end
   where id = p_id;
  perform private.log_event('delivery', p_id, 'rescheduled', jsonb_build_object('from', v_row.scheduled_at, 'to', v_at));
end $$;

create or replace function private.apply_plan(p_id uuid, p_plan jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.deliveries;
  v_method constant text := coalesce(p_plan ->> 'method', 'delivery');
  v_day constant date := (p_plan ->> 'day')::date;
  v_from constant time := (p_plan ->> 'from')::time;
  v_to constant time := (p_plan ->> 'to')::time;
  v_van constant uuid := (p_plan ->> 'van_id')::uuid;
  v_zone constant text := private.company_zone();
  v_crew uuid[];
  v_at timestamptz;
begin
  if v_day is not null and v_day not between date '2000-01-01' and date '2999-12-31' then
    perform private.refuse('22023', 'Please choose a day between 2000 and 2999');
  elsif v_day is null and (v_from is not null or v_to is not null) then
    perform private.refuse('22023', 'Please choose the day of this time');
  elsif v_to is not null and (v_from is null or v_to < v_from + interval '5 minutes') then
    perform private.refuse('22023', 'The window ends at least five minutes after it begins');
  end if;
  select * into v_row from public.deliveries where id = p_id for no key update;
  -- Without a time it stands after the last drop of the van (route_delivery says so), or first of its day.
  v_at := case when v_day is null then null when v_from is not null then (v_day + v_from) at time zone v_zone
    when v_van is not null then null else (v_day + private.morning()) at time zone v_zone end;
  if v_from is not null and v_van is not null and v_row.van_id = v_van and private.day_of(v_row.scheduled_at) <> v_day then
    -- On another day of the same van it is last, and not where it stood on its old day.
    update public.deliveries set route_seq = null where id = p_id;
  end if;
  update public.deliveries
     set method = v_method,
         location_id = case when v_method in ('pickup', 'electronic') then null else private.site_of_plan(v_row.contact_id, p_plan) end,
         scheduled_at = v_at, scheduled_has_time = v_from is not null or v_at is null, slot_minutes = case when v_to is null then null else extract(epoch from v_to - v_from)::integer / 60 end,
         weight_kg = (p_plan ->> 'weight_kg')::numeric, parcels = (p_plan ->> 'parcels')::integer,
         contact_on_site = nullif(btrim(p_plan ->> 'contact_on_site'), ''), phone_on_site = nullif(btrim(p_plan ->> 'phone_on_site'), ''),
         instructions = nullif(btrim(p_plan ->> 'instructions'), '')
   where id = p_id;
  update public.deliveries d set contact_on_site = coalesce(d.contact_on_site, l.contact_on_site), phone_on_site = coalesce(d.phone_on_site, l.phone_on_site)
    from public.locations l where d.id = p_id and l.id = d.location_id and (d.contact_on_site is null or d.phone_on_site is null);
  if v_van is not null or v_row.van_id is not null then
    perform private.route_delivery(p_id, v_day, v_van);
    if v_van is not null and p_plan ? 'crew' then
      v_crew := array(select jsonb_array_elements_text(p_plan -> 'crew')::uuid);
      if v_crew is distinct from (select crew from public.van_days where van_id = v_van and day = v_day) then
        perform private.set_van_crew(v_van, v_day, v_crew);
      end if;
    end if;
  end if;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.reschedule_on_van(uuid,text,timestamptz,uuid,integer,date)', '{authenticated}');

call private.offer('private.reschedule_delivery(uuid, text, timestamptz, integer, date)');

create or replace trigger count_version before update of contact_id, project_title, location_id, method, scheduled_at, scheduled_has_time, slot_minutes, van_id,
    weight_kg, parcels, contact_on_site, phone_on_site, instructions, show_prices, photo_paths, link_revoked_at, row_version on public.deliveries
  for each row execute function private.count_version();

comment on function private.route_delivery(pg_catalog.uuid,pg_catalog.date,pg_catalog.uuid,pg_catalog.uuid) is 'Puts a delivery on a day and into a van, before another drop of it or last. Without a van it is unplanned; without a day
it has no time either. It keeps its time of day, or that it has none, and takes the crew of the van. A failed delivery is planned again by a day.
Refuses in words what was delivered, is on the road, or goes without a van.';

comment on function public.route_delivery(pg_catalog.uuid,pg_catalog.date,pg_catalog.uuid,pg_catalog.uuid) is 'Puts a delivery on a day and into a van, before another drop of it or last. Without a van it is unplanned; without a day
it has no time either. It keeps its time of day, or that it has none, and takes the crew of the van. A failed delivery is planned again by a day.
Refuses in words what was delivered, is on the road, or goes without a van.';

comment on function private.morning() is 'Where a delivery stands among others of its day while nobody said its time. Never shown: scheduled_has_time is false then.';

comment on function private.reschedule_delivery(pg_catalog.uuid,pg_catalog.text,timestamp with time zone,integer,pg_catalog.date) is 'Gives a delivery or an installation another time or length, or only a day (p_day); without both it leaves the calendar and its van. Null keeps the length.
On another day it takes the crew that its van has there and comes last. A failed one is planned again by a time. An installation is
refused where its van or one of its people is on the road already. p_mark is what the person saw of it: PT409 where somebody moved it
meanwhile.';

comment on function private.reschedule_on_van(pg_catalog.uuid,pg_catalog.text,timestamp with time zone,pg_catalog.uuid,integer,pg_catalog.date) is 'Moves a delivery or an installation to a van, or to none, and to a time, or to a day (p_day) without one. p_mark: how the caller saw its plan. Refused in words where somebody moved it meanwhile, where the van cannot take it, and where van or crew are busy.';

comment on function public.reschedule_delivery(pg_catalog.uuid,pg_catalog.text,timestamp with time zone,integer,pg_catalog.date) is 'Gives a delivery or an installation another time or length, or only a day (p_day); without both it leaves the calendar and its van. Null keeps the length.
On another day it takes the crew that its van has there and comes last. A failed one is planned again by a time. An installation is
refused where its van or one of its people is on the road already. p_mark is what the person saw of it: PT409 where somebody moved it
meanwhile.';

comment on function public.reschedule_on_van(pg_catalog.uuid,pg_catalog.text,timestamp with time zone,pg_catalog.uuid,integer,pg_catalog.date) is 'Moves a delivery or an installation to a van, or to none, and to a time, or to a day (p_day) without one. p_mark: how the caller saw its plan. Refused in words where somebody moved it meanwhile, where the van cannot take it, and where van or crew are busy.';

comment on column public.deliveries.scheduled_has_time is 'False when only the day is planned: the time of scheduled_at then orders the deliveries of a day, and is shown nowhere.';

reset check_function_bodies;
