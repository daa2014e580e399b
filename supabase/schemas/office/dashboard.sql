-- The dashboard: figures of the day, late work, first steps.

-- -------------------------------------------------------------------------------------------------------- what it does

create function public.first_steps()
returns table (name boolean, logo boolean, country boolean, samples boolean, address boolean, time_zone boolean, colleagues boolean, contacts boolean, vat boolean,
  vat_number boolean, bank boolean, terms boolean, legal boolean, service boolean, hours boolean, mail boolean, quotation boolean, put_away boolean)
language sql stable set search_path = '' as $$
  select s.name <> 'Our company',
         s.logo_url is not null,
         coalesce(btrim(s.country), '') <> '',
         exists (select from public.sample_records) or exists (select from public.services),
         coalesce(btrim(s.address), '') <> '',
         s.time_zone <> 'UTC',
         (select count(*) > 1 from (
            select from public.user_roles r where r.role not in ('pending', 'client') limit 2) as staff),
         exists (select from public.contacts c where c.user_id is null),
         exists (select from public.vat_rates r where r.is_default),
         -- Sales tax needs no number, and a company that is not registered charges no VAT: none of its rates is above zero.
         s.vat_number is not null or s.tax_kind <> 'vat' or (select max(r.rate) = 0 from public.vat_rates r) is true,
         s.iban is not null or s.account_number is not null,
         s.quotation_terms is not null or exists (select from public.quotation_terms),
         -- Of either text a version that somebody of the company published.
         (select count(distinct t.kind) = 2 from public.policy_texts t where t.version > 1 or t.created_by is not null),
         exists (select from public.services),
         exists (select from public.booking_hours),
         s.email is not null,
         -- The way from a quotation to money was gone once: a deposit is recorded, or a payment pays an invoice.
         exists (select from public.orders o where o.deposit_paid > 0) or exists (select from public.payments p where p.allocated > 0),
         s.first_steps_put_away
    from public.company_settings s
   where s.id = 1 and private.my_role() = 'admin'
$$;
comment on function public.first_steps is 'Which first steps of a new company are done. No row for people who do not manage its settings.';
revoke execute on function public.first_steps from public, anon;

create function private.staff_activities(p_day date default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_zone constant text := coalesce((select time_zone from public.company_settings), 'UTC');
  v_day constant date := coalesce(p_day, private.company_today());
  v_kinds constant text[] := private.my_document_kinds();
begin
  if not (private.is_server() or private.named('access_staff_activities')) then
    raise insufficient_privilege using message = 'You may not see what colleagues do';
  end if;
  return jsonb_build_object(
    'day', v_day,
    'people', coalesce((
      select jsonb_agg(jsonb_build_object('user_id', ur.user_id, 'person', private.person_label(ur.user_id), 'role', ur.role, 'entry_id', e.id,
               'status', e.status, 'since', e.sessions -> -1 ->> 'startTime', 'sessions', e.sessions,
               'client', nullif(concat_ws(' · ', nullif(e.client_name, ''), nullif(e.business_name, '')), ''),
               'job_id', e.job_id, 'job', j.job_number || ' · ' || j.title, 'step', s.name,
               'seconds', (select coalesce(sum(w.seconds), 0) from private.work_time(v_day, v_day) as w where w.user_id = ur.user_id))
             order by case e.status when 'active' then 0 when 'paused' then 1 else 2 end, private.person_label(ur.user_id))
        from public.user_roles ur
        left join lateral (
          select t.* from public.time_entries t where t.user_id = ur.user_id and t.status in ('active', 'paused') and v_day = private.company_today()
           order by t.status, t.touched_at desc limit 1) as e on true
        left join public.jobs j on j.id = e.job_id
        left join public.job_steps s on s.id = e.step_id
       where ur.role not in ('client', 'pending')), '[]'),
    'story', coalesce((
      select jsonb_agg(to_jsonb(told) order by told.at desc) from (
        select d.at, d.actor_name as person, d.kind, d.record_id, d.type, d.meta,
               case d.kind when 'job' then (select j.job_number || ' · ' || j.title from public.jobs j where j.id = d.record_id)
                 when 'order' then (select o.order_number from public.orders o where o.id = d.record_id)
                 when 'quotation' then (select q.quotation_number from public.quotations q where q.id = d.record_id)
                 when 'invoice' then (select v.invoice_number from public.invoices v where v.id = d.record_id)
                 when 'delivery' then (select v.delivery_number from public.deliveries v where v.id = d.record_id) end as record
          from public.document_events d
         where d.at >= v_day::timestamp at time zone v_zone and d.at < (v_day + 1)::timestamp at time zone v_zone
           and d.actor_id in (select ur.user_id from public.user_roles ur where ur.role not in ('client', 'pending'))
           and d.kind = any (v_kinds)
         order by d.at desc limit 300) as told), '[]'));
end $$;
comment on function private.staff_activities is
  'Every colleague with what they work on now and how long they worked that day, and what was done that day, the newest first: at
most 300. Only of kinds of documents that the caller may view.';
call private.offer('private.staff_activities(date)');

create function private.figures_of_the_day() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_today constant date := private.company_today();
  v_me constant uuid := auth.uid();
  v_mine constant text[] := private.analytics_parts();
  v_figures jsonb := '{}';
begin
  if not private.is_staff() then
    raise insufficient_privilege using message = 'You may not see these figures';
  end if;
  if private.can('deliveries', 'view') then
    v_figures := v_figures || jsonb_build_object('my_drops', (
      select jsonb_build_object('count', count(*), 'left', count(*) filter (where d.status <> 'delivered'))
        from private.deliveries_of_today() d where v_me = any (d.crew)));
  end if;
  if private.can('quotations', 'view') then
    v_figures := v_figures || jsonb_build_object('follow_ups', (
      select jsonb_build_object('count', count(*)) from public.quotations q
       where q.account_manager_id = v_me and q.follow_up_on <= v_today and q.status in ('draft', 'sent', 'change_requested')));
  end if;
  if private.can('contacts', 'edit') then
    v_figures := v_figures || jsonb_build_object('requests', (
      select jsonb_build_object('count', count(*)) from public.visitor_requests r where r.status = 'open'));
  end if;
  if 'late' = any (v_mine) then
    v_figures := v_figures || (
      select jsonb_build_object('late_jobs', jsonb_build_object('count', count(*) filter (where r.bucket = 'now')),
               'risk_jobs', jsonb_build_object('count', count(*) filter (where r.bucket = 'risk')))
        from private.analytics_rows('late', v_today, v_today) r);
  end if;
  if 'to_invoice' = any (v_mine) then
    v_figures := v_figures || jsonb_build_object('to_invoice', (
      select jsonb_build_object('count', count(distinct r.id), 'amount', coalesce(sum(r.amount), 0)::text)
        from private.analytics_rows('to_invoice', v_today, v_today) r));
  end if;
  if 'receivables' = any (v_mine) then
    v_figures := v_figures || jsonb_build_object('overdue', (
      select jsonb_build_object('count', count(*), 'amount', coalesce(sum(r.amount), 0)::text)
        from private.analytics_rows('receivables', v_today, v_today) r where r.bucket <> 'not_due'));
  end if;
  return v_figures;
end $$;
comment on function private.figures_of_the_day is
  'What of the figures somebody acts on today, as far as they may see it; a missing key is not theirs. my_drops (count, left; those of
earlier days that are still to be brought among them) and follow_ups are of the caller; requests are those of visitors that wait; late_jobs, risk_jobs, to_invoice and overdue are those of private.analytics_rows. Amounts are text.';
call private.offer('private.figures_of_the_day()');

create function private.late_orders() returns setof public.orders
  language sql stable security definer set search_path = ''
as $$
  select o.* from public.orders o
   where private.day_of_order(o) < private.company_today() and o.status not in ('delivered', 'completed', 'cancelled')
     and (private.is_server() or private.can('orders', 'view'))
$$;
comment on function private.late_orders is 'Orders that are not handed over and whose day is over by the clock of the company, for whoever may view orders.';
call private.offer('private.late_orders()');

create function private.timings() returns table (kind text, id uuid, timing text, why text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_today constant date := private.company_today();
begin
  if not (private.is_server() or private.can('jobs', 'view') or private.can('orders', 'view') or private.can('production', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  return query
    with open_job as (
      select j.id, j.order_id, j.due_date, j.status, private.day_of_order(o) as promise,
             j.mockup_required and j.mockup_status is distinct from 'approved' as waits_for_client,
             exists (select from public.job_materials m where m.job_id = j.id and m.settled_at is null
                and m.qty_planned > m.qty_reserved + m.qty_used) as waits_for_material,
             (select min(s.name) from public.job_steps s where s.job_id = j.id and s.status not in ('done', 'skipped')
                and s.planned_start >= (j.due_date + 1)::timestamp at time zone private.company_zone()) as planned_after,
             (select coalesce(sum(s.planned_minutes + s.wait_minutes / 3.0), 0) from public.job_steps s
               where s.job_id = j.id and s.status not in ('done', 'skipped')) as minutes,
             (select count(*) * 480 from generate_series(v_today, least(j.due_date, v_today + 60), interval '1 day') as d
               where extract(isodow from d) < 6) as minutes_left
        from public.jobs j left join public.orders o on o.id = j.order_id
       where private.job_is_open(private.status_of_work(j)) and j.due_date is not null
    ), told as (
      select w.id, w.order_id, case when w.due_date < v_today then 'late' else 'at_risk' end as timing,
             case when w.due_date < v_today then 'Its day is over'
                  when w.due_date > w.promise then 'It is due after the day of its order'
                  when w.planned_after is not null then format('%s is planned after the day of the job', w.planned_after)
                  when w.minutes > w.minutes_left then 'Its work takes longer than the time that is left'
                  when w.due_date > v_today + 1 then null
                  when w.status = 'on_hold' then 'It is due and on hold'
                  when w.waits_for_client then 'It is due and its mockup is not approved'
                  when w.waits_for_material then 'It is due and material is missing' end as why
        from open_job w
    )
    select 'job', t.id, t.timing, t.why from told t where t.why is not null
    union all
    select 'order', l.id, 'late', 'Its day is over' from private.late_orders() l
    union all
    select 'order', o.id, 'at_risk', case when bool_or(t.timing = 'late') then 'A job of it is late'
             when bool_or(t.timing = 'at_risk') then 'A job of it is at risk' else 'Its delivery is planned after its day' end
      from public.orders o
      left join told t on t.order_id = o.id and t.why is not null
      left join public.deliveries d on d.order_id = o.id and d.status not in ('delivered', 'partially_delivered', 'cancelled', 'failed')
        and d.scheduled_at >= (private.day_of_order(o) + 1)::timestamp at time zone private.company_zone()
     where (t.id is not null or d.id is not null) and o.status not in ('delivered', 'completed', 'cancelled')
       and (private.is_server() or private.can('orders', 'view')) and coalesce(private.day_of_order(o) >= v_today, true)
     group by o.id;
end $$;
comment on function private.timings is
'What is late or at risk now, of jobs that are not ready and orders that are not handed over, with the reason as a sentence. Late: its
day is over. At risk: its work takes longer than the working time that is left (eight hours a working day), it is due after the day
of its order, a step or the delivery is planned after its day, or it is due by tomorrow and waits. What is in time is not in it.';
call private.offer('private.timings()');

create function private.jobs_at_risk() returns setof public.jobs
  language sql stable security definer set search_path = ''
as $$
  select j.* from public.jobs j join private.timings() t on t.kind = 'job' and t.id = j.id and t.timing = 'at_risk'
$$;
comment on function private.jobs_at_risk is 'Jobs that private.timings says are at risk, for whoever may read jobs.';
call private.offer('private.jobs_at_risk()');
