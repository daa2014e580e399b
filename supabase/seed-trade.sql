-- DEMO DATA, after seed.sql: what the sign company sells and how it makes it, its orders in every state, and their
-- deliveries, invoices and payments. Where seed-year.sql ran before, its deals are among them. The same day gives the same
-- rows.

create function pg_temp.today() returns date language sql stable as $$ select (now() at time zone 'Europe/Malta')::date $$;

create function pg_temp.day(at timestamptz) returns date language sql stable as $$ select (at at time zone 'Europe/Malta')::date $$;

-- An id that the same words always give.
create function pg_temp.key(words text) returns uuid language sql immutable as $$ select md5('signwright demo ' || words)::uuid $$;

create function pg_temp.demo_id(kind text, n int) returns uuid language sql immutable as $$
  select (kind || '000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid
$$;

create function pg_temp.who(first_name text) returns uuid language sql stable as $$
  select id from auth.users where email = first_name || '@example.com'
$$;

-- A number from 0 up to 1 that the same words always give.
create function pg_temp.dice(words text) returns double precision language sql immutable as $$
  select ('x' || left(md5(words), 8))::bit(32)::bigint / 4294967296.0
$$;

-- A moment in the working week at or before that moment: what falls on a weekend happened on the Friday.
create function pg_temp.workday(at timestamptz) returns timestamptz language sql stable as $$
  select at - make_interval(days => greatest(extract(isodow from at at time zone 'Europe/Malta')::int - 5, 0))
$$;

-- That many days before today, at that hour of the company.
create function pg_temp.back(days int, clock text default '10:00') returns timestamptz language sql stable as $$
  select pg_temp.workday((pg_temp.today() - days + clock::time) at time zone 'Europe/Malta')
$$;

-- The workshop works from 07:30 to 16:30, Monday to Friday. Its minutes of work since a Monday long ago: nights and weekends
-- count nothing. seed-workshop.sql uses both functions too, and drops them.
create function pg_temp.work_minute(at timestamptz) returns int language sql stable as $$
  select 540 * (days / 7 * 5 + least(days % 7, 5)) + case when days % 7 < 5 then least(greatest(clock - 450, 0), 540) else 0 end
    from (select local::date - date '2000-01-03' as days, floor(extract(epoch from local::time) / 60)::int as clock
            from (select at at time zone 'Europe/Malta' as local) as there) as moment
$$;

-- The moment of such a minute. The last one of a day is its evening, not the next morning.
create function pg_temp.at_work(minute int) returns timestamptz language sql stable as $$
  select (date '2000-01-03' + day / 5 * 7 + day % 5 + time '07:30' + make_interval(mins => minute - 540 * day)) at time zone 'Europe/Malta'
    from (select (minute - 1) / 540 as day) as counted
$$;

-- The n-th number of that kind, in the year of that day.
create function pg_temp.number(prefix text, on_day date, n bigint) returns text language sql immutable as $$
  select format('%s-%s-%s', prefix, extract(year from on_day)::int, lpad(n::text, greatest(4, length(n::text)), '0'))
$$;

-- ------------------------------------------------------------------------------------------------------- the company

update public.company_settings set
  time_zone = 'Europe/Malta', iban = 'MT97DEMO01100001234500000007890', bic = 'DEMOMTMT', bank_name = 'Demo Bank of Malta',
  quotation_valid_days = 30, payment_terms_days = 30, deposit_percent = 50,
  quotation_terms = E'Prices are in the currency of the quotation. VAT is shown apart.\nWork begins when the deposit is paid and the mockup is approved.\nDelivery 10 to 15 working days after that.\nGoods remain ours until they are paid.\nColours on a screen differ from print: ask for a proof where it matters.'
 where id = 1;

-- -------------------------------------------------------------------------------- services, work centres and steps

insert into public.work_centres (id, name, kind, capacity_minutes_day, work_days, colour, sort)
select pg_temp.key('centre ' || slug), name, kind, minutes, case when kind in ('vehicle', 'bench') then '{1,2,3,4,5,6}' else '{1,2,3,4,5}' end::smallint[], colour, sort
  from (values
    ('studio', 'Design studio', 'design', 960, '#7048e8', 1), ('printer', 'Eco-solvent printer 1.60 m', 'printer', 480, '#1971c2', 2),
    ('laminator', 'Cold laminator 1.60 m', 'laminator', 480, '#0c8599', 3), ('plotter', 'Plotter', 'printer', 480, '#1864ab', 4),
    ('flatbed', 'Flatbed applicator', 'laminator', 480, '#087f5b', 5), ('cnc', 'CNC router 2 × 3 m', 'cnc', 480, '#e8590c', 6),
    ('laser', 'CO₂ laser 100 W', 'laser', 480, '#c92a2a', 7), ('bench', 'Assembly bench', 'bench', 960, '#5c940d', 8),
    ('paint', 'Paint booth', 'paint', 420, '#a61e4d', 9), ('van-1', 'Van 1 and crew', 'vehicle', 480, '#495057', 10),
    ('van-2', 'Van 2 and crew', 'vehicle', 480, '#868e96', 11), ('coater', 'Powder coater, outside', 'outsourced', 0, '#adb5bd', 12)
  ) as listed (slug, name, kind, minutes, colour, sort);

insert into public.work_centre_closures (work_centre_id, starts_on, ends_on, reason)
select case when slug is not null then pg_temp.key('centre ' || slug) end, starts_on, ends_on, reason
  from (values
    ('cnc', current_date + 8, current_date + 8, 'Yearly service'),
    (null, make_date(extract(year from now())::integer, 12, 24), make_date(extract(year from now())::integer + 1, 1, 2), 'Closed for Christmas')
  ) as listed (slug, starts_on, ends_on, reason);

create temporary table offered (
  slug text primary key, name text, category text, unit text, price numeric, least_charge numeric, mockup boolean, makes_job boolean,
  sort int, often double precision, summary text);
insert into offered values
  ('printed-banner', 'Printed banner, hemmed and eyeleted', 'Print', 'm2', 24, 50, false, true, 1, 14, '510 g PVC, printed one side, hems and eyelets every 50 cm.'),
  ('foamex-sign', 'Foamex sign, 5 mm', 'Signs', 'm2', 68, 35, false, true, 2, 13, 'Printed, laminated and cut to size.'),
  ('acm-panel', 'Printed ACM panel, laminated', 'Signs', 'm2', 105, 75, true, true, 3, 13, 'Aluminium composite 3 mm for outside, five years and more.'),
  ('correx-board', 'Correx board 600 × 800', 'Print', 'piece', 14, 50, false, true, 4, 8, 'Corrugated plastic 4 mm for short use: sites, estates, events.'),
  ('window-film', 'Window vinyl and frosted film', 'Signs', 'm2', 58, 35, true, true, 5, 12, 'Cut or printed film, applied or ready to apply.'),
  ('tray-fascia', 'ACM tray fascia', 'Signs', 'm2', 320, 400, true, true, 6, 5, 'V-grooved and folded tray, powder coated or wrapped.'),
  ('led-letters', 'Built-up LED letters', 'Signs', 'piece', 165, 90, true, true, 7, 4, 'Face lit or halo lit, driver and wiring included.'),
  ('lightbox', 'Lightbox', 'Signs', 'm2', 600, 450, true, true, 8, 4, 'Aluminium frame, opal face, LED modules.'),
  ('acrylic-plaque', 'Acrylic plaque on stand-offs', 'Signs', 'piece', 65, 65, true, true, 9, 8, 'Laser cut, printed or engraved.'),
  ('vehicle-graphics', 'Vehicle graphics, part livery', 'Vehicles', 'set', 420, 120, true, true, 10, 9, 'Cut and printed film on doors, sides and rear.'),
  ('van-wrap', 'Full van wrap', 'Vehicles', 'set', 2400, 1800, true, true, 11, 2, 'Cast film with laminate, applied by two.'),
  ('roll-up-stand', 'Roll-up stand 850 × 2000', 'Print', 'piece', 98, 85, false, true, 12, 8, 'Printed, with stand and bag.'),
  ('design', 'Design', 'Services', 'hour', 45, 45, false, false, 13, 0, 'Artwork and drawings, by the hour.'),
  ('installation', 'Installation, two people', 'Services', 'hour', 85, 85, false, false, 14, 0, 'On site, tools and small access included.'),
  ('site-survey', 'Site survey', 'Services', 'piece', 60, 60, false, false, 15, 0, 'Measured and photographed; taken off the order.');

insert into public.services (id, slug, name, category, summary, unit, base_price, min_charge, mockup_required, makes_job, is_public, sort,
  created_by, created_at)
select pg_temp.key('service ' || slug), slug, name, category, summary, unit, price, least_charge, mockup, makes_job, sort <= 12, sort,
       pg_temp.who('victor'), now() - interval '400 days'
  from offered;

-- Small pieces of film take as long as half a square metre.
update public.services set charge_step = 0.01, charge_min = 0.5 where id = pg_temp.key('service window-film');

-- What is asked about a service, and its prices by quantity.
insert into public.service_parameters (service_id, label, kind, unit, usual, choices, sort)
select pg_temp.key('service ' || service), label, kind, unit, usual, choices::text[], place from (values
  ('printed-banner', 'Eyelets every', 'number', 'cm', '50', '{}', 1), ('printed-banner', 'Hem', 'yes_no', null, 'yes', '{}', 2), ('printed-banner', 'Weight', 'choice', null, '440 g', '{"440 g","510 g",mesh}', 3),
  ('foamex-sign', 'Thickness', 'choice', null, '5 mm', '{"3 mm","5 mm","10 mm"}', 1), ('acm-panel', 'Laminate', 'choice', null, 'gloss', '{gloss,matt,none}', 1),
  ('tray-fascia', 'Depth', 'number', 'mm', '50', '{}', 1), ('tray-fascia', 'Rails', 'number', null, '3', '{}', 2), ('led-letters', 'Light', 'choice', null, 'halo', '{halo,face,none}', 1)
) as listed (service, label, kind, unit, usual, choices, place);

insert into public.pricing_ranges (name, service_id, basis, from_value, to_value, discount_pct, price)
select s.name || ' ' || label, s.id, basis, low, high, discount, price from (values
  ('printed-banner', 'from 10 m²', 'area_m2', 10, 30, 8, null::numeric), ('printed-banner', 'from 30 m²', 'area_m2', 30, null, 15, null), ('foamex-sign', 'from 10 m²', 'area_m2', 10, null, 10, null),
  ('correx-board', 'from 20 pieces', 'qty', 20, 50, null, 13.5), ('correx-board', 'from 50 pieces', 'qty', 50, null, null, 12), ('led-letters', 'from 10 letters', 'qty', 10, null, 7.5, null)
) as listed (service, label, basis, low, high, discount, price) join public.services s on s.id = pg_temp.key('service ' || service);

-- Minutes by domain: fixed for the job, and for each piece or square metre.
insert into public.job_step_templates (id, service_id, position, name, work_centre_id, minutes_fixed, minutes_per_unit, unit,
  before_approval, after_previous)
select pg_temp.key('step ' || service || place), pg_temp.key('service ' || service), 'a' || place, name, pg_temp.key('centre ' || centre),
       fixed, each, unit, early, true
  from (values
    ('printed-banner', 0, 'File check', 'studio', 10, 0, 'piece', true), ('printed-banner', 1, 'Print', 'printer', 10, 5, 'm2', false),
    ('printed-banner', 2, 'Hem and eyelet', 'bench', 5, 10, 'piece', false), ('printed-banner', 3, 'Pack', 'bench', 5, 0, 'piece', false),
    ('foamex-sign', 0, 'File check', 'studio', 10, 0, 'piece', true), ('foamex-sign', 1, 'Print and laminate', 'printer', 15, 12, 'm2', false),
    ('foamex-sign', 2, 'Mount', 'flatbed', 10, 6, 'm2', false), ('foamex-sign', 3, 'Cut', 'cnc', 15, 3, 'piece', false),
    ('foamex-sign', 4, 'Pack', 'bench', 5, 1, 'piece', false),
    ('acm-panel', 0, 'Artwork', 'studio', 45, 0, 'piece', true), ('acm-panel', 1, 'Print', 'printer', 10, 8, 'm2', false),
    ('acm-panel', 2, 'Outgas 24 h', 'laminator', 0, 0, 'piece', false), ('acm-panel', 3, 'Laminate', 'laminator', 10, 3, 'm2', false),
    ('acm-panel', 4, 'Mount', 'flatbed', 10, 6, 'm2', false), ('acm-panel', 5, 'CNC cut', 'cnc', 15, 3, 'piece', false),
    ('acm-panel', 6, 'Quality control', 'bench', 5, 0, 'piece', false), ('acm-panel', 7, 'Pack', 'bench', 10, 0, 'piece', false),
    ('correx-board', 0, 'File check', 'studio', 10, 0, 'piece', true), ('correx-board', 1, 'Print', 'printer', 10, 2, 'piece', false),
    ('correx-board', 2, 'Cut and bundle', 'cnc', 10, 1, 'piece', false),
    ('window-film', 0, 'Artwork', 'studio', 30, 0, 'piece', true), ('window-film', 1, 'Cut and weed', 'plotter', 10, 15, 'm2', false),
    ('window-film', 2, 'Transfer and pack', 'bench', 5, 5, 'm2', false), ('window-film', 3, 'Apply on site', 'van-1', 30, 20, 'm2', false),
    ('tray-fascia', 0, 'Survey', 'van-1', 60, 0, 'piece', true), ('tray-fascia', 1, 'Design', 'studio', 120, 0, 'piece', true),
    ('tray-fascia', 2, 'CNC V-groove', 'cnc', 20, 10, 'm2', false), ('tray-fascia', 3, 'Fold', 'bench', 20, 10, 'm2', false),
    ('tray-fascia', 4, 'Powder coat', 'coater', 0, 0, 'piece', false), ('tray-fascia', 5, 'Assembly', 'bench', 60, 15, 'm2', false),
    ('tray-fascia', 6, 'Install, two people', 'van-1', 240, 0, 'piece', false),
    ('led-letters', 0, 'Design', 'studio', 90, 0, 'piece', true), ('led-letters', 1, 'Cut letters', 'cnc', 15, 8, 'piece', false),
    ('led-letters', 2, 'Paint', 'paint', 20, 6, 'piece', false), ('led-letters', 3, 'LED wiring', 'bench', 10, 12, 'piece', false),
    ('led-letters', 4, 'Burn-in and test', 'bench', 20, 1, 'piece', false), ('led-letters', 5, 'Install, two people', 'van-2', 120, 0, 'piece', false),
    ('lightbox', 0, 'Design', 'studio', 60, 0, 'piece', true), ('lightbox', 1, 'Frame', 'bench', 60, 20, 'm2', false),
    ('lightbox', 2, 'Face print', 'printer', 15, 10, 'm2', false), ('lightbox', 3, 'LED wiring', 'bench', 60, 20, 'm2', false),
    ('lightbox', 4, 'Burn-in and test', 'bench', 30, 0, 'piece', false),
    ('acrylic-plaque', 0, 'Artwork', 'studio', 20, 0, 'piece', true), ('acrylic-plaque', 1, 'Laser cut', 'laser', 5, 5, 'piece', false),
    ('acrylic-plaque', 2, 'Print or engrave', 'laser', 5, 6, 'piece', false), ('acrylic-plaque', 3, 'Stand-offs', 'bench', 5, 5, 'piece', false),
    ('vehicle-graphics', 0, 'Template', 'studio', 40, 0, 'piece', true), ('vehicle-graphics', 1, 'Print', 'printer', 15, 20, 'piece', false),
    ('vehicle-graphics', 2, 'Outgas 24 h', 'laminator', 0, 0, 'piece', false), ('vehicle-graphics', 3, 'Laminate and cut', 'laminator', 15, 15, 'piece', false),
    ('vehicle-graphics', 4, 'Apply', 'bench', 30, 90, 'piece', false),
    ('van-wrap', 0, 'Template', 'studio', 60, 0, 'piece', true), ('van-wrap', 1, 'Print', 'printer', 90, 0, 'piece', false),
    ('van-wrap', 2, 'Outgas 24 h', 'laminator', 0, 0, 'piece', false), ('van-wrap', 3, 'Laminate', 'laminator', 40, 0, 'piece', false),
    ('van-wrap', 4, 'Cut', 'plotter', 30, 0, 'piece', false), ('van-wrap', 5, 'Apply', 'bench', 0, 480, 'piece', false),
    ('roll-up-stand', 0, 'File check', 'studio', 10, 0, 'piece', true), ('roll-up-stand', 1, 'Print', 'printer', 5, 8, 'piece', false),
    ('roll-up-stand', 2, 'Mount and pack', 'bench', 5, 6, 'piece', false)
  ) as listed (service, place, name, centre, fixed, each, unit, early);
-- Prints rest for a day before they are laminated.
update public.job_step_templates set wait_minutes = 1440 where name = 'Outgas 24 h';

-- ------------------------------------------------------------------------------------------------------------- deals

-- A deal from its quotation to its money. A moment that is null or lies ahead has not come: what a deal has become
-- follows from those that have.
create temporary table deal (
  n int primary key, quotation uuid not null, known boolean not null, business int not null, title text, service text, target numeric,
  status text not null, owner text not null, created timestamptz not null, sent timestamptz, seen timestamptz, decided timestamptz,
  deposit int not null default 0, deposit_at timestamptz, begun timestamptz, ready timestamptz, dropped timestamptz, rest timestamptz,
  part_invoiced timestamptz, invoiced timestamptz, draft boolean not null default false, paid_at timestamptz, paid_share numeric not null default 1,
  credited_at timestamptz, held text, cancelled text, split boolean not null default false, terms int, person uuid, site uuid, revised timestamptz, number text, so text, order_id uuid);

-- The deals of seed.sql: when sent, approved, prepaid and so on, in days before today. Their deliveries are in seed.sql too.
insert into deal (n, quotation, known, business, title, service, status, owner, created, sent, seen, decided, deposit, deposit_at, begun,
  ready, invoiced, draft, paid_at, paid_share, credited_at, held)
select listed.n, q.id, true, right(q.contact_id::text, 3)::int, q.project_title, listed.service, q.status,
       (array['maria', 'luke', 'rita'])[1 + listed.n % 3], q.created_at, q.created_at + interval '3 hours',
       case when listed.seen then q.created_at + interval '21 hours' end,
       case when q.status in ('converted', 'approved', 'rejected', 'change_requested') then q.created_at + interval '2 days' end,
       listed.deposit, q.created_at + make_interval(days => listed.prepaid), q.created_at + make_interval(days => listed.begun),
       q.created_at + make_interval(days => listed.ready), pg_temp.back(listed.invoiced, '11:20'), listed.draft,
       pg_temp.back(listed.paid, '09:05'), listed.share, pg_temp.back(listed.credited, '15:40'), listed.held
  from (values
    (1, 'lightbox', true, 50, 4, 7, 20, 12, false, 2, 1, null, null), (2, 'tray-fascia', true, 50, 3, 6, 30, null, false, null, 1, null, null),
    (3, 'acm-panel', true, 0, null, 5, 26, 4, false, 1, 0.4, null, null), (4, 'vehicle-graphics', true, 50, 5, 8, null, null, false, null, 1, null, null),
    (5, 'correx-board', true, 0, null, 10, 28, null, false, null, 1, null, null), (6, 'printed-banner', true, 0, null, 6, 14, 10, false, 3, 1, 4, null),
    (7, 'foamex-sign', true, 0, null, 9, 18, 5, true, null, 1, null, null), (8, 'acm-panel', true, 50, 4, 8, null, null, false, null, 1, null, null),
    (9, 'vehicle-graphics', true, 50, 5, 9, null, null, false, null, 1, null, null),
    (10, 'window-film', true, 0, null, 7, null, null, false, null, 1, null, 'The client chooses another density of the one-way film.'),
    (11, 'acm-panel', true, 0, null, 13, null, null, false, null, 1, null, null), (12, 'acrylic-plaque', true, 50, null, null, null, null, false, null, 1, null, null),
    (13, 'van-wrap', true, 50, null, null, null, null, false, null, 1, null, null), (14, 'lightbox', true, 50, null, null, null, null, false, null, 1, null, null),
    (15, 'led-letters', true, 50, null, null, null, null, false, null, 1, null, null), (16, 'window-film', true, 50, null, null, null, null, false, null, 1, null, null),
    (17, 'vehicle-graphics', false, 50, null, null, null, null, false, null, 1, null, null), (18, 'foamex-sign', true, 0, null, null, null, null, false, null, 1, null, null),
    (19, 'lightbox', false, 50, null, null, null, null, false, null, 1, null, null), (20, 'acm-panel', false, 50, null, null, null, null, false, null, 1, null, null),
    (21, 'tray-fascia', false, 50, null, null, null, null, false, null, 1, null, null), (22, 'window-film', true, 0, null, null, null, null, false, null, 1, null, null),
    (23, 'lightbox', false, 50, null, null, null, null, false, null, 1, null, null), (24, 'printed-banner', true, 50, null, null, null, null, false, null, 1, null, null),
    (25, 'van-wrap', false, 50, null, null, null, null, false, null, 1, null, null)
  ) as listed (n, service, seen, deposit, prepaid, begun, ready, invoiced, draft, paid, share, credited, held)
  join public.quotations q on q.id = pg_temp.demo_id('91', listed.n);

-- Four that the shop is working on have their order: an approval makes it in the same moment.
update deal set status = 'converted' where n in (8, 9, 10, 11);
update deal set sent = null, seen = null where status = 'draft';

-- New deals. Those that are overdue are so by 10, 40, 63, 70, 88 and 100 days, whatever the terms of the client.
insert into deal (n, quotation, known, business, title, service, target, status, owner, created, sent, seen, decided, deposit, deposit_at, begun,
  ready, dropped, invoiced, paid_at, paid_share, cancelled)
select listed.n, pg_temp.key('quotation ' || listed.n), false, business, title, service, target, 'converted', owner,
       pg_temp.back(asked + 9, '09:30'), pg_temp.back(asked + 8, '15:10'), pg_temp.back(asked + 7, '19:45'), pg_temp.back(asked, '11:15'), deposit,
       case when prepaid then pg_temp.back(asked - 1, '12:00') end, pg_temp.back(begun, '07:30'), pg_temp.back(left_on + 1, '16:00'),
       pg_temp.back(left_on, '10:40'), (pg_temp.today() - left_on + 1 + time '14:30') at time zone 'Europe/Malta', pg_temp.back(paid, '09:05'), share, cancelled
  from (
    select n, business, title, service, target, owner, deposit, prepaid, paid, share, cancelled,
           case when overdue is null then asked else overdue + terms + 15 end as asked,
           case when overdue is null then begun else overdue + terms + 10 end as begun,
           case when overdue is null then left_on else overdue + terms + 1 end as left_on
      from (values
        (26, 25, 'Control room door signs and key plan', 'acrylic-plaque', 780, 'luke', 50, false, 1, null, null, null, null, 1, null),
        (27, 6, 'Opening hours and directory at the lift', 'acrylic-plaque', 415, 'maria', 0, false, 2, null, null, null, null, 1, null),
        (28, 22, 'Stage banners, summer season', 'printed-banner', 1240, 'luke', 0, false, null, null, null, 10, null, 1, null),
        (29, 4, 'Window film with opening hours', 'window-film', 365, 'maria', 0, false, null, null, null, 40, null, 1, null),
        (30, 21, 'Workshop fascia and bay numbers', 'acm-panel', 1890, 'rita', 50, true, null, null, null, 70, null, 1, null),
        (31, 19, 'Quay barrier banners, 24 pieces', 'printed-banner', 2960, 'rita', 0, false, null, null, null, 100, null, 1, null),
        (32, 20, 'Toy of the month lightbox', 'lightbox', 640, 'maria', 50, false, 12, null, null, null, null, 1,
         'The shop moves in spring and wants to wait.'),
        (33, 13, 'Brass-tone name plates, second floor', 'acrylic-plaque', 520, 'luke', 50, true, 44, 40, 30, null, 20, 1, null),
        (34, 12, 'Price rails and aisle signs', 'foamex-sign', 890, 'maria', 0, false, null, null, null, 63, null, 1, null),
        (35, 15, 'Changing room mirrors, frosted logo', 'window-film', 450, 'luke', 0, false, null, null, null, 88, 30, 0.5, null)
      ) as told (n, business, title, service, target, owner, deposit, prepaid, asked, begun, left_on, overdue, paid, share, cancelled)
      cross join lateral (select payment_terms_days as terms from public.contacts where id = pg_temp.demo_id('b1', business)) as client
  ) as listed;
update deal set seen = greatest(seen, sent + interval '20 minutes') where not known;

do $$
begin
  if to_regclass('pg_temp.year_deal') is not null then
    insert into deal (n, quotation, known, business, title, service, target, status, owner, created, sent, seen, decided, revised, deposit,
      deposit_at, begun, ready, dropped, rest, part_invoiced, invoiced, paid_at, paid_share, credited_at, cancelled, split, person, site)
    select y.n, pg_temp.key('quotation ' || y.n), false, y.business, y.title, y.service, y.target, y.status, y.owner, y.created, y.sent, y.seen,
           y.decided, y.revised, y.deposit, y.deposit_at, y.begun, y.ready, y.dropped, y.rest, y.part_invoiced, y.invoiced, y.paid_at,
           y.paid_share, y.credited_at, y.cancelled, y.rest is not null,
           (select r.contact_id from public.contact_relations r where r.related_contact_id = pg_temp.demo_id('b1', y.business)
             order by pg_temp.dice('person ' || y.n || r.contact_id) limit 1), y.site
      from year_deal y;
    drop table year_deal;
  end if;
end $$;
analyze deal;

-- What has not come is not there.
update deal set
  terms = client.payment_terms_days,
  person = coalesce(person, (select p.id from public.contacts p join public.contact_relations r on r.contact_id = p.id
             where r.related_contact_id = client.id order by p.id limit 1)),
  site = coalesce(site, (select l.id from public.locations l where l.business_id = client.id order by l.created_at, l.id limit 1)),
  decided = case when decided <= now() then decided end
  from public.contacts client where client.id = pg_temp.demo_id('b1', business);
update deal set
  seen = case when seen <= now() then seen end,
  deposit_at = case when deposit > 0 and cancelled is null and deposit_at <= now() then deposit_at end,
  begun = case when cancelled is null and begun <= now() then begun end,
  ready = case when cancelled is null and ready <= now() then ready end,
  dropped = case when cancelled is null and dropped <= now() then dropped end,
  rest = case when cancelled is null and rest <= now() then rest end,
  invoiced = case when cancelled is null and invoiced <= now() then invoiced end,
  paid_at = case when cancelled is null and invoiced <= now() and paid_at <= now() then paid_at end,
  credited_at = case when cancelled is null and invoiced <= now() and credited_at <= now() then credited_at end;

-- -------------------------------------------------------------------------------------------------------- quotations

-- Numbers go by the day on which each was written.
update deal set number = counted.number
  from (select n, pg_temp.number('Q', pg_temp.day(created), row_number() over (partition by extract(year from pg_temp.day(created)) order by created, n)) as number
          from deal) as counted
 where counted.n = deal.n;
update public.quotations q set quotation_number = d.number from deal d where d.known and q.id = d.quotation;
update public.notifications n set data = jsonb_set(n.data, '{quotation_number}', to_jsonb(d.number))
  from deal d where d.quotation = n.quotation_id and n.data ? 'quotation_number';

-- The lines of seed.sql count in sets; what leaves in parts is counted in pieces. The sums stay.
update public.quotation_items i set qty = counted.qty, unit = 'piece', unit_price = i.net / counted.qty
  from (values (4, 4), (5, 60), (8, 48), (9, 22)) as counted (n, qty)
 where i.id = pg_temp.demo_id('93', counted.n * 10 + 1);
update public.quotation_item_costs c set unit_cost = round(c.unit_cost / i.qty, 4)
  from public.quotation_items i where i.id = c.item_id and i.qty > 1 and i.unit = 'piece' and c.unit_cost > i.unit_price
   and i.id in (select pg_temp.demo_id('93', n * 10 + 1) from unnest(array[4, 5, 8, 9]) as n);
update public.quotation_items i set service_id = pg_temp.key('service ' || deal.service)
  from deal where deal.known and i.id = pg_temp.demo_id('93', deal.n * 10 + 1);
update public.quotation_items i set service_id = pg_temp.key('service installation')
  from deal where deal.known and i.id = pg_temp.demo_id('93', deal.n * 10 + 2);

-- The first line takes what the others leave of the target, so that a deal comes to what it should.
create temporary table line as
with parts as (
  select d.n, d.service, d.target,
         case when d.target > 250 and pg_temp.dice('second' || d.n) > 0.45 then round((d.target * (0.12 + 0.2 * pg_temp.dice('share' || d.n)))::numeric, 2) else 0 end as second,
         case when d.target > 300 and pg_temp.dice('fit' || d.n) > 0.45 then greatest(0.5, round((d.target * 0.11 / 85 * 2)::numeric) / 2) else 0 end as fitting,
         case when d.target > 200 and pg_temp.dice('draw' || d.n) > 0.55 then greatest(0.5, round((d.target * 0.07 / 45 * 2)::numeric) / 2) else 0 end as drawing,
         case when d.target > 500 and pg_temp.dice('less' || d.n) > 0.93 then round((d.target * 0.05)::numeric, 0) else 0 end as less
    from deal d where not d.known
), amounts as (
  select n, 1 as place, service, target - second - fitting * 85 - drawing * 45 + less as amount from parts
  union all
  select p.n, 2, (select o.slug from offered o where o.makes_job and o.slug <> p.service and o.price < p.second * 2
                   order by pg_temp.dice('other' || p.n || o.slug) * (1.5 - o.often / 20) limit 1), p.second from parts p where second > 0
), sized as (
  select a.n, a.place, a.amount, o.slug, o.name, o.unit, o.price, pg_temp.dice('size' || a.n || a.place) as die,
         case o.unit
           when 'm2' then greatest(ceil(a.amount / o.price / 11), least(
             (array[1, 1, 1, 2, 2, 3, 4, 6, 8, 12])[1 + floor(10 * pg_temp.dice('qty' || a.n || a.place))::int], floor(a.amount / o.price / 0.15)), 1)
           else greatest(1, round(a.amount / o.price)) end as qty
    from amounts a join offered o on o.slug = a.service
), measured as (
  select s.*, round(s.amount / s.qty, 2) as unit_price,
         case when s.unit = 'm2' then greatest(200, round((sqrt(s.amount / s.qty / s.price * (1 + 2 * s.die)) * 100)::numeric) * 10) end as width
    from sized s
)
select n, place, slug, 'item' as kind, name as description, qty, 'piece' as unit, width as width_mm,
       case when width is not null then greatest(100, round((amount / qty / price / width * 100000)::numeric) * 10) end as height_mm, unit_price
  from measured
union all
select n, 3, 'installation', 'item', 'Installation, two people', fitting, 'hour', null, null, 85 from parts where fitting > 0
union all
select n, 4, 'design', 'item', 'Design', drawing, 'hour', null, null, 45 from parts where drawing > 0
union all
select n, 5, null, 'discount', 'Discount for regular clients', 1, 'piece', null, null, less from parts where less > 0
union all
select n, 6, null, 'text', 'Access, power and permits are the client''s.', null, null, null, null, null from parts where target > 2500;

insert into public.quotations (id, quotation_number, status, created_at, contact_id, public_uuid, project_title, valid_until, person_id,
  location_id, deposit_kind, deposit_value, terms, net, vat, created_by)
select d.quotation, d.number, d.status, d.created, pg_temp.demo_id('b1', d.business), pg_temp.key('link ' || d.n), d.title, pg_temp.day(d.created) + 30, d.person, d.site,
       case when d.deposit > 0 then 'percent' else 'none' end, d.deposit, s.quotation_terms, total.net, private.vat_of(total.net, 18), pg_temp.who(d.owner)
  from deal d
  cross join public.company_settings s
  cross join lateral (
    select sum(private.line_net(case l.kind when 'discount' then -l.qty else l.qty end, l.unit_price, 0)) as net
      from line l where l.n = d.n and l.kind in ('item', 'discount')) as total
 where not d.known;

insert into public.quotation_items (id, quotation_id, position, kind, description, qty, unit, width_mm, height_mm, unit_price, vat_rate,
  service_id, created_at)
select pg_temp.key('line ' || l.n || '/' || l.place), d.quotation, 'a' || l.place, l.kind, l.description, l.qty, l.unit, l.width_mm, l.height_mm,
       case when d.revised is not null and l.place = 1 then round(l.unit_price * (1.04 + 0.14 * pg_temp.dice('first ' || l.n))::numeric, 2) else l.unit_price end,
       18, case when l.slug is not null then pg_temp.key('service ' || l.slug) end, d.created
  from line l join deal d on d.n = l.n;
insert into public.quotation_item_costs (item_id, unit_cost)
select i.id, round(i.unit_price * (0.42 + 0.3 * pg_temp.dice('cost' || i.id))::numeric, 2)
  from line l join public.quotation_items i on i.id = pg_temp.key('line ' || l.n || '/' || l.place) where l.kind = 'item';

update public.quotations q
   set status = d.status, account_manager_id = pg_temp.who((array['maria', 'luke', 'rita', 'maria'])[1 + d.business % 4]),
       person_id = d.person, location_id = d.site, terms = s.quotation_terms, sent_at = d.sent,
       deposit_kind = case when d.deposit > 0 then 'percent' else 'none' end, deposit_value = d.deposit,
       first_viewed_at = d.seen,
       last_viewed_at = case when d.seen is not null then least(now() - interval '2 minutes', coalesce(d.decided, d.seen + interval '3 hours')) end,
       decided_at = d.decided, decided_name = case when d.decided is not null then concat_ws(' ', p.name, p.last_name) end,
       reject_reason = case when d.status = 'rejected' then (array['Too dear for this year', 'We chose another company', 'The project was stopped'])[1 + d.n % 3] end,
       follow_up_on = case when d.status in ('sent', 'change_requested') then pg_temp.day(greatest(d.sent + interval '7 days', now() - (d.n % 4) * interval '1 day')) + d.n % 3 end
  from deal d left join public.contacts p on p.id = d.person cross join public.company_settings s
 where q.id = d.quotation;

-- Prices by quantity, where a client asks what more would cost, and pictures beside a line. The sums stay.
update public.quotation_items i
   set description = told.words, qty = told.qty, unit = 'piece', unit_price = i.net / told.qty, price_breaks = told.breaks
  from (values (17, 8, 'Magnetic panels 600 × 350, printed and laminated', '1:131.5 4:122 8:116 16:108.5'),
               (18, 60, 'Foamex shelf talkers 300 × 80, 3 mm', '1:9.4 25:7.95 50:7.132 100:6.4 250:5.75')) as told (n, qty, words, breaks)
 where i.id = pg_temp.demo_id('93', told.n * 10 + 1);
update public.quotation_item_costs c set unit_cost = round(i.unit_price * 0.61, 4)
  from public.quotation_items i where i.id = c.item_id and i.price_breaks is not null;
update public.quotations set show_price_breaks = true where id in (pg_temp.demo_id('91', 17), pg_temp.demo_id('91', 18));
insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at)
select pg_temp.key('line file ' || f.n), 'line-pictures', f.path, d.who, d.who::text, pg_temp.key('line bytes ' || f.n),
       jsonb_build_object('eTag', format('"%s"', f.md5), 'size', f.bytes, 'mimetype', 'image/png', 'cacheControl', 'max-age=3600',
         'lastModified', to_char(d.created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'contentLength', f.bytes, 'httpStatusCode', 200),
       jsonb_build_object('demo', f.demo), d.created
  from (select n, demo, bytes, md5, format('%s/%s.png', pg_temp.demo_id('91', n), pg_temp.key('line picture ' || n)) as path
          from (values (11, 'granary-sign.png', 46341, 'cd42645ddb40003ecf785fb20fe83a0c'), (13, 'marigold-van-1.png', 55499, 'a7490c154e3a9777fe9471105041c93d'),
                       (14, 'blue-buoy-day.png', 24751, '1a913e9c6a72230816b3fa684b14a9b4')) as listed (n, demo, bytes, md5)) as f
  cross join lateral (select created, pg_temp.who(owner) as who from deal where deal.n = f.n) as d;
update public.quotation_items i set picture_path = o.name
  from storage.objects o where o.bucket_id = 'line-pictures' and i.quotation_id::text = split_part(o.name, '/', 1) and i.position = 'a0';

insert into public.quotation_versions (quotation_id, version, number, snapshot, sent_by, sent_at)
select q.id, 1, q.number_with_version, private.quotation_document(q.id), q.created_by, q.sent_at
  from public.quotations q join deal d on d.quotation = q.id where d.sent is not null;
-- Those that were sent again have the price that was agreed on since.
update public.quotation_items i set unit_price = l.unit_price
  from line l join deal d on d.n = l.n where l.place = 1 and d.revised is not null and i.id = pg_temp.key('line ' || l.n || '/1');
update public.quotations q set version = 2, sent_at = d.revised from deal d where d.revised is not null and q.id = d.quotation;
insert into public.quotation_versions (quotation_id, version, number, snapshot, reason, sent_by, sent_at)
select q.id, 2, q.number_with_version, private.quotation_document(q.id), 'Price agreed on the telephone', q.created_by, q.sent_at
  from public.quotations q join deal d on d.quotation = q.id where d.revised is not null;

-- ------------------------------------------------------------------------------------------------------------ orders

update deal set order_id = pg_temp.key('order ' || n) where status = 'converted' and decided is not null;
update deal set so = counted.number
  from (select n, pg_temp.number('SO', pg_temp.day(decided), row_number() over (partition by extract(year from pg_temp.day(decided)) order by decided, n)) as number
          from deal where order_id is not null) as counted
 where counted.n = deal.n;

-- What the order is follows at the end, when there is what it follows from.
insert into public.orders (id, order_number, public_uuid, quotation_id, quotation_version, contact_id, person_id, location_id, project_title,
  client_po, status, priority, ordered_at, due_date, hold_reason, cancelled_at, cancel_reason, net, vat, deposit_amount, deposit_paid,
  terms, created_by, created_at)
select d.order_id, d.so, pg_temp.key('order link ' || d.n), q.id, q.version, q.contact_id, q.person_id, q.location_id, q.project_title,
       case when d.n % 3 = 0 then 'PO ' || (4100 + 7 * d.n) end,
       case when d.cancelled is not null then 'cancelled' when d.held is not null then 'on_hold' else 'confirmed' end,
       case when d.n % 11 = 0 then 'high' else 'normal' end, d.decided, pg_temp.day(pg_temp.workday(d.decided + interval '15 days')), d.held,
       case when d.cancelled is not null then d.decided + interval '2 days' end, d.cancelled, q.net, q.vat, q.deposit_amount,
       case when d.deposit_at is not null then q.deposit_amount else 0 end, q.terms, q.created_by, d.decided
  from deal d join public.quotations q on q.id = d.quotation
 where d.order_id is not null;

insert into public.order_items (id, order_id, quotation_item_id, position, kind, description, details, qty, unit, width_mm, height_mm,
  unit_price, discount_pct, vat_rate, vat_treatment, service_id, created_at)
select pg_temp.key('ordered ' || i.id), d.order_id, i.id, i.position, i.kind, i.description, i.details, i.qty, i.unit, i.width_mm, i.height_mm,
       i.unit_price, i.discount_pct, i.vat_rate, i.vat_treatment, i.service_id, d.decided
  from deal d join public.quotation_items i on i.quotation_id = d.quotation and (not i.is_optional or i.is_selected)
 where d.order_id is not null;

update deal set dropped = d.delivered_at
  from (values (1, 1), (2, 6), (3, 3), (6, 2), (7, 4)) as brought (n, delivery) join public.deliveries d on d.id = pg_temp.demo_id('d1', delivery)
 where deal.n = brought.n;
update deal set split = true, dropped = (select max(p.delivered_at) from public.partial_deliveries p where p.delivery_id = pg_temp.demo_id('d1', 5))
 where n = 4;

-- What cannot be halved leaves at once.
update deal d set split = false, rest = null, part_invoiced = null
 where d.split and not d.known and not exists (select from public.order_items i
   where i.order_id = d.order_id and i.kind = 'item' and i.qty >= 2 and i.qty = trunc(i.qty));

-- What left the house so far: with the first drop half of what is counted, with the rest all of it. The four vans of deal
-- 4 left in two drops, and one is still here.
create temporary table handed as
select i.id as item, d.n, i.position, i.kind, i.qty, part.first, part.last,
       case when d.rest is not null or (d.dropped is not null and part.last = 0) then i.qty
            when d.dropped is not null then part.first else 0 end as gone
  from deal d
  join public.order_items i on i.order_id = d.order_id and i.kind = 'item'
  cross join lateral (
    select case when d.n = 4 then i.qty - 1 when not d.split then i.qty when i.qty >= 2 and i.qty = trunc(i.qty) then floor(i.qty / 2) else 0 end as first
  ) as halves
  cross join lateral (select halves.first, i.qty - halves.first as last) as part;

-- ---------------------------------------------------------------------------------------------------- jobs and steps

update public.jobs j
   set order_id = d.order_id, order_item_id = i.id, service_id = pg_temp.key('service ' || listed.service), qty = i.qty, unit = i.unit,
       mockup_required = o.mockup, lead_user_id = pg_temp.who((array['elena', 'nico', 'mark', 'karl', 'tony'])[1 + listed.job % 5]),
       mockup_status = case when not o.mockup then null when j.status in ('new', 'artwork', 'on_hold') then 'draft' when j.status = 'awaiting_approval' then 'sent' else 'approved' end,
       held_from = case when j.status = 'on_hold' then 'artwork' end,
       hold_reason = case when j.status = 'on_hold' then 'The client chooses another density of the one-way film.' end,
       started_at = case when j.status in ('in_production', 'qc', 'ready', 'delivered', 'closed')
         then pg_temp.at_work(pg_temp.work_minute(coalesce(d.begun, j.created_at + interval '3 days'))) end,
       finished_at = case when j.status in ('ready', 'delivered', 'closed')
         then pg_temp.at_work(pg_temp.work_minute(coalesce(d.dropped, d.ready, now() - interval '1 day'))) end
  from (values
    (1, 1, 'lightbox'), (2, 1, 'acrylic-plaque'), (3, 2, 'tray-fascia'), (4, 2, 'led-letters'), (5, 3, 'acm-panel'), (6, 3, 'acm-panel'),
    (7, 4, 'vehicle-graphics'), (8, 4, 'vehicle-graphics'), (9, 5, 'correx-board'), (10, 6, 'printed-banner'), (11, 6, 'acm-panel'),
    (12, 7, 'foamex-sign'), (13, 8, 'acm-panel'), (14, 8, 'acm-panel'), (15, 9, 'vehicle-graphics'), (16, 9, 'vehicle-graphics'),
    (17, 10, 'window-film'), (18, 10, 'window-film'), (19, 11, 'acm-panel'), (20, 11, 'acm-panel'), (21, 13, 'van-wrap'), (22, 14, 'lightbox')
  ) as listed (job, n, service)
  join offered o on o.slug = listed.service
  join deal d on d.n = listed.n
  left join public.order_items i on i.order_id = d.order_id and i.position = 'a0'
 where j.id = pg_temp.demo_id('71', listed.job) and i.id is not null;

insert into public.jobs (id, job_number, quotation_id, order_id, order_item_id, service_id, title, status, due_date, qty, unit, width_mm,
  height_mm, priority, lead_user_id, mockup_required, mockup_status, started_at, finished_at, created_at, created_by)
select pg_temp.key('job ' || i.id), 'JOB' || substr(d.so, 3) || '-' || private.letters(row_number() over (partition by d.n order by i.position)::int),
       d.quotation, d.order_id, i.id, i.service_id, i.description, now_is.status, o.due_date, i.qty, coalesce(i.unit, 'piece'), i.width_mm, i.height_mm,
       o.priority, pg_temp.who((array['elena', 'nico', 'mark', 'karl', 'tony'])[1 + d.n % 5]), f.mockup,
       case when not f.mockup then null when now_is.status in ('new', 'cancelled') then null when now_is.status = 'artwork' then 'draft'
            when now_is.status = 'awaiting_approval' then 'sent' else 'approved' end,
       case when now_is.status in ('in_production', 'qc', 'ready', 'delivered', 'closed') then d.begun end,
       case when now_is.status in ('ready', 'delivered', 'closed') then d.ready end, d.decided, o.created_by
  from deal d
  join public.orders o on o.id = d.order_id
  join public.order_items i on i.order_id = o.id and i.kind = 'item' and i.qty > 0
  join handed h on h.item = i.id
  join offered f on pg_temp.key('service ' || f.slug) = i.service_id and f.makes_job
  cross join lateral (select case
      when d.cancelled is not null then 'cancelled'
      when h.gone >= i.qty and greatest(d.dropped, d.rest) < now() - interval '30 days' then 'closed'
      when h.gone >= i.qty then 'delivered'
      when d.ready is not null then 'ready'
      when d.begun is not null then case when pg_temp.dice('job ' || i.id) > 0.8 then 'qc' else 'in_production' end
      when f.mockup then (array['new', 'artwork', 'awaiting_approval', 'approved'])[1 + floor(4 * pg_temp.dice('job ' || i.id))::int]
      else 'new' end) as now_is (status)
 where not d.known;

-- No job is due after the day of its order.
update public.jobs j set due_date = least(o.due_date, o.promised_date)
  from public.orders o where o.id = j.order_id and j.due_date > least(o.due_date, o.promised_date);

-- As far as the job is: all done from quality control on, the first half while it is made, the artwork before.
-- Some prints rest: they came from the printer yesterday and are laminated today.
insert into public.job_steps (id, job_id, position, name, work_centre_id, before_approval, planned_minutes, wait_minutes, depends_on, status,
  assignees, started_at, finished_at, created_at)
select pg_temp.key('step ' || j.id || t.position), j.id, t.position, t.name, t.work_centre_id, t.before_approval,
       trunc(t.minutes_fixed + t.minutes_per_unit * case t.unit when 'm2' then j.qty * coalesce(j.width_mm, 0) * coalesce(j.height_mm, 0) / 1000000
         else j.qty end, 2), t.wait_minutes,
       case when t.at > 1 then array[pg_temp.key('step ' || j.id || t.before)] else '{}' end, s.status,
       case when s.status = 'todo' then '{}' else array[j.lead_user_id] end,
       case when s.status = 'todo' then null
            when rest.at is not null then rest.ended - make_interval(mins => (20 * (rest.at - t.at) + 18)::int)
            else pg_temp.at_work(j.begun + 80 * (t.at - 1)::int) end,
       case when s.status <> 'done' then null
            when rest.at is not null then rest.ended - make_interval(mins => (20 * (rest.at - t.at))::int)
            else pg_temp.at_work(j.begun + 80 * (t.at - 1)::int + 70) end, j.created_at
  from (select jobs.*, 5 + least(pg_temp.work_minute(coalesce(started_at, created_at + interval '1 day')), pg_temp.work_minute(now()) - 600) as begun
          from public.jobs where service_id is not null) as j
  join (select *, row_number() over (partition by service_id order by position) as at, count(*) over (partition by service_id) as of_all,
               lag(position) over (partition by service_id order by position) as before from public.job_step_templates) as t on t.service_id = j.service_id
  left join lateral (select count(*) as at,
           -- Yesterday at this hour, or the last evening where that was at night.
           (select case when local::time between '09:00' and '16:30' then local
                   else (now() at time zone 'Europe/Malta' - interval '16 hours 30 minutes')::date + time '16:30' - interval '40 minutes' * pg_temp.dice('rest ' || j.id) end
              from (select (now() - interval '22 hours' - interval '40 minutes' * pg_temp.dice('rest ' || j.id)) at time zone 'Europe/Malta' as local) as there)
             at time zone 'Europe/Malta' as ended
      from public.job_step_templates o where o.service_id = j.service_id and exists (
      select from public.job_step_templates w where w.service_id = j.service_id and w.wait_minutes > 0 and o.position <= w.position)
    having count(*) > 0 and j.status = 'in_production' and pg_temp.dice('rests ' || j.id) > 0.5) as rest on true
  cross join lateral (select case
      when j.status in ('qc', 'ready', 'delivered', 'closed') then 'done'
      when rest.at is not null then case when t.at <= rest.at then 'done' else 'todo' end
      when j.status = 'in_production' then case when t.at <= t.of_all / 2 then 'done' when t.at = t.of_all / 2 + 1
          then case when pg_temp.dice('step ' || j.id) > 0.75 then 'paused' else 'in_progress' end else 'todo' end
      when j.status in ('awaiting_approval', 'approved') and t.before_approval then 'done'
      when j.status = 'artwork' and t.at = 1 and t.before_approval then 'in_progress' else 'todo' end) as s (status);

-- -------------------------------------------------------------------------------------------------------- deliveries

create temporary table leg (delivery uuid primary key, n int, seq int, at timestamptz, done boolean, number text);
insert into leg (delivery, n, seq, at, done)
select pg_temp.key('delivery ' || d.n || '/' || part.seq), d.n, part.seq, part.at, part.done
  from deal d
  cross join lateral (
    select 1, coalesce(d.dropped, pg_temp.back(-(2 + d.n % 5))), d.dropped is not null where d.ready is not null or d.dropped is not null
    union all
    select 2, coalesce(d.rest, pg_temp.back(-(3 + d.n % 6))), d.rest is not null
     where d.dropped is not null and exists (select from handed h where h.n = d.n and h.last > 0)
  ) as part (seq, at, done)
 where not d.known and d.order_id is not null and d.cancelled is null;
update leg set number = counted.number
  from (select delivery, pg_temp.number('DN', pg_temp.day(made), row_number() over (partition by extract(year from pg_temp.day(made)) order by made, delivery)) as number
          from leg cross join lateral (select least(at, now()) - interval '2 days') as planned (made)) as counted
 where counted.delivery = leg.delivery;

insert into public.deliveries (id, delivery_number, order_id, public_uuid, contact_id, project_title, location_id, method, status,
  scheduled_at, delivered_at, received_by, created_at, created_by)
select p.delivery, p.number, d.order_id, pg_temp.key('delivery link ' || d.n || '/' || p.seq), pg_temp.demo_id('b1', d.business), d.title, d.site,
       case when die < 0.4 then 'pickup' when die < 0.7 then 'delivery' when die < 0.95 then 'installation' else 'courier' end,
       case when p.done then 'delivered' when d.n % 2 = 0 then 'ready' else 'planned' end, p.at - interval '25 minutes',
       case when p.done then p.at end, case when p.done then concat_ws(' ', person.name, person.last_name) end,
       least(p.at, now()) - interval '2 days', pg_temp.who('glenn')
  from leg p join deal d on d.n = p.n left join public.contacts person on person.id = d.person
  cross join lateral (select pg_temp.dice('method ' || d.n)) as chance (die);
update public.deliveries set order_id = deal.order_id
  from (values (1, 1), (2, 6), (3, 3), (4, 5), (5, 7), (6, 2), (7, 4), (8, 8), (9, 10)) as brought (n, delivery) join deal on deal.n = brought.n
 where deliveries.id = pg_temp.demo_id('d1', delivery);

insert into public.delivery_items (delivery_id, order_item_id, position, qty, qty_delivered, created_at)
select p.delivery, h.item, h.position, part.qty, case when p.done then part.qty else 0 end, least(p.at, now()) - interval '2 days'
  from leg p join handed h on h.n = p.n
  cross join lateral (select case p.seq when 1 then case when h.first > 0 then h.first end else nullif(h.last, 0) end) as part (qty)
 where part.qty > 0
union all
select pg_temp.demo_id('d1', delivery), h.item, h.position, case when brought.n = 9 then h.qty / 2 else h.qty end, h.gone,
       (select created_at from public.deliveries where id = pg_temp.demo_id('d1', delivery))
  from (values (1, 1), (2, 6), (3, 3), (4, 5), (5, 7), (6, 2), (7, 4), (8, 8), (9, 10)) as brought (n, delivery) join handed h on h.n = brought.n
 where brought.n <> 9 or h.position = 'a0';
insert into public.partial_delivery_items (partial_delivery_id, delivery_item_id, qty)
select p.id, i.id, case d.delivery when 6 then i.qty else 3 - p.seq end
  from (values (5), (6)) as d (delivery)
  join public.partial_deliveries p on p.delivery_id = pg_temp.demo_id('d1', delivery) and p.status = 'delivered'
  join public.delivery_items i on i.delivery_id = p.delivery_id and i.qty_delivered > 0;

-- ---------------------------------------------------------------------------------------------------------- invoices

create temporary table bill (
  invoice uuid primary key, n int, pass int, kind text, at timestamptz, draft boolean, number text, paid_at timestamptz, credited_at timestamptz);
insert into bill
select pg_temp.key('invoice ' || d.n || '/' || part.pass), d.n, part.pass, part.kind, part.at, part.draft, null, part.paid_at, part.credited_at
  from deal d
  cross join lateral (
    select 1, 'deposit', d.deposit_at, false, d.deposit_at, null::timestamptz where d.deposit_at is not null
    union all
    select 2, 'progress', d.part_invoiced, false, case when d.part_invoiced + interval '25 days' <= now() then d.part_invoiced + interval '25 days' end, null
     where d.part_invoiced is not null
    union all
    select 3, case when d.deposit_at is null and d.part_invoiced is null then 'standard' else 'final' end, d.invoiced, d.draft, d.paid_at, d.credited_at
     where d.invoiced is not null) as part (pass, kind, at, draft, paid_at, credited_at)
 where d.order_id is not null;
update bill set number = counted.number
  from (select invoice, pg_temp.number('INV', pg_temp.day(at), row_number() over (partition by extract(year from pg_temp.day(at)) order by at, n, pass)) as number
          from bill where not draft) as counted
 where counted.invoice = bill.invoice;

-- Deposits first, then parts, then the rest: each is what those before it leave.
do $$
declare
  v_pass int;
begin
  perform set_config('signwright.total_later', 'on', true);
  for v_pass in 1 .. 3 loop
    insert into public.invoices (id, public_uuid, kind, contact_id, person_id, order_id, quotation_id, project_title, client_po, created_by, created_at)
    select b.invoice, pg_temp.key('invoice link ' || b.n || '/' || b.pass), b.kind, o.contact_id, o.person_id, o.id, o.quotation_id, o.project_title,
           o.client_po, pg_temp.who(case b.n % 2 when 0 then 'paul' else 'joanne' end), b.at - interval '20 minutes'
      from bill b join deal d on d.n = b.n join public.orders o on o.id = d.order_id where b.pass = v_pass;
    if v_pass = 1 then
      insert into public.invoice_items (invoice_id, order_id, position, kind, description, qty, unit, unit_price, discount_pct, vat_rate,
        vat_treatment, net, vat, created_at)
      select b.invoice, o.id, private.line_key((row_number() over (partition by b.invoice order by s.vat_rate, s.vat_treatment))::int - 1), 'item',
             format('Deposit for order %s', o.order_number), 1, 'piece', s.base, 0, s.vat_rate, s.vat_treatment, s.base, s.vat, b.at
        from bill b join deal d on d.n = b.n join public.orders o on o.id = d.order_id
        cross join lateral private.split_deposit(o.id, o.deposit_amount) as s where b.pass = 1;
    else
      insert into public.invoice_items (invoice_id, order_item_id, position, kind, description, details, qty, width_mm, height_mm, service_id,
        vat_rate, created_at)
      select b.invoice, i.id, private.line_key((row_number() over (partition by b.invoice order by i.position))::int - 1), i.kind, i.description,
             i.details, part.qty, i.width_mm, i.height_mm, i.service_id, i.vat_rate, b.at
        from bill b join deal d on d.n = b.n join public.order_items i on i.order_id = d.order_id and i.kind in ('item', 'discount')
        left join handed h on h.item = i.id
        cross join lateral (select case v_pass when 2 then h.first else i.qty - case when d.part_invoiced is not null then coalesce(h.first, 0) else 0 end end) as part (qty)
       where b.pass = v_pass and part.qty <> 0;
    end if;
    perform private.total_invoice(b.invoice) from bill b where b.pass = v_pass;
    update public.invoices v
       set issue_date = pg_temp.day(b.at), supply_date = coalesce(pg_temp.day(case b.pass when 1 then b.at when 2 then d.dropped else greatest(d.dropped, d.rest) end), pg_temp.day(b.at)),
           due_date = pg_temp.day(b.at) + case b.pass when 1 then 0 else d.terms end, issued_at = b.at, issued_by = v.created_by,
           sent_at = b.at + interval '5 minutes', invoice_number = b.number, status = 'issued',
           -- Invoices deduct deposits that are paid.
           paid = case b.pass when 1 then v.gross else v.paid end,
           snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
             'person', private.contact_facts(v.person_id))
      from bill b join deal d on d.n = b.n where b.invoice = v.id and b.pass = v_pass and not b.draft;
  end loop;
  perform set_config('signwright.total_later', '', true);
end $$;

-- ----------------------------------------------------------------------------------------------- credit and payments

-- One line is taken back: the last one of an invoice that deducts no deposit.
create temporary table credit as
select pg_temp.key('credit ' || b.n) as id, b.n, b.invoice, b.credited_at as at, line.id as item,
       line.net as net, case when line.lines = 1 then v.vat else private.vat_of(line.net, line.vat_rate) end as vat,
       pg_temp.number('CN', pg_temp.day(b.credited_at), row_number() over (partition by extract(year from pg_temp.day(b.credited_at)) order by b.credited_at, b.n)) as number
  from bill b join public.invoices v on v.id = b.invoice
  cross join lateral (
    select i.*, count(*) over () as lines from public.invoice_items i where i.invoice_id = b.invoice and i.kind in ('item', 'discount')
     order by (i.kind = 'item') desc, i.position desc limit 1) as line
 where b.credited_at is not null and b.kind = 'standard' and not b.draft;
insert into public.credit_notes (id, public_uuid, invoice_id, contact_id, reason, net, vat, created_by, created_at)
select c.id, pg_temp.key('credit link ' || c.n), c.invoice, v.contact_id,
       (array['One piece came with the old telephone number.', 'Delivered a day late, as agreed on the telephone.', 'Fitting was not needed.'])[1 + c.n % 3],
       c.net, c.vat, v.created_by, c.at - interval '15 minutes'
  from credit c join public.invoices v on v.id = c.invoice;
insert into public.credit_note_items (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, width_mm, height_mm,
  unit_price, discount_pct, vat_rate, vat_treatment, net, created_at)
select c.id, i.id, 'a0', i.kind, i.description, i.details, i.qty, i.unit, i.width_mm, i.height_mm, i.unit_price, i.discount_pct, i.vat_rate,
       i.vat_treatment, i.net, c.at
  from credit c join public.invoice_items i on i.id = c.item;
insert into public.credit_note_vat (credit_note_id, vat_rate, vat_treatment, base, vat)
select c.id, i.vat_rate, i.vat_treatment, c.net, c.vat from credit c join public.invoice_items i on i.id = c.item;
update public.credit_notes n
   set credit_number = c.number, status = 'issued', issue_date = pg_temp.day(c.at), issued_at = c.at, issued_by = n.created_by,
       snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(n.contact_id))
  from credit c where c.id = n.id;
insert into public.credit_allocations (credit_note_id, invoice_id, amount, allocated_on, created_by, created_at)
select c.id, c.invoice, c.net + c.vat, pg_temp.day(c.at), n.created_by, c.at from credit c join public.credit_notes n on n.id = c.id;

create temporary table money as
select pg_temp.key('payment ' || b.n || '/' || b.pass) as id, b.n, b.pass, b.invoice, b.paid_at as at, amount.paid as amount,
       case when die < 0.62 or die >= 0.95 and amount.paid > 400 then 'bank' when die < 0.88 then 'card' when die < 0.95 then 'cheque' else 'cash' end as method,
       pg_temp.number('RCPT', pg_temp.day(b.paid_at), row_number() over (partition by extract(year from pg_temp.day(b.paid_at)) order by b.paid_at, b.n, b.pass)) as number
  from bill b join deal d on d.n = b.n join public.invoices v on v.id = b.invoice
  left join credit c on c.invoice = b.invoice
  cross join lateral (select pg_temp.dice('pay ' || b.n || '/' || b.pass)) as chance (die)
  cross join lateral (select trunc((v.gross - coalesce(c.net + c.vat, 0)) * case when b.pass = 3 then d.paid_share else 1 end, 2)) as amount (paid)
 where b.paid_at is not null and not b.draft and amount.paid > 0;

insert into public.payment_requests (id, purpose, status, contact_id, quotation_id, order_id, amount, provider, provider_session, paid_at, created_at)
select pg_temp.key('request ' || d.n), 'deposit',
       case when m.method = 'card' then 'paid' when m.id is not null or d.cancelled is not null then 'cancelled' else 'open' end,
       o.contact_id, o.quotation_id, o.id, o.deposit_amount, case when m.method = 'card' then 'viva' end,
       case when m.method = 'card' then (1000000000000000 + 7919 * d.n)::text end, case when m.method = 'card' then m.at end, d.decided
  from deal d join public.orders o on o.id = d.order_id left join money m on m.n = d.n and m.pass = 1
 where o.deposit_amount > 0;
insert into public.payments (id, payment_number, contact_id, method, provider, provider_ref, request_id, order_id, amount, allocated,
  received_on, reference, created_by, created_at)
select m.id, m.number, v.contact_id, m.method, case when m.method = 'card' then 'viva' end,
       case when m.method = 'card' then pg_temp.key('transaction ' || m.id)::text end,
       case when m.pass = 1 and m.method = 'card' then pg_temp.key('request ' || m.n) end, case when m.pass = 1 then v.order_id end, m.amount, m.amount,
       pg_temp.day(m.at), coalesce(v.invoice_number, v.client_po), case when m.method <> 'card' then pg_temp.who('joanne') end, m.at
  from money m join public.invoices v on v.id = m.invoice;
insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, created_by, created_at)
select m.id, m.invoice, m.amount, pg_temp.day(m.at), case when m.method <> 'card' then pg_temp.who('joanne') end, m.at from money m;

-- What follows from the rows above, by the functions of the product.
update public.invoices v
   set paid = settled.paid, credited = settled.credited, first_viewed_at = v.sent_at + interval '5 hours', last_viewed_at = v.sent_at + interval '5 hours',
       reminder_stage = case when settled.paid + settled.credited < v.gross then least(3, greatest(0, (pg_temp.today() - v.due_date) / 14)) else 0 end,
       status = case when settled.paid + settled.credited = v.gross then case when settled.paid = 0 and settled.credited > 0 then 'credited' else 'paid' end
                     when settled.paid + settled.credited > 0 then 'partly_paid' else 'issued' end
  from (select b.invoice, coalesce((select sum(a.amount) from public.payment_allocations a where a.invoice_id = b.invoice), 0) as paid,
               coalesce((select sum(a.amount) from public.credit_allocations a where a.invoice_id = b.invoice), 0) as credited from bill b where not b.draft) as settled
 where settled.invoice = v.id;
update public.credit_notes n set allocated = n.gross, status = 'allocated' from credit c where c.id = n.id;
update public.order_items i
   set qty_delivered = coalesce((select h.gone from handed h where h.item = i.id), 0),
       qty_ready = case when i.kind = 'item' and exists (select from public.jobs j where j.order_item_id = i.id)
         and not exists (select from public.jobs j where j.order_item_id = i.id and j.status not in ('ready', 'delivered', 'closed', 'cancelled')) then i.qty else 0 end,
       qty_invoiced = coalesce((select sum(abs(v.qty)) from public.invoice_items v where v.order_item_id = i.id), 0),
       qty_drafted = coalesce((select sum(abs(v.qty)) from public.invoice_items v join public.invoices w on w.id = v.invoice_id
                                where v.order_item_id = i.id and w.status = 'draft'), 0)
 where i.kind in ('item', 'discount');
update public.orders o
   set delivered_pct = share.delivered, invoiced_pct = share.invoiced, drafted_pct = share.billed - share.invoiced,
       status = private.derive_order_status(jsonb_populate_record(o, jsonb_build_object('delivered_pct', share.delivered, 'invoiced_pct', share.invoiced)))
  from (select id, private.share_of_order(id, 'delivered') as delivered, private.share_of_order(id, 'invoiced') as invoiced,
               private.share_of_order(id, 'billed') as billed from public.orders) as share
 where share.id = o.id;

-- ----------------------------------------------------------------------------------------------------------- stories

-- The stories are read in the order in which they were written, so they are written by time.
create temporary table told (at timestamptz, kind text, record uuid, type text, actor uuid, name text, meta jsonb);
insert into told
select part.at, 'quotation', q.id, part.type, part.actor, coalesce(part.name, private.person_label(part.actor)), part.meta
  from deal d join public.quotations q on q.id = d.quotation
  cross join lateral (select coalesce(q.decided_name, (select concat_ws(' ', p.name, p.last_name) from public.contacts p where p.id = d.person)) as name) as client
  cross join lateral (
    select d.created, 'created', q.created_by, null::text, '{}'::jsonb
    union all select d.sent, 'sent', q.created_by, null, '{"version": 1}' where d.sent is not null
    union all select d.revised - interval '90 minutes', 'change_requested', null, client.name, '{"version": 1, "words": "Can you come down a little?"}' where d.revised is not null
    union all select d.revised, 'sent', q.created_by, null, '{"version": 2}' where d.revised is not null
    union all select d.seen + visit * interval '5 hours' + pg_temp.dice('again ' || d.n || visit) * interval '4 hours', 'viewed', null, null,
        jsonb_build_object('visit', format('again %s/%s', d.n, visit))
      from generate_series(1, floor(4 * pg_temp.dice('visits ' || d.n))::int) as visit
     where not d.known and d.seen + (visit + 1) * interval '5 hours' < coalesce(d.decided, now())
    union all select d.seen, 'viewed', null, null, jsonb_build_object('visit', 'first ' || d.n) where d.seen is not null
    union all select q.last_viewed_at, 'viewed', null, null, jsonb_build_object('visit', 'last ' || d.n)
      where q.last_viewed_at > d.seen + interval '30 minutes'
    union all select d.seen + interval '25 minutes', 'question', null, client.name,
        jsonb_build_object('version', 1, 'name', client.name, 'words', (array['Is the fitting included?', 'How long does the colour last outside?',
          'Can you start before the end of the month?', 'Does it need a permit?', 'Could we see a sample of the material?'])[1 + d.n % 5])
      where d.seen + interval '25 minutes' < least(now(), coalesce(d.decided, now())) and client.name is not null
        and (d.n in (12, 14, 16, 26) or pg_temp.dice('ask ' || d.n) > 0.9)
    union all select d.seen + interval '25 minutes' + interval '2 hours' * (1 + pg_temp.dice('answer ' || d.n)), 'answer', q.created_by, null,
        jsonb_build_object('words', (array['Where we fit it, fitting has a line of its own.', 'Five to seven years in the sun, by the maker of the film.',
          'Yes, if we have your approval this week.', 'At this size it needs a notification. We write it for you.',
          'We leave a sample at your reception tomorrow.'])[1 + d.n % 5])
      where d.seen + interval '5 hours' < least(now(), coalesce(d.decided, now())) and client.name is not null
        and d.n not in (12, 26) and pg_temp.dice('ask ' || d.n) > 0.9
    union all select d.decided, case d.status when 'converted' then 'approved' else d.status end, null, client.name,
        jsonb_strip_nulls(jsonb_build_object('version', q.version, 'name', client.name, 'order_number', d.so,
          'gross', case when d.so is not null then private.amount_text(q.gross) end,
          'words', case d.status when 'rejected' then q.reject_reason when 'change_requested' then 'Please show the smaller size as well.' end))
      where d.decided is not null and d.status in ('converted', 'approved', 'rejected', 'change_requested')
    union all select (q.valid_until + 1) + interval '2 hours', 'expired', null, null, '{}' where d.status = 'expired'
    union all select d.created + interval '4 days', 'cancelled', q.created_by, null, '{"reason": "The client asked for it twice."}' where d.status = 'cancelled'
    union all select d.deposit_at, 'deposit_paid', null, null, jsonb_build_object('amount', private.amount_text(q.deposit_amount)) where d.deposit_at is not null
  ) as part (at, type, actor, name, meta);
insert into told
select part.at, 'order', o.id, part.type, part.actor, coalesce(part.name, private.person_label(part.actor)), part.meta
  from deal d join public.orders o on o.id = d.order_id join public.quotations q on q.id = d.quotation
  cross join lateral (select (select lead_user_id from public.jobs where order_id = o.id order by job_number limit 1) as lead) as j
  cross join lateral (
    select d.decided, 'created', null::uuid, q.decided_name, jsonb_build_object('quotation_number', q.number_with_version,
        'jobs', (select count(*) from public.jobs made where made.order_id = o.id))
    union all select d.deposit_at, 'deposit_paid', null, null, jsonb_build_object('amount', private.amount_text(o.deposit_paid),
        'invoice_number', (select b.number from bill b where b.n = d.n and b.pass = 1)) where d.deposit_at is not null
    union all select d.begun, 'status', j.lead, null, jsonb_build_object('from', 'confirmed', 'to', 'in_production') where d.begun is not null
    union all select d.ready, 'status', j.lead, null, jsonb_build_object('from', 'in_production', 'to', 'ready') where d.ready is not null and d.begun is not null
    union all select now() - interval '4 days', 'held', q.created_by, null, jsonb_build_object('reason', d.held) where d.held is not null
    union all select o.cancelled_at, 'cancelled', q.created_by, null, jsonb_build_object('reason', d.cancelled) where d.cancelled is not null
  ) as part (at, type, actor, name, meta);
insert into told
select part.at, part.kind, part.record, part.type, part.actor, private.person_label(part.actor), part.meta
  from (
    select l.created_at, 'delivery', l.id, 'created', l.created_by, jsonb_build_object('order_number', d.so)
      from deal d join public.deliveries l on l.order_id = d.order_id
    union all
    select l.delivered_at, 'delivery', l.id, 'handed_over', l.created_by, jsonb_strip_nulls(jsonb_build_object('received_by', l.received_by))
      from deal d join public.deliveries l on l.order_id = d.order_id where l.delivered_at is not null
    union all
    select v.created_at, 'invoice', v.id, 'created', v.created_by, '{}' from public.invoices v where v.kind <> 'deposit'
    union all
    select v.issued_at, 'invoice', v.id, 'issued', v.issued_by, jsonb_build_object('number', v.invoice_number, 'gross', private.amount_text(v.gross))
      from public.invoices v where v.issued_at is not null
    union all
    select v.first_viewed_at, 'invoice', v.id, 'viewed', null, jsonb_build_object('visit', 'first ' || v.invoice_number)
      from public.invoices v where v.first_viewed_at is not null
    union all
    select m.at, 'invoice', m.invoice, 'paid', null, '{}' from money m join public.invoices v on v.id = m.invoice where v.status = 'paid'
    union all
    select n.created_at, 'credit_note', n.id, 'created', n.created_by, jsonb_build_object('invoice_number', v.invoice_number)
      from public.credit_notes n join public.invoices v on v.id = n.invoice_id
    union all
    select n.issued_at, 'credit_note', n.id, 'issued', n.issued_by, jsonb_build_object('number', n.credit_number, 'gross', private.amount_text(n.gross))
      from public.credit_notes n
    union all
    select p.created_at, 'payment', p.id, 'received', p.created_by,
           jsonb_strip_nulls(jsonb_build_object('number', p.payment_number, 'amount', private.amount_text(p.amount), 'provider', p.provider))
      from public.payments p
  ) as part (at, kind, record, type, actor, meta);
insert into public.document_events (kind, record_id, type, actor_id, actor_name, meta, at)
select kind, record, type, actor, name, meta, at from told where at <= now() order by at, kind, type, record;

-- Why offers were lost, as far as somebody asked; and the terms to choose from.
update public.quotations q set closed_on = pg_temp.day(least(d.created + interval '4 days', now()))
  from deal d where d.quotation = q.id and q.status = 'cancelled' and q.sent_at is not null;
insert into public.quotation_losses (quotation_id, reason, words, recorded_by, recorded_at)
select q.id, told.reason, told.words, pg_temp.who(d.owner), least(now(), q.closed_on + time '16:20')
  from deal d
  join public.quotations q on q.id = d.quotation
  cross join lateral (
    select reason, words from (values
      ('rejected', 0, 'price', 'Too dear for this year'), ('rejected', 1, 'competitor', 'The printer in the same street was 15 % below us.'),
      ('rejected', 2, 'changed_plans', 'The project was stopped'),
      ('expired', 0, 'no_answer', 'Three calls and two mails without an answer.'), ('expired', 1, 'changed_plans', 'They opened later than planned.'),
      ('expired', 2, 'time', 'The opening came before our first free week.'), ('expired', 3, 'no_answer', null),
      ('cancelled', 0, 'changed_plans', 'The client asked for it twice.')) as listed (status, place, reason, words)
     where listed.status = q.status
       and place = case q.status when 'rejected' then d.n % 3 when 'expired' then d.n % 4 else 0 end) as told
 where q.closed_on is not null and pg_temp.dice('why' || d.n) < 0.8;

insert into public.quotation_terms (name, language, client_type, is_default, sort, body, created_by)
select listed.name, listed.language, listed.client_type, listed.is_default, listed.sort, filled.body, pg_temp.who('victor')
  from public.company_settings s, (values
  ('General terms', 'en', null, true, 1, null),
  ('Terms for private clients', 'en', 'Person', true, 2,
   E'Prices are in the currency of the quotation; VAT is shown apart.\nThe deposit is paid before work begins, the rest on collection or installation.\nWork that is made to your measure cannot be given back.\nYou have two years of guarantee by law.'),
  ('Installation on site', 'en', null, false, 3,
   E'The site is free, lit and powered on the agreed day; waiting is charged by the hour.\nPermits and scaffolding are the client''s, unless a line says otherwise.\nFixings are chosen for the wall that we saw at the survey.\nGuarantee: two years on workmanship, five years on printed film outside.'),
  ('Termini u kundizzjonijiet', 'mt', null, true, 4,
   E'Il-prezzijiet huma fil-munita tal-kwotazzjoni. Il-VAT tidher għaliha.\nIx-xogħol jibda meta jitħallas id-depożitu u jiġi approvat id-disinn.\nIl-kunsinna ssir bejn 10 u 15-il jum tax-xogħol wara.\nIl-prodotti jibqgħu tagħna sakemm jitħallsu.\nIl-kuluri fuq skrin ma jaqblux eżatt ma'' dawk stampati: itlob prova fejn hu meħtieġ.')
  ) as listed (name, language, client_type, is_default, sort, words)
  cross join lateral (select coalesce(listed.words, s.quotation_terms) as body) as filled;

-- The margin floor, and a draft below it: the fascia of business 23 is priced to win the next four shops.
insert into public.margin_floors (floor_pct, service_id, created_by, created_at)
select pct, case when slug is not null then pg_temp.key('service ' || slug) end, pg_temp.who('victor'), now() - interval '200 days' + sort * interval '1 minute'
  from (values (25, null, 1), (15, 'installation', 2), (40, 'design', 3)) as listed (pct, slug, sort);
insert into public.quotation_item_costs (item_id, unit_cost)
select i.id, round(i.unit_price * case when i.service_id = pg_temp.key('service tray-fascia') then 0.86 else 0.7 end, 2)
  from public.quotation_items i where i.quotation_id = pg_temp.demo_id('91', 21) and i.kind = 'item'
on conflict (item_id) do update set unit_cost = excluded.unit_cost;

-- The first jobs and deliveries are numbered as all the others.
update public.jobs j set job_number = counted.number
  from (select k.id, coalesce('JOB' || substr(o.order_number, 3) || '-' || private.letters(row_number() over (partition by k.order_id order by k.job_number)::int),
                 pg_temp.number('JOB', pg_temp.day(k.created_at), row_number() over (partition by k.order_id order by k.job_number))) as number
          from public.jobs k left join public.orders o on o.id = k.order_id where k.job_number ~ '^J[0-9]') as counted
 where j.id = counted.id;
update public.deliveries d set delivery_number = counted.number
  from (select k.id, pg_temp.number('DN', pg_temp.day(k.created_at), drawn.last
                 + row_number() over (partition by extract(year from pg_temp.day(k.created_at)) order by k.created_at, k.id)) as number
          from public.deliveries k cross join lateral (
            select coalesce(max(split_part(o.delivery_number, '-', 3)::int), 0) as last from public.deliveries o
             where o.delivery_number like 'DN-' || extract(year from pg_temp.day(k.created_at)) || '-%') as drawn
         where k.delivery_number ~ '^D[0-9]') as counted
 where d.id = counted.id;
update public.partial_deliveries p set partial_number = d.delivery_number || '/' || p.seq
  from public.deliveries d where d.id = p.delivery_id and p.partial_number not like d.delivery_number || '/%';

-- The next number of each kind follows the last one of the year.
insert into private.document_sequences (prefix, year, last_number)
select split_part(number, '-', 1), split_part(number, '-', 2)::int, max(split_part(number, '-', 3)::int)
  from (select quotation_number from public.quotations union all select order_number from public.orders
        union all select job_number from public.jobs
        union all select delivery_number from public.deliveries union all select invoice_number from public.invoices
        union all select credit_number from public.credit_notes union all select payment_number from public.payments) as drawn (number)
 where number ~ '^[A-Z]+-[0-9]{4}-[0-9]+$'
 group by 1, 2;

drop table offered, deal, line, handed, leg, bill, credit, money, told;
drop function pg_temp.today(), pg_temp.day(timestamptz), pg_temp.key(text), pg_temp.demo_id(text, int), pg_temp.who(text), pg_temp.dice(text),
  pg_temp.workday(timestamptz), pg_temp.back(int, text), pg_temp.number(text, date, bigint);
