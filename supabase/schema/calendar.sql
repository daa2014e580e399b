-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.check_planned_people(p_people uuid[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if cardinality(p_people) > 50 or array_position(p_people, null) is not null or exists (
    select from unnest(p_people) as wanted (id)
     where not exists (select from public.user_roles r where r.user_id = wanted.id and r.role not in ('client', 'pending')))
  then
    perform private.refuse('22023', 'Only colleagues can be planned');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.plan_in_words(p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select coalesce('to ' || private.in_company_words(p_at), 'out of the calendar') $function$;

CREATE OR REPLACE FUNCTION private.plan_mark(VARIADIC p_parts text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select md5(array_to_string(p_parts, '|', '-')) $function$;
grant execute on function private.plan_mark(VARIADIC p_parts text[]) to authenticated;
comment on function private.plan_mark(VARIADIC p_parts text[]) is 'Changes when one of the parts of a plan changes: what a person saw of it when they move it.';

CREATE OR REPLACE FUNCTION private.plan_mark(p_booking public.bookings)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select private.plan_mark(extract(epoch from p_booking.starts_at)::text, extract(epoch from p_booking.ends_at)::text) $function$;
grant execute on function private.plan_mark(p_booking public.bookings) to authenticated;

CREATE OR REPLACE FUNCTION private.plan_mark(p_delivery public.deliveries)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select private.plan_mark(extract(epoch from p_delivery.scheduled_at)::text, p_delivery.slot_minutes::text, p_delivery.van_id::text,
  array_to_string(p_delivery.crew, ',')) $function$;
grant execute on function private.plan_mark(p_delivery public.deliveries) to authenticated;

CREATE OR REPLACE FUNCTION private.plan_mark(p_job public.jobs)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select private.plan_mark(p_job.due_date::text) $function$;
grant execute on function private.plan_mark(p_job public.jobs) to authenticated;

CREATE OR REPLACE FUNCTION private.plan_mark(p_shift public.shifts)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select private.plan_mark(extract(epoch from p_shift.starts_at)::text, extract(epoch from p_shift.ends_at)::text, p_shift.user_id::text) $function$;
grant execute on function private.plan_mark(p_shift public.shifts) to authenticated;

CREATE OR REPLACE FUNCTION private.plan_mark(p_step public.job_steps)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select private.plan_mark(extract(epoch from p_step.planned_start)::text, p_step.planned_minutes::text, p_step.work_centre_id::text,
  array_to_string(p_step.assignees, ',')) $function$;
grant execute on function private.plan_mark(p_step public.job_steps) to authenticated;

CREATE OR REPLACE FUNCTION private.plan_mark(p_task public.tasks)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select private.plan_mark(extract(epoch from p_task.due_at)::text) $function$;
grant execute on function private.plan_mark(p_task public.tasks) to authenticated;

CREATE OR REPLACE FUNCTION private.refuse_moved(p_kind text, p_record_id uuid, p_type text, p_now text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse('PT409', format('%s changed this meanwhile: it was moved %s', coalesce((
    select e.actor_name from public.document_events e where e.kind = p_kind and e.record_id = p_record_id and e.type = p_type
     order by e.id desc limit 1), 'Somebody else'), p_now));
end $function$;
comment on function private.refuse_moved(p_kind text, p_record_id uuid, p_type text, p_now text) is 'Refuses a move of what stands elsewhere by now, with who moved it and where to.';

CREATE OR REPLACE FUNCTION private.reschedule_booking(p_id uuid, p_mark text, p_starts_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  elsif v_row.status <> 'confirmed' then
    perform private.refuse('PT409', 'Only a confirmed appointment can be moved');
  elsif p_starts_at is null then
    perform private.refuse('22023', 'Please choose a time');
  end if;
  perform private.clear_ended_holds(v_row.desk);
  update public.bookings set starts_at = p_starts_at, ends_at = p_starts_at + (v_row.ends_at - v_row.starts_at),
    busy_until = p_starts_at + (v_row.busy_until - v_row.starts_at), moved = v_row.moved + 1, reminded_at = null
   where id = p_id returning * into v_row;
  perform private.mail_booking(v_row, 'untold');
exception when exclusion_violation then
  perform private.refuse('PT409', 'There is another appointment at this time');
end $function$;
grant execute on function private.reschedule_booking(p_id uuid, p_mark text, p_starts_at timestamp with time zone) to authenticated;
grant execute on function private.reschedule_booking(p_id uuid, p_mark text, p_starts_at timestamp with time zone) to service_role;
comment on function private.reschedule_booking(p_id uuid, p_mark text, p_starts_at timestamp with time zone) is 'The office moves an appointment that it saw at a time, without a mail (tell_booking_moved sends it): PT409 where the client or a
colleague moved it meanwhile.';

CREATE OR REPLACE FUNCTION private.reschedule_delivery(p_id uuid, p_mark text, p_starts_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_minutes integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_day date := private.day_of(p_starts_at);
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
  v_new.scheduled_at := p_starts_at;
  v_new.slot_minutes := coalesce(p_minutes, v_row.slot_minutes);
  if private.plan_mark(v_new) = private.plan_mark(v_row) then
    return;
  elsif private.plan_mark(v_row) is distinct from p_mark then
    perform private.refuse_moved('delivery', p_id, 'rescheduled', private.plan_in_words(v_row.scheduled_at));
  elsif v_row.status not in ('planned', 'ready', 'failed') then
    perform private.refuse('PT409', format('This delivery is %s', private.status_in_words(v_row.status)));
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
     set scheduled_at = v_new.scheduled_at, slot_minutes = v_new.slot_minutes, van_id = v_new.van_id, crew = v_new.crew,
         route_seq = v_new.route_seq, status = case when status = 'failed' and p_starts_at is not null then 'planned' else status end
   where id = p_id;
  perform private.log_event('delivery', p_id, 'rescheduled', jsonb_build_object('from', v_row.scheduled_at, 'to', p_starts_at));
end $function$;
grant execute on function private.reschedule_delivery(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_minutes integer) to authenticated;
grant execute on function private.reschedule_delivery(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_minutes integer) to service_role;
comment on function private.reschedule_delivery(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_minutes integer) is 'Gives a delivery or an installation another time or length; without a time it leaves the calendar and its van. Null keeps the length.
On another day it takes the crew that its van has there and comes last. A failed one is planned again by a time. An installation is
refused where its van or one of its people is on the road already. p_mark is what the person saw of it: PT409 where somebody moved it
meanwhile.';

CREATE OR REPLACE FUNCTION private.reschedule_job(p_id uuid, p_mark text, p_due_date date DEFAULT NULL::date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_job public.jobs;
begin
  perform private.must('jobs', 'edit', 'change due dates');
  select * into v_job from public.jobs where id = p_id for no key update;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif v_job.due_date is not distinct from p_due_date then
    return;
  elsif private.plan_mark(v_job) is distinct from p_mark then
    perform private.refuse_moved('job', p_id, 'due_moved', coalesce('to ' || to_char(v_job.due_date, 'Dy FMDD Mon YYYY'), 'out of the calendar'));
  elsif v_job.status in ('delivered', 'closed', 'cancelled') then
    perform private.refuse('PT409', format('This job is %s', v_job.status));
  end if;
  update public.jobs set due_date = p_due_date where id = p_id;
  perform private.log_event('job', p_id, 'due_moved', jsonb_build_object('from', v_job.due_date, 'to', p_due_date));
end $function$;
grant execute on function private.reschedule_job(p_id uuid, p_mark text, p_due_date date) to authenticated;
grant execute on function private.reschedule_job(p_id uuid, p_mark text, p_due_date date) to service_role;
comment on function private.reschedule_job(p_id uuid, p_mark text, p_due_date date) is 'Gives a job another due date, or none. p_mark is what the person saw of it: PT409 where somebody moved it meanwhile.';

CREATE OR REPLACE FUNCTION private.reschedule_step(p_id uuid, p_mark text, p_starts_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_minutes numeric DEFAULT NULL::numeric, p_work_centre_id uuid DEFAULT NULL::uuid, p_people uuid[] DEFAULT NULL::uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_step public.job_steps;
  v_new public.job_steps;
begin
  v_step := private.step_for(p_id, 'plan steps');
  v_new := v_step;
  v_new.planned_start := p_starts_at;
  v_new.planned_minutes := coalesce(p_minutes, v_step.planned_minutes);
  v_new.work_centre_id := coalesce(p_work_centre_id, v_step.work_centre_id);
  v_new.assignees := coalesce(p_people, v_step.assignees);
  if private.plan_mark(v_new) = private.plan_mark(v_step) then
    return;
  elsif private.plan_mark(v_step) is distinct from p_mark then
    perform private.refuse_moved('job', v_step.job_id, 'step_planned', private.plan_in_words(v_step.planned_start));
  elsif v_step.status not in ('todo', 'paused') then
    perform private.refuse('PT409', format('This step is %s', private.status_in_words(v_step.status)));
  elsif p_minutes is not null and not coalesce(p_minutes between 5 and 14400, false) then
    perform private.refuse('22023', 'A step takes between 5 minutes and 10 days');
  elsif p_work_centre_id is not null and not exists (
    select from public.work_centres w where w.id = p_work_centre_id and w.archived_at is null)
  then
    perform private.refuse('PT404', 'This work centre is not used any more');
  end if;
  perform private.check_planned_people(p_people);
  update public.job_steps set planned_start = v_new.planned_start, planned_minutes = v_new.planned_minutes,
    work_centre_id = v_new.work_centre_id, assignees = v_new.assignees where id = p_id;
  perform private.log_event('job', v_step.job_id, 'step_planned', jsonb_build_object('step', v_step.name, 'from', v_step.planned_start,
    'to', p_starts_at));
end $function$;
grant execute on function private.reschedule_step(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_minutes numeric, p_work_centre_id uuid, p_people uuid[]) to authenticated;
grant execute on function private.reschedule_step(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_minutes numeric, p_work_centre_id uuid, p_people uuid[]) to service_role;
comment on function private.reschedule_step(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_minutes numeric, p_work_centre_id uuid, p_people uuid[]) is 'Plans a step: when, how many minutes, at which work centre, by whom; without a start it leaves the calendar. Null keeps minutes, work
centre and people. p_mark is what the person saw of it: PT409 where somebody moved it meanwhile.';

CREATE OR REPLACE FUNCTION private.taken_on_the_road(p_delivery public.deliveries)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select format('%s is on %s then: %s', coalesce(
      (select private.person_label(p) from unnest(o.crew) as p where p = any (p_delivery.crew) limit 1), 'Its van'), o.delivery_number,
      private.in_company_words(o.scheduled_at))
    from public.deliveries o
   where o.id <> p_delivery.id and o.status in ('planned', 'ready', 'out') and p_delivery.scheduled_at is not null
     and 'installation' in (o.method, p_delivery.method)
     and (o.van_id = p_delivery.van_id or o.crew && p_delivery.crew)
     and o.scheduled_at < p_delivery.scheduled_at + make_interval(mins => coalesce(p_delivery.slot_minutes,
       case p_delivery.method when 'installation' then 120 else 30 end))
     and o.scheduled_at + make_interval(mins => coalesce(o.slot_minutes, case o.method when 'installation' then 120 else 30 end))
       > p_delivery.scheduled_at
   order by o.scheduled_at limit 1
$function$;
comment on function private.taken_on_the_road(p_delivery public.deliveries) is 'What already takes the van or somebody of the crew at that time, in words; null where they are free.';

CREATE OR REPLACE FUNCTION public.calendar_entries(p_from date, p_to date, p_kinds text[] DEFAULT NULL::text[], p_people uuid[] DEFAULT NULL::uuid[], p_places uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(kind text, id uuid, title text, detail text, number text, starts_at timestamp with time zone, ends_at timestamp with time zone, all_day boolean, first_day date, last_day date, person_ids uuid[], work_centre_id uuid, van_id uuid, status text, is_done boolean, may_move boolean, may_resize boolean, mark text, parent_id uuid, amount text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
     where s.planned_start < v_until and s.planned_start > v_from - interval '12 days' and s.status <> 'skipped' and j.status <> 'cancelled'
       and s.planned_start + make_interval(secs => greatest(s.planned_minutes, 5)::double precision * 60) > v_from
    union all
    select case d.method when 'installation' then 'installation' else 'delivery' end, d.id, d.project_title,
           coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')), d.delivery_number, d.scheduled_at,
           d.scheduled_at + make_interval(mins => coalesce(d.slot_minutes, case d.method when 'installation' then 120 else 30 end)), false,
           null, null, d.crew, null, d.van_id, d.status, d.status = 'delivered',
           d.status in ('planned', 'ready', 'failed') and (select private.can('deliveries', 'edit')),
           d.status in ('planned', 'ready', 'failed') and (select private.can('deliveries', 'edit')), private.plan_mark(d), d.order_id, null
      from public.deliveries d left join public.contacts c on c.id = d.contact_id
     where d.scheduled_at < v_until and d.scheduled_at > v_from - interval '8 days' and d.status <> 'cancelled' and (select private.is_staff())
       and d.scheduled_at + make_interval(mins => coalesce(d.slot_minutes, 30)) > v_from
    union all
    select 'booking', b.id, coalesce(b.name, 'Appointment'), t.name, b.reference, b.starts_at, b.ends_at, false, null, null, '{}', null, null,
           b.status, b.status = 'done', b.status = 'confirmed' and (select private.named('manage_bookings')), false, 
           private.plan_mark(extract(epoch from b.starts_at)::text, extract(epoch from b.ends_at)::text),
           null, null
      from public.bookings b join public.booking_types t on t.id = b.type_id
     where b.starts_at < v_until and b.ends_at > v_from and b.status in ('confirmed', 'done', 'no_show')
    union all
    select 'task', t.id, t.title, coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')), null,
           case when not due.whole then t.due_at end, case when not due.whole then t.due_at + interval '30 minutes' end, due.whole,
           case when due.whole then due.clock::date end, case when due.whole then due.clock::date end,
           case when cardinality(t.assignees) > 0 then t.assignees else array[t.created_by] end, null, null, t.status, t.status = 'completed',
           t.status <> 'completed' and (t.created_by = (select auth.uid()) or t.assignees @> array[(select auth.uid())]
             or (cardinality(t.assignees) > 0 and (select private.can('tasks', 'edit')))), false, private.plan_mark(t), null, null
      from public.tasks t left join public.contacts c on c.id = t.contact_id
      cross join lateral (select t.due_at at time zone v_zone as clock, (t.due_at at time zone v_zone)::time >= time '23:59' as whole) as due
     where t.due_at >= v_from and t.due_at < v_until
    union all
    select 'shift', s.id, coalesce(w.name, initcap(s.place)), s.note, null, s.starts_at, s.ends_at, false, null, null, array[s.user_id],
           null, null, s.place, s.ends_at < now(), (select private.named('manage_shifts')), (select private.named('manage_shifts')),
           private.plan_mark(s), null, null
      from public.shifts s left join public.work_centres w on w.id = s.work_centre_id
     where s.starts_at < v_until and s.ends_at > v_from
    union all
    select 'absence', a.id, case a.status when 'requested' then 'Asks for leave' else 'Away' end, d.kind, null, null, null, true, a.starts_on,
           a.ends_on, array[a.user_id], null, null, a.status, a.ends_on < (now() at time zone v_zone)::date, false, false,
           private.plan_mark(a.starts_on::text, a.ends_on::text), null, null
      from public.absences a left join public.absence_details d on d.absence_id = a.id
     where a.starts_on <= p_to and a.ends_on >= p_from and a.status in ('requested', 'approved')
    union all
    select 'payment', v.id, coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), ''), v.invoice_number),
           v.project_title, v.invoice_number, null, null, true, v.due_date, v.due_date, '{}', null, null, v.status, false, false, false,
           private.plan_mark(v.due_date::text), null, v.currency || ' ' || v.balance::text
      from public.invoices v left join public.contacts c on c.id = v.contact_id
     where v.due_date between p_from and p_to and v.status in ('issued', 'partly_paid') and v.balance > 0
       and (select private.named('view_financial_data')) and (select private.is_staff())
    union all
    select 'closure', x.id, x.reason, case x.desk when 'studio' then 'No appointments in the studio' when 'road' then 'No visits on the road'
             else 'No appointments' end, null, null, null, true, x.starts_on, x.ends_on, '{}', null, null, 'closed', false, false, false,
           private.plan_mark(x.starts_on::text, x.ends_on::text), null, null
      from public.booking_closures x
     where x.starts_on <= p_to and x.ends_on >= p_from
  ) as e (kind, id, title, detail, number, starts_at, ends_at, all_day, first_day, last_day, person_ids, work_centre_id, van_id, status,
    is_done, may_move, may_resize, mark, parent_id, amount)
  where (p_kinds is null or e.kind = any (p_kinds))
    and (p_people is null or e.person_ids && p_people)
    and (p_places is null or e.work_centre_id = any (p_places) or e.van_id = any (p_places))
  order by coalesce(e.starts_at, e.first_day::timestamp at time zone v_zone), not e.all_day, e.title, e.id
  limit 5000;
end $function$;
grant execute on function public.calendar_entries(p_from date, p_to date, p_kinds text[], p_people uuid[], p_places uuid[]) to authenticated;
grant execute on function public.calendar_entries(p_from date, p_to date, p_kinds text[], p_people uuid[], p_places uuid[]) to service_role;
comment on function public.calendar_entries(p_from date, p_to date, p_kinds text[], p_people uuid[], p_places uuid[]) is 'What has a time between two days of the company, both included, by the rights of the caller: jobs due, steps planned, deliveries,
installations, appointments, tasks due, shifts, absences, payments expected (holders of view_financial_data) and days closed. Whole days have first_day and
last_day, all else starts_at and ends_at. mark is what a move must bring along.';

CREATE OR REPLACE FUNCTION public.calendar_waiting()
 RETURNS TABLE(kind text, id uuid, title text, detail text, number text, due_on date, minutes integer, person_ids uuid[], work_centre_id uuid, van_id uuid, status text, may_move boolean, mark text, parent_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  (select 'delivery', d.id, d.project_title, coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')),
          d.delivery_number, null::date, coalesce(d.slot_minutes, case d.method when 'installation' then 120 else 30 end), d.crew, null::uuid,
          d.van_id, d.status, (select private.can('deliveries', 'edit')), private.plan_mark(d), d.order_id
     from public.deliveries d left join public.contacts c on c.id = d.contact_id
    where d.scheduled_at is null and d.status in ('planned', 'ready') and d.method <> 'installation' and (select private.is_staff())
    order by d.created_at, d.id limit 100)
  union all
  (select 'installation', d.id, d.project_title, coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')),
          d.delivery_number, null, coalesce(d.slot_minutes, 120), d.crew, null, d.van_id, d.status, (select private.can('deliveries', 'edit')),
          private.plan_mark(d), d.order_id
     from public.deliveries d left join public.contacts c on c.id = d.contact_id
    where d.scheduled_at is null and d.status in ('planned', 'ready') and d.method = 'installation' and (select private.is_staff())
    order by d.created_at, d.id limit 100)
  union all
  (select 'step', s.id, s.name, j.title, j.job_number, j.due_date, greatest(s.planned_minutes, 5)::integer, s.assignees, s.work_centre_id, null,
          s.status, (select private.can('production', 'edit')) or (select private.can('jobs', 'edit')), private.plan_mark(s), s.job_id
     from public.job_steps s join public.jobs j on j.id = s.job_id
    where s.planned_start is null and s.status = 'todo' and j.status in ('new', 'artwork', 'awaiting_approval', 'approved', 'in_production')
    order by j.due_date nulls last, j.job_number, s.position limit 100)
  union all
  (select 'job', j.id, j.title, coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')), j.job_number, null,
          null, case when j.lead_user_id is null then '{}' else array[j.lead_user_id] end, null, null, j.status, (select private.can('jobs', 'edit')),
          private.plan_mark(j), null
     from public.jobs j left join public.contacts c on c.id = j.contact_id
    where j.due_date is null and j.status not in ('delivered', 'closed', 'cancelled')
    order by j.created_at, j.id limit 100)
  union all
  (select 'task', t.id, t.title, coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')), null, null, null,
          case when cardinality(t.assignees) > 0 then t.assignees else array[t.created_by] end, null, null, t.status,
          t.created_by = (select auth.uid()) or t.assignees @> array[(select auth.uid())]
            or (cardinality(t.assignees) > 0 and (select private.can('tasks', 'edit'))), private.plan_mark(t), null
     from public.tasks t left join public.contacts c on c.id = t.contact_id
    where t.due_at is null and t.status <> 'completed'
    order by t.created_at, t.id limit 100)
$function$;
grant execute on function public.calendar_waiting() to authenticated;
grant execute on function public.calendar_waiting() to service_role;
comment on function public.calendar_waiting() is 'What waits for a time: open deliveries, installations, steps, jobs and tasks without one, at most 100 of each kind, by the rights of the caller.';

CREATE OR REPLACE FUNCTION public.reschedule_shift(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_minutes integer DEFAULT NULL::integer, p_people uuid[] DEFAULT NULL::uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_shift public.shifts;
  v_length interval;
begin
  select * into v_shift from public.shifts s where s.id = p_id;
  if v_shift.id is null then
    raise exception using errcode = 'PT404', message = 'This shift is not there any more';
  elsif private.plan_mark(v_shift) is distinct from p_mark then
    raise exception using errcode = 'PT409', message = 'Somebody else changed this shift meanwhile';
  elsif cardinality(p_people) <> 1 then
    raise exception using errcode = '22023', message = 'A shift belongs to one person';
  end if;
  v_length := coalesce(make_interval(mins => p_minutes), v_shift.ends_at - v_shift.starts_at);
  update public.shifts set starts_at = p_starts_at, ends_at = p_starts_at + v_length, user_id = coalesce(p_people[1], user_id)
   where id = p_id and starts_at = v_shift.starts_at and ends_at = v_shift.ends_at and user_id = v_shift.user_id;
  if not found then
    raise exception using errcode = '42501', message = 'You may not plan shifts';
  end if;
end $function$;
grant execute on function public.reschedule_shift(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_minutes integer, p_people uuid[]) to authenticated;
grant execute on function public.reschedule_shift(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_minutes integer, p_people uuid[]) to service_role;
comment on function public.reschedule_shift(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_minutes integer, p_people uuid[]) is 'Moves a shift, changes how long it is or whose it is, by the rights of the caller. A clash is refused as everywhere. p_mark is what they
saw of it: PT409 where somebody changed it meanwhile.';

CREATE OR REPLACE FUNCTION public.reschedule_task(p_id uuid, p_mark text, p_due_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_task public.tasks;
begin
  select * into v_task from public.tasks t where t.id = p_id;
  if v_task.id is null then
    raise exception using errcode = 'PT404', message = 'This task is not there any more';
  elsif v_task.due_at is not distinct from p_due_at then
    return;
  elsif private.plan_mark(v_task) is distinct from p_mark then
    raise exception using errcode = 'PT409', message = format('Somebody else changed this meanwhile: it is due %s',
      coalesce(to_char(v_task.due_at at time zone coalesce((select c.time_zone from public.company_settings c), 'UTC'),
        'Dy FMDD Mon YYYY, HH24:MI'), 'on no day'));
  end if;
  update public.tasks set due_at = p_due_at where id = p_id and due_at is not distinct from v_task.due_at;
  if found then
    return;
  elsif exists (select from public.tasks t where t.id = p_id and t.due_at is distinct from v_task.due_at) then
    raise exception using errcode = 'PT409', message = 'Somebody else changed this meanwhile';
  end if;
  raise exception using errcode = '42501', message = 'You may not change this task';
end $function$;
grant execute on function public.reschedule_task(p_id uuid, p_mark text, p_due_at timestamp with time zone) to authenticated;
grant execute on function public.reschedule_task(p_id uuid, p_mark text, p_due_at timestamp with time zone) to service_role;
comment on function public.reschedule_task(p_id uuid, p_mark text, p_due_at timestamp with time zone) is 'Gives a task another due date, or none, by the rights of the caller. p_mark is what they saw of it: PT409 where somebody moved it meanwhile.';
