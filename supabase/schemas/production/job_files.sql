-- Files of jobs.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.job_files (
  id         uuid primary key,
  job_id     uuid not null references public.jobs (id) on delete cascade,
  kind       text not null,
  name       text not null,
  version    integer not null default 1,
  path       text not null unique,
  bytes      bigint not null,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint job_files_kind_is_known check (kind in ('artwork', 'cut', 'drawing', 'other')),
  constraint job_files_name_length check (char_length(btrim(name)) between 1 and 255 and char_length(name) <= 300),
  constraint job_files_version_counts_from_one check (version > 0),
  constraint job_files_path_is_a_file_of_its_job check (path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.[a-z0-9]{1,8}$' and starts_with(path, job_id || '/')),
  constraint job_files_bytes_range check (bytes between 0 and 52428800)
);
create unique index job_files_version_key on public.job_files (job_id, kind, lower(name), version);
create index job_files_created_by_idx on public.job_files (created_by);
comment on table public.job_files is 'Artwork, cut files and drawings of a job: files of the bucket job-files. A file of the same kind and name is the next version.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.job_files', 'select, delete');
create policy "whoever reads jobs reads their files" on public.job_files for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('orders', 'view')) or (select private.can('production', 'view')));
create policy "people remove files that they added, others with the right" on public.job_files for delete to authenticated
  using ((select private.can('jobs', 'delete'))
    or created_by = (select auth.uid()) and ((select private.can('jobs', 'edit')) or (select private.can('production', 'edit'))));

call private.file_rule('job-files', 'select',
  $$(select private.can('jobs', 'view')) or (select private.can('orders', 'view')) or (select private.can('production', 'view'))$$);
call private.file_rule('job-files', 'insert',
  $rule$((select private.can('jobs', 'edit')) or (select private.can('production', 'edit')))
    and name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.[a-z0-9]{1,8}$'$rule$);
call private.file_rule('job-files', 'delete',
  $$((select private.can('jobs', 'delete')) or owner_id = (select auth.uid())::text
      and ((select private.can('jobs', 'edit')) or (select private.can('production', 'edit'))))
    and not exists (select from public.job_files f where f.path = storage.objects.name)$$);

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.add_job_file(p_id uuid, p_job_id uuid, p_kind text, p_name text, p_path text) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_name constant text := btrim(coalesce(p_name, ''));
  v_bytes bigint;
  v_version integer;
begin
  if not (private.is_server() or private.can('jobs', 'edit') or private.can('production', 'edit')) then
    raise insufficient_privilege using message = 'You may not add files to jobs';
  end if;
  perform from public.jobs where id = p_job_id for no key update;
  if not found then
    perform private.refuse('PT404', 'This job is not there any more');
  end if;
  select version into v_version from public.job_files where id = p_id and job_id = p_job_id;
  if found then
    return v_version;
  elsif coalesce(p_kind, '') not in ('artwork', 'cut', 'drawing', 'other') then
    perform private.refuse('22023', 'A file is artwork, a cut file, a drawing or something else');
  elsif char_length(v_name) not between 1 and 255 then
    perform private.refuse('22023', 'The name of a file has between 1 and 255 letters');
  elsif (select count(*) from public.job_files where job_id = p_job_id) >= 300 then
    perform private.refuse('PT409', 'A job holds 300 files at most. Remove earlier versions first.');
  end if;
  select coalesce((o.metadata ->> 'size')::bigint, 0) into v_bytes from storage.objects o
   where o.bucket_id = 'job-files' and o.name = p_path and starts_with(o.name, p_job_id || '/')
     and not exists (select from private.swept_uploads s where s.bucket = 'job-files' and s.name = o.name);
  if not found then
    perform private.refuse('22023', 'The file did not arrive. Please upload it again.');
  end if;
  select 1 + coalesce(max(version), 0) into v_version from public.job_files
   where job_id = p_job_id and kind = p_kind and lower(name) = lower(v_name);
  insert into public.job_files (id, job_id, kind, name, version, path, bytes) values (p_id, p_job_id, p_kind, v_name, v_version, p_path, v_bytes);
  perform private.log_event('job', p_job_id, 'file_added', jsonb_build_object('words', format('%s, version %s', v_name, v_version)));
  return v_version;
end $$;
comment on function private.add_job_file is
  'Adds an uploaded file to a job and answers its version. p_id is chosen by the caller, so that a repeated call adds it once.';
call private.offer('private.add_job_file(uuid, uuid, text, text, text)');

create function private.tell_removed_file() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.jobs where id = old.job_id) then
    perform private.log_event('job', old.job_id, 'file_removed', jsonb_build_object('words', format('%s, version %s', old.name, old.version)));
  end if;
  return null;
end $$;

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger tell_removed_file after delete on public.job_files for each row execute function private.tell_removed_file();

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.job_files', 'nudge_page', $$private.nudge_pages('job_id', 'jobs', 'orders', 'production')$$);

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('job-files', 'job-files', false, 52428800, array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/tiff', 'application/pdf', 'application/postscript', 'application/zip', 'application/octet-stream'])
on conflict (id) do nothing;
