-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.panel_parts (
  id uuid not null default gen_random_uuid(),
  panel_id uuid not null,
  "position" integer not null,
  name text not null,
  detail text,
  qty integer not null default 1,
  needs_cut boolean not null default false,
  needs_prep boolean not null default false,
  cut_at timestamp with time zone,
  cut_by uuid,
  prepared_at timestamp with time zone,
  prepared_by uuid,
  fitted_at timestamp with time zone,
  fitted_by uuid,
  missing_at timestamp with time zone,
  missing_by uuid,
  missing_note text,
  created_at timestamp with time zone not null default now(),
  constraint panel_parts_pkey PRIMARY KEY (id),
  constraint panel_parts_cut_by_fkey FOREIGN KEY (cut_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint panel_parts_fitted_by_fkey FOREIGN KEY (fitted_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint panel_parts_missing_by_fkey FOREIGN KEY (missing_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint panel_parts_panel_id_fkey FOREIGN KEY (panel_id) REFERENCES public.panels(id) ON DELETE CASCADE,
  constraint panel_parts_prepared_by_fkey FOREIGN KEY (prepared_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint panel_parts_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint panel_parts_cut_at_is_in_reach CHECK (cut_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND cut_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint panel_parts_fitted_at_is_in_reach CHECK (fitted_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND fitted_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint panel_parts_missing_at_is_in_reach CHECK (missing_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND missing_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint panel_parts_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 200 AND char_length(name) <= 250),
  constraint panel_parts_position_range CHECK ("position" >= 1 AND "position" <= 1000),
  constraint panel_parts_prepared_at_is_in_reach CHECK (prepared_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND prepared_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint panel_parts_qty_range CHECK (qty >= 1 AND qty <= 10000),
  constraint panel_parts_texts_length CHECK (char_length(detail) <= 500 AND char_length(missing_note) <= 500)
);
alter table public.panel_parts enable row level security;
CREATE INDEX panel_parts_cut_by_idx ON public.panel_parts USING btree (cut_by);
CREATE INDEX panel_parts_fitted_by_idx ON public.panel_parts USING btree (fitted_by);
CREATE INDEX panel_parts_missing_by_idx ON public.panel_parts USING btree (missing_by);
CREATE INDEX panel_parts_missing_idx ON public.panel_parts USING btree (panel_id) WHERE missing_at IS NOT NULL;
CREATE INDEX panel_parts_panel_id_idx ON public.panel_parts USING btree (panel_id, "position");
CREATE INDEX panel_parts_prepared_by_idx ON public.panel_parts USING btree (prepared_by);
grant delete, insert, select, update on public.panel_parts to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.panel_parts to service_role;
create policy "staff of production add parts" on public.panel_parts for insert to authenticated
  with check (num_nonnulls(cut_at, cut_by, prepared_at, prepared_by, fitted_at, fitted_by, missing_at, missing_by) = 0 AND (( SELECT private.can('production'::text, 'edit'::text) AS can) OR ( SELECT private.can('jobs'::text, 'edit'::text) AS can)));
create policy "staff of production remove parts without a mark" on public.panel_parts for delete to authenticated
  using (num_nonnulls(cut_at, prepared_at, fitted_at) = 0 AND (( SELECT private.can('production'::text, 'edit'::text) AS can) OR ( SELECT private.can('jobs'::text, 'edit'::text) AS can)));
create policy "whoever reads jobs or production reads parts" on public.panel_parts for select to authenticated
  using (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can));
create policy "staff of production change parts" on public.panel_parts for update to authenticated
  using (( SELECT private.can('production'::text, 'edit'::text) AS can) OR ( SELECT private.can('jobs'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('production'::text, 'edit'::text) AS can) OR ( SELECT private.can('jobs'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.panel_parts FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('production:edit|jobs:edit');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.panel_parts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('panel_id', 'production', 'jobs');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.panel_parts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('panel_id', 'production', 'jobs');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.panel_parts REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('panel_id', 'production', 'jobs');
CREATE TRIGGER pin BEFORE UPDATE ON public.panel_parts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin_all_but('position', 'name', 'detail', 'qty');
CREATE TRIGGER settle_panel AFTER INSERT OR DELETE OR UPDATE OF cut_at, prepared_at, fitted_at, panel_id ON public.panel_parts FOR EACH ROW EXECUTE FUNCTION private.settle_panel();
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.panel_parts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.panel_parts is 'The parts of a panel. The marks are written by tick_part and untick_part.';
comment on column public.panel_parts.needs_cut is 'It is cut before it is fitted; needs_prep: folded, painted or wired before it is fitted.';

create table public.panel_photos (
  id uuid not null default gen_random_uuid(),
  panel_id uuid not null,
  path text not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid default auth.uid(),
  constraint panel_photos_pkey PRIMARY KEY (id),
  constraint panel_photos_path_key UNIQUE (path),
  constraint panel_photos_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint panel_photos_panel_id_fkey FOREIGN KEY (panel_id) REFERENCES public.panels(id) ON DELETE CASCADE,
  constraint panel_photos_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint panel_photos_path_lies_below_its_panel CHECK (path ~ (('^'::text || panel_id) || '/[a-z0-9][a-z0-9.-]{0,79}$'::text))
);
alter table public.panel_photos enable row level security;
CREATE INDEX panel_photos_created_by_idx ON public.panel_photos USING btree (created_by);
CREATE INDEX panel_photos_panel_id_idx ON public.panel_photos USING btree (panel_id, created_at);
grant delete, insert, select on public.panel_photos to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.panel_photos to service_role;
create policy "staff of production add photos of panels" on public.panel_photos for insert to authenticated
  with check (created_by = (( SELECT auth.uid() AS uid)) AND (( SELECT private.can('production'::text, 'edit'::text) AS can) OR ( SELECT private.can('jobs'::text, 'edit'::text) AS can)) AND (EXISTS ( SELECT
   FROM storage.objects o
  WHERE o.bucket_id = 'panels'::text AND o.name = panel_photos.path)));
create policy "people remove their photos of panels" on public.panel_photos for delete to authenticated
  using (created_by = (( SELECT auth.uid() AS uid)) AND ( SELECT private.is_staff() AS is_staff));
create policy "whoever reads jobs or production reads photos of panels" on public.panel_photos for select to authenticated
  using (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.panel_photos FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('production:edit|jobs:edit');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.panel_photos REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('panel_id', 'production', 'jobs');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.panel_photos REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('panel_id', 'production', 'jobs');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.panel_photos REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('panel_id', 'production', 'jobs');
CREATE TRIGGER pin BEFORE UPDATE ON public.panel_photos FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.panel_photos FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.panel_photos FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.panel_photos is 'Photos of a panel from the bench. The files lie in the bucket panels.';

create table public.panels (
  id uuid not null,
  job_id uuid not null,
  panel_no integer not null,
  kind text not null,
  title text not null,
  width_mm numeric(10,2) not null,
  height_mm numeric(10,2) not null,
  depth_mm numeric(10,2) not null default 0,
  status text not null default 'planned'::text,
  bin text,
  note text,
  ready_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  created_by uuid default auth.uid(),
  row_version integer not null default 1,
  constraint panels_pkey PRIMARY KEY (id),
  constraint panels_job_id_panel_no_key UNIQUE (job_id, panel_no),
  constraint panels_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint panels_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE,
  constraint panels_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint panels_depth_mm_is_a_number CHECK (depth_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint panels_height_mm_is_a_number CHECK (height_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint panels_kind_is_known CHECK (kind = ANY (ARRAY['tray'::text, 'fascia'::text, 'totem_face'::text, 'lightbox'::text, 'flat'::text, 'other'::text])),
  constraint panels_number_range CHECK (panel_no >= 1 AND panel_no <= 500),
  constraint panels_ready_at_is_in_reach CHECK (ready_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND ready_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint panels_size_range CHECK (width_mm >= 1::numeric AND width_mm <= 20000::numeric AND height_mm >= 1::numeric AND height_mm <= 20000::numeric AND depth_mm >= 0::numeric AND depth_mm <= 2000::numeric),
  constraint panels_status_is_known CHECK (status = ANY (ARRAY['planned'::text, 'cutting'::text, 'prepared'::text, 'assembling'::text, 'ready'::text, 'packed'::text])),
  constraint panels_texts_length CHECK (char_length(bin) <= 100 AND char_length(note) <= 5000),
  constraint panels_title_length CHECK (char_length(btrim(title)) >= 1 AND char_length(btrim(title)) <= 200 AND char_length(title) <= 250),
  constraint panels_width_mm_is_a_number CHECK (width_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.panels enable row level security;
CREATE INDEX panels_created_by_idx ON public.panels USING btree (created_by);
CREATE INDEX panels_open_idx ON public.panels USING btree (job_id, panel_no) WHERE status <> 'packed'::text;
grant delete, select, update on public.panels to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.panels to service_role;
create policy "staff of production remove panels that have not begun" on public.panels for delete to authenticated
  using (status = 'planned'::text AND (( SELECT private.can('production'::text, 'edit'::text) AS can) OR ( SELECT private.can('jobs'::text, 'edit'::text) AS can)));
create policy "whoever reads jobs or production reads panels" on public.panels for select to authenticated
  using (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can));
create policy "staff of production change panels" on public.panels for update to authenticated
  using (( SELECT private.can('production'::text, 'edit'::text) AS can) OR ( SELECT private.can('jobs'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('production'::text, 'edit'::text) AS can) OR ( SELECT private.can('jobs'::text, 'edit'::text) AS can));
CREATE TRIGGER count_version BEFORE UPDATE ON public.panels FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.panels FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.panels REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'production', 'jobs');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.panels REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'production', 'jobs');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.panels REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'production', 'jobs');
CREATE TRIGGER pin BEFORE UPDATE ON public.panels FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin_all_but('title', 'bin', 'note', 'row_version');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.panels FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.panels FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.panels is 'What is put together for a job: trays, fascias, faces of a totem, lightboxes.';
comment on column public.panels.bin is 'Where it stands.';
comment on column public.panels.status is 'Follows from the marks of its parts; packed is set by pack_panel.';

CREATE OR REPLACE FUNCTION private.add_panel(p_id uuid, p_job_id uuid, p_kind text, p_title text, p_width_mm numeric, p_height_mm numeric, p_depth_mm numeric, p_parts jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_job public.jobs;
  v_number integer;
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit')) then
    raise insufficient_privilege using message = 'You may not add panels';
  end if;
  select * into v_job from public.jobs where id = p_job_id for no key update;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  end if;
  select panel_no into v_number from public.panels where id = p_id;
  if found then
    return v_number;
  elsif v_job.status in ('cancelled', 'delivered', 'closed') then
    perform private.refuse('PT409', format('This job is %s', v_job.status));
  elsif coalesce(btrim(p_title), '') = '' then
    perform private.refuse('22023', 'Please name the panel');
  elsif not coalesce(p_width_mm between 1 and 20000 and p_height_mm between 1 and 20000 and coalesce(p_depth_mm, 0) between 0 and 2000, false) then
    perform private.refuse('22023', 'Width and height lie between 1 and 20,000 mm, the depth between 0 and 2,000 mm');
  elsif jsonb_typeof(p_parts) <> 'array' or jsonb_array_length(p_parts) not between 1 and 100 then
    perform private.refuse('22023', 'A panel has 1 to 100 parts');
  elsif exists (
    select from jsonb_array_elements(p_parts) as part
     where coalesce(btrim(part ->> 'name'), '') = '' or coalesce(part ->> 'qty', '1') !~ '^[1-9][0-9]{0,3}$')
  then
    perform private.refuse('22023', 'Every part needs a name and a quantity of at least one');
  end if;
  select coalesce(max(panel_no), 0) + 1 into v_number from public.panels where job_id = p_job_id;
  insert into public.panels (id, job_id, panel_no, kind, title, width_mm, height_mm, depth_mm, created_by)
  values (p_id, p_job_id, v_number, p_kind, left(btrim(p_title), 200), p_width_mm, p_height_mm, coalesce(p_depth_mm, 0), auth.uid());
  insert into public.panel_parts (panel_id, position, name, detail, qty, needs_cut, needs_prep)
  select p_id, at, left(btrim(part ->> 'name'), 200), left(nullif(btrim(part ->> 'detail'), ''), 500), coalesce((part ->> 'qty')::integer, 1),
         coalesce((part ->> 'needs_cut')::boolean, false), coalesce((part ->> 'needs_prep')::boolean, false)
    from jsonb_array_elements(p_parts) with ordinality as listed (part, at);
  perform private.log_event('job', p_job_id, 'panel_added', jsonb_build_object('panel', v_number));
  return v_number;
end $function$;
grant execute on function private.add_panel(p_id uuid, p_job_id uuid, p_kind text, p_title text, p_width_mm numeric, p_height_mm numeric, p_depth_mm numeric, p_parts jsonb) to authenticated;
grant execute on function private.add_panel(p_id uuid, p_job_id uuid, p_kind text, p_title text, p_width_mm numeric, p_height_mm numeric, p_depth_mm numeric, p_parts jsonb) to service_role;
comment on function private.add_panel(p_id uuid, p_job_id uuid, p_kind text, p_title text, p_width_mm numeric, p_height_mm numeric, p_depth_mm numeric, p_parts jsonb) is 'A panel of a job with its parts, [{name, detail, qty, needs_cut, needs_prep}]; its number within the job. p_id is chosen by the
caller: a repeated call adds one panel.';

CREATE OR REPLACE FUNCTION private.mark_of(p_part public.panel_parts, p_mark text, OUT at timestamp with time zone, OUT by_person uuid)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  case p_mark
    when 'cut' then at := p_part.cut_at; by_person := p_part.cut_by;
    when 'prepared' then at := p_part.prepared_at; by_person := p_part.prepared_by;
    when 'fitted' then at := p_part.fitted_at; by_person := p_part.fitted_by;
    else perform private.refuse('22023', 'A mark is cut, prepared or fitted');
  end case;
end $function$;

CREATE OR REPLACE FUNCTION private.pack_panel(p_id uuid, p_packed boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_panel public.panels;
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit')) then
    raise insufficient_privilege using message = 'You may not pack panels';
  end if;
  select * into v_panel from public.panels where id = p_id for no key update;
  if v_panel.id is null then
    perform private.refuse('PT404', 'This panel is not there any more');
  elsif p_packed and v_panel.status not in ('ready', 'packed') then
    perform private.refuse('PT409', format('Panel %s is not ready: a part is not fitted yet', v_panel.panel_no));
  end if;
  update public.panels set status = case when p_packed then 'packed' else 'ready' end
   where id = p_id and status = case when p_packed then 'ready' else 'packed' end;
end $function$;
grant execute on function private.pack_panel(p_id uuid, p_packed boolean) to authenticated;
grant execute on function private.pack_panel(p_id uuid, p_packed boolean) to service_role;
comment on function private.pack_panel(p_id uuid, p_packed boolean) is 'A ready panel is packed (true), or unpacked again (false).';

CREATE OR REPLACE FUNCTION private.part_for(p_id uuid)
 RETURNS public.panel_parts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_part public.panel_parts;
  v_job text;
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit')) then
    raise insufficient_privilege using message = 'You may not mark parts';
  end if;
  perform from public.panels p where p.id = (select x.panel_id from public.panel_parts x where x.id = p_id) for no key update;
  select * into v_part from public.panel_parts where id = p_id for update;
  if v_part.id is null then
    perform private.refuse('PT404', 'This part is not there any more');
  end if;
  select j.status into v_job from public.panels p join public.jobs j on j.id = p.job_id where p.id = v_part.panel_id;
  if v_job = 'cancelled' then
    perform private.refuse('PT409', 'This job was cancelled');
  end if;
  return v_part;
end $function$;
comment on function private.part_for(p_id uuid) is 'The part, and its panel before it, locked, for staff of production.';

CREATE OR REPLACE FUNCTION private.report_missing_part(p_part_id uuid, p_missing boolean, p_note text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_part public.panel_parts := private.part_for(p_part_id);
  v_job uuid;
begin
  if p_missing = (v_part.missing_at is not null) then
    return;
  elsif p_missing and v_part.fitted_at is not null then
    perform private.refuse('PT409', format('"%s" is fitted already', v_part.name));
  end if;
  update public.panel_parts
     set missing_at = case when p_missing then now() end, missing_by = case when p_missing then auth.uid() end,
         missing_note = case when p_missing then left(nullif(btrim(p_note), ''), 500) end
   where id = p_part_id;
  select p.job_id into v_job from public.panels p where p.id = v_part.panel_id;
  if p_missing then
    perform private.log_event('job', v_job, 'part_missing', jsonb_build_object('part', v_part.name, 'words', nullif(btrim(p_note), '')));
    perform private.nudge('page:inventory', 'panel_parts', 'UPDATE', null);
  end if;
end $function$;
grant execute on function private.report_missing_part(p_part_id uuid, p_missing boolean, p_note text) to authenticated;
grant execute on function private.report_missing_part(p_part_id uuid, p_missing boolean, p_note text) to service_role;
comment on function private.report_missing_part(p_part_id uuid, p_missing boolean, p_note text) is 'A part is missing (true), or it was found (false). The story of the job says so.';

CREATE OR REPLACE FUNCTION private.settle_panel()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_panel public.panels;
  v_parts record;
  v_status text;
begin
  select * into v_panel from public.panels where id = coalesce(new.panel_id, old.panel_id) for no key update;
  if v_panel.id is null then
    return null;
  elsif v_panel.status = 'packed' then
    perform private.refuse('PT409', 'This panel is packed. Please unpack it first.');
  end if;
  select count(*) as parts, count(fitted_at) as fitted, num_nonnulls(max(cut_at), max(prepared_at)) > 0 as begun,
         bool_or(needs_cut or needs_prep) and bool_and((cut_at is not null or not needs_cut) and (prepared_at is not null or not needs_prep)) as prepared
    into v_parts from public.panel_parts where panel_id = v_panel.id;
  v_status := case
    when v_parts.parts > 0 and v_parts.fitted = v_parts.parts then 'ready'
    when v_parts.fitted > 0 then 'assembling'
    when v_parts.prepared then 'prepared'
    when v_parts.begun then 'cutting'
    else 'planned' end;
  if v_status <> v_panel.status then
    update public.panels set status = v_status, ready_at = case when v_status = 'ready' then now() end where id = v_panel.id;
    if v_status = 'ready' then
      perform private.log_event('job', v_panel.job_id, 'panel_ready', jsonb_build_object('panel', v_panel.panel_no));
    end if;
  end if;
  return null;
end $function$;
comment on function private.settle_panel() is 'A panel is ready when its last part is fitted; before that its status follows from the marks. The lock lets two last parts in.';

CREATE OR REPLACE FUNCTION private.tick_part(p_part_id uuid, p_mark text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_part public.panel_parts := private.part_for(p_part_id);
  v_mark record;
begin
  select * into v_mark from private.mark_of(v_part, p_mark);
  if v_mark.at is not null then
    if v_mark.by_person is not distinct from auth.uid() then
      return;
    end if;
    perform private.refuse('PT409', format('%s marked "%s" as %s at %s already', coalesce(private.person_label(v_mark.by_person), 'Somebody else'),
      v_part.name, p_mark, to_char(v_mark.at at time zone (select s.time_zone from public.company_settings s), 'HH24:MI')));
  elsif p_mark in ('prepared', 'fitted') and v_part.needs_cut and v_part.cut_at is null then
    perform private.refuse('PT409', format('"%s" is not cut yet', v_part.name));
  elsif p_mark = 'fitted' and v_part.needs_prep and v_part.prepared_at is null then
    perform private.refuse('PT409', format('"%s" is not prepared yet', v_part.name));
  elsif (p_mark = 'cut' and not v_part.needs_cut) or (p_mark = 'prepared' and not v_part.needs_prep) then
    perform private.refuse('22023', format('"%s" does not need to be %s', v_part.name, p_mark));
  end if;
  update public.panel_parts
     set cut_at = case p_mark when 'cut' then now() else cut_at end,
         cut_by = case p_mark when 'cut' then auth.uid() else cut_by end,
         prepared_at = case p_mark when 'prepared' then now() else prepared_at end,
         prepared_by = case p_mark when 'prepared' then auth.uid() else prepared_by end,
         fitted_at = case p_mark when 'fitted' then now() else fitted_at end,
         fitted_by = case p_mark when 'fitted' then auth.uid() else fitted_by end,
         missing_at = null, missing_by = null, missing_note = null
   where id = p_part_id;
end $function$;
grant execute on function private.tick_part(p_part_id uuid, p_mark text) to authenticated;
grant execute on function private.tick_part(p_part_id uuid, p_mark text) to service_role;
comment on function private.tick_part(p_part_id uuid, p_mark text) is 'Marks a part as cut, prepared or fitted, once: a second call of the same person changes nothing, one of another person is
refused in words that name the first. The last fitted part makes the panel ready.';

CREATE OR REPLACE FUNCTION private.untick_part(p_part_id uuid, p_mark text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_part public.panel_parts := private.part_for(p_part_id);
  v_mark record;
  v_job uuid;
begin
  select * into v_mark from private.mark_of(v_part, p_mark);
  if v_mark.at is null then
    return;
  elsif (p_mark <> 'fitted' and v_part.fitted_at is not null) or (p_mark = 'cut' and v_part.prepared_at is not null) then
    perform private.refuse('PT409', format('"%s" was worked on since. Please take back its later mark first.', v_part.name));
  elsif v_mark.by_person is distinct from auth.uid() or v_mark.at < now() - interval '30 seconds' then
    if not (private.is_server() or private.can('jobs', 'edit')) then
      perform private.refuse('42501', format('Only %s can take this mark back, within 10 seconds',
        coalesce(private.person_label(v_mark.by_person), 'somebody else')));
    end if;
    select p.job_id into v_job from public.panels p where p.id = v_part.panel_id;
    perform private.log_event('job', v_job, 'part_taken_back', jsonb_build_object('part', v_part.name, 'mark', p_mark));
  end if;
  update public.panel_parts
     set cut_at = case p_mark when 'cut' then null else cut_at end, cut_by = case p_mark when 'cut' then null else cut_by end,
         prepared_at = case p_mark when 'prepared' then null else prepared_at end,
         prepared_by = case p_mark when 'prepared' then null else prepared_by end,
         fitted_at = case p_mark when 'fitted' then null else fitted_at end,
         fitted_by = case p_mark when 'fitted' then null else fitted_by end
   where id = p_part_id;
end $function$;
grant execute on function private.untick_part(p_part_id uuid, p_mark text) to authenticated;
grant execute on function private.untick_part(p_part_id uuid, p_mark text) to service_role;
comment on function private.untick_part(p_part_id uuid, p_mark text) is 'Takes a mark back. Its author may for 10 seconds, and 20 more for a slow network; later, and for the marks of others, whoever
may change jobs, and the story of the job says so.';
