-- DEMO DATA, after seed-site.sql: contract hours, templates, eight weeks of shifts around today, and absences in every
-- state. The same day gives the same rows.

create function pg_temp.shift_key(words text) returns uuid language sql immutable as $$ select md5('signwright shifts ' || words)::uuid $$;
create function pg_temp.worker(first_name text) returns uuid language sql stable as $$
  select id from auth.users where email = lower(first_name) || '@example.com'
$$;
create function pg_temp.centre(centre_name text) returns uuid language sql stable as $$
  select id from public.work_centres where name = centre_name
$$;
-- A day of the week that lies so many weeks from this one; 1 is Monday.
create function pg_temp.week_day(week int, weekday int) returns date language sql stable as $$
  select date_trunc('week', private.company_today())::date + 7 * week + weekday - 1
$$;

insert into public.contract_hours (id, user_id, valid_from, hours_per_week, created_by)
select pg_temp.shift_key('contract ' || name || days), pg_temp.worker(name), private.company_today() - days, hours, pg_temp.worker('victor')
  from (values
    ('Victor', 700, 40), ('Maria', 660, 40), ('Luke', 640, 40), ('Rita', 610, 40), ('Paul', 580, 40), ('Joanne', 550, 40),
    ('Joanne', 200, 25), ('Elena', 520, 40), ('Nico', 490, 37.5), ('Mark', 460, 40), ('Karl', 430, 40), ('Tony', 400, 40), ('Glenn', 370, 40)
  ) as c (name, days, hours);

insert into public.shift_templates (id, name, starts, ends, break_minutes, place, work_centre_id, sort)
select pg_temp.shift_key('template ' || name), name, starts::time, ends::time, pause, place, pg_temp.centre(centre), sort
  from (values
    ('Early', '06:00', '14:30', 30, 'workshop', null, 1), ('Late', '13:30', '22:00', 30, 'workshop', null, 2),
    ('Printer', '07:00', '15:30', 30, 'workshop', 'Eco-solvent printer 1.60 m', 3), ('Office', '08:30', '17:00', 30, 'office', null, 4),
    ('Van crew', '06:30', '15:00', 30, 'road', 'Van 1 and crew', 5), ('Saturday', '09:00', '12:30', 0, 'office', null, 6)
  ) as t (name, starts, ends, pause, place, centre, sort);

with listed as (
  select * from (values
    ('Tony', -3, 1, -3, 3, 'holiday', 'approved', 'Long weekend in Gozo', null),
    ('Nico', -1, 4, -1, 5, 'sick', 'approved', 'Fever', null),
    ('Joanne', -2, 5, -2, 5, 'unpaid', 'approved', 'Moving house', null),
    ('Elena', 0, 3, 0, 3, 'training', 'approved', 'Course on wayfinding, Valletta', null),
    ('Karl', 1, 1, 1, 5, 'holiday', 'approved', 'Skiing', 'Enjoy it. Mark takes the late shifts.'),
    ('Glenn', 2, 4, 2, 5, 'holiday', 'requested', 'Baptism of my niece', null),
    ('Maria', 3, 1, 3, 2, 'family', 'requested', 'My daughter has two days off school', null),
    ('Mark', 1, 5, 1, 5, 'holiday', 'refused', 'Concert', 'Karl is away that week and somebody must cut.'),
    ('Luke', 2, 2, 2, 3, 'holiday', 'withdrawn', 'Surfing, if the wind holds', null)
  ) as a (name, first_week, first_day, last_week, last_day, kind, status, reason, answer)
), kept as (
  insert into public.absences (id, user_id, starts_on, ends_on, status, decided_by, decided_at, created_by, created_at)
  select pg_temp.shift_key('absence ' || name || kind), pg_temp.worker(name), pg_temp.week_day(first_week, first_day),
         pg_temp.week_day(last_week, last_day), status,
         case when status in ('approved', 'refused') then pg_temp.worker('rita') end,
         case when status in ('approved', 'refused') then least(now(), pg_temp.week_day(first_week, first_day)::timestamptz) - interval '3 days' end,
         pg_temp.worker(name), least(now(), pg_temp.week_day(first_week, first_day)::timestamptz) - interval '5 days'
    from listed
)
insert into public.absence_details (absence_id, kind, reason, answer)
select pg_temp.shift_key('absence ' || name || kind), kind, reason, answer from listed;

-- Who usually works when. `weeks`: every week, or the even or the odd ones, because two cutters take turns.
insert into public.shifts (id, user_id, starts_at, ends_at, break_minutes, place, work_centre_id, note, created_by)
select pg_temp.shift_key('shift ' || u.name || day.at), pg_temp.worker(u.name),
       (day.at + u.starts::time) at time zone private.company_zone(), (day.at + u.ends::time) at time zone private.company_zone(),
       u.pause, u.place, pg_temp.centre(u.centre), u.note, pg_temp.worker('rita')
  from (values
    ('Victor', 'every', '{1,2,3,4,5}'::int[], '09:00', '17:30', 30, 'office', null, null),
    ('Rita', 'every', '{1,2,4,5}', '08:00', '16:30', 30, 'office', null, null), ('Rita', 'every', '{3}', '08:00', '16:30', 30, 'home', null, null),
    ('Maria', 'every', '{1,2,3,4,5}', '08:30', '17:00', 30, 'office', null, null), ('Luke', 'every', '{1,2,3,4,5}', '08:30', '17:00', 30, 'office', null, null),
    ('Maria', 'even', '{6}', '09:00', '12:30', 0, 'office', null, 'Samples room'), ('Luke', 'odd', '{6}', '09:00', '12:30', 0, 'office', null, 'Samples room'),
    ('Paul', 'every', '{1,2,3,4,5}', '08:30', '17:00', 30, 'office', null, null), ('Joanne', 'every', '{1,2,3,4,5}', '09:00', '14:00', 0, 'office', null, null),
    ('Elena', 'every', '{1,2,3,4}', '09:00', '17:30', 30, 'office', 'Design studio', null), ('Elena', 'every', '{5}', '09:00', '17:30', 30, 'home', 'Design studio', null),
    ('Nico', 'every', '{1,2,3,4,5}', '07:00', '15:00', 30, 'workshop', 'Eco-solvent printer 1.60 m', null),
    ('Mark', 'even', '{1,2,3,4,5}', '06:00', '14:30', 30, 'workshop', 'CNC router 2 × 3 m', null), ('Mark', 'odd', '{1,2,3,4,5}', '13:30', '22:00', 30, 'workshop', 'CNC router 2 × 3 m', null),
    ('Karl', 'odd', '{1,2,3,4,5}', '06:00', '14:30', 30, 'workshop', 'CO₂ laser 100 W', null), ('Karl', 'even', '{1,2,3,4,5}', '13:30', '22:00', 30, 'workshop', 'CO₂ laser 100 W', null),
    ('Tony', 'every', '{1,3,5}', '07:30', '16:00', 30, 'workshop', 'Assembly bench', null), ('Tony', 'every', '{2,4}', '06:30', '15:00', 30, 'road', 'Van 2 and crew', 'With Glenn'),
    ('Glenn', 'every', '{1,2,3,4,5}', '06:30', '15:00', 30, 'road', 'Van 1 and crew', null), ('Glenn', 'even', '{6}', '07:00', '11:00', 0, 'road', 'Van 1 and crew', 'Shop closed, fitting inside')
  ) as u (name, weeks, weekdays, starts, ends, pause, place, centre, note)
  cross join generate_series(-4, 3) as week (n)
  cross join unnest(u.weekdays) as weekday (n)
  cross join lateral (select pg_temp.week_day(week.n, weekday.n) as at) as day
 where (u.weeks = 'every' or (u.weeks = 'even') = (extract(week from day.at)::int % 2 = 0))
   and not exists (
     select from public.absences a
      where a.user_id = pg_temp.worker(u.name) and a.status = 'approved' and day.at between a.starts_on and a.ends_on);

drop function pg_temp.shift_key(text), pg_temp.worker(text), pg_temp.centre(text), pg_temp.week_day(int, int);
