-- The calendar of everything, and its feeds.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table private.calendar_feeds (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null references auth.users (id) on delete cascade,
  name       text not null,
  kinds      text[] not null,
  only_mine  boolean not null default false,
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  used_at    timestamptz,
  constraint calendar_feeds_name_length check (char_length(btrim(name)) between 1 and 60 and char_length(name) <= 80),
  constraint calendar_feeds_kinds_are_some check (cardinality(kinds) between 1 and 20)
);
create index calendar_feeds_user_id_idx on private.calendar_feeds (user_id);
comment on table private.calendar_feeds is 'Feeds of the calendar by person. The address holds the token; here is its SHA-256 only.';

-- ------------------------------------------------------------------------------------------------------------- who may

alter table private.calendar_feeds enable row level security;

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.calendar_of_work(p_from date, p_to date, p_since timestamptz, p_until timestamptz) returns table(kind text, id uuid, title text, detail text, number text, starts_at timestamptz, ends_at timestamptz, all_day boolean, first_day date, last_day date, person_ids uuid[], work_centre_id uuid, van_id uuid, status text, is_done boolean, may_move boolean, may_resize boolean, mark text, parent_id uuid, amount text)
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
comment on function private.calendar_of_work is 'Calendar entries of jobs due, planned steps, deliveries and installations, by the rights of the caller.';
grant execute on function private.calendar_of_work to authenticated, service_role;

create function private.calendar_of_people(p_from date, p_to date, p_since timestamptz, p_until timestamptz, p_zone text) returns table(kind text, id uuid, title text, detail text, number text, starts_at timestamptz, ends_at timestamptz, all_day boolean, first_day date, last_day date, person_ids uuid[], work_centre_id uuid, van_id uuid, status text, is_done boolean, may_move boolean, may_resize boolean, mark text, parent_id uuid, amount text)
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
comment on function private.calendar_of_people is 'Calendar entries of appointments, tasks, shifts and absences, by the rights of the caller.';
grant execute on function private.calendar_of_people to authenticated, service_role;

create function private.calendar_of_days(p_from date, p_to date) returns table(kind text, id uuid, title text, detail text, number text, starts_at timestamptz, ends_at timestamptz, all_day boolean, first_day date, last_day date, person_ids uuid[], work_centre_id uuid, van_id uuid, status text, is_done boolean, may_move boolean, may_resize boolean, mark text, parent_id uuid, amount text)
  language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select 'payment', v.id, coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), ''), v.invoice_number),
         v.project_title, v.invoice_number, null::timestamptz, null::timestamptz, true, v.due_date, v.due_date, '{}'::uuid[], null::uuid, null::uuid, v.status, false, false, false,
         private.plan_mark(v.due_date::text), null::uuid, private.money_words(v.balance, v.currency)
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
comment on function private.calendar_of_days is 'Calendar entries of payments expected and of days closed, by the rights of the caller.';
grant execute on function private.calendar_of_days to authenticated, service_role;

create function public.calendar_entries(p_from date, p_to date, p_kinds text[] default null, p_people uuid[] default null, p_places uuid[] default null) returns table(kind text, id uuid, title text, detail text, number text, starts_at timestamptz, ends_at timestamptz, all_day boolean, first_day date, last_day date, person_ids uuid[], work_centre_id uuid, van_id uuid, status text, is_done boolean, may_move boolean, may_resize boolean, mark text, parent_id uuid, amount text)
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
comment on function public.calendar_entries is
  'What has a time between two days of the company, both included, by the rights of the caller: jobs due, steps planned, deliveries,
installations, appointments, tasks due, shifts, absences, payments expected (holders of view_financial_data) and days closed. Whole days have first_day and
last_day, all else starts_at and ends_at. mark is what a move must bring along.';
revoke execute on function public.calendar_entries from public, anon;

create function public.calendar_waiting()
returns table (kind text, id uuid, title text, detail text, number text, due_on date, minutes integer, person_ids uuid[], work_centre_id uuid,
  van_id uuid, status text, may_move boolean, mark text, parent_id uuid)
  language sql stable security invoker set search_path = ''
as $$
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
    where s.planned_start is null and s.status = 'todo' and (j.status in ('new', 'artwork', 'awaiting_approval', 'approved', 'in_production')
      or j.status in ('qc', 'ready') and private.is_on_site(s))
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
$$;
comment on function public.calendar_waiting is
  'What waits for a time: open deliveries, installations, steps, jobs and tasks without one, at most 100 of each kind, by the rights of the caller.';
revoke execute on function public.calendar_waiting from public, anon;

create function private.new_feed_token() returns text
  language sql volatile set search_path = ''
as $$ select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') $$;
comment on function private.new_feed_token is '64 hexadecimal digits with 244 random bits.';

create function private.must_keep_calendars() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_staff() then
    raise insufficient_privilege using message = 'Only staff have calendar addresses';
  end if;
end $$;

create function private.check_feed_kinds(p_kinds text[]) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(cardinality(p_kinds), 0) = 0 then
    perform private.refuse('22023', 'Please choose what the calendar shows');
  elsif not p_kinds <@ array['job', 'step', 'delivery', 'installation', 'booking', 'task', 'shift', 'absence', 'payment', 'closure'] then
    perform private.refuse('22023', 'A calendar does not show this');
  end if;
end $$;

create function private.my_calendar_feeds()
returns table (id uuid, name text, kinds text[], only_mine boolean, created_at timestamptz, changed_at timestamptz, used_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select f.id, f.name, f.kinds, f.only_mine, f.created_at, f.changed_at, f.used_at
    from private.calendar_feeds f where f.user_id = (select auth.uid()) and (select private.is_staff()) order by f.created_at, f.id
$$;
comment on function private.my_calendar_feeds is 'The feeds of the caller, without their addresses: only the hash of those is kept.';
call private.offer('private.my_calendar_feeds()', '{authenticated}');

create function private.add_calendar_feed(p_name text, p_kinds text[], p_only_mine boolean) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_token text := private.new_feed_token();
begin
  perform private.must_keep_calendars();
  perform private.check_feed_kinds(p_kinds);
  perform pg_advisory_xact_lock(hashtextextended('calendar feeds ' || auth.uid(), 0));
  if coalesce(btrim(p_name), '') = '' then
    perform private.refuse('22023', 'Please enter a name');
  elsif (select count(*) from private.calendar_feeds f where f.user_id = auth.uid()) >= 10 then
    perform private.refuse('PT409', 'You have ten calendar addresses. Please remove one first.');
  end if;
  insert into private.calendar_feeds (user_id, name, kinds, only_mine, token_hash)
  values (auth.uid(), left(btrim(p_name), 60), p_kinds, coalesce(p_only_mine, false), private.hash_of_token(v_token));
  return v_token;
end $$;
comment on function private.add_calendar_feed is 'Makes a feed of these kinds for the caller: the token of its address, which is never shown again.';
call private.offer('private.add_calendar_feed(text, text[], boolean)', '{authenticated}');

create function private.change_calendar_feed(p_id uuid, p_name text, p_kinds text[], p_only_mine boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_keep_calendars();
  perform private.check_feed_kinds(p_kinds);
  if coalesce(btrim(p_name), '') = '' then
    perform private.refuse('22023', 'Please enter a name');
  end if;
  update private.calendar_feeds set name = left(btrim(p_name), 60), kinds = p_kinds, only_mine = coalesce(p_only_mine, false)
   where id = p_id and user_id = auth.uid();
  if not found then
    perform private.refuse('PT404', 'This calendar address is not there any more');
  end if;
end $$;
comment on function private.change_calendar_feed is 'Changes what a feed of the caller shows. Its address stays.';
call private.offer('private.change_calendar_feed(uuid, text, text[], boolean)', '{authenticated}');

create function private.renew_calendar_feed(p_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_token text := private.new_feed_token();
begin
  perform private.must_keep_calendars();
  update private.calendar_feeds set token_hash = private.hash_of_token(v_token), changed_at = now(), used_at = null
   where id = p_id and user_id = auth.uid();
  if not found then
    perform private.refuse('PT404', 'This calendar address is not there any more');
  end if;
  return v_token;
end $$;
comment on function private.renew_calendar_feed is 'Gives a feed of the caller a new address; the old one ends at once.';
call private.offer('private.renew_calendar_feed(uuid)', '{authenticated}');

create function private.remove_calendar_feed(p_id uuid) returns void
  language sql security definer set search_path = ''
as $$ delete from private.calendar_feeds where id = p_id and user_id = auth.uid() and private.session_is_sure() $$;
comment on function private.remove_calendar_feed is 'Ends a feed of the caller. A second call changes nothing.';
call private.offer('private.remove_calendar_feed(uuid)', '{authenticated}');

-- Null where the address opens nothing: unknown, renewed, or of somebody who is no longer staff or whose account is closed.
create function private.open_calendar_feed(p_token text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_feed private.calendar_feeds;
begin
  select f.* into v_feed from private.calendar_feeds f
    join auth.users u on u.id = f.user_id join public.user_roles r on r.user_id = f.user_id
   where f.token_hash = private.hash_of_token(p_token) and r.role not in ('client', 'pending')
     and not coalesce(u.banned_until > now(), false) and u.deleted_at is null;
  if v_feed.id is null then
    return null;
  elsif public.take_function_call('calendar-feed', v_feed.id, 10, 1000) > 0 then
    perform private.refuse('PT429', 'This calendar is read too often. Please try again in a minute.');
  end if;
  update private.calendar_feeds set used_at = now() where id = v_feed.id and used_at is distinct from now();
  return jsonb_build_object('id', v_feed.id, 'user_id', v_feed.user_id, 'name', v_feed.name, 'kinds', v_feed.kinds, 'only_mine', v_feed.only_mine,
    'today', (now() at time zone private.company_zone())::date, 'zone', private.company_zone(),
    'company', (select c.name from public.company_settings c));
end $$;
grant execute on function private.open_calendar_feed to service_role;

-- Reads as the person of the feed: row level security decides for them, not for the program that asks.
create function public.get_calendar_feed(p_token text) returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  v_feed jsonb := private.open_calendar_feed(p_token);
  v_role constant text := current_setting('role');
  v_claims constant text[] := array[current_setting('request.jwt.claims', true), current_setting('request.jwt.claim.sub', true),
    current_setting('request.jwt.claim.role', true)];
  v_today date;
  v_person uuid;
  v_entries jsonb;
begin
  if v_feed is null then
    return null;
  end if;
  v_today := (v_feed ->> 'today')::date;
  v_person := (v_feed ->> 'user_id')::uuid;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', v_person, 'role', 'authenticated')::text, true),
    set_config('request.jwt.claim.sub', v_person::text, true), set_config('request.jwt.claim.role', 'authenticated', true),
    set_config('role', 'authenticated', true);
  select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'id', e.id, 'title', e.title, 'detail', e.detail, 'number', e.number,
           'starts_at', e.starts_at, 'ends_at', e.ends_at, 'first_day', e.first_day, 'last_day', e.last_day, 'status', e.status, 'amount', e.amount,
           'parent_id', e.parent_id, 'place', private.calendar_place(e.kind, e.id))), '[]')
    into v_entries
    from public.calendar_entries(v_today - 30, v_today + 300, array(select jsonb_array_elements_text(v_feed -> 'kinds')),
      case when (v_feed ->> 'only_mine')::boolean then array[v_person] end) as e;
  perform set_config('role', v_role, true), set_config('request.jwt.claims', coalesce(v_claims[1], ''), true),
    set_config('request.jwt.claim.sub', coalesce(v_claims[2], ''), true), set_config('request.jwt.claim.role', coalesce(v_claims[3], ''), true);
  return v_feed - 'user_id' - 'today' || jsonb_build_object('entries', v_entries);
end $$;
comment on function public.get_calendar_feed is
  'The feed of a secret address: a month back and ten months ahead, as its person may see it; null where the address opens nothing. PT429
above ten reads a minute.';
revoke execute on function public.get_calendar_feed from public, anon, authenticated;

create function private.calendar_place(p_kind text, p_id uuid) returns text
language sql stable set search_path = '' as $$
  select nullif(concat_ws(', ', nullif(btrim(p.address), ''), nullif(btrim(p.postcode), ''), nullif(btrim(p.city), ''),
           nullif(btrim(p.state), ''), nullif(btrim(p.country), '')), '')
    from (
      select coalesce(l.address, l.label), l.postcode, l.city, l.state, l.country
        from public.deliveries d join public.locations l on l.id = d.location_id
       where p_kind in ('delivery', 'installation') and d.id = p_id and d.method not in ('pickup', 'electronic')
      union all
      select c.address_line, c.postcode, c.city, c.state, c.country
        from public.deliveries d join public.contacts c on c.id = d.contact_id
       where p_kind in ('delivery', 'installation') and d.id = p_id and d.location_id is null and d.method not in ('pickup', 'electronic')
      union all
      -- The work of a van's crew is where the order is fitted or brought, else at the client's.
      select coalesce(l.address, l.label, c.address_line), case when l.id is null then c.postcode else l.postcode end,
             case when l.id is null then c.city else l.city end, case when l.id is null then c.state else l.state end,
             case when l.id is null then c.country else l.country end
        from public.job_steps s join public.work_centres w on w.id = s.work_centre_id and w.kind = 'vehicle'
        join public.jobs j on j.id = s.job_id
        left join lateral (
          select d.location_id, d.contact_id from public.deliveries d
           where d.order_id = j.order_id and d.method not in ('pickup', 'electronic') and d.status <> 'cancelled'
           order by d.method = 'installation' desc, d.status = 'delivered', d.scheduled_at nulls last, d.id limit 1) d on true
        left join public.locations l on l.id = d.location_id
        left join public.contacts c on c.id = coalesce(d.contact_id, j.contact_id)
       where p_kind = 'step' and s.id = p_id
      union all
      select case t.place when 'client' then b.address else s.address end, case when t.place = 'here' then s.postcode end,
             case when t.place = 'here' then s.city end, case when t.place = 'here' then s.state end, case when t.place = 'here' then s.country end
        from public.bookings b join public.booking_types t on t.id = b.type_id cross join public.company_settings s
       where p_kind = 'booking' and b.id = p_id and t.place <> 'call'
    ) as p (address, postcode, city, state, country)
$$;
comment on function private.calendar_place is
  'Where an entry of the calendar takes place, as a map finds it, by the rights of the caller; null where it has no place or is by telephone.';
grant execute on function private.calendar_place to authenticated;
