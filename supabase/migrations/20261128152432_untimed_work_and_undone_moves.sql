set check_function_bodies = off;

drop routine private.finish_step(p_id uuid, p_good numeric, p_waste numeric, p_material jsonb);

drop routine private.order_line_costs(p_orders uuid[]);

drop routine public.finish_step(p_id uuid, p_good numeric, p_waste numeric, p_material jsonb);

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
          select sum(t.planned_minutes) as minutes from public.job_steps t where t.job_id = j.id and t.status <> 'skipped' and exists (
            select from public.time_entries e where e.job_id = j.id and (e.step_id is null or e.step_id = t.id))) as p
       where j.finished_at >= p_since and j.finished_at < p_until and w.minutes > 0 and p.minutes > 0;
  end if;
end $$;

create or replace function private.sessions_to_end(p_entry public.time_entries, p_ended timestamptz default null) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  v_is_paused constant boolean := p_entry.status = 'paused';
  v_hours constant integer := private.long_timer_hours();
  v_sessions constant jsonb := private.with_last_session_closed(p_entry.sessions, p_entry.status, v_is_paused);
  v_began constant timestamptz := private.instant(v_sessions -> -1 ->> 'startTime');
  v_end constant timestamptz := private.instant(v_sessions -> -1 ->> 'endTime');
begin
  if p_ended is not null and v_began is not null then
    if p_ended < v_began or p_ended > v_end + interval '1 minute' then
      raise invalid_parameter_value using message = 'The work ended between the start of its last session and ' ||
        case when v_is_paused then 'its pause' else 'now' end;
    end if;
    return v_sessions - -1 || private.closed_session(v_sessions -> -1, least(p_ended, v_end), v_is_paused);
  elsif v_end - v_began > make_interval(hours => v_hours) then
    raise exception using errcode = 'PT409', detail = 'long session',
      message = format('The last session of this timer is longer than %s. Please say when the work ended.',
        case v_hours when 1 then 'an hour' else v_hours || ' hours' end);
  end if;
  return v_sessions;
end $$;

create or replace function public.stop_timer(p_entry uuid, p_ended timestamptz default null) returns public.time_entries
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_entry public.time_entries := private.my_timer(p_entry);
  v_sessions jsonb;
begin
  if v_entry.status = 'completed' then
    return v_entry;
  end if;
  v_sessions := private.sessions_to_end(v_entry, p_ended);
  update public.time_entries
     set status = 'completed', sessions = v_sessions, total_duration = private.total_of(v_sessions)
   where id = v_entry.id returning * into strict v_entry;
  return v_entry;
end $$;

create or replace function private.finish_step(
  p_id uuid, p_good numeric default null, p_waste numeric default null, p_material jsonb default null, p_ended timestamptz default null)
returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step public.job_steps;
  v_entry public.time_entries;
  v_sessions jsonb;
  v_into record;
  v_qty numeric;
  v_waste constant numeric := coalesce(p_waste, 0);
  v_good numeric;
begin
  if not (coalesce(p_good, 0) between 0 and 1000000 and v_waste between 0 and 1000000) then
    perform private.refuse('22023', 'Quantities lie between 0 and 1,000,000');
  end if;
  perform private.take_turn_at_step(p_id);
  perform from public.time_entries where step_id = p_id and status <> 'completed' order by id for update;
  v_step := private.step_for(p_id, 'finish steps');
  if v_step.status = 'done' then
    return;
  end if;
  select qty into v_qty from public.jobs where id = v_step.job_id for no key update;
  select * into v_into from private.pieces_into(p_id);
  v_good := coalesce(p_good, greatest(coalesce(v_into.pieces, v_qty) - case when v_into.pieces is null then 0 else v_waste end, 0));
  if not v_step.before_approval then
    if v_into.pieces is not null and v_good + v_waste > v_into.pieces then
      perform private.refuse('PT409', format('%s good came from "%s": good and wasted are %s together at most',
        trim_scale(v_into.pieces), v_into.step, trim_scale(v_into.pieces)), v_into.pieces::text);
    elsif v_good > v_qty then
      perform private.refuse('PT409', format('This job makes %s: more cannot be good', trim_scale(v_qty)), v_qty::text);
    end if;
  end if;
  update public.job_steps set status = 'done', qty_good = v_good, qty_waste = v_waste where id = p_id;
  for v_entry in select * from public.time_entries where step_id = p_id and status <> 'completed' loop
    v_sessions := case when v_entry.user_id = auth.uid() then private.sessions_to_end(v_entry, p_ended)
      else private.with_last_session_closed(v_entry.sessions, v_entry.status, v_entry.status = 'paused') end;
    update public.time_entries
       set status = 'completed', sessions = v_sessions, total_duration = private.total_of(v_sessions), touched_at = clock_timestamp()
     where id = v_entry.id;
  end loop;
  perform private.book_material(v_step.job_id, p_material, false);
  perform private.log_event('job', v_step.job_id, 'step_done', jsonb_build_object('step', v_step.name,
    'good', nullif(v_good, 0), 'waste', nullif(v_waste, 0)));
end $$;

create or replace function private.guard_job() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_open text;
begin
  if coalesce(current_setting('signwright.repair', true), '') <> 'on' then
    if new.status in ('approved', 'in_production') and old.status in ('new', 'artwork', 'awaiting_approval')
      and new.mockup_required and new.mockup_status is distinct from 'approved'
    then
      perform private.refuse('PT409', 'The mockup of this job is not approved yet');
    end if;
    if new.status in ('qc', 'ready') and old.status <> 'on_hold'
      or old.status = 'in_production' and new.status in ('new', 'artwork', 'approved')
    then
      select s.name into v_open from public.job_steps s
       where s.job_id = new.id and s.status = 'in_progress' order by s.position limit 1;
      if found then
        perform private.refuse('PT409', format('The step "%s" of this job is still running', v_open));
      end if;
    end if;
    if new.status in ('qc', 'ready') and old.status <> 'on_hold' then
      select string_agg(s.name, ', ' order by s.position) into v_open from public.job_steps s
       where s.job_id = new.id and s.status not in ('done', 'skipped');
      if v_open is not null and old.status <> 'ready' then
        perform private.refuse('PT409', format('Still open: %s. Each step is done, or skipped with a reason, before the job goes on.', left(v_open, 300)));
      end if;
    end if;
  end if;
  if new.status = 'in_production' then
    new.started_at := coalesce(new.started_at, now());
    new.finished_at := null;
  elsif new.status in ('ready', 'delivered') then
    new.finished_at := coalesce(new.finished_at, now());
  end if;
  return new;
end $$;

create or replace function private.cost_of_planned(p_person uuid, p_day date, p_minutes numeric) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select coalesce(private.cost_of_work(p_person, p_day, (p_minutes * 60)::bigint), p_minutes / 60 * (
    select avg(rate.hourly_cost) from (
      select distinct on (w.user_id) w.hourly_cost from public.wage_rates w where w.valid_from <= p_day
       order by w.user_id, w.valid_from desc) as rate))
$$;

create or replace function private.labour_of_jobs(p_jobs uuid[]) returns table(job_id uuid, seconds bigint, cost numeric, untimed integer)
  language sql stable security definer set search_path = ''
as $$
  with timed as (
    select w.job_id, sum(w.seconds)::bigint as seconds, sum(private.cost_of_work(w.user_id, w.day, w.seconds)) as cost
      from private.work_time('1900-01-01', (now() + interval '2 days')::date, p_jobs) as w group by w.job_id
  ), planned as (
    select s.job_id, count(*)::integer as steps, sum(private.cost_of_planned(coalesce(s.assignees[1], j.lead_user_id),
             private.day_of(coalesce(s.finished_at, now())), s.planned_minutes)) as cost
      from public.job_steps s join public.jobs j on j.id = s.job_id
     where s.job_id = any (p_jobs) and s.status = 'done' and s.planned_minutes > 0
       and not exists (select from public.time_entries e where e.job_id = s.job_id and (e.step_id is null or e.step_id = s.id))
     group by s.job_id
  )
  select coalesce(t.job_id, p.job_id), coalesce(t.seconds, 0), case when t.cost is not null or p.cost is not null then
           coalesce(t.cost, 0) + coalesce(p.cost, 0) end, coalesce(p.steps, 0)
    from timed t full join planned p on p.job_id = t.job_id
$$;

create or replace function private.job_effort(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_seconds bigint;
  v_labour numeric;
  v_untimed integer;
  v_material numeric;
  v_quoted numeric;
  v_again_seconds bigint := 0;
  v_again_labour numeric := 0;
  v_again_material numeric := 0;
  v_remakes uuid[];
  v_sees_costs boolean;
  v_sees_labour boolean;
begin
  if not (private.is_server() or private.can('jobs', 'view') or private.can('production', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  v_sees_costs := private.is_server() or private.named('view_financial_data');
  v_sees_labour := private.sees_labour_cost();
  with recursive again as (
    select id, 1 as depth from public.jobs where remake_of = p_id
    union
    select j.id, a.depth + 1 from again a join public.jobs j on j.remake_of = a.id where a.depth < 50
  )
  select array_agg(id) into v_remakes from again;
  select coalesce(sum(w.seconds), 0), sum(w.cost), coalesce(sum(w.untimed), 0) into v_seconds, v_labour, v_untimed
    from private.labour_of_jobs(array[p_id]) as w;
  if v_remakes is not null then
    select coalesce(sum(w.seconds), 0), sum(w.cost) into v_again_seconds, v_again_labour from private.labour_of_jobs(v_remakes) as w;
    select sum(-m.qty * c.unit_cost) into v_again_material from public.stock_movements m
      join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = any (v_remakes);
  end if;
  if v_sees_costs then
    select sum(-m.qty * c.unit_cost) into v_material from public.stock_movements m
      join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = p_id;
    select coalesce(oi.net, qi.net) into v_quoted from public.jobs j left join public.order_items oi on oi.id = j.order_item_id
      left join public.quotation_items qi on qi.id = j.quotation_item_id where j.id = p_id and j.remake_of is null;
  end if;
  return jsonb_build_object('seconds', v_seconds)
    || case when v_sees_costs then jsonb_build_object('material', private.amount_text(trunc(coalesce(v_material, 0), 2)),
         'quoted', private.amount_text(v_quoted)) else '{}' end
    || case when v_sees_labour then jsonb_build_object('labour', private.amount_text(trunc(coalesce(v_labour, 0), 2)),
         'untimed', v_untimed) else '{}' end
    || case when v_remakes is null then '{}' else jsonb_build_object('remakes', jsonb_build_object('jobs', cardinality(v_remakes), 'seconds', v_again_seconds)
         || case when v_sees_costs then jsonb_build_object('material', private.amount_text(trunc(coalesce(v_again_material, 0), 2))) else '{}' end
         || case when v_sees_labour then jsonb_build_object('labour', private.amount_text(trunc(coalesce(v_again_labour, 0), 2))) else '{}' end) end;
end $$;

create or replace function private.order_line_costs(p_orders uuid[])
returns table(order_id uuid, item_id uuid, service_id uuid, net numeric, cost numeric, basis text, remakes integer, remake_cost numeric, untimed integer)
  language sql stable security definer set search_path = ''
as $$
  with job as (
    select j.id, j.order_item_id, j.remake_of is not null as is_remake, private.is_finished_job(j.status) as is_made
      from public.jobs j where j.order_id = any (p_orders) and j.order_item_id is not null and j.status <> 'cancelled'
  ), taken as (
    select m.job_id, sum(-m.qty * c.unit_cost) as cost
      from public.stock_movements m join public.stock_movement_costs c on c.movement_id = m.id
     where m.job_id in (select id from job) group by m.job_id
  ), worked as (
    select w.* from private.labour_of_jobs(array(select id from job)) as w where (select private.sees_labour_cost())
  ), booked as (
    select j.*, t.cost as material, w.cost as labour, w.seconds, w.untimed
      from job j left join taken t on t.job_id = j.id left join worked w on w.job_id = j.id
  ), of_line as (
    select b.order_item_id, bool_and(b.is_made) as is_made, coalesce(sum(b.untimed), 0)::integer as untimed,
           sum(coalesce(b.material, 0) + coalesce(b.labour, 0)) filter (where not b.is_remake) as spent,
           bool_or(b.material is not null or b.seconds > 0) filter (where not b.is_remake) as is_booked,
           count(*) filter (where b.is_remake) as remakes,
           coalesce(sum(coalesce(b.material, 0) + coalesce(b.labour, 0)) filter (where b.is_remake), 0) as again
      from booked b group by b.order_item_id
  ), credited as (
    select b.order_item_id, sum(n.net) as net
      from public.credit_note_items n join public.invoice_items b on b.id = n.invoice_item_id
      join public.credit_notes c on c.id = n.credit_note_id and c.status not in ('draft', 'void')
     where b.order_id = any (p_orders) and b.order_item_id is not null group by b.order_item_id
  ), judged as (
    select i.order_id, i.id, i.service_id, i.net - coalesce(r.net, 0) as net, trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2) as planned, l.spent, l.remakes, l.again, l.untimed,
           coalesce(l.is_made and l.is_booked and (select private.sees_labour_cost()), false) as is_actual
      from public.order_items i
      left join public.quotation_item_costs c on c.item_id = i.quotation_item_id
      left join of_line l on l.order_item_id = i.id
      left join credited r on r.order_item_id = i.id
     where i.order_id = any (p_orders) and i.kind = 'item'
  )
  select j.order_id, j.id, j.service_id, j.net,
         case when j.is_actual then trunc(j.spent + j.again, 2) else j.planned + trunc(coalesce(j.again, 0), 2) end,
         case when j.is_actual then 'actual' when j.planned is null then 'unknown' else 'planned' end,
         coalesce(j.remakes, 0)::integer, trunc(coalesce(j.again, 0), 2), case when j.is_actual then j.untimed else 0 end
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
         count(*) filter (where c.basis = 'unknown') as unknown, coalesce(sum(c.remakes), 0) as remakes, sum(c.remake_cost) as again,
         coalesce(sum(c.untimed), 0) as untimed
    into v_all from private.order_line_costs(array[p_order_id]) as c;
  return case when v_currency is not null then jsonb_build_object('currency', v_currency, 'net', private.amount_text(v_all.net), 'cost', private.amount_text(v_all.cost),
    'margin', private.amount_text(v_all.net - v_all.cost), 'margin_pct', trim_scale(private.margin_of(v_all.net, v_all.cost))::text,
    'actual', v_all.actual, 'planned', v_all.planned, 'unknown', v_all.unknown, 'remakes', v_all.remakes,
    'remake_cost', private.amount_text(coalesce(v_all.again, 0)), 'untimed', v_all.untimed) end;
end $$;

create or replace function private.order_of_quotation(p_quotation_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('order', (
      select jsonb_build_object('order_number', o.order_number, 'public_uuid', o.public_uuid,
               'status', o.status, 'deposit_amount', private.amount_text(o.deposit_amount),
               'deposit_paid', private.amount_text(o.deposit_paid), 'gross', private.amount_text(o.gross),
               'promised_date', o.promised_date, 'announced', private.announced_of(o.id, null, null),
               'is_amended', o.quotation_id is distinct from p_quotation_id) || private.paid_for_order(o.id)
        from public.orders o
       where o.quotation_id = p_quotation_id or o.id = (
         select q.amends_order_id from public.quotations q where q.id = p_quotation_id and q.status in ('approved', 'converted'))
       -- A cancelled order is told of while no other came of the quotation.
       order by o.status = 'cancelled', o.ordered_at desc, o.id limit 1))
  );
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.finish_step(uuid, numeric, numeric, jsonb, timestamptz)');

comment on function private.analytics_of_jobs(pg_catalog.text,timestamp with time zone,timestamp with time zone,pg_catalog.text,pg_catalog.date) is 'The parts late and labour of private.analytics_rows. Labour compares what has a timer.';

comment on function private.job_effort(pg_catalog.uuid) is 'Time that was worked for a job; for holders of view_financial_data also material and what was quoted, and for those of them who
hold manage_wage_rates labour, in which untimed steps count as planned. Amounts are text. remakes: the same of all jobs that make pieces of it again; it is not in the
figures of the job itself.';

comment on function public.job_effort(pg_catalog.uuid) is 'Time that was worked for a job; for holders of view_financial_data also material and what was quoted, and for those of them who
hold manage_wage_rates labour, in which untimed steps count as planned. Amounts are text. remakes: the same of all jobs that make pieces of it again; it is not in the
figures of the job itself.';

grant execute on routine private.sessions_to_end(p_entry public.time_entries, p_ended timestamp with time zone) to authenticated;

grant execute on routine private.sessions_to_end(p_entry public.time_entries, p_ended timestamp with time zone) to service_role;

update private.document_transitions as t set ("needs") = (select "needs" from jsonb_populate_record(null::private.document_transitions, '{"kind":"job","page":"jobs","needs":"no step runs","action":"edit","causes":null,"through":null,"to_status":"approved","from_status":"in_production"}')) where t.kind::text = 'job' and t.from_status::text = 'in_production' and t.to_status::text = 'approved';

comment on function private.cost_of_planned(pg_catalog.uuid,pg_catalog.date,numeric) is 'What planned work costs by the wage of its person on that day, else by the mean of all wages; null where no wage is known.';

comment on function private.finish_step(pg_catalog.uuid,numeric,numeric,pg_catalog.jsonb,timestamp with time zone) is 'A step is done: how many pieces are good and how many were wasted; null good: all that came in. Good and wasted are at most what came
good from the steps before; every timer of it is completed. A long timer of the caller is refused as in stop_timer until p_ended says
when the work ended. p_material: as in book_material, what the step took. A second call changes nothing.';

comment on function private.labour_of_jobs(pg_catalog.uuid[]) is 'Time of jobs that was recorded, and what their work costs: that time, and the planned minutes of each step that is done without a
timer (untimed counts those). Time that was recorded for a job without a step is time of all its steps. For callers that checked
sees_labour_cost.';

comment on function private.order_line_costs(pg_catalog.uuid[]) is 'What each line of orders brings and costs. net: of the line, less what credit notes took back of it. actual: all its jobs are ready, those that make pieces again too, and something is booked on them, so their material and work
count; untimed: how many of their steps count the planned minutes, because they were done without a timer. planned:
the cost of the quotation. Jobs that make pieces again are added to both. unknown: neither is known; the cost is null. What work costs
is a wage: who may not see it gets the planned cost and the material of remakes.';

comment on function private.sessions_to_end(public.time_entries,timestamp with time zone) is 'The sessions with which a timer is completed. A last session of more than long_timer_hours of the company is refused (PT409, detail "long session") until p_ended says when the work ended.';

comment on function public.finish_step(pg_catalog.uuid,numeric,numeric,pg_catalog.jsonb,timestamp with time zone) is 'A step is done: how many pieces are good and how many were wasted; null good: all that came in. Good and wasted are at most what came
good from the steps before; every timer of it is completed. A long timer of the caller is refused as in stop_timer until p_ended says
when the work ended. p_material: as in book_material, what the step took. A second call changes nothing.';

insert into private.document_transitions ("kind", "page", "needs", "action", "causes", "through", "to_status", "from_status") select "kind", "page", "needs", "action", "causes", "through", "to_status", "from_status" from jsonb_populate_record(null::private.document_transitions, '{"kind":"job","page":"jobs","needs":null,"action":"edit","causes":null,"through":null,"to_status":"awaiting_approval","from_status":"approved"}');

insert into private.document_transitions ("kind", "page", "needs", "action", "causes", "through", "to_status", "from_status") select "kind", "page", "needs", "action", "causes", "through", "to_status", "from_status" from jsonb_populate_record(null::private.document_transitions, '{"kind":"job","page":"jobs","needs":null,"action":"edit","causes":null,"through":null,"to_status":"new","from_status":"approved"}');

insert into private.document_transitions ("kind", "page", "needs", "action", "causes", "through", "to_status", "from_status") select "kind", "page", "needs", "action", "causes", "through", "to_status", "from_status" from jsonb_populate_record(null::private.document_transitions, '{"kind":"job","page":"jobs","needs":"no step runs","action":"edit","causes":null,"through":null,"to_status":"artwork","from_status":"in_production"}');

insert into private.document_transitions ("kind", "page", "needs", "action", "causes", "through", "to_status", "from_status") select "kind", "page", "needs", "action", "causes", "through", "to_status", "from_status" from jsonb_populate_record(null::private.document_transitions, '{"kind":"job","page":"jobs","needs":"no step runs","action":"edit","causes":null,"through":null,"to_status":"new","from_status":"in_production"}');

-- The page of a quotation says what became of its order.
call private.after_each_statement('public.orders', 'nudge_quotation', $$private.nudge_lines('quotations', 'quotation_id')$$);

reset check_function_bodies;
