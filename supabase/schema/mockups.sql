-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.mockup_answers (
  id uuid not null default gen_random_uuid(),
  mockup_id uuid not null,
  version integer not null,
  answer text not null,
  name text not null,
  words text,
  way text not null,
  recorded_by uuid,
  address inet,
  file_hash text not null,
  checklist jsonb not null,
  signature_id uuid,
  answered_at timestamp with time zone not null default now(),
  constraint mockup_answers_pkey PRIMARY KEY (id),
  constraint mockup_answers_mockup_id_fkey FOREIGN KEY (mockup_id) REFERENCES public.mockups(id) ON DELETE CASCADE,
  constraint mockup_answers_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint mockup_answers_answer_is_known CHECK (answer = ANY (ARRAY['approved'::text, 'rejected'::text, 'revision_requested'::text])),
  constraint mockup_answers_answered_at_is_in_reach CHECK (answered_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND answered_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint mockup_answers_checklist_is_a_list CHECK (jsonb_typeof(checklist) = 'array'::text AND octet_length(checklist::text) <= 5000),
  constraint mockup_answers_hash_is_sha256 CHECK (file_hash ~ '^[0-9a-f]{64}$'::text),
  constraint mockup_answers_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 200 AND char_length(name) <= 250),
  constraint mockup_answers_way_is_known CHECK (way = ANY (ARRAY['link'::text, 'e-mail'::text, 'phone'::text, 'in person'::text, 'letter'::text])),
  constraint mockup_answers_words_length CHECK (char_length(words) <= 2500)
);
alter table public.mockup_answers enable row level security;
CREATE INDEX mockup_answers_mockup_id_idx ON public.mockup_answers USING btree (mockup_id, answered_at DESC);
CREATE INDEX mockup_answers_recorded_by_idx ON public.mockup_answers USING btree (recorded_by);
grant select on public.mockup_answers to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.mockup_answers to service_role;
create policy "whoever reads jobs or production reads answers to mockups" on public.mockup_answers for select to authenticated
  using (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can));
CREATE TRIGGER append_only BEFORE UPDATE ON public.mockup_answers FOR EACH ROW EXECUTE FUNCTION private.keep_answer();
CREATE TRIGGER pin BEFORE UPDATE ON public.mockup_answers FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id');
comment on table public.mockup_answers is 'Every answer to a version: who, when, from which address, which version and which file. Written by functions; never changed.';
comment on column public.mockup_answers.checklist is 'The points of the checklist that were ticked: [{key, label}].';
comment on column public.mockup_answers.way is 'link: the client by the link. Otherwise how staff who recorded it (recorded_by) heard of it.';

create table public.mockup_comments (
  id uuid not null,
  mockup_id uuid not null,
  author_user_id uuid,
  author_name text not null,
  is_client boolean not null,
  body text not null,
  page integer,
  x numeric(7,6),
  y numeric(7,6),
  resolved_at timestamp with time zone,
  resolved_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint mockup_comments_pkey PRIMARY KEY (id),
  constraint mockup_comments_author_user_id_fkey FOREIGN KEY (author_user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint mockup_comments_mockup_id_fkey FOREIGN KEY (mockup_id) REFERENCES public.mockups(id) ON DELETE CASCADE,
  constraint mockup_comments_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint mockup_comments_author_length CHECK (char_length(btrim(author_name)) >= 1 AND char_length(btrim(author_name)) <= 200 AND char_length(author_name) <= 250),
  constraint mockup_comments_body_length CHECK (char_length(btrim(body)) >= 1 AND char_length(btrim(body)) <= 2000 AND char_length(body) <= 2500),
  constraint mockup_comments_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint mockup_comments_page_range CHECK (page >= 1 AND page <= 60),
  constraint mockup_comments_pin_is_whole CHECK ((num_nonnulls(x, y) = ANY (ARRAY[0, 2])) AND (x IS NULL OR page IS NOT NULL)),
  constraint mockup_comments_pin_on_the_page CHECK (x >= 0::numeric AND x <= 1::numeric AND y >= 0::numeric AND y <= 1::numeric),
  constraint mockup_comments_resolved_at_is_in_reach CHECK (resolved_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND resolved_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint mockup_comments_x_is_a_number CHECK (x <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint mockup_comments_y_is_a_number CHECK (y <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.mockup_comments enable row level security;
CREATE INDEX mockup_comments_author_user_id_idx ON public.mockup_comments USING btree (author_user_id);
CREATE INDEX mockup_comments_mockup_id_idx ON public.mockup_comments USING btree (mockup_id, created_at);
CREATE INDEX mockup_comments_resolved_by_idx ON public.mockup_comments USING btree (resolved_by);
grant select on public.mockup_comments to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.mockup_comments to service_role;
create policy "whoever reads jobs or production reads comments on mockups" on public.mockup_comments for select to authenticated
  using (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can));
CREATE TRIGGER nudge_mockups_delete AFTER DELETE ON public.mockup_comments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_mockups();
CREATE TRIGGER nudge_mockups_insert AFTER INSERT ON public.mockup_comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_mockups();
CREATE TRIGGER nudge_mockups_update AFTER UPDATE ON public.mockup_comments REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_mockups();
CREATE TRIGGER pin BEFORE UPDATE ON public.mockup_comments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.mockup_comments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.mockup_comments is 'What client and staff say about a version, with or without a pin on a page. Written by functions.';
comment on column public.mockup_comments.x is 'Place of the pin as a share of the width of the page, from the left; y of the height, from the top.';

create table public.mockup_pages (
  mockup_id uuid not null,
  page integer not null,
  path text not null,
  thumb_path text not null,
  width integer not null,
  height integer not null,
  constraint mockup_pages_pkey PRIMARY KEY (mockup_id, page),
  constraint mockup_pages_path_key UNIQUE (path),
  constraint mockup_pages_mockup_id_fkey FOREIGN KEY (mockup_id) REFERENCES public.mockups(id) ON DELETE CASCADE,
  constraint mockup_pages_page_range CHECK (page >= 1 AND page <= 60),
  constraint mockup_pages_path_length CHECK (char_length(path) <= 300 AND char_length(thumb_path) <= 300),
  constraint mockup_pages_size_range CHECK (width >= 1 AND width <= 20000 AND height >= 1 AND height <= 20000)
);
alter table public.mockup_pages enable row level security;
grant select on public.mockup_pages to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.mockup_pages to service_role;
create policy "whoever reads jobs or production reads pages of mockups" on public.mockup_pages for select to authenticated
  using (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can));
comment on table public.mockup_pages is 'The pages of a version as pictures, drawn when it was uploaded. Written by add_mockup.';
comment on column public.mockup_pages.width is 'In pixels, as is height.';

create table public.mockups (
  id uuid not null,
  job_id uuid not null,
  version integer not null,
  status text not null default 'draft'::text,
  file_name text not null,
  files jsonb not null,
  file_hash text not null,
  page_count integer not null,
  note text,
  checklist jsonb not null,
  ticked text[] not null default '{}'::text[],
  sent_at timestamp with time zone,
  sent_by uuid,
  decided_at timestamp with time zone,
  decided_name text,
  superseded_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  created_by uuid default auth.uid(),
  constraint mockups_pkey PRIMARY KEY (id),
  constraint mockups_job_id_version_key UNIQUE (job_id, version),
  constraint mockups_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint mockups_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE,
  constraint mockups_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint mockups_checklist_is_a_list CHECK (jsonb_typeof(checklist) = 'array'::text AND octet_length(checklist::text) <= 5000),
  constraint mockups_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint mockups_decided_at_is_in_reach CHECK (decided_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND decided_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint mockups_file_name_length CHECK (char_length(file_name) >= 1 AND char_length(file_name) <= 255),
  constraint mockups_files_are_a_list CHECK (jsonb_typeof(files) = 'array'::text AND octet_length(files::text) <= 40000),
  constraint mockups_hash_is_sha256 CHECK (file_hash ~ '^[0-9a-f]{64}$'::text),
  constraint mockups_name_length CHECK (char_length(decided_name) <= 200),
  constraint mockups_note_length CHECK (char_length(note) <= 5000),
  constraint mockups_page_count_range CHECK (page_count >= 1 AND page_count <= 60),
  constraint mockups_sent_at_is_in_reach CHECK (sent_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND sent_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint mockups_status_is_known CHECK (status = ANY (ARRAY['draft'::text, 'internal_review'::text, 'sent'::text, 'approved'::text, 'rejected'::text, 'revision_requested'::text, 'superseded'::text])),
  constraint mockups_superseded_at_is_in_reach CHECK (superseded_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND superseded_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint mockups_ticked_is_a_list CHECK (COALESCE(array_ndims(ticked), 1) = 1 AND cardinality(ticked) <= 20),
  constraint mockups_version_range CHECK (version >= 1 AND version <= 1000)
);
alter table public.mockups enable row level security;
CREATE INDEX mockups_created_by_idx ON public.mockups USING btree (created_by);
CREATE INDEX mockups_sent_by_idx ON public.mockups USING btree (sent_by);
CREATE INDEX mockups_waiting_idx ON public.mockups USING btree (sent_at) WHERE status = 'sent'::text;
grant select on public.mockups to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.mockups to service_role;
create policy "whoever reads jobs or production reads mockups" on public.mockups for select to authenticated
  using (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.mockups FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.mockups FOR EACH ROW EXECUTE FUNCTION private.check_transition('mockup');
CREATE TRIGGER check_transition_by_hand BEFORE UPDATE OF status ON public.mockups FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.check_transition('mockup', 'by hand');
CREATE TRIGGER nudge_mockups_delete AFTER DELETE ON public.mockups REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_mockups();
CREATE TRIGGER nudge_mockups_insert AFTER INSERT ON public.mockups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_mockups();
CREATE TRIGGER nudge_mockups_update AFTER UPDATE ON public.mockups REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_mockups();
CREATE TRIGGER pin BEFORE UPDATE ON public.mockups FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.mockups FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.mockups FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
CREATE TRIGGER stop_mails AFTER UPDATE OF status ON public.mockups FOR EACH ROW WHEN (old.status = 'sent'::text AND new.status <> 'sent'::text) EXECUTE FUNCTION private.stop_mails_of_mockup();
comment on table public.mockups is 'The versions of the proof of a job. Written by functions.';
comment on column public.mockups.checklist is 'What the client ticks before the approval: [{key, label}].';
comment on column public.mockups.file_hash is 'SHA-256 of the uploaded file; of the joined hashes of several files, in their order.';
comment on column public.mockups.files is 'What was uploaded: [{name, path, type, bytes, sha256}].';
comment on column public.mockups.id is 'Chosen by the browser that uploads: the files lie below job_id/id/ in the bucket mockups.';
comment on column public.mockups.ticked is 'Keys of the checklist that the client has ticked so far.';

CREATE OR REPLACE FUNCTION private.is_mockup(p_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select exists (select from public.mockups where id = p_id) $function$;
grant execute on function private.is_mockup(p_id uuid) to authenticated;
comment on function private.is_mockup(p_id uuid) is 'Whether a version of this id exists.';

CREATE OR REPLACE FUNCTION private.keep_answer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if to_jsonb(old) - 'recorded_by' <> to_jsonb(new) - 'recorded_by' then
    raise insufficient_privilege using message = 'An answer to a mockup is never changed';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nudge_mockups()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.nudge_mockups() is 'Tells the holders of the link and the lists of jobs and production.';
