-- My day: what is due, planned and promised for one person, in their own order.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.day_places (
  user_id   uuid not null default auth.uid() references auth.users (id) on delete cascade,
  record_id uuid not null,
  place     integer not null,
  primary key (user_id, record_id),
  constraint day_places_place_range check (place between 1 and 500)
);
comment on table public.day_places is 'The order of the lines of "my day", by person. Written anew with each order, so it holds no line that was done long ago.';
comment on column public.day_places.record_id is 'A task, step, delivery, job, order, quotation or appointment. It may be gone.';
comment on column public.day_places.place is 'The first line has 1. It stays with the record on the days after.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.day_places', p_rights => 'select, insert, delete', p_key => 'record_id', p_person => 'user_id');
create policy "staff read the order of their own day" on public.day_places
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_staff()));
create policy "staff order their own day" on public.day_places
  for insert to authenticated with check (user_id = (select auth.uid()) and (select private.is_staff()));
create policy "staff forget the order of their own day" on public.day_places
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_staff()));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.day_of_work(p_me uuid, p_today date, p_zone text)
returns table (kind text, id uuid, part_of uuid, because text, title text, detail text, number text, day date, at timestamptz, status text)
  language plpgsql stable set search_path = ''
as $$
declare
  v_start constant timestamptz := p_today::timestamp at time zone p_zone;
  v_end constant timestamptz := (p_today + 1)::timestamp at time zone p_zone;
begin
  return query
  select 'step', s.id, s.job_id, 'planned', s.name, concat_ws(' · ', j.title, w.name), j.job_number,
         (coalesce(s.planned_start, v_start) at time zone p_zone)::date, s.planned_start, s.status
    from public.job_steps s join public.jobs j on j.id = s.job_id left join public.work_centres w on w.id = s.work_centre_id
   where s.status in ('todo', 'in_progress', 'paused') and (j.status not in ('ready', 'delivered', 'closed', 'cancelled') or j.status = 'ready' and private.is_on_site(s))
     and (s.planned_start < v_end or s.status = 'in_progress' and s.planned_start is null)
     and (s.assignees @> array[p_me] or cardinality(s.assignees) = 0 and s.work_centre_id in (
       select h.work_centre_id from public.shifts h where h.user_id = p_me and h.starts_at < v_end and h.ends_at > v_start))
  union all
  select 'job', j.id, null, 'due', j.title, coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')), j.job_number,
         j.due_date, null, j.status
    from public.jobs j left join public.contacts c on c.id = j.contact_id
   where j.lead_user_id = p_me and j.due_date <= p_today and j.status not in ('ready', 'delivered', 'closed', 'cancelled')
  union all
  select case d.method when 'installation' then 'installation' else 'delivery' end, d.id, null, 'promised', d.project_title,
         coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')), d.delivery_number,
         (d.scheduled_at at time zone p_zone)::date, case when d.scheduled_has_time then d.scheduled_at end, d.status
    from public.deliveries d left join public.contacts c on c.id = d.contact_id
   where d.crew @> array[p_me] and d.scheduled_at < v_end and d.status in ('planned', 'ready', 'out', 'partially_delivered');
end $$;
comment on function private.day_of_work is
  'The steps, jobs and deliveries of the day of one person, by the rights of the caller: steps planned for them, or for nobody at the work
centre of their shift today, jobs that they lead, and deliveries of their crew. What is left of earlier days is among them.';
grant execute on function private.day_of_work to authenticated, service_role;

create function private.day_of_office(p_me uuid, p_today date, p_zone text)
returns table (kind text, id uuid, part_of uuid, because text, title text, detail text, number text, day date, at timestamptz, status text)
  language plpgsql stable set search_path = ''
as $$
declare
  v_start constant timestamptz := p_today::timestamp at time zone p_zone;
  v_end constant timestamptz := (p_today + 1)::timestamp at time zone p_zone;
begin
  return query
  select 'task', t.id, null::uuid, 'due', t.title, coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')), null,
         (t.due_at at time zone p_zone)::date, case when (t.due_at at time zone p_zone)::time < time '23:59' then t.due_at end, t.status
    from public.tasks t left join public.contacts c on c.id = t.contact_id
   where t.due_at < v_end and t.status <> 'completed'
     and (t.assignees @> array[p_me] or t.created_by = p_me and cardinality(t.assignees) = 0)
  union all
  select 'order', o.id, null, 'promised', coalesce(nullif(btrim(o.project_title), ''), o.order_number),
         coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')), o.order_number,
         least(o.due_date, o.promised_date), null, o.status
    from public.orders o left join public.contacts c on c.id = o.contact_id left join public.quotations q on q.id = o.quotation_id
   where (q.account_manager_id = p_me or o.quotation_id is null and o.created_by = p_me) and least(o.due_date, o.promised_date) <= p_today
     and o.status not in ('delivered', 'completed', 'cancelled')
  union all
  select 'quotation', q.id, null, 'follow_up', coalesce(nullif(btrim(q.project_title), ''), q.quotation_number),
         coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')), q.quotation_number, q.follow_up_on, null, q.status
    from public.quotations q left join public.contacts c on c.id = q.contact_id
   where q.account_manager_id = p_me and q.follow_up_on <= p_today and q.status in ('draft', 'sent', 'change_requested')
  union all
  select 'booking', b.id, null, 'planned', coalesce(b.name, 'Appointment'), y.name, b.reference, p_today, b.starts_at, b.status
    from public.bookings b join public.booking_types y on y.id = b.type_id
   where b.starts_at >= v_start and b.starts_at < v_end and b.status = 'confirmed' and (select private.named('manage_bookings'));
end $$;
comment on function private.day_of_office is
  'The tasks, orders, quotations and appointments of the day of one person, by the rights of the caller: tasks due, orders promised
(of quotations that they manage, or made by them without one), quotations to follow up that they manage, and for holders of manage_bookings the appointments of today. What is left of earlier days is among them.';
grant execute on function private.day_of_office to authenticated, service_role;

create function public.my_day()
returns table (kind text, id uuid, part_of uuid, because text, title text, detail text, number text, day date, at timestamptz, status text, place integer)
  language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_zone constant text := coalesce((select c.time_zone from public.company_settings c), 'UTC');
  v_today constant date := (now() at time zone v_zone)::date;
begin
  return query
  select l.kind, l.id, l.part_of, l.because, l.title, l.detail, l.number, l.day, l.at, l.status, p.place
    from (
      select w.* from private.day_of_work((select auth.uid()), v_today, v_zone) as w
      union all
      select o.* from private.day_of_office((select auth.uid()), v_today, v_zone) as o
    ) as l
    left join public.day_places p on p.record_id = l.id and p.user_id = (select auth.uid())
   where (select private.is_staff())
   order by l.day, l.at nulls last, l.title, l.id
   limit 500;
end $$;
comment on function public.my_day is
  'What is due, planned and promised for the caller today or earlier and is not done, at most 500 lines, the earliest first. because: due,
planned, promised or follow_up. at is null where only the day is known. part_of: the job of a step. place: where the caller put the line; null
where they did not.';
revoke execute on function public.my_day from public, anon;

create function public.order_my_day(p_ids uuid[]) returns void
  language plpgsql security invoker set search_path = ''
as $$
begin
  if cardinality(p_ids) > 500 then
    raise exception using errcode = '22023', message = 'A day has 500 lines at most';
  end if;
  -- Two windows that order at once: the later one counts.
  perform pg_advisory_xact_lock(hashtextextended('my-day/' || (select auth.uid()), 0));
  delete from public.day_places p where p.user_id = (select auth.uid());
  insert into public.day_places (record_id, place)
  select wanted.id, row_number() over (order by min(wanted.nth))::integer
    from unnest(p_ids) with ordinality as wanted (id, nth) where wanted.id is not null group by wanted.id;
end $$;
comment on function public.order_my_day is 'Keeps the order of the lines of the caller''s day. Lines that are not named lose their place.';
revoke execute on function public.order_my_day from public, anon;

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger ask_first before insert on public.day_places for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role staff');
