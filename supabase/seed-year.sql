-- DEMO DATA, between seed.sql and seed-trade.sql: the deals of the twelve months before those that are listed there, from
-- the question of a client to the last payment. seed-trade.sql makes papers of them. The same day gives the same deals.

-- Nobody listens while a year is written, and the audit trail is about what people change: triggers that push and that
-- keep the trail rest until seed-year-end.sql wakes them. Every other rule applies.
create temporary table resting as
select tgrelid::regclass as on_table, tgname as name from pg_trigger
 where not tgisinternal and tgenabled = 'O' and (tgname = 'audit' or tgname like 'nudge\_%')
   and tgrelid in (select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace);
do $$
declare
  v_one record;
begin
  for v_one in select * from resting loop
    execute format('alter table %s disable trigger %I', v_one.on_table, v_one.name);
  end loop;
end $$;

create function pg_temp.today() returns date language sql stable as $$ select (now() at time zone 'Europe/Malta')::date $$;

-- A number from 0 up to 1 that the same words always give.
create function pg_temp.dice(words text) returns double precision language sql immutable as $$
  select ('x' || left(md5(words), 8))::bit(32)::bigint / 4294967296.0
$$;

-- A moment of the working week at or after that moment: what falls on an evening or a weekend happens early on the next working day.
create function pg_temp.weekday(at timestamptz) returns timestamptz language sql stable as $$
  select (opened.day + (array[0, 0, 0, 0, 0, 2, 1])[extract(isodow from opened.day)::int] + opened.clock) at time zone 'Europe/Malta'
    from (select (at at time zone 'Europe/Malta')::date as day, (at at time zone 'Europe/Malta')::time::interval as clock) as asked
   cross join lateral (
    select case when asked.clock > interval '17:00' then asked.day + 1 else asked.day end as day,
           case when asked.clock > interval '17:00' then interval '08:00' + (asked.clock - interval '17:00') / 3.5
                when asked.clock < interval '08:00' then interval '08:00' + asked.clock / 4 else asked.clock end as clock) as opened
$$;

-- What kind of business each client is, and how often it asks.
create temporary table asker (business int primary key, kinds text[], often double precision, since date, terms int);
insert into asker
select n, kinds::text[], often, c.created_at::date, c.payment_terms_days
  from (values
    (1, '{hotel,food}', 2.2), (2, '{leisure,shop}', 1.1), (3, '{food,shop}', 1.2), (4, '{health,shop}', 0.9), (5, '{food}', 1.2),
    (6, '{health,office}', 0.7), (7, '{food}', 1.1), (8, '{estate,office}', 2.4), (9, '{food,shop}', 0.7), (10, '{fleet,office}', 1.5),
    (11, '{fleet,desk}', 1.6), (12, '{shop,food}', 1.1), (13, '{office}', 0.7), (14, '{school}', 0.8), (15, '{leisure}', 1.0),
    (16, '{shop}', 0.9), (17, '{building}', 2.0), (18, '{food}', 1.0), (19, '{desk,fleet}', 1.7), (20, '{shop}', 1.0),
    (21, '{fleet,shop}', 0.9), (22, '{events}', 1.9), (23, '{health,shop}', 1.0), (24, '{shop}', 0.8), (25, '{fleet,office}', 1.2)
  ) as listed (n, kinds, often)
  join public.contacts c on c.id = ('b1000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid;

-- What is asked for: by which service, from and to which price, by whom ('any': by everybody). {site} is a place of the
-- client, {season} and {month} when it is asked.
create temporary table wish (service text, low int, high int, kinds text, title text);
insert into wish values
  ('printed-banner', 50, 420, 'shop food', 'Sale banner for the shop front, {season}'), ('printed-banner', 60, 500, 'food hotel', '{season} menu banner, {site}'),
  ('printed-banner', 120, 2600, 'events', 'Stage banners and skirts, {month}'), ('printed-banner', 90, 1600, 'events', 'Sponsor banners along the barriers, {month}'),
  ('printed-banner', 70, 900, 'leisure school', 'Open day banners, {month}'), ('printed-banner', 90, 1400, 'building estate', 'Scaffold banner, {site}'),
  ('printed-banner', 60, 600, 'fleet desk', 'Gate banner with the new timetable, {season}'), ('printed-banner', 50, 350, 'any', 'Banner 3 × 1 m, reprint'),
  ('foamex-sign', 40, 500, 'shop food', 'Price boards, {season}'), ('foamex-sign', 60, 900, 'building', 'Safety and site rules boards, {site}'),
  ('foamex-sign', 50, 700, 'health office', 'Door signs and floor plan, {site}'), ('foamex-sign', 60, 1100, 'estate', 'Project boards on 5 mm Foamex, {site}'),
  ('foamex-sign', 45, 420, 'school leisure', 'Wall boards with the rules, {site}'), ('foamex-sign', 50, 600, 'fleet desk', 'Counter and queue signs, {site}'),
  ('foamex-sign', 60, 900, 'events', 'Directional boards, {month}'), ('foamex-sign', 40, 380, 'any', 'Notice boards, {site}'),
  ('acm-panel', 90, 1900, 'any', 'ACM panel at the entrance, {site}'), ('acm-panel', 700, 14000, 'building', 'Site hoarding, printed and laminated, {site}'),
  ('acm-panel', 300, 7500, 'estate', 'Development sign on posts, {site}'), ('acm-panel', 150, 5200, 'desk hotel', 'Wayfinding panels, {site}'),
  ('acm-panel', 120, 2400, 'fleet', 'Bay numbers and yard signs, {site}'), ('acm-panel', 120, 2200, 'food shop', 'New fascia panel, {site}'),
  ('acm-panel', 110, 1500, 'school leisure', 'Outdoor information panels, {site}'), ('acm-panel', 90, 1200, 'health office', 'Parking signs for visitors, {site}'),
  ('correx-board', 55, 900, 'estate', 'To-let and for-sale boards, {month}'), ('correx-board', 55, 800, 'building', 'Correx site notices, {month}'),
  ('correx-board', 55, 700, 'events', 'Parking and arrow boards, {month}'), ('correx-board', 50, 300, 'shop food school', 'Pavement boards, {season}'),
  ('window-film', 60, 900, 'shop', 'Window vinyl for the {season} sale'), ('window-film', 80, 1800, 'health office', 'Frosted film with logo, {site}'),
  ('window-film', 60, 900, 'food', 'Opening hours and window lettering, {site}'), ('window-film', 150, 2800, 'leisure', 'One-way film to the street, {site}'),
  ('window-film', 120, 3200, 'hotel desk', 'Manifestation dots and film to glass doors, {site}'), ('window-film', 90, 1400, 'estate fleet', 'Office windows, cut vinyl, {site}'),
  ('tray-fascia', 650, 9500, 'shop food', 'Tray fascia with new name, {site}'), ('tray-fascia', 700, 8500, 'health leisure', 'ACM tray fascia, wrapped, {site}'),
  ('tray-fascia', 900, 12000, 'hotel estate fleet', 'Canopy fascia, powder coated, {site}'),
  ('led-letters', 500, 7800, 'food shop', 'Halo-lit letters above the door, {site}'), ('led-letters', 600, 9800, 'hotel leisure', 'Roof letters, face lit, {site}'),
  ('led-letters', 450, 5600, 'health office', 'Reception letters, halo lit, {site}'), ('led-letters', 900, 11000, 'desk fleet', 'Built-up letters on the facade, {site}'),
  ('lightbox', 450, 3800, 'food shop', 'Double sided lightbox, {site}'), ('lightbox', 460, 4800, 'health', 'Illuminated cross and lightbox, {site}'),
  ('lightbox', 480, 5200, 'leisure hotel desk', 'Slim lightboxes for posters, {site}'),
  ('acrylic-plaque', 65, 900, 'office health', 'Name plates on stand-offs, {site}'), ('acrylic-plaque', 65, 1500, 'hotel', 'Room number plaques, {site}'),
  ('acrylic-plaque', 65, 700, 'school leisure', 'Donor and award plaques, {month}'), ('acrylic-plaque', 65, 420, 'shop food fleet', 'Brass-tone plaque at the door, {site}'),
  ('acrylic-plaque', 65, 800, 'building estate', 'Apartment number plaques, {site}'),
  ('vehicle-graphics', 140, 5200, 'fleet', 'Door pairs and rear lettering, {month} vehicles'), ('vehicle-graphics', 150, 1500, 'food shop', 'Delivery van lettering'),
  ('vehicle-graphics', 180, 2600, 'building', 'Pick-ups and site vans, livery'), ('vehicle-graphics', 160, 2200, 'desk', 'Ticket kiosk and shuttle livery'),
  ('vehicle-graphics', 150, 1300, 'events leisure hotel', 'Shuttle bus lettering'),
  ('van-wrap', 1850, 5600, 'fleet food shop', 'Full van wrap, gloss laminate'), ('van-wrap', 2100, 7800, 'fleet hotel desk', 'Minibus wrap, contour cut rear'),
  ('van-wrap', 1850, 4200, 'events building leisure', 'Van wrap with perforated rear windows'),
  ('roll-up-stand', 85, 900, 'events office', 'Roll-up stands for the {month} fair'), ('roll-up-stand', 85, 420, 'any', 'Roll-up stand with new offer, {season}'),
  ('roll-up-stand', 85, 600, 'health school', 'Information roll-ups, {site}');

-- The working days of the year, more in spring and autumn and few in August, as the trade has them; how many are asked
-- on each; and by whom. The average is 2.3 a day.
create temporary table year_deal as
with asked as (
  select day::date as day, extract(month from day)::int as month, seq,
         1000 + row_number() over (order by day, seq) as n
    from generate_series(pg_temp.today() - 365, pg_temp.today() - 1, interval '1 day') as day
    cross join generate_series(1, 6) as seq
   where extract(isodow from day) < 6
     and seq <= floor((array[0.74, 0.92, 1.04, 1.2, 1.26, 1.16, 0.98, 0.62, 1.14, 1.18, 1.08, 0.7])[extract(month from day)::int]
       * (1.05 + 3.1 * pg_temp.dice('day ' || (day::date - pg_temp.today()))))
), sized as (
  select a.*, pg_temp.dice('fate ' || n) as fate,
         exp(5.94 + 1.32 * sqrt(-2 * ln(greatest(pg_temp.dice('u ' || n), 1e-6))) * cos(2 * pi() * pg_temp.dice('v ' || n))) as worth
    from asked a
), valued as (
  select s.*, least(13500, greatest(55, case when fate < 0.39 then worth else worth * 1.35 end)) as value from sized s
)
select v.n::int as n, v.day, v.month, b.business, b.terms, b.kinds, w.service, w.title, site.id as site,
       case when v.value < 300 then round(v.value::numeric / 5) * 5 else round(v.value::numeric / 10) * 10 end as target,
       site.label as place, v.fate,
       case when pg_temp.dice('owner ' || v.n) < 0.45 then 'maria' when pg_temp.dice('owner ' || v.n) < 0.8 then 'luke' else 'rita' end as owner
  from valued v
  cross join lateral (
    select k.* from asker k where k.since < v.day - 2
     order by ln(greatest(pg_temp.dice('client ' || v.n || '/' || k.business), 1e-9)) / k.often desc limit 1) as b
  cross join lateral (
    select l.id, l.label from public.locations l where l.business_id = ('b1000000-0000-4000-8000-' || lpad(b.business::text, 12, '0'))::uuid
     order by pg_temp.dice('site ' || v.n || l.id) limit 1) as site
  cross join lateral (
    select x.service, x.title from wish x
     where v.value between x.low and x.high and (x.kinds = 'any' or string_to_array(x.kinds, ' ') && b.kinds)
     order by (x.kinds = 'any'), ln(greatest(pg_temp.dice('wish ' || v.n || x.title), 1e-9)) / case x.service when 'van-wrap' then 0.6 when 'acm-panel' then 1.5 else 1 end desc
     limit 1) as w;

alter table year_deal add status text, add created timestamptz, add sent timestamptz, add seen timestamptz, add decided timestamptz,
  add revised timestamptz, add deposit int not null default 0, add deposit_at timestamptz, add begun timestamptz, add ready timestamptz,
  add dropped timestamptz, add rest timestamptz, add part_invoiced timestamptz, add invoiced timestamptz, add paid_at timestamptz,
  add paid_share numeric not null default 1, add credited_at timestamptz, add cancelled text;

update year_deal set
  title = replace(replace(replace(title, '{site}', lower(left(place, 1)) || substr(place, 2)), '{month}', to_char(day + 20, 'FMMonth')), '{season}',
    case when month in (12, 1, 2) then 'winter' when month < 6 then 'spring' when month < 9 then 'summer' else 'autumn' end),
  created = (day + time '08:10' + pg_temp.dice('clock ' || n) * interval '8 hours') at time zone 'Europe/Malta',
  deposit = case when target > 450 and terms < 60 and pg_temp.dice('deposit ' || n) < 0.6 then 50 else 0 end,
  cancelled = case when fate < 0.39 and pg_temp.dice('off ' || n) < 0.015 then 'The client stopped the project.' end;
update year_deal set title = upper(left(title, 1)) || substr(title, 2);
update year_deal set
  sent = case when pg_temp.dice('wait ' || n) < 0.7 then created + interval '2 hours' + pg_temp.dice('send ' || n) * interval '3 hours'
              else pg_temp.weekday(created + interval '22 hours') + floor(2 * pg_temp.dice('send ' || n)) * interval '50 minutes' end;
-- One in seven that comes to nothing is never opened.
update year_deal set
  seen = case when fate < 0.55 or pg_temp.dice('seen ' || n) < 0.85 then sent + interval '18 minutes' + pg_temp.dice('open ' || n) ^ 2 * interval '40 hours' end;
update year_deal set
  decided = case when fate < 0.54 then pg_temp.weekday(seen + interval '6 hours' + least(25, 1 - 5 * ln(greatest(pg_temp.dice('think ' || n), 1e-6))) * interval '1 day') end;
update year_deal set revised = pg_temp.weekday(seen + interval '26 hours')
 where pg_temp.dice('revise ' || n) < 0.18 and seen is not null and (decided is null or decided > seen + interval '4 days');
update year_deal set deposit_at = pg_temp.weekday(decided + (0.1 + 4 * pg_temp.dice('prepay ' || n)) * interval '1 day') where fate < 0.39 and deposit > 0;
update year_deal set begun = pg_temp.weekday(coalesce(deposit_at, decided) + (2 + 4 * pg_temp.dice('begin ' || n)) * interval '1 day') where fate < 0.39;
update year_deal set ready = pg_temp.weekday(begun + (1.2 + 6 * pg_temp.dice('make ' || n)
    + case when service in ('tray-fascia', 'led-letters', 'lightbox', 'van-wrap') then 5 else 0 end) * interval '1 day');
update year_deal set dropped = pg_temp.weekday(ready + (0.4 + 3 * pg_temp.dice('bring ' || n)) * interval '1 day');
update year_deal set rest = pg_temp.weekday(dropped + (3 + 9 * pg_temp.dice('rest ' || n)) * interval '1 day') where target > 350 and pg_temp.dice('parts ' || n) < 0.33;
update year_deal set part_invoiced = pg_temp.weekday(dropped + interval '3 hours') where rest is not null and pg_temp.dice('progress ' || n) < 0.5;
update year_deal set invoiced = pg_temp.weekday(coalesce(rest, dropped) + (0.1 + 3.5 * pg_temp.dice('invoice ' || n)) * interval '1 day');
-- Seven in ten pay in time, most of the others within six weeks; one in twelve is more than sixty days late.
update year_deal set paid_at = pg_temp.weekday(invoiced + case
    when habit < 0.7 then (terms * (0.35 + 0.65 * pay)) when habit < 0.84 then terms + 1 + 13 * pay
    when habit < 0.92 then terms + 15 + 30 * pay else terms + 61 + 80 * pay end * interval '1 day')
  from (select n, pg_temp.dice('habit ' || n) as habit, pg_temp.dice('pay ' || n) as pay from year_deal) as chance where chance.n = year_deal.n;
-- Some of those that are late now have paid a part.
update year_deal set paid_share = 0.5, paid_at = pg_temp.weekday(invoiced + make_interval(days => terms))
 where paid_at > now() and invoiced + make_interval(days => terms + 3) < now() and pg_temp.dice('half ' || n) < 0.3;
update year_deal set credited_at = pg_temp.weekday(invoiced + interval '4 days')
 where rest is null and deposit = 0 and paid_share = 1 and paid_at > invoiced + interval '8 days' and pg_temp.dice('credit ' || n) < 0.07;

-- What has become of each by now.
update year_deal set status = case
    when sent > now() or (day > pg_temp.today() - 6 and pg_temp.dice('wait ' || n) > 0.62) then 'draft'
    when fate < 0.39 and decided <= now() then 'converted'
    when fate < 0.54 and decided <= now() then 'rejected'
    when fate > 0.97 and created + interval '4 days' <= now() then 'cancelled'
    when day + 30 < pg_temp.today() then 'expired'
    when seen <= now() and pg_temp.dice('change ' || n) < 0.16 then 'change_requested'
    else 'sent' end;
update year_deal set sent = null, seen = null where status = 'draft';
update year_deal set decided = case when status = 'change_requested' then pg_temp.weekday(seen + interval '4 hours')
    when status in ('converted', 'rejected') then decided end;
update year_deal set decided = now() - interval '50 minutes' where decided > now();
update year_deal set revised = null where revised > now() or status in ('draft', 'change_requested', 'cancelled');
update year_deal set deposit_at = null, begun = null, ready = null, dropped = null, rest = null, part_invoiced = null, invoiced = null,
  paid_at = null, credited_at = null, cancelled = null where status <> 'converted';

drop table asker, wish;
drop function pg_temp.today(), pg_temp.dice(text), pg_temp.weekday(timestamptz);
