-- Mockups: the proofs of a job, version by version. Staff upload, review and send them; the client answers by the link of the
-- quotation. A version is never changed after it was made: a correction is the next version.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('mockups', 'mockups', false, 52428800, array['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/gif'])
on conflict (id) do nothing;

create table public.mockups (
  id           uuid primary key,
  job_id       uuid not null references public.jobs (id) on delete cascade,
  version      integer not null,
  status       text not null default 'draft',
  file_name    text not null,
  files        jsonb not null,
  file_hash    text not null,
  page_count   integer not null,
  note         text,
  checklist    jsonb not null,
  ticked       text[] not null default '{}',
  sent_at      timestamptz,
  sent_by      uuid references auth.users (id) on delete set null,
  decided_at   timestamptz,
  decided_name text,
  superseded_at timestamptz,
  created_at   timestamptz not null default now(),
  created_by   uuid default auth.uid() references auth.users (id) on delete set null,
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

call private.borrow_rules('public.mockups', 'select', p_audited => true);
create policy "whoever reads jobs or production reads mockups" on public.mockups
  for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('orders', 'view')) or (select private.can('production', 'view')));
call private.follow_transitions('public.mockups', 'mockup');

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

call private.borrow_rules('public.mockup_pages', '');
grant select on public.mockup_pages to authenticated;
create policy "whoever reads jobs or production reads pages of mockups" on public.mockup_pages
  for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('orders', 'view')) or (select private.can('production', 'view')));

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

call private.borrow_rules('public.mockup_comments', 'select');
create policy "whoever reads jobs or production reads comments on mockups" on public.mockup_comments
  for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('orders', 'view')) or (select private.can('production', 'view')));

create table public.mockup_answers (
  id          uuid primary key default gen_random_uuid(),
  mockup_id   uuid not null references public.mockups (id) on delete cascade,
  version     integer not null,
  answer      text not null,
  name        text not null,
  words       text,
  way         text not null,
  recorded_by uuid references auth.users (id) on delete set null,
  address     inet,
  file_hash   text not null,
  checklist   jsonb not null,
  signature_id uuid,
  answered_at timestamptz not null default now(),
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

call private.borrow_rules('public.mockup_answers', '');
grant select on public.mockup_answers to authenticated;
create policy "whoever reads jobs or production reads answers to mockups" on public.mockup_answers
  for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('orders', 'view')) or (select private.can('production', 'view')));
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
create trigger append_only before update on public.mockup_answers
  for each row execute function private.keep_answer();

-- --------------------------------------------------------------------------------------------------------------- files

create function private.is_mockup(p_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from public.mockups where id = p_id) $$;
comment on function private.is_mockup is 'Whether a version of this id exists.';
grant execute on function private.is_mockup to authenticated;

call private.file_rule('mockups', 'select', $$(select private.can('jobs', 'view')) or (select private.can('orders', 'view'))
  or (select private.can('production', 'view'))$$);
call private.file_rule('mockups', 'insert', $rule$(select private.can('jobs', 'edit'))
  and name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}/[a-z0-9][a-z0-9.-]{0,79}$'$rule$);
-- A file whose version was never made is removed by who uploaded it.
call private.file_rule('mockups', 'delete', $$owner_id = (select auth.uid())::text and (select private.can('jobs', 'edit'))
  and not private.is_mockup(private.uuid_or_null(split_part(name, '/', 2)))$$);

-- ---------------------------------------------------------------------------------------------------------------- live

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
  if exists (select from changed) then
    perform private.nudge('page:jobs', tg_table_name, tg_op, null);
    perform private.nudge('page:production', tg_table_name, tg_op, null);
  end if;
  return null;
end $$;
comment on function private.nudge_mockups is 'Tells the holders of the link and the lists of jobs and production.';
call private.after_each_statement('public.mockups', 'nudge_mockups', 'private.nudge_mockups()');
call private.after_each_statement('public.mockup_comments', 'nudge_mockups', 'private.nudge_mockups()');
