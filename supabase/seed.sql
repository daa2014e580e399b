-- DEMO DATA. An invented sign company on Malta: its people, its clients and a fortnight of its work, with dates relative
-- to today. For trying, developing and testing only: every account has the password `signwright`. Nobody in it exists.

-- Short words for the rows below. They are dropped at the end.

create function pg_temp.demo_id(kind text, n int) returns uuid language sql immutable as $$
  select (kind || '000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid
$$;

-- A colleague by first name.
create function pg_temp.who(first_name text) returns uuid language sql stable as $$
  select id from auth.users where email = first_name || '@example.com'
$$;

create function pg_temp.team(first_names text) returns uuid[] language sql stable as $$
  select coalesce(array_agg(pg_temp.who(name) order by position), '{}')
    from unnest(string_to_array(nullif(first_names, ''), ' ')) with ordinality as listed (name, position)
$$;

create function pg_temp.ago(span text) returns timestamptz language sql stable as $$ select now() - span::interval $$;

-- A task's description: a paragraph, then its checklist. An item is done when it starts with `x `.
create function pg_temp.brief(html text, items text[] default '{}') returns text language sql immutable as $$
  select html || case when cardinality(items) = 0 then '' else
    '<ul class="todo-list" data-list="todo">' || (
      select string_agg(
        format('<li data-list="%s" data-id="todo-%s">%s</li>',
          case when item like 'x %' then 'checked' else 'unchecked' end, position, regexp_replace(item, '^[x-] ', '')),
        '' order by position)
        from unnest(items) with ordinality as listed (item, position)) || '</ul>' end
$$;

create function pg_temp.mention(name text) returns text language sql immutable as $$
  select format('<span class="mention">@%s</span>', name)
$$;

create function pg_temp.iso(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Whole seconds as HH:MM:SS; hours may grow beyond two digits.
create function pg_temp.hms(seconds int) returns text language sql immutable as $$
  select lpad((seconds / 3600)::text, greatest(2, length((seconds / 3600)::text)), '0')
      || to_char(make_interval(secs => seconds % 3600), ':MI:SS')
$$;

-- One session of a timer. Without an end it runs; a pause ends it at that moment.
create function pg_temp.session(started timestamptz, ended timestamptz, is_pause boolean) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'startTime', pg_temp.iso(started),
    'endTime', pg_temp.iso(ended),
    'duration', pg_temp.hms(coalesce(round(extract(epoch from ended - started))::int, 0)),
    'isPaused', is_pause,
    'pausedAt', case when is_pause then pg_temp.iso(ended) end)
$$;

create function pg_temp.total(sessions jsonb) returns text language sql stable as $$
  select pg_temp.hms(coalesce(sum(extract(epoch from (one ->> 'duration')::interval))::int, 0))
    from jsonb_array_elements(sessions) as listed (one)
$$;

-- The day of the company, which near midnight is not that of the database.
create function pg_temp.today() returns date language sql stable as $$ select (now() at time zone 'Europe/Malta')::date $$;

-- The n-th working day before today, or after it when n is negative.
create function pg_temp.workday(n int) returns date language sql stable as $$
  select pg_temp.today() - sign(n)::int * distance
    from generate_series(1, 60) as distance
   where extract(isodow from pg_temp.today() - sign(n)::int * distance) < 6
   order by distance offset abs(n) - 1 limit 1
$$;

-- ---------------------------------------------------------------------------------------------------------- accounts

create temporary table people (n int, first_name text, last_name text, role public.app_role);
insert into people values
  (1, 'Victor', 'Camilleri', 'admin'),
  (2, 'Maria', 'Vella', 'sales'),
  (3, 'Luke', 'Borg', 'sales'),
  (4, 'Rita', 'Farrugia', 'account_manager'),
  (5, 'Paul', 'Grech', 'accounts'),
  (6, 'Joanne', 'Mifsud', 'accounts'),
  (7, 'Elena', 'Zammit', 'team_member'),
  (8, 'Nico', 'Attard', 'team_member'),
  (9, 'Mark', 'Spiteri', 'team_member'),
  (10, 'Karl', 'Fenech', 'team_member'),
  (11, 'Tony', 'Bonnici', 'team_member'),
  (12, 'Glenn', 'Pace', 'team_member'),
  (13, 'Nadia', 'Galea', 'pending'),
  (14, 'Sarah', 'Micallef', 'client'),
  (15, 'Dennis', 'Cutajar', 'client');

insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
  created_at, updated_at)
select pg_temp.demo_id('a1', n), 'authenticated', 'authenticated', lower(first_name) || '@example.com',
       extensions.crypt('signwright', extensions.gen_salt('bf', 10)), joined, '{"provider": "email", "providers": ["email"]}',
       jsonb_build_object('name', first_name || ' ' || last_name), joined, joined
  from people, lateral (
    select case role when 'pending' then now() - interval '50 minutes' else now() - (900 - 31 * n) * interval '1 day' end
  ) as account (joined);

insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
select pg_temp.demo_id('a2', n), u.id, 'email', u.id::text,
       jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true), u.created_at, u.created_at
  from people join auth.users u on u.id = pg_temp.demo_id('a1', n);

-- Hosted Supabase finds only accounts of the nil instance, and fails on a token that is null instead of empty. Its own
-- migrations of accounts tell it from the embedded backend, where an empty token would be one that could be guessed.
do $$
begin
  if to_regclass('auth.schema_migrations') is not null then
    execute 'update auth.users set instance_id = $1, confirmation_token = $2, recovery_token = $2, email_change = $2,
      email_change_token_new = $2 where instance_id is null' using '00000000-0000-0000-0000-000000000000'::uuid, '';
  end if;
end $$;

insert into public.user_roles (user_id, role, created_at)
select u.id, people.role, u.created_at from people join auth.users u on u.id = pg_temp.demo_id('a1', n);

-- People of the house. Nico has been given a temporary password; Nadia waits for approval.
insert into public.contacts (id, user_id, name, last_name, email, company, type, profile, created_at, has_temporary_password)
select pg_temp.demo_id('c0', n), u.id, first_name, last_name, u.email, case when people.role <> 'pending' then 'Tramuntana Signs' end,
       'Person', case people.role when 'pending' then 'pending_verification' else 'verified' end, u.created_at, first_name = 'Nico'
  from people join auth.users u on u.id = pg_temp.demo_id('a1', n)
 where people.role <> 'client';

-- Whom the sign-in page offers, in this order.
create table private.demo_accounts (
  position int primary key,
  email    text not null unique,
  name     text not null,
  role     public.app_role not null
);
comment on table private.demo_accounts is 'Demo only: the people whom the sign-in page offers. Their password is `signwright`.';
alter table private.demo_accounts enable row level security;
revoke all on private.demo_accounts from anon, authenticated;

insert into private.demo_accounts (position, email, name, role)
select place, lower(first_name) || '@example.com', first_name || ' ' || last_name, role
  from people join (values
    ('Victor', 1), ('Maria', 2), ('Rita', 3), ('Paul', 4), ('Elena', 5), ('Glenn', 6), ('Luke', 7), ('Nico', 8),
    ('Sarah', 9), ('Dennis', 10), ('Nadia', 11)
  ) as offered (first_name, place) using (first_name);

-- ---------------------------------------------------------------------------------------------------------- contacts

-- Sarah and Dennis sign in for their businesses, and so see the papers of those.
insert into public.contacts (id, user_id, name, email, phone, company, type, profile, created_at)
select pg_temp.demo_id('b1', n), pg_temp.who(account), name, mail || '.example.com', '+356 5550 ' || lpad((100 + 7 * n)::text, 4, '0'),
       name, 'Business', 'verified', pg_temp.ago(months || ' months')
  from (values
    (1, 'Harbour Light Hotel', 'office@harbourlight', 31, 'sarah'),
    (2, 'Blue Buoy Diving', 'dive@bluebuoy', 26, 'dennis'),
    (3, 'Ta'' Ġorġina Bakery', 'oven@tagorgina', 24, null),
    (4, 'Lighthouse Pharmacy', 'counter@lighthousepharmacy', 23, null),
    (5, 'Kite & Anchor Pub', 'bar@kiteandanchor', 22, null),
    (6, 'Three Villages Dental', 'desk@threevillages', 20, null),
    (7, 'Fjamma Pizza', 'hello@fjamma', 19, null),
    (8, 'Limestone Estates', 'marketing@limestone-estates', 18, null),
    (9, 'Saltpan Fish Market', 'stall@saltpan', 17, null),
    (10, 'Northwind Logistics', 'fleet@northwind', 16, null),
    (11, 'Sunbird Car Hire', 'fleet@sunbird', 15, null),
    (12, 'Olive & Thyme Grocers', 'shop@oliveandthyme', 14, null),
    (13, 'Bastion Law Chambers', 'chambers@bastion', 13, null),
    (14, 'Little Herons Nursery', 'office@littleherons', 12, null),
    (15, 'Cobalt Gym', 'front@cobaltgym', 11, null),
    (16, 'Marigold Florist', 'flowers@marigold', 10, null),
    (17, 'Gantry Construction', 'site@gantry', 9, null),
    (18, 'Copperleaf Café', 'table@copperleaf', 8, null),
    (19, 'Wied Ferry Lines', 'terminal@wiedferry', 7, null),
    (20, 'Parrot Paper & Toys', 'shop@parrotpaper', 6, null),
    (21, 'Two Stroke Garage', 'workshop@twostroke', 5, null),
    (22, 'Sirocco Events', 'stage@sirocco', 4, null),
    (23, 'Calypso Optics', 'eyes@calypso', 3, null),
    (24, 'Granary Books', 'till@granarybooks', 2, null),
    (25, 'Kestrel Security', 'control@kestrel', 1, null)
  ) as listed (n, name, mail, months, account);

insert into public.contacts (id, name, last_name, email, mobile, company, type, profile, created_at)
select pg_temp.demo_id('c1', n), first_name, listed.last_name,
       lower(translate(first_name || '.' || listed.last_name, 'ĠġĦħŻżĊċ', 'GgHhZzCc')) || '@' || split_part(client.email, '@', 2),
       '+356 5550 ' || 3000 + n,
       client.name, 'Person', 'verified', client.created_at + interval '1 day'
  from (values
    (1, 'Sarah', 'Micallef', 1), (2, 'Ian', 'Schembri', 1), (3, 'Dennis', 'Cutajar', 2), (4, 'Yana', 'Debono', 2),
    (5, 'Ġorġina', 'Abela', 3), (6, 'Pierre', 'Abela', 3), (7, 'Lorraine', 'Cauchi', 4), (8, 'Fergus', 'Doyle', 5),
    (9, 'Mireille', 'Sant', 5), (10, 'Antoine', 'Busuttil', 6), (11, 'Claire', 'Xuereb', 6), (12, 'Gianluca', 'Ferri', 7),
    (13, 'Daniela', 'Psaila', 8), (14, 'Kurt', 'Azzopardi', 8), (15, 'Żaren', 'Bugeja', 9), (16, 'Stephen', 'Caruana', 10),
    (17, 'Ritienne', 'Muscat', 10), (18, 'Josef', 'Agius', 11), (19, 'Amy', 'Portelli', 11), (20, 'Carmen', 'Saliba', 12),
    (21, 'Edward', 'Naudi', 13), (22, 'Sophie', 'Tabone', 13), (23, 'Bernardette', 'Gatt', 14), (24, 'Clint', 'Vassallo', 15),
    (25, 'Deborah', 'Scerri', 15), (26, 'Marisa', 'Calleja', 16), (27, 'Charles', 'Buhagiar', 17), (28, 'Owen', 'Tanti', 17),
    (29, 'Isabel', 'Sultana', 18), (30, 'Ġanni', 'Refalo', 19), (31, 'Francesca', 'Rapa', 19), (32, 'Moira', 'Ellul', 20),
    (33, 'Brian', 'Sammut', 21), (34, 'Keith', 'Cassar', 22), (35, 'Tiziana', 'Lombardi', 22), (36, 'Doris', 'Xerri', 23),
    (37, 'Henry', 'Grima', 24), (38, 'Alexia', 'Falzon', 24), (39, 'Ray', 'Desira', 25), (40, 'Simone', 'Baldacchino', 25)
  ) as listed (n, first_name, last_name, business)
  join public.contacts client on client.id = pg_temp.demo_id('b1', business);

insert into public.locations (id, label, address, city, state, country, lat, lng, business_id, created_at)
select pg_temp.demo_id('51', n), label, listed.address, listed.city, null, 'Malta', lat, lng, client.id, client.created_at + interval '2 days'
  from (values
    (1, 1, 'Main entrance', '18 Triq it-Torri', 'Sliema', 35.9137, 14.5052),
    (2, 1, 'Lido and beach bar', 'Xatt Tas-Sliema', 'Sliema', 35.9089, 14.5091),
    (3, 2, 'Dive centre', '4 Triq il-Gifen', 'Buġibba', 35.9512, 14.4136),
    (4, 3, 'Bakery', '7 Triq San Girgor', 'Żejtun', 35.8558, 14.5331),
    (5, 3, 'Second shop', '22 Triq il-Kbira', 'Żabbar', 35.8764, 14.5358),
    (6, 4, 'Pharmacy', '61 Triq il-Wied', 'Birkirkara', 35.8972, 14.4611),
    (7, 5, 'Pub', '9 Triq San Ġorġ', 'St Julian''s', 35.9203, 14.4903),
    (8, 6, 'Clinic', '33 Triq il-Linja', 'Attard', 35.8897, 14.4369),
    (9, 7, 'Restaurant', '12 Pjazza Rotunda', 'Mosta', 35.9092, 14.4256),
    (10, 8, 'Head office', '101 Triq il-Merkanti', 'Valletta', 35.8986, 14.5130),
    (11, 8, 'Show apartment', '5 Triq ix-Xatt', 'Gżira', 35.9059, 14.4956),
    (12, 9, 'Market stall', 'Xatt is-Sajjieda', 'Marsaxlokk', 35.8417, 14.5431),
    (13, 10, 'Warehouse, gate B', 'HF 62, Industrial Estate', 'Ħal Far', 35.8192, 14.5089),
    (14, 11, 'Airport desk', 'Arrivals hall', 'Luqa', 35.8500, 14.4956),
    (15, 11, 'Fleet yard', '8 Triq il-Karwija', 'Gudja', 35.8478, 14.5030),
    (16, 12, 'Shop', '40 Triq San Pawl', 'Rabat', 35.8814, 14.3989),
    (17, 13, 'Chambers', '27 Triq Sant''Orsla', 'Valletta', 35.8973, 14.5137),
    (18, 14, 'Nursery', '15 Triq il-Ferrovija', 'Birkirkara', 35.8953, 14.4653),
    (19, 15, 'Gym', '2 Triq il-Qasam', 'Swieqi', 35.9219, 14.4811),
    (20, 16, 'Shop', '19 Triq it-Tliet Knejjes', 'Balzan', 35.8989, 14.4533),
    (21, 17, 'Tower site', 'Triq Durumblat', 'Mosta', 35.9110, 14.4294),
    (22, 18, 'Café', '77 Triq Manoel de Vilhena', 'Gżira', 35.9047, 14.4936),
    (23, 19, 'Ferry terminal', 'Xatt il-Mġarr', 'Mġarr', 36.0254, 14.2986),
    (24, 20, 'Shop', '54 Pjazza Antoine de Paule', 'Paola', 35.8731, 14.5075),
    (25, 21, 'Workshop', '11 Triq Mannarino', 'Ħamrun', 35.8861, 14.4886),
    (26, 22, 'Store and office', '3 Triq Bellavista', 'San Ġwann', 35.9078, 14.4767),
    (27, 23, 'Shop', '6 Triq ir-Repubblika', 'Victoria', 36.0443, 14.2397),
    (28, 24, 'Bookshop', '14 Triq id-Dejqa', 'Valletta', 35.8979, 14.5125),
    (29, 25, 'Control room', '90 Triq l-Imdina', 'Qormi', 35.8794, 14.4719),
    (30, 25, 'Vehicle depot', '1 Triq il-Ħaddiema', 'Marsa', 35.8792, 14.4958)
  ) as listed (n, business, label, address, city, lat, lng)
  join public.contacts client on client.id = pg_temp.demo_id('b1', business);

-- ---------------------------------------------------------------------------------------------- cards of contacts

-- People belong to their business by its name; businesses have terms, a VAT number and somebody who looks after them.
insert into public.contact_relations (contact_id, related_contact_id, relation, is_primary, created_at)
select person.id, business.id, 'works_for', true, person.created_at
  from public.contacts person
  join public.contacts business on business.type = 'Business' and business.company = person.company
 where person.type = 'Person' and person.user_id is null;

update public.contacts
   set contact_type_id = (select id from public.contact_types where name = 'Client'),
       vat_number = 'MT' || (10000000 + 371 * right(id::text, 3)::int),
       payment_terms_days = (array[14, 30, 60])[1 + right(id::text, 3)::int % 3],
       address_line = site.address,
       city = site.city,
       postcode = post.code || ' ' || 1000 + 137 * right(contacts.id::text, 3)::int % 4000,
       country = 'Malta',
       account_manager_id = pg_temp.who('maria')
  from (select distinct on (business_id) business_id, address, city from public.locations order by business_id, id) as site
  join (values ('Sliema', 'SLM'), ('Buġibba', 'SPB'), ('Żejtun', 'ZTN'), ('Birkirkara', 'BKR'), ('St Julian''s', 'STJ'), ('Attard', 'ATD'),
         ('Mosta', 'MST'), ('Valletta', 'VLT'), ('Marsaxlokk', 'MXK'), ('Ħal Far', 'BBG'), ('Luqa', 'LQA'), ('Rabat', 'RBT'), ('Swieqi', 'SWQ'),
         ('Balzan', 'BZN'), ('Gżira', 'GZR'), ('Mġarr', 'GSM'), ('Paola', 'PLA'), ('Ħamrun', 'HMR'), ('San Ġwann', 'SGN'), ('Victoria', 'VCT'),
         ('Qormi', 'QRM')) as post (city, code) using (city)
 where contacts.type = 'Business' and site.business_id = contacts.id;

-- ------------------------------------------------------------------------------------- quotations, jobs, deliveries

create temporary table quoted (n int, business int, days int, status text, net numeric, title text);
insert into quoted values
  (1, 1, 41, 'converted', 2840.00, 'Reception lightbox and 64 room number plaques'),
  (2, 3, 38, 'converted', 4615.50, 'ACM tray fascia with built-up LED letters, 5.4 m'),
  (3, 5, 36, 'converted', 1290.00, 'Projecting sign, double sided, and two chalk menu boards'),
  (4, 10, 33, 'converted', 3960.00, 'Part livery for four panel vans, cast wrap'),
  (5, 8, 31, 'converted', 888.00, 'Correx sale and to-let boards 600 × 800, 60 pieces'),
  (6, 7, 30, 'converted', 742.40, 'Six 440 g banners, hemmed and eyeleted, and two A-frames'),
  (7, 9, 27, 'converted', 365.00, 'Price boards, 5 mm Foamex, wipe-clean laminate'),
  (8, 17, 24, 'approved', 9870.00, 'Site hoarding, 48 m of printed and laminated ACM panels'),
  (9, 11, 22, 'approved', 3190.00, 'Door pairs for 22 hire cars, polymeric vinyl'),
  (10, 15, 20, 'approved', 1480.75, 'Frosted film to glass doors, one-way vision to street side'),
  (11, 24, 18, 'approved', 1125.00, 'Hanging sign, CNC-cut marine ply, hand-finished'),
  (12, 13, 16, 'change_requested', 960.00, 'Engraved acrylic plaques on stand-offs, 8 pieces'),
  (13, 16, 15, 'change_requested', 2250.00, 'Full van wrap, gloss laminate'),
  (14, 2, 12, 'sent', 5340.00, 'Totem 3.2 m, internally lit, and window graphics'),
  (15, 6, 11, 'sent', 1675.00, 'Flat-cut acrylic letters for reception, 10 mm, painted'),
  (16, 14, 9, 'sent', 1310.00, 'Corridor mural, printed wallpaper, 18 m²'),
  (17, 25, 8, 'sent', 1160.00, 'Magnetic panels for eight patrol cars'),
  (18, 12, 6, 'sent', 534.90, 'Canvas prints and Foamex shelf talkers'),
  (19, 18, 4, 'draft', 1890.00, 'Menu lightbox and shopfront vinyl'),
  (20, 19, 3, 'draft', 8420.00, 'Terminal wayfinding, 34 signs, bilingual'),
  (21, 23, 1, 'draft', 3275.00, 'Illuminated fascia with push-through letters'),
  (22, 20, 74, 'expired', 410.00, 'Window vinyl for the sale, both windows'),
  (23, 4, 66, 'expired', 2980.00, 'Pharmacy cross, double sided, LED'),
  (24, 22, 52, 'rejected', 1945.00, 'Stage scrim, mesh banner 12 × 6 m'),
  (25, 21, 47, 'cancelled', 1120.00, 'Roller shutter wrap');

insert into public.quotations (id, quotation_number, status, created_at, contact_id, public_uuid, project_title, valid_until,
  net, vat, created_by)
select pg_temp.demo_id('91', n), format('Q%s-%s', to_char(day, 'YY'), lpad((611 + row_number() over (order by day))::text, 4, '0')), status, day,
       pg_temp.demo_id('b1', business), pg_temp.demo_id('92', n), title, (day + interval '30 days')::date,
       net, trunc(net * 0.18, 2), pg_temp.who((array['maria', 'luke', 'rita'])[1 + n % 3])
  from quoted, lateral (select pg_temp.ago(days || ' days') - n * interval '7 minutes') as made (day);

-- Two lines and an option each; triggers add them up to the net above.
insert into public.vat_rates (code, label, rate, country, is_default, sort) values
  ('mt-18', 'Standard 18 %', 18, 'Malta', true, 1), ('mt-12', 'Reduced 12 %', 12, 'Malta', false, 2),
  ('mt-7', 'Reduced 7 %', 7, 'Malta', false, 3), ('mt-5', 'Reduced 5 %', 5, 'Malta', false, 4),
  ('mt-0', 'Zero rated', 0, 'Malta', false, 5);
-- As the start of a country proposes them for Malta.
insert into public.vat_rates (code, label, rate, country, treatment, sort) values
  ('mt-reverse-charge', 'Reverse charge, business in another EU country', 0, 'Malta', 'reverse_charge', 6),
  ('mt-intra-community', 'Goods to a business in another EU country', 0, 'Malta', 'intra_community', 7),
  ('mt-export', 'Export', 0, 'Malta', 'export', 8),
  ('mt-outside', 'Work for a business outside the country, not taxable here', 0, 'Malta', 'outside', 9);

-- The catalogue: what is bought, how machines work it, and what it is sold for.
insert into public.item_categories (name) values ('Sheets'), ('Rolls'), ('Lighting'), ('Fixings'), ('Inks');
insert into public.item_types (category_id, name)
select c.id, t.name from (values ('Sheets', 'Composite panel'), ('Sheets', 'PVC foam board'), ('Sheets', 'Acrylic'), ('Sheets', 'Corrugated board'),
    ('Rolls', 'Printed vinyl'), ('Rolls', 'Banner'), ('Rolls', 'Window film'), ('Rolls', 'Laminate'), ('Lighting', 'LED module'),
    ('Lighting', 'Power supply'), ('Fixings', 'Stand-off'), ('Fixings', 'Tape'), ('Fixings', 'Rail'), ('Lighting', 'Wire'), ('Rolls', 'Return strip'), ('Inks', 'Eco-solvent ink')) as t (category, name)
  join public.item_categories c on c.name = t.category;
insert into public.brands (name) values ('Northlight'), ('Plastika'), ('Verra Films'), ('Harbour Textiles');
insert into public.material_types (name, density_g_cm3, note) values
  ('Aluminium composite', 1.27, '3 mm: two skins of 0.3 mm'), ('PVC foam', 0.6, 'Foamex'), ('Cast acrylic', 1.18, null),
  ('Corrugated polypropylene', 0.17, 'Correx'), ('MDF', 0.75, null), ('Monomeric vinyl', null, 'Short term'),
  ('Polymeric vinyl', null, 'Five to seven years'), ('Cast vinyl', null, 'Vehicles'), ('PVC banner', null, '440 to 510 g/m²'), ('Window film', null, null);
insert into public.variant_colors (name, hex, ral) values ('Pure white', '#f1ece1', '9010'), ('Jet black', '#0e0e10', '9005'),
  ('Traffic red', '#bb1e10', '3020'), ('Ultramarine blue', '#1d334a', '5002'), ('Signal yellow', '#f0ca00', '1003'),
  ('Traffic green', '#007243', '6024'), ('Opal', '#f7f7f2', null), ('Clear', '#eaf3f6', null);
insert into public.bit_types (name, shape, diameter_mm, flutes, angle_deg, max_rpm) values
  ('Single flute 3 mm', 'end_mill', 3, 1, null, 24000), ('Single flute 6 mm', 'end_mill', 6, 1, null, 24000),
  ('Two flute 6 mm', 'end_mill', 6, 2, null, 24000), ('V-groove 90°', 'v_groove', 16, 2, 90, 18000),
  ('V-groove 135°', 'v_groove', 16, 2, 135, 18000), ('Engraver 0.2 mm', 'engraver', 6, 1, 30, 24000);

insert into public.inventory_items (id, sku, name, type_id, material_type_id, color_id, brand_id, form, width_mm, length_mm, thickness_mm,
  weight_kg_m2, buy_unit, sell_unit, sell_per_buy)
select pg_temp.demo_id('a1', n), sku, s.name, t.id, m.id, c.id, b.id, form, width, length, thick, kg, bought, sold, per
  from (values
    (1, 'ACM3-W-3050', 'ACM 3 mm white 3050 × 1500', 'Composite panel', 'Aluminium composite', 'Pure white', 'Northlight', 'sheet', 1500, 3050, 3, 3.8, 'sheet', 'm2', 4.575),
    (2, 'ACM3-W-2440', 'ACM 3 mm white 2440 × 1220', 'Composite panel', 'Aluminium composite', 'Pure white', 'Northlight', 'sheet', 1220, 2440, 3, 3.8, 'sheet', 'm2', 2.9768),
    (3, 'FX3-W', 'Foamex 3 mm white', 'PVC foam board', 'PVC foam', 'Pure white', 'Plastika', 'sheet', 1220, 3050, 3, 1.8, 'sheet', 'm2', 3.721),
    (4, 'FX5-W', 'Foamex 5 mm white', 'PVC foam board', 'PVC foam', 'Pure white', 'Plastika', 'sheet', 1220, 3050, 5, 3, 'sheet', 'm2', 3.721),
    (5, 'FX10-W', 'Foamex 10 mm white', 'PVC foam board', 'PVC foam', 'Pure white', 'Plastika', 'sheet', 1220, 3050, 10, 5.5, 'sheet', 'm2', 3.721),
    (6, 'AC3-CLR', 'Acrylic 3 mm clear', 'Acrylic', 'Cast acrylic', 'Clear', 'Plastika', 'sheet', 1520, 2050, 3, 3.54, 'sheet', 'm2', 3.116),
    (7, 'AC5-OPAL', 'Acrylic 5 mm opal', 'Acrylic', 'Cast acrylic', 'Opal', 'Plastika', 'sheet', 2030, 3050, 5, 5.9, 'sheet', 'm2', 6.1915),
    (8, 'AC10-CLR', 'Acrylic 10 mm clear', 'Acrylic', 'Cast acrylic', 'Clear', 'Plastika', 'sheet', 2030, 3050, 10, 11.8, 'sheet', 'm2', 6.1915),
    (9, 'CX4-W', 'Correx 4 mm white', 'Corrugated board', 'Corrugated polypropylene', 'Pure white', 'Plastika', 'sheet', 1220, 2440, 4, 0.7, 'sheet', 'm2', 2.9768),
    (10, 'VM-137', 'Monomeric vinyl 1370 mm', 'Printed vinyl', 'Monomeric vinyl', 'Pure white', 'Verra Films', 'roll', 1370, 50000, null, null, 'roll', 'm2', 68.5),
    (11, 'VP-137', 'Polymeric vinyl 1370 mm', 'Printed vinyl', 'Polymeric vinyl', 'Pure white', 'Verra Films', 'roll', 1370, 50000, null, null, 'roll', 'm2', 68.5),
    (12, 'VC-137', 'Cast wrap vinyl 1370 mm', 'Printed vinyl', 'Cast vinyl', 'Pure white', 'Verra Films', 'roll', 1370, 50000, null, null, 'roll', 'm2', 68.5),
    (13, 'LAM-137', 'Laminate gloss 1370 mm', 'Laminate', 'Polymeric vinyl', null, 'Verra Films', 'roll', 1370, 50000, null, null, 'roll', 'm2', 68.5),
    (14, 'BN440-160', 'Banner 440 g 1600 mm', 'Banner', 'PVC banner', 'Pure white', 'Harbour Textiles', 'roll', 1600, 50000, null, null, 'roll', 'm2', 80),
    (15, 'BN510-320', 'Banner 510 g 3200 mm', 'Banner', 'PVC banner', 'Pure white', 'Harbour Textiles', 'roll', 3200, 50000, null, null, 'roll', 'm2', 160),
    (16, 'WF-FROST', 'Frosted film 1370 mm', 'Window film', 'Window film', null, 'Verra Films', 'roll', 1370, 50000, null, null, 'roll', 'm2', 68.5),
    (17, 'WF-ONEWAY', 'One-way vision 1370 mm', 'Window film', 'Window film', null, 'Verra Films', 'roll', 1370, 50000, null, null, 'roll', 'm2', 68.5),
    (18, 'LED-3', 'LED module, three chips, 12 V', 'LED module', null, null, 'Northlight', 'piece', null, null, null, null, 'box', 'piece', 100),
    (19, 'PSU-100', 'Power supply 100 W, 12 V', 'Power supply', null, null, 'Northlight', 'piece', null, null, null, null, 'piece', 'piece', 1),
    (20, 'SO-19', 'Stand-off 19 × 25 mm, steel', 'Stand-off', null, null, null, 'piece', null, null, null, null, 'box', 'piece', 50),
    (21, 'VHB-19', 'VHB tape 19 mm', 'Tape', null, null, null, 'length', 19, 33000, null, null, 'roll', 'm', 33),
    (22, 'RAIL-AL', 'Aluminium rail 5 m', 'Rail', null, null, null, 'length', null, 5000, null, null, 'piece', 'm', 5),
    (23, 'RET-AL-08', 'Aluminium for returns 0.8 mm white, 600 mm coil', 'Return strip', null, 'Pure white', 'Northlight', 'length', 600, 30000, 0.8, 2.16, 'roll', 'm2', 18),
    (24, 'WIRE-2', 'Wire 2 × 0.75 mm² for LED', 'Wire', null, null, 'Northlight', 'length', null, 100000, null, null, 'roll', 'm', 100)
  ) as s (n, sku, name, type, material, colour, brand, form, width, length, thick, kg, bought, sold, per)
  join public.item_types t on t.name = s.type
  left join public.material_types m on m.name = s.material
  left join public.variant_colors c on c.name = s.colour
  left join public.brands b on b.name = s.brand;
insert into public.inventory_item_costs (item_id, cost_price, markup_pct)
select pg_temp.demo_id('a1', n), cost, markup from (values (1, 62, 90), (2, 41, 90), (3, 14, 110), (4, 22, 110), (5, 45, 100), (6, 45, 100),
  (7, 118, 95), (8, 236, 90), (9, 7.5, 140), (10, 95, 250), (11, 190, 180), (12, 650, 110), (13, 140, 180), (14, 110, 220), (15, 210, 220),
  (16, 180, 200), (17, 260, 180), (18, 65, 120), (19, 24, 75), (20, 70, 130), (21, 38, 120), (22, 17.5, 90), (23, 162, 140), (24, 42, 150)) as listed (n, cost, markup);

insert into public.markup_bands (name, from_cost, to_cost, markup_pct) values ('Small parts', 0, 5, 200), ('Everyday', 5, 50, 120),
  ('Sheets and rolls', 50, 250, 90), ('Large', 250, 1000, 60), ('Whole machines and towers', 1000, null, 35);

insert into public.cnc_parameters (name, material_type_id, thickness_mm, bit_type_id, feed_mm_min, plunge_mm_min, spindle_rpm, depth_per_pass_mm, stepover_pct)
select listed.name, m.id, thick, b.id, feed, plunge, rpm, depth, 40 from (values
  ('ACM 3 mm, cut', 'Aluminium composite', 3, 'Single flute 3 mm', 4500, 1200, 18000, 3.2), ('ACM 3 mm, fold 90°', 'Aluminium composite', 3, 'V-groove 90°', 5000, 1000, 16000, 2.7),
  ('Foamex 5 mm, cut', 'PVC foam', 5, 'Single flute 6 mm', 6500, 2000, 18000, 5.2), ('Foamex 10 mm, cut', 'PVC foam', 10, 'Single flute 6 mm', 5000, 1800, 18000, 5.2),
  ('Acrylic 5 mm, cut', 'Cast acrylic', 5, 'Single flute 6 mm', 3000, 900, 16000, 2.6), ('Acrylic 10 mm, cut', 'Cast acrylic', 10, 'Two flute 6 mm', 2500, 800, 16000, 2.5)
) as listed (name, material, thick, bit, feed, plunge, rpm, depth)
  join public.material_types m on m.name = material join public.bit_types b on b.name = bit;
insert into public.laser_parameters (name, material_type_id, thickness_mm, mode, power_pct, speed_mm_s, passes, air_assist, dpi)
select listed.name, m.id, thick, mode, power, speed, 1, mode = 'cut', dpi from (values
  ('Acrylic 3 mm, cut', 'Cast acrylic', 3, 'cut', 70, 12, null::integer), ('Acrylic 6 mm, cut', 'Cast acrylic', 6, 'cut', 90, 6, null),
  ('Acrylic 3 mm, engrave', 'Cast acrylic', 3, 'engrave', 20, 350, 500), ('MDF 3 mm, cut', 'MDF', 3, 'cut', 65, 18, null)
) as listed (name, material, thick, mode, power, speed, dpi) join public.material_types m on m.name = material;
insert into public.eco_solvent_parameters (name, media_item_id, quality, passes, speed_m2_h, ink_ml_m2, outgas_hours, laminate) values
  ('Banner 440 g, draft', pg_temp.demo_id('a1', 14), 'draft', 4, 22, 7, 6, false), ('Banner 440 g, standard', pg_temp.demo_id('a1', 14), 'standard', 6, 14, 9, 6, false),
  ('Polymeric vinyl, standard', pg_temp.demo_id('a1', 11), 'standard', 8, 10, 10, 24, true), ('Cast wrap, high', pg_temp.demo_id('a1', 12), 'high', 12, 6, 12, 48, true);
insert into public.machine_prices (machine, name, material_type_id, thickness_mm, per, price, setup_price, min_charge)
select machine, listed.name, m.id, thick, per, price, setup, least_price from (values
  ('cnc', 'ACM 3 mm', 'Aluminium composite', 3, 'm', 2.2, 15, 75), ('cnc', 'Foamex 5 mm', 'PVC foam', 5, 'm', 1.8, 15, 75), ('cnc', 'Acrylic 5 mm', 'Cast acrylic', 5, 'm', 3.4, 15, 75),
  ('cnc', 'Acrylic 10 mm', 'Cast acrylic', 10, 'm', 4.5, 15, 75), ('laser', 'Every material', null, null, 'minute', 1.1, 10, 35), ('print', 'Every medium', null, null, 'm2', 12, 5, 50)
) as listed (machine, name, material, thick, per, price, setup, least_price) left join public.material_types m on m.name = material;
insert into public.inks (name, cost_per_ml) values ('Cyan', 0.118), ('Magenta', 0.118), ('Yellow', 0.118), ('Black', 0.112);
insert into public.human_service_parameters (name, hourly_cost, hourly_price, min_minutes, crew_size) values ('Design', 16.5, 45, 30, 1),
  ('Print and finishing', 13.5, 38, 15, 1), ('CNC and laser', 15, 42, 15, 1), ('Assembly', 14, 40, 30, 1), ('Installation', 14.5, 42.5, 60, 2);
insert into public.running_costs (kind, hourly_cost, km_cost) values ('cnc', 18.5, null), ('laser', 9.2, null), ('print', 12.4, null), ('travel', null, 0.42);
insert into public.travel_zones (name, up_to_km, price) values ('Near', 5, 15), ('Malta', 30, 30), ('Gozo by ferry', 60, 95);
insert into public.wage_rates (user_id, valid_from, hourly_cost)
select ur.user_id, first.day, 12 + (row_number() over (order by ur.user_id) % 5) * 1.25 + first.raise
  from public.user_roles ur, (values ('2025-01-01'::date, 0), ('2026-01-01'::date, 0.75)) as first (day, raise)
 where ur.role not in ('client', 'pending');

insert into public.quotation_items (id, quotation_id, position, description, qty, unit, unit_price, vat_rate, is_optional, makes_job, created_at)
select pg_temp.demo_id('93', n * 10 + line.place), pg_temp.demo_id('91', n), line.position, line.description, 1, 'set', line.price, 18,
       line.place = 3, line.place = 1, pg_temp.ago(days || ' days')
  from quoted, lateral (values
    (1, 'a0', title, trunc(net * 0.8, 2)), (2, 'a1', 'Delivery and fitting', net - trunc(net * 0.8, 2)),
    (3, 'a2', 'Yearly cleaning and inspection', trunc(net * 0.06, 0))) as line (place, position, description, price);
insert into public.quotation_item_costs (item_id, unit_cost)
select i.id, trunc(i.unit_price * 0.58, 2) from public.quotation_items i;

insert into public.jobs (id, job_number, quotation_id, title, status, due_date, created_at, created_by)
select pg_temp.demo_id('71', n), format('J%s-%s', to_char(q.created_at, 'YY'), lpad((1180 + n)::text, 5, '0')), q.id, title,
       listed.status, pg_temp.today() + due, q.created_at + interval '2 days', pg_temp.who('rita')
  from (values
    (1, 1, 'Reception lightbox 1200 × 800', 'closed', -20), (2, 1, 'Room number plaques, 64 pieces', 'closed', -18),
    (3, 2, 'Tray fascia 5.4 m, V-grooved and folded', 'delivered', -2), (4, 2, 'Built-up LED letters', 'delivered', -2),
    (5, 3, 'Projecting sign 700 mm, double sided', 'closed', -8), (6, 3, 'Chalk menu boards, two pieces', 'closed', -9),
    (7, 4, 'Van livery, vans 1 to 3', 'closed', -6), (8, 4, 'Van livery, van 4', 'in_production', 1),
    (9, 5, 'Correx boards 600 × 800, 60 pieces', 'ready', 1), (10, 6, 'Banners 440 g, six pieces', 'closed', -12),
    (11, 6, 'A-frames, two pieces', 'closed', -12), (12, 7, 'Price boards, 5 mm Foamex', 'delivered', -8),
    (13, 8, 'Hoarding panels 1 to 24', 'in_production', 2), (14, 8, 'Hoarding panels 25 to 48', 'approved', 6),
    (15, 9, 'Door pairs, cars 1 to 11', 'in_production', 3), (16, 9, 'Door pairs, cars 12 to 22', 'artwork', 9),
    (17, 10, 'Frosted film, glass doors', 'awaiting_approval', 7), (18, 10, 'One-way vision, street side', 'on_hold', 12),
    (19, 11, 'Hanging sign, marine ply', 'qc', 4), (20, 11, 'Bracket, powder coated', 'ready', 4),
    (21, 13, 'Full van wrap, mockup', 'awaiting_approval', 10), (22, 14, 'Totem 3.2 m, mockup', 'artwork', 14)
  ) as listed (n, quotation, title, status, due)
  join public.quotations q on q.id = pg_temp.demo_id('91', quotation);

insert into public.deliveries (id, delivery_number, contact_id, project_title, location_id, method, status, scheduled_at,
  delivered_at, created_at, created_by)
select pg_temp.demo_id('d1', n), format('D%s-%s', to_char(scheduled, 'YY'), lpad((860 + row_number() over (order by scheduled))::text, 4, '0')),
       pg_temp.demo_id('b1', business), title, pg_temp.demo_id('51', site), method, status, scheduled,
       case when status = 'delivered' then scheduled + interval '25 minutes' end,
       least(scheduled, now()) - interval '2 days', pg_temp.who('glenn')
  from (values
    (1, 1, 1, 'Reception lightbox and room number plaques', 'installation', 'delivered', 13, '08:00'),
    (2, 7, 9, 'Banners and A-frames', 'delivery', 'delivered', 9, '13:15'),
    (3, 5, 7, 'Projecting sign and menu boards', 'installation', 'delivered', 5, '09:30'),
    (4, 9, 12, 'Price boards', 'delivery', 'delivered', 6, '05:30'),
    (5, 10, 13, 'Van livery, four vans', 'pickup', 'partially_delivered', 4, '14:00'),
    (6, 3, 4, 'Tray fascia with LED letters', 'installation', 'delivered', 2, '07:15'),
    (7, 8, 10, 'Sale and to-let boards', 'pickup', 'ready', -1, '10:00'),
    (8, 17, 21, 'Site hoarding, 48 panels', 'delivery', 'planned', -2, '07:00'),
    (9, 24, 28, 'Hanging sign and bracket', 'installation', 'planned', -4, '08:30'),
    (10, 11, 15, 'Door pairs, cars 1 to 11', 'installation', 'failed', 1, '11:00')
  ) as listed (n, business, site, title, method, status, day, clock),
  lateral (select (pg_temp.workday(day) + clock::time) at time zone 'UTC') as planned (scheduled);

-- Three that leave the house today, whatever day it is: done when their hour has passed.
insert into public.deliveries (id, delivery_number, contact_id, project_title, location_id, method, status, scheduled_at,
  delivered_at, created_at, created_by)
select pg_temp.demo_id('d1', n), format('D%s-%s', to_char(scheduled, 'YY'), lpad((869 + n)::text, 4, '0')),
       pg_temp.demo_id('b1', business), title, pg_temp.demo_id('51', site), method,
       case when scheduled < now() then 'delivered' else waiting end, scheduled,
       case when scheduled < now() then scheduled + interval '25 minutes' end, scheduled - interval '2 days', pg_temp.who('glenn')
  from (values
    (11, 2, 3, 'Dive site map, direct print on 5 mm Foamex', 'delivery', 'ready', '07:30'),
    (12, 12, 16, 'Window frosting, shop front', 'installation', 'planned', '10:15'),
    (13, 20, 24, 'Counter stands, four pieces', 'pickup', 'ready', '15:30')
  ) as listed (n, business, site, title, method, waiting, clock),
  lateral (select (pg_temp.today() + clock::time) at time zone 'UTC') as planned (scheduled);

insert into public.partial_deliveries (id, partial_number, delivery_id, seq, status, delivered_at, created_at)
select pg_temp.demo_id('d2', row_number() over (order by d.delivery_number, seq)::int), d.delivery_number || '/' || seq, d.id,
       seq, part.status, case part.status when 'delivered' then d.scheduled_at + late::interval end, d.created_at
  from (values
    (5, 1, 'delivered', '20 minutes'), (5, 2, 'delivered', '26 hours'), (5, 3, 'planned', null),
    (6, 1, 'delivered', '25 minutes'), (8, 1, 'planned', null), (8, 2, 'planned', null)
  ) as part (delivery, seq, status, late)
  join public.deliveries d on d.id = pg_temp.demo_id('d1', delivery);

-- ------------------------------------------------------------------------------------------------------------- tasks

create temporary table asked (
  n int, hours int, status text, creator text, assignees text, business int, site int, quotation int, title text, html text, items text[]
);
insert into asked values
  (1, 3, 'pending', 'maria', 'elena mark', 2, 3, 14, 'Blue Buoy totem: night-time mockup',
    '<p>Dennis wants to see the 3.2 m totem <strong>lit</strong> before he says yes. Use the dusk photo from the survey, opal face, blue halo on the buoy only.</p><p>' || pg_temp.mention('Elena') || ' please keep the face to two joints, the opal sheet is 2050 wide.</p>',
    '{"x Dusk photo from the survey folder","- Mockup day and night, one page","- Check face split with the CNC bed"}'),
  (2, 5, 'in_progress', 'rita', 'karl tony', 17, 21, 8, 'Gantry hoarding: cut and rout panels 1–24',
    '<p>First half of the hoarding, <strong>3 mm ACM 3050 × 1500</strong>. Rout the returns 25 mm, drill for tek screws at 500 mm centres. Laminate must have outgassed for 24 h before it sees the router.</p>',
    '{"x Material pulled, 24 sheets","x Nest checked, 4 % waste","- Panels 1–12 cut","- Panels 13–24 cut","- Numbered on the back, left to right"}'),
  (3, 7, 'pending', 'luke', 'glenn', 25, 30, 17, 'Kestrel depot: measure patrol car doors',
    '<p>Eight cars, two body shapes. We need the <em>flat</em> area of the front doors for the magnetic panels, and photos of the trim strip.</p>',
    '{"- Saloon, both sides","- Estate, both sides","- Ask Ray about overnight parking for fitting"}'),
  (4, 20, 'in_progress', 'maria', 'mark', 11, 15, 9, 'Sunbird door pairs: print run 1 of 2',
    '<p>Cars 1 to 11. Polymeric, matt laminate, Pantone Orange 021 as in the last run. Leave 24 h before laminating, please do not let it go early again.</p>',
    '{"x Profile loaded","x Test strip signed by Josef","- Print doors 1–11 left","- Print doors 1–11 right","- Laminate after 24 h"}'),
  (5, 22, 'completed', 'victor', 'paul joanne', null, null, null, 'VAT return: collect supplier invoices',
    '<p>Everything of the quarter into the supplier invoice inbox by Thursday. Missing so far: acrylic, LED modules, van service.</p>',
    '{"x Acrylic","x LED modules","x Van service"}'),
  (6, 26, 'in_progress', 'elena', 'elena nico', 13, 17, 12, 'Bastion plaques: second proof',
    '<p>The client asked for the brass tone darker and the partner names in alphabetical order. Engrave depth stays 0.8 mm, paint fill black.</p>',
    '{"x New order of names from Sophie","- Proof B","- Send link, not only the PDF"}'),
  (7, 28, 'pending', 'rita', 'maria', 1, 1, 1, 'Harbour Light: price the lido signs',
    '<p>Sarah rang. They want the same look at the beach bar: one 2 m lightbox, <u>salt-proof</u>, and depth markers for the pool.</p>', '{}'),
  (8, 31, 'completed', 'maria', 'glenn tony', 3, 4, 2, 'Ta'' Ġorġina fascia: install',
    '<p>Two people, half a day, access from the square before 10:00 only. Power is above the left shutter.</p>',
    '{"x Permit for the loading bay","x Old fascia off","x Tray up, letters lit","x Photos for the website"}'),
  (9, 44, 'in_progress', 'luke', 'nico', 16, null, 13, 'Marigold van wrap: lighten the artwork',
    '<p>Marisa finds the petals too heavy on the rear doors. Pull the density back, keep the phone number clear of the handle recess.</p>',
    '{"x Template for the long wheelbase","- Rear doors","- Density 85 %"}'),
  (10, 47, 'pending', 'karl', 'karl', null, null, null, 'Order router bits', 
    '<p>6 mm single flute: two left. V-groove 90°: one left, and it chatters.</p>',
    '{"- 6 mm single flute, 10 pieces","- 90° V-groove, 2 pieces","- 3 mm engraver, 2 pieces"}'),
  (11, 50, 'completed', 'rita', 'mark', 8, 10, 5, 'Limestone boards: last 20 Correx',
    '<p>Print both sides, flutes vertical. Daniela collects.</p>', '{"x Printed","x Cut","x Bundled in tens"}'),
  (12, 53, 'in_progress', 'maria', 'elena', 6, 8, 15, 'Three Villages: letter heights for reception',
    '<p>Draw three heights (180, 220, 260 mm) on the photo of the wall, so that Dr Busuttil can choose. Painted acrylic, 10 mm, on 15 mm spacers.</p>', '{}'),
  (13, 70, 'pending', 'paul', 'joanne', 10, null, 4, 'Northwind: balance after delivery',
    '<p>The deposit of 50 % is in. Invoice the rest when van 4 is handed over, terms net 30.</p>', '{}'),
  (14, 73, 'in_progress', 'rita', 'mark glenn', 10, 13, 4, 'Northwind van 4: wrap and handover',
    '<p>Same layout as vans 1 to 3. The offside panel has a dent filled last week: <strong>test adhesion first</strong>.</p>',
    '{"x Printed and laminated","x Cut and weeded","- Adhesion test, offside","- Applied","- Handover photo"}'),
  (15, 77, 'completed', 'luke', 'karl', 24, 28, 11, 'Granary Books: cut the hanging sign blanks',
    '<p>18 mm marine ply, two blanks back to back, 6 mm round-over. Leave the tabs, Tony sands them.</p>', '{"x Two blanks","x Round-over"}'),
  (16, 80, 'in_progress', 'luke', 'tony', 24, 28, 11, 'Granary Books: prime and paint',
    '<p>Two coats of primer, then RAL 6005. Gold leaf is the client''s own signwriter, so mask the wheat sheaf.</p>',
    '{"x Sanded","x Primer 1","- Primer 2","- Top coat"}'),
  (17, 95, 'pending', 'victor', 'maria luke rita', null, null, null, 'Follow up every quotation older than a week',
    '<p>A call, not a mail. Note the answer in the task of the client. Win rate doubles when we ring.</p>',
    '{"- Blue Buoy","- Three Villages","- Little Herons","- Kestrel"}'),
  (18, 98, 'completed', 'joanne', 'paul', 7, null, 6, 'Fjamma Pizza: credit for the misprinted banner',
    '<p>One of six had the old phone number. Reprinted free of charge, credit note for the courier only.</p>', '{}'),
  (19, 102, 'in_progress', 'rita', 'elena karl', 19, 23, 20, 'Wied Ferry: wayfinding schedule',
    '<p>34 signs in Maltese and English. Sign types A to F as in the tender drawing. Keep cap height at least 40 mm for the platform signs.</p>',
    '{"x Site walk with Ġanni","x Type A–C list","- Type D–F list","- Fixings per wall","- Price with and without install"}'),
  (20, 120, 'other', 'victor', 'tony', null, null, null, 'Compressor: yearly inspection',
    '<p>On hold until the insurer names the inspector.</p>', '{}'),
  (21, 125, 'completed', 'maria', 'elena', 1, 1, 1, 'Harbour Light plaques: number list',
    '<p>64 rooms, no 113, no 213. Braille on the lower edge.</p>', '{"x List from Ian","x Braille checked","x Cut file"}'),
  (22, 130, 'completed', 'rita', 'mark karl tony', 1, 1, 1, 'Harbour Light lightbox: build',
    '<p>1200 × 800 × 90, opal face, 24 modules, driver accessible from below.</p>', '{"x Frame","x Modules and driver","x Face printed","x Burn-in 12 h"}'),
  (23, 144, 'pending', 'luke', 'nico elena', 14, 18, 16, 'Little Herons: mural sketch',
    '<p>Reeds, herons, a counting row from 1 to 10 at child height. No black outlines, says Bernardette.</p>', '{"- Sketch","- Sample strip on the real wall"}'),
  (24, 150, 'completed', 'maria', 'glenn', 5, 7, 3, 'Kite & Anchor: hang the projecting sign',
    '<p>Bracket is in. Check the 2.4 m clearance over the pavement.</p>', '{"x Clearance 2.52 m","x Hung, levelled, photographed"}'),
  (25, 168, 'other', 'luke', 'luke mark', 22, null, 24, 'Sirocco: keep the scrim file',
    '<p>Rejected on price for this year. Keith asks again in spring, keep the panelled file.</p>', '{}'),
  (26, 190, 'completed', 'rita', 'glenn', 9, 12, 7, 'Saltpan: deliver price boards',
    '<p>Before the market opens, 06:30 at the latest. Żaren signs.</p>', '{"x Delivered","x Signed"}'),
  (27, 2, 'pending', 'maria', '', 15, null, 10, 'Ask Cobalt about their second gym',
    '<p>Clint mentioned Swatar. Not to be discussed on the floor yet.</p>', '{}'),
  (28, 30, 'pending', 'victor', '', null, null, null, 'Quotes for a second flatbed',
    '<p>1.6 × 3 m with white and varnish. Compare leasing over 60 months.</p>', '{"x First offer","- Second offer","- Floor load of the hall"}'),
  (29, 76, 'in_progress', 'elena', '', null, null, null, 'Portfolio shots', '<p>Fascia, hoarding and totem for the new website. Dusk is best.</p>', '{}'),
  (30, 160, 'completed', 'glenn', '', null, null, null, 'Tyres for van 2', '<p>Booked for Friday 16:00.</p>', '{"x Booked"}'),
  (31, 1, 'pending', 'rita', 'elena maria victor', 8, 11, null, 'Limestone show apartment: site survey tomorrow',
    '<p>Kurt opens at 09:00. We need window sizes, the lift size for 2440 sheets, and a yes or no to outside vinyl. ' || pg_temp.mention('Maria Vella') || ' can you join?</p>',
    '{"- Windows","- Lift","- House rules for outside vinyl"}'),
  (32, 49, 'pending', 'luke', 'victor paul', 11, 15, 9, 'Sunbird: decide about the credit limit',
    '<p>They ask for <strong>12 500 at 30 days</strong> and would send forty cars before Easter. The application is complete, both references are named.</p>',
    '{"x Application signed by Josef","- Call both references","- Answer before the second print run"}'),
  (33, 74, 'in_progress', 'rita', 'victor', 17, 21, 8, 'Gantry hoarding: sign the pavement permit',
    '<p>The council wants the signature of the company, not of the fitter. The form lies in the job folder.</p>',
    '{"x Form filled in","- Signed","- Copy to the foreman"}'),
  (34, 97, 'pending', 'paul', 'victor joanne', null, null, null, 'Go through what is overdue',
    '<p>Four clients are past 60 days. Whom do we call, whom do we put on stop?</p>', '{}');

create temporary table said (task int, hours numeric, author text, html text);
insert into said values
  (1, 2.5, 'elena', '<p>Day version is on the server. For the night one I need the exact blue: is it still <strong>RAL 5015</strong>?</p>'),
  (1, 2.1, 'maria', '<p>Yes, 5015, he confirmed by phone. ' || pg_temp.mention('Mark') || ' will have a sample chip.</p>'),
  (1, 1.2, 'mark', '<p>Chip is on your desk, under the <em>opal</em> offcut.</p>'),
  (2, 4.6, 'karl', '<p>Panels 1 to 8 are off the bed. The new nest saves a whole sheet.</p>'),
  (2, 4.1, 'rita', '<p>Great. Owen wants the first delivery on ' || to_char(pg_temp.workday(-2), 'FMDay') || ' morning, gate on the Durumblat side.</p>'),
  (2, 2.2, 'tony', '<p>Rack three is free for the finished ones. Please keep the film on until they are up.</p>'),
  (3, 6.2, 'glenn', '<p>I can pass after the Northwind handover, around 15:00.</p>'),
  (4, 18.0, 'mark', '<p>Test strip is fine, but the orange drifts after 40 m. Splitting the run in two.</p>'),
  (4, 17.1, 'maria', '<p>Agreed, Josef has no hurry for cars 12 to 22.</p>'),
  (5, 21.5, 'joanne', '<ul><li>Acrylic: in</li><li>LED modules: in</li><li>Van service: promised for noon</li></ul>'),
  (5, 21.0, 'paul', '<p>All three are here. Closing this.</p>'),
  (6, 25.0, 'nico', '<p>Darker brass: 20 % more black in the fill, or a different laminate?</p>'),
  (6, 24.2, 'elena', '<p>Different laminate, the fill gets dirty at 0.8 mm. Sample B in the drawer.</p>'),
  (7, 27.0, 'maria', '<p>Asked for marine-grade driver and 316 screws. Price tomorrow.</p>'),
  (8, 33.0, 'glenn', '<p>Up and lit at 09:40. One letter (the second <strong>O</strong>) flickered, connector re-crimped.</p>'),
  (8, 32.0, 'maria', '<p>Ġorġina sent a box of qassatat. Thank you both!</p>'),
  (9, 40.0, 'luke', '<p>She approved the rear doors on the phone, only the bonnet is open.</p>'),
  (10, 46.0, 'victor', '<p>Order 20, they always sell out in summer.</p>'),
  (12, 52.0, 'elena', '<p>220 looks best, 260 hits the light switch.</p>'),
  (14, 70.0, 'mark', '<p>Dent is filled well, primer holds. Applying tomorrow from 07:30.</p>'),
  (14, 69.0, 'glenn', '<p>I bring van 4 in the evening before, so that it is warm.</p>'),
  (15, 78.0, 'karl', '<p>Blanks are on the bench, tabs left on.</p>'),
  (16, 60.0, 'tony', '<p>Second primer tonight, it needs the night anyway.</p>'),
  (17, 94.0, 'luke', '<p>Kestrel: Ray is back on Monday.</p>'),
  (17, 90.0, 'maria', '<p>Blue Buoy: waiting for the night mockup, otherwise a yes.</p>'),
  (19, 99.0, 'karl', '<p>Platform walls are hollow block: M8 resin, no plugs.</p>'),
  (19, 97.0, 'elena', '<p>Type C needs an arrow set in both directions. Added. See <a href="https://example.com/wayfinding/type-c-arrows-both-directions-revision-4.pdf">https://example.com/wayfinding/type-c-arrows-both-directions-revision-4.pdf</a></p>'),
  (21, 126.0, 'elena', '<p>Done, 62 plaques and 2 spares without a number.</p>'),
  (22, 131.0, 'tony', '<p>Burn-in over night, no hot spots.</p>'),
  (23, 140.0, 'nico', '<p>First sketch on the wall in the kitchen, opinions welcome.</p>'),
  (24, 151.0, 'glenn', '<p>2.52 m over the pavement. Fergus is happy.</p>'),
  (26, 191.0, 'glenn', '<p>Signed at 06:20.</p>'),
  (27, 1.5, 'maria', '<p>Rings back on Tuesday.</p>'),
  (28, 26.0, 'victor', '<p>First offer is 9 % under list, without training.</p>'),
  (31, 0.6, 'elena', '<p>I take the laser and the long tape.</p>');

insert into public.tasks (id, title, description, status, created_by, assignees, created_at, contact_id, location_id,
  related_quotation_id)
select pg_temp.demo_id('7a', n), title, pg_temp.brief(html, items), status, pg_temp.who(creator), pg_temp.team(assignees),
       pg_temp.ago(hours || ' hours'), pg_temp.demo_id('b1', business), pg_temp.demo_id('51', site), pg_temp.demo_id('91', quotation)
  from asked;

insert into public.task_comments (id, task_id, user_id, content, created_at)
select pg_temp.demo_id('7c', (row_number() over (order by task, hours desc))::int), pg_temp.demo_id('7a', task),
       pg_temp.who(author), html, pg_temp.ago(hours || ' hours')
  from said;

insert into public.task_ready (task_id, user_id, ready, updated_at)
select pg_temp.demo_id('7a', task), pg_temp.who(person), ready, pg_temp.ago(hours || ' hours')
  from (values
    (1, 'mark', true, 1.1), (2, 'tony', true, 2.0), (2, 'karl', false, 1.9), (4, 'mark', false, 16), (8, 'glenn', true, 33),
    (8, 'tony', true, 33), (14, 'glenn', true, 68), (15, 'karl', true, 78), (19, 'karl', true, 98), (21, 'elena', true, 126),
    (22, 'mark', true, 135), (22, 'karl', true, 134), (22, 'tony', true, 131), (24, 'glenn', true, 151), (26, 'glenn', true, 191),
    (31, 'elena', true, 0.5)
  ) as mark (task, person, ready, hours);

-- ----------------------------------------------------------------------------------------------------- notifications

insert into public.notifications (id, user_id, type, title, message, metadata, is_read, created_at)
select pg_temp.demo_id('e1', (row_number() over (order by n, colleague))::int), colleague, 'task_assigned', 'New task assigned',
       format('%s assigned you to "%s"', c.name || ' ' || c.last_name, t.title),
       jsonb_build_object('task_id', t.id, 'created_by', t.created_by), hours > 24, t.created_at
  from asked join public.tasks t on t.id = pg_temp.demo_id('7a', n)
  cross join lateral unnest(t.assignees) as assigned (colleague)
  join public.contacts c on c.user_id = t.created_by
 where colleague <> t.created_by;

insert into public.notifications (id, user_id, type, title, message, metadata, is_read, created_at)
select pg_temp.demo_id('e2', place), pg_temp.who(person), 'task_mentioned', 'You were mentioned in a task',
       format('%s mentioned you in "%s"', c.name || ' ' || c.last_name, t.title),
       jsonb_build_object('task_id', t.id, 'created_by', t.created_by), false, t.created_at
  from (values (1, 1, 'elena'), (2, 31, 'maria')) as mention (place, task, person)
  join public.tasks t on t.id = pg_temp.demo_id('7a', task)
  join public.contacts c on c.user_id = t.created_by;

insert into public.notifications (id, user_id, type, title, message, quotation_id, data, is_read, created_at)
select pg_temp.demo_id('e3', place), pg_temp.who(person), 'logistics_update', title, message, q.id,
       jsonb_build_object('quotation_number', q.quotation_number, 'contact_name', c.name), is_read, pg_temp.ago(hours || ' hours')
  from (values
    (1, 'maria', 11, 4, 'Courier booked', 'The hanging sign bracket leaves tomorrow at 08:00.', false),
    (2, 'rita', 8, 6, 'Gate access confirmed', 'Gantry opens the Durumblat gate on ' || to_char(pg_temp.workday(-2), 'FMDay') || ' from 07:00.', false),
    (3, 'glenn', 8, 6, 'Gate access confirmed', 'Gantry opens the Durumblat gate on ' || to_char(pg_temp.workday(-2), 'FMDay') || ' from 07:00.', false),
    (4, 'luke', 9, 15, 'Fleet yard slot moved', 'Sunbird can take the first five cars only on Thursday.', false),
    (5, 'glenn', 9, 15, 'Fleet yard slot moved', 'Sunbird can take the first five cars only on Thursday.', true),
    (6, 'victor', 8, 31, 'Material arrived', '26 sheets of ACM 3 mm, two with a bent corner, put aside.', false),
    (7, 'maria', 2, 52, 'Loading bay permit granted', 'Żejtun square, 07:00 to 10:00.', true),
    (8, 'paul', 4, 74, 'Van 4 handed over late', 'Adhesion test first, so the balance is due a day later.', true)
  ) as news (place, person, quotation, hours, title, message, is_read)
  join public.quotations q on q.id = pg_temp.demo_id('91', quotation)
  join public.contacts c on c.id = q.contact_id;

insert into public.task_reply_notifications (id, user_id, task_id, commenter_id, comment_id, task_title, message, is_read,
  created_at)
select pg_temp.demo_id('e4', (row_number() over (order by comment.created_at, colleague))::int), colleague, t.id, comment.user_id,
       comment.id, t.title, format('%s replied to "%s"', c.name || ' ' || c.last_name, t.title),
       comment.created_at < pg_temp.ago('20 hours'), comment.created_at
  from public.task_comments comment
  join public.tasks t on t.id = comment.task_id and cardinality(t.assignees) > 0
  join public.contacts c on c.user_id = comment.user_id
  cross join lateral (select distinct unnest(t.assignees || t.created_by)) as member (colleague)
 where colleague <> comment.user_id;

insert into public.mockup_notifications (id, notified_user_id, job_id, is_read, action_type, action_by, file_name, message,
  created_at)
select pg_temp.demo_id('e5', (row_number() over (order by hours desc))::int), pg_temp.who(person), pg_temp.demo_id('71', job),
       is_read, action, by, file, message, pg_temp.ago(hours || ' hours')
  from (values
    ('maria', 22, 3.5, 'comment', 'Dennis Cutajar', 'blue-buoy-totem-v2.pdf', 'Could the buoy glow on both sides?', false),
    ('elena', 22, 3.5, 'comment', 'Dennis Cutajar', 'blue-buoy-totem-v2.pdf', 'Could the buoy glow on both sides?', false),
    ('nico', 21, 9, 'revision_requested', 'Marisa Calleja', 'marigold-van-v3.pdf', 'Petals lighter on the rear doors, please.', false),
    ('luke', 21, 9, 'revision_requested', 'Marisa Calleja', 'marigold-van-v3.pdf', 'Petals lighter on the rear doors, please.', true),
    ('elena', 17, 26, 'approval_request', 'Nico Attard', 'cobalt-frost-v1.pdf', 'Ready for your look before it goes out.', true),
    ('luke', 19, 49, 'approved', 'Henry Grima', 'granary-hanging-sign-v4.pdf', 'Approved, the wheat sheaf is perfect.', true),
    ('karl', 19, 49, 'approved', 'Henry Grima', 'granary-hanging-sign-v4.pdf', 'Approved, the wheat sheaf is perfect.', false),
    ('rita', 13, 140, 'status_change', 'Owen Tanti', 'gantry-hoarding-v2.pdf', 'Released for production.', true),
    ('maria', 18, 170, 'rejected', 'Clint Vassallo', 'cobalt-one-way-v1.pdf', 'Too dark from inside, another density?', true)
  ) as news (person, job, hours, action, by, file, message, is_read);

insert into public.delivery_notifications (id, notified_user_id, delivery_id, project_title, message, is_read, created_at)
select pg_temp.demo_id('e6', (row_number() over (order by hours desc))::int), pg_temp.who(person), d.id, d.project_title, message,
       is_read, pg_temp.ago(hours || ' hours')
  from (values
    ('maria', 6, 32, 'Delivered and signed by Ġorġina Abela.', false), ('paul', 6, 32, 'Delivered, ready to invoice.', false),
    ('rita', 10, 13, 'Failed: the yard was closed. A new date is needed.', false),
    ('luke', 10, 13, 'Failed: the yard was closed. A new date is needed.', false),
    ('glenn', 8, 8, 'Planned: two trips, 24 panels each.', false), ('joanne', 3, 153, 'Delivered, ready to invoice.', true),
    ('rita', 4, 191, 'Delivered and signed by Żaren Bugeja.', true), ('maria', 1, 438, 'Delivered and signed by Ian Schembri.', true)
  ) as news (person, delivery, hours, message, is_read)
  join public.deliveries d on d.id = pg_temp.demo_id('d1', delivery);

insert into public.partial_delivery_notifications (id, notified_user_id, partial_delivery_id, project_title, message, is_read,
  created_at)
select pg_temp.demo_id('e7', (row_number() over (order by hours desc))::int), pg_temp.who(person), p.id, d.project_title, message,
       is_read, pg_temp.ago(hours || ' hours')
  from (values
    ('maria', 5, 2, 71, 'Van 3 handed over, van 4 is still with us.', false),
    ('joanne', 5, 2, 71, 'Van 3 handed over, van 4 is still with us.', false),
    ('rita', 5, 1, 122, 'Vans 1 and 2 handed over.', true), ('paul', 5, 1, 122, 'Vans 1 and 2 handed over.', true),
    ('glenn', 8, 1, 8, 'First trip: panels 1 to 24.', false)
  ) as news (person, delivery, part, hours, message, is_read)
  join public.partial_deliveries p on p.delivery_id = pg_temp.demo_id('d1', delivery) and p.seq = part
  join public.deliveries d on d.id = p.delivery_id;

-- ------------------------------------------------------------------------------------------------------ time entries

-- Ten working days of the workshop: a morning with a break, and an afternoon, each for one client.
insert into public.time_entries (id, user_id, user_email, status, client_name, business_name, sessions, total_duration, created_at)
select pg_temp.demo_id('f1', (row_number() over (order by day, person, half))::int), u.id, u.email, 'completed',
       client.name || ' ' || client.last_name, client.company, sessions, pg_temp.total(sessions), begun
  from (values (1, 'elena'), (2, 'nico'), (3, 'mark'), (4, 'karl'), (5, 'tony'), (6, 'glenn')) as crew (person, first_name)
  cross join generate_series(1, 10) as day
  cross join generate_series(0, 1) as half
  join auth.users u on u.id = pg_temp.who(first_name)
  cross join lateral (select (array[3, 5, 8, 10, 13, 16, 18, 24, 27, 28, 30, 37])[1 + (person * 5 + day * 3 + half) % 12])
    as chosen (contact)
  join public.contacts client on client.id = pg_temp.demo_id('c1', contact)
  cross join lateral (select (pg_temp.workday(day) + time '06:30') at time zone 'UTC', make_interval(secs => (person * 437 + day * 311) % 1100))
    as clock (opening, offset_by)
  cross join lateral (select opening + offset_by + half * interval '5 hours 10 minutes') as start (begun)
  cross join lateral (select case half
      when 0 then jsonb_build_array(
        pg_temp.session(begun, begun + interval '2 hours 5 minutes' + offset_by / 4, true),
        pg_temp.session(begun + interval '2 hours 25 minutes' + offset_by / 4, begun + interval '4 hours 20 minutes' + offset_by / 2, false))
      else jsonb_build_array(pg_temp.session(begun, begun + interval '2 hours 50 minutes' + offset_by, false))
    end) as worked (sessions);

-- Today: three timers run, three are paused.
insert into public.time_entries (id, user_id, user_email, status, client_name, business_name, sessions, total_duration, created_at)
select pg_temp.demo_id('f2', place), u.id, u.email, status, client.name || ' ' || client.last_name, client.company,
       sessions, pg_temp.total(sessions), pg_temp.ago(began)
  from (values
    (1, 'elena', 'active', 3, '35 minutes 12 seconds', null, null),
    (2, 'mark', 'active', 18, '3 hours 10 minutes', '1 hour 25 minutes', '55 minutes'),
    (3, 'karl', 'active', 27, '2 hours 41 minutes', '2 hours 2 minutes', '1 hour 48 minutes'),
    (4, 'tony', 'paused', 37, '2 hours 7 minutes', '12 minutes', null),
    (5, 'maria', 'paused', 1, '1 hour 16 minutes 40 seconds', '41 minutes', null),
    (6, 'rita', 'paused', 16, '26 hours', '24 hours 30 minutes', null)
  ) as today (place, first_name, status, contact, began, paused, resumed)
  join auth.users u on u.id = pg_temp.who(first_name)
  join public.contacts client on client.id = pg_temp.demo_id('c1', contact)
  cross join lateral (select
    jsonb_build_array(pg_temp.session(pg_temp.ago(began), pg_temp.ago(paused), paused is not null))
    || case when resumed is null then '[]' else jsonb_build_array(pg_temp.session(pg_temp.ago(resumed), null, false)) end
  ) as worked (sessions);

-- ---------------------------------------------------------------------------------------------- company and its site

update public.company_settings set
  name = 'Tramuntana Signs', domain = 'example.com', email = 'hello@example.com', phone = '+356 5550 0100',
  address = '14 Triq il-Pinzell', city = 'Mrieħel', country = 'Malta', map_point = '35.895412, 14.463127', brand_color = '#0b5c73',
  first_steps_put_away = true
 where id = 1;

update public.website_metadata_settings setting set setting_value = listed.value
  from (values
    ('site_title', 'Tramuntana Signs'),
    ('site_description', 'Signs, print and vehicle graphics, made and fitted on Malta and Gozo.'),
    ('site_author', 'Tramuntana Signs'),
    ('keywords', 'signs, shopfronts, tray fascia, LED letters, van wraps, banners, Foamex, hoardings, Malta'),
    ('site_url', 'https://www.example.com'),
    ('og_title', 'Tramuntana Signs'),
    ('og_description', 'From the first sketch to the last screw: signs, print and vehicle graphics.'),
    ('og_image', '/share/company.png'),
    ('twitter_image', '/share/company.png'),
    ('twitter_title', 'Tramuntana Signs'),
    ('twitter_description', 'Signs, print and vehicle graphics on Malta and Gozo.')
  ) as listed (key, value)
 where setting.setting_key = listed.key;

-- ------------------------------------------------------------------------------------------------------- the scaffold

drop table people, quoted, asked, said;
drop function pg_temp.demo_id(text, int), pg_temp.who(text), pg_temp.team(text), pg_temp.ago(text), pg_temp.brief(text, text[]),
  pg_temp.mention(text), pg_temp.iso(timestamptz), pg_temp.hms(int), pg_temp.session(timestamptz, timestamptz, boolean),
  pg_temp.total(jsonb), pg_temp.workday(int);

-- ------------------------------------------------------------------------------------------------ due dates of tasks

-- Days from today: some open tasks are late, some are due today, most in the coming days; a few have no date. What is
-- near counts as reminded, so that the bells ring as they were set above.
update public.tasks task
   set due_at = (pg_temp.today() + listed.days + time '23:59') at time zone 'Europe/Malta'
  from (values
    (1, 2), (2, 0), (3, 1), (4, 2), (6, 0), (7, 0), (9, 3), (10, 9), (12, 6), (13, 4), (14, -1), (16, 2), (17, -3), (19, 6),
    (23, 9), (28, 12), (31, 1), (32, 3), (33, 0), (34, -1)
  ) as listed (n, days)
 where task.id = ('7a000000-0000-4000-8000-' || lpad(listed.n::text, 12, '0'))::uuid;

insert into private.task_reminders (task_id, user_id, due_on)
select task.id, member.user_id, (task.due_at at time zone 'UTC')::date
  from public.tasks task
  cross join lateral unnest(case when cardinality(task.assignees) > 0 then task.assignees else array[task.created_by] end)
    as member (user_id)
 where task.due_at < now() + interval '2 days';

-- --------------------------------------------------------------------------------------- numbers and notes of the company

update public.company_settings
   set vat_number = 'MT21304506', registration_number = 'C 48213', postcode = 'BKR 3000'
 where id = 1;

-- Their days lie ahead of whatever day this is: the next working day, the month after next week, a Tuesday in three weeks.
insert into public.system_notes (title, body, pinned, created_by, created_at)
select listed.title, listed.body, listed.pinned, author.id, now() - listed.age::interval
  from (select
          pg_temp.today() + case extract(isodow from pg_temp.today())::int when 5 then 3 when 6 then 2 else 1 end as next_day,
          (date_trunc('month', pg_temp.today() + 7) + interval '1 month')::date as next_month,
          (date_trunc('week', pg_temp.today() + 21) + interval '1 day')::date as closed
       ) as ahead,
  lateral (values
    (format('The CNC router is being serviced on %s', to_char(next_day, 'FMDay')),
     'No routing before 14:00. Urgent letters go to the laser: ask Karl first.', true, 'rita@example.com', '3 hours'),
    (format('Vinyl prices rise on 1 %s', to_char(next_month, 'FMMonth')),
     E'Cast vinyl by 6 %, monomeric by 4 %.\nQuotations sent before that day keep the old prices for their 14 days.', false,
     'victor@example.com', '2 days 4 hours'),
    (format('Closed on %s', to_char(closed, 'FMDay, FMDD FMMonth')),
     'Yearly stocktaking. Nothing leaves the house; deliveries of that day move to the next.', false,
     'victor@example.com', '6 days')
  ) as listed (title, body, pinned, author, age)
  join auth.users author on author.email = listed.author;

-- ------------------------------------------------------------------------------------------- sites and credit of clients

-- How to get in, and who opens the door. Two sites have no point on the map yet.
update public.locations site
   set access_notes = listed.notes, contact_on_site = listed.person, phone_on_site = listed.phone, postcode = listed.postcode
  from public.contacts client,
       (values
         ('Harbour Light Hotel', 'Main entrance', 'Unload at the side street before 10:00. The lift takes panels up to 2.40 m.', 'Night porter', '+356 5550 1001', 'SLM 1604'),
         ('Harbour Light Hotel', 'Lido and beach bar', 'Keys at the reception of the hotel. No work while guests swim, June to September.', 'Ian Schembri', '+356 5550 1002', 'SLM 1022'),
         ('Northwind Logistics', 'Warehouse, gate B', E'High-visibility vest and safety shoes, or the gate stays shut.\nRing the dispatcher, not the bell.', 'Dispatcher', '+356 5550 1010', 'BBG 3000'),
         ('Wied Ferry Lines', 'Ferry terminal', 'Take the 06:00 crossing: after 08:00 the quay is full. Anchors go into concrete, never into the limestone.', 'Ġanni Refalo', '+356 5550 1019', null),
         ('Limestone Estates', 'Head office', 'Pedestrian street: van permit from the council, two days before.', 'Daniela Psaila', '+356 5550 1008', 'VLT 1173'),
         ('Gantry Construction', 'Tower site', 'Induction every Monday 07:00. Cherry picker is on site, book it with the foreman.', 'Charles Buhagiar', '+356 5550 1017', null),
         ('Sunbird Car Hire', 'Airport desk', 'Airside pass needed: leave the names of the crew three days before.', 'Amy Portelli', '+356 5550 1011', 'LQA 4000'),
         ('Kestrel Security', 'Control room', 'Two of us only, identity cards at the window.', 'Ray Desira', '+356 5550 1025', 'QRM 3102')
       ) as listed (company, label, notes, person, phone, postcode)
 where client.company = listed.company and site.business_id = client.id and site.label = listed.label;

insert into public.locations (label, address, city, country, access_notes, business_id)
select listed.label, listed.address, listed.city, 'Malta', listed.notes, client.id
  from (values
    ('Copperleaf Café', 'Kiosk at the promenade', 'Xatt Ta'' Xbiex', 'Ta’ Xbiex', 'Opens in spring. The spot is being agreed with the council.'),
    ('Cobalt Gym', 'New branch', 'Triq Mikiel Anġ Borg', 'Paceville', 'Measure when the scaffolding is down.')
  ) as listed (company, label, address, city, notes)
  join public.contacts client on client.company = listed.company and client.type = 'Business';

-- A limit that was given, one that waits for accounts, and a draft that sales fills in with the client.
insert into public.credit_applications (id, contact_id, requested_limit, terms_days, directors, trade_refs, consent, signed_name,
                                        signed_position, signed_on, note, created_by, created_at)
select listed.id::uuid, client.id, listed.amount, listed.days, listed.directors::jsonb, listed.trade_refs::jsonb,
       listed.signed is not null, listed.signed, listed.position,
       case when listed.signed is not null then (now() - listed.age::interval)::date end, listed.note, author.id,
       now() - listed.age::interval
  from (values
    ('ca000000-0000-4000-8000-000000000001', 'Limestone Estates', 8000, 60,
     '[{"name": "Daniela Psaila", "position": "Managing director"}, {"name": "Kurt Azzopardi", "position": "Finance"}]',
     '[{"company": "Rampart Printers", "person": "Joe Mifsud", "phone": "+356 5550 2201", "email": "accounts@rampart.example.com"}, {"company": "Mdina Glassworks", "person": "Lara Pace", "phone": "+356 5550 2202", "email": "office@mdinaglass.example.com"}]',
     'Daniela Psaila', 'Managing director', 'Boards for eleven developments next year. They ask for sixty days because their buyers pay late.',
     'maria@example.com', '40 days'),
    ('ca000000-0000-4000-8000-000000000002', 'Sunbird Car Hire', 12500, 30,
     '[{"name": "Josef Agius", "position": "Director"}]',
     '[{"company": "Two Valleys Fuel", "person": "Ramona Zerafa", "phone": "+356 5550 2203", "email": "credit@twovalleys.example.com"}, {"company": "Harbour Tyres", "person": "Silvio Abdilla", "phone": "+356 5550 2204", "email": ""}, {"company": "Blue Grotto Laundry", "person": "", "phone": "+356 5550 2205", "email": ""}]',
     'Josef Agius', 'Director', 'Forty cars to be wrapped before Easter, invoiced by the month.', 'luke@example.com', '3 days'),
    ('ca000000-0000-4000-8000-000000000003', 'Sirocco Events', 3000, 14, '[{"name": "Keith Cassar", "position": "Owner"}]',
     '[{"company": "Stagecraft Hire", "person": "Nadine Farrugia", "phone": "+356 5550 2206", "email": ""}]',
     null, null, null, 'maria@example.com', '5 hours')
  ) as listed (id, company, amount, days, directors, trade_refs, signed, position, note, author, age)
  join public.contacts client on client.company = listed.company and client.type = 'Business'
  join auth.users author on author.email = listed.author;

update public.credit_applications set status = 'submitted', submitted_at = created_at + interval '2 hours'
 where signed_name is not null;
update public.credit_applications
   set status = 'approved', granted_limit = 6000, granted_days = 30, decided_at = created_at + interval '2 days',
       decided_by = (select id from auth.users where email = 'paul@example.com'),
       status_note = 'Both references pay on time. Sixty days is too long for us; we look at it again in spring.'
 where id = 'ca000000-0000-4000-8000-000000000001';
update public.contacts client set credit_limit = given.granted_limit, payment_terms_days = given.granted_days
  from public.credit_applications given where given.contact_id = client.id and given.status = 'approved';

drop function pg_temp.today();
