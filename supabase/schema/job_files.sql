-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.job_files (
  id uuid not null,
  job_id uuid not null,
  kind text not null,
  name text not null,
  version integer not null default 1,
  path text not null,
  bytes bigint not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  constraint job_files_pkey PRIMARY KEY (id),
  constraint job_files_path_key UNIQUE (path),
  constraint job_files_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint job_files_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE,
  constraint job_files_bytes_range CHECK (bytes >= 0 AND bytes <= 52428800),
  constraint job_files_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint job_files_kind_is_known CHECK (kind = ANY (ARRAY['artwork'::text, 'cut'::text, 'drawing'::text, 'other'::text])),
  constraint job_files_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 255),
  constraint job_files_path_is_a_file_of_its_job CHECK (path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.[a-z0-9]{1,8}$'::text AND starts_with(path, job_id || '/'::text)),
  constraint job_files_version_counts_from_one CHECK (version > 0)
);
alter table public.job_files enable row level security;
CREATE INDEX job_files_created_by_idx ON public.job_files USING btree (created_by);
CREATE UNIQUE INDEX job_files_version_key ON public.job_files USING btree (job_id, kind, lower(name), version);
grant delete, select on public.job_files to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.job_files to service_role;
create policy "people remove files that they added, others with the right" on public.job_files for delete to authenticated
  using (( SELECT private.can('jobs'::text, 'delete'::text) AS can) OR created_by = (( SELECT auth.uid() AS uid)) AND (( SELECT private.can('jobs'::text, 'edit'::text) AS can) OR ( SELECT private.can('production'::text, 'edit'::text) AS can)));
create policy "whoever reads jobs reads their files" on public.job_files for select to authenticated
  using (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can));
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.job_files REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('job_id', 'jobs', 'orders', 'production');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.job_files REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('job_id', 'jobs', 'orders', 'production');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.job_files REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('job_id', 'jobs', 'orders', 'production');
CREATE TRIGGER pin BEFORE UPDATE ON public.job_files FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.job_files FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.job_files FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
CREATE TRIGGER tell_removed_file AFTER DELETE ON public.job_files FOR EACH ROW EXECUTE FUNCTION private.tell_removed_file();
comment on table public.job_files is 'Artwork, cut files and drawings of a job: files of the bucket job-files. A file of the same kind and name is the next version.';

CREATE OR REPLACE FUNCTION private.add_job_file(p_id uuid, p_job_id uuid, p_kind text, p_name text, p_path text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.add_job_file(p_id uuid, p_job_id uuid, p_kind text, p_name text, p_path text) to authenticated;
grant execute on function private.add_job_file(p_id uuid, p_job_id uuid, p_kind text, p_name text, p_path text) to service_role;
comment on function private.add_job_file(p_id uuid, p_job_id uuid, p_kind text, p_name text, p_path text) is 'Adds an uploaded file to a job and answers its version. p_id is chosen by the caller, so that a repeated call adds it once.';

CREATE OR REPLACE FUNCTION private.tell_removed_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.jobs where id = old.job_id) then
    perform private.log_event('job', old.job_id, 'file_removed', jsonb_build_object('words', format('%s, version %s', old.name, old.version)));
  end if;
  return null;
end $function$;
