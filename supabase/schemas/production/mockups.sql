-- Mockups: reviewed in the house, sent to the client, commented and approved page by page.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.mockups (
  id            uuid primary key,
  job_id        uuid not null references public.jobs (id) on delete cascade,
  version       integer not null,
  status        text not null default 'draft',
  file_name     text not null,
  files         jsonb not null,
  file_hash     text not null,
  page_count    integer not null,
  note          text,
  checklist     jsonb not null,
  ticked        text[] not null default '{}',
  sent_at       timestamptz,
  sent_by       uuid references auth.users (id) on delete set null,
  decided_at    timestamptz,
  decided_name  text,
  superseded_at timestamptz,
  created_at    timestamptz not null default now(),
  created_by    uuid default auth.uid() references auth.users (id) on delete set null,
  unique (job_id, version),
  constraint mockups_version_range check (version between 1 and 1000),
  constraint mockups_status_is_known check (status in
    ('draft', 'internal_review', 'sent', 'approved', 'rejected', 'revision_requested', 'superseded')),
  constraint mockups_file_name_length check (char_length(file_name) between 1 and 255),
  constraint mockups_files_are_a_list check (jsonb_typeof(files) = 'array' and octet_length(files::text) <= 40000),
  constraint mockups_hash_is_sha256 check (file_hash ~ '^[0-9a-f]{64}$'),
  constraint mockups_page_count_range check (page_count between 1 and 60),
  constraint mockups_note_length check (char_length(note) <= 5000),
  constraint mockups_checklist_is_a_list check (jsonb_typeof(checklist) = 'array' and octet_length(checklist::text) <= 5000),
  constraint mockups_ticked_is_a_list check (coalesce(array_ndims(ticked), 1) = 1 and cardinality(ticked) <= 20),
  constraint mockups_name_length check (char_length(decided_name) <= 200)
);
create index mockups_created_by_idx on public.mockups (created_by);
create index mockups_sent_by_idx on public.mockups (sent_by);
create index mockups_waiting_idx on public.mockups (sent_at) where status = 'sent';
comment on table public.mockups is 'The versions of the proof of a job. Written by functions.';
comment on column public.mockups.id is 'Chosen by the browser that uploads: the files lie below job_id/id/ in the bucket mockups.';
comment on column public.mockups.files is 'What was uploaded: [{name, path, type, bytes, sha256}].';
comment on column public.mockups.file_hash is 'SHA-256 of the uploaded file; of the joined hashes of several files, in their order.';
comment on column public.mockups.checklist is 'What the client ticks before the approval: [{key, label}].';
comment on column public.mockups.ticked is 'Keys of the checklist that the client has ticked so far.';

create table public.mockup_pages (
  mockup_id  uuid not null references public.mockups (id) on delete cascade,
  page       integer not null,
  path       text not null unique,
  thumb_path text not null,
  width      integer not null,
  height     integer not null,
  primary key (mockup_id, page),
  constraint mockup_pages_page_range check (page between 1 and 60),
  constraint mockup_pages_size_range check (width between 1 and 20000 and height between 1 and 20000),
  constraint mockup_pages_path_length check (char_length(path) <= 300 and char_length(thumb_path) <= 300)
);
comment on table public.mockup_pages is 'The pages of a version as pictures, drawn when it was uploaded. Written by add_mockup.';
comment on column public.mockup_pages.width is 'In pixels, as is height.';

create table public.mockup_comments (
  id             uuid primary key,
  mockup_id      uuid not null references public.mockups (id) on delete cascade,
  author_user_id uuid references auth.users (id) on delete set null,
  author_name    text not null,
  is_client      boolean not null,
  body           text not null,
  page           integer,
  x              numeric(7, 6),
  y              numeric(7, 6),
  resolved_at    timestamptz,
  resolved_by    uuid references auth.users (id) on delete set null,
  created_at     timestamptz not null default now(),
  constraint mockup_comments_author_length check (char_length(btrim(author_name)) between 1 and 200 and char_length(author_name) <= 250),
  constraint mockup_comments_body_length check (char_length(btrim(body)) between 1 and 2000 and char_length(body) <= 2500),
  constraint mockup_comments_pin_is_whole check (num_nonnulls(x, y) in (0, 2) and (x is null or page is not null)),
  constraint mockup_comments_pin_on_the_page check (x between 0 and 1 and y between 0 and 1),
  constraint mockup_comments_page_range check (page between 1 and 60)
);
create index mockup_comments_mockup_id_idx on public.mockup_comments (mockup_id, created_at);
create index mockup_comments_author_user_id_idx on public.mockup_comments (author_user_id);
create index mockup_comments_resolved_by_idx on public.mockup_comments (resolved_by);
comment on table public.mockup_comments is 'What client and staff say about a version, with or without a pin on a page. Written by functions.';
comment on column public.mockup_comments.x is 'Place of the pin as a share of the width of the page, from the left; y of the height, from the top.';

create table public.mockup_answers (
  id           uuid primary key default gen_random_uuid(),
  mockup_id    uuid not null references public.mockups (id) on delete cascade,
  version      integer not null,
  answer       text not null,
  name         text not null,
  words        text,
  way          text not null,
  recorded_by  uuid references auth.users (id) on delete set null,
  address      inet,
  file_hash    text not null,
  checklist    jsonb not null,
  signature_id uuid,
  answered_at  timestamptz not null default now(),
  constraint mockup_answers_answer_is_known check (answer in ('approved', 'rejected', 'revision_requested')),
  constraint mockup_answers_name_length check (char_length(btrim(name)) between 1 and 200 and char_length(name) <= 250),
  constraint mockup_answers_words_length check (char_length(words) <= 2500),
  constraint mockup_answers_way_is_known check (way in ('link', 'e-mail', 'phone', 'in person', 'letter')),
  constraint mockup_answers_hash_is_sha256 check (file_hash ~ '^[0-9a-f]{64}$'),
  constraint mockup_answers_checklist_is_a_list check (jsonb_typeof(checklist) = 'array' and octet_length(checklist::text) <= 5000)
);
create index mockup_answers_mockup_id_idx on public.mockup_answers (mockup_id, answered_at desc);
create index mockup_answers_recorded_by_idx on public.mockup_answers (recorded_by);
comment on table public.mockup_answers is
  'Every answer to a version: who, when, from which address, which version and which file. Written by functions; never changed.';
comment on column public.mockup_answers.way is 'link: the client by the link. Otherwise how staff who recorded it (recorded_by) heard of it.';
comment on column public.mockup_answers.checklist is 'The points of the checklist that were ticked: [{key, label}].';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.mockups', 'select', p_audited => true);
create policy "whoever reads jobs or production reads mockups" on public.mockups
  for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('orders', 'view')) or (select private.can('production', 'view')));

call private.borrow_rules('public.mockup_pages', '');
grant select on public.mockup_pages to authenticated;
create policy "whoever reads jobs or production reads pages of mockups" on public.mockup_pages
  for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('orders', 'view')) or (select private.can('production', 'view')));

call private.borrow_rules('public.mockup_comments', 'select');
create policy "whoever reads jobs or production reads comments on mockups" on public.mockup_comments
  for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('orders', 'view')) or (select private.can('production', 'view')));

call private.borrow_rules('public.mockup_answers', '');
grant select on public.mockup_answers to authenticated;
create policy "whoever reads jobs or production reads answers to mockups" on public.mockup_answers
  for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('orders', 'view')) or (select private.can('production', 'view')));

call private.file_rule('mockups', 'select', $$(select private.can('jobs', 'view')) or (select private.can('orders', 'view'))
  or (select private.can('production', 'view'))$$);
call private.file_rule('mockups', 'insert', $rule$(select private.can('jobs', 'edit'))
  and name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}/[a-z0-9][a-z0-9.-]{0,79}$'$rule$);

-- A file whose version was never made is removed by who uploaded it.
call private.file_rule('mockups', 'delete', $$owner_id = (select auth.uid())::text and (select private.can('jobs', 'edit'))
  and not private.is_mockup(private.uuid_or_null(split_part(name, '/', 2)))$$);

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.mockup_uuid(p_job uuid) returns uuid
  language sql stable security definer set search_path = ''
as $$
  select q.public_uuid from public.jobs j join public.quotations q on q.id = j.quotation_id where j.id = p_job
$$;
comment on function private.mockup_uuid is 'The uuid under which the mockup of a job is shown; null without a quotation.';

create function private.check_layouts(p_inputs jsonb, p_nested jsonb, p_list jsonb) returns void
  language plpgsql immutable set search_path = ''
as $$
declare
  v_step jsonb;
  v_area numeric;
  v_given numeric;
begin
  if jsonb_typeof(p_nested) is distinct from 'object' or octet_length(p_nested::text) > 10000 then
    perform private.refuse('22023', 'The layouts of a calculation are an object');
  end if;
  for v_step in select s from jsonb_array_elements(p_inputs -> 'steps') as s where s ->> 'kind' in ('sheet', 'roll') loop
    v_given := private.calculated_number(p_nested, v_step ->> 'id', 0, 100000000, 2, 'The material of a layout');
    v_area := private.calculated_area(p_inputs, v_step, (p_inputs ->> 'quantity')::numeric);
    if v_area > v_given * (case v_step ->> 'kind'
      when 'sheet' then (p_list #>> array['sheets', v_step ->> 'item_id', 'width_mm'])::numeric
        * (p_list #>> array['sheets', v_step ->> 'item_id', 'length_mm'])::numeric / 1000000
      else (p_list #>> array['rolls', v_step ->> 'item_id', 'width_mm'])::numeric / 1000000 end)
    then
      perform private.refuse('22023', 'The parts are larger than the material of their layout');
    end if;
  end loop;
end $$;
comment on function private.check_layouts is 'Layouts are made in the browser; none may have less material than the area of its parts.';

-- recorded_by may become null when its person leaves, and a job that is removed takes its answers along.
create function private.keep_answer() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if to_jsonb(old) - 'recorded_by' <> to_jsonb(new) - 'recorded_by' then
    raise insufficient_privilege using message = 'An answer to a mockup is never changed';
  end if;
  return new;
end $$;

create function private.is_mockup(p_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.mockups where id = p_id);
end $$;
comment on function private.is_mockup is 'Whether a version of this id exists.';
grant execute on function private.is_mockup to authenticated;

create function private.nudge_mockups() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_uuid text;
begin
  for v_uuid in execute format(
    'select distinct q.public_uuid::text from changed c %s join public.jobs j on j.id = m.job_id
       join public.quotations q on q.id = j.quotation_id',
    case tg_table_name when 'mockups' then 'join lateral (select c.job_id) as m on true'
      else 'join public.mockups m on m.id = c.mockup_id' end)
  loop
    perform private.nudge('doc:' || v_uuid, tg_table_name, tg_op, null);
  end loop;
  if tg_table_name = 'mockups' then
    perform private.nudge('user:' || a.id, 'mockups', tg_op, null) from (
      select distinct q.contact_id from changed c join public.jobs j on j.id = c.job_id join public.quotations q on q.id = j.quotation_id
       where c.sent_at is not null) as told
     cross join lateral private.accounts_of_contact(told.contact_id) as a (id);
  end if;
  if exists (select from changed) then
    perform private.nudge('page:jobs', tg_table_name, tg_op, null);
    perform private.nudge('page:production', tg_table_name, tg_op, null);
  end if;
  return null;
end $$;
comment on function private.nudge_mockups is 'Tells the holders of the link, the accounts of the client of what was sent to them, and the lists of jobs and production.';

create function private.follow_mockups(p_job_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
begin
  select m.status into v_status from public.mockups m where m.job_id = p_job_id and m.status <> 'superseded'
   order by m.status = 'approved' desc, m.status = 'sent' desc, m.version desc limit 1;
  update public.jobs set mockup_status = v_status where id = p_job_id and mockup_status is distinct from v_status;
  update public.jobs set status = 'awaiting_approval' where id = p_job_id and status = 'artwork' and v_status = 'sent';
  update public.jobs set status = 'approved' where id = p_job_id and status = 'awaiting_approval' and v_status = 'approved';
  update public.jobs set status = 'artwork'
   where id = p_job_id and status in ('awaiting_approval', 'approved') and v_status in ('rejected', 'revision_requested');
  -- A client may answer while the job waits: it goes on where it would be by then.
  update public.jobs set held_from = case v_status when 'sent' then 'awaiting_approval' when 'approved' then 'approved' else 'artwork' end
   where id = p_job_id and status = 'on_hold' and (held_from = 'artwork' and v_status = 'sent' or held_from = 'awaiting_approval' and v_status = 'approved'
     or held_from in ('awaiting_approval', 'approved') and v_status in ('rejected', 'revision_requested'));
end $$;
comment on function private.follow_mockups is
  'jobs.mockup_status is that of the approved version, else of the sent one, else of the newest. A job that waits for the
approval moves along, one on hold when it is released.';

create function private.team_of_mockup(p_mockup public.mockups) returns uuid[]
  language sql stable security definer set search_path = ''
as $$
  select array_remove(array[p_mockup.created_by, p_mockup.sent_by, j.lead_user_id, q.created_by, q.account_manager_id], null)
    from public.jobs j left join public.quotations q on q.id = j.quotation_id where j.id = p_mockup.job_id
$$;
comment on function private.team_of_mockup is 'Who made and sent it, who leads the job, and who sold it.';

create function private.tell_of_mockup(
  p_mockup public.mockups, p_people uuid[], p_action text, p_by text, p_message text, p_comment_id uuid default null) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.mockup_notifications (notified_user_id, job_id, action_type, action_by, file_name, message, comment_id)
  select distinct ur.user_id, p_mockup.job_id, p_action, left(p_by, 200), p_mockup.file_name, left(p_message, 5000), p_comment_id
    from public.user_roles ur
   where ur.user_id = any (p_people) and ur.role not in ('client', 'pending') and ur.user_id is distinct from auth.uid()
$$;
comment on function private.tell_of_mockup is 'A notice of spec 2 §3 to staff among these people, but not to who caused it.';

create function private.mockup_for(p_id uuid, p_doing text) returns public.mockups
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mockup public.mockups;
begin
  perform private.must('jobs', 'edit', p_doing);
  perform from public.jobs j where j.id = (select m.job_id from public.mockups m where m.id = p_id) for no key update;
  select * into v_mockup from public.mockups where id = p_id for update;
  if v_mockup.id is null then
    perform private.refuse('PT404', 'This mockup is not there any more');
  end if;
  return v_mockup;
end $$;
comment on function private.mockup_for is 'The version, and its job before it, locked, for a caller who may change jobs.';

create function private.mockup_facts(p_job_ids uuid[], p_inside boolean) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', j.id, 'job_number', j.job_number, 'title', j.title, 'status', j.status,
      'qty', j.qty::text, 'unit', j.unit, 'width_mm', j.width_mm::text, 'height_mm', j.height_mm::text,
      'description', line.description, 'details', line.details, 'mockup_required', j.mockup_required, 'versions', v.versions) order by j.job_number), '[]')
    from public.jobs j
    left join lateral (
      select l.description, l.details from (
        select i.description, i.details, 1 as place from public.order_items i where i.id = j.order_item_id
        union all
        select i.description, i.details, 2 from public.quotation_items i where i.id = j.quotation_item_id) as l
       order by l.place limit 1) as line on true
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', m.id, 'version', m.version, 'status', m.status, 'file_name', m.file_name,
          'note', m.note, 'checklist', m.checklist, 'ticked', m.ticked, 'made_at', m.created_at, 'sent_at', m.sent_at,
          'made_by', private.person_label(m.created_by), 'decided_at', m.decided_at, 'decided_name', m.decided_name,
          'file_hash', m.file_hash,
          'pages', (select jsonb_agg(jsonb_build_object('page', p.page, 'path', p.path, 'thumb_path', p.thumb_path,
              'width', p.width, 'height', p.height) order by p.page) from public.mockup_pages p where p.mockup_id = m.id),
          'comments', coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'author', c.author_name, 'is_client', c.is_client,
              'body', c.body, 'page', c.page, 'x', c.x::float8, 'y', c.y::float8, 'is_resolved', c.resolved_at is not null,
              'at', c.created_at) order by c.created_at, c.id) from public.mockup_comments c where c.mockup_id = m.id), '[]'),
          'answers', coalesce((select jsonb_agg(jsonb_build_object('answer', a.answer, 'name', a.name, 'words', a.words, 'way', a.way,
              'at', a.answered_at) || case when p_inside then jsonb_build_object('address', host(a.address), 'file_hash', a.file_hash,
              'recorded_by', private.person_label(a.recorded_by), 'version', a.version,
              'signature', (select s.image from public.document_signatures s where s.id = a.signature_id)) else '{}' end
              order by a.answered_at) from public.mockup_answers a where a.mockup_id = m.id), '[]'))
          || case when p_inside then jsonb_build_object('files', m.files, 'first_viewed_at', (
              select min(e.at) from public.document_events e where e.kind = 'mockup' and e.record_id = m.id and e.type = 'viewed'))
            else '{}' end order by m.version desc) as versions
        from public.mockups m where m.job_id = j.id and (p_inside or m.sent_at is not null)) as v
   where j.id = any (p_job_ids) and (p_inside or v.versions is not null)
$$;
comment on function private.mockup_facts is
  'Jobs with the versions of their mockups, the newest first, and what their line says on the papers of the client. p_inside: with drafts, and
with what only staff see.';

create function private.proof_waits(p_quotation_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.quotations q join public.jobs j on j.quotation_id = q.id and j.status not in ('delivered', 'closed', 'cancelled')
      join public.mockups m on m.job_id = j.id and m.status = 'sent' and m.sent_at is not null
     where q.id = p_quotation_id and q.link_revoked_at is null and private.is_public_document(q.public_uuid));
end $$;
comment on function private.proof_waits is 'A proof of the quotation waits for the answer of the client, and the link of the quotation opens it.';

create function private.add_mockup(
  p_id uuid, p_job_id uuid, p_files jsonb, p_pages jsonb, p_note text default null, p_checklist text[] default null) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_mockup public.mockups;
  v_place constant text := p_job_id || '/' || p_id || '/';
  v_points constant text[] := coalesce(p_checklist, array['Spelling', 'Size', 'Colour', 'Quantity']);
  v_lost text;
begin
  perform private.must('jobs', 'edit', 'add mockups');
  select * into v_job from public.jobs where id = p_job_id for no key update;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  end if;
  select * into v_mockup from public.mockups where id = p_id;
  if v_mockup.id is not null then
    if v_mockup.job_id <> p_job_id then
      perform private.refuse('PT409', 'This mockup belongs to another job');
    end if;
    return v_mockup.version;
  end if;
  perform private.must_be_in_work(v_job);
  if coalesce(jsonb_typeof(p_files), '') <> 'array' or coalesce(jsonb_typeof(p_pages), '') <> 'array'
    or jsonb_array_length(p_files) = 0 or jsonb_array_length(p_pages) = 0
  then
    perform private.refuse('22023', 'Please choose a picture or a PDF');
  elsif jsonb_array_length(p_pages) > 60 or jsonb_array_length(p_files) > 60 then
    perform private.refuse('22023', format('A mockup has 60 pages at most. This one has %s.',
      greatest(jsonb_array_length(p_pages), jsonb_array_length(p_files))));
  elsif cardinality(v_points) > 20 or exists (
    select from unnest(v_points) as point where coalesce(btrim(point), '') = '' or char_length(point) > 120)
  then
    perform private.refuse('22023', 'The checklist has 20 points at most, each of 120 characters at most');
  elsif exists (
    select from jsonb_array_elements(p_files) as f where coalesce(f ->> 'sha256', '') !~ '^[0-9a-f]{64}$'
      or coalesce(char_length(f ->> 'name'), 0) not between 1 and 255)
  then
    perform private.refuse('22023', 'A file of this mockup has no name or no hash');
  end if;
  select named.path into v_lost from (
    select f ->> 'path' as path from jsonb_array_elements(p_files) as f
    union all select p ->> 'path' from jsonb_array_elements(p_pages) as p
    union all select p ->> 'thumb_path' from jsonb_array_elements(p_pages) as p
  ) as named
   where named.path is null or not starts_with(named.path, v_place)
      or not exists (select from storage.objects o where o.bucket_id = 'mockups' and o.name = named.path)
   limit 1;
  if found then
    perform private.refuse('22023', 'A file of this mockup has not arrived. Please upload it again.');
  end if;

  insert into public.mockups (id, job_id, version, file_name, files, file_hash, page_count, note, checklist, created_by)
  select p_id, p_job_id, coalesce(max(m.version), 0) + 1, left(p_files -> 0 ->> 'name', 255),
    (select jsonb_agg(jsonb_build_object('name', f ->> 'name', 'path', f ->> 'path', 'type', f ->> 'type', 'bytes', f -> 'bytes',
       'sha256', f ->> 'sha256')) from jsonb_array_elements(p_files) as f),
    case when jsonb_array_length(p_files) = 1 then p_files -> 0 ->> 'sha256' else encode(sha256(convert_to(
      (select string_agg(f ->> 'sha256', '' order by at) from jsonb_array_elements(p_files) with ordinality as listed (f, at)), 'UTF8')), 'hex') end,
    jsonb_array_length(p_pages), nullif(btrim(p_note), ''),
    (select coalesce(jsonb_agg(jsonb_build_object('key', 'point-' || at, 'label', btrim(point)) order by at), '[]')
       from unnest(v_points) with ordinality as listed (point, at)), auth.uid()
    from public.mockups m where m.job_id = p_job_id
  returning * into v_mockup;
  insert into public.mockup_pages (mockup_id, page, path, thumb_path, width, height)
  select p_id, at, p ->> 'path', p ->> 'thumb_path', (p ->> 'width')::integer, (p ->> 'height')::integer
    from jsonb_array_elements(p_pages) with ordinality as listed (p, at);
  update public.mockups set status = 'superseded', superseded_at = now()
   where job_id = p_job_id and id <> p_id and status in ('draft', 'internal_review');
  update public.jobs set status = 'artwork' where id = p_job_id and status = 'new';
  perform private.follow_mockups(p_job_id);
  perform private.log_event('job', p_job_id, 'mockup_added', jsonb_build_object('version', v_mockup.version));
  return v_mockup.version;
end $$;
comment on function private.add_mockup is
  'The next version of the mockup of a job, as a draft; its version number. The files lie in the bucket mockups, below
job/version/. p_files: [{name, path, type, bytes, sha256}]; p_pages in their order: [{path, thumb_path, width, height}];
p_checklist: what the client ticks. p_id is chosen by the caller: a repeated call adds one version.';
call private.offer('private.add_mockup(uuid, uuid, jsonb, jsonb, text, text[])');

create function private.review_mockup(p_id uuid, p_review boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mockup public.mockups := private.mockup_for(p_id, 'change mockups');
  v_to constant text := case when p_review then 'internal_review' else 'draft' end;
  v_by constant text := private.person_label(auth.uid());
begin
  if v_mockup.status = v_to then
    return;
  end if;
  update public.mockups set status = v_to where id = p_id;
  perform private.follow_mockups(v_mockup.job_id);
  perform private.log_event('job', v_mockup.job_id, case when p_review then 'mockup_review' else 'mockup_draft' end,
    jsonb_build_object('version', v_mockup.version));
  perform private.tell_of_mockup(v_mockup, private.team_of_mockup(v_mockup),
    case when p_review then 'approval_request' else 'status_change' end, v_by,
    case when p_review then 'Ready for your look before it goes out.' else format('Version %s is a draft again.', v_mockup.version) end);
end $$;
comment on function private.review_mockup is 'Asks colleagues to look at a draft (true), or takes it back (false). They get a notice.';
call private.offer('private.review_mockup(uuid, boolean)');

create function private.take_answer(
  p_mockup public.mockups, p_answer text, p_name text, p_words text, p_way text, p_signature text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_name constant text := nullif(btrim(p_name), '');
  v_words constant text := nullif(btrim(p_words), '');
  v_signature uuid;
  v_job public.jobs;
begin
  if p_answer is null or p_answer not in ('approved', 'rejected', 'revision_requested') then
    perform private.refuse('22023', 'An answer is approved, rejected or revision_requested');
  elsif v_name is null or char_length(v_name) > 200 then
    perform private.refuse('22023', 'Please enter a name of 200 characters at most');
  elsif v_words is null and p_answer <> 'approved' then
    perform private.refuse('22023', case p_answer when 'rejected' then 'Please say why' else 'Please say what is to change' end);
  elsif char_length(v_words) > 2000 then
    perform private.refuse('22023', 'Please use 2000 characters at most');
  end if;
  if p_answer = 'approved' then
    perform private.sign_document('mockup', p_mockup.id, p_mockup.version, v_name, p_signature);
    select s.id into v_signature from public.document_signatures s
     where s.kind = 'mockup' and s.record_id = p_mockup.id order by s.signed_at desc limit 1;
  end if;
  insert into public.mockup_answers (mockup_id, version, answer, name, words, way, recorded_by, address, file_hash, checklist, signature_id)
  values (p_mockup.id, p_mockup.version, p_answer, v_name, v_words, p_way, case when p_way <> 'link' then auth.uid() end,
    private.client_address(), p_mockup.file_hash,
    (select coalesce(jsonb_agg(point), '[]') from jsonb_array_elements(p_mockup.checklist) as point
      where point ->> 'key' = any (p_mockup.ticked)), v_signature);
  update public.mockups set status = p_answer, decided_at = now(), decided_name = v_name where id = p_mockup.id;
  perform private.cancel_mails('mockup', p_mockup.id);
  perform private.follow_mockups(p_mockup.job_id);
  select * into v_job from public.jobs where id = p_mockup.job_id;
  perform private.log_event('job', p_mockup.job_id, 'mockup_' || p_answer,
    jsonb_build_object('version', p_mockup.version, 'words', v_words, 'name', v_name), v_name);
  perform private.tell_of_mockup(p_mockup, private.team_of_mockup(p_mockup), p_answer, v_name,
    coalesce(v_words, format('Version %s is approved.', p_mockup.version)));
  if p_answer = 'approved' then
    perform private.tell_of_mockup(p_mockup, array(
        select maker from unnest(private.makers_of_job(p_mockup.job_id)) as maker
         where not maker = any (private.team_of_mockup(p_mockup))),
      'status_change', v_name, 'Released for production.');
  end if;
end $$;
comment on function private.take_answer is
  'Keeps an answer with name, moment, address, version, file hash and ticked points; ends the reminders, moves the job, and tells
its team. Whoever still has a step to do hears that production is released.';

create function private.record_mockup_answer(p_id uuid, p_answer text, p_name text, p_way text, p_words text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mockup public.mockups := private.mockup_for(p_id, 'record answers to mockups');
begin
  if v_mockup.status = p_answer then
    return;
  end if;
  perform private.must_be_in_work((select j from public.jobs j where j.id = v_mockup.job_id));
  if p_way is null or p_way not in ('e-mail', 'phone', 'in person', 'letter') then
    perform private.refuse('22023', 'Please say how the client answered');
  elsif v_mockup.status not in ('draft', 'internal_review', 'sent') then
    perform private.refuse('PT409', format('Version %s is %s already', v_mockup.version, replace(v_mockup.status, '_', ' ')));
  end if;
  if v_mockup.status <> 'sent' then
    update public.mockups set status = 'superseded', superseded_at = now()
     where job_id = v_mockup.job_id and id <> p_id and status <> 'superseded';
    update public.mockups set status = 'sent', sent_at = now(), sent_by = auth.uid() where id = p_id returning * into v_mockup;
    update public.jobs set status = 'artwork' where id = v_mockup.job_id and status = 'new';
    perform private.follow_mockups(v_mockup.job_id);
  end if;
  perform private.take_answer(v_mockup, p_answer, p_name, p_words, p_way);
end $$;
comment on function private.record_mockup_answer is
  'Staff record an answer that came outside of the link. p_way: e-mail, phone, in person or letter. A second call changes nothing.';
call private.offer('private.record_mockup_answer(uuid, text, text, text, text)');

create function private.write_comment(
  p_mockup public.mockups, p_id uuid, p_name text, p_is_client boolean, p_body text, p_page integer, p_x double precision, p_y double precision)
  returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_name constant text := nullif(btrim(p_name), '');
  v_body constant text := nullif(btrim(p_body), '');
begin
  if exists (select from public.mockup_comments where id = p_id) then
    return;
  elsif v_name is null or char_length(v_name) > 200 then
    perform private.refuse('22023', 'Please enter your name');
  elsif v_body is null then
    perform private.refuse('22023', 'Please write a few words');
  elsif char_length(v_body) > 2000 then
    perform private.refuse('22023', 'Please use 2000 characters at most');
  elsif p_page is not null and not p_page between 1 and p_mockup.page_count then
    perform private.refuse('22023', format('This mockup has %s. There is no page %s.',
      case p_mockup.page_count when 1 then 'one page' else p_mockup.page_count || ' pages' end, p_page));
  elsif num_nonnulls(p_x, p_y) = 1 or (p_x is not null and (p_page is null or not (p_x between 0 and 1 and p_y between 0 and 1))) then
    perform private.refuse('22023', 'This pin lies outside of the page. Please put it on the picture.');
  end if;
  insert into public.mockup_comments (id, mockup_id, author_user_id, author_name, is_client, body, page, x, y)
  values (p_id, p_mockup.id, auth.uid(), v_name, p_is_client, v_body, p_page, round(p_x::numeric, 6), round(p_y::numeric, 6));
  perform private.tell_of_mockup(p_mockup, private.team_of_mockup(p_mockup), 'comment', v_name, v_body, p_id);
end $$;

create function private.mail_comment(p_mockup public.mockups, p_id uuid, p_words text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before public.mockup_comments;
  v_to text;
  v_job public.jobs;
begin
  select c.* into v_before from public.mockup_comments c join public.mockups m on m.id = c.mockup_id
   where m.job_id = p_mockup.job_id and c.id <> p_id and (c.is_client or c.created_at >= p_mockup.sent_at)
   order by c.created_at desc, c.id desc limit 1;
  if p_mockup.sent_at is null or (v_before.id is not null and not v_before.is_client) then
    return;
  end if;
  select * into v_job from public.jobs where id = p_mockup.job_id;
  select c.email into v_to from private.mail_contacts_of('quotation', v_job.quotation_id) as c where c.is_first;
  if v_to is not null and private.is_public_document(private.mockup_uuid(v_job.id)) then
    perform private.queue_mail('proof_answer', array[v_to], 'mockup', v_job.id, format('mockup/%s/comment/%s', p_mockup.id, p_id),
      jsonb_build_object('note', p_words, 'question', v_before.body, 'version', p_mockup.version::text),
      p_label => format('%s, version %s', v_job.job_number, p_mockup.version));
  end if;
end $$;
comment on function private.mail_comment is
'What staff write on a version that the client has goes to the client by mail: the first of our comments in a row, with the words of
the client that it answers. More of them stand on the page until the client writes again.';

create function private.comment_on_mockup(
  p_id uuid, p_mockup_id uuid, p_body text, p_page integer default null, p_x double precision default null,
  p_y double precision default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mockup public.mockups;
begin
  if not (private.can('jobs', 'view') or private.can('production', 'view')) then
    raise insufficient_privilege using message = 'You may not comment on mockups';
  end if;
  select * into v_mockup from public.mockups where id = p_mockup_id;
  if v_mockup.id is null then
    perform private.refuse('PT404', 'This mockup is not there any more');
  end if;
  perform private.write_comment(v_mockup, p_id, private.person_label(auth.uid()), false, p_body, p_page, p_x, p_y);
  perform private.mail_comment(v_mockup, p_id, btrim(p_body));
end $$;
comment on function private.comment_on_mockup is
  'A comment of staff, with a pin at (p_x, p_y) of a page: shares of its width and height. p_id is chosen by the caller. The client of a
sent version gets it by mail (private.mail_comment).';
call private.offer('private.comment_on_mockup(uuid, uuid, text, integer, double precision, double precision)', '{authenticated}');

create function private.resolve_mockup_comment(p_id uuid, p_resolved boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must('jobs', 'edit', 'settle comments on mockups');
  update public.mockup_comments
     set resolved_at = case when p_resolved then coalesce(resolved_at, now()) end, resolved_by = case when p_resolved then auth.uid() end
   where id = p_id;
  if not found then
    perform private.refuse('PT404', 'This comment is not there any more');
  end if;
end $$;
comment on function private.resolve_mockup_comment is 'Marks a comment as done (true) or open again (false).';
call private.offer('private.resolve_mockup_comment(uuid, boolean)');

create function private.get_job_mockups(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_quotation public.quotations;
  v_jobs uuid[];
begin
  if not (private.can('jobs', 'view') or private.can('orders', 'view') or private.can('production', 'view')) then
    raise insufficient_privilege using message = 'You may not see mockups';
  end if;
  select * into v_quotation from public.quotations where public_uuid = p_id;
  v_jobs := array(select j.id from public.jobs j where j.id = p_id or j.quotation_id = v_quotation.id);
  if cardinality(v_jobs) = 0 then
    return null;
  end if;
  if v_quotation.id is null then
    select q.* into v_quotation from public.quotations q join public.jobs j on j.quotation_id = q.id where j.id = p_id;
  end if;
  return jsonb_build_object('public_uuid', v_quotation.public_uuid, 'number', v_quotation.quotation_number,
    'project_title', v_quotation.project_title,
    'is_open', coalesce(private.is_public_document(v_quotation.public_uuid), false),
    'company', private.company_facts(), 'jobs', private.mockup_facts(v_jobs, true));
end $$;
comment on function private.get_job_mockups is
  'For staff: mockups of the jobs of a quotation by its public uuid, or of one job by its id, with drafts. Null when nothing is there.';
call private.offer('private.get_job_mockups(uuid)', '{authenticated}');

create function private.get_public_mockups(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_quotation public.quotations;
  v_facts jsonb;
  v_id uuid;
begin
  if not private.is_public_document(p_uuid) then
    return null;
  end if;
  select * into v_quotation from public.quotations where public_uuid = p_uuid;
  if v_quotation.id is null then
    return null;
  end if;
  v_facts := private.mockup_facts(array(select j.id from public.jobs j where j.quotation_id = v_quotation.id), false);
  for v_id in select m.id from public.mockups m join public.jobs j on j.id = m.job_id
    where j.quotation_id = v_quotation.id and m.status = 'sent'
  loop
    perform private.log_view('mockup', v_id, p_visit || ' ' || v_id);
  end loop;
  return jsonb_build_object('public_uuid', v_quotation.public_uuid, 'number', v_quotation.quotation_number,
    'project_title', v_quotation.project_title, 'is_open', true, 'company', private.company_facts(), 'jobs', v_facts,
    'client_language', private.own_language(v_quotation.person_id, v_quotation.contact_id),
    'language', private.language_of('quotation', v_quotation.id));
end $$;
comment on function private.get_public_mockups is
  'What the holder of a link may read of mockups: versions that were sent, with pages, pins and answers. Null for a wrong or
closed link. p_visit as in get_public_quotation.';
call private.offer('private.get_public_mockups(uuid, text)', '{anon,authenticated,service_role}');

create function private.mockup_by_link(p_uuid uuid, p_mockup_id uuid) returns public.mockups
  language plpgsql security definer set search_path = ''
as $$
declare
  v_quotation public.quotations := private.quotation_by_link(p_uuid);
  v_mockup public.mockups;
begin
  perform from public.jobs j
    where j.id = (select m.job_id from public.mockups m where m.id = p_mockup_id) and j.quotation_id = v_quotation.id for no key update;
  if found then
    select * into v_mockup from public.mockups where id = p_mockup_id and sent_at is not null for update;
  end if;
  if v_mockup.id is null then
    perform private.refuse('PT404', 'This mockup is not part of this link');
  end if;
  return v_mockup;
end $$;
comment on function private.mockup_by_link is 'A version that was sent, and its job before it, locked, for the holder of the link.';

create function private.must_be_answerable(p_mockup public.mockups) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_new public.mockups;
begin
  select * into v_job from public.jobs where id = p_mockup.job_id;
  if v_job.status in ('cancelled', 'delivered', 'closed') then
    perform private.refuse('PT409', case v_job.status when 'cancelled' then 'This job was cancelled. Please call us.'
      else 'This job is finished. Please call us.' end);
  elsif p_mockup.status = 'superseded' then
    select * into v_new from public.mockups where job_id = p_mockup.job_id and sent_at is not null and status <> 'superseded'
     order by version desc limit 1;
    perform private.refuse('PT409', case when v_new.id is null then 'We are working on a new version. It will appear here.'
      else format('Version %s has replaced version %s. Please look at it before you answer.', v_new.version, p_mockup.version) end,
      coalesce(v_new.version::text, ''));
  elsif p_mockup.status <> 'sent' then
    perform private.refuse('PT409', format('Version %s was answered already: %s by %s.', p_mockup.version,
      replace(p_mockup.status, '_', ' '), coalesce(p_mockup.decided_name, 'somebody else')), p_mockup.version::text);
  end if;
end $$;

create function private.tick_mockup(p_uuid uuid, p_mockup_id uuid, p_key text, p_ticked boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mockup public.mockups := private.mockup_by_link(p_uuid, p_mockup_id);
begin
  perform private.must_be_answerable(v_mockup);
  if not exists (select from jsonb_array_elements(v_mockup.checklist) as point where point ->> 'key' = p_key) then
    perform private.refuse('22023', 'This point is not on the checklist');
  end if;
  update public.mockups
     set ticked = case when p_ticked then array_remove(ticked, p_key) || p_key else array_remove(ticked, p_key) end
   where id = p_mockup_id and p_ticked is distinct from (p_key = any (ticked));
end $$;
comment on function private.tick_mockup is 'The client ticks a point of the checklist, or takes the tick back.';
call private.offer('private.tick_mockup(uuid, uuid, text, boolean)', '{anon,authenticated,service_role}');

create function private.comment_by_link(
  p_uuid uuid, p_id uuid, p_mockup_id uuid, p_name text, p_body text, p_page integer default null,
  p_x double precision default null, p_y double precision default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mockup public.mockups := private.mockup_by_link(p_uuid, p_mockup_id);
begin
  if (select count(*) from public.mockup_comments c join public.mockups m on m.id = c.mockup_id
       where m.job_id = v_mockup.job_id and c.is_client and c.created_at > now() - interval '1 hour') >= 100
  then
    perform private.refuse('PT429', 'Too many comments in one hour. Please call us.');
  end if;
  perform private.write_comment(v_mockup, p_id, p_name, true, p_body, p_page, p_x, p_y);
end $$;
comment on function private.comment_by_link is
  'A comment of the client by the link, as comment_on_mockup. The version may be answered or superseded by then: words are kept.';
call private.offer('private.comment_by_link(uuid, uuid, uuid, text, text, integer, double precision, double precision)',
  '{anon,authenticated,service_role}');

create function private.answer_mockup(
  p_uuid uuid, p_mockup_id uuid, p_answer text, p_name text, p_words text default null, p_signature text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mockup public.mockups := private.mockup_by_link(p_uuid, p_mockup_id);
begin
  if v_mockup.status = p_answer then
    return;
  end if;
  perform private.must_be_answerable(v_mockup);
  if p_answer = 'approved' and exists (
    select from jsonb_array_elements(v_mockup.checklist) as point where not (point ->> 'key' = any (v_mockup.ticked)))
  then
    perform private.refuse('PT409', 'Please tick every point of the checklist first');
  end if;
  perform private.take_answer(v_mockup, p_answer, p_name, p_words, 'link', p_signature);
end $$;
comment on function private.answer_mockup is
  'The client answers a version: approved (with the whole checklist ticked), rejected or revision_requested (with words). Refused
in words when another version has replaced it; the detail of the error is the version that is current. A second call with the
same answer changes nothing.';
call private.offer('private.answer_mockup(uuid, uuid, text, text, text, text)', '{anon,authenticated,service_role}');

create function private.release_mockup(p_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mockup public.mockups := private.mockup_for(p_id, 'send mockups');
  v_job public.jobs;
  v_uuid uuid;
begin
  select * into v_job from public.jobs where id = v_mockup.job_id;
  v_uuid := private.mockup_uuid(v_job.id);
  if v_mockup.status not in ('draft', 'internal_review', 'sent') then
    perform private.refuse('PT409', format('Version %s is %s', v_mockup.version, replace(v_mockup.status, '_', ' ')));
  end if;
  perform private.must_be_in_work(v_job);
  if v_uuid is null then
    perform private.refuse('PT409', 'This job has no quotation, so there is no link to send. Please record the answer of the client.');
  elsif not private.is_public_document(v_uuid) then
    perform private.refuse('PT409', 'The link of the quotation is closed. Please send the quotation first.');
  elsif v_mockup.status = 'sent' then
    return v_uuid;
  end if;
  update public.mockups set status = 'superseded', superseded_at = now()
   where job_id = v_job.id and id <> p_id and status <> 'superseded';
  update public.mockups set status = 'sent', sent_at = now(), sent_by = auth.uid() where id = p_id returning * into v_mockup;
  update public.jobs set status = 'artwork' where id = v_job.id and status in ('new', 'approved') and mockup_required;
  perform private.follow_mockups(v_job.id);
  perform private.log_event('job', v_job.id, 'mockup_sent', jsonb_build_object('version', v_mockup.version));
  perform private.tell_of_mockup(v_mockup, private.team_of_mockup(v_mockup), 'status_change', private.person_label(auth.uid()),
    format('Version %s was sent to the client.', v_mockup.version));
  return v_uuid;
end $$;
comment on function private.release_mockup is 'The part of send_mockup that opens the version for the client. Returns the uuid of the link.';
grant execute on function private.release_mockup to authenticated, service_role;

create function private.send_mockup(p_id uuid, p_to text[] default '{}', p_note text default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_uuid uuid;
  v_mockup public.mockups;
  v_number text;
  v_day integer;
begin
  if cardinality(p_to) > 0 then
    perform private.check_recipients(p_to, '{}');
  end if;
  if char_length(p_note) > 5000 then
    perform private.refuse('22023', 'Your words may have 5000 characters at most');
  end if;
  v_uuid := private.release_mockup(p_id);
  if cardinality(p_to) > 0 then
    select * into v_mockup from public.mockups where id = p_id;
    select job_number into v_number from public.jobs where id = v_mockup.job_id;
    perform private.queue_mail('proof', p_to, 'mockup', v_mockup.job_id, format('mockup/%s/sent', p_id),
      jsonb_build_object('note', nullif(btrim(p_note), ''), 'version', v_mockup.version::text), p_stops_with_answer => true,
      p_label => format('%s, version %s', v_number, v_mockup.version));
    foreach v_day in array '{3,7}'::integer[] loop
      perform private.queue_mail('proof_reminder', p_to, 'mockup', v_mockup.job_id, format('mockup/%s/reminder/%s', p_id, v_day),
        jsonb_build_object('version', v_mockup.version::text), private.reminder_time(private.company_today(), v_day),
        p_stops_with_answer => true, p_label => format('%s, version %s', v_number, v_mockup.version));
    end loop;
  end if;
  return v_uuid;
end $$;
comment on function private.send_mockup is
  'The client may see and answer this version from now on; every earlier one is superseded. p_to gets a mail with the link and
p_note, and two reminders after three and seven days, which the answer cancels. Without p_to only the link opens. A repeated call
sends one mail. Returns the uuid of the link.';
call private.offer('private.send_mockup(uuid, text[], text)');

-- An answer, the next version and a cancelled job end what still waits in the queue.
create function private.stop_mails_of_mockup() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.cancel_mails('mockup', case tg_table_name when 'mockups' then (to_jsonb(new) ->> 'job_id')::uuid else new.id end);
  return null;
end $$;

create function private.mockup_contacts(p_job_id uuid) returns table (email text, name text, is_first boolean)
  language sql stable security definer set search_path = ''
as $$
  select c.email, c.name, c.is_first
    from public.jobs j cross join lateral private.mail_contacts_of('quotation', j.quotation_id) as c
   where j.id = p_job_id and (private.is_server() or private.can('jobs', 'edit'))
$$;
comment on function private.mockup_contacts is 'Who a mockup may go to: the people of the quotation of its job. For whoever may change jobs.';
call private.offer('private.mockup_contacts(uuid)');

-- -------------------------------------------------------------------------------------------------------- what follows

call private.follow_transitions('public.mockups', 'mockup');
create trigger stop_mails after update of status on public.mockups
  for each row when (old.status = 'sent' and new.status <> 'sent') execute function private.stop_mails_of_mockup();

create trigger append_only before update on public.mockup_answers
  for each row execute function private.keep_answer();

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.mockups', 'nudge_mockups', 'private.nudge_mockups()');

call private.after_each_statement('public.mockup_comments', 'nudge_mockups', 'private.nudge_mockups()');

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.document_kinds (kind, table_name, position, page, templates) values
  ('mockup',
   'public.mockups',
   30,
   'jobs',
   'Proofs');

insert into private.document_transitions (kind, from_status, to_status, through, page, action, needs, causes) values
  ('mockup', 'draft', 'internal_review', null, 'jobs', 'edit', null, null),
  ('mockup', 'draft', 'sent', 'send_mockup', 'jobs', 'edit', null, 'earlier versions are superseded'),
  ('mockup', 'draft', 'superseded', 'computed', 'jobs', 'edit', null, null),
  ('mockup', 'sent', 'approved', 'answer_mockup', 'jobs', 'edit', 'a name', 'production is unlocked'),
  ('mockup', 'sent', 'rejected', 'answer_mockup', 'jobs', 'edit', 'a comment', null),
  ('mockup', 'sent', 'revision_requested', 'answer_mockup', 'jobs', 'edit', 'a comment', null),
  ('mockup', 'sent', 'superseded', 'computed', 'jobs', 'edit', null, null),
  ('mockup', 'approved', 'superseded', 'computed', 'jobs', 'edit', null, null),
  ('mockup', 'internal_review', 'draft', null, 'jobs', 'edit', null, null),
  ('mockup', 'internal_review', 'sent', 'send_mockup', 'jobs', 'edit', null, 'earlier versions are superseded'),
  ('mockup', 'internal_review', 'superseded', 'computed', 'jobs', 'edit', null, null),
  ('mockup', 'rejected', 'superseded', 'computed', 'jobs', 'edit', null, null),
  ('mockup', 'revision_requested', 'superseded', 'computed', 'jobs', 'edit', null, null);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('mockups', 'mockups', false, 52428800, array['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/gif'])
on conflict (id) do nothing;
