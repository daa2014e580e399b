-- DEMO DATA, after seed-trade.sql: the vans, their crews of the last and the next days, and the drops of today in order.

create function pg_temp.van(n int) returns uuid language sql immutable as $$ select ('d7000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid $$;
create function pg_temp.driver(first_name text) returns uuid language sql stable as $$
  select id from auth.users where email = first_name || '@example.com'
$$;
-- A number from 0 up to 1 that the same words always give.
create function pg_temp.share(words text) returns double precision language sql immutable as $$
  select ('x' || left(md5(words), 8))::bit(32)::bigint / 4294967296.0
$$;
create function pg_temp.today_at(clock text) returns timestamptz language sql stable as $$
  select ((now() at time zone private.company_zone())::date + clock::time) at time zone private.company_zone()
$$;

insert into public.vans (id, name, registration, capacity_kg, load_length_mm, is_active, created_at, created_by) values
  (pg_temp.van(1), 'Van 1', 'KBR 118', 900, 3200, true, now() - interval '400 days', pg_temp.driver('glenn')),
  (pg_temp.van(2), 'Van 2, roof rack', 'LCA 407', 250, 4300, true, now() - interval '380 days', pg_temp.driver('glenn')),
  (pg_temp.van(3), 'Old van', 'FAP 932', 700, 2400, false, now() - interval '900 days', pg_temp.driver('glenn'));

-- Boards that are ready leave today; small things go along without an order.
update public.deliveries
   set method = 'delivery', scheduled_at = pg_temp.today_at('15:15'), slot_minutes = 30, weight_kg = 38
 where id = 'd1000000-0000-4000-8000-000000000007' and status = 'ready';

insert into public.deliveries (id, delivery_number, contact_id, project_title, location_id, method, status, scheduled_at, slot_minutes,
  weight_kg, contact_on_site, phone_on_site, instructions, created_at, created_by)
select ('d1000000-0000-4000-8000-' || lpad((700 + n)::text, 12, '0'))::uuid, private.draw_number('DN'),
       ('b1000000-0000-4000-8000-' || lpad(business::text, 12, '0'))::uuid, title, l.id, method, status,
       case when clock is not null then pg_temp.today_at(clock) end, minutes, kg, l.contact_on_site, l.phone_on_site, words,
       now() - interval '1 day', pg_temp.driver('glenn')
  from (select * from (values
    (1, 1, 1, 'installation', 'ready', '09:45', 45, 4.0, 'Transformer of the reception lightbox, exchanged', 'Ask at the reception for the key of the board room.'),
    (2, 7, 9, 'delivery', 'ready', '13:30', 20, 22.5, 'A-frames back from repair, two pieces', null),
    (3, 9, 12, 'delivery', 'ready', '14:15', 20, 3.5, 'Sample boards, three finishes', 'They choose by Friday.'),
    (4, 24, 28, 'installation', 'planned', '16:00', 60, 12.0, 'Spare letters E and A, bronze', 'Ladder of 4 m. Parking opposite.'),
    (5, 17, 21, 'delivery', 'planned', null, 30, 9.0, 'Site rules, two boards', null)
  ) as listed (n, business, site, method, status, clock, minutes, kg, title, words) order by n offset 0) as small
  join public.locations l on l.id = ('51000000-0000-4000-8000-' || lpad(site::text, 12, '0'))::uuid;

update public.deliveries d
   set van_id = case when d.scheduled_at > pg_temp.today_at('00:00') and d.scheduled_at < pg_temp.today_at('23:59')
                       then pg_temp.van(case when d.scheduled_at >= pg_temp.today_at('15:00') then 2 else 1 end)
                     else pg_temp.van(1 + (2 * pg_temp.share('van ' || d.id))::int % 2) end,
       weight_kg = coalesce(d.weight_kg, round((6 + 70 * pg_temp.share('weight ' || d.id))::numeric, 1)),
       slot_minutes = coalesce(d.slot_minutes, 45),
       parcels = coalesce(d.parcels, 1 + (4 * pg_temp.share('parcels ' || d.id))::int)
 where d.method in ('delivery', 'installation') and d.location_id is not null
   and d.scheduled_at between now() - interval '30 days' and pg_temp.today_at('23:59') and d.status <> 'failed';

insert into public.van_days (van_id, day, crew, created_at)
select distinct d.van_id, private.day_of(d.scheduled_at),
       case d.van_id when pg_temp.van(1) then array[pg_temp.driver('glenn')] else array[pg_temp.driver('tony'), pg_temp.driver('nico')] end,
       now() - interval '2 days'
  from public.deliveries d where d.van_id is not null;
update public.deliveries d set crew = v.crew, route_seq = placed.n
  from public.van_days v,
       (select id, row_number() over (partition by van_id, private.day_of(scheduled_at) order by scheduled_at, id) as n
          from public.deliveries where van_id is not null) as placed
 where v.van_id = d.van_id and v.day = private.day_of(d.scheduled_at) and placed.id = d.id;

update public.deliveries set failed_at = scheduled_at + interval '10 minutes', failed_reason = 'Nobody there and the gate was locked. Rang twice.'
 where status = 'failed';

drop function pg_temp.van(int), pg_temp.driver(text), pg_temp.share(text), pg_temp.today_at(text);
