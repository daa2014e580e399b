-- DEMO DATA, after seed-trade.sql: what the public site says, tips and reviews in every state, opening hours and
-- appointments. The same day gives the same rows.

create function pg_temp.site_key(words text) returns uuid language sql immutable as $$ select md5('signwright site ' || words)::uuid $$;
create function pg_temp.site_dice(words text) returns double precision language sql immutable as $$
  select ('x' || left(md5(words), 8))::bit(32)::bigint / 4294967296.0
$$;

-- -------------------------------------------------------------------------------------------------- services

update public.services s set public_title = v.title, picture = v.picture, where_used = v.place, lasts = v.lasts, ready_in = v.ready,
  public_text = v.words
  from (values
    ('printed-banner', 'Printed banners', 'banner', 'Fences, scaffolds, balconies, events', '1 to 3 years outside', '3 working days',
     E'A banner is the cheapest large sign there is, and it goes up in ten minutes. We print it on 510 g PVC, weld a hem around it and set an eyelet every 50 cm, so that rope or cable ties hold it flat.\n\nFor windy places ask for mesh: the air goes through it and the fence stays where it is. Above 3 m in height we weld two widths together; the seam is hardly seen from the street.\n\nSend the file at a quarter of the size with 300 dpi, or let us set it from your logo and one sentence.'),
    ('foamex-sign', 'Foamex signs', 'board', 'Walls inside, shops, receptions, offices', '2 to 4 years, longer inside', '4 working days',
     E'Foamex is hard PVC foam: light, white, easy to screw or tape to a wall. Printed and laminated it is the everyday sign of shops and offices.\n\nWe cut it on the router to any outline, so a sign can have the shape of a cup, a tooth or your logo without costing more than a rectangle of the same size.'),
    ('acm-panel', 'Aluminium panels', 'panel', 'Façades, gates, car parks, hoardings', '5 to 7 years outside', '6 working days',
     E'Two skins of aluminium with a core between them: flat, stiff, and indifferent to rain and sun. This is the panel for outside.\n\nThe print rests for a day before it is laminated, because ink that still breathes lifts the film later. That is why it takes six days and not two.'),
    ('correx-board', 'Correx boards', 'correx', 'Building sites, estates, elections', '6 to 12 months outside', '2 working days',
     E'Corrugated plastic for signs that are needed now and not for ever. Light enough for cable ties, cheap enough to lose one.\n\nFrom twenty pieces the price falls, because a sheet of 2440 × 1220 gives six boards and nothing is wasted.'),
    ('window-film', 'Window lettering and frosted film', 'window', 'Shop windows, meeting rooms, doors', '5 to 8 years', '5 working days, with fitting',
     E'Letters cut from film, applied from inside or outside; or frosted film that looks like etched glass and lets the light in.\n\nWe clean the glass, apply wet, and squeegee every bubble out. At the end you get the knife line and no fingerprints.'),
    ('tray-fascia', 'Shopfront fascias', 'fascia', 'Above the door, along the front', '10 years and more', '3 weeks, with survey',
     E'A tray is one sheet of aluminium composite, grooved on the router and folded by hand into a box with crisp edges and no visible screw. Behind it is a frame of rails; on it are your letters.\n\nWe measure the wall first, because no wall is straight. You see the drawing on a photo of your front before anything is cut.'),
    ('led-letters', 'Built-up LED letters', 'letters', 'Shopfronts, receptions, roofs', '50,000 hours of light', '3 weeks, with fitting',
     E'Each letter is a small box of acrylic or steel with its own light. Face lit, it shines towards the street. Halo lit, it floats in front of the wall in its own glow.\n\nDriver and wiring are included. Ten letters use as much power as one old bulb.'),
    ('lightbox', 'Lightboxes', 'lightbox', 'Projecting over the pavement, menus, stations', '10 years, LED 5 years', '2 weeks',
     E'An aluminium frame with an opal face that is even from edge to edge: no stripes, no dark corners. Single sided on the wall, or double sided on an arm so that people see it from both ends of the street.'),
    ('acrylic-plaque', 'Acrylic plaques', 'plaque', 'Entrances, offices, clinics', '10 years', '5 working days',
     E'Eight millimetres of cast acrylic, polished by the laser and held off the wall by four steel studs. The print is behind the face, so nobody scratches it.'),
    ('vehicle-graphics', 'Vehicle lettering', 'vehicle', 'Vans, cars, trucks', '5 to 7 years', '4 working days, one day with us',
     E'Name, number and what you do, on both sides and the rear. Cut film for letters, printed film for everything else.\n\nBring the vehicle clean in the morning and fetch it in the afternoon.'),
    ('van-wrap', 'Full van wraps', 'van', 'Vans that are seen all day', '5 years', '2 weeks, two days with us',
     E'Cast film over every panel, into every groove, by two people with heat guns and patience. It protects the paint beneath it and comes off without a trace.\n\nThe price holds for a van of medium length. We send a template to your designer or draw it ourselves.'),
    ('roll-up-stand', 'Roll-up stands', 'stand', 'Fairs, lobbies, pop-up shops', '3 years of fairs', '2 working days',
     E'Stand, print and bag. It weighs 3 kg, stands in half a minute, and a new print can be put into the old stand.')
  ) as v (slug, title, picture, place, lasts, ready, words)
 where s.slug = v.slug;

-- ------------------------------------------------------------------------------------------------ tips and news

insert into public.blog_posts (id, kind, slug, title, excerpt, picture, service_id, status, published_at, created_at, created_by, body_html)
select pg_temp.site_key('post ' || slug), kind, slug, title, excerpt, picture, (select id from public.services s where s.slug = service), status,
       case when days is not null then now() - days * interval '1 day' end, now() - (coalesce(days, 1) + 3) * interval '1 day',
       (select id from auth.users where email = 'victor@example.com'), words
from (values
  ('tip', 'how-large-must-letters-be', 'How large must letters be?', 'One rule of thumb that saves most signs: three millimetres of letter for every metre of distance.', 'distance', 'tray-fascia', 'published', 6,
   '<p>Most signs that fail are not ugly. They are too small. People read a sign from across the street, through a windscreen, in two seconds.</p><h2>Three millimetres a metre</h2><p>For every metre between the reader and the sign a letter needs <strong>3 mm of height</strong> to be read at all, and 5 mm to be read with ease. A shop across a street of 12 m needs letters of 60 mm; a sign for drivers at 60 m needs 300 mm.</p><h2>Fewer words</h2><p>Seven words are what a driver reads. Name, what you do, one number. The opening hours belong on the door.</p><ul><li>Walk to where your clients stand and count the steps.</li><li>Hold up a sheet with the word in the planned size.</li><li>Ask somebody who does not know your name to read it.</li></ul><blockquote>If a sign must be explained, it is decoration.</blockquote><p>We draw every sign to scale on a photo of its place, so you see this before you pay for it. <a href="/schedule-appointment">Book a visit</a> and we measure.</p>'),
  ('tip', 'files-that-print-well', 'Files that print well', 'Bleed, outlines, colours: the five minutes that keep a job from waiting a day.', 'file', 'printed-banner', 'published', 13,
   '<p>Half of all jobs wait for a file. These five points are all we check.</p><ol><li><strong>PDF</strong>, at full size or a quarter of it.</li><li><strong>3 mm of bleed</strong> on every side, 20 mm for banners.</li><li><strong>Fonts as outlines.</strong> We may not have yours.</li><li><strong>CMYK.</strong> Screens glow, ink does not.</li><li><strong>150 dpi</strong> at full size for what is seen from two metres.</li></ol><h2>The cut line</h2><p>For cut shapes draw a line in a spot colour named <code>CutContour</code>. The knife follows it and the printer leaves it out.</p><p>No file? Send a photo of what you have. Redrawing a logo takes us an hour.</p>'),
  ('tip', 'colours-that-stay', 'Colours that stay', 'Red fades first and black last. What the sun of Malta does to a sign, and what helps.', 'weather', 'acm-panel', 'published', 21,
   '<p>Ultraviolet light breaks colours from the warm end. A red sign that faces south is pink after four summers; a blue one looks the same.</p><h2>What helps</h2><ul><li>Laminate: it takes the light before the ink does, and doubles the life of a print.</li><li>Paint or powder coat for large flat areas.</li><li>Solid acrylic or film in its own colour instead of print.</li></ul><p>On the north side, all of this matters less. Tell us which way the wall looks.</p>'),
  ('tip', 'halo-or-face-lit', 'Halo or face lit?', 'Two ways to light a letter, and which one suits which wall.', 'light', 'led-letters', 'published', 34,
   '<p>A <strong>face lit</strong> letter is a lamp in the form of a letter: bright, read from far, made for streets.</p><p>A <strong>halo lit</strong> letter is dark and stands in its own light: quiet, elegant, made for receptions and stone walls.</p><h2>Three questions</h2><ol><li>Is the wall light and matt? Then a halo works. On glass and gloss it does not.</li><li>Is there light around it at night? Then the face must be lit.</li><li>Are the strokes thinner than 25 mm? Then neither: light it from outside.</li></ol>'),
  ('tip', 'measure-your-shopfront', 'Measure your shopfront in ten minutes', 'What to measure and photograph, so that a first price is right within five percent.', 'measure', 'tray-fascia', 'published', 48,
   '<p>You need a tape, a telephone and somebody to hold the other end.</p><ol><li>Width of the front, at the top and at the bottom. They differ.</li><li>Height of the free area above the door.</li><li>From the ground to its lower edge: above 2.50 m we bring a platform.</li><li>One photo from the front, from as far away as you can.</li><li>One photo of the nearest socket or cable.</li></ol><p>Send it with the form below and you have a price on the next day.</p>'),
  ('tip', 'van-lettering-that-rings', 'Van lettering that makes the telephone ring', 'Name, trade, number. What to leave away, and where the door handle will be.', 'vehicle', 'vehicle-graphics', 'published', 60,
   '<p>A van in traffic is seen by some three thousand people a day, each for a second and a half.</p><ul><li>The rear counts most: people sit behind it.</li><li>The number in the largest letters, the web address in none.</li><li>Keep words off sliding doors. “Plumbing” becomes “ing” when they open.</li></ul>'),
  ('blog', 'a-second-router', 'A second router on the floor', 'Three metres by two, and quieter than the first one: what it means for your dates.', 'mark', null, 'published', 9,
   '<p>Since this month a second router stands beside the first. Trays are grooved on one while letters are cut on the other, so a fascia is ready three days earlier.</p><p>Come and see it on a Friday afternoon: <a href="/schedule-appointment">book a visit</a>.</p>'),
  ('blog', 'signs-for-the-feast', 'Thirty banners for the feast', 'How a village got its main street dressed in four nights.', 'banner', 'printed-banner', 'published', 27,
   '<p>Thirty banners, 3.20 m wide, from balcony to balcony. Printed on a Monday, hemmed on a Tuesday, hung on two nights when the street was empty.</p><p>The trick was mesh: after the first storm all thirty were where we had left them.</p>'),
  ('tip', 'paper-or-film', 'Wall film or wallpaper?', 'For a logo wall in an office there are two ways. We write up what each costs after five years.', 'colour', null, 'draft', null,
   '<p>Draft: prices of both to be checked with Matthew.</p>'),
  ('blog', 'closed-for-christmas', 'When we are closed at Christmas', 'The last day for orders that must be up before the holidays.', 'mark', null, 'published', -4,
   '<p>Orders that must be up before Christmas reach us by 9 December. We are closed from 24 December to 2 January.</p>')
) as v (kind, slug, title, excerpt, picture, service, status, days, words);
insert into private.former_slugs (kind, slug, record_id) values ('post', 'letter-size', pg_temp.site_key('post how-large-must-letters-be'));

-- --------------------------------------------------------------------------------------------------- reviews

insert into public.reviews (id, name, company, email, rating, body, service_id, status, reply, created_at, published_at)
select pg_temp.site_key('review ' || n), name, company, case when n % 2 = 0 then 'reader' || n || '@example.com' end, rating, words,
       (select id from public.services s where s.slug = service), status, reply, now() - days * interval '1 day',
       case when status = 'published' then now() - (days - 1) * interval '1 day' end
from (values
  (1, 'Maria Borg', 'Borg Bakery', 5, 'The fascia is dead straight on a wall that is not. They came twice to measure and never asked for more money.', 'tray-fascia', 'published', 'The wall made us sweat. Thank you for the bread.', 5),
  (2, 'Kurt Farrugia', 'Harbour Chandlery', 5, 'Halo letters on limestone. People photograph our shop at night now.', 'led-letters', 'published', null, 12),
  (3, 'Anna Vella', null, 4, 'Window film looks like etched glass. Came a day later than promised, but they called before.', 'window-film', 'published', 'The day is on us: the next repair costs nothing.', 19),
  (4, 'Joe Zammit', 'Zammit Plumbing', 5, 'Two vans lettered on one day. The telephone number is the largest thing on them, as they advised, and it rings.', 'vehicle-graphics', 'published', null, 26),
  (5, 'Claire Attard', 'Studio Attard', 5, 'I could see each step of the job on my phone. No other supplier does that.', 'acm-panel', 'published', null, 33),
  (6, 'Peter Camilleri', 'Camilleri Dental', 4, 'Clean plaque, good advice on the size. The proof came twice because of a typing error of mine.', 'acrylic-plaque', 'published', null, 41),
  (7, 'Rita Galea', 'Parish feast', 5, 'Thirty banners in four nights. After the storm all of them still hung.', 'printed-banner', 'published', null, 47),
  (8, 'Mark Spiteri', null, 3, 'Good board, but I had hoped for a lower price for five pieces.', 'correx-board', 'published', 'The price falls from twenty on: a whole sheet is cut then. We say so on the page now.', 55),
  (9, 'Nadine Sant', 'Sant Interiors', 5, 'Ordered a stand on Tuesday, had it at the fair on Friday.', 'roll-up-stand', 'pending', null, 1),
  (10, 'Best Deals', null, 5, 'Buy cheap followers at our page!!!', null, 'hidden', null, 3),
  (11, 'Luke Micallef', 'Micallef & Sons', 4, 'The wrap is perfect. Parking in front of the workshop is not.', 'van-wrap', 'pending', null, 0)
) as v (n, name, company, rating, words, service, status, reply, days);

-- --------------------------------------------------------------------------------------------------- banners

-- 24 December of the next Christmas that is at least ten days away.
create function pg_temp.christmas() returns date language sql stable as $$
  select min(day)::date from generate_series(private.company_today() + 10, private.company_today() + 400, interval '1 day') as day
   where to_char(day, 'MM-DD') = '12-24'
$$;

insert into public.banners (title, body, link_label, link, placement, starts_on, ends_on, is_active, sort, created_by)
select title, words, label, link, place, private.company_today() + first, private.company_today() + last, active, sort,
       (select id from auth.users where email = 'victor@example.com')
from (values
  ('Open workshop on Friday.', 'Samples of every material, and coffee.', 'Book a time', '/schedule-appointment', 'home', -3, 20, true, 1),
  ('Vans in December:', '10 % off lettering that is fitted before Christmas.', 'Vehicle lettering', '/services/vehicle-graphics', 'services', -10, 18, true, 2),
  ('Closed from 24 December to 2 January.', null, null, null, 'everywhere',
   greatest(14, pg_temp.christmas() - private.company_today() - 30), pg_temp.christmas() - private.company_today() + 9, true, 3),
  ('Summer hours', 'We open at seven in July and August.', null, null, 'everywhere', -140, -80, true, 4)
) as v (title, words, label, link, place, first, last, active, sort);

-- ---------------------------------------------------------------------------------------------- appointments

insert into public.booking_types (id, slug, name, summary, place, desk, minutes, gap_minutes, step_minutes, notice_hours, horizon_days, sort)
values
  (pg_temp.site_key('samples'), 'samples', 'See samples in the workshop', 'Materials, colours and lit letters to touch. Bring a photo of your wall.', 'here', 'studio', 45, 15, 30, 4, 42, 1),
  (pg_temp.site_key('survey'), 'survey', 'We come and measure', 'Two people, a laser and a camera at your place. Taken off the order.', 'client', 'road', 60, 45, 30, 24, 42, 2),
  (pg_temp.site_key('call'), 'call', 'A call with a designer', 'Twenty minutes about your idea, before anything is drawn.', 'call', 'studio', 20, 10, 30, 2, 42, 3);
insert into public.booking_hours (desk, weekday, opens, closes)
select desk, day, opens::time, closes::time
  from (values ('studio', '08:30', '12:30'), ('studio', '13:30', '17:00'), ('road', '08:00', '12:00'), ('road', '13:00', '16:00')) as h (desk, opens, closes),
       generate_series(1, 5) as day
 where not (desk = 'road' and day = 5 and opens = '13:00');
insert into public.booking_hours (desk, weekday, opens, closes) values ('studio', 6, '09:00', '12:00');
insert into public.booking_closures (desk, starts_on, ends_on, reason, created_by)
select desk, private.company_today() + first, private.company_today() + last, reason, (select id from auth.users where email = 'victor@example.com')
  from (values (null, pg_temp.christmas() - private.company_today(), pg_temp.christmas() - private.company_today() + 9, 'Christmas and New Year'), ('road', 9, 9, 'Service of both vans')) as c (desk, first, last, reason);

-- The public holidays of the country from today to the end of the next year, closed for bookings and production as the start in a country
-- closes them. facts.test.ts compares them with those of src/features/site/country/facts/holidays.ts; E-2 is two days before Easter.
create temporary table holiday as
select case when rule like 'E%' then (e.march_1 + e.days) + substr(rule, 2)::int else make_date(y.year, left(rule, 2)::int, right(rule, 2)::int) end as on_day, name
  from (values
    ('01-01', 'New Year’s Day'), ('02-10', 'St Paul’s Shipwreck'), ('03-19', 'St Joseph'), ('03-31', 'Freedom Day'), ('E-2', 'Good Friday'),
    ('05-01', 'Labour Day'), ('06-07', 'Sette Giugno'), ('06-29', 'St Peter and St Paul'), ('08-15', 'Assumption'), ('09-08', 'Victory Day'),
    ('09-21', 'Independence Day'), ('12-08', 'Immaculate Conception'), ('12-13', 'Republic Day'), ('12-25', 'Christmas Day')) as listed (rule, name)
  cross join lateral (select extract(year from private.company_today())::int + n as year from generate_series(0, 1) as n) as y
  cross join lateral (select y.year % 19 as a, y.year / 100 as b, y.year % 100 as c) as p
  cross join lateral (select (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30 as d) as q
  cross join lateral (select (32 + 2 * (b % 4) + 2 * (c / 4) - d - c % 4) % 7 as f) as r
  cross join lateral (select make_date(y.year, 3, 1) as march_1, d + f - 7 * ((a + 11 * d + 22 * f) / 451) + 21 as days) as e;
insert into public.booking_closures (starts_on, ends_on, reason)
select on_day, on_day, name from holiday h where on_day >= private.company_today()
   and not exists (select from public.booking_closures c where c.desk is null and h.on_day between c.starts_on and c.ends_on);
insert into public.work_centre_closures (starts_on, ends_on, reason)
select on_day, on_day, name from holiday h where on_day >= private.company_today()
   and not exists (select from public.work_centre_closures c where c.work_centre_id is null and h.on_day between c.starts_on and c.ends_on);
drop table holiday;

-- Some of the possible times of six weeks before today and two after it, one of each desk at most two hours apart.
with chosen as (
  select t.id as type_id, t.slug, t.desk, t.minutes, t.gap_minutes, s.at,
         row_number() over (order by s.at, t.slug) as n, pg_temp.site_dice('booking ' || t.slug || s.at::date || extract(hour from s.at)) as dice
    from public.booking_types t
    cross join lateral private.booking_starts(t, private.company_today() - 42, private.company_today() + 14) as s(at)
   where (t.slug, extract(minute from s.at at time zone private.company_zone()), extract(hour from s.at at time zone private.company_zone()))
         in (('samples', 30, 9), ('samples', 30, 14), ('call', 30, 11), ('survey', 0, 10), ('survey', 0, 14), ('samples', 0, 11))
), booked as (
  select *, row_number() over (order by at, slug) as place from chosen where dice < 0.55
    and not (slug = 'call' and extract(isodow from at) = 6)
    and not (slug = 'samples' and extract(isodow from at) < 6 and extract(hour from at at time zone private.company_zone()) = 11)
)
insert into public.bookings (id, public_uuid, reference, type_id, desk, starts_at, ends_at, busy_until, status, name, email, phone, company, address,
  note, source, created_at, cancelled_by, cancel_reason, moved)
select pg_temp.site_key('booking ' || place), pg_temp.site_key('link ' || place),
       format('BK-%s-%s', extract(year from at)::int, lpad(place::text, 4, '0')), type_id, desk, at, at + make_interval(mins => minutes),
       at + make_interval(mins => minutes + gap_minutes),
       case when dice < 0.04 then 'cancelled' when at > now() then 'confirmed' when dice < 0.1 then 'no_show' else 'done' end,
       (array['Anna Vella', 'Kurt Farrugia', 'Maria Borg', 'Joe Zammit', 'Claire Attard', 'Peter Camilleri', 'Rita Galea', 'Mark Spiteri', 'Nadine Sant', 'Luke Micallef'])[1 + place % 10],
       'visitor' || place % 10 || '@example.com', '+356 5550 02' || lpad((place % 100)::text, 2, '0'),
       (array['Borg Bakery', null, 'Harbour Chandlery', null, 'Studio Attard', 'Camilleri Dental'])[1 + place % 6],
       case when slug = 'survey' then (array['22 Triq il-Kbira, Mosta', '5 Strand, Sliema', '140 Republic Street, Valletta'])[1 + place % 3] end,
       (array['A fascia of about five metres', null, 'Halo letters on limestone', 'Two vans', null])[1 + place % 5],
       case when place % 4 = 0 then 'office' else 'site' end, least(at - interval '5 days', now() - interval '1 hour') - dice * interval '3 days',
       case when dice < 0.04 then 'client' end, case when dice < 0.04 then 'Ill' end, case when dice > 0.5 then 1 else 0 end
  from booked;
insert into private.document_sequences (prefix, year, last_number)
select 'BK', year, count(*) + 1000 from (select extract(year from starts_at)::int as year from public.bookings) as years group by year;

-- ------------------------------------------------------------------------------------------- visits and briefs

-- Sixty days of visitors: more on working days, fewer long ago. Each opens one to four pages.
insert into public.page_visits (path, referrer_host, session_hash, device, at)
select case page when 1 then (array['/', '/', '/', '/services', '/services/van-wrap', '/services/led-letters', '/tips-advice/how-large-must-letters-be', '/services/tray-fascia'])[1 + (8 * pg_temp.site_dice('first ' || who))::int % 8]
            when 2 then (array['/services', '/services/tray-fascia', '/services/printed-banner', '/tips-advice', '/services/led-letters'])[1 + (5 * pg_temp.site_dice('second ' || who))::int % 5]
            when 3 then (array['/services/window-film', '/client-registration', '/schedule-appointment', '/tips-advice/files-that-print-well'])[1 + (4 * pg_temp.site_dice('third ' || who))::int % 4]
            else '/appointment-confirmed' end,
       case when page = 1 then (array[null, null, 'www.google.com', 'www.google.com', 'www.google.com', 'www.facebook.com', 'www.instagram.com', 'maps.google.com'])[1 + (8 * pg_temp.site_dice('from ' || who))::int % 8] end,
       left(md5('visitor ' || who), 16), (array['phone', 'phone', 'phone', 'desk', 'desk', 'tablet'])[1 + (6 * pg_temp.site_dice('with ' || who))::int % 6],
       least(now(), ((private.company_today() - day + time '07:00') at time zone private.company_zone()) + pg_temp.site_dice('at ' || who) * interval '13 hours'
         + page * interval '2 minutes')
  from generate_series(0, 59) as day
  cross join lateral generate_series(1, (case when extract(isodow from private.company_today() - day) > 5 then 8 else 20 end + 8 * pg_temp.site_dice('day ' || day) - day / 10)::int) as n
  cross join lateral (select day || '-' || n as who) as visitor
  cross join lateral generate_series(1, 1 + (3.4 * pg_temp.site_dice('pages ' || who))::int) as page
 where day > 0 or ((private.company_today() + time '07:00') at time zone private.company_zone()) + pg_temp.site_dice('at ' || who) * interval '13 hours' < now();

insert into public.design_briefs (id, public_uuid, reference, status, step, answers, name, email, phone, company, sent_at, created_at)
select pg_temp.site_key('brief ' || n), pg_temp.site_key('brief link ' || n), reference, status, step, answers::jsonb, name, email, phone, company,
       case when status <> 'open' then now() - days * interval '1 day' + interval '20 minutes' end, now() - days * interval '1 day'
from (values
  (1, 'BR-' || extract(year from now())::int || '-0001', 'sent', 5, '{"what": "A lit sign above the door of our bakery", "kind": "Lit letters", "place": "Outside", "wall": "Stone", "size": "4.2 × 0.9 m", "seen_from": "Across the street", "words": "Borg Bakery", "colours": "Warm white, bronze", "feeling": "Traditional, Elegant", "light": "Halo lit", "when": "In one or two months", "budget": "€2,000 to €10,000"}', 'Maria Borg', 'maria.borg@example.com', '+356 5550 0301', 'Borg Bakery', 1),
  (2, 'BR-' || extract(year from now())::int || '-0002', 'sent', 5, '{"what": "Lettering for two vans", "kind": "Vehicle", "place": "On a vehicle", "words": "Zammit Plumbing, 24 hours", "colours": "RAL 5015", "feeling": "Bold", "when": "This month", "budget": "€500 to €2,000"}', 'Joe Zammit', 'joe.zammit@example.com', '+356 5550 0302', 'Zammit Plumbing', 4),
  (3, null, 'open', 2, '{"what": "Frosted film for three meeting rooms", "kind": "Window film", "place": "On glass", "wall": "Glass"}', null, null, null, null, 0)
) as b (n, reference, status, step, answers, name, email, phone, company, days);
insert into private.document_sequences (prefix, year, last_number) values ('BR', extract(year from now())::int, 2);

-- What visitors asked for: both briefs, a price for a shop by somebody who then signed up, and one for a client of years that was declined.
insert into public.visitor_requests (id, form, brief_id, reference, name, company, email, phone, words, created_at)
select pg_temp.site_key('request of brief ' || b.reference), 'brief', b.id, b.reference, b.name, b.company, b.email, b.phone, private.words_of_brief(b), b.sent_at
  from public.design_briefs b where b.status = 'sent';
with asked as (
  select pg_temp.site_key('request of ' || c.email) as id, c.id as contact_id, a.name, c.company, c.email, c.phone, a.words, a.status,
         now() - a.hours * interval '1 hour' as at
    from (values
      ('nadia@example.com', 'Nadia Galea', 1, 'open', E'We open a flower shop in March. We need a sign above the door, about 3 m wide, and letters on the window.\n\nCan somebody come and measure?'),
      ('hello@fjamma.example.com', 'Gianluca Ferri', 75, 'declined', 'Menu boards of real slate for the second kitchen, engraved by hand.')
    ) as a (email, name, hours, status, words) join public.contacts c on c.email = a.email
), told as (
  insert into public.contact_notes (id, contact_id, kind, body, author_id, created_at)
  select id, contact_id, 'request', words, null, at from asked
)
insert into public.visitor_requests (id, form, contact_id, name, company, email, phone, words, status, settled_by, settled_at, created_at)
select id, 'client', contact_id, name, company, email, phone, words, status,
       case when status <> 'open' then (select c.user_id from public.contacts c where c.email = 'maria@example.com') end,
       case when status <> 'open' then at + interval '3 hours' end, at
  from asked;

-- The terms were made clearer some weeks ago; both texts are as old as the site.
insert into public.policy_texts (kind, version, body_html, created_at, created_by)
select v.kind, 1, v.words, now() - interval '410 days',
       (select id from auth.users where email = 'victor@example.com')
  from (values
    ('privacy',
     '<p>This page says what {company} (“we”) keeps about people, why, for how long, and what you can ask of us. It is written for clients, for those who visit this website, and for our staff.</p>
<h2>What we keep, and why</h2>
<ul>
<li><strong>Contacts.</strong> Name, business, email, phone, address and, for businesses, the VAT number: to quote, to make, to deliver and to bill what you ordered.</li>
<li><strong>Documents.</strong> Quotations, mockups, orders, delivery notes, invoices and payments. When you approve or sign one, we keep the name, the time and the network address, as proof for both sides.</li>
<li><strong>Files and messages.</strong> Pictures, logos and texts that you send for an order, and what was written about it.</li>
<li><strong>Accounts.</strong> For those who sign in: email, name, picture, role, and a password that we keep only in a form from which nobody can read it.</li>
<li><strong>Work.</strong> For our staff: tasks, working time and schedules.</li>
<li><strong>Visits.</strong> Which pages of this website are read and from where people came, counted without names and without network addresses.</li>
</ul>
<h2>On which ground</h2>
<p>We need most of this to prepare and to fulfil a contract with you. Invoices and payments are kept because the law asks for it. Security records and the counting of visits serve our justified interest in a safe and useful website. Where we ask for your consent, you may take it back at any time.</p>
<h2>For how long</h2>
<p>Accounting documents as long as tax law demands; contacts and files as long as we work for each other and as long afterwards as claims are possible. Requests that came to nothing are deleted when they are no longer needed. An account is removed when it is closed.</p>
<h2>Who else sees it</h2>
<p>Only those who help us to do the work, and only what they need: the provider of our servers, of our mails and of card payments, carriers and installers, our accountant, and authorities where the law obliges us. We sell nothing to anybody. Card numbers go to the payment provider and never to us.</p>
<h2>In your browser</h2>
<p>This website sets no advertising cookies and does not follow you elsewhere. It stores in your browser only what it needs to work: that you are signed in, whether you like the light or the dark theme, and drafts that you have not sent yet.</p>
<h2>What you can ask of us</h2>
<p>You may ask what we keep about you, have it corrected, deleted or handed over, limit its use, or object to it. Write to us; we answer within a month. If you think that we do it wrong, you may also turn to the data protection authority of your country.</p>'),
    ('terms',
     '<p>These terms hold for everything that {company} (“we”) designs, makes, delivers and installs for its clients (“you”), and for the use of this website. An order means that you agree to them. What we agreed with you in writing for one order comes before them.</p>
<h2>1. Quotations and orders</h2>
<p>A quotation holds until the date written on it, otherwise for 30 days. Prices are in the currency of the quotation; VAT is shown apart. An order is made when you approve the quotation, on this website or in writing, and, where a deposit is asked for, when the deposit has arrived. Whoever approves a quotation confirms that they may do so for your business.</p>
<h2>2. Artwork, mockups and approval</h2>
<p>You make sure that you may use the texts, pictures, logos and fonts that you give us. We show you a mockup before we produce. Please check spelling, sizes, colours and quantities: what you approved is what we make. Colours on a screen differ from colours on a material; where a colour must match, ask us for a sample. Changes after approval are new work, which we quote before we do it.</p>
<h2>3. Prices, deposits and payment</h2>
<p>A deposit is due when the order is made. Invoices are due on the date written on them. Goods remain ours until they are paid in full. When a payment is late we may hold work and deliveries, and charge the interest and the costs that the law allows for late payment between businesses.</p>
<h2>4. Production, delivery and installation</h2>
<p>Dates are our best estimate and begin with the approved mockup and the deposit. Delivery may come in parts; the delivery note says what was handed over and what is still to come. For installation you give us safe access to the place, and you obtain the permits that the sign or the building needs, unless the quotation says that we do.</p>
<h2>5. Checking and complaints</h2>
<p>Please check what you receive, and note visible damage on the delivery note or tell us within 7 days. Hidden defects: please tell us within 7 days after you found them. We repair or replace what is not as agreed; where that is not possible, we lower the price or take the goods back. Usual tolerances of the trade in size, colour and quantity are not defects.</p>
<h2>6. Cancelling</h2>
<p>Signs and prints are made for you, so they cannot be returned because of a change of mind. When you cancel an order, you pay what was done and bought for it until then.</p>
<h2>7. Guarantee and liability</h2>
<p>The rights that the law gives you stay untouched. Materials outdoors age; the quotation says how long a material is meant to last and how to care for it. We are liable for damage that we caused by intent or by gross negligence; for slight negligence only up to the value of the order. Nothing here limits liability that the law does not allow to be limited, such as for injury to people.</p>
<h2>8. Designs and files</h2>
<p>Drafts and designs remain ours until they are paid for. After payment you may use the approved design for the purpose of the order. Working files are handed over where the quotation says so.</p>
<h2>9. Using this website</h2>
<p>Links to quotations, mockups, invoices and statements are meant for those who received them: please pass them on only to people who may see them. Do not try to reach what is not meant for you, and do not disturb the service.</p>
<h2>10. Law and disputes</h2>
<p>The law of the country of our registered office holds, and its courts decide, unless the law gives a consumer another right. If one of these terms is not valid, the others remain.</p>')
  ) as v (kind, words);
insert into public.policy_texts (kind, version, body_html, created_at, created_by)
select kind, 2, replace(body_html, 'otherwise for 30 days', 'otherwise for 30 days from the day it was sent'), now() - interval '38 days', created_by
  from public.policy_texts where kind = 'terms';

drop function pg_temp.site_key(text), pg_temp.site_dice(text), pg_temp.christmas();
