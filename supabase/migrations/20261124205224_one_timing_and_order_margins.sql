set check_function_bodies = off;

drop routine public.jobs_named(p_text text, p_late_only boolean);

create or replace function private.figures_of_the_day() returns jsonb
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
      select jsonb_build_object('count', count(*), 'left', count(*) filter (where d.status <> 'delivered')) from public.deliveries d
       where d.scheduled_at >= v_today::timestamp at time zone private.company_zone()
         and d.scheduled_at < (v_today + 1)::timestamp at time zone private.company_zone()
         and v_me = any (d.crew) and d.status <> 'cancelled'));
  end if;
  if private.can('quotations', 'view') then
    v_figures := v_figures || jsonb_build_object('follow_ups', (
      select jsonb_build_object('count', count(*)) from public.quotations q
       where q.account_manager_id = v_me and q.follow_up_on <= v_today and q.status in ('draft', 'sent', 'change_requested')));
  end if;
  if 'late' = any (v_mine) then
    v_figures := v_figures || jsonb_build_object('late_jobs', (
      select jsonb_build_object('count', count(*)) from private.analytics_rows('late', v_today, v_today) r where r.bucket = 'now'),
      'risk_jobs', (
      select jsonb_build_object('count', count(*)) from private.analytics_rows('late', v_today, v_today) r where r.bucket = 'risk'));
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

create or replace function private.jobs_at_risk() returns setof public.jobs
  language sql stable security definer set search_path = ''
as $$
  select j.* from public.jobs j join private.timings() t on t.kind = 'job' and t.id = j.id and t.timing = 'at_risk'
$$;

create or replace function private.is_finished_job(p_status text) returns boolean
  language sql immutable set search_path = ''
as $$ select p_status in ('ready', 'delivered', 'closed') $$;

create or replace function public.jobs_named(p_text text, p_late_only boolean default false, p_risk_only boolean default false) returns setof public.jobs
  language sql stable security invoker set search_path = ''
as $$
  select j.* from public.jobs j
   where j.id = any (array(select private.records_named('job', p_text, 1000)))
     and (not p_late_only or j.id in (select late.id from public.late_jobs() as late))
     and (not p_risk_only or j.id in (select risky.id from public.jobs_at_risk() as risky))
$$;

create or replace function private.guard_check(
  p_job public.jobs, p_back public.job_steps, p_result text, p_note text, p_photo text, p_remake_qty numeric, p_reason text, p_back_to uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_result not in ('pass', 'fail') then
    perform private.refuse('22023', 'A check is passed or failed');
  elsif p_job.status <> 'qc' then
    perform private.refuse('PT409', format('This job is not in quality control: it is %s', lower(private.status_in_words(p_job.status))));
  elsif p_result = 'fail' and p_note is null then
    perform private.refuse('22023', 'Please say what is wrong');
  elsif p_photo is not null and not exists (
    select from storage.objects o where o.bucket_id = 'job-photos' and o.name = p_photo and o.name like p_job.id || '/%')
  then
    perform private.refuse('22023', 'The photo did not arrive. Please take it again.');
  elsif p_remake_qty is not null and not coalesce(p_remake_qty > 0 and p_remake_qty <= p_job.qty, false) then
    perform private.refuse('22023', format('A remake makes between 1 and %s again', trim_scale(p_job.qty)));
  elsif p_back_to is not null and p_back.id is null then
    perform private.refuse('PT404', 'This step is not there any more');
  elsif p_result = 'fail' and p_remake_qty is null and p_back_to is null and exists (select from public.job_steps where job_id = p_job.id) then
    perform private.refuse('22023', 'Please choose the step that the job goes back to');
  elsif p_reason is not null and p_reason not in
    ('artwork', 'material', 'machine', 'print', 'cut', 'assembly', 'measure', 'damage', 'client', 'short', 'other')
  then
    perform private.refuse('22023', 'This reason is not known');
  end if;
end $$;

create or replace function private.settle_short(p_job public.jobs, p_result text, p_note text, p_remake_qty numeric) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_short constant numeric := private.pieces_short(p_job.id);
begin
  if p_result = 'pass' and p_remake_qty > v_short then
    perform private.refuse('22023', format('Only %s are short', trim_scale(v_short)));
  elsif v_short > coalesce(p_remake_qty, 0) and p_note is null then
    perform private.refuse('PT409', format('%s of %s are short. Have them made again, or say why they are not needed.',
      trim_scale(v_short), trim_scale(p_job.qty)), v_short::text);
  end if;
end $$;

create or replace function private.begin_again(p_job_id uuid, p_from text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step uuid;
begin
  for v_step in
    select id from public.job_steps where job_id = p_job_id and status = 'done' and position >= p_from order by position desc
  loop
    update public.job_steps set status = 'todo' where id = v_step;
  end loop;
  update public.jobs set status = 'in_production' where id = p_job_id;
end $$;

create or replace function private.check_job(
  p_id uuid, p_job_id uuid, p_result text, p_note text default null, p_photo text default null, p_remake_qty numeric default null,
  p_reason text default null, p_back_to uuid default null, p_steps jsonb default null, p_material jsonb default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_remake uuid;
  v_note constant text := nullif(left(btrim(p_note), 5000), '');
  v_back public.job_steps;
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit')) then
    raise insufficient_privilege using message = 'You may not check jobs';
  end if;
  if p_steps is not null or p_back_to is not null then
    perform private.take_turn_at_steps(p_job_id);
  end if;
  select * into v_job from public.jobs where id = p_job_id for no key update;
  select * into v_back from public.job_steps where id = p_back_to and job_id = p_job_id;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif exists (select from public.job_checks where id = p_id) then
    return (select remake_id from public.job_checks where id = p_id);
  end if;
  perform private.guard_check(v_job, v_back, p_result, v_note, p_photo, p_remake_qty, p_reason, p_back_to);
  if p_result = 'pass' or p_remake_qty is not null then
    perform private.answer_steps(p_job_id, p_steps);
    perform private.settle_short(v_job, p_result, v_note, p_remake_qty);
    perform private.book_material(p_job_id, p_material, true);
  end if;
  if p_remake_qty is not null then
    v_remake := private.make_remake(v_job, p_remake_qty, v_back.id);
  end if;
  insert into public.job_checks (id, job_id, result, note, photo_path, remake_id, reason, back_to)
  values (p_id, p_job_id, p_result, v_note, p_photo, v_remake,
    coalesce(p_reason, case when p_result = 'fail' then 'other' when v_remake is not null then 'short' end), v_back.id);
  perform private.log_event('job', p_job_id, case p_result when 'pass' then 'check_passed' else 'check_failed' end,
    jsonb_strip_nulls(jsonb_build_object('reason', v_note, 'remake', (select j.job_number from public.jobs j where j.id = v_remake),
      'step', v_back.name)));
  if v_remake is not null then
    perform private.log_event('job', v_remake, 'created', jsonb_build_object('remake_of', v_job.job_number, 'reason', v_note));
  end if;
  if p_result = 'pass' or v_remake is not null then
    update public.jobs set status = 'ready' where id = p_job_id;
  else
    perform private.begin_again(p_job_id, v_back.position);
  end if;
  return v_remake;
end $$;

create or replace function private.order_line_costs(p_orders uuid[])
returns table(order_id uuid, item_id uuid, service_id uuid, net numeric, cost numeric, basis text, remakes integer, remake_cost numeric)
  language sql stable security definer set search_path = ''
as $$
  with booked as (
    select j.order_item_id, j.remake_of is not null as is_remake, j.id,
           private.is_finished_job(j.status) as is_made,
           (select sum(-m.qty * c.unit_cost) from public.stock_movements m join public.stock_movement_costs c on c.movement_id = m.id
             where m.job_id = j.id) as material,
           case when private.sees_labour_cost() then (
             select sum(private.cost_of_work(w.user_id, w.day, w.seconds))
               from private.work_time('1900-01-01', (now() + interval '2 days')::date, j.id) as w) end as labour
      from public.jobs j where j.order_id = any (p_orders) and j.order_item_id is not null and j.status <> 'cancelled'
  ), of_line as (
    select b.order_item_id, bool_and(b.is_made) filter (where not b.is_remake) as is_made,
           sum(coalesce(b.material, 0) + coalesce(b.labour, 0)) filter (where not b.is_remake) as spent,
           bool_or(b.material is not null or b.labour is not null) filter (where not b.is_remake) as is_booked,
           count(*) filter (where b.is_remake) as remakes,
           coalesce(sum(coalesce(b.material, 0) + coalesce(b.labour, 0)) filter (where b.is_remake), 0) as again
      from booked b group by b.order_item_id
  ), judged as (
    select i.order_id, i.id, i.service_id, i.net, trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2) as planned, l.spent, l.remakes, l.again,
           coalesce(l.is_made and l.is_booked and private.sees_labour_cost(), false) as is_actual
      from public.order_items i
      left join public.quotation_item_costs c on c.item_id = i.quotation_item_id
      left join of_line l on l.order_item_id = i.id
     where i.order_id = any (p_orders) and i.kind = 'item'
  )
  select j.order_id, j.id, j.service_id, j.net,
         case when j.is_actual then trunc(j.spent + j.again, 2) else j.planned + trunc(coalesce(j.again, 0), 2) end,
         case when j.is_actual then 'actual' when j.planned is null then 'unknown' else 'planned' end,
         coalesce(j.remakes, 0)::integer, trunc(coalesce(j.again, 0), 2)
    from judged j
$$;

create or replace function private.order_margin(p_order_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_all record;
  v_currency text;
begin
  if not (private.is_server() or private.named('view_financial_data') and private.can('orders', 'view')) then
    raise insufficient_privilege using message = 'You may not see margins';
  end if;
  select currency into v_currency from public.orders where id = p_order_id;
  select coalesce(sum(c.net) filter (where c.cost is not null), 0) as net, sum(c.cost) as cost,
         count(*) filter (where c.basis = 'actual') as actual, count(*) filter (where c.basis = 'planned') as planned,
         count(*) filter (where c.basis = 'unknown') as unknown, coalesce(sum(c.remakes), 0) as remakes, sum(c.remake_cost) as again
    into v_all from private.order_line_costs(array[p_order_id]) as c;
  return case when v_currency is not null then jsonb_build_object('currency', v_currency, 'net', private.amount_text(v_all.net), 'cost', private.amount_text(v_all.cost),
    'margin', private.amount_text(v_all.net - v_all.cost), 'margin_pct', trim_scale(private.margin_of(v_all.net, v_all.cost))::text,
    'actual', v_all.actual, 'planned', v_all.planned, 'unknown', v_all.unknown, 'remakes', v_all.remakes,
    'remake_cost', private.amount_text(coalesce(v_all.again, 0))) end;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.jobs_at_risk()');

call private.offer('private.order_margin(uuid)');

comment on function private.figures_of_the_day() is 'What of the figures somebody acts on today, as far as they may see it; a missing key is not theirs. my_drops (count, left) and
follow_ups are of the caller; late_jobs, risk_jobs, to_invoice and overdue are those of private.analytics_rows. Amounts are text.';

comment on function public.figures_of_the_day() is 'What of the figures somebody acts on today, as far as they may see it; a missing key is not theirs. my_drops (count, left) and
follow_ups are of the caller; late_jobs, risk_jobs, to_invoice and overdue are those of private.analytics_rows. Amounts are text.';

revoke execute on routine public.jobs_named(p_text text, p_late_only boolean, p_risk_only boolean) from anon;

revoke execute on routine public.jobs_named(p_text text, p_late_only boolean, p_risk_only boolean) from public;

comment on function private.begin_again(pg_catalog.uuid,pg_catalog.text) is 'A job goes back to production: the step at this position and all after it are to do again, the last one first.';

comment on function private.guard_check(public.jobs,public.job_steps,pg_catalog.text,pg_catalog.text,pg_catalog.text,numeric,pg_catalog.text,pg_catalog.uuid) is 'Refuses in words a check that says too little, or too much, of a job.';

comment on function private.is_finished_job(pg_catalog.text) is 'True when nothing more is made of a job, so that what it cost is known.';

comment on function private.jobs_at_risk() is 'Jobs that private.timings says are at risk, for whoever may read jobs.';

comment on function private.order_line_costs(pg_catalog.uuid[]) is 'What each line of orders costs. actual: all its jobs are ready and something is booked on them, so their material and work count. planned:
the cost of the quotation. Jobs that make pieces again are added to both. unknown: neither is known; the cost is null. What work costs
is a wage: who may not see it gets the planned cost and the material of remakes.';

comment on function private.order_margin(pg_catalog.uuid) is 'Net, cost and margin of the lines of an order whose cost is known, how many of them are actual, planned and unknown, and what was
made again. Amounts are text. For holders of view_financial_data. Null when the order is not there.';

comment on function private.settle_short(public.jobs,pg_catalog.text,pg_catalog.text,numeric) is 'Pieces that are short are made again, or somebody says why fewer are enough.';

comment on function public.jobs_at_risk() is 'Jobs that private.timings says are at risk, for whoever may read jobs.';

comment on function public.jobs_named(pg_catalog.text,boolean,boolean) is 'Jobs whose number, title or client holds every word of the text; the 1,000 newest, and of them those that are late or at risk where asked. The
policies of jobs apply.';

comment on function public.order_margin(pg_catalog.uuid) is 'Net, cost and margin of the lines of an order whose cost is known, how many of them are actual, planned and unknown, and what was
made again. Amounts are text. For holders of view_financial_data. Null when the order is not there.';

reset check_function_bodies;
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
             coalesce(o.created_by::text, 'none'), coalesce(p.label, 'Nobody'), null::text, o.net, null::numeric
        from public.orders o
        left join (select u.user_id, private.person_label(u.user_id) as label from public.user_roles u) as p on p.user_id = o.created_by
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
          select round(sum(private.seconds_of(e.total_duration)) / 60.0, 2) as minutes from public.time_entries e where e.job_id = j.id) as w
        cross join lateral (
          select sum(t.planned_minutes) as minutes from public.job_steps t where t.job_id = j.id and t.status <> 'skipped') as p
       where j.finished_at >= p_since and j.finished_at < p_until and w.minutes > 0 and p.minutes > 0;
  end if;
end $$;

comment on function private.analytics_rows(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'The records of a part of the figures, with what each brings in. amount and other: sales, services, sellers, quotes, winners:
net; margin: net and cost (private.order_line_costs); late: days late, bucket now and risk for what is late and at risk now; labour: planned and worked minutes; to_invoice: net; receivables, cash: what is open
(gross); vat: base and VAT. Cancelled orders, drafts and other currencies than that of the company do not count.';

reset check_function_bodies;
