-- The demo's calendar: vans and crews on the road, steps planned on machines, and a few things that wait for a time.

create function pg_temp.calendar_dice(words text) returns double precision language sql immutable as $$
  select ('x' || left(md5('calendar ' || words), 8))::bit(32)::bigint / 4294967296.0
$$;
create function pg_temp.calendar_person(first_name text) returns uuid language sql stable as $$
  select id from auth.users where email = first_name || '@example.com'
$$;
create function pg_temp.calendar_centre(slug text) returns uuid language sql immutable as $$ select md5('signwright demo centre ' || slug)::uuid $$;
-- The n-th working day from today on; 0 is today, or the Monday after it.
create function pg_temp.calendar_day(n int) returns date language sql stable as $$
  select d::date from generate_series(private.company_today(), private.company_today() + n * 2 + 7, interval '1 day') as d
   where extract(isodow from d) < 6 order by d offset n limit 1
$$;

-- What is fetched at the house takes no time of a van; an installation takes hours.
update public.deliveries set
  slot_minutes = case when method = 'installation' then (array[90, 120, 180])[1 + floor(3 * pg_temp.calendar_dice(id::text))::int] else 45 end
 where method in ('delivery', 'installation') and slot_minutes is null;

-- Two of those that lie furthest ahead have no day yet.
update public.deliveries set scheduled_at = null
 where id in (select id from public.deliveries
               where status in ('planned', 'ready') and scheduled_at > now() + interval '3 days' and van_id is null
               order by scheduled_at desc, id limit 2);

-- Open steps, one after the other on each machine from eight o'clock on, a working day of seven hours each; some still wait.
with open_step as (
  select s.id, s.work_centre_id, w.kind, least(greatest(s.planned_minutes, 15), 240) as minutes,
         row_number() over (partition by s.job_id order by s.position) as place, j.due_date, j.job_number
    from public.job_steps s
    join public.jobs j on j.id = s.job_id
    join public.work_centres w on w.id = s.work_centre_id and w.kind <> 'outsourced'
   where s.status in ('todo', 'in_progress', 'paused') and j.status in ('new', 'artwork', 'awaiting_approval', 'approved', 'in_production')
     and s.planned_minutes between 1 and 420 and pg_temp.calendar_dice(s.id::text) < 0.82
), queued as (
  select o.*, coalesce(sum(ceil(minutes / 15) * 15) over (
           partition by work_centre_id order by place, due_date nulls last, job_number rows between unbounded preceding and 1 preceding), 0) as before
    from open_step o
), placed as (
  select q.*, place - 1 + floor(before / 420)::int as day, 480 + (before % 420)::int as clock from queued q
)
update public.job_steps s set
  planned_minutes = p.minutes,
  planned_start = (pg_temp.calendar_day(p.day::int) + make_interval(mins => p.clock)) at time zone 'Europe/Malta',
  assignees = case when cardinality(s.assignees) > 0 then s.assignees when pg_temp.calendar_dice('who ' || s.id) > 0.75 then '{}' else array[pg_temp.calendar_person(
    case p.kind when 'design' then (array['elena', 'nico'])[1 + p.day::int % 2] when 'printer' then 'mark' when 'laminator' then 'mark'
      when 'cnc' then 'karl' when 'laser' then 'karl' else (array['tony', 'karl'])[1 + p.day::int % 2] end)] end
  from placed p
 where p.id = s.id and p.day < 25;

-- What was made in the last two weeks stands where it was worked on, in the hours of the house.
-- A machine was planned for one of them in an hour.
update public.job_steps s set planned_start = date_trunc('hour', s.started_at)
 where s.id in (select distinct on (o.work_centre_id, date_trunc('hour', o.started_at)) o.id from public.job_steps o
                 where o.planned_start is null order by o.work_centre_id, date_trunc('hour', o.started_at), o.planned_minutes desc, o.id)
   and s.planned_start is null and s.started_at between now() - interval '14 days' and now()
   and (s.started_at at time zone 'Europe/Malta')::time between '07:30' and '16:30'
   and extract(isodow from s.started_at at time zone 'Europe/Malta') < 6 and s.planned_minutes between 1 and 300
   and (s.started_at at time zone 'Europe/Malta')::time + make_interval(mins => s.planned_minutes::int) <= '17:00';

drop function pg_temp.calendar_dice(text), pg_temp.calendar_person(text), pg_temp.calendar_centre(text), pg_temp.calendar_day(int);
