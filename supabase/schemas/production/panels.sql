-- Panels: parts of a sign on the bench.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.panels (
  id          uuid primary key,
  job_id      uuid not null references public.jobs (id) on delete cascade,
  panel_no    integer not null,
  kind        text not null,
  title       text not null,
  width_mm    numeric(10, 2) not null,
  height_mm   numeric(10, 2) not null,
  depth_mm    numeric(10, 2) not null default 0,
  status      text not null default 'planned',
  bin         text,
  note        text,
  ready_at    timestamptz,
  created_at  timestamptz not null default now(),
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  row_version integer not null default 1,
  unique (job_id, panel_no),
  constraint panels_number_range check (panel_no between 1 and 500),
  constraint panels_kind_is_known check (kind in ('tray', 'fascia', 'totem_face', 'lightbox', 'flat', 'other')),
  constraint panels_title_length check (char_length(btrim(title)) between 1 and 200 and char_length(title) <= 250),
  constraint panels_size_range check (width_mm between 1 and 20000 and height_mm between 1 and 20000 and depth_mm between 0 and 2000),
  constraint panels_status_is_known check (status in ('planned', 'cutting', 'prepared', 'assembling', 'ready', 'packed')),
  constraint panels_texts_length check (char_length(bin) <= 100 and char_length(note) <= 5000)
);
create index panels_created_by_idx on public.panels (created_by);
create index panels_open_idx on public.panels (job_id, panel_no) where status <> 'packed';
comment on table public.panels is 'What is put together for a job: trays, fascias, faces of a totem, lightboxes.';
comment on column public.panels.status is 'Follows from the marks of its parts; packed is set by pack_panel.';
comment on column public.panels.bin is 'Where it stands.';

create table public.panel_parts (
  id           uuid primary key default gen_random_uuid(),
  panel_id     uuid not null references public.panels (id) on delete cascade,
  position     integer not null,
  name         text not null,
  detail       text,
  qty          integer not null default 1,
  needs_cut    boolean not null default false,
  needs_prep   boolean not null default false,
  cut_at       timestamptz,
  cut_by       uuid references auth.users (id) on delete set null,
  prepared_at  timestamptz,
  prepared_by  uuid references auth.users (id) on delete set null,
  fitted_at    timestamptz,
  fitted_by    uuid references auth.users (id) on delete set null,
  missing_at   timestamptz,
  missing_by   uuid references auth.users (id) on delete set null,
  missing_note text,
  created_at   timestamptz not null default now(),
  constraint panel_parts_position_range check (position between 1 and 1000),
  constraint panel_parts_name_length check (char_length(btrim(name)) between 1 and 200 and char_length(name) <= 250),
  constraint panel_parts_texts_length check (char_length(detail) <= 500 and char_length(missing_note) <= 500),
  constraint panel_parts_qty_range check (qty between 1 and 10000)
);
create index panel_parts_panel_id_idx on public.panel_parts (panel_id, position);
create index panel_parts_cut_by_idx on public.panel_parts (cut_by);
create index panel_parts_prepared_by_idx on public.panel_parts (prepared_by);
create index panel_parts_fitted_by_idx on public.panel_parts (fitted_by);
create index panel_parts_missing_by_idx on public.panel_parts (missing_by);
create index panel_parts_missing_idx on public.panel_parts (panel_id) where missing_at is not null;
comment on table public.panel_parts is 'The parts of a panel. The marks are written by tick_part and untick_part.';
comment on column public.panel_parts.needs_cut is 'It is cut before it is fitted; needs_prep: folded, painted or wired before it is fitted.';

create table public.panel_photos (
  id         uuid primary key default gen_random_uuid(),
  panel_id   uuid not null references public.panels (id) on delete cascade,
  path       text not null unique,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  constraint panel_photos_path_lies_below_its_panel check (path ~ ('^' || panel_id || '/[a-z0-9][a-z0-9.-]{0,79}$'))
);
create index panel_photos_panel_id_idx on public.panel_photos (panel_id, created_at);
create index panel_photos_created_by_idx on public.panel_photos (created_by);
comment on table public.panel_photos is 'Photos of a panel from the bench. The files lie in the bucket panels.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.panels', 'select, update, delete', p_changeable => '{title,bin,note,row_version}', p_pages => '{production,jobs}');
create policy "whoever reads jobs or production reads panels" on public.panels
  for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('orders', 'view')) or (select private.can('production', 'view')));
create policy "staff of production change panels" on public.panels
  for update to authenticated
  using ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit')))
  with check ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit')));
create policy "staff of production remove panels that have not begun" on public.panels
  for delete to authenticated
  using (status = 'planned' and ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit'))));

call private.borrow_rules('public.panel_parts', 'select, insert, update, delete', p_changeable => '{position,name,detail,qty}');
create policy "whoever reads jobs or production reads parts" on public.panel_parts
  for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('orders', 'view')) or (select private.can('production', 'view')));
create policy "staff of production add parts" on public.panel_parts
  for insert to authenticated
  with check (num_nonnulls(cut_at, cut_by, prepared_at, prepared_by, fitted_at, fitted_by, missing_at, missing_by) = 0
    and ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit'))));
create policy "staff of production change parts" on public.panel_parts
  for update to authenticated
  using ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit')))
  with check ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit')));
create policy "staff of production remove parts without a mark" on public.panel_parts
  for delete to authenticated
  using (num_nonnulls(cut_at, prepared_at, fitted_at) = 0
    and ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit'))));

call private.borrow_rules('public.panel_photos', 'select, insert, delete');
create policy "whoever reads jobs or production reads photos of panels" on public.panel_photos
  for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('orders', 'view')) or (select private.can('production', 'view')));
create policy "staff of production add photos of panels" on public.panel_photos
  for insert to authenticated
  with check (created_by = (select auth.uid()) and ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit')))
    and exists (select from storage.objects o where o.bucket_id = 'panels' and o.name = panel_photos.path));
create policy "people remove their photos of panels" on public.panel_photos
  for delete to authenticated using (created_by = (select auth.uid()) and (select private.is_staff()));

call private.file_rule('panels', 'select', $$(select private.can('jobs', 'view')) or (select private.can('orders', 'view'))
  or (select private.can('production', 'view'))$$);
call private.file_rule('panels', 'insert', $rule$((select private.can('production', 'edit')) or (select private.can('jobs', 'edit')))
  and name ~ '^[0-9a-f-]{36}/[a-z0-9][a-z0-9.-]{0,79}$'$rule$);
call private.file_rule('panels', 'delete', $$owner_id = (select auth.uid())::text and (select private.is_staff())$$);

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.settle_panel() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.settle_panel is
  'A panel is ready when its last part is fitted; before that its status follows from the marks. The lock lets two last parts in.';

create function private.add_panel(
  p_id uuid, p_job_id uuid, p_kind text, p_title text, p_width_mm numeric, p_height_mm numeric, p_depth_mm numeric, p_parts jsonb)
  returns integer
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.add_panel is
  'A panel of a job with its parts, [{name, detail, qty, needs_cut, needs_prep}]; its number within the job. p_id is chosen by the
caller: a repeated call adds one panel.';
call private.offer('private.add_panel(uuid, uuid, text, text, numeric, numeric, numeric, jsonb)');

create function private.part_for(p_id uuid) returns public.panel_parts
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.part_for is 'The part, and its panel before it, locked, for staff of production.';

create function private.mark_of(p_part public.panel_parts, p_mark text, out at timestamptz, out by_person uuid)
  language plpgsql immutable set search_path = ''
as $$
begin
  case p_mark
    when 'cut' then at := p_part.cut_at; by_person := p_part.cut_by;
    when 'prepared' then at := p_part.prepared_at; by_person := p_part.prepared_by;
    when 'fitted' then at := p_part.fitted_at; by_person := p_part.fitted_by;
    else perform private.refuse('22023', 'A mark is cut, prepared or fitted');
  end case;
end $$;

create function private.tick_part(p_part_id uuid, p_mark text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part public.panel_parts := private.part_for(p_part_id);
  v_mark record;
begin
  perform private.refuse_held_job(j) from public.panels p join public.jobs j on j.id = p.job_id where p.id = v_part.panel_id;
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
  perform private.begin_without(p.job_id, jsonb_build_object('panel', p.panel_no)) from public.panels p where p.id = v_part.panel_id and p.status = 'planned';
  update public.panel_parts
     set cut_at = case p_mark when 'cut' then now() else cut_at end,
         cut_by = case p_mark when 'cut' then auth.uid() else cut_by end,
         prepared_at = case p_mark when 'prepared' then now() else prepared_at end,
         prepared_by = case p_mark when 'prepared' then auth.uid() else prepared_by end,
         fitted_at = case p_mark when 'fitted' then now() else fitted_at end,
         fitted_by = case p_mark when 'fitted' then auth.uid() else fitted_by end,
         missing_at = null, missing_by = null, missing_note = null
   where id = p_part_id;
end $$;
comment on function private.tick_part is
  'Marks a part as cut, prepared or fitted, once: a second call of the same person changes nothing, one of another person is
refused in words that name the first, and so is a mark while the job is on hold. The first mark of a panel asks first where material is missing, as
begin_without says. The last fitted part makes the panel ready.';
call private.offer('private.tick_part(uuid, text)');

create function private.untick_part(p_part_id uuid, p_mark text) returns void
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.untick_part is
  'Takes a mark back. Its author may for 10 seconds, and 20 more for a slow network; later, and for the marks of others, whoever
may change jobs, and the story of the job says so.';
call private.offer('private.untick_part(uuid, text)');

create function private.report_missing_part(p_part_id uuid, p_missing boolean, p_note text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.report_missing_part is 'A part is missing (true), or it was found (false). The story of the job says so.';
call private.offer('private.report_missing_part(uuid, boolean, text)');

create function private.pack_panel(p_id uuid, p_packed boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
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
  if p_packed and v_panel.status = 'ready' then
    perform private.refuse_held_job(j) from public.jobs j where j.id = v_panel.job_id;
  end if;
  update public.panels set status = case when p_packed then 'packed' else 'ready' end
   where id = p_id and status = case when p_packed then 'ready' else 'packed' end;
end $$;
comment on function private.pack_panel is 'A ready panel is packed (true), not while its job is on hold, or unpacked again (false).';
call private.offer('private.pack_panel(uuid, boolean)');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger settle_panel after insert or delete or update of cut_at, prepared_at, fitted_at, panel_id on public.panel_parts
  for each row execute function private.settle_panel();
create trigger ask_first before insert on public.panel_parts for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('production:edit|jobs:edit');

create trigger ask_first before insert on public.panel_photos for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('production:edit|jobs:edit');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.panel_parts', 'nudge_page', $$private.nudge_pages('panel_id', 'production', 'jobs')$$);

call private.after_each_statement('public.panel_photos', 'nudge_page', $$private.nudge_pages('panel_id', 'production', 'jobs')$$);

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('panels', 'panels', false, 10485760, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do nothing;
