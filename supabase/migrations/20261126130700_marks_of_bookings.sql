-- The calendar reads of an appointment what staff may read: its times, and not the whole row with the visitor's link.

create or replace function public.calendar_entries(p_from date, p_to date, p_kinds text[] DEFAULT NULL::text[], p_people uuid[] DEFAULT NULL::uuid[], p_places uuid[] DEFAULT NULL::uuid[])
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

revoke execute on all routines in schema private from public;
