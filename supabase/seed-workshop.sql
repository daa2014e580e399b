-- The demo's mockups, waiting and answered, and panels half assembled. Runs after seed-trade.sql. The pictures lie in
-- supabase/demo; supabase/local/demo-files.ts puts their bytes into storage.

create function pg_temp.key(words text) returns uuid language sql immutable as $$ select md5('signwright demo ' || words)::uuid $$;
create function pg_temp.demo_id(kind text, n int) returns uuid language sql immutable as $$
  select (kind || '000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid
$$;

create function pg_temp.who(first_name text) returns uuid language sql stable as $$
  select id from auth.users where email = first_name || '@example.com'
$$;

create temporary table picture (name text primary key, bytes int, md5 text, sha256 text, width int, height int);
insert into picture values
  ('marigold-van-1.png', 55499, 'a7490c154e3a9777fe9471105041c93d', 'dcedaf3cd8e78a3f972b432ed85c4ab14c1da8de682b85c8d6b3c9c82d849916', 1400, 800),
  ('marigold-van-1-small.png', 8191, '4e8c490e87e544e6cdcbc51df065dce6', 'bb29229228158717447c9d4222131903f7791aa608634116645d78a6ace87e9f', 240, 137),
  ('marigold-van-2.png', 51304, '8362f2335d887d85ba83440472f02f8b', 'fc7d4cbe94803a97d900a8655eaff743f0068cd8d085f25dba7a1fd0524c8dd8', 1400, 800),
  ('marigold-van-2-small.png', 7405, 'd76a4df9ba57c7a2f26d256242af87bc', '2d034a707076e0f95a58fde53496389317f7d6638b1834564caf5dc198e96b35', 240, 137),
  ('blue-buoy-day.png', 24751, '1a913e9c6a72230816b3fa684b14a9b4', '18bc5bd858d58f9cf5b9070d947fb5ffb7dc30412876704a486a83ca163455d9', 900, 1200),
  ('blue-buoy-day-small.png', 3894, '112f087ec5192d83067e8b99e9d6efe8', '648c3c2cececee0b686c356a0dc7ed0c37e19267991fd01952d805090c6cf30a', 180, 240),
  ('blue-buoy-night.png', 26190, 'f619e13a6963337066530cca59af9b2a', '4e48f7d2bee631670d4d1a234f939b42fe8ac87254b52b99d95d0638ee10d9bd', 900, 1200),
  ('blue-buoy-night-small.png', 4046, 'f2709d4d8e70a0bce97d15d0d0d83df0', 'd2a6892bae6195d571c972fd335273a274e55d87b3186889f3f0553d1570c780', 180, 240),
  ('granary-sign.png', 46341, 'cd42645ddb40003ecf785fb20fe83a0c', '2db15fd869325174e1cdab56204d4eeb8064fec9f3de26dc30c6781f1e2e3e3d', 1000, 900),
  ('granary-sign-small.png', 9771, 'a053d474e7d634b2c8787bf619461bac', '9ae763cbfeb7f1bcc73a12f28b73718aa4fdaec02b356226a19510dc5c94baad', 240, 216);

create temporary table proof (id uuid, job int, version int, status text, file_name text, pages text[], note text, hours numeric,
  sent boolean, name text, words text);
insert into proof
select pg_temp.key(format('mockup %s/%s', job, version)), job, version, status, file_name, pages, note, hours, sent, name, words
  from (values
    (21, 1, 'superseded', 'marigold-van-v1.pdf', array['marigold-van-1'], 'The first layout of the left side.', 150, true,
      'Marisa Calleja', 'Petals lighter on the rear doors, please.'),
    (21, 2, 'sent', 'marigold-van-v2.pdf', array['marigold-van-2'], 'Petals are lighter and smaller now.', 20, true, null, null),
    (22, 1, 'revision_requested', 'blue-buoy-totem-v1.pdf', array['blue-buoy-day', 'blue-buoy-night'], 'Day and night.', 60, true,
      'Dennis Cutajar', 'Could the buoy glow on both sides?'),
    (19, 1, 'approved', 'granary-hanging-sign-v1.pdf', array['granary-sign'], null, 300, true, 'Henry Grima', null)
  ) as listed (job, version, status, file_name, pages, note, hours, sent, name, words)
 where exists (select from public.jobs j where j.id = pg_temp.demo_id('71', job) and j.quotation_id is not null);

insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at)
select pg_temp.key('file ' || f.path), 'mockups', f.path, pg_temp.who('nico'), pg_temp.who('nico')::text, pg_temp.key('bytes ' || f.path),
       jsonb_build_object('eTag', format('"%s"', p.md5), 'size', p.bytes, 'mimetype', 'image/png', 'cacheControl', 'max-age=3600',
         'lastModified', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'contentLength', p.bytes, 'httpStatusCode', 200),
       jsonb_build_object('demo', p.name), now() - make_interval(secs => (proof.hours * 3600)::int)
  from proof cross join unnest(proof.pages) with ordinality as named (page, n)
  cross join lateral (values
    (format('%s/%s/%s.png', pg_temp.demo_id('71', proof.job), proof.id, n), page || '.png'),
    (format('%s/%s/%s-small.png', pg_temp.demo_id('71', proof.job), proof.id, n), page || '-small.png')) as f (path, picture)
  join picture p on p.name = f.picture;

insert into public.mockups (id, job_id, version, status, file_name, files, file_hash, page_count, note, checklist, ticked, sent_at,
  sent_by, decided_at, decided_name, superseded_at, created_at, created_by)
select m.id, pg_temp.demo_id('71', m.job), m.version, m.status, m.file_name, original.files, original.hash, cardinality(m.pages), m.note,
       '[{"key": "point-1", "label": "Spelling"}, {"key": "point-2", "label": "Size"}, {"key": "point-3", "label": "Colour"}, {"key": "point-4", "label": "Quantity"}]',
       case when m.status = 'approved' then '{point-1,point-2,point-3,point-4}'::text[] when m.status = 'sent' then '{point-1}' else '{}' end,
       made.at + interval '40 minutes', pg_temp.who('luke'), case when m.name is not null then made.at + interval '9 hours' end, m.name,
       case when m.status = 'superseded' then made.at + interval '100 hours' end, made.at, pg_temp.who('nico')
  from proof m
  cross join lateral (select now() - make_interval(secs => (m.hours * 3600)::int) as at) as made
  cross join lateral (
    select jsonb_agg(jsonb_build_object('name', page || '.png', 'path', format('%s/%s/%s.png', pg_temp.demo_id('71', m.job), m.id, n),
             'type', 'image/png', 'bytes', p.bytes, 'sha256', p.sha256) order by n) as files,
           case count(*) when 1 then min(p.sha256) else encode(sha256(convert_to(string_agg(p.sha256, '' order by n), 'UTF8')), 'hex') end as hash
      from unnest(m.pages) with ordinality as named (page, n) join picture p on p.name = named.page || '.png') as original;

insert into public.mockup_pages (mockup_id, page, path, thumb_path, width, height)
select m.id, n, format('%s/%s/%s.png', pg_temp.demo_id('71', m.job), m.id, n), format('%s/%s/%s-small.png', pg_temp.demo_id('71', m.job), m.id, n),
       p.width, p.height
  from proof m cross join unnest(m.pages) with ordinality as named (page, n) join picture p on p.name = named.page || '.png';

insert into public.mockup_comments (id, mockup_id, author_user_id, author_name, is_client, body, page, x, y, resolved_at, resolved_by, created_at)
select pg_temp.key('pin ' || c.n), m.id, case when c.colleague is not null then pg_temp.who(c.colleague) end, c.author, c.colleague is null,
       c.body, c.page, c.x, c.y, case when c.done then m.sent_at + interval '1 day' end, case when c.done then pg_temp.who('nico') end,
       m.sent_at + make_interval(mins => c.minutes)
  from (values
    (1, 21, 1, null, 'Marisa Calleja', 'These are too dark for me.', 1, 0.56, 0.42, true, 90),
    (2, 21, 2, null, 'Marisa Calleja', 'Much better. Is the telephone number missing?', 1, 0.22, 0.62, false, 300),
    (3, 21, 2, 'nico', 'Nico Attard', 'It comes on the rear doors.', null, null, null, false, 420),
    (4, 22, 1, null, 'Dennis Cutajar', 'Could the buoy glow on both sides?', 2, 0.5, 0.28, false, 200),
    (5, 22, 1, null, 'Dennis Cutajar', 'The name in one line?', 1, 0.5, 0.5, false, 210)
  ) as c (n, job, version, colleague, author, body, page, x, y, done, minutes)
  join public.mockups m on m.job_id = pg_temp.demo_id('71', c.job) and m.version = c.version;

insert into public.mockup_answers (id, mockup_id, version, answer, name, words, way, recorded_by, address, file_hash, checklist, answered_at)
select pg_temp.key('answer ' || p.job || p.version), m.id, m.version, case m.status when 'superseded' then 'revision_requested' else m.status end,
       p.name, p.words, case p.job when 19 then 'phone' else 'link' end, case p.job when 19 then pg_temp.who('luke') end,
       case when p.job <> 19 then '192.0.2.44'::inet end, m.file_hash, case m.status when 'approved' then m.checklist else '[]' end, m.decided_at
  from proof p join public.mockups m on m.id = p.id where p.name is not null;

insert into public.document_events (kind, record_id, type, actor_name, at, meta)
select 'mockup', m.id, 'viewed', private.person_label(null), m.sent_at + interval '100 minutes', jsonb_build_object('visit', pg_temp.key('visit ' || m.id))
  from public.mockups m join proof p on p.id = m.id;

update public.jobs j set mockup_status = m.status, mockup_required = true
  from public.mockups m where m.job_id = j.id and m.status <> 'superseded';

-- Panels: of the hoarding in production and of the one that is approved.
create temporary table board (n int, job int, no int, kind text, title text, width int, height int, depth int, done text, bin text);
insert into board values
  (1, 13, 1, 'flat', 'Hoarding, panels 1 to 8', 2400, 1200, 0, 'all', 'Rack 2'), (2, 13, 2, 'flat', 'Hoarding, panels 9 to 16', 2400, 1200, 0, 'half', null),
  (3, 13, 3, 'flat', 'Hoarding, panels 17 to 24', 2400, 1200, 0, 'cut', null), (4, 14, 1, 'tray', 'Gate header', 3000, 500, 40, 'none', null),
  (5, 22, 1, 'totem_face', 'Totem face, street side', 900, 2400, 120, 'none', null), (6, 19, 1, 'other', 'Hanging disc', 700, 700, 24, 'packed', 'Rack 5');

insert into public.panels (id, job_id, panel_no, kind, title, width_mm, height_mm, depth_mm, bin, created_at, created_by)
select pg_temp.key('panel ' || n), j.id, no, kind, b.title, width, height, depth, bin, now() - interval '3 days', pg_temp.who('karl')
  from board b join public.jobs j on j.id = pg_temp.demo_id('71', b.job);

insert into public.panel_parts (id, panel_id, position, name, detail, qty, needs_cut, needs_prep, cut_at, cut_by, prepared_at, prepared_by,
  fitted_at, fitted_by, missing_at, missing_by, missing_note)
select pg_temp.key(format('part %s/%s', b.n, p.at)), pg_temp.key('panel ' || b.n), p.at, p.name, p.detail, p.qty, p.cut, p.prep,
       case when p.cut and b.done in ('all', 'half', 'cut', 'packed') then pg_temp.at_work(pg_temp.work_minute(now()) - 200) end,
       case when p.cut and b.done in ('all', 'half', 'cut', 'packed') then pg_temp.who('mark') end,
       case when p.prep and b.done in ('all', 'half', 'packed') then pg_temp.at_work(pg_temp.work_minute(now()) - 160) end,
       case when p.prep and b.done in ('all', 'half', 'packed') then pg_temp.who('karl') end,
       case when b.done in ('all', 'packed') or (b.done = 'half' and p.at < 3) then pg_temp.at_work(pg_temp.work_minute(now()) - 100 - p.at) end,
       case when b.done in ('all', 'packed') or (b.done = 'half' and p.at < 3) then pg_temp.who(case p.at % 2 when 0 then 'karl' else 'tony' end) end,
       case when b.n = 2 and p.at = 4 then pg_temp.at_work(pg_temp.work_minute(now()) - 80) end, case when b.n = 2 and p.at = 4 then pg_temp.who('tony') end,
       case when b.n = 2 and p.at = 4 then 'The box is empty' end
  from board b join public.panels made on made.id = pg_temp.key('panel ' || b.n)
  cross join lateral (values
    (1, case b.kind when 'tray' then 'Face, V-grooved and folded' else 'Panel' end, format('%s × %s mm', b.width, b.height), 1, true, b.kind in ('tray', 'totem_face')),
    (2, 'Stiffening rail', format('%s mm', b.width - 60), case when b.height >= 2250 then 8 when b.height > 1000 then 4 else 2 end, true, false),
    (3, 'Vinyl', format('%s × %s mm', b.width, b.height), 1, true, false),
    (4, 'Fixings', null, 8, false, false)) as p (at, name, detail, qty, cut, prep);
update public.panels set status = 'packed' where id = pg_temp.key('panel 6');

-- Files of jobs: artwork in two versions, a cut file and a drawing.
create temporary table job_file as
select l.*, pg_temp.demo_id('71', job) as job_id, pg_temp.key('job file ' || l.n) as id,
       format('%s/%s.%s', pg_temp.demo_id('71', job), pg_temp.key('job file ' || l.n), split_part(l.name, '.', 2)) as path,
       now() - make_interval(hours => l.hours) as at
  from (values
    (1, 19, 'granary-hanging-disc.dxf', 'cut', 'granary-hanging-disc.dxf', 1, 260, 'application/octet-stream', 190, '0e983b56d60857b386d167279dfa524e'),
    (2, 19, 'granary-sign.png', 'artwork', 'granary-sign-print.png', 1, 290, 'image/png', 46341, 'cd42645ddb40003ecf785fb20fe83a0c'),
    (3, 21, 'marigold-van-1.png', 'artwork', 'marigold-van-left-side.png', 1, 151, 'image/png', 55499, 'a7490c154e3a9777fe9471105041c93d'),
    (4, 21, 'marigold-van-2.png', 'artwork', 'marigold-van-left-side.png', 2, 21, 'image/png', 51304, '8362f2335d887d85ba83440472f02f8b'),
    (5, 22, 'blue-buoy-day.png', 'artwork', 'blue-buoy-day.png', 1, 61, 'image/png', 24751, '1a913e9c6a72230816b3fa684b14a9b4'),
    (6, 22, 'blue-buoy-totem-frame.pdf', 'drawing', 'blue-buoy-totem-frame.pdf', 1, 58, 'application/pdf', 1530, 'b0c2907a04f608ebc7a10c6c553ee444')
  ) as l (n, job, demo, kind, name, version, hours, type, bytes, md5)
  join public.jobs j on j.id = pg_temp.demo_id('71', job);
insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at)
select pg_temp.key('job file object ' || n), 'job-files', path, pg_temp.who('nico'), pg_temp.who('nico')::text, pg_temp.key('job file bytes ' || n),
       jsonb_build_object('eTag', format('"%s"', md5), 'size', bytes, 'mimetype', type, 'cacheControl', 'max-age=3600',
         'lastModified', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'contentLength', bytes, 'httpStatusCode', 200),
       jsonb_build_object('demo', demo), at
  from job_file;
insert into public.job_files (id, job_id, kind, name, version, path, bytes, created_at, created_by)
select id, job_id, kind, name, version, path, bytes, at, pg_temp.who('nico') from job_file;

-- What the two designers earn of what they drew: old ones are paid with the wages, last month's approved, new ones open.
insert into public.commission_rules (id, user_id, pct, valid_from, created_by, created_at)
select pg_temp.key('commission of ' || first_name), pg_temp.who(first_name), pct, ((now() - interval '400 days') at time zone 'Europe/Malta')::date,
       pg_temp.who('victor'), now() - interval '400 days'
  from (values ('elena', 3.00), ('nico', 2.50)) as designer (first_name, pct);
select private.compute_commissions(id) from public.orders where status in ('delivered', 'completed');
update public.designer_commissions c
   set created_at = o.at, status = o.now_is, decided_by = case o.now_is when 'open' then null else pg_temp.who('victor') end,
       decided_at = case o.now_is when 'open' then null else least(now(), o.at + interval '6 days') end,
       paid_on = case o.now_is when 'paid' then ((o.at + interval '18 days') at time zone 'Europe/Malta')::date end
  from (select d.order_id, d.at, case when d.at < now() - interval '40 days' then 'paid' when d.at < now() - interval '15 days' then 'approved' else 'open' end as now_is
          from (select order_id, max(delivered_at) as at from public.deliveries where delivered_at is not null group by order_id) as d) as o
 where o.order_id = c.order_id;

-- The timers that run count for the step that is made.
with made as (
  select s.id, s.job_id, j.order_id, j.contact_id, d.person, row_number() over (partition by d.person order by j.due_date nulls last, j.job_number) as place
    from public.job_steps s join public.jobs j on j.id = s.job_id join public.work_centres w on w.id = s.work_centre_id
    cross join lateral (select pg_temp.who(case when s.before_approval then 'elena' when w.kind in ('printer', 'laminator') then 'mark' else 'karl' end)) as d (person)
   where s.status = 'in_progress' and s.name not like 'Outgas%'
), named as (
  select e.id, e.user_id, e.created_at, made.id as step_id, made.job_id, made.order_id, made.contact_id
    from public.time_entries e join made on made.place = 1 and made.person = e.user_id
   where e.status = 'active'
), timed as (
  update public.job_steps s set started_at = named.created_at, assignees = array[named.user_id] from named where s.id = named.step_id
)
update public.time_entries e
   set job_id = named.job_id, step_id = named.step_id, order_id = named.order_id,
       client_name = trim(concat_ws(' ', c.name, c.last_name)), business_name = c.company
  from named join public.contacts c on c.id = named.contact_id
 where e.id = named.id;

-- The story of each job, as the functions of the workshop write it down: begun, its steps, and what was handed over.
insert into public.document_events (kind, record_id, type, actor_id, actor_name, meta, at)
select 'job', told.job_id, told.type, told.actor, private.person_label(told.actor), jsonb_strip_nulls(told.meta), told.at
  from (
    select j.id, 'created', j.created_by, '{}'::jsonb, j.created_at from public.jobs j
    union all
    select s.job_id, step.type, s.assignees[1], step.meta, step.at
      from public.job_steps s
      cross join lateral (values
        ('step_started', jsonb_build_object('step', s.name), s.started_at),
        ('step_done', jsonb_build_object('step', s.name, 'good', nullif(trim_scale(s.qty_good), 0), 'waste', nullif(trim_scale(s.qty_waste), 0)),
          case s.status when 'done' then s.finished_at end)) as step (type, meta, at)
    union all
    select j.id, 'handed_over', coalesce(d.crew[1], d.created_by), jsonb_build_object('number', d.delivery_number, 'qty', private.qty_text(l.qty_delivered,
          coalesce(private.unit_of_pieces(i.unit, i.width_mm, i.height_mm), 'piece')),
        'received_by', d.received_by), d.delivered_at
      from public.deliveries d join public.delivery_items l on l.delivery_id = d.id and l.qty_delivered > 0
      join public.order_items i on i.id = l.order_item_id join public.jobs j on j.order_item_id = i.id and j.status <> 'cancelled' and j.remake_of is null
  ) as told (job_id, type, actor, meta, at)
 where told.at <= now() and not exists (
   select from public.document_events e where e.kind = 'job' and e.record_id = told.job_id and e.type = told.type)
 order by told.at, told.job_id, told.type desc;

drop table picture, proof, board, job_file;
drop function pg_temp.key(text), pg_temp.demo_id(text, int), pg_temp.who(text), pg_temp.work_minute(timestamptz), pg_temp.at_work(int);
